import CCurl
import Dispatch
import NetEngine
import TestSupport
import Testing

/// Mistakes that libcurl makes with reused connections, and that the engine must not make.
@Suite(.timeLimit(.minutes(5))) struct ConnectionReuseTests {
    @Test(arguments: ["GET", "POST"])
    func `unrequested bytes on an idle connection never answer the next request`(_ method: String) async throws {
        try await StubServer.with(.sequence(.unaskedBytes, .status(200, body: "second"))) { server in
            let engine = Engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let second = await engine.send(RequestDraft(method: method, url: server.url))
            #expect(second.response.map { String(decoding: $0.body, as: UTF8.self) } == "second")
            #expect(second.hops.count == 1)
            #expect(second.hops.first?.connection?.isReused == false)
            #expect(server.connectionCount == 2)
        }
    }

    @Test(arguments: ["GET", "POST"])
    func `unasked bytes that come while the connection is idle never answer the next request`(
        _ method: String
    ) async throws {
        let late = StubBehaviour.steps(
            .send(StubBehaviour.response(200, body: Array("first".utf8))), .waitForRelease,
            .send(StubBehaviour.response(200, body: Array("unasked".utf8))), .mark)
        try await StubServer.with(.sequence(late, .status(200, body: "second"))) { server in
            let engine = Engine()
            let first = await engine.send(RequestDraft(url: server.url))
            #expect(first.response.map { String(decoding: $0.body, as: UTF8.self) } == "first")
            server.release()
            await server.marks(1)
            let second = await engine.send(RequestDraft(method: method, url: server.url))
            #expect(second.response.map { String(decoding: $0.body, as: UTF8.self) } == "second")
            #expect(second.hops.count == 1)
            #expect(second.hops.first?.connection?.isReused == false)
        }
    }

    @Test(arguments: ["GET", "POST"])
    func `an idle connection that was closed meanwhile is not reused`(_ method: String) async throws {
        try await StubServer.with(.sequence(.keepAliveThenClose, .status(200, body: "second"))) { server in
            let engine = Engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let second = await engine.send(
                RequestDraft(method: method, url: server.url, body: method == "POST" ? .bytes([65]) : .none))
            #expect(second.isSuccess)
            #expect(server.received.count == 2)
        }
    }

    @Test func `an idempotent request whose reused connection dies is sent again, visibly, on a fresh one`()
        async throws
    {
        try await StubServer.with(.sequence(.status(200), .closeAfterRequest, .status(200, body: "third"))) { server in
            let engine = Engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let second = await engine.send(RequestDraft(method: "PUT", url: server.url, body: .bytes([65])))
            #expect(second.error == nil)
            #expect(second.hops.map(\.cause) == [.first, .retry])
            #expect(second.hops.last?.connection?.isReused == false)
            #expect(server.received.count == 3)
        }
    }

    @Test func `it is sent again however often that happens`() async throws {
        let answers = StubBehaviour { $0.index.isMultiple(of: 2) ? StubBehaviour.status(200).answer($0) : [.close] }
        try await StubServer.with(answers) { server in
            let engine = Engine()
            _ = await engine.send(RequestDraft(url: server.url))
            // libcurl counts its own tries, and gives up after five.
            for _ in 0..<7 {
                let exchange = await engine.send(RequestDraft(url: server.url))
                #expect(exchange.error == nil)
                #expect(exchange.hops.map(\.cause) == [.first, .retry])
            }
        }
    }

    @Test func `it is sent again once only`() async throws {
        try await StubServer.with(.sequence(.status(200), .closeAfterRequest)) { server in
            let engine = Engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let second = await engine.send(RequestDraft(url: server.url))
            #expect(second.error?.category == .connect)
            #expect(server.received.count == 3)
        }
    }

    @Test func `after a redirect a connection may be reused, and lost again`() async throws {
        let answers = StubBehaviour.sequence(
            .status(200), .closeAfterRequest, .redirect(to: "/b"), .closeAfterRequest, .status(200, body: "end"))
        try await StubServer.with(answers) { server in
            let engine = Engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let exchange = await engine.send(RequestDraft(url: server.url))
            #expect(exchange.error == nil)
            #expect(exchange.hops.map(\.cause) == [.first, .retry, .redirect(status: 302), .retry])
            #expect(exchange.hops.map(\.connection?.isReused) == [true, false, true, false])
            #expect(server.received.map(\.target) == ["/", "/", "/", "/b", "/b"])
        }
    }

    @Test func `what is sent again without the policy counts as one of its retries`() async throws {
        // A connection that is reused and dies with its second request; a fresh one sends 503 and dies in the same way.
        let answers = StubBehaviour { request in
            request.index == 0 || request.index == 2
                ? StubBehaviour.status(request.index == 0 ? 200 : 503).answer(request) : [.close]
        }
        for (retries, attempts) in [(0, 2), (1, 2), (2, 3), (3, 4)] {
            try await StubServer.with(answers) { server in
                let engine = Engine()
                _ = await engine.send(RequestDraft(url: server.url))
                let policy = RetryPolicy(maxRetries: retries, backoff: Backoff(base: .milliseconds(1)))
                let exchange = await engine.send(RequestDraft(url: server.url, options: RequestOptions(retry: policy)))
                #expect(exchange.error != nil)
                #expect(exchange.hops.count == attempts, "\(retries) retries")
                #expect(server.received.count == 1 + attempts)
            }
        }
    }

    @Test(arguments: [StubBehaviour.closeAfterRequest, .resetAfterRequest])
    func `a POST whose reused connection dies is never sent twice`(_ end: StubBehaviour) async throws {
        try await StubServer.with(.sequence(.status(200), end, .status(200))) { server in
            let engine = Engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let second = await engine.send(RequestDraft(method: "POST", url: server.url, body: .bytes([65])))
            #expect(second.error?.category == .connect)
            #expect(second.hops.count == 1)
            #expect(server.received.count == 2)
        }
    }

    @Test(arguments: ["GET", "HEAD", "POST"])
    func `libcurl does not try again by itself when a reused connection dies`(_ method: String) async throws {
        try await StubServer.with(.sequence(.status(200), .closeAfterRequest, .status(200))) { server in
            let engine = Engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let second = await engine.send(
                RequestDraft(method: method, url: server.url, body: method == "POST" ? .bytes([65]) : .none))
            let reused: [Bool?] = method == "POST" ? [true] : [true, false]
            #expect(second.hops.map(\.connection?.isReused) == reused)
            // The engine would end a try of libcurl, but only once that has opened another connection for it.
            #expect(server.connectionCount == second.hops.count)
            #expect(second.error?.underlying?.code != Int(CURLE_ABORTED_BY_CALLBACK.rawValue))
        }
    }

    @Test func `a response that breaks off within its first line has begun, so nothing is sent again`() async throws {
        let cut = StubBehaviour.steps(.send("HTTP/1.1 2"), .mark, .close)
        try await StubServer.with(.sequence(.status(200), cut, .status(200))) { server in
            let engine = Engine()
            _ = await engine.send(RequestDraft(url: server.url))
            // The engine's thread goes on when the bytes are there: libcurl reads them at once then, on its own accord.
            let areThere = DispatchSemaphore(value: 0)
            let id = engine.makeID()
            engine.tap { event in
                guard event.id == id, case .requestSent = event.step else { return }
                areThere.wait()
                areThere.signal()
            }
            async let sending = engine.send(RequestDraft(url: server.url), id: id)
            await server.marks(1)
            areThere.signal()
            let second = await sending
            #expect(
                second.error?.sentence
                    == "127.0.0.1:\(server.port) closed the connection in the middle of the response's head.")
            #expect(second.hops.map(\.connection?.isReused) == [true])
            #expect(server.received.count == 2)
        }
    }

    @Test func `two sends at once do not wait for each other`() async throws {
        try await StubServer.with(.routes(["/slow": .slowHead, "/fast": .status(200)])) { server in
            let engine = Engine()
            async let slow = engine.send(RequestDraft(url: server.url + "/slow"))
            _ = await server.requests(1)
            #expect(await engine.send(RequestDraft(url: server.url + "/fast")).isSuccess)
            server.release()
            #expect(await slow.isSuccess)
        }
    }

    @Test func `a hundred sends at once to one host all arrive before any is answered`() async throws {
        try await StubServer.with(.slowHead) { server in
            let engine = Engine()
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 { group.addTask { await engine.send(RequestDraft(url: server.url)).isSuccess } }
                _ = await server.requests(100)
                server.release()
                #expect(await group.reduce(true) { $0 && $1 })
            }
        }
    }
}
