import Logging
import NetEngineSwiftLog
import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// What sinks write, and what none of them ever writes.
@Suite(.timeLimit(.minutes(5))) struct LoggingTests {
    /// Everything that the shipped sinks write while `body` uses an engine.
    private func logged(
        redaction: Redaction = Redaction(), bodyLimit: Int = 10_000, interceptors: [any Interceptor] = [],
        _ body: (Engine) async throws -> Void
    ) async throws -> [String: String] {
        let texts = LoggedTexts()
        let engine = Engine(configuration: EngineConfiguration(interceptors: interceptors))
        let sinks: [any LogSink] = [
            ConsoleSink(.pretty, output: texts.output("pretty")), ConsoleSink(.oneLine, output: texts.output("one")),
            ConsoleSink(.curl, output: texts.output("curl")), JSONLinesSink(texts.output("json")),
            SwiftLogSink(
                Logger(label: "test") { _ in
                    var handler = LineHandler(output: texts.output("swift-log"))
                    handler.logLevel = .trace
                    return handler
                }),
        ]
        let log = engine.log(to: sinks, redaction: redaction, bodyLimit: bodyLimit)
        try await body(engine)
        await engine.shutdown()
        await log.finished()
        return texts.all
    }

    @Test func `each sink writes an exchange in its own format`() async throws {
        try await StubServer.with(.status(201, headers: [("X-A", "b")], body: "made")) { server in
            let draft = RequestDraft(
                method: "POST", url: server.url + "/x?a=it's", headers: [HeaderField("X-Empty", "")],
                body: .bytes(Array("hi".utf8)))
            let texts = try await logged { _ = await $0.send(draft) }
            let url = "\(server.url)/x?a=it's"
            let one = try #require(texts["one"])
            #expect(one.contains(" POST \(url) 201 ") && one.hasSuffix(" ms 4 bytes\n"))
            let curl = try #require(texts["curl"]?.split(separator: "\n").last)
            #expect(curl.hasPrefix("curl -X POST '\(server.url)/x?a=it'\\''s' -H 'User-Agent: NetEngine/1.0'"))
            #expect(curl.hasSuffix("-H 'X-Empty;' --data-binary hi"))
            let pretty = try #require(texts["pretty"])
            for line in ["> POST \(url)", "> X-Empty: ", "> hi", "< HTTP/1.1 201", "< X-A: b", "< made"] {
                #expect(pretty.contains("\n\(line)\n"), "\(line)")
            }
            let json = try #require(texts["json"]?.split(separator: "\n"))
            #expect(json.allSatisfy { JSONSearch.firstError(in: Array($0.utf8)) == nil })
            #expect(json.first?.contains("\"event\":\"queued\",\"method\":\"POST\",\"url\":\"\(url)\"") == true)
            #expect(json.last?.contains("\"status\":201") == true)
            #expect(json.last?.contains("[\"X-A\",\"b\"]") == true)
            let swiftLog = try #require(texts["swift-log"])
            #expect(swiftLog.contains("info request finished"))
            #expect(swiftLog.contains("trace request-sent"))
            #expect(swiftLog.split(separator: "\n").count { $0.contains("finished") } == 1, "\(swiftLog)")
        }
    }

    @Test func `a failure is reported with category, phase and code`() async throws {
        let port = try closedPort()
        let texts = try await logged { _ = await $0.send(RequestDraft(url: "http://127.0.0.1:\(port)/")) }
        #expect(texts["one"]?.contains("connect: ") == true)
        #expect(texts["json"]?.contains("\"category\":\"connect\"") == true)
        #expect(texts["swift-log"]?.contains("warning request failed") == true)
        #expect(texts["pretty"]?.contains("\n! connect") == true)
    }

    @Test func `no bodies unless asked for, and no more of them than asked`() async throws {
        try await StubServer.with(.status(200, body: "oolong leaves")) { server in
            let none = try await logged(bodyLimit: 0) { _ = await $0.send(RequestDraft(url: server.url)) }
            #expect(none.values.allSatisfy { !$0.contains("oolo") })
            let some = try await logged(bodyLimit: 4) { _ = await $0.send(RequestDraft(url: server.url)) }
            #expect(some["pretty"]?.contains("< oolo…\n") == true)
        }
    }

    @Test func `a response cannot move the cursor`() async throws {
        let head = "HTTP/1.1 200 OK\r\nX-A: \u{1b}[2J\u{9b}1m\u{202e}\r\nContent-Length: 5\r\n\r\n\u{1b}[2J\u{7}"
        try await StubServer.with(.raw(head)) { server in
            let texts = try await logged { _ = await $0.send(RequestDraft(url: server.url)) }
            for (name, text) in texts where name != "swift-log" {
                #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
            }
            #expect(texts["pretty"]?.contains("\\u{1b}[2J") == true)
        }
    }

    private func encoded(_ text: String) -> String {
        text.utf8.map {
            URLEncoding.isUnreserved($0)
                ? String(Unicode.Scalar($0)) : "%" + String(Int($0) + 256, radix: 16).dropFirst()
        }
        .joined()
    }

    private func expectNone(of secrets: [String], in texts: [String: String]) {
        for (sink, text) in texts {
            for secret in secrets {
                for form in [secret, encoded(secret), JSONWriter.escaped(secret), Base64.encode(Array(secret.utf8))] {
                    #expect(!text.contains(form), "\(sink) shows \(form)")
                }
            }
        }
    }

    /// Secrets of any characters, in every place where a caller can put one, with servers that send them back.
    @Test(.longComputation, arguments: 0..<40)
    func `no secret given to the engine appears in any sink`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let bearer = random.secret(plain: true)
        let cookie = random.secret(plain: true)
        let apiKey = random.secret(plain: true)
        let custom = random.secret(plain: true)
        let login = random.secret(plain: false)
        let query = random.secret(plain: false)
        let json = random.secret(plain: false)
        let path = random.secret(plain: false)
        let form = random.secret(plain: false)
        let configured = random.secret(plain: false)
        let setCookie = random.secret(plain: true)
        let secrets = [bearer, cookie, apiKey, custom, login, query, json, path, form, configured, setCookie]
        // The server knows every secret that it was sent so far, by whatever request.
        let given = Mutex(Set(secrets).subtracting([form]))

        // It echoes them in the body, in header fields, in a redirect, and in a failing status.
        let echo: StubBehaviour = StubBehaviour { request in
            let headers = [("Set-Cookie", "sid=\(setCookie); Path=/"), ("X-Echo", "\(bearer) \(cookie) \(apiKey)")]
            if request.target.hasPrefix("/again") {
                let all = given.withLock { $0.sorted().joined(separator: " ") }
                let echo = request.head + request.body + Array(all.utf8)
                return [.send(StubBehaviour.response(500, headers: headers, body: echo))]
            }
            let target = "/again?x=\(URLEncoding.query(Array(query.utf8)))&y=\(bearer)"
            return [.send(StubBehaviour.response(307, headers: headers + [("Location", target)], body: []))]
        }
        let redaction = Redaction(
            names: ["X-Custom"], jsonPaths: ["$.cards[*].number", "$..deep"], secrets: [configured])
        try await StubServer.with(echo) { server in
            let base = "127.0.0.1:\(server.port)"
            let url = "http://user:\(encoded(login))@\(base)/a?api_key=\(encoded(query))&q=\(encoded(configured))"
            let headers: HeaderFields = [
                HeaderField("authorization", "Bearer \(bearer)"), HeaderField("Cookie", "a=\(cookie); b=2"),
                HeaderField("X-Api-Key", apiKey), HeaderField("x-custom", custom),
                HeaderField("Proxy-Authorization", "Basic \(Base64.encode(Array("u:\(login)".utf8)))"),
            ]
            let body =
                #"{"password":\#(JSONWriter.quoted(json)),"cards":[{"number":\#(JSONWriter.quoted(path))}],"#
                + #""a":{"b":[{"deep":{"x":\#(JSONWriter.quoted(path))}}]},"note":\#(JSONWriter.quoted(configured))}"#
            let formBody = "note=1&secret_word=\(encoded(form))"
            let texts = try await logged(redaction: redaction) { engine in
                var draft = RequestDraft(method: "POST", url: url, headers: headers, body: .bytes(Array(body.utf8)))
                draft.headers.append(HeaderField("Content-Type", "application/json"))
                _ = await engine.send(draft)
                draft.headers.remove("Content-Type")
                draft.headers.append(HeaderField("Content-Type", "application/x-www-form-urlencoded"))
                draft.body = .bytes(Array(formBody.utf8))
                given.withLock { _ = $0.insert(form) }
                _ = await engine.send(draft)
                // A request that cannot be sent is logged too.
                draft.url = "http://user:\(login)@\(base)/?token=\(encoded(query))"
                _ = await engine.send(draft)
                draft.url = "ftp://user:\(encoded(login))@\(base)/?token=\(encoded(query))"
                _ = await engine.send(draft)
            }
            expectNone(of: secrets, in: texts)
            #expect(texts.count == 5)
            #expect(texts["json"]?.contains(Redaction.mark) == true)
        }
    }

    /// What an interceptor adds to a request, and what a token endpoint receives and sends.
    @Test(.longComputation, arguments: 0..<20)
    func `no secret of an interceptor appears in any sink`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let access = random.secret(plain: true)
        let renewed = random.secret(plain: true)
        let refresh = random.secret(plain: false)
        let clientSecret = random.secret(plain: false)
        let password = random.secret(plain: false)
        let queryKey = random.secret(plain: false)
        let headerKey = random.secret(plain: true)
        let session = random.secret(plain: true)
        let verifier = random.secret(plain: true)
        let cookie = random.secret(plain: true)
        let secrets = [
            access, renewed, refresh, clientSecret, password, queryKey, headerKey, session, verifier, cookie,
        ]
        // The server knows every secret that it was sent so far, by whatever request, and those that it sent itself.
        let given = Mutex<Set<String>>([queryKey, headerKey, session, cookie])
        let tokenRequests = Mutex(0)
        let server = StubBehaviour { request in
            if request.target == "/token" {
                let count = tokenRequests.withLock { count in
                    count += 1
                    return count
                }
                given.withLock {
                    $0.formUnion([clientSecret, password, refresh, count == 1 ? access : renewed])
                    if !seed.isMultiple(of: 3) { $0.insert(verifier) }
                }
                // The third is refused, and everything it sent is echoed.
                let body =
                    count == 3
                    ? #"{"error":"invalid_client","error_description":\#(JSONWriter.quoted(clientSecret + access))}"#
                    : #"{"access_token":"\#(count == 1 ? access : renewed)","token_type":"Bearer","#
                        + #""refresh_token":\#(JSONWriter.quoted(refresh)),"scope":"a"}"#
                return [.send(StubBehaviour.response(count == 3 ? 401 : 200, body: Array(body.utf8)))]
            }
            let all = given.withLock { $0.sorted().joined(separator: " ") }
            let headers = [("Set-Cookie", "sid=\(cookie)"), ("X-Echo", "\(session) \(headerKey)")]
            if request.target.hasPrefix("/again") {
                return [.send(StubBehaviour.response(500, headers: headers, body: request.head + Array(all.utf8)))]
            }
            if request.field("Authorization") == "Bearer \(access)" {
                return [.send(StubBehaviour.response(401, headers: headers, body: request.head))]
            }
            let location = "/again?x=\(URLEncoding.query(Array(queryKey.utf8)))"
            return [.send(StubBehaviour.response(307, headers: headers + [("Location", location)], body: []))]
        }
        try await StubServer.with(server) { server in
            let client = OAuth2Client(
                tokenURL: server.url + "/token", id: "client", secret: clientSecret,
                authentication: seed.isMultiple(of: 2) ? .header : .body)
            let grant =
                seed.isMultiple(of: 3)
                ? OAuth2Grant.password(user: "u", password: password)
                : .authorizationCode(password, verifier: verifier)
            let oauth = OAuth2Authentication(client: client, grant: grant)
            let refused = OAuth2Authentication(client: client, grant: grant)
            let shared: [any Interceptor] = [
                Credential.apiKey(queryKey, query: "key"), Credential.apiKey(headerKey, header: "X-Shop-Token"),
                CookieJar(),
            ]
            let signature = AWSSignature(
                credentials: AWSCredentials(accessKeyID: "AK", secretAccessKey: "never sent", sessionToken: session),
                region: "r", service: "s")
            // A single log, because later exchanges may show what an earlier one revealed; so all requests use one
            // engine.
            let byPath = ByPath(routes: ["/oauth": oauth, "/refused": refused, "/aws": signature])
            let texts = try await logged(interceptors: shared + [byPath]) { engine in
                for path in ["/aws", "/oauth", "/refused", "/oauth"] {
                    let exchange = await engine.send(RequestDraft(url: server.url + path))
                    #expect(exchange.error != nil)
                }
            }
            #expect(tokenRequests.withLock { $0 } == 3)
            expectNone(of: secrets, in: texts)
            #expect(texts.count == 5)
        }
    }

    @Test func `a key in the query is hidden in every line of every sink, redirects and retries included`() async throws
    {
        let key = "k3y-in-the-query"
        let server = StubBehaviour.sequence(
            .redirect(to: "/b?token=s3cret-of-server"), .status(503), .redirect(307, to: "/c"), .status(200))
        try await StubServer.with(server) { server in
            let texts = try await logged(interceptors: [Credential.apiKey(key, query: "api_key")]) { engine in
                let exchange = await engine.send(
                    RequestDraft(
                        url: server.url + "/a?signature=typed-secret",
                        options: RequestOptions(retry: RetryPolicy(maxRetries: 1, backoff: Backoff(base: .zero)))))
                #expect(exchange.isSuccess)
            }
            #expect(server.received.map { $0.target.contains("api_key=\(key)") } == [true, true, true, true])
            let json = try #require(texts["json"]).split(separator: "\n")
            #expect(json.count { $0.contains("\"event\":\"hop-started\"") } == 4)
            #expect(json.count { $0.contains("\"event\":\"redirected\"") } == 2)
            #expect(json.last?.contains("/a?signature=[redacted]&api_key=[redacted]") == true)
            expectNone(of: [key, "s3cret-of-server", "typed-secret"], in: texts)
        }
    }

    @Test func `the login of a proxy is hidden`() async throws {
        let port = try closedPort()
        let texts = try await logged { engine in
            _ = await engine.send(
                RequestDraft(
                    url: "http://127.0.0.1:\(port)/",
                    options: RequestOptions(proxy: .url("http://user:proxy-p4ssword@127.0.0.1:\(port)"))))
        }
        expectNone(of: ["proxy-p4ssword"], in: texts)
    }

    @Test func `a password with colons is one secret, in whatever way the login is given`() {
        let login = "user:ab:c:de"
        let fields = [" ", "\t"].map { HeaderField("Authorization", "Basic\($0)\(Base64.encode(Array(login.utf8)))") }
        let drafts = [
            RequestDraft(url: "http://h/", options: RequestOptions(proxy: .url("http://\(login)@p.test"))),
            RequestDraft(url: "http://\(login)@h/"), RequestDraft(url: "http://h/", headers: [fields[0]]),
            RequestDraft(url: "http://h/", headers: [fields[1]]),
        ]
        for draft in drafts {
            let redactor = Redactor(Redaction(), learningFrom: ExchangeFixtures.exchange(draft: draft, hops: []))
            #expect(redactor.scrub("it is ab:c:de") == "it is \(Redaction.mark)", "\(draft.url)")
        }
    }

    @Test(arguments: [
        ("grant_type=authorization_code&code=SECRET&redirect_uri=app&code_verifier=SECRET", true),
        ("grant_type=refresh_token&refresh_token=SECRET&client_id=c&client_secret=SECRET", true),
        ("grant_type=password&username=me&password=SECRET&scope=a", true),
        ("client_assertion_type=jwt&client_assertion=SECRET&assertion=SECRET&device_code=SECRET", true),
        (#"{"access_token":"SECRET","token_type":"Bearer","refresh_token":"SECRET","id_token":"SECRET"}"#, false),
        (#"{"device_code":"SECRET","user_code":"SECRET","interval":5}"#, false),
    ])
    func `requests for tokens and their responses are logged without secrets`(_ body: String, _ isForm: Bool) {
        let type = isForm ? "application/x-www-form-urlencoded" : "application/json"
        let shown = Redactor(Redaction()).shown(body: Array(body.utf8), type: ContentType(type), limit: 1000)
        let mark = isForm ? Redaction.mark : "\"\(Redaction.mark)\""
        #expect(shown == body.replacing(isForm ? "SECRET" : "\"SECRET\"", with: mark))
    }

    @Test(.longComputation)
    func `a secret is hidden in later exchanges too, where it is not likely to be a common word`() {
        var memory = SecretMemory()
        memory.remember(["longer-secret", "short"])
        let redactor = Redactor(Redaction(), remembering: memory)
        #expect(
            redactor.scrub("a longer-secret, a short one, longer%2Dsecret")
                == "a [redacted], a short one, longer%2Dsecret")
        for number in 0..<3000 { memory.remember(["secret-number-\(number)"]) }
        let later = Redactor(Redaction(), remembering: memory)
        #expect(later.scrub("secret-number-2999 longer-secret") == "[redacted] longer-secret")
    }

    @Test func `what the cache decided is logged without a secret`() {
        var memory = SecretMemory()
        var redaction = Redaction()
        redaction.secrets = ["s3cret-method"]
        let decision = CacheDecision(
            outcome: .bypass, reason: .method("s3cret-method"), mode: .default, key: CacheKey(text: "http://h/"))
        let event = EngineEvent(
            id: ExchangeID(rawValue: 1), at: .now, elapsed: .zero, step: .cacheDecided(decision))
        let record = LogRecord(event, redaction, bodyLimit: 0, memory: &memory)
        guard case .cacheDecided(let outcome, let phrase) = record.event else {
            Issue.record("\(record.event)")
            return
        }
        #expect(outcome == .bypass && phrase == "method \(Redaction.mark)")
    }

    /// Calls the interceptor for a path.
    private struct ByPath: Interceptor {
        let routes: [String: any Interceptor]

        func adapt(
            _ request: RequestDraft, context: InterceptorContext
        ) async throws(EngineError) -> RequestDraft {
            guard let one = routes[context.firstURL.path] else { return request }
            return try await one.adapt(request, context: context)
        }
        func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
            await routes[context.firstURL.path]?.recover(from: outcome, context: context) ?? .pass
        }
    }

    @Test func `values in JSON and forms are hidden by name and path`() {
        let redactor = Redactor(Redaction(jsonPaths: ["$.cards[*].number", "$['odd name'][1]"]))
        let json = #"{"Password" : [1,{"a":2}], "cards":[{"number":41,"x":"y"}], "odd name":[1,2], "n":1.0}"#
        #expect(
            redactor.shown(body: Array(json.utf8), type: ContentType("application/json"), limit: 1000)
                == #"{"Password" : "[redacted]", "cards":[{"number":"[redacted]","x":"y"}], "odd name":[1,"[redacted]"], "n":1.0}"#
        )
        let form = redactor.shown(
            body: Array("a=1&passwd=x&b".utf8), type: ContentType("application/x-www-form-urlencoded"), limit: 1000)
        #expect(form == "a=1&passwd=[redacted]&b")
    }

    @Test(arguments: [
        ("<a><password>x<b c='d'/></password><n>1</n></a>", "<a><password>[redacted]</password><n>1</n></a>"),
        ("<a token = \"q'\" b='2'/>", "<a token = \"[redacted]\" b='2'/>"),
        ("<s:a xmlns:s='u' s:apiKey='k'>t</s:a>", "<s:a xmlns:s='u' s:apiKey='[redacted]'>t</s:a>"),
        ("<add key='Password' value='x' z='1'/>", "<add key='Password' value='[redacted]' z='1'/>"),
        ("<p name='secret'>x</p>", "<p name='secret'>[redacted]</p>"),
        ("<pin><!--c--><![CDATA[1]]></pin>", "<pin>[redacted]</pin>"),
        ("<a><password/><token></token></a>", "<a><password/><token></token></a>"),
        ("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", "[40 bytes]"), ("<a", "[2 bytes]"),
    ])
    func `values in XML are hidden by the names of elements and attributes`(_ body: String, _ expected: String) {
        let redactor = Redactor(Redaction(names: ["PIN"]))
        let shown = redactor.shown(body: Array(body.utf8), type: ContentType("text/xml"), limit: 1000)
        #expect(shown == expected)
    }

    @Test func `a secret of an XML response is hidden wherever else it appears`() async throws {
        let body = "<r><token>abc&amp;d1234</token><echo>abc&amp;d1234</echo></r>"
        let headers = [("Content-Type", "application/xml"), ("X-Echo", "abc&d1234")]
        try await StubServer.with(.status(200, headers: headers, body: body)) { server in
            let texts = try await logged { _ = await $0.send(RequestDraft(url: server.url)) }
            for (sink, text) in texts {
                #expect(!text.contains("abc&d1234"), "\(sink)")
                #expect(!text.contains("abc&amp;d1234"), "\(sink)")
            }
        }
    }

    @Test(arguments: ["application/json", "multipart/form-data; boundary=b", "application/octet-stream"])
    func `what cannot be looked into is withheld`(_ type: String) {
        let shown = Redactor(Redaction()).shown(body: Array("{secret".utf8), type: ContentType(type), limit: 100)
        #expect(shown == "[7 bytes]")
    }

    @Test(arguments: [
        ("http://u:p@h/a?b=1#f", "http://[redacted]@h/a?b=1#f"), ("u:p@h/x", "[redacted]@h/x"),
        ("http://h/?Access_Token=x&key=y&keys=z&flag", "http://h/?Access_Token=[redacted]&key=[redacted]&keys=z&flag"),
        ("http://u:p/w@h/", "http://[redacted]@h/"), ("http://h/@name?x=@", "http://h/@name?x=@"),
        ("http://h:80/@name", "http://h:80/@name"), ("http://u:p?w#@h/?a=1", "http://[redacted]@h/?a=1"), ("", ""),
        ("http://h/#access_token=x", "http://h/#[redacted]"), ("http://h/?%74oken=x", "http://h/?%74oken=[redacted]"),
        ("//u:p@h", "//[redacted]@h"),
    ])
    func `credentials in any text meant as a URL are hidden`(_ url: String, _ shown: String) {
        #expect(Redactor(Redaction()).shown(url: url) == shown)
    }

    @Test(arguments: [
        ("<http://a.test/?token=abcdefgh>", "<http://a.test/?token=[redacted]>"),
        (
            "<http://u:p@a.test/?token=abcdefgh&b=c>; rel=next, </?b=c&token=x>; rel=\"last\"",
            "<http://[redacted]@a.test/?token=[redacted]&b=c>; rel=next, </?b=c&token=[redacted]>; rel=\"last\""
        ),
        ("<http://a.test/?token=abcdefgh", "<http://a.test/?token=[redacted]"), ("<>", "<>"),
        ("http://a.test/?token=abcdefgh", "http://a.test/?token=[redacted]"),
    ])
    func `a logged Link field keeps all but the secrets of its URLs`(_ value: String, _ shown: String) {
        #expect(Redactor(Redaction()).shown(HeaderField("Link", value)).value == shown)
    }

    @Test(arguments: [
        ("$.a.b", "$.a.b", true), ("$.a.b", "$.a", false), ("$..b", "$.b", true), ("$..b", "$.x[3].b", true),
        ("$.*.b", "$.x.b", true), ("$[*]", "$[2]", true), ("$..[0]", "$.a[0]", true), ("b", "$.x.b", true),
        ("$['b'].c", "$.b.c", true), ("$[\"b\"].c", "$.b.c", true), ("$.a[\"b\"]", "$.a.c", false),
    ])
    func `JSON paths match`(_ pattern: String, _ path: String, _ isMatch: Bool) {
        var steps: [DecodingStep] = []
        for part in path.dropFirst().split(whereSeparator: { ".[]".contains($0) }) {
            steps.append(Int(part).map { .element($0) } ?? .member(String(part)))
        }
        #expect(JSONPathPattern(stringLiteral: pattern).matches(steps) == isMatch)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000000Z"), (1_709_164_800_000_001, "2024-02-29T00:00:00.000001Z"),
        (-1, "1969-12-31T23:59:59.999999Z"), (951_868_800_000_000, "2000-03-01T00:00:00.000000Z"),
    ])
    func `moments are written in UTC`(_ microseconds: Int64, _ text: String) {
        #expect(Timestamp(microsecondsSince1970: microseconds).rfc3339 == text)
    }

    @Test func `a log file is appended to, and only its owner may read it`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/log.jsonl"
        for _ in 0..<2 {
            let engine = Engine()
            let log = engine.log(to: [JSONLinesSink(try .file(path))])
            _ = await engine.send(RequestDraft(url: ""))
            await engine.shutdown()
            await log.finished()
        }
        #expect(try folder.read("log.jsonl").split(separator: "\n").count == 4)
        #expect(throws: EngineError.self) { try LogOutput.file(folder.path) }
    }
}

/// The text that each sink wrote.
private final class LoggedTexts: Sendable {
    private let texts = Mutex<[String: String]>([:])
    var all: [String: String] { texts.withLock { $0 } }
    func output(_ name: String) -> LogOutput {
        LogOutput { [self] text in texts.withLock { $0[name, default: ""] += text } }
    }
}

private struct LineHandler: LogHandler {
    let output: LogOutput
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    init(output: LogOutput) { self.output = output }

    func log(event: LogEvent) {
        output("\(event.level) \(event.message) \(event.metadata ?? [:])\n")
    }
}

extension SeededGenerator {
    /// A secret of 8 to 24 characters; `plain` ones are valid in a header field.
    fileprivate mutating func secret(plain: Bool) -> String {
        let characters = Array(
            plain ? "abcXYZ0189-_.~+" : "abcXYZ0189-_.~+ %&=?#/:@\"\\'<>é日😀")
        return "S"
            + String(
                (0..<Int.random(in: 8...24, using: &self)).map { _ in characters.randomElement(using: &self) ?? "x" })
            + "Z"
    }
}
