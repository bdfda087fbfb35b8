import NetEngine
import TestSupport
import Testing

/// What is sent, and how correct responses are returned.
@Suite(.timeLimit(.minutes(5))) struct EngineSendTests {
    private func lines(_ draft: (String) -> RequestDraft) async throws -> [String] {
        try await StubServer.with(.status(200)) { server in
            let exchange = await Engine().send(draft(server.url))
            #expect(exchange.error == nil)
            let received = try #require(server.received.first)
            #expect(exchange.hops.first?.sentHead == received.head, "the head as shown is the head as received")
            #expect(exchange.hops.first?.sentBodyByteCount == received.body.count)
            return received.lines
        }
    }

    @Test func `a plain GET carries the engine's fields and nothing else`() async throws {
        let lines = try await lines { RequestDraft(url: $0 + "/a?b=c#d") }
        #expect(lines.first == "GET /a?b=c HTTP/1.1")
        #expect(lines[1].hasPrefix("Host: 127.0.0.1:"))
        #expect(
            lines.dropFirst(2) == [
                "User-Agent: NetEngine/1.0", "Accept: */*", "Accept-Encoding: gzip, deflate, br, zstd",
            ])
    }

    @Test func `typed fields keep their order, their doubles, their case and their emptiness`() async throws {
        let lines = try await lines {
            RequestDraft(
                url: $0,
                headers: [
                    HeaderField("x-B", "2"), HeaderField("X-Empty", ""), HeaderField("x-b", "1"),
                    HeaderField("accept", "text/plain"), HeaderField("User-Agent", "me"),
                    HeaderField("Accept-Encoding", "identity"), HeaderField("X-Latin", "a\tb  c"),
                ])
        }
        #expect(
            lines.dropFirst(2) == [
                "x-B: 2", "X-Empty:", "x-b: 1", "accept: text/plain", "User-Agent: me", "Accept-Encoding: identity",
                "X-Latin: a\tb  c",
            ])
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "PURGE", "get"])
    func `a body leaves byte for byte, with its length and no type nobody asked for`(_ method: String) async throws {
        let body: [UInt8] = [0, 13, 10, 255, 65]
        try await StubServer.with(.status(200)) { server in
            let exchange = await Engine().send(RequestDraft(method: method, url: server.url, body: .bytes(body)))
            let received = try #require(server.received.first)
            #expect(exchange.isSuccess)
            #expect(received.body == body)
            #expect(received.method == method)
            #expect(received.field("Content-Length") == "5")
            #expect(received.field("Content-Type") == nil)
            #expect(received.field("Expect") == nil)
        }
    }

    @Test func `a large body leaves whole and without Expect`() async throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await StubServer.with(.status(200)) { server in
            let exchange = await Engine().send(RequestDraft(method: "PUT", url: server.url, body: .bytes(body)))
            let received = try #require(server.received.first)
            #expect(received.body == body)
            #expect(received.field("Expect") == nil)
            #expect(exchange.hops.first?.sentBodyByteCount == body.count)
            #expect(exchange.timings.send != nil)
        }
    }

    @Test func `a typed chunked framing is used`() async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await Engine().send(
                RequestDraft(
                    method: "POST", url: server.url, headers: [HeaderField("Transfer-Encoding", "chunked")],
                    body: .bytes(Array("hello".utf8))))
            #expect(exchange.isSuccess)
            #expect(server.received.first.map { String(decoding: $0.body, as: UTF8.self) } == "5\r\nhello\r\n0\r\n\r\n")
            #expect(server.received.first?.field("Content-Length") == nil)
        }
    }

    @Test func `a POST without a body says so`() async throws {
        let lines = try await lines { RequestDraft(method: "POST", url: $0) }
        #expect(lines.last == "Content-Length: 0")
    }

    @Test func `the fields of the prepared request are the fields that left`() async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await Engine().send(
                RequestDraft(
                    method: "POST", url: server.url, headers: [HeaderField("X-A", "1"), HeaderField("x-a", "2")],
                    body: .bytes([65])))
            let hop = try #require(exchange.hops.first)
            let shown = hop.request.headers.map { "\($0.name): \($0.value)" }
            #expect(Array(server.received[0].lines.dropFirst()) == shown)
            #expect(hop.request.headers.filter { $0.origin == .typed }.map(\.value) == ["1", "2"])
        }
    }

    @Test func `HEAD and 204 have no body, and the connection is not poisoned by one`() async throws {
        try await StubServer.with(.sequence(.noContentWithBody, .status(200, body: "clean"))) { server in
            let engine = Engine()
            let first = await engine.send(RequestDraft(url: server.url))
            #expect(first.response?.status == 204)
            #expect(first.response?.body == [])
            let second = await engine.send(RequestDraft(url: server.url))
            #expect(second.response.map { String(decoding: $0.body, as: UTF8.self) } == "clean")
        }
    }

    @Test func `control bytes in a header value are kept`() async throws {
        try await StubServer.with(.controlsInHeader) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            let field = exchange.response?.headers.first { $0.isNamed("X-A") }
            #expect(field?.valueBytes == [97, 1, 13, 27, 0x9b, 0xff, 98])
        }
    }

    @Test func `the head is kept as it came, with folds joined and doubles apart`() async throws {
        let head =
            "HTTP/1.1 200 Very  fine\r\nset-cookie: a\r\nX-F: one\r\n  two\r\nSet-Cookie: b\r\nContent-Length: 0\r\n\r\n"
        try await StubServer.with(.raw(head)) { server in
            let response = try #require(await Engine().send(RequestDraft(url: server.url)).response)
            #expect(String(decoding: response.rawHead, as: UTF8.self) == head)
            #expect(response.headers.values("Set-Cookie") == ["a", "b"])
            #expect(response.headers["X-F"] == "one two")
            #expect(String(decoding: response.reason, as: UTF8.self) == "Very  fine")
            #expect(response.isComplete)
        }
    }

    @Test func `interim responses are kept apart and trailers come after`() async throws {
        let text =
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "4\r\nbody\r\n0\r\nX-Sum: 1\r\n\r\n"
        try await StubServer.with(.raw(text)) { server in
            let response = try #require(await Engine().send(RequestDraft(url: server.url)).response)
            #expect(
                response.interimHeads.map { String(decoding: $0, as: UTF8.self) } == [
                    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                ])
            #expect(response.headers["Link"] == nil)
            #expect(String(decoding: response.body, as: UTF8.self) == "body")
            #expect(response.trailers["X-Sum"] == "1")
        }
    }

    /// RFC 9110 §15.2.1.
    @Test func `after a 100 the body is sent, and from its end on the response is waited for`() async throws {
        let goOn = StubBehaviour(atAccept: [.waitForBytes, .send("HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n")]) { _ in
            [.untilClosed]
        }
        try await StubServer.with(goOn) { server in
            let engine = Engine()
            let events = engine.events()
            let limits = Timeouts(firstByte: .milliseconds(60), total: .seconds(200))
            let exchange = await engine.send(
                RequestDraft(
                    method: "PUT", url: server.url, headers: [HeaderField("Expect", "100-continue")],
                    body: .bytes(Array("body".utf8)), options: RequestOptions(timeouts: limits)))
            #expect(exchange.error?.category == .timeout)
            #expect(exchange.error?.phase == .wait)
            #expect(exchange.hops.first?.sentBodyByteCount == 4)
            #expect(server.received.first?.body == Array("body".utf8))
            await engine.shutdown()
            var sent = 0
            for await event in events { if case .requestSent = event.step { sent += 1 } }
            #expect(sent == 1)
        }
    }

    /// RFC 9113 §8.2.2.
    @Test func `in HTTP/2 fields of a connection are neither sent nor shown`() async throws {
        let nginx = try NginxServer.shared.get()
        let fields = [
            ("Connection", "close"), ("Upgrade", "x"), ("Keep-Alive", "5"), ("Proxy-Connection", "x"), ("X-A", "1"),
        ]
        for (te, sent) in [("gzip", []), ("trailers, gzip", ["te: trailers"])] as [(String, [String])] {
            let headers = HeaderFields((fields + [("TE", te)]).map { HeaderField($0.0, $0.1) })
            let exchange = await Engine().send(
                RequestDraft(
                    url: nginx.url(.http2, path: "/fields"), headers: headers,
                    options: RequestOptions(caFile: nginx.caFile)))
            let head = String(decoding: exchange.hops.first?.sentHead ?? [], as: UTF8.self)
            #expect(head.hasSuffix("\r\n\r\n"))
            let lines = head.lowercased().split(separator: "\r\n").dropFirst(2).map(String.init)
            #expect(lines.filter { !$0.hasPrefix("user-agent:") && !$0.hasPrefix("accept") } == ["x-a: 1"] + sent)
            #expect(exchange.bodyText == "te=\(sent.isEmpty ? "" : "trailers") connection= upgrade=\n")
        }
    }

    /// RFC 9110 §10.1.1. While it waits for 100, libcurl would repeat the request as it was.
    @Test func `after 417 a request is sent again without its expectation, once`() async throws {
        let early = StubBehaviour(
            atAccept: [.waitForBytes, .send("HTTP/1.1 417 No\r\nContent-Length: 2\r\n\r\nno"), .untilClosed]
        ) { _ in [] }
        let servers: [(StubBehaviour, RequestBody)] = [
            (.connections(early, .status(200)), .bytes([65])), (.sequence(.status(417), .status(200)), .none),
        ]
        for (behaviour, body) in servers {
            try await StubServer.with(behaviour) { server in
                let exchange = await Engine().send(
                    RequestDraft(
                        method: "PUT", url: server.url, headers: [HeaderField("Expect", "100-Continue")], body: body))
                #expect(exchange.hops.map { $0.response?.status } == [417, 200])
                #expect(exchange.hops.map { $0.request.headers["Expect"] } == ["100-Continue", nil])
                #expect(server.received.last?.body == (body == .none ? [] : [65]))
            }
        }
        try await StubServer.with(.status(417)) { server in
            let exchange = await Engine().send(
                RequestDraft(url: server.url, headers: [HeaderField("Expect", "100-continue")]))
            #expect(exchange.error?.category == .clientError)
            #expect(exchange.hops.count == 2)
        }
    }

    /// libcurl remembers a 417 in its handle.
    @Test func `after 417 the body of a later request waits for 100, too`() async throws {
        let early = StubBehaviour(
            atAccept: [.waitForBytes, .send("HTTP/1.1 417 No\r\nContent-Length: 2\r\n\r\nno"), .untilClosed]
        ) { _ in [] }
        let engine = Engine()
        var sent: [Int?] = []
        // libcurl waits for a second, within which a busy machine may not respond: one of several is enough.
        while sent.count < 6, !sent.dropFirst().contains(0) {
            let count = try await StubServer.with(.connections(early, .status(200))) { server in
                let exchange = await engine.send(
                    RequestDraft(
                        method: "PUT", url: server.url, headers: [HeaderField("Expect", "100-continue")],
                        body: .bytes([65])))
                #expect(exchange.hops.map { $0.response?.status } == [417, 200])
                return exchange.hops.first?.sentBodyByteCount
            }
            sent.append(count)
        }
        #expect(sent.dropFirst().contains(0))
        await engine.shutdown()
    }

    @Test func `a body that ends with the connection is complete`() async throws {
        try await StubServer.with(.raw("HTTP/1.0 200 OK\r\n\r\nbody")) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error == nil)
            #expect(exchange.response?.isComplete == true)
            #expect(exchange.response?.httpVersion == .http1_0)
        }
    }

    @Test func `HTTP 1.0 is spoken when asked`() async throws {
        let lines = try await lines {
            RequestDraft(url: $0, options: RequestOptions(httpVersion: .http1_0))
        }
        #expect(lines.first == "GET / HTTP/1.0")
    }

    @Test func `user and password become an Authorization field`() async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await Engine().send(RequestDraft(url: "http://us%40er:pass@127.0.0.1:\(server.port)/"))
            #expect(server.received.first?.field("Authorization") == "Basic dXNAZXI6cGFzcw==")
            #expect(exchange.hops.first?.request.headers.first { $0.isNamed("Authorization") }?.origin == .auth)
        }
    }

    @Test func `connection facts and phases are those of the connection`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let first = await engine.send(RequestDraft(url: server.url))
            let second = await engine.send(RequestDraft(url: server.url))
            #expect(first.hops.first?.connection?.isReused == false)
            #expect(first.hops.first?.connection?.remoteAddress == "127.0.0.1")
            #expect(first.hops.first?.connection?.remotePort == server.port)
            #expect(first.timings.dns != nil)
            #expect(first.timings.connect != nil)
            #expect(first.timings.tls == nil)
            #expect(second.hops.first?.connection?.isReused == true)
            #expect(second.hops.first?.connection?.localPort == first.hops.first?.connection?.localPort)
            #expect(second.timings.dns == nil)
            #expect(second.timings.connect == nil)
            #expect(second.timings.wait != nil)
            let parts = Phase.allCases.filter { $0 != .total && $0 != .queue }.compactMap { first.timings[$0] }
            #expect(parts.reduce(.zero, +) <= first.timings.total)
        }
    }
}
