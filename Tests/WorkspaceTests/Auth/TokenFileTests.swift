import Foundation
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// Tokens that are kept between runs.
@Suite(.timeLimit(.minutes(5))) struct TokenFileTests {
    private func settings(_ url: String) throws -> AuthSettings {
        try AuthSettings(
            id: "shop",
            values: [
                ["Grant Type"]: "Client Credentials", ["Token URL"]: url, ["Client ID"]: "me",
                ["Client Secret"]: "s3cret",
            ])
    }

    private static func answer(_ token: String, _ more: String) -> StubBehaviour {
        .status(
            200, headers: [("Content-Type", "application/json")],
            body: #"{"access_token":"\#(token)","token_type":"Bearer"\#(more)}"#)
    }

    private func bank(_ engine: Engine, _ folder: String?, told: @escaping @Sendable (TokenNews) -> Void = { _ in })
        -> TokenBank
    {
        TokenBank(
            files: folder.map { TokenFiles(folder: $0) }, report: told,
            send: { await engine.send(LongestWait.patient($0)) })
    }

    private func token(_ bank: TokenBank, _ settings: AuthSettings) async throws -> String? {
        let name = TokenName(id: "shop")
        return try await bank.tokens(for: [TokenWish(name: name, settings: settings)], root: "/a")[name]?.text
    }

    @Test func `a token is asked for once, however many want it, and kept in a private file where that is wanted`()
        async throws
    {
        let folder = try TemporaryFolder()
        try await StubServer.with(Self.answer("good", #","expires_in":1000"#)) { server in
            let engine = Engine()
            let entry = try settings(server.url)
            let bank = self.bank(engine, folder.path + "/tokens")
            try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<5 { group.addTask { try await self.token(bank, entry) } }
                for try await token in group { #expect(token == "good") }
            }
            #expect(server.received.count == 1)
            // The next run of the program, and a concurrent one.
            let others = (0..<2).map { _ in self.bank(engine, folder.path + "/tokens") }
            for other in others { #expect(try await token(other, entry) == "good") }
            #expect(server.received.count == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tokens")
            let name = try #require(names.first { $0.hasSuffix(".json") })
            #expect(try folder.permissions("tokens/\(name)") == 0o600)
            #expect(try folder.permissions("tokens") == 0o700)
            let text = try folder.read("tokens/\(name)")
            #expect(!text.contains("s3cret"))
            // A list shows the token; after it is forgotten, the next run fetches a new one.
            let kept = TokenFiles(folder: folder.path + "/tokens").kept().tokens
            #expect(kept.map(\.login) == ["shop"])
            #expect(kept.first?.root == "/a")
            #expect(kept.first?.grant == "client credentials")
            #expect(bank.forget(bank.list()) == nil)
            #expect(bank.list() == [])
            #expect(try await token(bank, entry) == "good")
            #expect(server.received.count == 2)
        }
    }

    @Test func `programs that start at once ask once between them`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(Self.answer("good", #","expires_in":1000"#)) { server in
            let engine = Engine()
            let entry = try settings(server.url)
            try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<4 {
                    let bank = self.bank(engine, folder.path)
                    group.addTask { try await self.token(bank, entry) }
                }
                for try await token in group { #expect(token == "good") }
            }
            #expect(server.received.count == 1)
        }
    }

    @Test func `a token that another program is renewing is forgotten once that has kept the new one`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.json"
        let store = OAuth2FileStore(path: path)
        var other = try await store.lock()
        #expect(other != nil)
        let (forgotten, tell) = AsyncStream<Void>.makeStream()
        Thread.detachNewThread {
            _ = TokenFiles.forget([path], patience: .seconds(60))
            tell.finish()
        }
        try await store.save(OAuth2Token(accessToken: "new", obtained: 0))
        withExtendedLifetime(other) {}
        other = nil
        for await _ in forgotten {}
        #expect(try folder.names() == ["a.json.lock"])
    }

    @Test func `a lock that nobody lets go of is waited for, but not for ever`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("{}", to: "a.json")
        let other = try await OAuth2FileStore(path: path).lock()
        let start = ContinuousClock.now
        let problems = TokenFiles.forget([path], patience: .milliseconds(100))
        #expect(problems.isEmpty)
        #expect(ContinuousClock.now - start >= .milliseconds(100))
        withExtendedLifetime(other) {}
        #expect(try folder.names() == ["a.json.lock"])
    }

    @Test func `locks that nobody lets go of are waited for together`() async throws {
        let folder = try TemporaryFolder()
        var paths: [String] = []
        var locks: [OAuth2StoreLock?] = []
        for name in ["a", "b", "c"] {
            let path = try folder.write("{}", to: name + ".json")
            paths.append(path)
            locks.append(try await OAuth2FileStore(path: path).lock())
        }
        var now = ContinuousClock.now
        var waits = 0
        let problems = TokenFiles.forget(
            paths, patience: .seconds(5), now: { now },
            wait: {
                now = now.advanced(by: .seconds(1))
                waits += 1
            })
        withExtendedLifetime(locks) {}
        #expect(problems.isEmpty)
        #expect(waits == 5)
        #expect(try folder.names() == ["a.json.lock", "b.json.lock", "c.json.lock"])
    }

    @Test func `a damaged file, and a folder that cannot be written, keep no request from its token`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(Self.answer("good", #","expires_in":1000"#)) { server in
            let engine = Engine()
            let entry = try settings(server.url)
            let files = TokenFiles(folder: folder.path)
            try Data("{\"access_token\":".utf8).write(to: URL(filePath: files.path(entry, root: "/a")))
            let (told, tell) = AsyncStream<TokenNews>.makeStream()
            #expect(try await token(bank(engine, folder.path) { tell.yield($0) }, entry) == "good")
            // The folder is a file.
            let other = try folder.write("x", to: "file")
            #expect(try await token(bank(engine, other) { tell.yield($0) }, entry) == "good")
            tell.finish()
            var sentences: [String] = []
            for await news in told { if case .problem(let sentence) = news { sentences.append(sentence) } }
            #expect(sentences.count == 2)
            #expect(sentences.first?.contains("damaged") == true)
            #expect(sentences.last?.contains(other) == true)
            #expect(files.setAside() == [files.path(entry, root: "/a") + ".damaged"])
        }
    }

    @Test func `a file that holds no token is told when tokens are listed`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("{", to: "tokens/a.json")
        let (told, tell) = AsyncStream<TokenNews>.makeStream()
        #expect(bank(Engine(), folder.path + "/tokens") { tell.yield($0) }.list() == [])
        tell.finish()
        var sentences: [String] = []
        for await news in told { if case .problem(let sentence) = news { sentences.append(sentence) } }
        #expect(sentences.count == 1 && sentences.first?.hasPrefix("The token file \(path) holds no token") == true)
    }

    @Test func `another scope, user, audience or header needs another token`() throws {
        let files = TokenFiles(folder: "/t")
        var entry = try settings("http://x/")
        var paths: Set<String> = [files.path(entry, root: "/a"), files.path(entry, root: "/b")]
        entry.client.scopes = ["x"]
        paths.insert(files.path(entry, root: "/a"))
        entry.client.parameters = [QueryItem("audience", "y")]
        paths.insert(files.path(entry, root: "/a"))
        entry.grant = .password(user: "ann", password: "")
        paths.insert(files.path(entry, root: "/a"))
        entry.grant = .password(user: "bob", password: "")
        paths.insert(files.path(entry, root: "/a"))
        entry.client.headers = [HeaderField("X-Tenant", "z")]
        paths.insert(files.path(entry, root: "/a"))
        #expect(paths.count == 7)
    }

    @Test func `another page to sign in at needs another token`() throws {
        let files = TokenFiles(folder: "/t")
        var entry = try settings("http://x/")
        let grants = ["http://a/", "http://b/"].flatMap { url in
            [
                AuthSettings.Grant.authorizationCode(authorizationURL: url, redirectURL: nil, proof: nil),
                .deviceCode(url: url, opensPage: false),
            ]
        }
        var paths: Set<String> = []
        for grant in grants {
            entry.grant = grant
            paths.insert(files.path(entry, root: "/a"))
        }
        #expect(paths.count == 4)
    }

    @Test func `the remaining lifetime is shown in words`() throws {
        var token = KeptToken(
            OAuth2Token(accessToken: "x", obtained: 0), try settings("http://x/"), root: "/", path: nil)
        #expect(token.life(at: 5) == "no known end")
        for (expires, words) in [(5, "expired"), (65, "60 s left"), (605, "10 min left"), (36_005, "10 h left")] {
            token.expires = Int64(expires)
            #expect(token.life(at: 5) == words)
        }
    }
}
