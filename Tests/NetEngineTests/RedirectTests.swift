import NetEngine
import TestSupport
import Testing

/// Redirects followed by the engine (RFC 9110 §15.4 and the Fetch standard).
@Suite(.timeLimit(.minutes(5))) struct RedirectTests {
    @Test func `a chain is followed and every hop is kept`() async throws {
        let routes: [String: StubBehaviour] = [
            "/a/b?q": .redirect(301, to: "../c#frag"), "/c": .redirect(307, to: "?x"),
            "/c?x": .status(200, body: "end"),
        ]
        try await StubServer.with(.routes(routes)) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url + "/a/b?q"))
            #expect(exchange.error == nil)
            #expect(exchange.hops.map(\.cause) == [.first, .redirect(status: 301), .redirect(status: 307)])
            #expect(exchange.hops.map(\.request.url.requestTarget) == ["/a/b?q", "/c", "/c?x"])
            #expect(exchange.redirectCount == 2)
            #expect(exchange.response.map { String(decoding: $0.body, as: UTF8.self) } == "end")
            #expect(exchange.hops.allSatisfy { $0.timings.wait != nil })
        }
    }

    @Test func `the bytes of a Location that is not UTF-8 stay the same`() async throws {
        let head = Array("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /caf".utf8) + [0xE9, 13, 10, 13, 10]
        try await StubServer.with(.routes(["/": .steps(.send(head)), "/caf%E9": .status(200)])) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.hops.map(\.request.url.requestTarget) == ["/", "/caf%E9"])
            #expect(exchange.isSuccess)
        }
    }

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "DELETE", "GET"), (303, "HEAD", "HEAD"),
        (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (307, "POST", "POST"), (308, "POST", "POST"),
        (302, "HEAD", "HEAD"),
    ])
    func `the method changes as the Fetch standard says`(_ status: Int, _ method: String, _ next: String) async throws {
        try await StubServer.with(.routes(["/": .redirect(status, to: "/next"), "/next": .status(200)])) { server in
            let hasBody = method == "POST" || method == "PUT"
            let exchange = await Engine().send(
                RequestDraft(
                    method: method, url: server.url, headers: [HeaderField("Content-Type", "text/plain")],
                    body: hasBody ? .bytes([65]) : .none))
            #expect(exchange.isSuccess)
            let second = try #require(server.received.last)
            #expect(second.method == next)
            #expect(second.body == (hasBody && next == method ? [65] : []))
            #expect((second.field("Content-Type") != nil) == (next == method))
        }
    }

    @Test(arguments: [
        "Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length",
        "Content-Disposition", "Content-MD5", "Content-Range", "Last-Modified", "Transfer-Encoding", "Expect", "Digest",
        "Content-Digest", "Repr-Digest", "Trailer",
    ])
    func `fields about the body go on with the body only`(_ name: String) async throws {
        for (status, isSentOn) in [(303, false), (307, true)] {
            try await StubServer.with(.routes(["/": .redirect(status, to: "/next"), "/next": .status(200)])) { server in
                let value = name == "Transfer-Encoding" ? "chunked" : "1"
                let exchange = await Engine().send(
                    RequestDraft(
                        method: "POST", url: server.url, headers: [HeaderField(name, value)], body: .bytes([65])))
                #expect(exchange.isSuccess)
                let first = try #require(server.received.first)
                #expect(first.field(name) == value)
                let second = try #require(server.received.last)
                #expect(second.target == "/next")
                #expect(second.field(name) == (isSentOn ? value : nil))
            }
        }
    }

    @Test func `several Location fields are followed only if they are equal`() async throws {
        func locations(_ second: String) -> StubBehaviour {
            .status(302, headers: [("Location", "/b"), ("Location", second)], body: "")
        }
        try await StubServer.with(.routes(["/": locations("/b"), "/x": locations("/c"), "/b": .status(200)])) {
            server in
            #expect(await Engine().send(RequestDraft(url: server.url)).isSuccess)
            let exchange = await Engine().send(RequestDraft(url: server.url + "/x"))
            #expect(
                exchange.error?.sentence
                    == "The redirect cannot be followed: it has several Location fields that differ.")
        }
    }

    @Test(arguments: [(65_536, Int.max, true), (65_537, Int.max, false), (10, 10, true), (11, 10, false)])
    func `a body of a redirect is read up to 64 KiB and the request's own limit`(
        _ count: Int, _ limit: Int, _ isComplete: Bool
    ) async throws {
        let redirect = StubBehaviour.status(
            302, headers: [("Location", "/b")], body: String(repeating: "x", count: count))
        try await StubServer.with(.routes(["/": redirect, "/b": .status(200)])) { server in
            let options = RequestOptions(maxBodyBytes: limit)
            let exchange = await Engine().send(RequestDraft(url: server.url, options: options))
            #expect(exchange.isSuccess)
            #expect(exchange.hops.first?.response?.isComplete == isComplete)
        }
    }

    @Test func `the total limit strikes in the body of a redirect, and between two requests`() async throws {
        let slow = StubBehaviour.steps(
            .send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 8\r\n\r\nhalf"), .untilClosed)
        let options = RequestOptions(timeouts: Timeouts(total: .milliseconds(500)))
        try await StubServer.with(.routes(["/": slow, "/b": .status(200)])) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url, options: options))
            #expect(exchange.error?.category == .timeout)
            #expect(exchange.error?.phase != .total)
            #expect(exchange.hops.count == 1)
        }
        /// Delays the first response until the limit has passed.
        struct Slow: Interceptor {
            func observe(_ outcome: HopOutcome, context: InterceptorContext) async {
                let (never, _) = AsyncStream<Void>.makeStream()
                for await _ in never {}
            }
        }
        try await StubServer.with(.routes(["/": .redirect(to: "/b"), "/b": .status(200)])) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [Slow()]))
            let options = RequestOptions(timeouts: Timeouts(total: .seconds(2)))
            let exchange = await engine.send(RequestDraft(url: server.url, options: options))
            #expect(exchange.error?.sentence == "The total limit of 2 s passed between two requests.")
            #expect(exchange.hops.count == 1)
        }
    }

    @Test func `a cycle is detected`() async throws {
        try await StubServer.with(.routes(["/": .redirect(to: "/b"), "/b": .redirect(to: "/")])) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error?.category == .redirect)
            #expect(exchange.error?.sentence.contains("circle") == true)
            #expect(exchange.response?.status == 302)
            #expect(server.received.count == 2)
        }
    }

    @Test func `too many are too many`() async throws {
        let endless = StubBehaviour {
            [.send(StubBehaviour.response(302, headers: [("Location", "/\($0.index)")], body: []))]
        }
        try await StubServer.with(endless) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url, options: RequestOptions(maxRedirects: 3)))
            #expect(exchange.error?.category == .redirect)
            #expect(exchange.error?.sentence.contains("3") == true)
            #expect(server.received.count == 4)
        }
    }

    @Test(arguments: [
        "ftp://127.0.0.1/x", "file:///etc/passwd", "javascript:alert(1)", "http://", "http://[::1", "//:80:80/",
    ])
    func `a Location that is not a web address is refused`(_ location: String) async throws {
        try await StubServer.with(.redirect(to: location)) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error?.category == .redirect)
            #expect(exchange.error?.sentence.hasSuffix(".") == true && exchange.error?.sentence.contains("..") == false)
            #expect(exchange.response?.status == 302)
            #expect(server.received.count == 1)
        }
    }

    @Test func `secrets do not cross to another origin, other fields do`() async throws {
        try await StubServer.with(.status(200)) { other in
            try await StubServer.with(.redirect(to: other.url + "/there")) { server in
                let exchange = await Engine().send(
                    RequestDraft(
                        url: "http://user:pass@127.0.0.1:\(server.port)/",
                        headers: [
                            HeaderField("Cookie", "a=b"), HeaderField("X-Api-Key", "k"),
                            HeaderField("X-Auth-Token", "t"),
                            HeaderField("X-Harmless", "yes"), HeaderField("Host", "virtual.test"),
                        ]))
                #expect(exchange.isSuccess)
                #expect(server.received.first?.field("Authorization") != nil)
                #expect(server.received.first?.field("Host") == "virtual.test")
                let received = try #require(other.received.first)
                for name in ["Authorization", "Cookie", "X-Api-Key", "X-Auth-Token"] {
                    #expect(received.field(name) == nil)
                }
                #expect(received.field("X-Harmless") == "yes")
                #expect(received.field("Host") == "127.0.0.1:\(other.port)")
            }
        }
    }

    @Test func `a client certificate stays on the same origin`() async throws {
        try await StubServer.with(.status(200)) { other in
            let routes: [String: StubBehaviour] = [
                "/": .redirect(to: "/same"), "/same": .redirect(to: other.url + "/there"),
            ]
            try await StubServer.with(.routes(routes)) { server in
                let certificate = ClientCertificate(file: "/c.pem")
                let options = RequestOptions(tls: TLSOptions(clientCertificate: certificate))
                let exchange = await Engine().send(RequestDraft(url: server.url, options: options))
                #expect(exchange.isSuccess)
                let shown = exchange.hops.map(\.request.options.tls.clientCertificate)
                #expect(shown == [certificate, certificate, nil])
            }
        }
    }

    @Test func `secrets stay on the same origin`() async throws {
        try await StubServer.with(.routes(["/": .redirect(to: "/b"), "/b": .status(200)])) { server in
            _ = await Engine().send(
                RequestDraft(url: server.url, headers: [HeaderField("Authorization", "Bearer x")]))
            #expect(server.received.last?.field("Authorization") == "Bearer x")
        }
    }

    @Test func `a login in the URL stays on its origin, however Location is written`() async throws {
        let server = StubBehaviour { request in
            let url = "http://\(request.field("Host") ?? "")/"
            let next = ["/": url + "absolute", "/absolute": "relative", "/relative": url.uppercased() + "END"]
            guard let location = next[request.target] else { return [.send(StubBehaviour.response(200, body: []))] }
            return [.send(StubBehaviour.response(302, headers: [("Location", location)], body: []))]
        }
        try await StubServer.with(server) { server in
            let exchange = await Engine().send(RequestDraft(url: "http://user:pass@127.0.0.1:\(server.port)/"))
            #expect(exchange.isSuccess)
            let logins = server.received.map { $0.field("Authorization") }
            #expect(logins == Array(repeating: "Basic dXNlcjpwYXNz", count: 4))
        }
    }

    @Test func `fields of an environment, a login or a jar do not cross to another origin, whatever their names`()
        async throws
    {
        try await StubServer.with(.status(200)) { other in
            let routes: [String: StubBehaviour] = [
                "/": .redirect(to: "/same"), "/same": .redirect(to: other.url + "/there"),
            ]
            try await StubServer.with(.routes(routes)) { server in
                let environment = Environment.development(
                    baseURL: server.url, headers: [HeaderField("X-Key", "default")])
                let endpoint = AnyEndpoint(
                    .get, "/",
                    headers: [
                        HeaderField("X-Typed", "yes"), HeaderField("X-Login", "a", origin: .auth),
                        HeaderField("X-Crumb", "c", origin: .cookie),
                    ])
                let exchange = await Engine().send(endpoint, in: environment)
                #expect(exchange.isSuccess)
                #expect(server.received.map { $0.field("X-Key") } == ["default", "default"])
                let received = try #require(other.received.first)
                for name in ["X-Key", "X-Login", "X-Crumb"] {
                    #expect(server.received.last?.field(name) != nil)
                    #expect(received.field(name) == nil, "\(name) does not cross")
                }
                #expect(received.field("X-Typed") == "yes")
            }
        }
    }

    @Test func `an Authorization that was made for one request is not sent with the next`() async throws {
        struct Login: Interceptor {
            func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
                guard outcome.error?.status == 401 else { return .pass }
                var draft = outcome.draft
                draft.headers.append(
                    HeaderField("Authorization", "Custom for \(outcome.hop.request.url.path)", origin: .auth))
                return .retry(draft)
            }
        }
        let protected = StubBehaviour { request in
            let isGranted = request.field("Authorization") == "Custom for \(request.target)"
            return (isGranted ? request.target == "/a" ? StubBehaviour.redirect(to: "/b") : .status(200) : .status(401))
                .answer(request)
        }
        try await StubServer.with(protected) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [Login()]))
            let exchange = await engine.send(RequestDraft(url: server.url + "/a"))
            #expect(exchange.isSuccess)
            #expect(
                server.received.map { $0.field("Authorization") } == [nil, "Custom for /a", nil, "Custom for /b"])
        }
    }

    @Test func `a body of a redirect that does not end is left after a second, without an error`() async throws {
        let slow = StubBehaviour.steps(
            .send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 8\r\n\r\nhalf"), .untilClosed)
        try await StubServer.with(.routes(["/": slow, "/b": .status(200)])) { server in
            let options = RequestOptions(timeouts: Timeouts(receive: .seconds(250), total: .seconds(200)))
            let exchange = await Engine().send(RequestDraft(url: server.url, options: options))
            #expect(exchange.isSuccess)
            #expect(exchange.hops.first?.response?.isComplete == false)
        }
    }

    @Test func `an endless body of a redirect is not read`() async throws {
        let endless = StubBehaviour.steps(
            .send("HTTP/1.1 302 Found\r\nLocation: /b\r\nTransfer-Encoding: chunked\r\n\r\n"),
            .sendForever(Array(("1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n").utf8)))
        try await StubServer.with(.routes(["/": endless, "/b": .status(200)])) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.isSuccess)
            #expect(exchange.hops.first?.response?.isComplete == false)
        }
    }

    @Test(arguments: [StubBehaviour.redirectCutMidBody, .redirectWithBrokenGzip])
    func `what is wrong with the body of a redirect does not matter`(_ behaviour: StubBehaviour) async throws {
        try await StubServer.with(.routes(["/": behaviour, "/b": .status(200)])) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error == nil)
            #expect(exchange.redirectCount == 1)
        }
    }

    @Test func `a redirect that is not to be followed is a response with its status`() async throws {
        try await StubServer.with(.redirect(to: "/b")) { server in
            let exchange = await Engine().send(
                RequestDraft(url: server.url, options: RequestOptions(followRedirects: false)))
            #expect(exchange.error?.category == .unexpectedStatus)
            #expect(exchange.response?.headers["Location"] == "/b")
        }
    }
}
