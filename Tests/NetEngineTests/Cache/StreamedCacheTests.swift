import NetEngine
import NetEngineSQLiteCache
import TestSupport
import Testing

/// The cache with bodies that are read while they arrive.
@Suite(.timeLimit(.minutes(5))) struct StreamedCacheTests {
    private func engine(_ clock: WallClock = WallClock(), store: any CacheStore = MemoryCacheStore()) -> Engine {
        Engine(configuration: EngineConfiguration(cache: store, now: { clock.now }))
    }

    /// Reads the whole stream and returns its body and its exchange.
    private func read(_ stream: ResponseStream) async throws -> (body: [UInt8], exchange: Exchange) {
        var body: [UInt8] = []
        for try await chunk in stream { body += chunk }
        return (body, await stream.finish())
    }

    private func read(_ engine: Engine, _ url: String, mode: CacheMode = .default) async throws -> (
        body: [UInt8], exchange: Exchange
    ) {
        try await read(engine.stream(RequestDraft(url: url, options: RequestOptions(cacheMode: mode))))
    }

    private static func counting(_ fields: [(String, String)], status: Int = 200) -> StubBehaviour {
        StubBehaviour { request in
            if let tag = fields.first(where: { $0.0 == "ETag" }), request.field("If-None-Match") == tag.1 {
                return [.send("HTTP/1.1 304 Not Modified\r\nETag: \(tag.1)\r\n\r\n")]
            }
            return [
                .send(
                    StubBehaviour.response(
                        request.index == 0 ? 200 : status, headers: fields, body: Array("body \(request.index)".utf8)))
            ]
        }
    }

    @Test func `a streamed body is stored once it was read whole, and streamed from the store`() async throws {
        let body = StreamTests.pattern(1_000_000)
        let behaviour = StubBehaviour { _ in
            [.send(StubBehaviour.response(200, headers: [("Cache-Control", "max-age=60")], body: body))]
        }
        try await StubServer.with(behaviour) { server in
            let engine = engine()
            let (first, miss) = try await read(engine, server.url)
            #expect(first == body)
            #expect(miss.cacheDecision?.outcome == .miss)
            #expect(miss.cacheDecision?.storing == .stored)
            let stream = try await engine.stream(RequestDraft(url: server.url))
            #expect(stream.head.status == 200)
            #expect(stream.head.body.isEmpty)
            #expect(!stream.head.isComplete)
            let (again, hit) = try await read(stream)
            #expect(again == body)
            #expect(hit.cacheDecision?.outcome == .hit)
            #expect(hit.response?.headers["Age"] == "0")
            #expect(hit.response?.bodyByteCount == body.count)
            #expect(hit.response?.isComplete == true)
            #expect(hit.response?.body == [])
            #expect(await engine.send(RequestDraft(url: server.url)).response?.body == body)
            #expect(server.received.count == 1)
        }
    }

    @Test func `what send stored is streamed`() async throws {
        try await StubServer.with(.status(404, headers: [("Cache-Control", "max-age=60")])) { server in
            let engine = engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let stream = try await engine.stream(RequestDraft(url: server.url))
            #expect(stream.statusError?.category == .clientError)
            let (body, exchange) = try await read(stream)
            #expect(body == Array("body".utf8))
            #expect(exchange.error?.category == .clientError)
            #expect(exchange.cacheDecision?.outcome == .hit)
            #expect(server.received.count == 1)
        }
    }

    @Test func `a 304 gives the stored body to the stream`() async throws {
        let clock = WallClock()
        try await StubServer.with(Self.counting([("Cache-Control", "max-age=1"), ("ETag", #""a""#)])) { server in
            let engine = engine(clock)
            _ = try await read(engine, server.url)
            clock.advance(by: .seconds(5))
            let (body, exchange) = try await read(engine, server.url)
            #expect(body == Array("body 0".utf8))
            #expect(exchange.response?.status == 200)
            #expect(exchange.cacheDecision?.outcome == .revalidated)
            #expect(exchange.hops.last?.validation?.status == 304)
            #expect(server.received.count == 2)
        }
    }

    @Test func `a 304 to the request's own condition is given to the stream, and renews what is stored`() async throws {
        let clock = WallClock()
        try await StubServer.with(Self.counting([("Cache-Control", "max-age=10"), ("ETag", #""a""#)])) { server in
            let engine = engine(clock)
            _ = try await read(engine, server.url)
            clock.advance(by: .seconds(20))
            let draft = RequestDraft(url: server.url, headers: [HeaderField("If-None-Match", #""a""#)])
            let stream = try await engine.stream(draft)
            #expect(stream.head.status == 304)
            let (body, exchange) = try await read(stream)
            #expect(body.isEmpty)
            #expect(exchange.response?.status == 304)
            #expect(exchange.cacheDecision?.storing == .renewed)
            #expect(try await read(engine, server.url).body == Array("body 0".utf8))
            #expect(server.received.count == 2)
        }
    }

    @Test func `a changed response is streamed and takes the place of the old one`() async throws {
        let clock = WallClock()
        try await StubServer.with(Self.counting([("Cache-Control", "max-age=10")])) { server in
            let engine = engine(clock)
            _ = try await read(engine, server.url)
            clock.advance(by: .seconds(20))
            #expect(try await read(engine, server.url).body == Array("body 1".utf8))
            #expect(try await read(engine, server.url).body == Array("body 1".utf8))
            #expect(server.received.count == 2)
        }
    }

    @Test func `a body that broke off is not stored`() async throws {
        let cut = StubBehaviour { request in
            request.index == 0
                ? [.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 10\r\n\r\nhalf"), .close]
                : [.send(StubBehaviour.response(200, body: Array("whole".utf8)))]
        }
        try await StubServer.with(cut) { server in
            let engine = engine()
            let stream = try await engine.stream(RequestDraft(url: server.url))
            await #expect(throws: EngineError.self) { try await read(stream) }
            let exchange = await stream.finish()
            #expect(exchange.cacheDecision?.notStoredReason == "the response is not complete (protocol)")
            #expect(try await read(engine, server.url).body == Array("whole".utf8))
        }
    }

    @Test func `a dropped stream leaves nothing in the store`() async throws {
        let slow = StubBehaviour.steps(
            .send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 8\r\n\r\nhalf"), .untilClosed)
        try await StubServer.with(slow) { server in
            let store = MemoryCacheStore()
            let stream = try await engine(store: store).stream(RequestDraft(url: server.url))
            stream.cancel()
            #expect(await stream.finish().error?.category == .cancelled)
            #expect(await store.contents().isEmpty)
        }
    }

    @Test func `a larger body than is copied is streamed whole and not stored, and leaves no older one`() async throws {
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        // The limit is 16 MiB.
        let pieces = [[UInt8]](repeating: piece, count: 17)
        let large: [StubStep] =
            [
                .send(
                    "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: \(pieces.count << 20)\r\n\r\n")
            ] + pieces.map { .send($0) }
        let small = StubStep.send(
            StubBehaviour.response(200, headers: [("Cache-Control", "max-age=60")], body: Array("small".utf8)))
        try await StubServer.with(StubBehaviour { $0.index == 0 ? [small] : large }) { server in
            let store = MemoryCacheStore()
            let engine = engine(store: store)
            _ = try await read(engine, server.url)
            #expect(await store.contents().count == 1)
            var count = 0
            let options = RequestOptions(cacheMode: .reload)
            let stream = try await engine.stream(RequestDraft(url: server.url, options: options))
            for try await chunk in stream { count += chunk.count }
            #expect(count == pieces.count << 20)
            #expect(await stream.finish().cacheDecision?.notStoredReason?.contains("streamed") == true)
            #expect(await store.contents().isEmpty)
        }
    }

    @Test func `a server's failure is hidden by a stored response where that is permitted`() async throws {
        let clock = WallClock()
        let behaviour = Self.counting([("Cache-Control", "max-age=1, stale-if-error=60")], status: 503)
        try await StubServer.with(behaviour) { server in
            let engine = engine(clock)
            _ = try await read(engine, server.url)
            clock.advance(by: .seconds(5))
            let (body, exchange) = try await read(engine, server.url)
            #expect(body == Array("body 0".utf8))
            #expect(exchange.cacheDecision?.outcome == .stale)
            #expect(exchange.cacheDecision?.hiddenError?.category == .serverError)
        }
    }

    @Test func `a lost connection is hidden by a stored response where that is permitted`() async throws {
        let clock = WallClock()
        let behaviour = StubBehaviour { request in
            request.index == 0
                ? [
                    .send(
                        StubBehaviour.response(
                            200, headers: [("Cache-Control", "max-age=1, stale-if-error=60")], body: [65])), .close,
                ]
                : [.close]
        }
        try await StubServer.with(behaviour) { server in
            let engine = engine(clock)
            _ = try await read(engine, server.url)
            clock.advance(by: .seconds(5))
            let (body, exchange) = try await read(engine, server.url)
            #expect(body == [65])
            #expect(exchange.cacheDecision?.outcome == .stale)
        }
    }

    @Test func `only-if-cached that cannot be met opens no stream`() async throws {
        try await StubServer.with(.status(200)) { server in
            let options = RequestOptions(cacheMode: .onlyIfCached)
            let opening = await engine().openStream(RequestDraft(url: server.url, options: options))
            guard case .failed(let exchange) = opening else {
                Issue.record("a stream was opened")
                return
            }
            #expect(exchange.error?.category == .cache)
            #expect(exchange.response?.status == 504)
            #expect(server.received.isEmpty)
        }
    }

    @Test func `unsafe methods invalidate, and a stored redirect is followed`() async throws {
        let behaviour = StubBehaviour { request in
            let isFirst = request.target == "/a"
            let fields = [("Cache-Control", "max-age=60")] + (isFirst ? [("Location", "/b")] : [])
            return [
                .send(
                    StubBehaviour.response(
                        isFirst ? 301 : 200, headers: fields, body: Array(request.target.utf8)))
            ]
        }
        try await StubServer.with(behaviour) { server in
            let engine = engine()
            for _ in 0..<2 {
                let (body, exchange) = try await read(engine, server.url + "/a")
                #expect(body == Array("/b".utf8))
                #expect(exchange.redirectCount == 1)
            }
            #expect(server.received.count == 2)
            let posted = try await read(engine.stream(RequestDraft(method: "POST", url: server.url + "/b")))
            #expect(posted.exchange.cacheDecision?.outcome == .bypass)
            #expect(posted.exchange.cacheDecision?.invalidated.map(\.url) == [server.url + "/b"])
            #expect(try await read(engine, server.url + "/a").exchange.cacheDecision?.outcome == .miss)
        }
    }

    @Test func `stale-while-revalidate renews what a stream was answered with`() async throws {
        let clock = WallClock()
        let behaviour = Self.counting([("Cache-Control", "max-age=1, stale-while-revalidate=60")])
        try await StubServer.with(behaviour) { server in
            let engine = engine(clock)
            _ = try await read(engine, server.url)
            clock.advance(by: .seconds(5))
            let (body, exchange) = try await read(engine, server.url)
            #expect(body == Array("body 0".utf8))
            #expect(exchange.cacheDecision?.background != nil)
            await engine.finishBackgroundWork()
            #expect(try await read(engine, server.url).body == Array("body 1".utf8))
            #expect(server.received.count == 2)
        }
    }

    /// Bytes without a pattern, of lengths on both sides of the limits for the database and for a reader's buffer.
    @Test(arguments: [0, 1, 255, 32 << 10, (32 << 10) + 1, 300_001], [false, true])
    func `a stored body is bit-exact, however it came and is read`(_ count: Int, _ isOnDisk: Bool) async throws {
        var state = UInt64(count) &+ 1
        let body = (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        let folder = try TemporaryFolder()
        let behaviour = StubBehaviour { _ in
            [.send(StubBehaviour.response(200, headers: [("Cache-Control", "max-age=60")], body: body))]
        }
        try await StubServer.with(behaviour) { server in
            let store: any CacheStore = isOnDisk ? SQLiteCacheStore(folder: folder.path) : MemoryCacheStore()
            let engine = engine(store: store)
            #expect(try await read(engine, server.url + "/streamed").body == body)
            #expect(await engine.send(RequestDraft(url: server.url + "/sent")).response?.body == body)
            for path in ["/streamed", "/sent"] {
                let sent = await engine.send(RequestDraft(url: server.url + path))
                #expect(sent.cacheDecision?.outcome == .hit)
                #expect(sent.response?.body == body)
                let streamed = try await read(engine, server.url + path)
                #expect(streamed.exchange.cacheDecision?.outcome == .hit)
                #expect(streamed.body == body)
            }
            #expect(server.received.count == 2)
        }
    }
}
