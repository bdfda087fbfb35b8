import HTTPTypes
import NetEngine
import NetEngineHTTPTypes
import NetEngineMetrics
import NetEnginePublishers
import NetEngineSQLiteCache
import NetEngineTesting
import NetEngineTracing
import Synchronization
import TestSupport
import Testing

// snippet: reachability
struct TunnelReachability: Reachability {
    let isUp: @Sendable () -> Bool
    var isOnline: Bool { isUp() }
}
// snippet end

// snippet: sink
final class FailureCount: LogSink {
    private let counts = Mutex<[ErrorCategory: Int]>([:])
    var all: [ErrorCategory: Int] { counts.withLock { $0 } }

    func write(_ record: LogRecord) {
        guard case .finished(let summary) = record.event, let failure = summary.error else { return }
        counts.withLock { $0[failure.category, default: 0] += 1 }
    }
}
// snippet end

// snippet: query
struct Filter: Encodable {
    var tags = ["green", "loose"]
    var price = ["max": 20]
}
// snippet end

/// Runs the code of the pages with recipes and about moving from other libraries.
@Suite(.timeLimit(.minutes(5))) struct RecipeTests {
    private let shop = NetEngine.Environment.production(baseURL: "https://shop.example/v1")
    private let stub = StubTransport()
    private var engine: Engine { Engine(configuration: EngineConfiguration(stub: stub)) }

    init() {
        stub.on(
            "/v1/products/*",
            .json(#"{"id":7,"name":"tea"}"#, headers: [HeaderField("Cache-Control", "max-age=60")]))
        stub.on("/v1/products/404", .status(404))
    }

    private final class Screen: Sendable {
        private let state = Mutex([String]())
        var lines: [String] { state.withLock { $0 } }
        func show(_ line: String) { state.withLock { $0.append(line) } }
    }

    private final class Tunnel: Sendable {
        let state = Mutex(false)
        var isUp: Bool { state.withLock { $0 } }
    }

    @Test func `reachability of the program's own`() async {
        let (screen, tunnel) = (Screen(), Tunnel())
        func show(_ line: String) { screen.show(line) }
        do {
            // snippet: reachability-engine
            let engine = Engine(configuration: EngineConfiguration(reachability: TunnelReachability { tunnel.isUp }))
            let exchange = await engine.send(AnyEndpoint(.get, "products/7"), in: shop)
            if exchange.error?.category == .offline { show("The tunnel is down.") }
            // snippet end
        }
        #expect(screen.lines == ["The tunnel is down."])
    }

    @Test func `a log sink of the program's own`() async {
        let (screen, engine) = (Screen(), engine)
        func show(_ line: String) { screen.show(line) }
        // snippet: sink-engine
        let failures = FailureCount()
        let log = engine.log(to: [failures])
        _ = await engine.send(Shop.product(id: 404), in: shop)
        await engine.shutdown()
        await log.finished()
        show("\(failures.all)")
        // snippet end
        #expect(failures.all == [.clientError: 1])
    }

    @Test func `a cache on the disk`() async throws {
        let (screen, temporary) = (Screen(), try TemporaryFolder())
        let show: @Sendable (String) -> Void = { screen.show($0) }
        let (folder, stub) = (temporary.path + "/cache", stub)
        // The network of the snippet is the stub.
        // swift-format-ignore: AlwaysUseLowerCamelCase
        func EngineConfiguration(cache: any CacheStore) -> NetEngine.EngineConfiguration {
            var configuration = NetEngine.EngineConfiguration(stub: stub)
            configuration.cache = cache
            return configuration
        }
        // snippet: disk-cache
        let store = SQLiteCacheStore(folder: folder, limit: 50_000_000) { problem in show(problem) }
        let engine = Engine(configuration: EngineConfiguration(cache: store))
        _ = await engine.send(Shop.product(id: 7), in: shop)
        let second = await engine.send(Shop.product(id: 7), in: shop)
        show(second.cacheDecision?.phrase ?? "no cache")
        // snippet end
        #expect(second.cacheDecision?.outcome == .hit)
        #expect(screen.lines.count == 1)
    }

    @Test func `all requests are ended`() async throws {
        let (screen, engine, shop) = (Screen(), engine, shop)
        func show(_ line: String) { screen.show(line) }
        stub.on("/v1/products/7", .nothing)
        var options = RequestOptions()
        options.timeouts.total = nil
        let endless = AnyEndpoint(.get, "products/7", options: options, decoder: .json(Product.self))
        let loading = Task { try await engine.fetch(endless, in: shop) }
        await stub.requests(1)
        // snippet: cancel-all
        engine.cancelAll()
        do {
            show(try await loading.value.name)
        } catch let error as EngineError where error.category == .cancelled {
            show("Cancelled.")
        }
        let next = try await engine.fetch(Shop.product(id: 8), in: shop)
        // snippet end
        #expect(screen.lines == ["Cancelled."])
        #expect(next.name == "tea")
    }

    @Test func `events, and the same request again`() async throws {
        let (screen, engine, shop) = (Screen(), engine, shop)
        func show(_ line: String) { screen.show(line) }
        stub.on("/v1/news", .status(200, body: "id: 7\nretry: 1\nevent: price\ndata: 5\n\n"))
        // snippet: events
        var options = RequestOptions()
        options.timeouts.total = nil
        let news = AnyEndpoint(.get, "news", headers: ["Accept": "text/event-stream"], options: options)
        let events = try await engine.stream(news, in: shop).events
        for try await event in events { show("\(event.type): \(event.data)") }
        // snippet end
        // snippet: events-again
        try await Task.sleep(for: min(events.reconnectionTime ?? .seconds(3), .seconds(60)))
        var again = news
        if !events.lastEventID.isEmpty { again.headers.append(HeaderField("Last-Event-ID", events.lastEventID)) }
        let stream = try await engine.stream(again, in: shop)
        // snippet end
        // snippet: lines
        for try await line in stream.lines(maxLineBytes: 64 << 10) { show(line) }
        // snippet end
        #expect(screen.lines == ["price: 5", "id: 7", "retry: 1", "event: price", "data: 5", ""])
        #expect(stub.received.map { $0.headers["Last-Event-ID"] } == [nil, "7"])
    }

    @Test func `a query of a value`() async throws {
        stub.on("/v1/products", .json("[]"))
        // snippet: query-encoding
        let query = try [QueryItem](encoding: Filter(), style: QueryStyle(arrays: .brackets))
        let exchange = await engine.send(AnyEndpoint(.get, "products", query: query), in: shop)
        // products?price[max]=20&tags[]=green&tags[]=loose, with the brackets percent-encoded
        // snippet end
        #expect(exchange.hops.first?.request.url.query == "price%5Bmax%5D=20&tags%5B%5D=green&tags%5B%5D=loose")
    }

    @Test func `a publisher with one import`() async {
        let (names, name) = AsyncStream<String>.makeStream()
        let subscription = showName(of: 7, in: shop, by: engine) {
            name.yield($0)
            name.finish()
        }
        #expect(await names.reduce(into: []) { $0.append($1) } == ["tea"])
        subscription.cancel()
    }

    @Test func `an engine with a tracer and metrics`() async {
        do {
            // snippet: telemetry
            let engine = Engine(tracing: EngineTracing())
            EngineMetrics(servers: ["shop.example"]).measure(engine)
            // snippet end
            #expect(await engine.send(RequestDraft(url: "")).error?.category == .requestBuild)
        }
    }

    @Test func `a request of HTTPTypes`() async throws {
        let (screen, engine) = (Screen(), engine)
        func show(_ line: String) { screen.show(line) }
        // snippet: http-types
        let request = HTTPRequest(method: .get, scheme: "https", authority: "shop.example", path: "/v1/products/7")
        let exchange = await engine.send(try RequestDraft(request))
        if let response = exchange.response { show("\(try HTTPResponse(response).status)") }
        // snippet end
        #expect(screen.lines == ["200 "])
    }

    @Test func `a request as URLSession's users write it`() async throws {
        let engine = engine
        // snippet: moving
        let product = try await engine.fetch(
            RequestDraft(url: "https://shop.example/v1/products/7", headers: [HeaderField("Accept-Language", "en")]),
            as: Product.self)
        // snippet end
        #expect(product.name == "tea")
        #expect(stub.received.first?.headers["Accept-Language"] == "en")
    }
}
