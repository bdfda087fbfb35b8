import NetEngine
import NetEngineTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct StubTransportTests {
    private let stub = StubTransport()
    private var engine: Engine { Engine(configuration: EngineConfiguration(stub: stub)) }

    private func draft(
        _ method: String = "GET", _ path: String = "/orders/7", body: RequestBody = .none,
        options: RequestOptions = RequestOptions()
    ) -> RequestDraft {
        RequestDraft(method: method, url: "https://shop.test\(path)", body: body, options: options)
    }

    private struct Order: Codable, Sendable, Equatable { let id: Int }

    // MARK: Which stub answers

    @Test func `a request gets the response that was said for its method and URL`() async throws {
        stub.on(.get, "/orders/7", .json(#"{"id":7}"#, headers: [HeaderField("X-Shop", "stub")]))
        stub.on(.post, "/orders", try .json(encoding: Order(id: 8), status: 201))
        let found = await engine.send(draft())
        let made = await engine.send(draft("POST", "/orders", body: .bytes(Array("{}".utf8))))
        #expect(found.error == nil)
        #expect(found.response?.headers["X-Shop"] == "stub")
        #expect(found.response?.headers["Content-Type"] == "application/json")
        #expect(found.response?.body == Array(#"{"id":7}"#.utf8))
        #expect(made.response?.status == 201)
        #expect(made.response?.body == Array(#"{"id":8}"#.utf8))
        stub.on(.get, "/bad", .json("{}", headers: [HeaderField("content-type", "application/problem+json")]))
        let types = await engine.send(draft(path: "/bad")).response?.headers.values("Content-Type")
        #expect(types == ["application/problem+json"])
    }

    @Test(arguments: [
        ("/orders/7", "/orders/7", true), ("/orders/7", "/orders/7?full=1", true), ("/orders/7", "/orders/77", false),
        ("/orders/7", "/v1/orders/7", false), ("/orders/*", "/orders/7", true), ("/orders/*", "/orders/7/lines", false),
        ("/orders/**", "/orders/7/lines/1", true), ("/orders/*/lines", "/orders/7/lines", true),
        ("/orders?full=*", "/orders?full=1", true), ("/orders?full=*", "/orders", false),
        ("/orders?*page=2*", "/orders?full=1&page=2&x=/", false),
        ("/orders?*page=2**", "/orders?full=1&page=2&x=/", true),
        ("https://shop.test/orders/7", "/orders/7", true), ("https://shop.test:443/orders/7", "/orders/7", true),
        ("http://shop.test/orders/7", "/orders/7", false), ("https://*/orders/7", "/orders/7", true), ("**", "/", true),
        ("***a***b***", "/orders/abab", true), ("", "/", false),
    ])
    func `a pattern fits what it says`(pattern: String, path: String, fits: Bool) async {
        stub.on(pattern, .status(204))
        let exchange = await engine.send(draft(path: path))
        #expect((exchange.response?.status == 204) == fits)
        #expect(stub.received(nil, pattern).count == (fits ? 1 : 0))
        #expect(stub.unmatched.count == (fits ? 0 : 1))
    }

    private func draft(path: String) -> RequestDraft { draft("GET", path) }

    @Test func `a whole URL has the port that the request names, and the server as a whole is a star`() async {
        stub.on("https://shop.test/orders/7", .status(200)).on("https://shop.test:8443/orders/7", .status(201))
        stub.on(.options, "*", .status(202)).on("http://[::1]/", .status(203)).on("http://[::1]:81/", .status(205))
        func status(_ url: String, _ method: String = "GET", target: RequestTarget = .resource) async -> Int? {
            await engine.send(RequestDraft(method: method, url: url, target: target)).response?.status
        }
        #expect(await status("https://shop.test/orders/7") == 200)
        #expect(await status("https://shop.test:8443/orders/7") == 201)
        #expect(await status("https://shop.test:8444/orders/7") == nil)
        #expect(await status("https://shop.test", "OPTIONS", target: .server) == 202)
        #expect(await status("https://shop.test/a", "OPTIONS") == nil, "a star fits no slash")
        #expect(await status("http://[::1]/") == 203)
        #expect(await status("http://[::1]:81/") == 205)
        #expect(stub.received(.options, "**").count == 2 && stub.received(.get, "**").count == 5)
        #expect(stub.received(.get, "https://shop.test/**").count == 1 && stub.received(.put, "**").isEmpty)
    }

    @Test func `a reply is as complete as a whole response, and a failure has no phase unless it is given`() async {
        stub.on("/orders/7", .json("{}")).on("/orders/8", .failure(.dns)).on("/orders/9", .redirect(to: "/orders/7"))
        let response = await engine.send(draft()).response
        #expect(response?.status == 200 && response?.httpVersion == .http1_1 && response?.isComplete == true)
        #expect(response?.reason == [] && response?.rawHead == [] && response?.wireBodyByteCount == 2)
        #expect(await engine.send(draft(path: "/orders/8")).error?.phase == nil)
        let redirected = await engine.send(draft(path: "/orders/9"))
        #expect(redirected.hops.map { $0.response?.status } == [302, 200])
    }

    @Test func `of two stubs that fit the one added last answers`() async {
        stub.on("/orders/*", .status(200))
        stub.on(.get, "/orders/7", .status(410))
        #expect(await engine.send(draft()).response?.status == 410)
        #expect(await engine.send(draft(path: "/orders/8")).response?.status == 200)
    }

    @Test func `a request that no stub fits fails with a sentence that names it and the stubs`() async throws {
        stub.on(.get, "/orders/*", .status(200)).on("/export", .status(200))
        let error = try #require(await engine.send(draft("DELETE", "/orders/7?soft=1")).error)
        #expect(error.category == .internal)
        #expect(error.sentence == "No stub matches DELETE https://shop.test/orders/7?soft=1.")
        #expect(
            error.hint == """
                There are stubs for GET /orders/*, any method /export. Add one with `on`, or correct the request.
                """)
        #expect(stub.unmatched.map(\.method) == [.delete])
        let empty = Engine(configuration: EngineConfiguration(stub: StubTransport()))
        #expect(
            await empty.send(draft()).error?.hint == "There are none yet. Add one with `on`, or correct the request.")
    }

    // MARK: Several replies

    @Test func `a sequence answers attempt after attempt, and its last reply goes on`() async {
        let clock = ManualClock()
        let stub = StubTransport(clock: clock)
        stub.on(
            .get, "/orders/7", .failure(.connect), .status(503, headers: [HeaderField("Retry-After", "17")]),
            .status(200, body: "at last"))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        var options = RequestOptions(retry: RetryPolicy(maxRetries: 2, backoff: Backoff(base: .zero)))
        options.timeouts.total = nil
        let exchange = await engine.send(draft(options: options))
        #expect(exchange.response?.body == Array("at last".utf8))
        #expect(exchange.retryCount == 2)
        #expect(clock.sleeps == [.seconds(17)])
        #expect(await engine.send(draft()).isSuccess)
        #expect(stub.received.count == 4)
    }

    @Test func `a reply can be made of the request`() async {
        stub.on(.post, "/login") { $0.text.contains("s3cret") ? .json(#"{"token":"t"}"#) : .status(401) }
        let right = await engine.send(draft("POST", "/login", body: .bytes(Array("password=s3cret".utf8))))
        let wrong = await engine.send(draft("POST", "/login", body: .bytes(Array("password=".utf8))))
        #expect([right.response?.status, wrong.response?.status] == [200, 401])
    }

    @Test func `redirects go through the stubs, with the fields that follow them`() async {
        stub.on("/old", .redirect(to: "https://other.test/new")).on("https://other.test/new", .status(200))
        var request = draft(path: "/old")
        request.headers.append(HeaderField("Authorization", "Bearer t"))
        let exchange = await engine.send(request)
        #expect(exchange.redirectCount == 1)
        #expect(exchange.hops.first?.response?.status == 302)
        #expect(stub.received.map { $0.headers.contains("Authorization") } == [true, false])
    }

    // MARK: Delays

    @Test func `a delay passes when the test moves the clock`() async {
        let clock = ManualClock(.standing)
        let stub = StubTransport(clock: clock).on("/orders/7", .status(200).delayed(by: .seconds(3)))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let ends = Mutex(0)
        let draft = draft()
        let task = Task {
            defer { ends.withLock { $0 += 1 } }
            return await engine.send(draft)
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        #expect(ends.withLock { $0 } == 0)
        clock.advance(by: .seconds(1))
        let exchange = await task.value
        #expect(exchange.isSuccess)
        #expect(exchange.hops.first?.timings.wait == .seconds(3))
    }

    @Test func `a delay beyond a limit is a timeout, without waiting for it`() async throws {
        stub.on("/orders/7", .status(200).delayed(by: .seconds(3)))
        let first = await engine.send(draft(options: RequestOptions(timeouts: Timeouts(firstByte: .seconds(2)))))
        #expect(first.error?.category == .timeout)
        #expect(first.error?.phase == .wait)
        #expect(first.error?.sentence.hasPrefix("The first-byte limit of 2 s passed") == true)
        let equal = await engine.send(draft(options: RequestOptions(timeouts: Timeouts(firstByte: .seconds(3)))))
        #expect(equal.error?.category == .timeout, "the limit is the time at which it passes")
        let longer = await engine.send(
            draft(options: RequestOptions(timeouts: Timeouts(firstByte: .milliseconds(3001)))))
        #expect(longer.isSuccess)
        let total = await engine.send(draft(options: RequestOptions(timeouts: Timeouts(total: .seconds(2)))))
        #expect(total.error?.category == .timeout)
        #expect(total.error?.sentence.hasPrefix("The total limit of 2 s passed") == true)
        #expect(await engine.send(draft()).isSuccess)
        // Of two limits the one that passes first.
        for (firstByte, all, name) in [(2, 1, "total limit of 1 s"), (1, 2, "first-byte limit of 1 s")] {
            let timeouts = Timeouts(firstByte: .seconds(firstByte), total: .seconds(all))
            let error = await engine.send(draft(options: RequestOptions(timeouts: timeouts))).error
            #expect(error?.sentence.hasPrefix("The \(name) passed") == true)
        }
    }

    @Test func `delays add up, and a recorded exchange without an end is not answered`() async throws {
        stub.on("/orders/7", .status(200).delayed(by: .seconds(1)).delayed(by: .seconds(2)))
        let exchange = await engine.send(draft())
        #expect(exchange.hops.first?.timings == PhaseTimings(wait: .seconds(3), total: .seconds(3)))
        let silent = Exchange(
            id: ExchangeID(rawValue: 1), draft: draft(), startedAt: .now, hops: [], timings: PhaseTimings(), error: nil)
        stub.on("/orders/8", .exchange(silent))
        let request = draft("GET", "/orders/8", options: RequestOptions(timeouts: Timeouts(firstByte: .seconds(2))))
        #expect(await engine.send(request).error?.category == .timeout)
    }

    @Test func `no answer ends by a limit, or by cancelling`() async {
        stub.on("/orders/7", .nothing)
        #expect(await engine.send(draft()).error?.category == .timeout)
        var options = RequestOptions()
        options.timeouts.total = nil
        let (engine, request) = (engine, draft(options: options))
        let task = Task { await engine.send(request) }
        await stub.requests(2)
        task.cancel()
        #expect(await task.value.error?.category == .cancelled)
    }

    @Test func `a delayed request can be cancelled, and the engine shut down`() async {
        let clock = ManualClock(.standing)
        let stub = StubTransport(clock: clock).on("/orders/*", .status(200).delayed(by: .seconds(3)))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let (first, second) = (draft(), draft(path: "/orders/8"))
        let cancelled = Task { await engine.send(first) }
        await clock.sleepers(1)
        cancelled.cancel()
        #expect(await cancelled.value.error?.category == .cancelled)
        let stopped = Task { await engine.send(second) }
        await clock.sleepers(1)
        await engine.shutdown()
        #expect(await stopped.value.error?.category == .cancelled)
        #expect(await engine.send(second).error?.category == .cancelled)
    }

    @Test func `stubs that are shut down end what is in flight, without the engine's help`() async {
        stub.on("/orders/7", .nothing)
        var options = RequestOptions()
        options.timeouts.total = nil
        let (engine, request) = (engine, draft(options: options))
        let task = Task { await engine.send(request) }
        await stub.requests(1)
        await stub.shutdown()
        #expect(await task.value.error?.category == .cancelled)
        stub.on("/orders/7", .status(200))
        #expect(await engine.send(request).error?.category == .cancelled, "as are later ones")
    }

    // MARK: Failures

    @Test(arguments: ErrorCategory.allCases)
    func `each category can be had`(_ category: ErrorCategory) async throws {
        stub.on("/orders/7", .failure(category, phase: .connect))
        let error = try #require(await engine.send(draft()).error)
        #expect(error.category == category)
        #expect(error.phase == .connect)
        #expect(error.sentence == "A stub let the request to shop.test:443 fail with \(category.rawValue).")
        #expect(error.hint == category.hint)
    }

    @Test func `a failure of one's own keeps its words`() async {
        let refused = EngineError(
            category: .connect, sentence: "Nobody listens.", hint: "Start it.",
            underlying: UnderlyingCode(domain: .errno, code: 111, text: "refused"))
        stub.on("/orders/7", .failure(refused))
        #expect(await engine.send(draft()).error == refused)
    }

    @Test func `a body that breaks off is kept up to there`() async {
        stub.on("/orders/7", .status(200, body: "half and half").breaking(after: 4))
        let exchange = await engine.send(draft())
        #expect(exchange.error?.category == .protocol)
        #expect(exchange.error?.isConnectionLoss == true)
        #expect(exchange.error?.sentence == "The connection was lost after 4 of 13 bytes of the body.")
        #expect(exchange.response?.body == Array("half".utf8))
        #expect(exchange.response?.isComplete == false)
        stub.on("/orders/7", .exchange(exchange))
        #expect(await engine.send(draft()).error == exchange.error, "it breaks off again")
        stub.on("/orders/7", .status(200, body: "half").breaking(after: 4))
        #expect(await engine.send(draft()).isSuccess, "nothing is lost of a body that is not longer")
        stub.on("/orders/7", .status(200, body: "half and half").breaking(after: 5))
        let limited = await engine.send(draft(options: RequestOptions(maxBodyBytes: 4)))
        #expect(limited.error?.category == .tooLarge && limited.response?.body == Array("half".utf8))
        let equal = await engine.send(draft(options: RequestOptions(maxBodyBytes: 5)))
        #expect(equal.error?.category == .protocol)
        stub.on("/orders/7", .status(200, body: "half").breaking(after: -1))
        #expect(await engine.send(draft()).response?.body == [])
    }

    @Test func `the limit of a body applies`() async {
        stub.on("/orders/7", .status(200, body: [UInt8](repeating: 1, count: 200_000)))
        let exchange = await engine.send(draft(options: RequestOptions(maxBodyBytes: 100_000)))
        #expect(exchange.error?.category == .tooLarge)
        #expect(exchange.error?.sentence == "The body is larger than the limit of 100000 bytes.")
        #expect(exchange.response?.body.count == 100_000)
        #expect(await engine.send(draft(options: RequestOptions(maxBodyBytes: 200_000))).isSuccess)
    }

    // MARK: What passes through

    @Test func `bodies of files, pieces and streams are received whole`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("file", to: "a.txt")
        stub.on(.put, "/orders/7", .status(204))
        let pieces = AsyncStream<[UInt8]> { continuation in
            for piece in ["st", "ream"] { continuation.yield(Array(piece.utf8)) }
            continuation.finish()
        }
        for body: RequestBody in [
            .bytes(Array("bytes".utf8)), .file(path: path),
            .pieces([.bytes(Array("a ".utf8)), .file(path: path)]), .stream(BodyStream(pieces)),
        ] {
            #expect(await engine.send(draft("PUT", body: body)).isSuccess)
        }
        #expect(stub.received.map(\.text) == ["bytes", "file", "a file", "stream"])
    }

    @Test func `HEAD gets no body`() async {
        stub.on("/orders/7", .status(200, headers: [HeaderField("Content-Length", "4")], body: "body"))
        let exchange = await engine.send(draft("HEAD"))
        #expect(exchange.isSuccess)
        #expect(exchange.response?.body == [])
        #expect(exchange.response?.wireBodyByteCount == 0)
        for (status, count) in [(204, 0), (304, 0), (205, 4), (200, 4)] {
            stub.on("/orders/7", .status(status, body: "body"))
            #expect(await engine.send(draft()).response?.body.count == count, "\(status)")
        }
    }

    @Test func `a body is told of and comes in pieces of 64 KiB`() async {
        stub.on("/orders/7", .status(200, body: [UInt8](repeating: 1, count: 150_000)))
        let engine = engine
        let events = engine.events()
        _ = await engine.send(draft("PUT", body: .bytes([1, 2, 3])))
        var steps: [String] = []
        for await event in events {
            switch event.step {
            case .uploadProgress(let sent, let total): steps.append("sent \(sent) of \(total ?? -1)")
            case .headReceived(let status, let count): steps.append("\(status) with \(count ?? -1)")
            case .progress(let received, let expected): steps.append("\(received) of \(expected ?? -1)")
            default: break
            }
            if case .finished = event.step { break }
        }
        #expect(
            steps == [
                "sent 3 of 3", "200 with 150000", "65536 of 150000", "131072 of 150000", "150000 of 150000",
            ])
    }

    @Test func `of a request without a body nothing is told as sent, and a length is the one of the field`() async {
        let long = HeaderField("Content-Length", "99")
        stub.on("/orders/7", .status(200, headers: [long], body: "body")).on("/orders/8", .status(204, headers: [long]))
        let engine = engine
        let events = engine.events()
        for (method, path) in [("GET", "/orders/7"), ("HEAD", "/orders/7"), ("GET", "/orders/8")] {
            _ = await engine.send(draft(method, path))
        }
        await engine.shutdown()
        var steps: [String] = []
        for await event in events {
            switch event.step {
            case .uploadProgress: steps.append("upload")
            case .requestSent: steps.append("sent")
            case .headReceived(let status, let count): steps.append("\(status) with \(count ?? -1)")
            case .progress(let received, let expected): steps.append("\(received) of \(expected ?? -1)")
            case .finished: steps.append("end")
            default: break
            }
        }
        #expect(
            steps == [
                "sent", "200 with 99", "4 of 99", "end", "sent", "200 with 0", "end", "sent", "204 with 0", "end",
            ])
    }

    @Test func `a stream gets no body of a redirect that is followed`() async throws {
        let location = HeaderField("Location", "/new")
        stub.on("/old", .status(302, headers: [location], body: "old")).on("/new", .status(200, body: "new"))
        func text(_ options: RequestOptions) async throws -> String {
            let stream = try await engine.stream(draft("GET", "/old", options: options))
            var received: [UInt8] = []
            for try await chunk in stream { received += chunk }
            return String(decoding: received, as: UTF8.self)
        }
        #expect(try await text(RequestOptions()) == "new")
        #expect(stub.received.count == 2)
    }

    @Test func `a stream delivers the body piece by piece, at the reader's pace`() async throws {
        let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
        stub.on("/orders/7", .status(200, body: body))
        let stream = try await engine.stream(draft())
        var received: [UInt8] = []
        for try await chunk in stream { received += chunk }
        #expect(received == body)
        #expect(await stream.finish().isSuccess)
    }

    @Test func `a stream that is dropped ends its request`() async throws {
        stub.on("/orders/7", .status(200, body: [UInt8](repeating: 1, count: 1_000_000)))
        let stream = try await engine.stream(draft())
        for try await _ in stream { break }
        stream.cancel()
        #expect(await stream.finish().error?.category == .cancelled)
    }

    @Test func `a recorded exchange is answered as it was`() async throws {
        stub.on("/orders/7", .status(404, headers: [HeaderField("X-A", "1")], body: "no")).on(
            "/orders/8", .failure(.dns))
        let found = await engine.send(draft())
        let failed = await engine.send(draft(path: "/orders/8"))
        let replay = StubTransport().on("/orders/7", .exchange(found)).on("/orders/8", .exchange(failed))
        let engine = Engine(configuration: EngineConfiguration(stub: replay))
        let again = await engine.send(draft())
        #expect(again.error == found.error)
        #expect(again.response?.headers == found.response?.headers)
        #expect(again.response?.body == Array("no".utf8))
        #expect(await engine.send(draft(path: "/orders/8")).error == failed.error)
    }

    @Test func `the cache stores what a stub answers`() async {
        stub.on("/orders/7", .status(200, headers: [HeaderField("Cache-Control", "max-age=60")], body: "7"))
        var configuration = EngineConfiguration(stub: stub)
        configuration.cache = MemoryCacheStore()
        let engine = Engine(configuration: configuration)
        _ = await engine.send(draft())
        #expect(await engine.send(draft()).cacheDecision?.outcome == .hit)
        #expect(stub.received.count == 1)
    }
}
