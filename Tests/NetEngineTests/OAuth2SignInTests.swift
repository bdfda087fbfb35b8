import NetEngine
import NetEngineTesting
import Synchronization
import TestSupport
import Testing

/// Tokens that need a user, or that several programs share.
@Suite(.timeLimit(.minutes(5))) struct OAuth2SignInTests {
    private let engine = Engine()
    private var send: OAuth2Client.Sender { { [engine] in await engine.send($0) } }

    private func json(_ status: Int = 200, _ text: String) -> StubBehaviour {
        .status(status, headers: [("Content-Type", "application/json")], body: text)
    }

    private func body(_ request: StubRequest) -> [String] {
        String(decoding: request.body, as: UTF8.self).split(separator: "&").map(String.init)
    }

    // MARK: Devices

    private let device = #"""
        {"device_code":"d e","user_code":"WDJB-MJHT","verification_uri":"https://x.test/device","expires_in":100,"interval":7}
        """#

    @Test func `a device asks for a code, and then until the user has typed it`() async throws {
        let pending = json(400, #"{"error":"authorization_pending"}"#)
        let slowDown = json(400, #"{"error":"slow_down"}"#)
        try await StubServer.with(
            .sequence(
                json(200, device), pending, slowDown, pending, .closeAfterRequest,
                json(200, #"{"access_token":"good","token_type":"bearer"}"#))
        ) { server in
            let client = OAuth2Client(tokenURL: server.url + "/token", id: "tv", scopes: ["a", "b"])
            let code = try await client.deviceCode(from: server.url + "/device", now: { 1000 }, by: send)
            #expect(code.userCode == "WDJB-MJHT")
            #expect(code.verificationURI == "https://x.test/device")
            #expect(code.expires == 1100)
            let clock = ManualClock()
            let token = try await client.token(for: code, clock: clock, now: { 1000 }, by: send)
            #expect(token.accessToken == "good")
            #expect(clock.sleeps == [7, 7, 12, 12, 24].map { .seconds($0) })
            #expect(server.received.map(\.target) == ["/device"] + [String](repeating: "/token", count: 5))
            #expect(server.received.first.map(body) == ["scope=a+b", "client_id=tv"])
            #expect(
                server.received.last.map(body) == [
                    "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code", "device_code=d+e",
                    "client_id=tv",
                ])
            #expect(!"\(code)".contains("d e"))
        }
    }

    /// RFC 8628 §3.5: after a timeout it is asked again, more slowly; nothing else is known to pass by itself.
    @Test func `a device asks again after a timeout or a lost connection, and after no other failure`() async throws {
        func failure(_ category: ErrorCategory, isLoss: Bool = false) -> Exchange {
            let error = EngineError(category, "It failed.", isConnectionLoss: isLoss)
            return ExchangeFixtures.exchange(hops: [], error: error)
        }
        func success(_ text: String) -> Exchange {
            ExchangeFixtures.exchange(response: ExchangeFixtures.response(status: 200, body: Array(text.utf8)))
        }
        let client = OAuth2Client(tokenURL: "https://x.test/token", id: "tv")
        let asked = success(device)
        let code = try await client.deviceCode(from: "https://x.test/device", now: { 1000 }, by: { _ in asked })
        for last in [failure(.dns), failure(.serverError), success(#"{"access_token":"good"}"#)] {
            let replies = Mutex([failure(.timeout), failure(.protocol, isLoss: true), last])
            let clock = ManualClock()
            let result: Result<String, EngineError>
            do throws(EngineError) {
                let reply: OAuth2Client.Sender = { _ in replies.withLock { $0.removeFirst() } }
                let token = try await client.token(for: code, clock: clock, now: { 1000 }, by: reply)
                result = .success(token.accessToken)
            } catch { result = .failure(error) }
            #expect(clock.sleeps == [7, 14, 28].map { .seconds($0) } && replies.withLock { $0.isEmpty })
            switch result {
            case .success(let token): #expect(token == "good")
            case .failure(let error): #expect(error.category == last.error?.category)
            }
        }
    }

    @Test(arguments: [
        (#"{"error":"access_denied"}"#, "access_denied"), (#"{"error":"expired_token"}"#, "Nobody typed the code"),
    ])
    func `a user who refuses, or does nothing, ends the waiting`(_ answer: String, _ words: String) async throws {
        try await StubServer.with(.sequence(json(200, device), json(400, answer))) { server in
            let client = OAuth2Client(tokenURL: server.url, id: "tv")
            let code = try await client.deviceCode(from: server.url, now: { 1000 }, by: send)
            let error = await #expect(throws: EngineError.self) {
                _ = try await client.token(for: code, clock: ManualClock(), now: { 1000 }, by: send)
            }
            #expect(error?.sentence.contains(words) == true)
            // The clock decides, whatever the server says.
            let late = await #expect(throws: EngineError.self) {
                _ = try await client.token(for: code, clock: ManualClock(), now: { 1100 }, by: send)
            }
            #expect(late?.category == .api)
            #expect(server.received.count == 2)
        }
    }

    @Test func `an endpoint that gives no code says so`() async throws {
        try await StubServer.with(.sequence(json(200, "{}"), json(401, #"{"error":"invalid_client"}"#))) { server in
            let client = OAuth2Client(tokenURL: server.url, id: "tv")
            for category in [ErrorCategory.decoding, .clientError] {
                let error = await #expect(throws: EngineError.self) {
                    _ = try await client.deviceCode(from: server.url, by: send)
                }
                #expect(error?.category == category)
            }
        }
    }

    // MARK: Browsers

    @Test func `a sign-in has a URL, and what comes back is exchanged with its proof`() async throws {
        try await StubServer.with(json(200, #"{"access_token":"good"}"#)) { server in
            let client = OAuth2Client(tokenURL: server.url, id: "me", scopes: ["a", "b"])
            let key = ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
            let signIn = OAuth2Authorization(
                endpoint: "https://x.test/auth?tenant=1", client: client, redirectURI: "http://127.0.0.1:9/back",
                proofKey: key, state: "s t", parameters: [QueryItem("audience", "api")])
            #expect(
                signIn.url
                    == "https://x.test/auth?tenant=1&response_type=code&client_id=me&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fback&scope=a+b&state=s+t&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&audience=api"
            )
            let grant = try signIn.grant(from: "/back?code=c%2F1&state=s+t")
            let token = try await client.token(for: grant, by: send)
            #expect(token.accessToken == "good")
            #expect(
                server.received.first.map(body) == [
                    "grant_type=authorization_code", "code=c%2F1", "redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fback",
                    "code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "client_id=me",
                ])
            #expect(!"\(signIn)".contains("state"))
        }
    }

    @Test(arguments: [
        ("/?code=c", "does not belong"), ("/?code=c&state=other", "does not belong"), ("/?state=s", "without a code"),
        ("/?error=access_denied&error_description=no+way&state=s", "\"access_denied\": no way"),
    ])
    func `what a browser brings back is checked`(_ target: String, _ words: String) {
        let signIn = OAuth2Authorization(
            endpoint: "https://x.test/auth", client: OAuth2Client(tokenURL: "", id: "me"), redirectURI: "", state: "s")
        let error = #expect(throws: EngineError.self) { _ = try signIn.grant(from: target) }
        #expect(error?.category == .api)
        #expect(error?.sentence.contains(words) == true)
    }

    // MARK: Programs that share a token

    @Test func `programs that share a store renew its token one after another, and the second takes the first's`()
        async throws
    {
        let folder = try TemporaryFolder()
        let store = OAuth2FileStore(path: folder.path + "/token.json")
        try await store.save(OAuth2Token(accessToken: "old", refreshToken: "r1", expires: 1000, obtained: 900))
        let renewal = StubBehaviour.response(
            200, headers: [("Content-Type", "application/json")],
            body: Array(#"{"access_token":"good","refresh_token":"r2","expires_in":100}"#.utf8))
        try await StubServer.with(
            .routes(["/token": .steps(.waitForRelease, .send(renewal)), "/x": .status(200)])
        ) { server in
            let client = OAuth2Client(tokenURL: server.url + "/token", id: "me")
            func program() -> OAuth2Authentication {
                OAuth2Authentication(client: client, grant: .authorizationCode("spent"), store: store, now: { 1000 })
            }
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<3 {
                    let program = program()
                    group.addTask {
                        let engine = Engine(configuration: EngineConfiguration(interceptors: [program]))
                        return await engine.send(RequestDraft(url: server.url + "/x")).isSuccess
                    }
                }
                _ = await server.requests(1)
                server.release()
                #expect(await group.reduce(true) { $0 && $1 })
            }
            #expect(server.received.filter { $0.target == "/token" }.count == 1)
            #expect(server.received.filter { $0.field("Authorization") == "Bearer good" }.count == 3)
            let kept = try await store.load()
            #expect(kept?.refreshToken == "r2")
        }
    }

    @Test func `a lock is given back by its holder's end`() async throws {
        let folder = try TemporaryFolder()
        let store = OAuth2FileStore(path: folder.path + "/token.json")
        var first = try await store.lock()
        #expect(first != nil)
        let waiting = Task { try await store.lock() != nil }
        first = nil
        #expect(try await waiting.value)
        await #expect(throws: EngineError.self) {
            _ = try await OAuth2FileStore(path: folder.path + "/none/token.json").lock()
        }
    }
}
