import NetEngine
import TestSupport
import Testing

/// `OPTIONS *`: a request about the server as a whole (RFC 9112 §3.2.4).
@Suite(.timeLimit(.minutes(5))) struct RequestTargetTests {
    private func draft(_ url: String, method: String = "OPTIONS", _ options: RequestOptions = RequestOptions())
        -> RequestDraft
    {
        RequestDraft(method: method, url: url, target: .server, options: options)
    }

    @Test func `the server is asked by an asterisk`() async throws {
        try await StubServer.with(.status(200, headers: [("Allow", "GET, OPTIONS")])) { server in
            let exchange = await Engine().send(draft(server.url))
            #expect(exchange.isSuccess)
            #expect(exchange.response?.headers["Allow"] == "GET, OPTIONS")
            #expect(server.received.first?.lines.first == "OPTIONS * HTTP/1.1")
            #expect(server.received.first?.field("Host") == server.url.dropFirst(7).description)
            let hop = try #require(exchange.hops.first)
            #expect(hop.sentHead.starts(with: "OPTIONS * HTTP/1.1\r\n".utf8))
            #expect(hop.request.url.description == server.url, "the target URI has no path (RFC 9112 §3.3)")
            #expect(hop.request.url.requestTarget == "*")
        }
    }

    @Test func `a reused connection and a reused handle carry both forms in turn`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            for target in [RequestTarget.server, .resource, .server] {
                let exchange = await engine.send(RequestDraft(method: "OPTIONS", url: server.url, target: target))
                #expect(exchange.isSuccess)
            }
            #expect(server.received.map(\.lines.first) == ["*", "/", "*"].map { "OPTIONS \($0) HTTP/1.1" })
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `a proxy that sees the request gets the URL without a path`() async throws {
        try await StubServer.with(.status(200)) { server in
            try await StubProxy.with { proxy in
                _ = await Engine().send(draft(server.url, RequestOptions(proxy: .url("http://\(proxy.address)"))))
                #expect(proxy.seen.first?.hasPrefix("OPTIONS \(server.url) HTTP/1.1\r\n") == true)
            }
        }
    }

    @Test(arguments: [NginxServer.Site.http2, .http2Cleartext])
    func `it is the path in HTTP/2`(_ site: NginxServer.Site) async throws {
        let nginx = try NginxServer.shared.get()
        var options = RequestOptions(caFile: nginx.caFile)
        if site == .http2Cleartext { options.httpVersion = .http2PriorKnowledge }
        let exchange = await Engine().send(draft(nginx.url(site), options))
        #expect(exchange.response?.httpVersion == .http2)
        #expect(exchange.hops.first?.sentHead.starts(with: "OPTIONS * HTTP/2\r\n".utf8) == true)
    }

    @Test func `a redirect leads to a resource`() async throws {
        try await StubServer.with(.sequence(.redirect(307, to: "a?b"), .status(200))) { server in
            let exchange = await Engine().send(draft(server.url))
            #expect(exchange.isSuccess)
            #expect(server.received.map(\.lines.first) == ["OPTIONS * HTTP/1.1", "OPTIONS /a?b HTTP/1.1"])
            #expect(exchange.hops.last?.request.url.description == server.url + "/a?b")
        }
    }

    @Test func `no cache answers it, and an interceptor leaves it what it is`() async throws {
        let fresh = StubBehaviour.status(200, headers: [("Cache-Control", "max-age=60")])
        try await StubServer.with(fresh) { server in
            let engine = Engine(
                configuration: EngineConfiguration(
                    interceptors: [DefaultHeaders([HeaderField("X-A", "1")])], cache: MemoryCacheStore()))
            for _ in 0..<2 {
                let exchange = await engine.send(draft(server.url))
                #expect(exchange.cacheDecision?.outcome == .bypass)
            }
            #expect(server.received.map(\.lines.first) == ["OPTIONS * HTTP/1.1", "OPTIONS * HTTP/1.1"])
            #expect(server.received.map { $0.field("X-A") } == ["1", "1"])
        }
    }

    @Test(arguments: [
        ("GET", "http://h.test/", "Target: * can be sent by OPTIONS only, not by GET."),
        (
            "OPTIONS", "http://h.test/a",
            "Target: * means the server as a whole, but the URL names a resource of it."
        ),
        (
            "OPTIONS", "http://h.test/?",
            "Target: * means the server as a whole, but the URL names a resource of it."
        ),
    ])
    func `what makes no sense is refused`(method: String, url: String, sentence: String) async {
        let exchange = await Engine().send(draft(url, method: method))
        #expect(exchange.error?.category == .requestBuild)
        #expect(exchange.error?.sentence == sentence)
        #expect(exchange.hops.isEmpty)
    }

    @Test(arguments: [
        ("x", "http://h.test:8/x"), ("?q", "http://h.test:8/?q"), ("", "http://h.test:8/"), ("/y", "http://h.test:8/y"),
    ])
    func `references are resolved against it as against a slash`(reference: String, url: String) throws {
        #expect(try HTTPURL.parse("http://h.test:8").withoutPath.resolve(reference).description == url)
    }
}
