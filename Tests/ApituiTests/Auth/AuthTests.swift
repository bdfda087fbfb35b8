import Foundation
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import apitui

/// The shorthands of `Authorization`, and tokens by the entries of environment files.
@Suite(.timeLimit(.minutes(5))) struct AuthTests {
    @Test func `shorthands are read, and what is finished is left alone`() {
        #expect(AuthorizationShorthand("Digest ann s e c") == .digest(user: "ann", password: "s e c"))
        #expect(AuthorizationShorthand("digest ann:secret") == .digest(user: "ann", password: "secret"))
        #expect(
            AuthorizationShorthand("AWS id key service:s3 token:t:1 region:eu-west-1")
                == .aws(
                    AWSCredentials(accessKeyID: "id", secretAccessKey: "key", sessionToken: "t:1"),
                    region: "eu-west-1", service: "s3"))
        for text in [
            #"Digest username="ann", realm="r", nonce="n""#, "Digest", "Digest ann", "AWS id", "AWS id key x",
            "AWS id key other:1", "Bearer a b", "Basic ann secret", "",
        ] {
            #expect(AuthorizationShorthand(text) == nil, "\(text)")
        }
    }

    @Test func `Digest is answered, and again from the start of the next request`() async throws {
        let challenge = StubBehaviour.status(
            401, headers: [("WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#)])
        let server = StubBehaviour { request in
            (request.field("Authorization")?.hasPrefix("Digest username=\"ann\"") == true ? .status(200) : challenge)
                .answer(request)
        }
        try await StubServer.with(server) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [ShorthandAuthentication()]))
            let draft = RequestDraft(
                url: server.url, headers: [HeaderField("Authorization", "Digest ann secret")])
            #expect(await engine.send(draft).isSuccess)
            #expect(await engine.send(draft).isSuccess)
            #expect(server.received.map { $0.field("Authorization") == nil } == [true, false, false])
            #expect(server.received.allSatisfy { $0.field("Authorization")?.contains("secret") != true })
        }
    }

    @Test func `AWS signs with the key, and never sends it`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [ShorthandAuthentication()]))
            let value = "AWS AKID wJalrXUt region:eu-west-1 service:execute-api token:tok"
            _ = await engine.send(RequestDraft(url: server.url, headers: [HeaderField("Authorization", value)]))
            let sent = server.received.first?.field("Authorization") ?? ""
            #expect(sent.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/"))
            #expect(sent.contains("/eu-west-1/execute-api/aws4_request"))
            #expect(server.received.first?.field("X-Amz-Security-Token") == "tok")
            #expect(!sent.contains("wJalrXUt"))
        }
    }

    // MARK: Tokens

    private func settings(_ values: [String: String]) throws -> AuthSettings {
        try AuthSettings(id: "shop", value: { values[$0] })
    }

    @Test func `an entry says what is missing or unknown`() throws {
        let whole = [
            "Type": "OAuth2", "Grant Type": "Authorization Code", "Auth URL": "https://x.test/a",
            "Token URL": "https://x.test/t", "Client ID": "me", "Scope": "a b", "Client Credentials": "in body",
            "Client Secret": "s",
        ]
        let entry = try settings(whole)
        #expect(entry.client.scopes == ["a", "b"])
        #expect(entry.client.authentication == .body)
        #expect(
            entry.grant
                == .authorizationCode(authorizationURL: "https://x.test/a", redirectURL: nil, usesProof: true))
        for (change, words) in [
            (["Type": "Magic"], "its type \"Magic\""), (["Grant Type": "Implicit"], "its grant type \"Implicit\""),
            (["Token URL": ""], "it has no \"Token URL\""), (["Client Credentials": "x"], "not none, basic or in body"),
        ] {
            let fault = #expect(throws: AuthFault.self) { _ = try settings(whole.merging(change) { $1 }) }
            #expect(fault?.text.contains(words) == true)
        }
    }

    private func bank(_ engine: Engine, folder: String? = nil, told: @escaping @Sendable (SignIn) -> Void = { _ in })
        -> TokenBank
    {
        TokenBank(folder: folder, show: told, send: { await engine.send($0) })
    }

    private func tokenAnswer(_ token: String, more: String = "") -> StubBehaviour {
        .status(
            200, headers: [("Content-Type", "application/json")],
            body: #"{"access_token":"\#(token)","expires_in":1000\#(more)}"#)
    }

    @Test func `a token is asked for once, however many want it, and kept in a private file where that is wanted`()
        async throws
    {
        let folder = try TestSupport.TemporaryFolder()
        try await StubServer.with(tokenAnswer("good")) { server in
            let engine = Engine()
            let entry = try settings([
                "Grant Type": "Client Credentials", "Token URL": server.url, "Client ID": "me", "Client Secret": "s",
            ])
            let bank = self.bank(engine, folder: folder.path + "/tokens")
            try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<5 { group.addTask { try await bank.tokens(for: [entry], root: "/a")["shop"] } }
                for try await token in group { #expect(token == "good") }
            }
            #expect(server.received.count == 1)
            // The next run of the program.
            let again = try await self.bank(engine, folder: folder.path + "/tokens").tokens(
                for: [entry], root: "/a")
            #expect(again == ["shop": "good"])
            #expect(server.received.count == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tokens")
            let name = try #require(names.first { $0.hasSuffix(".json") })
            let mode = try folder.permissions("tokens/\(name)")
            #expect(mode == 0o600)
        }
    }

    @Test func `a sign-in by browser comes back to this machine`() async throws {
        try await StubServer.with(tokenAnswer("good")) { server in
            let engine = Engine()
            let entry = try settings([
                "Grant Type": "Authorization Code", "Auth URL": "https://x.test/auth", "Token URL": server.url,
                "Client ID": "me",
            ])
            let (told, tell) = AsyncStream<SignIn>.makeStream()
            let bank = self.bank(engine) { tell.yield($0) }
            async let tokens = bank.tokens(for: [entry], root: "/a")
            var iterator = told.makeAsyncIterator()
            guard case .browser(let url)? = await iterator.next() else { return #expect(Bool(false)) }
            // What the browser does.
            let items = try HTTPURL.parse(url).query?.split(separator: "&").map(String.init) ?? []
            func value(_ name: String) -> String {
                let raw = items.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1) ?? ""
                return String(raw).replacing("%3A", with: ":").replacing("%2F", with: "/")
            }
            #expect(value("code_challenge_method") == "S256")
            let back = value("redirect_uri")
            #expect(await engine.send(RequestDraft(url: back + "favicon.ico")).response?.status == 404)
            let page = await engine.send(RequestDraft(url: "\(back)?code=c&state=\(value("state"))"))
            #expect(page.response?.status == 200)
            #expect(try await tokens == ["shop": "good"])
            let body = server.received.first.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
            #expect(body.contains("grant_type=authorization_code"))
            #expect(body.contains("code_verifier="))
        }
    }

    @Test func `a redirect URL that leads elsewhere is refused`() {
        for url in ["https://127.0.0.1:1/", "http://example.com/", "nonsense"] {
            #expect(throws: CollectionError.self) { _ = try LoopbackListener(redirectURL: url) }
        }
    }
}
