import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// Tokens by RFC 6749: what is requested, what the responses mean, and which requests wait for which.
@Suite(.timeLimit(.minutes(5))) struct OAuth2Tests {
    private final class Seconds: Sendable {
        private let state = Mutex<Int64>(1000)
        var now: Int64 { state.withLock { $0 } }
        func advance(_ seconds: Int64) { state.withLock { $0 += seconds } }
    }

    private let seconds = Seconds()

    /// `/token` responds as given, to the n-th request with the n-th response; every other path requires the access
    /// token `good…`.
    private func server(_ answers: [(Int, String)], resource: StubBehaviour? = nil) -> StubBehaviour {
        let count = Mutex(0)
        return StubBehaviour { request in
            if request.target == "/token" {
                let index = count.withLock { count in
                    count += 1
                    return count - 1
                }
                let (status, body) = answers[min(index, answers.count - 1)]
                return [
                    .send(
                        StubBehaviour.response(
                            status, headers: [("Content-Type", "application/json")], body: Array(body.utf8)))
                ]
            }
            if let resource { return resource.answer(request) }
            let isGood = request.field("Authorization")?.hasPrefix("Bearer good") == true
            return [.send(StubBehaviour.response(isGood ? 200 : 401, body: []))]
        }
    }

    private func client(_ server: StubServer, _ change: (inout OAuth2Client) -> Void = { _ in }) -> OAuth2Client {
        var client = OAuth2Client(tokenURL: server.url + "/token", id: "an id", secret: "s:cr%t")
        change(&client)
        return client
    }

    private func authentication(
        _ client: OAuth2Client, _ grant: OAuth2Grant = .clientCredentials,
        store: any OAuth2TokenStore = OAuth2MemoryStore(), scope: CredentialScope = .firstOrigin
    ) -> OAuth2Authentication {
        OAuth2Authentication(
            client: client, grant: grant, store: store, scope: scope, now: { [seconds] in seconds.now })
    }

    private func engine(_ interceptors: any Interceptor...) -> Engine {
        Engine(configuration: EngineConfiguration(interceptors: interceptors))
    }

    private func form(_ request: StubRequest) -> [String] {
        String(decoding: request.body, as: UTF8.self).split(separator: "&").map(String.init)
    }

    private func tokenRequests(_ server: StubServer) -> [StubRequest] {
        server.received.filter { $0.target == "/token" }
    }

    // MARK: What is asked

    @Test func `client credentials are shown in a Basic field, or in the body`() async throws {
        let good = #"{"access_token":"good","token_type":"bearer","expires_in":3600}"#
        try await StubServer.with(server([(200, good)])) { server in
            for place in OAuth2Client.Authentication.allCases {
                let client = client(server) {
                    $0.authentication = place
                    $0.scopes = ["read", "write:all"]
                    $0.parameters = [QueryItem("audience", "https://api/")]
                }
                #expect(await engine(authentication(client)).send(RequestDraft(url: server.url + "/x")).isSuccess)
            }
            let asked = tokenRequests(server)
            #expect(asked.map(\.method) == ["POST", "POST"])
            // `an%20id:s%3Acr%25t`
            #expect(asked[0].field("Authorization") == "Basic YW4lMjBpZDpzJTNBY3IlMjV0")
            let common = ["grant_type=client_credentials", "scope=read+write%3Aall", "audience=https%3A%2F%2Fapi%2F"]
            #expect(form(asked[0]) == common)
            #expect(asked[1].field("Authorization") == nil)
            #expect(form(asked[1]) == common + ["client_id=an+id", "client_secret=s%3Acr%25t"])
            #expect(asked[0].field("Content-Type") == "application/x-www-form-urlencoded")
            #expect(asked[0].field("Accept") == "application/json")
            #expect(server.received.last?.field("Authorization") == "Bearer good")
        }
    }

    @Test(arguments: [
        (
            OAuth2Grant.password(user: "me", password: "p&q"),
            ["grant_type=password", "username=me", "password=p%26q", "scope=s"]
        ),
        (.refreshToken("r"), ["grant_type=refresh_token", "refresh_token=r"]),
        (
            .authorizationCode("c", redirectURI: "app:/", verifier: "v"),
            ["grant_type=authorization_code", "code=c", "redirect_uri=app%3A%2F", "code_verifier=v"]
        ),
        (
            OAuth2Grant(
                type: "urn:ietf:params:oauth:grant-type:device_code", parameters: [QueryItem("device_code", "d")],
                canRepeat: false),
            ["grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code", "device_code=d", "scope=s"]
        ),
    ])
    func `each grant shows what its section says; a public client shows its id`(
        _ grant: OAuth2Grant, _ items: [String]
    ) {
        let client = OAuth2Client(tokenURL: "http://h/t", id: "i", scopes: ["s"])
        let draft = OAuth2TokenRequest(client: client, grant: grant).draft
        guard case .bytes(let body) = draft.body else { return #expect(Bool(false), "no body") }
        #expect(String(decoding: body, as: UTF8.self).split(separator: "&").map(String.init) == items + ["client_id=i"])
        #expect(!draft.headers.contains("Authorization"))
    }

    @Test func `headers of a client take the place of others, and each of them is sent`() {
        var client = OAuth2Client(tokenURL: "http://h/t", id: "i")
        client.headers = [HeaderField("accept", "x/y"), HeaderField("X-T", "1"), HeaderField("X-T", "2")]
        let draft = OAuth2TokenRequest(client: client, grant: .clientCredentials).draft
        #expect(draft.headers.values("X-T") == ["1", "2"] && draft.headers.values("Accept") == ["x/y"])
    }

    @Test func `a proof key is that of RFC 7636`() {
        let key = ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(ProofKey().verifier.utf8.count == 43)
        #expect(ProofKey() != ProofKey())
    }

    // MARK: What responses mean

    @Test(
        arguments: [
            (200, #"{"access_token":"t"}"#, nil, nil), (200, #"{"access_token":"t","expires_in":"60"}"#, 1060, nil),
            (200, #"{"access_token":"t","expires_in":60.9,"refresh_token":"r"}"#, 1060, "r"),
            (200, #"{"token_type":"BEARER","x":[{}],"access_token":"t","expires_in":-5}"#, 1000, nil),
        ] as [(Int, String, Int64?, String?)])
    func `a response gives a token, its end and its refresh token`(
        _ status: Int, _ body: String, _ expires: Int64?, _ refreshToken: String?
    ) async throws {
        try await StubServer.with(server([(status, body)], resource: .status(200))) { server in
            let authentication = authentication(client(server))
            #expect(await engine(authentication).send(RequestDraft(url: server.url)).isSuccess)
            #expect(authentication.token?.accessToken == "t")
            #expect(authentication.token?.expires == expires)
            #expect(authentication.token?.refreshToken == refreshToken)
        }
    }

    @Test func `a token in a form is read too`() async throws {
        let answer = StubBehaviour.status(
            200, headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: "access_token=a%2Bb&expires_in=7")
        try await StubServer.with(.routes(["/token": answer, "/": .status(200)])) { server in
            let authentication = authentication(client(server))
            #expect(await engine(authentication).send(RequestDraft(url: server.url)).isSuccess)
            #expect(server.received.last?.field("Authorization") == "Bearer a+b")
            #expect(authentication.token?.expires == 1007)
        }
    }

    @Test(arguments: [
        (400, #"{"error":"invalid_scope"}"#, ErrorCategory.clientError, "invalid_scope.", "scopes"),
        (
            401, #"{"error":"invalid_client","error_description":"who are you, s:cr%t?"}"#, .clientError,
            "invalid_client (who are you, [redacted]?).", "secret"
        ),
        (200, #"{"error":"bad_code"}"#, .api, "bad_code.", "settings"),
        (503, #"{"error":"temporarily_unavailable"}"#, .serverError, "temporarily_unavailable.", "Try again later"),
        (500, #"{"error":"oops"}"#, .serverError, "oops.", "Try again later"),
        (
            200, String(repeating: " ", count: 2 << 20), .tooLarge, "larger than the limit",
            "Check the token URL."
        ),
        (500, "oops", .serverError, "No access token: The server answered with status 500.", ""),
        (302, "", .unexpectedStatus, "No access token: The server answered with status 302", "not followed"),
        (200, "oops", .decoding, "neither JSON nor a form", "URL"), (200, "{}", .decoding, "no access_token", "URL"),
        (200, #"{"access_token":"t","token_type":"mac"}"#, .api, "of the type \"mac\"", "Bearer"),
        (200, #"{"access_token":"a\r\nb"}"#, .decoding, "no Bearer token may have", ""),
    ])
    func `a failure of the token endpoint ends the exchange and says why`(
        _ status: Int, _ body: String, _ category: ErrorCategory, _ sentence: String, _ hint: String
    ) async throws {
        try await StubServer.with(server([(status, body)])) { server in
            let exchange = await engine(authentication(client(server))).send(RequestDraft(url: server.url + "/x"))
            #expect(exchange.hops.isEmpty)
            let error = try #require(exchange.error)
            #expect(error.category == category)
            #expect(error.sentence.hasPrefix("No access token"))
            #expect(error.sentence.contains(sentence))
            #expect(error.hint.contains(hint))
            #expect(tokenRequests(server).count == server.received.count)
        }
    }

    @Test func `a token endpoint that cannot be reached keeps its category`() async throws {
        let client = OAuth2Client(tokenURL: "http://127.0.0.1:\(try closedPort())/", id: "i")
        let exchange = await engine(authentication(client)).send(RequestDraft(url: "http://127.0.0.1:1/"))
        #expect(exchange.error?.category == .connect)
        #expect(exchange.error?.underlying != nil)
        #expect(exchange.error?.sentence.hasPrefix("No access token: ") == true)
    }

    // MARK: When it is asked

    @Test func `a token serves until shortly before its end`() async throws {
        let answers = (1...3).map { (200, #"{"access_token":"good\#($0)","expires_in":100}"#) }
        try await StubServer.with(server(answers)) { server in
            let engine = engine(authentication(client(server)))
            for (wait, token) in [(0, "good1"), (69, "good1"), (1, "good2"), (500, "good3")] as [(Int64, String)] {
                seconds.advance(wait)
                #expect(await engine.send(RequestDraft(url: server.url + "/x")).isSuccess)
                #expect(server.received.last?.field("Authorization") == "Bearer \(token)")
            }
        }
    }

    @Test func `a token that lives shorter than the leeway is used for half of its life`() {
        let token = OAuth2Token(accessToken: "t", expires: 1010, obtained: 1000)
        #expect([1000, 1004, 1005, 1010].map { token.isFresh(at: $0, leeway: 30) } == [true, true, false, false])
        #expect(OAuth2Token(accessToken: "t", obtained: 0).isFresh(at: .max, leeway: 30))
        #expect(OAuth2Token(accessToken: "t", expires: .max, obtained: .min).isFresh(at: 0, leeway: 30))
    }

    @Test func `one token request serves all that wait, at first and after a 401`() async throws {
        let answers = [(200, #"{"access_token":"stale"}"#), (200, #"{"access_token":"good"}"#)]
        try await StubServer.with(server(answers)) { server in
            let authentication = authentication(client(server))
            let engine = engine(authentication)
            await withTaskGroup(of: Exchange.self) { group in
                for _ in 0..<20 { group.addTask { await engine.send(RequestDraft(url: server.url + "/x")) } }
                for await exchange in group { #expect(exchange.isSuccess) }
            }
            #expect(tokenRequests(server).count == 2)
            #expect(authentication.token?.accessToken == "good")
        }
    }

    @Test func `a failed token request fails all that wait for it, and who comes within a second`() async throws {
        let gate = StubBehaviour { request in
            request.target == "/token"
                ? [
                    .waitForRelease,
                    .send(StubBehaviour.response(400, body: Array(#"{"error":"invalid_client"}"#.utf8))),
                ]
                : [.send(StubBehaviour.response(200, body: []))]
        }
        try await StubServer.with(gate) { server in
            let engine = engine(authentication(client(server)))
            await withTaskGroup(of: Exchange.self) { group in
                for _ in 0..<10 {
                    group.addTask { await engine.send(RequestDraft(url: server.url + "/x")) }
                }
                _ = await server.requests(1)
                server.release()
                for await exchange in group {
                    #expect(exchange.error?.sentence.contains("invalid_client") == true)
                }
            }
            #expect(server.received.count == 1)
            seconds.advance(2)
            _ = await engine.send(RequestDraft(url: server.url + "/x"))
            #expect(server.received.count == 2)
        }
    }

    @Test func `a waiter that is cancelled does not take the token from the others`() async throws {
        let gate = StubBehaviour { request in
            request.target == "/token"
                ? [.waitForRelease, .send(StubBehaviour.response(200, body: Array(#"{"access_token":"t"}"#.utf8)))]
                : [.send(StubBehaviour.response(200, body: []))]
        }
        try await StubServer.with(gate) { server in
            let engine = engine(authentication(client(server)))
            let id = engine.makeID()
            async let first = engine.send(RequestDraft(url: server.url + "/x"), id: id)
            _ = await server.requests(1)
            async let second = engine.send(RequestDraft(url: server.url + "/y"))
            engine.cancel(id)
            #expect(await first.error?.category == .cancelled)
            server.release()
            #expect(await second.isSuccess)
            #expect(tokenRequests(server).count == 1)
        }
    }

    @Test func `a token request that was cancelled is made again at once`() async throws {
        let count = Mutex(0)
        let gate = StubBehaviour { request in
            guard request.target == "/token" else { return [.send(StubBehaviour.response(200, body: []))] }
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            let answer = StubStep.send(StubBehaviour.response(200, body: Array(#"{"access_token":"t"}"#.utf8)))
            return isFirst ? [.untilClosed] : [answer]
        }
        try await StubServer.with(gate) { server in
            let engine = engine(authentication(client(server)))
            async let first = engine.send(RequestDraft(url: server.url + "/x"))
            _ = await server.requests(1)
            engine.cancelAll()
            #expect(await first.error?.category == .cancelled)
            // The token request has ended too: no request waits for it any more.
            await server.marks(1)
            var exchange = await engine.send(RequestDraft(url: server.url + "/x"))
            // It may still have seen the end of the first.
            if exchange.error?.category == .cancelled {
                exchange = await engine.send(RequestDraft(url: server.url + "/x"))
            }
            #expect(exchange.isSuccess)
        }
    }

    @Test func `a token that does not help leaves the 401 after one retry`() async throws {
        let answers = (1...9).map { (200, #"{"access_token":"bad\#($0)"}"#) }
        try await StubServer.with(server(answers)) { server in
            let exchange = await engine(authentication(client(server))).send(RequestDraft(url: server.url + "/x"))
            #expect(exchange.error?.status == 401)
            #expect(exchange.hops.count == 2)
            #expect(tokenRequests(server).count == 2)
        }
    }

    // MARK: Refresh tokens

    @Test func `refresh tokens are kept, and replaced when the server rotates them`() async throws {
        let answers = [
            (200, #"{"access_token":"good1","expires_in":100,"refresh_token":"r1"}"#),
            (200, #"{"access_token":"good2","expires_in":100}"#),
            (200, #"{"access_token":"good3","expires_in":100,"refresh_token":"r2"}"#),
            (200, #"{"access_token":"good4","expires_in":100}"#),
        ]
        try await StubServer.with(server(answers)) { server in
            let engine = engine(authentication(client(server), .authorizationCode("c")))
            for _ in 0..<4 {
                #expect(await engine.send(RequestDraft(url: server.url + "/x")).isSuccess)
                seconds.advance(100)
            }
            #expect(
                tokenRequests(server).map { form($0)[1] }
                    == ["code=c", "refresh_token=r1", "refresh_token=r1", "refresh_token=r2"])
        }
    }

    @Test func `an empty refresh token is none: the last one is kept, or the grant is shown again`() async throws {
        let first = #"{"access_token":"good1","expires_in":100,"refresh_token":"r1"}"#
        let empty = #"{"access_token":"good2","expires_in":100,"refresh_token":"","id_token":"","error":""}"#
        let cases: [([(Int, String)], OAuth2Grant, [String])] = [
            (
                [(200, first), (200, empty)], .authorizationCode("c"),
                ["code=c", "refresh_token=r1", "refresh_token=r1"]
            ), ([(200, empty)], .password(user: "u", password: "pw"), ["username=u", "username=u", "username=u"]),
        ]
        for (answers, grant, shown) in cases {
            try await StubServer.with(server(answers)) { server in
                let authentication = authentication(client(server), grant)
                let engine = engine(authentication)
                for _ in 0..<3 {
                    #expect(await engine.send(RequestDraft(url: server.url + "/x")).isSuccess)
                    seconds.advance(100)
                }
                #expect(tokenRequests(server).map { form($0)[1] } == shown)
                #expect(authentication.token?.idToken == nil)
            }
        }
    }

    @Test func `after a refused refresh token the grant is shown again, if it can be`() async throws {
        let answers = [
            (200, #"{"access_token":"good1","expires_in":100,"refresh_token":"r1"}"#),
            (400, #"{"error":"invalid_grant"}"#), (200, #"{"access_token":"good2"}"#),
        ]
        try await StubServer.with(server(answers)) { server in
            let engine = engine(authentication(client(server), .password(user: "u", password: "pw")))
            _ = await engine.send(RequestDraft(url: server.url + "/x"))
            seconds.advance(200)
            #expect(await engine.send(RequestDraft(url: server.url + "/x")).isSuccess)
            #expect(
                tokenRequests(server).map { form($0)[0] }
                    == ["grant_type=password", "grant_type=refresh_token", "grant_type=password"])
        }
        try await StubServer.with(server(answers)) { server in
            let engine = engine(authentication(client(server), .authorizationCode("c")))
            _ = await engine.send(RequestDraft(url: server.url + "/x"))
            seconds.advance(200)
            let exchange = await engine.send(RequestDraft(url: server.url + "/x"))
            #expect(exchange.error?.sentence.contains("invalid_grant") == true)
            #expect(exchange.error?.hint.contains("sign in again") == true)
            #expect(tokenRequests(server).count == 2, "a code works once")
        }
        try await StubServer.with(server([(200, #"{"access_token":"good","expires_in":100}"#), answers[1]])) { server in
            let engine = engine(authentication(client(server), .refreshToken("r0")))
            #expect(await engine.send(RequestDraft(url: server.url + "/x")).isSuccess)
            seconds.advance(200)
            let exchange = await engine.send(RequestDraft(url: server.url + "/x"))
            #expect(exchange.error?.sentence.contains("invalid_grant") == true)
            #expect(tokenRequests(server).count == 2, "a refresh token that was refused is not shown again")
        }
    }

    @Test func `a spent code without a refresh token leaves the 401, and ends with a request to sign in`() async throws
    {
        let answer = [(200, #"{"access_token":"bad","expires_in":100}"#)]
        try await StubServer.with(server(answer)) { server in
            let engine = engine(authentication(client(server), .authorizationCode("c")))
            #expect(await engine.send(RequestDraft(url: server.url + "/x")).error?.status == 401)
            seconds.advance(200)
            let late = await engine.send(RequestDraft(url: server.url + "/x"))
            #expect(late.error?.category == .requestBuild)
            #expect(late.error?.hint == "Sign in again.")
            #expect(tokenRequests(server).count == 1)
        }
    }

    // MARK: Stores

    @Test func `a token outlives the program in a file that only its owner may read`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/token.json"
        try await StubServer.with(
            server([(200, #"{"access_token":"good","expires_in":100,"refresh_token":"r \" é","scope":"a b"}"#)])
        ) { server in
            for _ in 0..<3 {
                let authentication = authentication(client(server), store: OAuth2FileStore(path: path))
                #expect(await engine(authentication).send(RequestDraft(url: server.url + "/x")).isSuccess)
                #expect(authentication.token?.refreshToken == "r \" é")
                #expect(authentication.token?.scope == "a b")
                #expect(authentication.storeFailure == nil)
            }
            #expect(tokenRequests(server).count == 1)
            #expect(try folder.permissions("token.json") == 0o600)
            #expect(try folder.names() == ["token.json", "token.json.lock"])
            #expect(try folder.permissions("token.json.lock") == 0o600)
            let authentication = authentication(client(server), store: OAuth2FileStore(path: path))
            try await authentication.forget()
            #expect(try folder.names() == ["token.json.lock"])
        }
    }

    @Test func `a damaged token file is set aside and reported, and a new token asked for`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("{\"access_token\":", to: "token.json")
        try await StubServer.with(server([(200, #"{"access_token":"good"}"#)])) { server in
            let store = OAuth2FileStore(path: path)
            await #expect(throws: EngineError.self) { _ = try await store.load() }
            let damaged = try folder.read("token.json.damaged")
            #expect(damaged == "{\"access_token\":")
            let authentication = authentication(client(server), store: store)
            #expect(await engine(authentication).send(RequestDraft(url: server.url + "/x")).isSuccess)
            let text = try folder.read("token.json")
            #expect(text.contains("good"))
        }
    }

    @Test func `a token file without a version is read, and one of a newer version is left as it is`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(#"{"access_token":"old","obtained":1}"#, to: "token.json")
        let store = OAuth2FileStore(path: path)
        #expect(try await store.load()?.accessToken == "old")
        try await store.save(OAuth2Token(accessToken: "new", obtained: 1))
        #expect(try folder.read("token.json").contains(#""version":1"#))
        let newer = #"{"version":2,"tokens":["x"]}"#
        try folder.write(newer, to: "token.json")
        try await StubServer.with(server([(200, #"{"access_token":"good"}"#)])) { server in
            let error = await #expect(throws: EngineError.self) { _ = try await store.load() }
            #expect(error?.sentence.contains("was written by a newer version (format 2, this one knows 1)") == true)
            // A request is sent all the same, with a token that is not kept.
            let authentication = authentication(client(server), store: store)
            #expect(await engine(authentication).send(RequestDraft(url: server.url + "/x")).isSuccess)
        }
        #expect(try folder.read("token.json") == newer)
        #expect(try folder.names().contains("token.json.damaged") == false)
    }

    @Test func `a store that cannot be written stops no request`() async throws {
        let folder = try TemporaryFolder()
        try await StubServer.with(server([(200, #"{"access_token":"good"}"#)])) { server in
            let store = OAuth2FileStore(path: folder.path + "/none/token.json")
            let authentication = authentication(client(server), store: store)
            #expect(await engine(authentication).send(RequestDraft(url: server.url + "/x")).isSuccess)
            #expect(authentication.storeFailure?.category == .internal)
        }
    }

    @Test func `a refresh token that another process has used up is replaced by its successor`() async throws {
        let store = OAuth2MemoryStore(
            OAuth2Token(accessToken: "good1", refreshToken: "r1", expires: 1100, obtained: 1000))
        try await StubServer.with(server([(400, #"{"error":"invalid_grant"}"#)])) { server in
            let authentication = authentication(client(server), .authorizationCode("c"), store: store)
            let engine = engine(authentication)
            #expect(await engine.send(RequestDraft(url: server.url + "/x")).isSuccess)
            seconds.advance(100)
            try await store.save(
                OAuth2Token(accessToken: "good2", refreshToken: "r2", expires: 1300, obtained: 1100))
            #expect(await engine.send(RequestDraft(url: server.url + "/x")).isSuccess)
            #expect(server.received.last?.field("Authorization") == "Bearer good2")
            #expect(tokenRequests(server).map { form($0)[1] } == ["refresh_token=r1"])
        }
    }

    // MARK: No way round

    @Test func `the token request passes no interceptor and is reported as a separate exchange`() async throws {
        try await StubServer.with(server([(200, #"{"access_token":"good"}"#)])) { server in
            let engine = engine(
                authentication(client(server) { $0.authentication = .body }), Credential.apiKey("k", header: "X-Key"))
            let events = engine.events()
            #expect(await engine.send(RequestDraft(url: server.url + "/x")).isSuccess)
            #expect(server.received.map { $0.field("X-Key") } == [nil, "k"])
            #expect(tokenRequests(server).first?.field("Authorization") == nil)
            await engine.shutdown()
            var finished: Set<UInt64> = []
            for await event in events {
                if case .finished = event.step { finished.insert(event.id.rawValue) }
            }
            #expect(finished.count == 2)
        }
    }

    @Test func `a token does not cross to another origin`() async throws {
        try await StubServer.with(.status(200)) { other in
            try await StubServer.with(
                server([(200, #"{"access_token":"good"}"#)], resource: .redirect(307, to: other.url + "/there"))
            ) { server in
                let client = client(server)
                #expect(await engine(authentication(client)).send(RequestDraft(url: server.url + "/x")).isSuccess)
                #expect(server.received.last?.field("Authorization") == "Bearer good")
                #expect(other.received.first?.field("Authorization") == nil)
                let fixed = authentication(client, scope: .origins([other.url]))
                #expect(await engine(fixed).send(RequestDraft(url: server.url + "/x")).isSuccess)
                #expect(server.received.last { $0.target == "/x" }?.field("Authorization") == nil)
                #expect(other.received.last?.field("Authorization") == "Bearer good")
            }
        }
    }

    @Test func `nothing secret is printed`() {
        let client = OAuth2Client(tokenURL: "http://u:p@h/t?key=k", id: "i", secret: "s3cret")
        let grant = OAuth2Grant.password(user: "u", password: "s3cret")
        let token = OAuth2Token(accessToken: "s3cret", refreshToken: "s3cret", obtained: 1)
        let key = ProofKey(verifier: "s3cret")
        let text =
            "\(client) \(grant) \(token) \(key)"
            + ([client, grant, token, key] as [any Sendable]).map { String(reflecting: $0) }.joined()
        #expect(!text.contains("s3cret") && !text.contains("u:p@"))
    }
}
