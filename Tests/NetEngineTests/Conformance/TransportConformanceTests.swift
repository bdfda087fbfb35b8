import NetEngine
import TestSupport
import Testing

/// What every transport must do with correct requests and responses.
@Suite(.timeLimit(.minutes(5))) struct TransportConformanceTests {
    typealias Subject = TransportUnderTest

    @Test(arguments: Subject.all, ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"])
    func `any method arrives as it is, and its response comes back`(_ subject: Subject, _ method: String) async throws {
        try await StubServer.with(
            StubBehaviour { [.send(StubBehaviour.response(200, body: $0.method == "HEAD" ? [] : Array("body".utf8)))] }
        ) { server in
            let exchange = await subject.engine().send(RequestDraft(method: method, url: server.url + "/a%20b?c=d&c=e"))
            #expect(exchange.error == nil)
            #expect(exchange.response?.status == 200)
            #expect(exchange.bodyText == (method == "HEAD" ? "" : "body"))
            #expect(exchange.response?.isComplete == true)
            let request = try #require(server.received.first)
            #expect(request.method == method)
            #expect(request.target == "/a%20b?c=d&c=e")
            #expect(request.body.isEmpty)
            #expect(request.field("Host") == "127.0.0.1:\(server.port)")
            let wantsLength =
                ["POST", "PUT", "PATCH"].contains(method)
                || !subject.can(.sentHead) && !["GET", "HEAD"].contains(method)
            #expect(request.field("Content-Length") == (wantsLength ? "0" : nil))
            #expect(request.field("Expect") == nil)
        }
    }

    @Test(arguments: Subject.all) func `the fields of a request arrive`(_ subject: Subject) async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await subject.engine().send(
                RequestDraft(
                    url: server.url,
                    headers: [
                        HeaderField("X-B", "2"), HeaderField("X-Empty", ""), HeaderField("X-A", "ü"),
                        HeaderField("X-B", "1"), HeaderField("User-Agent", "me"), HeaderField("Accept", "text/plain"),
                        HeaderField("Cookie", "a=1"), HeaderField("Cookie", "b=2"),
                    ]))
            let request = try #require(server.received.first)
            #expect(request.field("X-A") == "ü")
            #expect(request.field("X-Empty") == "")
            #expect(request.field("User-Agent") == "me")
            #expect(request.field("Accept") == "text/plain")
            let values = request.lines.filter { $0.hasPrefix("X-B: ") }
            if subject.can(.sentHead) {
                #expect(values == ["X-B: 2", "X-B: 1"])
                #expect(exchange.hops.first?.sentHead == request.head)
            } else {
                #expect(values == ["X-B: 2, 1"])
                #expect(request.field("Cookie") == "a=1; b=2")
                #expect(exchange.hops.first?.sentHead == [], "what is not known is not made up")
            }
        }
    }

    @Test(arguments: Subject.all) func `the fields of a response arrive`(_ subject: Subject) async throws {
        let head =
            "HTTP/1.1 200 Very Fine\r\nX-Zulu: last\r\nX-Alpha: one\r\nX-Zulu: again\r\nX-None:\r\nContent-Length: 0\r\n\r\n"
        let interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        try await StubServer.with(.raw(interim + head)) { server in
            let response = try #require(await subject.engine().send(RequestDraft(url: server.url)).response)
            #expect(response.headers["x-alpha"] == "one")
            #expect(response.headers["X-None"] == "")
            #expect(response.headers["Link"] == nil || !subject.can(.receivedHead))
            if subject.can(.receivedHead) {
                #expect(response.headers.values("X-Zulu") == ["last", "again"])
                #expect(
                    response.headers.map(\.name) == ["X-Zulu", "X-Alpha", "X-Zulu", "X-None", "Content-Length"])
                #expect(response.rawHead == Array(head.utf8))
                #expect(response.interimHeads == [Array(interim.utf8)])
                #expect(response.reason == Array("Very Fine".utf8))
                #expect(response.httpVersion == .http1_1)
            } else {
                #expect(response.headers.values("X-Zulu") == ["last, again"])
                #expect(response.rawHead == [])
                #expect(response.interimHeads == [])
                #expect(response.reason == [])
                #expect(response.httpVersion == nil)
            }
        }
    }

    @Test(
        arguments: Subject.all,
        [200, 201, 204, 299, 300, 304, 400, 401, 404, 407, 418, 451, 499, 500, 501, 503, 599, 600, 999])
    func `each status has its category`(_ subject: Subject, _ status: Int) async throws {
        let hasBody = ![204, 304].contains(status)
        let field = status == 401 ? "WWW-Authenticate: Basic realm=\"here\"\r\n" : ""
        let length = hasBody ? "Content-Length: 4\r\n\r\nbody" : "\r\n"
        try await StubServer.with(.steps(.send("HTTP/1.1 \(status) Status\r\n\(field)\(length)"))) { server in
            let exchange = await subject.engine().send(RequestDraft(url: server.url))
            let expected: ErrorCategory? =
                switch status {
                case 200...299: nil
                case 400...499: .clientError
                case 500...599: .serverError
                default: .unexpectedStatus
                }
            #expect(exchange.error?.category == expected, "\(String(describing: exchange.error))")
            #expect(exchange.error?.status == expected.map { _ in status })
            #expect(exchange.response?.status == status)
            #expect(exchange.bodyText == (hasBody ? "body" : ""))
            #expect(server.received.count == 1)
        }
    }

    @Test(arguments: Subject.all) func `a body of chunks is put together`(_ subject: Subject) async throws {
        // Foundation cannot handle trailers.
        let trailers = subject.can(.receivedHead) ? "X-Sum: 1\r\n" : ""
        let chunks = "5\r\nhello\r\n1;ext=1\r\n,\r\n6\r\n world\r\n0\r\n\(trailers)\r\n"
        try await StubServer.with(
            .steps(.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks))
        ) { server in
            let exchange = await subject.engine().send(RequestDraft(url: server.url))
            #expect(exchange.error == nil)
            #expect(exchange.bodyText == "hello, world")
            #expect(exchange.response?.wireBodyByteCount == 12)
            #expect(exchange.response?.trailers["X-Sum"] == (subject.can(.receivedHead) ? "1" : nil))
        }
    }

    @Test(arguments: Subject.all) func `a body that ends with the connection is whole`(_ subject: Subject) async throws
    {
        try await StubServer.with(.raw("HTTP/1.0 200 OK\r\n\r\nbody")) { server in
            let exchange = await subject.engine().send(RequestDraft(url: server.url))
            #expect(exchange.error == nil)
            #expect(exchange.bodyText == "body")
            #expect(exchange.response?.isComplete == true)
        }
    }

    @Test(arguments: Subject.all) func `a large body comes whole, with its progress`(_ subject: Subject) async throws {
        let nginx = try NginxServer.shared.get()
        let engine = subject.engine()
        let events = engine.events()
        let exchange = await engine.send(RequestDraft(url: nginx.url(.plain, path: "/big")))
        #expect(exchange.response?.body == [UInt8](repeating: 120, count: 1_000_000))
        await engine.shutdown()
        for await event in events {
            if case .headReceived(let status, let expected) = event.step {
                #expect(status == 200)
                #expect(expected == 1_000_000)
            }
            if case .progress(let received, let expected) = event.step {
                #expect((1...1_000_000).contains(received))
                #expect(expected == 1_000_000)
            }
        }
    }

    @Test(arguments: Subject.all) func `gzip is undone`(_ subject: Subject) async throws {
        let sample = try #require(CodedSample.all.first { $0.coding == "gzip" }).bytes
        try await StubServer.with(.coded("gzip", sample)) { server in
            let exchange = await subject.engine().send(RequestDraft(url: server.url))
            #expect(exchange.error == nil)
            #expect(exchange.response?.body == Array(ContentCodingTests.text.utf8))
            #expect(exchange.response?.decodedCodings == ["gzip"])
            #expect(exchange.response?.wireBodyByteCount == sample.count)
            #expect(server.received.first?.field("Accept-Encoding")?.contains("gzip") == true)
        }
    }

    @Test(arguments: Subject.all) func `the wire bytes of coded chunks are given or absent`(_ subject: Subject)
        async throws
    {
        let sample = try #require(CodedSample.all.first { $0.coding == "gzip" }).bytes
        let size = String(sample.count, radix: 16)
        let answer =
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n".utf8)
            + sample + Array("\r\n0\r\n\r\n".utf8)
        try await StubServer.with(.steps(.send(answer))) { server in
            let response = try #require(await subject.engine().send(RequestDraft(url: server.url)).response)
            #expect(response.body == Array(ContentCodingTests.text.utf8))
            #expect(response.wireBodyByteCount == (subject.can(.codedWireBytes) ? sample.count : nil))
        }
    }

    @Test(arguments: Subject.all) func `a coded body can be had as it came, or is said to be decoded`(
        _ subject: Subject
    )
        async throws
    {
        let sample = try #require(CodedSample.all.first { $0.coding == "gzip" }).bytes
        try await StubServer.with(.coded("gzip", sample)) { server in
            let response = try #require(
                await subject.engine().send(
                    RequestDraft(url: server.url, headers: [HeaderField("Accept-Encoding", "gzip")])
                ).response)
            #expect(response.body == (subject.can(.undecodedBodies) ? sample : Array(ContentCodingTests.text.utf8)))
            #expect(response.decodedCodings == (subject.can(.undecodedBodies) ? [] : ["gzip"]))
        }
    }

    @Test(arguments: Subject.all, [301, 302, 303, 307, 308])
    func `redirects are followed by the engine, hop by hop`(_ subject: Subject, _ status: Int) async throws {
        try await StubServer.with(
            .routes(["/a": .redirect(status, to: "b?x=1"), "/b?x=1": .status(200, body: "end")])
        ) { server in
            let exchange = await subject.engine().send(
                RequestDraft(method: "POST", url: server.url + "/a", body: .bytes(Array("form".utf8))))
            #expect(exchange.error == nil)
            #expect(exchange.bodyText == "end")
            #expect(exchange.hops.map(\.response?.status) == [status, 200])
            let second = try #require(server.received.last)
            #expect(second.method == (status >= 307 ? "POST" : "GET"))
            #expect(String(decoding: second.body, as: UTF8.self) == (status >= 307 ? "form" : ""))
        }
    }

    @Test(arguments: Subject.all) func `a redirect that is not followed is the response, with its body`(
        _ subject: Subject
    ) async throws {
        try await StubServer.with(.status(302, headers: [("Location", "/b")])) { server in
            let exchange = await subject.engine().send(
                RequestDraft(url: server.url, options: RequestOptions(followRedirects: false)))
            #expect(exchange.error?.category == .unexpectedStatus)
            #expect(exchange.response?.headers["Location"] == "/b")
            #expect(exchange.bodyText == "body")
            #expect(server.received.count == 1)
        }
    }

    @Test(arguments: Subject.all) func `an idle connection is reused`(_ subject: Subject) async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = subject.engine()
            var second: Exchange?
            for _ in 0..<5 { second = await engine.send(RequestDraft(url: server.url)) }
            #expect(server.received.count == 5)
            #expect(server.connectionCount == 1)
            #expect(second?.hops.first?.connection?.isReused == (subject.can(.connectionFacts) ? true : nil))
        }
    }

    @Test(arguments: Subject.all) func `a hundred sends at once all arrive before any is answered`(_ subject: Subject)
        async throws
    {
        try await StubServer.with(.slowHead) { server in
            let engine = subject.engine()
            await withTaskGroup(of: Exchange.self) { group in
                for _ in 0..<100 { group.addTask { await engine.send(RequestDraft(url: server.url)) } }
                _ = await server.requests(100)
                server.release()
                for await exchange in group {
                    #expect(exchange.error == nil)
                    #expect(exchange.bodyText == "body")
                }
            }
        }
    }

    @Test(arguments: Subject.all) func `phases and facts are given or absent, never zero`(_ subject: Subject)
        async throws
    {
        try await StubServer.with(.status(200)) { server in
            let exchange = await subject.engine().send(RequestDraft(url: server.url))
            let timings = try #require(exchange.hops.first?.timings)
            #expect(timings.total > .zero)
            #expect(timings.total <= exchange.timings.total)
            #expect(timings.receive != nil)
            for phase in [Phase.dns, .connect, .send, .wait] {
                #expect((timings[phase] != nil) == subject.can(.phases), "\(phase)")
            }
            #expect(timings.tls == nil)
            #expect((exchange.hops.first?.connection != nil) == subject.can(.connectionFacts))
        }
    }

    @Test(arguments: Subject.all) func `transports keep no cookies and no responses`(_ subject: Subject) async throws {
        try await StubServer.with(
            .status(200, headers: [("Set-Cookie", "a=1; Path=/"), ("Cache-Control", "max-age=600")])
        ) { server in
            let engine = subject.engine()
            for _ in 0..<2 { #expect(await engine.send(RequestDraft(url: server.url)).isSuccess) }
            #expect(server.received.count == 2)
            #expect(server.received.allSatisfy { $0.field("Cookie") == nil && $0.field("If-None-Match") == nil })
        }
    }

    @Test(arguments: [
        ("CONNECT", RequestTarget.resource, "URLSession cannot send CONNECT."),
        ("OPTIONS", .server, "URLSession cannot send the target *."),
    ])
    func `what URLSession would send otherwise it refuses`(
        _ method: String, _ target: RequestTarget, _ sentence: String
    ) async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await Subject.urlSession.engine().send(
                RequestDraft(method: method, url: server.url, target: target))
            #expect(exchange.error?.sentence == sentence)
            #expect(server.received.isEmpty)
        }
    }

    @Test(arguments: Subject.all) func `what is asked of the connection is done or refused`(_ subject: Subject)
        async throws
    {
        let nginx = try NginxServer.shared.get()
        let changes: [@Sendable (inout RequestOptions) -> Void] = [
            { $0.caFile = nginx.caFile }, { $0.verifiesTLS = false },
            {
                $0.verifiesTLS = false
                $0.httpVersion = .http1_1
            },
        ]
        for change in changes {
            var options = RequestOptions()
            change(&options)
            let exchange = await subject.engine().send(RequestDraft(url: nginx.url(.http2), options: options))
            if subject.can(.connectionOptions) {
                #expect(exchange.error == nil)
            } else {
                #expect(exchange.error?.category == .requestBuild)
                #expect(exchange.error?.hint.contains("CurlTransport") == true)
            }
        }
    }
}
