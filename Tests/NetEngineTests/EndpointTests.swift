import NetEngine
import TestSupport
import Testing

/// How endpoints, as types and as values, become drafts.
@Suite(.timeLimit(.minutes(5))) struct EndpointTests {
    private struct Order: Encodable {
        var sku: String
        var count: Int
    }

    private enum Shop: Endpoint {
        case order(id: Int)
        case create(Order)

        var path: String {
            switch self {
            case .order(let id): "orders/\(id)"
            case .create: "/orders"
            }
        }
        var method: HTTPMethod { if case .create = self { .post } else { .get } }
        var body: EndpointBody { if case .create(let order) = self { .json(order) } else { .none } }
        var query: [QueryItem] { if case .order = self { [QueryItem("expand", true)] } else { [] } }
    }

    private let builder = RequestBuilder()

    private func draft(_ endpoint: some Endpoint, in environment: Environment? = nil) throws -> RequestDraft {
        try builder.draft(for: endpoint, in: environment)
    }

    private func failure(_ endpoint: some Endpoint, in environment: Environment? = nil) -> EngineError? {
        do throws(EngineError) {
            _ = try builder.draft(for: endpoint, in: environment)
            return nil
        } catch { return error }
    }

    @Test(
        arguments: [
            ("http://h", "a", "http://h/a"), ("http://h/", "a", "http://h/a"), ("http://h", "/a", "http://h/a"),
            ("http://h/", "/a", "http://h/a"), ("http://h/v1", "a", "http://h/v1/a"),
            ("http://h/v1/", "/a", "http://h/v1/a"), ("http://h/v1//", "//a", "http://h/v1/a"),
            ("http://h/v1", "", "http://h/v1"), ("http://h/v1/", "", "http://h/v1/"),
            ("http://h/v1", "/", "http://h/v1/"), ("http://h", "", "http://h/"), ("http://h", "/", "http://h/"),
            ("http://h/v1", "a/", "http://h/v1/a/"), ("http://h/v1", "a//b", "http://h/v1/a//b"),
            ("http://h/v1", "../a", "http://h/v1/../a"), ("h:8080/v1", "a", "http://h:8080/v1/a"),
            ("https://h:443/", "a", "https://h/a"), ("http://h/v1", "http://o/x", "http://o/x"),
            ("http://h/v1", "HTTPS://o", "https://o/"), ("http://h/v1", "httpx", "http://h/v1/httpx"),
            ("http://h/v1", "a:b", "http://h/v1/a:b"), ("http://h", "ä b%20c%", "http://h/%C3%A4%20b%20c%25"),
            ("http://h/v1?k=1", "a?b=2", "http://h/v1/a?k=1&b=2"), ("http://h/v1#f", "a", "http://h/v1/a"),
            ("http://u:p@h", "a", "http://u:p@h/a"), ("http://h", "?q", "http://h/?q"),
        ])
    func `one slash separates base and path`(_ base: String, _ path: String, _ url: String) throws {
        #expect(try draft(AnyEndpoint(.get, path, baseURL: base)).url == url)
        #expect(try draft(AnyEndpoint(.get, path), in: .custom("x", baseURL: base)).url == url)
    }

    @Test func `query items keep order and doubles and are encoded once`() throws {
        let endpoint = AnyEndpoint(
            .get, "a?own=%20", baseURL: "http://h?base",
            query: [
                QueryItem("b", "1 2"), QueryItem("a", "x&y=z+#?/"), QueryItem("b", "%20"), QueryItem("flag", nil),
                QueryItem("empty", ""), QueryItem("n", 7), QueryItem("ü", "é"),
            ])
        #expect(
            try draft(endpoint).url
                == "http://h/a?base&own=%20&b=1%202&a=x%26y%3Dz%2B%23%3F%2F&b=%2520&flag&empty=&n=7&%C3%BC=%C3%A9")
    }

    @Test func `what was encoded is not encoded again on the way out`() async throws {
        try await StubServer.with(.status(200)) { server in
            let endpoint = AnyEndpoint(.get, PercentEncoding.component("a/b %"), query: [QueryItem("q", "50%")])
            let exchange = await Engine().send(endpoint, in: .development(baseURL: server.url + "/v1/"))
            #expect(exchange.isSuccess)
            #expect(server.received.first?.target == "/v1/a%2Fb%20%25?q=50%25")
        }
    }

    @Test func `an enum case is sent as it reads`() async throws {
        try await StubServer.with(.status(201)) { server in
            let environment = Environment.staging(baseURL: server.url + "/v2", headers: [HeaderField("X-Env", "s")])
            let exchange = await Engine().send(Shop.create(Order(sku: "a/b", count: 2)), in: environment)
            #expect(exchange.isSuccess)
            let received = try #require(server.received.first)
            #expect(received.lines.first == "POST /v2/orders HTTP/1.1")
            #expect(String(decoding: received.body, as: UTF8.self) == #"{"count":2,"sku":"a/b"}"#)
            #expect(received.field("Content-Type") == "application/json")
            #expect(received.field("X-Env") == "s")
        }
        #expect(
            try draft(Shop.order(id: 3), in: .production(baseURL: "http://h")).url == "http://h/orders/3?expand=true")
    }

    @Test func `a value copies a type and can be changed`() throws {
        var copy = AnyEndpoint(Shop.order(id: 1))
        copy.method = .head
        copy.timeout = .seconds(3)
        copy.cacheMode = .onlyIfCached
        let draft = try draft(copy, in: .development(baseURL: "h"))
        #expect(draft.method == "HEAD")
        #expect(draft.url == "http://h/orders/1?expand=true")
        #expect(draft.options.timeouts.total == .seconds(3))
        #expect(draft.options.cacheMode == .onlyIfCached)
    }

    @Test func `the cache mode is the endpoint's, or else the one in its options`() throws {
        let options = RequestOptions(cacheMode: .reload)
        #expect(try draft(AnyEndpoint(.get, "http://h", options: options)).options.cacheMode == .reload)
        let own = AnyEndpoint(.get, "http://h", cacheMode: .noStore, options: options)
        #expect(try draft(own).options.cacheMode == .noStore)
    }

    @Test func `an environment's defaults give way to the endpoint's own`() throws {
        let environment = Environment.development(
            baseURL: "http://h", headers: [HeaderField("Accept", "a/a"), HeaderField("X-Key", "k")],
            query: [QueryItem("lang", "en"), QueryItem("v", "1")])
        let draft = try draft(
            AnyEndpoint(.get, "x", query: [QueryItem("lang", "de")], headers: [HeaderField("accept", "b/b")]),
            in: environment)
        #expect(draft.url == "http://h/x?v=1&lang=de")
        #expect(draft.headers.map(\.value) == ["k", "b/b"])
        #expect(draft.headers.first?.origin == .environment)
    }

    @Test(arguments: ["http://other/x", "https://h/x", "http://h:81/x"])
    func `an environment's defaults do not go to another origin`(_ url: String) throws {
        let environment = Environment.development(
            baseURL: "http://h", headers: [HeaderField("X-Key", "k")], query: [QueryItem("key", "k")])
        let draft = try draft(AnyEndpoint(.get, url), in: environment)
        #expect(draft.url == url)
        #expect(draft.headers.isEmpty)
    }

    @Test(
        arguments: [
            ("http://h", "a#b", "Path: "), ("http://h", "a\r\nb", "Path: "), ("http://h", "a\u{0}", "Path: "),
            ("ftp://h", "a", "Base URL: "), ("http://", "a", "Base URL: "), ("http://h:99999", "a", "Base URL: "),
            ("", "a", "Base URL: "), ("http://h", "http://:80", "URL: "), ("http://h", "https://a b/", "URL: "),
        ])
    func `what cannot be built names its part`(_ base: String, _ path: String, _ part: String) {
        let error = failure(AnyEndpoint(.get, path, baseURL: base))
        #expect(error?.category == .requestBuild)
        #expect(error?.sentence.hasPrefix(part) == true, "\(error?.sentence ?? "built")")
    }

    @Test func `a path without a base is an exchange with an error and no hops`() async {
        let exchange = await Engine().send(AnyEndpoint(.get, "/x"))
        #expect(exchange.error?.category == .requestBuild)
        #expect(exchange.error?.sentence == "Base URL: there is none for the path \"/x\".")
        #expect(exchange.hops.isEmpty)
        #expect(exchange.draft.url == "/x")
    }

    @Test func `bodies carry their media type, and a typed one overrides it`() throws {
        func built(_ body: EndpointBody, _ headers: HeaderFields = []) throws -> (String?, RequestBody) {
            let draft = try draft(AnyEndpoint(.post, "x", baseURL: "h", headers: headers, body: body))
            #expect(draft.headers.values("Content-Type").count <= 1)
            return (draft.headers["Content-Type"], draft.body)
        }
        #expect(try built(.none) == (nil, .none))
        #expect(try built(.raw([1, 2])) == (nil, .bytes([1, 2])))
        #expect(try built(.text("ü")) == ("text/plain; charset=utf-8", .bytes(Array("ü".utf8))))
        #expect(
            try built(.form([QueryItem("a b", "c&d+~*"), QueryItem("a b", nil)])) == (
                "application/x-www-form-urlencoded", .bytes(Array("a+b=c%26d%2B%7E*&a+b=".utf8))
            ))
        #expect(try built(.file(path: "/f", mediaType: "image/png")) == ("image/png", .file(path: "/f")))
        #expect(
            try built(.json([1]), [HeaderField("content-type", "application/vnd.x+json")]) == (
                "application/vnd.x+json", .bytes(Array("[1]".utf8))
            ))
    }

    @Test func `a value that JSON has no word for is named with its place`() {
        let error = failure(AnyEndpoint(.post, "x", baseURL: "h", body: .json(["a": [1, Double.nan]])))
        #expect(error?.category == .requestBuild)
        #expect(error?.sentence.contains("at a[1]: ") == true, "\(error?.sentence ?? "built")")
    }
}
