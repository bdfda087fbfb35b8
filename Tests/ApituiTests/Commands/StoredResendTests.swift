import Base
import NetEngine
import TestSupport
import Testing
import Workspace

@testable import NetEngineRequestLog
@testable import RequestLog
@testable import apitui

/// Requests of the log that are sent again, and the log by request.
struct StoredResendTests {
    private func exchange(
        url: String = "/orders", query: String? = nil, headers: HeaderFields, body: RequestBody = .none
    ) -> Exchange {
        let request = PreparedRequest(
            method: .put,
            url: HTTPURL(
                scheme: .http, userInfo: nil, host: "127.0.0.1", explicitPort: 8080, path: url, query: query),
            headers: headers, body: body, options: RequestOptions())
        return ExchangeFixtures.exchange(hops: [ExchangeFixtures.hop(request: request, response: nil)])
    }

    private func resend(
        _ exchange: Exchange, given: [String: String] = [:], file: String? = nil
    ) throws(CommandFailure) -> RequestDraft {
        let row = LogRow(
            id: 42, startedAt: ExchangeFixtures.start, method: "PUT", url: "", name: file == nil ? nil : "create",
            file: file, environment: file == nil ? nil : "dev")
        return try StoredResend(row: row, exchange: exchange).draft(given: given)
    }

    private func failure(_ exchange: Exchange, given: [String: String] = [:], file: String? = nil) -> String? {
        do throws(CommandFailure) { _ = try resend(exchange, given: given, file: file) } catch {
            return error.sentences.first?.string
        }
        return nil
    }

    @Test func `method, URL, headers and body are those that were sent, without what the engine adds`() throws {
        let draft = try resend(
            exchange(
                query: "a=1",
                headers: [
                    HeaderField("Host", "127.0.0.1:8080", origin: .engine), HeaderField("X-A", "1"),
                    HeaderField("x-a", "2"),
                ],
                body: .bytes([1, 2])))
        #expect(draft.method == "PUT")
        #expect(draft.url == "http://127.0.0.1:8080/orders?a=1")
        #expect(draft.headers.map { "\($0.name): \($0.value)" } == ["X-A: 1", "x-a: 2"])
        #expect(draft.body == .bytes([1, 2]))
        #expect(draft.options.log?.resendOf == 42)
    }

    @Test(arguments: [("GET", RequestBody.none), ("POST", .none), ("POST", .bytes([1, 2])), ("PUT", .bytes([]))])
    func `all fields are sent again in the order in which they were sent`(method: String, body: RequestBody) throws {
        let draft = RequestDraft(method: method, url: "http://h/", headers: [HeaderField("X-A", "1")], body: body)
        let first = try RequestBuilder(userAgent: "older/1").build(draft)
        var headers = first.headers
        if headers.last?.value == "0" { headers.append(HeaderField("Cookie", "a=1", origin: .cookie)) }
        let sent = PreparedRequest(
            method: first.method, url: first.url, headers: headers, body: body, options: first.options)
        let stored = ExchangeFixtures.exchange(
            draft: draft, hops: [ExchangeFixtures.hop(request: sent, response: nil)])
        let again = try RequestBuilder(userAgent: "newer/2").build(try resend(stored))
        #expect(again.headers.map { "\($0.name): \($0.value)" } == headers.map { "\($0.name): \($0.value)" })
        #expect(again.options.decodesContent)
    }

    @Test func `values of today replace the names of secrets, as each place needs them`() throws {
        let draft = try resend(
            exchange(
                query: "key=<secret:k>",
                headers: [
                    HeaderField("Authorization", "Bearer <secret:token>"),
                    HeaderField("Content-Type", "application/json"),
                ], body: .bytes(Array(#"{"a":"<secret:k>","b":"<secret:token>"}"#.utf8))),
            given: ["token": "t0p", "k": "a/\"b"])
        #expect(draft.url == "http://127.0.0.1:8080/orders?key=a%2F%22b")
        #expect(draft.headers["Authorization"] == "Bearer t0p")
        #expect(draft.headers.first { $0.isNamed("Authorization") }?.isSecret == true)
        #expect(draft.body == .bytes(Array(#"{"a":"a/\"b","b":"t0p"}"#.utf8)))
        #expect(draft.options.bodyIsSecret)
        #expect(Set(draft.options.log?.secrets.map(\.name) ?? []) == ["token", "k"])
    }

    @Test func `marks in XML are filled in as text of XML`() throws {
        let log = RequestLogOptions(secrets: [RequestLogOptions.Secret(name: "k", value: "a<&\"b>")])
        let redactor = Redactors().redactor(for: RequestDraft(url: "http://h/", options: RequestOptions(log: log)))
        for (type, body) in [
            ("application/xml", "<a b=\"a&lt;&amp;&quot;b&gt;\">a&lt;&amp;&quot;b&gt; c</a>"),
            ("text/xml", "<a>&lt;b&gt; a&lt;&amp;&quot;b&gt;</a>"),
        ] {
            let kept = redactor.stored(body: Array(body.utf8), type: type)
            #expect(ByteSearch.contains(Array("&lt;secret:k&gt;".utf8), in: kept))
            let sent = exchange(headers: [HeaderField("Content-Type", type)], body: .bytes(kept))
            let draft = try resend(sent, given: ["k": "a<&\"b>"])
            #expect(draft.body == .bytes(Array(body.utf8)))
            #expect(draft.options.bodyIsSecret)
            #expect(failure(sent) != nil)
        }
        let plain = exchange(
            headers: [HeaderField("Content-Type", "text/plain")], body: .bytes(Array("&lt;secret:k&gt;".utf8)))
        #expect(try resend(plain).body == .bytes(Array("&lt;secret:k&gt;".utf8)))
    }

    @Test(arguments: ["a<&\"b>", " \na<&\"b> and more"])
    func `a body without a type that begins with a secret is no XML`(body: String) throws {
        let secret = "a<&\"b>"
        let log = RequestLogOptions(secrets: [RequestLogOptions.Secret(name: "k", value: secret)])
        let redactor = Redactors().redactor(for: RequestDraft(url: "http://h/", options: RequestOptions(log: log)))
        let kept = redactor.stored(body: Array(body.utf8), type: nil)
        #expect(ByteSearch.contains(Array("<secret:k>".utf8), in: kept))
        let draft = try resend(exchange(headers: [], body: .bytes(kept)), given: ["k": secret])
        #expect(draft.body == .bytes(Array(body.utf8)))
    }

    @Test func `values come from the variables of the file and environment`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(#"{"dev": {"host": "http://127.0.0.1"}}"#, to: "http-client.env.json")
        _ = try folder.write(#"{"dev": {"token": "from-file"}}"#, to: "http-client.private.env.json")
        _ = try folder.write("# @name create\nPUT {{host}}/orders\nAuthorization: Bearer {{token}}\n", to: "api.http")
        let masked = exchange(headers: [HeaderField("Authorization", "Bearer <secret:token>")])
        let draft = try resend(masked, file: folder.path + "/api.http")
        #expect(draft.headers["Authorization"] == "Bearer from-file")
        #expect(
            try resend(masked, given: ["token": "x"], file: folder.path + "/api.http").headers["Authorization"]
                == "Bearer x")
    }

    @Test func `of the variables only private values are hidden, as of a usual send`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(#"{"dev": {"host": "http://127.0.0.1", "size": "large"}}"#, to: "http-client.env.json")
        _ = try folder.write(
            #"{"dev": {"token": "from-file", "other": "not used here"}}"#, to: "http-client.private.env.json")
        _ = try folder.write(
            "# @name create\nPUT {{host}}/orders?size={{size}}\nAuthorization: Bearer {{token}}\n", to: "api.http")
        func hidden(_ mark: String, given: [String: String] = [:]) throws -> [String: String] {
            let masked = exchange(headers: [HeaderField("X-A", "<secret:token> <secret:\(mark)>")])
            let draft = try resend(masked, given: given, file: folder.path + "/api.http")
            let secrets = draft.options.log?.secrets ?? []
            return Dictionary(uniqueKeysWithValues: secrets.map { ($0.name, $0.value) })
        }
        let privates = ["token": "from-file", "other": "not used here"]
        #expect(try hidden("token") == privates)
        // What was filled in is hidden, too: it was private when it was recorded, or has no variable any more.
        #expect(try hidden("size") == privates.merging(["size": "large"]) { $1 })
        #expect(try hidden("old", given: ["old": "given"]) == privates.merging(["old": "given"]) { $1 })
    }

    @Test func `what @redact of the file and Redact of the environment name is hidden, as of a usual send`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(
            #"{"$shared": {"Redact": ["shared"]}, "dev": {"Redact": ["$.of.dev"]}, "live": {"Redact": ["live"]}}"#,
            to: "http-client.env.json")
        _ = try folder.write(#"{"dev": {"token": "from-file"}}"#, to: "http-client.private.env.json")
        _ = try folder.write("# @redact imported\nGET http://127.0.0.1/\n", to: "other.http")
        _ = try folder.write(
            """
            # @import other.http
            # @name create
            # @redact pin $.user.iban
            PUT http://127.0.0.1/orders
            X-A: {{token}}

            """, to: "api.http")
        func log(_ value: String, file: String) throws -> RequestLogOptions {
            let draft = try resend(
                exchange(headers: [HeaderField("X-A", value)]), given: ["token": "given-today"],
                file: folder.path + file)
            return try #require(draft.options.log)
        }
        for value in ["<secret:token>", "nothing to fill in"] {
            let found = try log(value, file: "/api.http")
            #expect(found.secretNames == ["shared", "pin", "imported"])
            #expect(found.secretPaths == ["$.of.dev", "$.user.iban"])
            #expect(found.secrets.contains { $0.value == "given-today" })
            let gone = try log(value, file: "/none.http")
            #expect(gone.secretNames.isEmpty && gone.secretPaths.isEmpty)
        }
    }

    @Test func `of a request that is no longer logged only the fact is kept`() throws {
        let folder = try TemporaryFolder()
        func keepsOnlyFact(_ metadata: String) throws -> Bool? {
            let file = try folder.write("# @name create\n\(metadata)\nPUT http://127.0.0.1/orders\n", to: "api.http")
            return try resend(exchange(headers: []), file: file).options.log?.storesFactOnly
        }
        #expect(try keepsOnlyFact("# @no-log") == true)
        #expect(try keepsOnlyFact("# usual") == false)
    }

    @Test func `a request that asks to be confirmed now is found by its row`() throws {
        let folder = try TemporaryFolder()
        func asked(_ metadata: String, name: String = "create") throws -> [String] {
            let file = try folder.write("# @name \(name)\n\(metadata)\nPUT http://127.0.0.1/orders\n", to: "api.http")
            let row = LogRow(
                id: 42, startedAt: ExchangeFixtures.start, method: "PUT", url: "", name: "create", file: file)
            return StoredResend(row: row, exchange: exchange(headers: [])).toConfirm.map(\.confirmation)
        }
        #expect(try asked("# @note Really?") == ["create: Really?"])
        #expect(try asked("# @note Really?\n# @disabled") == ["create: Really?"])
        #expect(try asked("# usual").isEmpty)
        #expect(try asked("# @note Really?", name: "other").isEmpty)
        let unknown = LogRow(id: 42, startedAt: ExchangeFixtures.start, method: "PUT", url: "")
        #expect(StoredResend(row: unknown, exchange: exchange(headers: [])).toConfirm.isEmpty)
    }

    @Test func `a Basic login is encoded again with the password of today`() throws {
        let login = exchange(headers: [HeaderField("Authorization", "Basic ann:<secret:password>", origin: .auth)])
        let draft = try resend(login, given: ["password": "p:w"])
        #expect(draft.headers["Authorization"] == "Basic \(Base64.encode("ann:p:w"))")
        #expect(draft.headers.first { $0.isNamed("Authorization") }?.isSecret == true)
        let whole = exchange(headers: [HeaderField("Authorization", "Basic <secret:login>")])
        #expect(try resend(whole, given: ["login": "ann:pw"]).headers["Authorization"] == "Basic YW5uOnB3")
        #expect(try resend(whole, given: ["login": "YW5uOnB3"]).headers["Authorization"] == "Basic YW5uOnB3")
        let unknown = exchange(headers: [HeaderField("Authorization", "Basic ann:[redacted]")])
        #expect(failure(unknown) == "Nothing was sent: a secret in the header Authorization is not in the log.")
    }

    @Test(arguments: ["hunter2", "hunter22", "hunter222", "??>>~~þÿ?", "x~base64"])
    func `a secret that was sent in Base64 is sent in Base64 again`(secret: String) throws {
        let log = RequestLogOptions(secrets: [RequestLogOptions.Secret(name: "k", value: secret)])
        let redactor = Redactors().redactor(for: RequestDraft(url: "http://h/", options: RequestOptions(log: log)))
        let (usual, url) = (Base64.encode(secret), RequestLogOptions.Secret.Form.base64URL.text(of: secret))
        for value in [usual, url, "key=\(usual)", "Token \(url), \(secret)", "a:\(usual);b"] {
            let field = redactor.stored(HeaderField("X-Value", value))
            #expect(!field.value.contains(usual) && !field.value.contains(url))
            let draft = try resend(exchange(headers: [field]), given: ["k": secret])
            #expect(draft.headers["X-Value"] == value)
            #expect(draft.headers.first?.isSecret == true)
        }
        let other = try resend(
            exchange(
                query: "a=<secret:k~base64>", headers: [HeaderField("Content-Type", "application/json")],
                body: .bytes(Array(#"{"k":"<secret:k~base64>"}"#.utf8))), given: ["k": "??>>~~"])
        #expect(other.url == "http://127.0.0.1:8080/orders?a=Pz8%2BPn5%2B")
        #expect(other.body == .bytes(Array(#"{"k":"Pz8+Pn5+"}"#.utf8)))
    }

    @Test(arguments: ["ann:hunter22", "abchunter22", "hunter22:ann", "hunter222", "ahunter22b"])
    func `a secret within a longer text in Base64 is not sent in another form`(text: String) {
        let log = RequestLogOptions(secrets: [RequestLogOptions.Secret(name: "k", value: "hunter22")])
        let redactor = Redactors().redactor(for: RequestDraft(url: "http://h/", options: RequestOptions(log: log)))
        let field = redactor.stored(HeaderField("X-Value", Base64.encode(text)))
        #expect(
            failure(exchange(headers: [field]), given: ["k": "hunter22"])
                == "Nothing was sent: the header X-Value has the secret k within a longer text in Base64, where it cannot be filled in."
        )
    }

    @Test func `a server that is a secret is not encoded`() throws {
        func url(_ text: String, _ value: String) throws -> String {
            let request = PreparedRequest(
                method: .get, url: StoredURL(text).url, headers: [], body: .none, options: RequestOptions())
            let masked = ExchangeFixtures.exchange(hops: [ExchangeFixtures.hop(request: request, response: nil)])
            return try resend(masked, given: ["s": value]).url
        }
        #expect(try url("http://<secret:s>/a", "h.test:8080") == "http://h.test:8080/a")
        #expect(try url("http://u:<secret:s>@h/a", "a/b@c") == "http://u:a%2Fb%40c@h/a")
        #expect(try url("<secret:s>/a?b=<secret:s>", "https://h.test") == "https://h.test/a?b=https%3A%2F%2Fh.test")
    }

    private func proxied(_ proxy: String) -> Exchange {
        ExchangeFixtures.exchange(
            draft: RequestDraft(method: "POST", url: "http://h/", options: RequestOptions(proxy: .url(proxy))))
    }

    @Test func `the login of a proxy is that of today`() throws {
        let draft = try resend(proxied("http://u:<secret:pp>@p.test:3128"), given: ["pp": "a/b@c"])
        #expect(draft.options.proxy == .url("http://u:a%2Fb%40c@p.test:3128"))
        #expect(draft.options.log?.secrets.map(\.name) == ["pp"])
        let open = try resend(proxied("socks5://p.test:1080"))
        #expect(open.options.proxy == .url("socks5://p.test:1080"))
    }

    @Test(arguments: [
        "http://[redacted]@p.test:3128", "http://u:[redacted]@p.test:3128", "u:%5Bredacted%5D@p.test",
    ])
    func `nothing is sent with a mask as the login of a proxy`(proxy: String) {
        #expect(failure(proxied(proxy)) == "Nothing was sent: a secret in the URL of the proxy is not in the log.")
    }

    @Test func `secrets in the options of the connection are filled in, and their masks are not sent`() throws {
        func connected(_ file: String, _ address: String, password: String?) -> Exchange {
            let options = RequestOptions(
                connection: ConnectionOptions(resolve: [ResolveOverride(host: "h", addresses: [address])]),
                tls: TLSOptions(clientCertificate: ClientCertificate(file: file, password: password)))
            return ExchangeFixtures.exchange(draft: RequestDraft(method: "POST", url: "http://h/", options: options))
        }
        let draft = try resend(
            connected("/<secret:team>/c.pem", "<secret:server>", password: nil),
            given: ["team": "a b", "server": "10.0.0.1"])
        #expect(draft.options.tls.clientCertificate?.file == "/a b/c.pem")
        #expect(draft.options.connection.resolve == [ResolveOverride(host: "h", addresses: ["10.0.0.1"])])
        #expect(
            failure(connected("/c.pem", "10.0.0.1", password: "[redacted]"))
                == "Nothing was sent: a secret in the options of the connection is not in the log.")
    }

    @Test func `a missing secret of a proxy's login is named`() {
        #expect(failure(proxied("http://u:<secret:pp>@p.test"))?.contains("the secret pp is not in the log") == true)
    }

    @Test func `a missing secret is named, and nothing is sent`() {
        let masked = exchange(headers: [HeaderField("X-A", "<secret:b> <secret:a>")])
        #expect(
            failure(masked)
                == "Nothing was sent: the secret a (also b) is not in the log, and the log does not know a file of this request. Give it with --var a=…"
        )
        #expect(
            failure(masked, given: ["a": "1"], file: "/nowhere/api.http")
                == "Nothing was sent: the secret b is not in the log, and /nowhere/api.http with the environment dev no longer gives it a value. Give it with --var b=…"
        )
    }

    @Test func `what was masked without a name is named by its place`() {
        let cookie = exchange(headers: [HeaderField("Cookie", "sid=[redacted]", origin: .cookie)])
        #expect(failure(cookie) == "Nothing was sent: a secret in the header Cookie is not in the log.")
        #expect(
            failure(cookie, file: "/x/api.http")
                == "Nothing was sent: a secret in the header Cookie is not in the log. 'apitui send /x/api.http#create' sends the request as it is now."
        )
        #expect(failure(exchange(query: "token=[redacted]", headers: []))?.contains("a secret in the URL") == true)
        #expect(
            failure(exchange(headers: [], body: .bytes(Array("p=[redacted]".utf8))))?.contains("a secret in the body")
                == true)
    }

    @Test func `a negated term of a filter is not a flag`() {
        let words = ["log", "-name:x", "-n", "3", "-time>1s", "-path!=/a", "--since=1h", "-n=4", "-is:failed", "-x"]
        let expected = ["log", "!name:x", "-n", "3", "!time>1s", "!path!=/a", "--since=1h", "-n=4", "!is:failed", "-x"]
        #expect(LogFilterFlags.arguments(words) == expected)
        #expect(
            LogFilterFlags.arguments(["history", "list", "-(a OR b)", "-\"a b\"", "-'a b'", "-/x/", "-~e"]) == [
                "history", "list", "!(a OR b)", "!\"a b\"", "!'a b'", "!/x/", "!~e",
            ])
        #expect(LogFilterFlags.arguments(["send", "-name:x"]) == ["send", "-name:x"])
    }

    @Test func `what follows -- is no flag of a filter`() {
        #expect(
            LogFilterFlags.arguments(["log", "-n", "3", "--", "--a\"b", "-n", "x"])
                == ["log", "-n", "3", #""--a\"b""#, "!n", "x"])
        #expect(LogFilterFlags.arguments(["log", "--"]) == ["log"])
        #expect(LogFilterFlags.arguments(["send", "--", "--x"]) == ["send", "--", "--x"])
    }

    @Test func `it says what differs from the first time`() {
        let row = LogTableTests.row(42)
        let exchange = ExchangeFixtures.exchange(response: nil, error: ExchangeFixtures.timeout)
        #expect(
            ResendSession.difference(row, exchange).string
                == "Exchange 42 was 200 in 132 ms, 1.2 KB; now timeout in 132 ms.")
    }

    @Test func `rows of one request are counted, the one that was sent last is first`() {
        let rows = [
            LogTableTests.row(5), LogTableTests.row(4, host: "b.org", status: 500, category: .serverError),
            LogTableTests.row(3, path: "/orders?page=9", status: 404, category: .clientError),
            LogTableTests.row(2, host: "b.org"),
        ]
        let requests = RequestHistory.read { _ in rows }
        #expect(requests.map(\.last.id) == [5, 4])
        #expect(requests.map(\.count) == [2, 2])
        #expect(requests.map(\.failed) == [1, 1])
    }
}
