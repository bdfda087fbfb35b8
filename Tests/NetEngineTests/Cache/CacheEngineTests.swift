import NetEngine
import Synchronization
import TestSupport
import Testing

/// How an exchange uses the cache.
@Suite(.timeLimit(.minutes(5))) struct CacheEngineTests {
    private static let fresh = StubBehaviour.status(200, headers: [("Cache-Control", "max-age=60")])

    private func engine(
        _ clock: WallClock = WallClock(), interceptors: [any Interceptor] = [], reachability: (any Reachability)? = nil,
        store: any CacheStore = MemoryCacheStore(), collapses: Bool = false
    ) -> Engine {
        var configuration = EngineConfiguration(
            interceptors: interceptors, cache: store, now: { clock.now }, collapsesForwarding: collapses)
        if let reachability { configuration.reachability = reachability }
        return Engine(configuration: configuration)
    }

    @Test func `a hit is reported as such, and nothing was sent`() async throws {
        try await StubServer.with(Self.fresh) { server in
            let engine = engine()
            let miss = await engine.send(RequestDraft(url: server.url))
            #expect(miss.cacheDecision?.outcome == .miss)
            #expect(miss.cacheDecision?.phrase == "nothing stored")
            #expect(miss.cacheDecision?.storing == .stored)
            let events = engine.events()
            let hit = await engine.send(RequestDraft(url: server.url))
            #expect(hit.cacheDecision?.outcome == .hit)
            #expect(hit.cacheDecision?.phrase == "fresh: age 0 s of max-age 60 s")
            #expect(hit.cacheDecision?.directive == "max-age")
            #expect(hit.cacheDecision?.considered.map(\.matches) == [true])
            #expect(hit.response?.body == miss.response?.body)
            #expect(hit.hops.count == 1)
            let heads = [miss, hit].map {
                String(decoding: $0.response?.rawHead.prefix { $0 != 13 } ?? [], as: UTF8.self)
            }
            #expect(heads[0].hasPrefix("HTTP/1.1 200 ") && heads[0] == heads[1], "\(heads)")
            #expect(hit.hops[0].sentHead.isEmpty)
            #expect(hit.hops[0].connection == nil)
            #expect(hit.hops[0].received == nil)
            #expect(hit.timings.wait == nil)
            #expect(server.received.count == 1)
            var steps: [String] = []
            for await event in events {
                steps.append(String("\(event.step)".prefix { $0 != "(" }))
                if case .finished = event.step { break }
            }
            #expect(steps == ["queued", "hopStarted", "cacheDecided", "finished"])
        }
    }

    @Test(arguments: [
        ("If-None-Match", #""e1""#), ("If-Modified-Since", "Wed, 01 Jan 2020 00:00:00 GMT"), ("If-Match", #""e1""#),
        ("If-Unmodified-Since", "Wed, 01 Jan 2020 00:00:00 GMT"), ("If-Range", #""e1""#),
    ])
    func `a condition that is left to the server goes past the cache`(name: String, value: String) async throws {
        let tagged = StubBehaviour.status(200, headers: [("Cache-Control", "max-age=60"), ("ETag", #""e1""#)])
        try await StubServer.with(tagged) { server in
            let engine = Engine(
                configuration: EngineConfiguration(cache: MemoryCacheStore(), evaluatesConditions: false))
            _ = await engine.send(RequestDraft(url: server.url))
            let draft = RequestDraft(url: server.url, headers: [HeaderField(name, value)])
            let asked = await engine.send(draft)
            #expect(asked.cacheDecision?.outcome == .bypass)
            #expect(asked.cacheDecision?.phrase == "\(name) is for the server to decide")
            #expect(server.received.map { $0.field(name) } == [nil, value])
            // A mode that is chosen holds, and so does what is stored for others.
            var cached = draft
            cached.options.cacheMode = .forceCache
            if !["If-Match", "If-Unmodified-Since"].contains(name) {
                #expect(await engine.send(cached).cacheDecision?.outcome == .hit)
            }
            #expect(await engine.send(RequestDraft(url: server.url)).cacheDecision?.outcome == .hit)
            #expect(server.received.count == 2)
        }
    }

    @Test func `what is shown of a stored response's key is without what the request's log hides`() async throws {
        try await StubServer.with(Self.fresh) { server in
            let store = MemoryCacheStore()
            let engine = engine(store: store)
            var named = RequestLogOptions.Secret(name: "open", value: "everybody")
            named.isPublic = true
            let log = RequestLogOptions(secrets: [.init(name: "pw", value: "own value"), named])
            let url = "\(server.url)/everybody?p=own%20value"
            let draft = RequestDraft(url: url, options: RequestOptions(log: log))
            _ = await engine.send(draft)
            let stored = try #require(await store.contents().first)
            #expect(stored.key.text == url)
            #expect(stored.shownKey == "\(server.url)/everybody?p=(private)")
            #expect(await engine.send(draft).cacheDecision?.outcome == .hit)
        }
    }

    @Test func `an engine without a cache says nothing of one`() async throws {
        try await StubServer.with(Self.fresh) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.cacheDecision == nil)
        }
    }

    private struct Offline: Reachability { var isOnline: Bool { false } }

    @Test func `a hit does not check whether there is a network`() async throws {
        let clock = WallClock()
        let store = MemoryCacheStore()
        let url = "http://cache.test/"
        let stored = StoredResponse(
            id: StoredResponse.ID(rawValue: 1), key: CacheKey(text: url), status: 200, reason: [],
            httpVersion: .http1_1,
            headers: [HeaderField("Cache-Control", "max-age=60")], requestTime: clock.now, responseTime: clock.now,
            vary: .none, authorization: nil, decodedCodings: [], wireBodyByteCount: 2, bodyByteCount: 2)
        _ = await store.insert(stored, body: [1, 2], replacing: [])
        let engine = engine(clock, reachability: Offline(), store: store)
        #expect(await engine.send(RequestDraft(url: url)).response?.body == [1, 2])
        clock.advance(by: .seconds(61))
        let stale = await engine.send(RequestDraft(url: url))
        #expect(stale.error == nil)
        #expect(stale.cacheDecision?.outcome == .stale)
        #expect(stale.cacheDecision?.hiddenError?.category == .offline)
        #expect(await engine.send(RequestDraft(url: "http://other.test/")).error?.category == .offline)
    }

    @Test(arguments: [true, false])
    func `without heuristic freshness only the server's own word makes a response fresh`(
        _ guesses: Bool
    ) async throws {
        let changed = ("Last-Modified", "Sat, 01 Jan 2000 00:00:00 GMT")
        let behaviour = StubBehaviour { request in
            let fields = request.target == "/told" ? [changed, ("Cache-Control", "max-age=60")] : [changed]
            let isKnown = request.field("If-Modified-Since") == changed.1
            return [.send(StubBehaviour.response(isKnown ? 304 : 200, headers: fields, body: isKnown ? [] : [65]))]
        }
        let server = try StubServer(behaviour)
        let configuration = EngineConfiguration(cache: MemoryCacheStore(), usesHeuristicFreshness: guesses)
        let engine = Engine(configuration: configuration)
        for path in ["/told", "/guessed"] {
            let first = await engine.send(RequestDraft(url: server.url + path))
            #expect(first.cacheDecision?.storing == .stored)
            let second = await engine.send(RequestDraft(url: server.url + path))
            let isHit = path == "/told" || guesses
            #expect(second.cacheDecision?.outcome == (isHit ? .hit : .revalidated))
            #expect(second.response?.body == [65])
            guard !isHit else { continue }
            #expect(second.cacheDecision?.lifetime?.seconds == 0)
            #expect(second.cacheDecision?.reason == .notModified(validator: "Last-Modified"))
        }
        #expect(server.received.count == (guesses ? 2 : 3))
        server.stop()
        await server.stopped()
        // A guess does not permit a stale response either, where the server cannot be reached.
        let last = await engine.send(RequestDraft(url: server.url + "/guessed"))
        #expect((last.error == nil) == guesses)
        await engine.shutdown()
    }

    @Test(arguments: ["Location", "Content-Location"])
    func `a POST invalidates nothing of another server, whatever it names`(field: String) async throws {
        try await StubServer.with(Self.fresh) { other in
            try await StubServer.with(.status(200, headers: [(field, other.url)])) { server in
                let engine = engine()
                _ = await engine.send(RequestDraft(url: other.url))
                _ = await engine.send(RequestDraft(method: "POST", url: server.url))
                let again = await engine.send(RequestDraft(url: other.url))
                #expect(again.cacheDecision?.outcome == .hit && other.received.count == 1)
            }
        }
    }

    @Test(arguments: [("200 OK", true), ("303 See Other", true), ("500 Internal Server Error", false)])
    func `a POST whose response breaks off invalidates by its status (§4_4)`(status: String, isGone: Bool) async throws
    {
        let cut = StubBehaviour.raw("HTTP/1.1 \(status)\r\nContent-Length: 10\r\n\r\nhalf")
        try await StubServer.with(.sequence(Self.fresh, cut, Self.fresh)) { server in
            let engine = engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let post = await engine.send(RequestDraft(method: "POST", url: server.url))
            #expect(post.response?.isComplete == false)
            #expect(post.cacheDecision?.isStored == false)
            #expect(post.cacheDecision?.invalidated.isEmpty == !isGone)
            let again = await engine.send(RequestDraft(url: server.url))
            #expect(again.cacheDecision?.outcome == (isGone ? .miss : .hit))
            await engine.shutdown()
        }
    }

    @Test func `redirects are cached too, each hop by itself`() async throws {
        let routes: [String: StubBehaviour] = [
            "/": .status(301, headers: [("Location", "/b"), ("Cache-Control", "max-age=60")]), "/b": Self.fresh,
        ]
        try await StubServer.with(.routes(routes)) { server in
            let engine = engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let again = await engine.send(RequestDraft(url: server.url))
            #expect(again.hops.map { $0.cacheDecision?.outcome } == [.hit, .hit])
            #expect(again.redirectCount == 1)
            #expect(again.response?.body == Array("body".utf8))
            #expect(server.received.count == 2)
        }
    }

    @Test func `a cycle of cached redirects ends`() async throws {
        let routes: [String: StubBehaviour] = [
            "/": .status(301, headers: [("Location", "/b"), ("Cache-Control", "max-age=60")]),
            "/b": .status(301, headers: [("Location", "/"), ("Cache-Control", "max-age=60")]),
        ]
        try await StubServer.with(.routes(routes)) { server in
            let engine = engine()
            for _ in 0..<2 { #expect(await engine.send(RequestDraft(url: server.url)).error?.category == .redirect) }
            #expect(server.received.count == 2)
        }
    }

    @Test func `a decoded body is used again decoded, and not for one who wants the coded bytes`() async throws {
        let gzip = CodedSample.all[0].bytes
        let answer = StubBehaviour.response(
            200, headers: [("Cache-Control", "max-age=60"), ("Content-Encoding", "gzip")], body: gzip)
        let coded = StubBehaviour.steps(.send(answer))
        try await StubServer.with(coded) { server in
            let engine = engine()
            let first = await engine.send(RequestDraft(url: server.url))
            let hit = await engine.send(RequestDraft(url: server.url))
            #expect(hit.cacheDecision?.outcome == .hit)
            #expect(hit.response?.body == first.response?.body)
            #expect(hit.response?.decodedCodings == ["gzip"])
            let raw = RequestDraft(url: server.url, headers: [HeaderField("Accept-Encoding", "gzip")])
            let other = await engine.send(raw)
            #expect(other.cacheDecision?.outcome == .miss)
            #expect(other.response?.body == gzip)
            // The body is now stored as received, and decoded for a request that wants it decoded.
            let decoded = await engine.send(RequestDraft(url: server.url))
            #expect(decoded.cacheDecision?.outcome == .hit)
            #expect(decoded.response?.body == first.response?.body)
        }
    }

    @Test func `a body in an unknown coding is stored as it came, and fails again as it did`() async throws {
        let strange = StubBehaviour.status(
            200, headers: [("Cache-Control", "max-age=60"), ("Content-Encoding", "strange")])
        try await StubServer.with(strange) { server in
            let engine = engine()
            let first = await engine.send(RequestDraft(url: server.url))
            let hit = await engine.send(RequestDraft(url: server.url))
            #expect(first.error?.category == .protocol)
            #expect(hit.error == first.error)
            #expect(hit.cacheDecision?.outcome == .hit)
            #expect(hit.response?.body == Array("body".utf8))
            #expect(hit.response?.headers["Content-Encoding"] == "strange")
        }
    }

    @Test func `the limit of a body holds for what is stored`() async throws {
        try await StubServer.with(Self.fresh) { server in
            let engine = engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let small = await engine.send(
                RequestDraft(url: server.url, options: RequestOptions(maxBodyBytes: 2)))
            #expect(small.error?.category == .tooLarge)
            #expect(small.response?.body == Array("bo".utf8))
        }
    }

    @Test func `stale-while-revalidate asks once, in the background, in a separate exchange`() async throws {
        let clock = WallClock()
        let behaviour = StubBehaviour { request in
            let answer = StubBehaviour.response(
                200, headers: [("Cache-Control", "max-age=1, stale-while-revalidate=60")],
                body: Array("\(request.index)".utf8))
            return request.index == 1 ? [.waitForRelease, .send(answer)] : [.send(answer)]
        }
        try await StubServer.with(behaviour) { server in
            let engine = engine(clock)
            let events = engine.events()
            _ = await engine.send(RequestDraft(url: server.url))
            clock.advance(by: .seconds(5))
            let first = await engine.send(RequestDraft(url: server.url))
            let second = await engine.send(RequestDraft(url: server.url))
            #expect(first.cacheDecision?.outcome == .stale)
            #expect(first.cacheDecision?.phrase == "stale by 4 s of stale-while-revalidate 60 s")
            #expect(first.cacheDecision?.isStored == true)
            let background = try #require(first.cacheDecision?.background)
            // One renewal is already in progress.
            #expect(second.cacheDecision?.background == nil)
            #expect(second.response?.body == Array("0".utf8))
            _ = await server.requests(2)
            server.release()
            for await event in events {
                guard case .finished(let exchange) = event.step, event.id == background else { continue }
                #expect(exchange.revalidates == first.id)
                #expect(exchange.response?.body == Array("1".utf8))
                break
            }
            #expect(await engine.send(RequestDraft(url: server.url)).response?.body == Array("1".utf8))
            #expect(server.received.count == 2)
        }
    }

    @Test func `a stored error is an error, and is not tried again`() async throws {
        try await StubServer.with(.status(503, headers: [("Cache-Control", "max-age=60")])) { server in
            let engine = engine()
            let options = RequestOptions(retry: RetryPolicy(maxRetries: 2, backoff: Backoff(base: .milliseconds(1))))
            let first = await engine.send(RequestDraft(url: server.url))
            let again = await engine.send(RequestDraft(url: server.url, options: options))
            #expect(first.error?.category == .serverError)
            #expect(again.error?.category == .serverError)
            #expect(again.cacheDecision?.outcome == .hit)
            #expect(again.retryCount == 0)
            #expect(server.received.count == 1)
        }
    }

    /// Also where a stored response of any age is wanted.
    @Test(arguments: [CacheMode.default, .noCache, .forceCache])
    func `a retry asks the server, though the error was stored`(_ mode: CacheMode) async throws {
        let failure = StubBehaviour.status(503, headers: [("Cache-Control", "max-age=60, immutable")])
        try await StubServer.with(.sequence(failure, Self.fresh)) { server in
            let options = RequestOptions(
                retry: RetryPolicy(maxRetries: 1, backoff: Backoff(base: .zero)), cacheMode: mode)
            let exchange = await engine().send(RequestDraft(url: server.url, options: options))
            #expect(exchange.isSuccess)
            #expect(exchange.hops.map(\.cacheDecision?.outcome) == [.miss, .miss])
            #expect(server.received.count == 2)
        }
    }

    @Test func `a request that an interceptor changes after a stored error goes to the server`() async throws {
        struct Again: Interceptor {
            func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery {
                context.recoveries == 0 ? .retry(outcome.draft) : .pass
            }
        }
        let failure = StubBehaviour.status(403, headers: [("Cache-Control", "max-age=60")])
        try await StubServer.with(.sequence(failure, Self.fresh)) { server in
            #expect(await engine(interceptors: [Again()]).send(RequestDraft(url: server.url)).isSuccess)
            #expect(server.received.count == 2)
        }
    }

    @Test func `a stored Set-Cookie is heard once`() async throws {
        let behaviour = StubBehaviour.status(200, headers: [("Cache-Control", "max-age=60"), ("Set-Cookie", "a=1")])
        try await StubServer.with(behaviour) { server in
            let jar = CookieJar()
            let engine = engine(interceptors: [jar])
            _ = await engine.send(RequestDraft(url: server.url))
            #expect(jar.cookies.count == 1)
            jar.removeAll()
            let hit = await engine.send(RequestDraft(url: server.url))
            #expect(hit.cacheDecision?.outcome == .hit)
            #expect(hit.response?.headers["Set-Cookie"] == "a=1")
            #expect(jar.cookies.isEmpty)
        }
    }

    @Test func `a lost reused connection is tried again before anything stale is used`() async throws {
        let clock = WallClock()
        let behaviour = StubBehaviour { request in
            request.index == 1
                ? [.close]
                : [
                    .send(
                        StubBehaviour.response(
                            200, headers: [("Cache-Control", "max-age=1")], body: [UInt8(request.index)]))
                ]
        }
        try await StubServer.with(behaviour) { server in
            let engine = engine(clock)
            _ = await engine.send(RequestDraft(url: server.url))
            clock.advance(by: .seconds(5))
            let exchange = await engine.send(RequestDraft(url: server.url))
            #expect(exchange.response?.body == [2])
            #expect(exchange.cacheDecision?.outcome == .miss)
        }
    }

    @Test func `what the engine added is shown as the cache's own`() async throws {
        let clock = WallClock()
        let tagged = StubBehaviour.status(200, headers: [("Cache-Control", "max-age=1"), ("ETag", #""a""#)])
        try await StubServer.with(tagged) { server in
            let engine = engine(clock)
            _ = await engine.send(RequestDraft(url: server.url))
            clock.advance(by: .seconds(5))
            let exchange = await engine.send(RequestDraft(url: server.url))
            let added = try #require(exchange.hops.first?.request.headers.first { $0.isNamed("If-None-Match") })
            #expect(added.origin == .cache)
            #expect(exchange.draft.headers.isEmpty)
        }
    }

    @Test func `a shared cache's view is next to the decision`() async throws {
        let behaviour = StubBehaviour.status(
            200, headers: [("Cache-Control", "private, s-maxage=5, max-age=60"), ("CDN-Cache-Control", "no-store")])
        try await StubServer.with(behaviour) { server in
            let draft = RequestDraft(url: server.url, headers: [HeaderField("Authorization", "Bearer secret")])
            let exchange = await engine().send(draft)
            let differences = exchange.cacheDecision?.sharedCache ?? []
            // What a shared cache does not store has no lifetime there.
            #expect(differences.map { $0.split(separator: ":").first } == ["private", "CDN-Cache-Control"])
            #expect(!"\(String(describing: exchange.cacheDecision))".contains("secret"))
        }
    }

    @Test func `a shared cache's view says nothing of what no cache stores`() async throws {
        let fields = [("Cache-Control", "private, s-maxage=5, max-age=60")]
        try await StubServer.with(.status(200, headers: fields)) { server in
            let post = await engine().send(RequestDraft(method: "POST", url: server.url))
            #expect(post.cacheDecision?.sharedCache == [])
            let noStore = RequestDraft(url: server.url, headers: [HeaderField("Cache-Control", "no-store")])
            #expect(await engine().send(noStore).cacheDecision?.sharedCache == [])
            let mode = RequestDraft(url: server.url, options: RequestOptions(cacheMode: .noStore))
            #expect(await engine().send(mode).cacheDecision?.sharedCache.count == 1)
        }
        try await StubServer.with(.status(500, headers: [("Cache-Control", "no-store, s-maxage=5")])) { server in
            #expect(await engine().send(RequestDraft(url: server.url)).cacheDecision?.sharedCache == [])
        }
        try await StubServer.with(.status(500, headers: [("Cache-Control", "s-maxage=5")])) { server in
            let exchange = await engine().send(RequestDraft(url: server.url))
            #expect(exchange.cacheDecision?.isStored == false)
            #expect(exchange.cacheDecision?.sharedCache.first?.contains("it would store this status 500") == true)
        }
        let lost = await engine().send(RequestDraft(url: "http://127.0.0.1:1/"))
        #expect(lost.cacheDecision?.sharedCache == [])
    }

    @Test(arguments: ["something", "something, chunked"])
    func `a response in an unknown transfer coding is stored as received`(_ coding: String) async throws {
        let isChunked = coding.hasSuffix("chunked")
        let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: \(coding)\r\n\r\n"
        try await StubServer.with(.raw(head + (isChunked ? "4\r\nbody\r\n0\r\n\r\n" : "body"))) { server in
            let engine = engine()
            let first = await engine.send(RequestDraft(url: server.url))
            #expect(first.response?.body == Array("body".utf8))
            let hit = await engine.send(RequestDraft(url: server.url))
            #expect(hit.cacheDecision?.outcome == .hit)
            #expect(hit.response?.body == Array("body".utf8))
            #expect(hit.response?.headers.contains("Transfer-Encoding") == false)
        }
    }

    @Test func `bytes in a transfer coding that was not undone are not stored`() async throws {
        let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: compress\r\n\r\n"
        try await StubServer.with(.raw(head + "coded")) { server in
            let decision = await engine().send(RequestDraft(url: server.url)).cacheDecision
            #expect(decision?.isStored == false)
        }
    }

    @Test(arguments: ["Location", "Content-Location"])
    func `a POST cannot remove what is stored of another origin (§4_4)`(_ field: String) async throws {
        try await StubServer.with(Self.fresh) { other in
            let location = "\(other.url)/other"
            let unsafe = StubBehaviour.status(200, headers: [(field, location)])
            try await StubServer.with(unsafe) { server in
                let engine = engine()
                _ = await engine.send(RequestDraft(url: location))
                let post = await engine.send(RequestDraft(method: "POST", url: server.url, body: .bytes([65])))
                #expect(post.isSuccess)
                #expect(post.cacheDecision?.invalidated == [])
                #expect(await engine.send(RequestDraft(url: location)).cacheDecision?.outcome == .hit)
                #expect(other.received.count == 1)
            }
        }
    }

    @Test(arguments: [#""w""#, #"W/"v""#, nil])
    func `the rest of another version is not joined to a stored part (§3_4)`(_ tag: String?) async throws {
        // The server ignores If-Range.
        let behaviour = StubBehaviour { request in
            func part(_ range: String, _ body: String, _ tag: String?) -> [StubStep] {
                let fields = [("Cache-Control", "max-age=60"), ("Content-Range", "bytes \(range)/10")]
                return [
                    .send(
                        StubBehaviour.response(
                            206, headers: fields + (tag.map { [("ETag", $0)] } ?? []), body: Array(body.utf8)))
                ]
            }
            switch request.field("Range") {
            case "bytes=0-4": return part("0-4", "01234", #""v""#)
            case "bytes=5-": return part("5-9", "fghij", tag)
            default: return [.send(StubBehaviour.response(200, body: Array("abcdefghij".utf8)))]
            }
        }
        try await StubServer.with(behaviour) { server in
            let engine = engine()
            _ = await engine.send(RequestDraft(url: server.url, headers: [HeaderField("Range", "bytes=0-4")]))
            let whole = await engine.send(RequestDraft(url: server.url))
            #expect(whole.bodyText == "abcdefghij")
            #expect(whole.hops.map { $0.response?.status } == [206, 200])
            #expect(server.received.map { $0.field("Range") } == ["bytes=0-4", "bytes=5-", nil])
        }
    }

    @Test func `equal requests share one fetch where that is wanted`() async throws {
        let behaviour = StubBehaviour { request in
            [
                .mark, .waitForRelease,
                .send(
                    StubBehaviour.response(
                        200, headers: [("Cache-Control", "max-age=60")], body: [UInt8(request.index)])),
            ]
        }
        try await StubServer.with(behaviour) { server in
            let engine = engine(collapses: true)
            async let first = engine.send(RequestDraft(url: server.url))
            await server.marks(1)
            async let second = engine.send(RequestDraft(url: server.url))
            async let third = engine.send(RequestDraft(url: server.url))
            server.release()
            let all = await [first, second, third]
            #expect(all.map { $0.response?.body } == [[0], [0], [0]])
            #expect(server.received.count == 1)
        }
    }

    @Test func `equal requests are sent each for itself where nothing else is wanted`() async throws {
        try await StubServer.with(
            StubBehaviour { _ in
                [
                    .mark, .waitForRelease,
                    .send(StubBehaviour.response(200, headers: [("Cache-Control", "max-age=60")], body: [1])),
                ]
            }
        ) { server in
            let engine = engine()
            async let first = engine.send(RequestDraft(url: server.url))
            async let second = engine.send(RequestDraft(url: server.url))
            // Both requests have arrived before either gets a response.
            await server.marks(2)
            server.release()
            #expect(await [first, second].allSatisfy { $0.response?.status == 200 })
        }
    }

    static let unshared: [(HeaderFields, CacheMode)] = [
        ([], .reload), ([], .noCache), ([], .noStore), ([HeaderField("Cache-Control", "no-cache")], .default),
        ([HeaderField("Cache-Control", "max-age=5")], .default), ([HeaderField("Range", "bytes=0-1")], .default),
        ([HeaderField("If-None-Match", "\"x\"")], .default), ([HeaderField("Pragma", "no-cache")], .default),
    ]

    @Test(arguments: unshared)
    func `a request that wants its own response never waits for another's`(
        headers: HeaderFields, mode: CacheMode
    ) async throws {
        let behaviour = StubBehaviour { _ in
            [
                .mark, .waitForRelease,
                .send(StubBehaviour.response(200, headers: [("Cache-Control", "max-age=60")], body: [1])),
            ]
        }
        try await StubServer.with(behaviour) { server in
            let engine = engine(collapses: true)
            let draft = RequestDraft(url: server.url, headers: headers, options: RequestOptions(cacheMode: mode))
            async let first = engine.send(RequestDraft(url: server.url))
            await server.marks(1)
            async let second = engine.send(draft)
            await server.marks(2)
            server.release()
            _ = await (first, second)
        }
    }

    @Test func `a response that may not be stored is not shared`() async throws {
        let behaviour = StubBehaviour { request in
            [
                .mark, .waitForRelease,
                .send(
                    StubBehaviour.response(200, headers: [("Cache-Control", "no-store")], body: [UInt8(request.index)])),
            ]
        }
        try await StubServer.with(behaviour) { server in
            let engine = engine(collapses: true)
            async let first = engine.send(RequestDraft(url: server.url))
            await server.marks(1)
            async let second = engine.send(RequestDraft(url: server.url))
            server.release()
            let bodies = await [first, second].map { $0.response?.body }
            #expect(bodies == [[0], [1]])
        }
    }

    @Test func `a stored response is revalidated through the proxy that it came by`() async throws {
        let answer = StubBehaviour.status(200, headers: [("Cache-Control", "no-cache"), ("ETag", "\"1\"")])
        try await StubServer.with(.sequence(answer, .status(304))) { server in
            try await StubProxy.with { proxy in
                let engine = engine()
                let draft = RequestDraft(
                    url: server.url, options: RequestOptions(proxy: .url("http://\(proxy.address)")))
                _ = await engine.send(draft)
                let second = await engine.send(draft)
                #expect(second.cacheDecision?.outcome == .revalidated)
                #expect(proxy.seen.count == 2)
                #expect(proxy.seen.last?.contains("If-None-Match: \"1\"") == true)
                #expect(second.hops.last?.connection?.proxy == "http://\(proxy.address)")
            }
        }
    }

    /// A transport that never finishes a job.
    private final class DeadTransport: Transport {
        let started = Mutex(0)
        func start(_ job: TransportJob) { started.withLock { $0 += 1 } }
        func cancel(_ token: UInt64) {}
        func resume(_ token: UInt64) {}
        func shutdown() async {}
    }

    @Test func `a hit never waits for the network's thread`() async {
        let now = Timestamp.now
        let url = "http://cache.test/x"
        let stored = StoredResponse(
            id: StoredResponse.ID(rawValue: 1), key: CacheKey(text: url), status: 200, reason: Array("OK".utf8),
            httpVersion: .http1_1,
            headers: [
                HeaderField("Date", HTTPDate.text(now.microsecondsSince1970 / 1_000_000)),
                HeaderField("Cache-Control", "max-age=600"),
            ], requestTime: now, responseTime: now, vary: .none, authorization: nil, decodedCodings: [],
            wireBodyByteCount: 2, bodyByteCount: 2)
        let store = MemoryCacheStore()
        _ = await store.insert(stored, body: [1, 2], replacing: [])
        let transport = DeadTransport()
        let engine = Engine(configuration: EngineConfiguration(transport: transport, cache: store))
        let exchange = await engine.send(RequestDraft(url: url))
        #expect(exchange.cacheDecision?.outcome == .hit)
        #expect(exchange.response?.body == [1, 2])
        #expect(transport.started.withLock { $0 } == 0)
    }
}
