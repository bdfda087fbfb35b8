import NetEngineTesting
import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// What the responses of a token endpoint mean, in words, and what is asked of it.
@Suite struct OAuth2WordsTests {
    private static let client = OAuth2Client(tokenURL: "https://h.test/token", id: "me")

    private static func exchange(_ status: Int, _ body: String, form: Bool = false) -> Exchange {
        let type = form ? "application/x-www-form-urlencoded" : "application/json"
        let response = ExchangeFixtures.response(
            status: status, headers: [HeaderField("Content-Type", type)], body: Array(body.utf8))
        return Exchange(
            id: ExchangeFixtures.id(1), draft: RequestDraft(url: "https://h.test/token"),
            startedAt: ExchangeFixtures.start, hops: [ExchangeFixtures.hop(response: response)],
            timings: PhaseTimings(), error: EngineError.status(status))
    }

    /// Status and body; the token with its end, or category, sentence and hint.
    private static let responses: FilledTable = #"""
        200 | {"access_token":"t"} -> t ends nil
        200 | {"access_token":"!~","token_type":"BEARER","expires_in":0} -> !~ ends 1000
        200 | {"access_token":"t","expires_in":4294967297} -> t ends 4294968296
        200 | {} -> decoding: No access token from h.test:443: the response has no access_token. Check the token URL.
        200 | {"access_token":""} -> decoding: No access token from h.test:443: the response has no access_token. Check the token URL.
        200 | x -> decoding: No access token from h.test:443: the response is neither JSON nor a form. Check the token URL.
        200 | {"access_token":"t","token_type":"mac"} -> api: No access token from h.test:443: it gave a token of the type "mac". Only Bearer tokens can be sent (RFC 6750).
        200 | {"access_token":"a b"} -> decoding: No access token from h.test:443: its access_token holds characters that no Bearer token may have (RFC 6750). Ask who runs the server.
        200 | {"error":"invalid_grant"} -> api: No access token from h.test:443: invalid_grant. What was shown has expired, was revoked or was used before: sign in again.
        400 | {"error":"invalid_client","error_description":"no secret"} -> client-error: No access token from h.test:443: invalid_client (no secret). Check the id and the secret of the client, and how they are sent.
        400 | {"error":"unauthorized_client"} -> client-error: No access token from h.test:443: unauthorized_client. Allow the grant client_credentials for this client at the server, or use another one.
        400 | {"error":"unsupported_grant_type"} -> client-error: No access token from h.test:443: unsupported_grant_type. Allow the grant client_credentials for this client at the server, or use another one.
        400 | {"error":"invalid_scope"} -> client-error: No access token from h.test:443: invalid_scope. Check the scopes and the audience that are asked for.
        400 | {"error":"invalid_target"} -> client-error: No access token from h.test:443: invalid_target. Check the scopes and the audience that are asked for.
        400 | {"error":"server_error"} -> client-error: No access token from h.test:443: server_error. Try again later, or look at the logs of the server.
        503 | {"error":"temporarily_unavailable"} -> server-error: No access token from h.test:443: temporarily_unavailable. Try again later, or look at the logs of the server.
        400 | {"error":"odd"} -> client-error: No access token from h.test:443: odd. Look at the settings of the client and of the token endpoint.
        500 | {"error":"odd"} -> server-error: No access token from h.test:443: odd. Try again later, or look at the logs of the server.
        404 | x -> client-error: No access token: The server answered with status 404. Look at the body of the response for the reason.
        302 | x -> unexpected-status: No access token: The server answered with status 302, which is not a success. Check the token URL; a redirect from there is not followed.
        """#

    private static func words(_ failure: OAuth2TokenRequest.Failure) -> String {
        "\(failure.error.category.rawValue): \(failure.error.description)"
    }

    @Test func `a response of the token endpoint gives a token, or says why not`() {
        let request = OAuth2TokenRequest(client: Self.client, grant: .clientCredentials)
        let text = Self.responses.filled { row in
            let columns = row.columns
            do throws(OAuth2TokenRequest.Failure) {
                let token = try request.token(from: Self.exchange(Int(columns[0]) ?? 0, columns[1]), now: 1000)
                return "\(token.accessToken) ends \(token.expires.map { "\($0)" } ?? "nil")"
            } catch { return Self.words(error) }
        }
        #expect(text == Self.responses.text)
    }

    /// How the first request for a token fails.
    @Test(arguments: [
        (EngineError(.dns, "x"), true), (EngineError(.offline, "x"), true), (EngineError(.tls, "x"), true),
        (EngineError(.connect, "x"), true), (EngineError(.connect, "x", isConnectionLoss: true), false),
        (EngineError(.timeout, "x"), false), (EngineError(.protocol, "x"), false),
    ]) func `a code is shown again if no server can have seen it`(_ failure: EngineError, _ isAgain: Bool) async {
        let stub = StubTransport()
            .on("https://h.test/x", .status(200))
            .on("https://h.test/token", .failure(failure), .json(#"{"access_token":"t"}"#))
        let now = Mutex<Int64>(1000)
        var configuration = EngineConfiguration(stub: stub)
        configuration.interceptors = [
            OAuth2Authentication(
                client: Self.client, grant: .authorizationCode("c"), now: { now.withLock { $0 } })
        ]
        let engine = Engine(configuration: configuration)
        let first = await engine.send(RequestDraft(url: "https://h.test/x"))
        #expect(first.error?.category == failure.category)
        now.withLock { $0 += 2 }
        let second = await engine.send(RequestDraft(url: "https://h.test/x"))
        #expect(second.isSuccess == isAgain, "\(second.error?.sentence ?? "-")")
    }

    @Test func `a refusal does not repeat what was shown, and is cut at two hundred characters`() {
        var client = Self.client
        client.secret = "s3cr3t!"
        let grant = OAuth2Grant.password(user: "user", password: "pa55word")
        let request = OAuth2TokenRequest(client: client, grant: grant)
        func sentence(_ description: String) -> String {
            let body = #"{"error":"x","error_description":"\#(description)"}"#
            do throws(OAuth2TokenRequest.Failure) {
                _ = try request.token(from: Self.exchange(400, body), now: 0)
                return "a token"
            } catch { return error.error.sentence }
        }
        let refused = sentence("s3cr3t! of pa55word")
        #expect(!refused.contains("s3cr3t!") && !refused.contains("pa55word") && refused.contains(" of "))
        let long = String(repeating: "a", count: 200)
        #expect(sentence(long) == "No access token from h.test:443: x (\(long)).")
        #expect(sentence(long + "a") == "No access token from h.test:443: x (\(long)…).")
    }

    private static let codes: FilledTable = #"""
        {"device_code":"d","user_code":"u","verification_uri":"v"} -> u at v, ends 1600, 5.0 seconds
        {"device_code":"d","user_code":"u","verification_url":"v","interval":1,"expires_in":60} -> u at v, ends 1060, 1.0 seconds
        {"device_code":"d","user_code":"u","verification_uri":"v","interval":0,"expires_in":-1} -> u at v, ends 1000, 1.0 seconds
        {"device_code":"d","user_code":"u","verification_uri":"v","interval":301,"expires_in":86401} -> u at v, ends 87400, 300.0 seconds
        {"device_code":"d","user_code":"u"} -> decoding: No access token from h.test:443: the response has no device_code, user_code and verification_uri. Check the URL of the device authorization endpoint.
        {"error":"invalid_scope"} -> api: No access token from h.test:443: invalid_scope. Check the scopes and the audience that are asked for.
        """#

    @Test func `a code for a device has its limits`() {
        let request = OAuth2TokenRequest(client: Self.client, grant: .clientCredentials)
        let text = Self.codes.filled { row in
            do throws(OAuth2TokenRequest.Failure) {
                let code = try request.deviceCode(from: Self.exchange(200, row), now: 1000)
                return "\(code.userCode) at \(code.verificationURI), ends \(code.expires), \(code.interval)"
            } catch { return Self.words(error) }
        }
        #expect(text == Self.codes.text)
    }

    /// The endpoint, and what is between it and the parameters.
    private static let endpoints: FilledTable = """
        https://x/a -> https://x/a?response_type=code
        https://x/a? -> https://x/a?response_type=code
        https://x/a?b -> https://x/a?b&response_type=code
        https://x/a?b& -> https://x/a?b&response_type=code
        """

    @Test func `a sign-in adds to the query that its endpoint has`() {
        let text = Self.endpoints.filled { row in
            let signIn = OAuth2Authorization(
                endpoint: row, client: Self.client, redirectURI: "r", proofKey: nil, state: "s")
            return signIn.url.firstRange(of: "&client_id").map { String(signIn.url[..<$0.lowerBound]) }
        }
        #expect(text == Self.endpoints.text)
        let plain = OAuth2Authorization(
            endpoint: "https://x/a", client: Self.client, redirectURI: "r", proofKey: nil, state: "s")
        #expect(plain.url == "https://x/a?response_type=code&client_id=me&redirect_uri=r&state=s")
        #expect("\(plain)" == "OAuth2Authorization(https://x/a)")
    }

    private static let returns: FilledTable = """
        /?code=c -> What the browser returned does not belong to this sign-in.
        /?code=c&state=S -> What the browser returned does not belong to this sign-in.
        /?code=&state=s -> The browser came back without a code.
        /?error=denied&state=s&code=c -> The sign-in was refused: "denied".
        /?error=denied&state=s&error_description=No+way. -> The sign-in was refused: "denied": No way.
        /?code=c&code=d&state=s -> c
        """

    @Test func `what a browser brings back is a code of this sign-in, or says why not`() {
        let signIn = OAuth2Authorization(
            endpoint: "https://x/a", client: Self.client, redirectURI: "r", proofKey: nil, state: "s")
        let text = Self.returns.filled { row in
            try signIn.grant(from: row).parameters.first { $0.name == "code" }?.value
        }
        #expect(text == Self.returns.text)
        let long = String(repeating: "a", count: 201)
        let error = #expect(throws: EngineError.self) {
            try signIn.grant(from: "/?state=s&error=x&error_description=\(long)")
        }
        #expect(error?.sentence == "The sign-in was refused: \"x\": \(long.dropLast())….")
    }

    /// End, when it came, now and the leeway.
    private static let tokens: FilledTable = """
        100 | 0 | 69 | 30 -> true
        100 | 0 | 70 | 30 -> false
        20 | 0 | 9 | 30 -> true
        20 | 0 | 10 | 30 -> false
        60 | 0 | 29 | 30 -> true
        60 | 0 | 30 | 30 -> false
        50 | 60 | 49 | 30 -> true
        50 | 60 | 50 | 30 -> false
        9223372036854775807 | -9223372036854775808 | 0 | 30 -> true
        """

    @Test func `a token is used until its leeway, or for half of its life`() {
        let text = Self.tokens.filled { row in
            let numbers = row.columns.map { Int64($0) ?? 0 }
            let token = OAuth2Token(accessToken: "t", expires: numbers[0], obtained: numbers[1])
            return "\(token.isFresh(at: numbers[2], leeway: numbers[3]))"
        }
        #expect(text == Self.tokens.text)
        #expect(OAuth2Token(accessToken: "t", obtained: 0).isFresh(at: .max, leeway: 30))
    }

    @Test func `a token endpoint is asked with limits of its own`() {
        let options = Self.client.options
        #expect(options.timeouts.total == .seconds(30) && options.timeouts.connect == .seconds(10))
        #expect(options.maxBodyBytes == 1_048_576 && !options.followRedirects && options.cacheMode == .noStore)
        #expect(Self.client.authentication == .header && Self.client.secret == nil && Self.client.scopes.isEmpty)
        #expect(OAuth2Client.Authentication.allCases.map(\.rawValue) == ["client_secret_basic", "client_secret_post"])
    }

    @Test func `up to five kinds of logins are named, each once and none at length`() {
        func hint(_ challenges: String...) -> String? {
            AuthenticationChallenge.hint(HeaderFields(challenges.map { HeaderField("WWW-Authenticate", $0) }))
        }
        #expect(hint("A, B, A, C", "D", "E, F") == "It asks for a login by A or B or C or D or E (WWW-Authenticate).")
        let long = String(repeating: "x", count: 20)
        #expect(hint(long + "y") == "It asks for a login by \(long) (WWW-Authenticate).")
        #expect(hint() == nil && hint("") == nil)
    }

    @Test(arguments: [1, 0, -3]) func `at least one request may be sent at once`(_ burst: Int) async throws {
        let clock = ManualClock()
        let limit = RateLimit(perSecond: 4, burst: burst, clock: clock)
        for _ in 0..<3 {
            _ = try await limit.adapt(RequestDraft(url: "https://h.test/"), context: Self.context("https://h.test/"))
        }
        #expect(clock.sleeps == [.milliseconds(250), .milliseconds(250)])
    }

    @Test func `as many requests as there are may be sent at once, however slow the rate is`() async throws {
        let clock = ManualClock()
        let limit = RateLimit(perSecond: 0.000_001, burst: .max, clock: clock)
        for _ in 0..<3 {
            _ = try await limit.adapt(RequestDraft(url: "https://h.test/"), context: Self.context("https://h.test/"))
        }
        #expect(clock.sleeps == [])
    }

    @Test(arguments: [0, -1, .nan]) func `a rate that is none is the slowest one`(_ perSecond: Double) async throws {
        let clock = ManualClock()
        let limit = RateLimit(perSecond: perSecond, clock: clock)
        for _ in 0..<2 {
            _ = try await limit.adapt(RequestDraft(url: "https://h.test/"), context: Self.context("https://h.test/"))
        }
        #expect(clock.sleeps.map { ($0 / .seconds(1)).rounded() } == [1_000_000])
    }

    // MARK: Credentials

    private static func context(_ url: String, first: String = "https://h.test/") throws -> InterceptorContext {
        InterceptorContext(
            id: ExchangeFixtures.id(1), traceID: "t", url: try HTTPURL.parse(url), firstURL: try HTTPURL.parse(first),
            cause: .first)
    }

    @Test func `a key in the query is added where no item has its name`() async throws {
        let key = Credential.apiKey("a&b", query: "my key")
        func sent(_ url: String) async throws -> String {
            try await key.adapt(RequestDraft(url: url), context: Self.context("https://h.test/")).url
        }
        #expect(try await sent("https://h.test/x") == "https://h.test/x?my%20key=a%26b")
        #expect(try await sent("https://h.test/x?") == "https://h.test/x?my%20key=a%26b")
        #expect(try await sent("https://h.test/x?my%20keys=1") == "https://h.test/x?my%20keys=1&my%20key=a%26b")
        #expect(try await sent("https://h.test/x?y=1&my%20key") == "https://h.test/x?y=1&my%20key")
        #expect(try await sent("https://h.test/x?my%20key=1") == "https://h.test/x?my%20key=1")
        #expect(try await sent("https://h.test/x?my+key=1") == "https://h.test/x?my+key=1")
        #expect(try await sent("https://h.test/x?%6dy%20key") == "https://h.test/x?%6dy%20key")
    }

    @Test func `a scope covers its origins, or the first one`() throws {
        let fixed = CredentialScope.origins(["https://api.test:443/any?x", "http://b.test:81", "not a url"])
        let urls = [
            "https://api.test/y", "http://api.test/", "https://api.test:444/", "http://b.test:81/", "http://b.test/",
        ]
        #expect(try urls.map { fixed.covers(try Self.context($0)) } == [true, false, false, true, false])
        let first = ["https://h.test/z", "http://h.test/", "https://other.test/"]
        #expect(try first.map { CredentialScope.firstOrigin.covers(try Self.context($0)) } == [true, false, false])
        #expect(fixed.isFixed && !CredentialScope.firstOrigin.isFixed)
    }

    @Test func `credentials are fields of their own origin`() async throws {
        let context = try Self.context("https://h.test/")
        func field(_ credential: Credential, _ headers: HeaderFields = []) async throws -> String {
            let draft = RequestDraft(url: "https://h.test/", headers: headers)
            return try await credential.adapt(draft, context: context).headers.map {
                "\($0.name): \($0.value) (\($0.origin.rawValue))"
            }.joined(separator: ", ")
        }
        #expect(try await field(.bearer("t")) == "Authorization: Bearer t (auth)")
        #expect(try await field(.basic(user: "ü", password: ":")) == "Authorization: Basic w7w6Og== (auth)")
        #expect(try await field(.apiKey("k", header: "X-Key")) == "X-Key: k (auth)")
        let typed: HeaderFields = [HeaderField("x-key", "mine")]
        #expect(try await field(.apiKey("k", header: "X-Key"), typed) == "x-key: mine (typed)")
    }
}
