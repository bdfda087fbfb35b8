import NetEngine
import NetEngineTesting
import TestSupport
import Testing

/// What happens before the head of a streamed response is returned, how streams end, and their time limits.
@Suite(.timeLimit(.minutes(5))) struct StreamPolicyTests {
    private func read(_ stream: ResponseStream) async throws -> String {
        var body: [UInt8] = []
        for try await chunk in stream { body += chunk }
        return String(decoding: body, as: UTF8.self)
    }

    /// Adds a field and requests a retry on 401, as a token refresh does.
    private struct Login: Interceptor {
        func adapt(_ request: RequestDraft, context: InterceptorContext) async throws(EngineError) -> RequestDraft {
            var request = request
            request.headers.append(HeaderField("X-Try", context.cause == .first ? "1" : "2"))
            return request
        }
        func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
            outcome.error?.status == 401 ? .retry(outcome.draft) : .pass
        }
    }

    @Test func `a 401 that is recovered never shows, and its connection is kept`() async throws {
        try await StubServer.with(.sequence(.status(401, body: "who are you"), .status(200, body: "welcome"))) {
            server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [Login()]))
            let stream = try await engine.stream(RequestDraft(url: server.url))
            #expect(stream.head.status == 200)
            #expect(try await read(stream) == "welcome")
            let exchange = await stream.finish()
            #expect(exchange.hops.map { $0.response?.status } == [401, 200])
            #expect(exchange.hops.map { $0.response?.isComplete } == [true, true])
            #expect(server.received.map { $0.field("X-Try") } == ["1", "2"])
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `the endless body of a discarded response is cut`() async throws {
        let endless401 = StubBehaviour { _ in
            [
                .send("HTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n"),
                .sendForever(Array(("2000\r\n" + String(repeating: "x", count: 0x2000) + "\r\n").utf8)),
            ]
        }
        try await StubServer.with(.sequence(endless401, .status(200, body: "welcome"))) { server in
            let engine = Engine(configuration: EngineConfiguration(interceptors: [Login()]))
            let stream = try await engine.stream(RequestDraft(url: server.url))
            #expect(try await read(stream) == "welcome")
        }
    }

    @Test func `the retry policy and redirects hold up to the head`() async throws {
        let routes = StubBehaviour.routes([
            "/": .redirect(to: "/b"), "/b": .sequence(.status(200), .status(503), .status(200, body: "done")),
        ])
        try await StubServer.with(routes) { server in
            let clock = ManualClock()
            let engine = Engine(configuration: EngineConfiguration(clock: clock))
            let policy = RetryPolicy(backoff: Backoff(base: .seconds(1), hasJitter: false))
            let stream = try await engine.stream(
                RequestDraft(url: server.url, options: RequestOptions(retry: policy)))
            #expect(try await read(stream) == "done")
            let exchange = await stream.finish()
            #expect(exchange.hops.map(\.cause) == [.first, .redirect(status: 302), .retry])
            #expect(clock.sleeps == [.seconds(1)])
        }
    }

    @Test func `a body that breaks off is not asked for again`() async throws {
        try await StubServer.with(.cutMidBody) { server in
            let engine = Engine()
            let stream = try await engine.stream(
                RequestDraft(url: server.url, options: RequestOptions(retry: RetryPolicy())))
            await #expect(throws: EngineError.self) { try await read(stream) }
            #expect(server.received.count == 1)
        }
    }

    @Test func `redirects without end are thrown`() async throws {
        let endless = StubBehaviour { request in
            [.send(StubBehaviour.response(302, headers: [("Location", "/\(request.index + 1)")], body: []))]
        }
        try await StubServer.with(endless) { server in
            let error = await #expect(throws: EngineError.self) {
                try await Engine().stream(RequestDraft(url: server.url))
            }
            #expect(error?.category == .redirect)
        }
    }

    // MARK: The end

    @Test func `who drops the stream cancels the transfer`() async throws {
        try await StubServer.with(
            .steps(.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf"), .untilClosed)
        ) { server in
            let engine = Engine()
            do {
                let stream = try await engine.stream(RequestDraft(url: server.url))
                for try await chunk in stream {
                    #expect(chunk == Array("half".utf8))
                    break
                }
            }
            await server.marks(1)
        }
    }

    @Test func `cancelling the task that reads cancels the transfer`() async throws {
        try await StubServer.with(
            .steps(.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf"), .untilClosed)
        ) { server in
            let engine = Engine()
            let (told, tell) = AsyncStream<Void>.makeStream()
            let task = Task { () async throws -> Exchange in
                let stream = try await engine.stream(RequestDraft(url: server.url))
                var iterator = stream.makeAsyncIterator()
                _ = try await iterator.next()
                tell.finish()
                let error = await #expect(throws: EngineError.self) { try await iterator.next() }
                #expect(error?.category == .cancelled)
                return await stream.finish()
            }
            for await _ in told {}
            task.cancel()
            let exchange = try await task.value
            #expect(exchange.error?.category == .cancelled)
            await server.marks(1)
        }
    }

    @Test func `cancelling before the head ends with cancelled`() async throws {
        try await StubServer.with(.neverAnswers) { server in
            let engine = Engine()
            let task = Task { try await engine.stream(RequestDraft(url: server.url)) }
            _ = await server.requests(1)
            task.cancel()
            let error = await #expect(throws: EngineError.self) { try await task.value }
            #expect(error?.category == .cancelled)
        }
    }

    @Test func `cancelAll and cancel by id end streams`() async throws {
        try await StubServer.with(.slowBody) { server in
            let engine = Engine()
            let id = engine.makeID()
            let first = try await engine.stream(RequestDraft(url: server.url), id: id)
            #expect(first.id == id)
            engine.cancel(id)
            let error = await #expect(throws: EngineError.self) { try await read(first) }
            #expect(error?.category == .cancelled)
            let second = try await engine.stream(RequestDraft(url: server.url))
            engine.cancelAll()
            await #expect(throws: EngineError.self) { try await read(second) }
        }
    }

    @Test func `shutdown ends streams that nobody reads, and gives what came`() async throws {
        try await StubServer.with(.routes(["/endless": .endlessBody, "/half": .slowBody])) { server in
            let engine = Engine()
            let endless = try await engine.stream(RequestDraft(url: server.url + "/endless"))
            let half = try await engine.stream(RequestDraft(url: server.url + "/half"))
            var iterator = half.makeAsyncIterator()
            #expect(try await iterator.next() == Array("half".utf8))
            await engine.shutdown()
            let error = await #expect(throws: EngineError.self) { try await iterator.next() }
            #expect(error?.category == .cancelled)
            #expect(await endless.finish().error?.category == .cancelled)
        }
    }

    @Test func `a stream outlives its engine's owner`() async throws {
        try await StubServer.with(.slowBody) { server in
            let stream = try await { try await Engine().stream(RequestDraft(url: server.url)) }()
            server.release()
            #expect(try await read(stream) == "halfdone")
        }
    }

    @Test func `events tell the story, and the last one comes after the body`() async throws {
        try await StubServer.with(.slowBody) { server in
            let engine = Engine()
            let events = engine.events()
            let stream = try await engine.stream(RequestDraft(url: server.url))
            var names: [String] = []
            var isReleased = false
            for await event in events {
                let name = String("\(event.step)".prefix { $0 != "(" })
                if name != "progress" { names.append(name) }
                if name == "headReceived" {
                    server.release()
                    isReleased = true
                    #expect(try await read(stream) == "halfdone")
                }
                if name == "finished" { break }
            }
            #expect(isReleased)
            #expect(
                names == [
                    "queued", "hopStarted", "nameResolved", "connected", "requestSent", "headReceived", "finished",
                ])
        }
    }

    // MARK: Limits of time

    @Test func `a server that stalls is a receive timeout`() async throws {
        try await StubServer.with(.slowBody) { server in
            let stream = try await Engine().stream(
                RequestDraft(
                    url: server.url, options: RequestOptions(timeouts: Timeouts(receive: .milliseconds(200)))))
            var iterator = stream.makeAsyncIterator()
            #expect(try await iterator.next() == Array("half".utf8))
            let error = await #expect(throws: EngineError.self) { try await iterator.next() }
            #expect(error?.category == .timeout)
            #expect(error?.phase == .receive)
        }
    }

    @Test func `a slow reader is not a timeout`() async throws {
        let body = StreamTests.pattern(1_500_000)
        // The server holds back the end: where the limits had passed, one of them would strike before it comes.
        let routes = StubBehaviour.routes([
            "/big": StreamTests.chunked([body], then: .waitForRelease, .send("0\r\n\r\n")), "/never": .neverAnswers,
        ])
        try await StubServer.with(routes) { server in
            let engine = Engine()
            let stream = try await engine.stream(
                RequestDraft(
                    url: server.url + "/big",
                    options: RequestOptions(timeouts: Timeouts(receive: .seconds(4), total: .seconds(4)))))
            var iterator = stream.makeAsyncIterator()
            var received = try await iterator.next() ?? []
            // Takes longer than the limits.
            let other = await engine.send(
                RequestDraft(
                    url: server.url + "/never",
                    options: RequestOptions(timeouts: Timeouts(firstByte: .milliseconds(4300)))))
            #expect(other.error?.category == .timeout)
            while received.count < body.count, let chunk = try await iterator.next() { received += chunk }
            server.release()
            let rest = try await iterator.next()
            #expect(rest == nil && received == body)
        }
    }

    @Test func `the time in which a reader lags counts for no limit, so the one that strikes later is named`()
        async throws
    {
        let body = StreamTests.pattern(1_500_000)
        let routes = StubBehaviour.routes([
            "/big": StreamTests.chunked([body], then: .untilClosed), "/never": .neverAnswers,
        ])
        try await StubServer.with(routes) { server in
            let engine = Engine()
            let stream = try await engine.stream(
                RequestDraft(
                    url: server.url + "/big",
                    options: RequestOptions(timeouts: Timeouts(receive: .milliseconds(500), total: .seconds(2)))))
            var iterator = stream.makeAsyncIterator()
            _ = try await iterator.next()
            // Takes longer than the total limit, while the transfer waits for its reader.
            _ = await engine.send(
                RequestDraft(
                    url: server.url + "/never", options: RequestOptions(timeouts: Timeouts(firstByte: .seconds(2)))))
            let error = await #expect(throws: EngineError.self) { while try await iterator.next() != nil {} }
            #expect(
                error?.sentence.hasPrefix("The receive limit of 500 ms passed") == true, "\(String(describing: error))")
        }
    }

    @Test func `the total limit holds for a body that is read`() async throws {
        try await StubServer.with(.slowBody) { server in
            let stream = try await Engine().stream(
                RequestDraft(url: server.url, options: RequestOptions(timeouts: Timeouts(total: .milliseconds(300)))))
            let error = await #expect(throws: EngineError.self) { try await read(stream) }
            #expect(error?.category == .timeout)
        }
    }
}
