import NetEngine
import TestSupport
import Testing

@testable import TerminalUI
@testable import Workspace
@testable import apitui

/// How a token is replaced: from the file of another run, by its refresh token, and in the request that contained it.
@Suite(.timeLimit(.minutes(5))) struct TokenRefreshTests {
    private let folder: TemporaryFolder
    private let engine = Engine()

    init() throws { folder = try TemporaryFolder() }

    private func settings(_ url: String, usesIDToken: Bool = false) throws -> AuthSettings {
        var values: [[String]: String] = [
            ["Grant Type"]: "Client Credentials", ["Token URL"]: url, ["Client ID"]: "me", ["Client Secret"]: "s3cret",
        ]
        if usesIDToken { values[["Use ID Token"]] = "true" }
        return try AuthSettings(id: "shop", values: values)
    }

    private func bank() -> TokenBank {
        TokenBank(
            files: TokenFiles(folder: folder.path), report: { _ in },
            send: { [engine] in await engine.send(LongestWait.patient($0)) })
    }

    /// Writes the token file as another run of the program would.
    private func save(_ token: OAuth2Token, _ settings: AuthSettings) async throws {
        try await TokenFiles(folder: folder.path).store(settings, root: "/a").save(token)
    }

    private func token(_ bank: TokenBank, _ settings: AuthSettings) async throws -> String? {
        let name = TokenName(id: "shop")
        return try await bank.tokens(for: [TokenWish(name: name, settings: settings)], root: "/a")[name]?.text
    }

    /// Responds with `first` to a grant, and with `second` to a refresh token.
    private func endpoint(_ refreshed: StubBehaviour) -> StubBehaviour {
        StubBehaviour { request in
            let isRefresh = String(decoding: request.body, as: UTF8.self).contains("grant_type=refresh_token")
            let granted = LoginFixture.answer("granted", #","refresh_token":"r","expires_in":1000"#)
            return (isRefresh ? refreshed : granted).answer(request)
        }
    }

    private func grants(_ server: StubServer) -> [String] {
        server.received.map { request in
            let fields = String(decoding: request.body, as: UTF8.self).split(separator: "&")
            return fields.first { $0.hasPrefix("grant_type=") }.map { String($0.dropFirst("grant_type=".count)) } ?? ""
        }
    }

    @Test func `after a 401 the new token is in the URL too`() async throws {
        let server = StubBehaviour { request in
            if request.target.hasPrefix("/token") {
                return LoginFixture.answer("t\(request.index)").answer(request)
            }
            return StubBehaviour.status(request.target == "/me?key=t2&x=1" ? 200 : 401).answer(request)
        }
        try await StubServer.with(server) { server in
            let fixture = try LoginFixture()
            try fixture.write(
                [
                    "Grant Type": "Client Credentials", "Token URL": "\(server.url)/token", "Client ID": "me",
                    "Client Secret": "s3cret",
                ], request: "GET \(server.url)/me?key={{$auth.token(\"shop\")}}&x=1\n")
            #expect(try await fixture.run().exchange?.response?.status == 200)
            #expect(server.received.map(\.target) == ["/token", "/me?key=t0&x=1", "/token", "/me?key=t2&x=1"])
        }
    }

    @Test func `the new token after a 401 is hidden where the old one is: in the log, and in what commands print`()
        async throws
    {
        let server = StubBehaviour { request in
            if request.target == "/token" {
                return LoginFixture.answer("token-number-\(request.index)").answer(request)
            }
            return StubBehaviour.status(request.target == "/feeds/token-number-2/new" ? 200 : 401).answer(request)
        }
        try await StubServer.with(server) { server in
            let fixture = try LoginFixture()
            try fixture.write(
                [
                    "Grant Type": "Client Credentials", "Token URL": "\(server.url)/token", "Client ID": "me",
                    "Client Secret": "s3cret",
                ], request: "GET \(server.url)/feeds/{{$auth.token(\"shop\")}}/new\n")
            let exchange = try #require(try await fixture.run().exchange)
            #expect(exchange.response?.status == 200)
            let stored = Redactors().redactor(for: exchange).stored(exchange)
            #expect(stored.hops.count == 2)
            for hop in stored.hops {
                let url = hop.request.url.description
                #expect(url.contains("/feeds/") && !url.contains("token-number"), "\(url)")
            }
            let last = try #require(exchange.hops.last?.request.url.description)
            #expect(!SentSecrets([exchange]).hidden(url: last).contains("token-number"))
        }
    }

    @Test func `a request that uses one token twice asks for it once, also if it expires at once`() async throws {
        let server = StubBehaviour { request in
            let isToken = request.target == "/token"
            return (isToken ? LoginFixture.answer("t\(request.index)", #","expires_in":0"#) : .status(200)).answer(
                request)
        }
        try await StubServer.with(server) { server in
            let fixture = try LoginFixture()
            try fixture.write(
                [
                    "Grant Type": "Client Credentials", "Token URL": "\(server.url)/token", "Client ID": "me",
                    "Client Secret": "s3cret",
                ],
                request: "GET \(server.url)/me?key={{$auth.token(\"shop\")}}\nX-Key: {{$auth.token(\"shop\")}}\n")
            #expect(try await fixture.run().exchange?.response?.status == 200)
            #expect(server.received.map(\.target) == ["/token", "/me?key=t0"])
            #expect(server.received.last?.field("X-Key") == "t0")
        }
    }

    @Test func `an ID token that a server refused is replaced, though the access token was not refused`() async throws {
        let server = StubBehaviour { request in
            LoginFixture.answer("same", #","id_token":"id-\#(request.index)""#).answer(request)
        }
        try await StubServer.with(server) { server in
            let entry = try settings(server.url, usesIDToken: true)
            let bank = bank()
            #expect(try await token(bank, entry) == "id-0")
            #expect(await bank.renewed(insteadOf: "id-0") == "id-1")
            #expect(try await token(bank, entry) == "id-1")
        }
    }

    @Test(arguments: [(20, "refreshed"), (3600, "old")])
    func `a token is renewed half a minute before it expires`(secondsLeft: Int64, expected: String) async throws {
        try await StubServer.with(endpoint(LoginFixture.answer("refreshed"))) { server in
            let entry = try settings(server.url)
            let now = Timestamp.secondsNow()
            try await save(
                OAuth2Token(accessToken: "old", refreshToken: "r", expires: now + secondsLeft, obtained: now - 1000),
                entry)
            #expect(try await token(bank(), entry) == expected)
        }
    }

    @Test func `the lifetime of the entry holds for tokens whose server states none`() async throws {
        let cases: [(more: String, written: Int64, lifetime: Int64?)] = [
            ("", 100, 100), (#","expires_in":50"#, 100, 50), ("", .max, nil),
        ]
        for (more, written, lifetime) in cases {
            try await StubServer.with(LoginFixture.answer("granted", more)) { server in
                var entry = try settings(server.url)
                entry.lifetime = written
                let bank = bank()
                _ = try await token(bank, entry)
                let kept = try #require(bank.list().first { $0.server == entry.server })
                #expect(kept.expires == lifetime.map { kept.obtained + $0 })
            }
        }
    }

    @Test func `after a 401 nobody is asked to sign in`() async throws {
        let server = StubBehaviour { request in
            (request.target == "/token" ? LoginFixture.answer("first") : .status(401)).answer(request)
        }
        try await StubServer.with(server) { server in
            let fixture = try LoginFixture()
            try fixture.write(
                [
                    "Grant Type": "Authorization Code", "Auth URL": "\(server.url)/a",
                    "Token URL": "\(server.url)/token", "Client ID": "me", "Redirect URL": "https://app.test/back",
                ], request: "GET \(server.url)/me\nAuthorization: Bearer {{$auth.token(\"shop\")}}\n")
            async let outcome = fixture.run()
            let signIn = try #require(await fixture.signIn())
            guard case .browser(let url, _) = signIn.way else { return #expect(Bool(false)) }
            let state = url.split(separator: "&").first { $0.hasPrefix("state=") }?.dropFirst(6) ?? ""
            fixture.bank.paste("https://app.test/back?code=c&state=\(state)")
            #expect(try await outcome.exchange?.response?.status == 401)
            #expect(server.received.map(\.target) == ["/token", "/me"])
        }
    }

    @Test(arguments: [(1, "refreshed"), (4_000_000_000, "of another run")])
    func `a token file replaces the token in memory only if its token is newer`(
        obtained: Int64, expected: String
    ) async throws {
        try await StubServer.with(endpoint(LoginFixture.answer("refreshed"))) { server in
            let entry = try settings(server.url)
            let bank = bank()
            #expect(try await token(bank, entry) == "granted")
            try await save(
                OAuth2Token(
                    accessToken: "of another run", refreshToken: "other", expires: 5_000_000_000, obtained: obtained),
                entry)
            #expect(await bank.renewed(insteadOf: "granted") == expected)
        }
    }

    @Test(arguments: [StubBehaviour.status(503), .closeAfterRequest])
    func `a token endpoint that does not respond to a refresh is an error, and no new grant is started`(
        _ failure: StubBehaviour
    ) async throws {
        try await StubServer.with(endpoint(failure)) { server in
            let entry = try settings(server.url)
            try await save(OAuth2Token(accessToken: "old", refreshToken: "r", expires: 2, obtained: 1), entry)
            await #expect(throws: EngineError.self) { try await self.token(self.bank(), entry) }
            #expect(Set(grants(server)) == ["refresh_token"])
        }
    }

    @Test func `a token endpoint that asks for a pause has not refused the refresh token, and no new grant is started`()
        async throws
    {
        let pause = StubBehaviour.status(
            429, headers: [("Content-Type", "application/json")], body: #"{"error":"slow_down"}"#)
        try await StubServer.with(endpoint(pause)) { server in
            let entry = try settings(server.url)
            try await save(OAuth2Token(accessToken: "old", refreshToken: "r", expires: 2, obtained: 1), entry)
            await #expect(throws: EngineError.self) { try await self.token(self.bank(), entry) }
            #expect(Set(grants(server)) == ["refresh_token"])
        }
    }

    @Test func `a refused refresh token is followed by a new grant`() async throws {
        let refusal = StubBehaviour.status(
            400, headers: [("Content-Type", "application/json")], body: #"{"error":"invalid_grant"}"#)
        try await StubServer.with(endpoint(refusal)) { server in
            let entry = try settings(server.url)
            try await save(OAuth2Token(accessToken: "old", refreshToken: "r", expires: 2, obtained: 1), entry)
            #expect(try await token(bank(), entry) == "granted")
            #expect(grants(server) == ["refresh_token", "client_credentials"])
        }
    }

    @Test func `what a refresh does not give again is kept: ID token, refresh token and scope`() async throws {
        try await StubServer.with(endpoint(LoginFixture.answer("refreshed"))) { server in
            let entry = try settings(server.url, usesIDToken: true)
            try await save(
                OAuth2Token(
                    accessToken: "old", refreshToken: "r", expires: 2, obtained: 1, scope: "s", idToken: "id-of-ann"),
                entry)
            #expect(try await token(bank(), entry) == "id-of-ann")
            let kept = try await TokenFiles(folder: folder.path).store(entry, root: "/a").load()
            #expect(kept?.accessToken == "refreshed")
            #expect(kept?.refreshToken == "r")
            #expect(kept?.scope == "s")
            #expect(kept?.idToken == "id-of-ann")
        }
    }
}
