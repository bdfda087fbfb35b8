import CoreMetrics
import MetricsTestKit
import NetEngine
import NetEngineMetrics
import NetEngineTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
    private let factory = TestMetrics()
    private let stub = StubTransport()

    private func engine(cache: (any CacheStore)? = nil, servers: Set<String> = []) -> Engine {
        var configuration = EngineConfiguration(stub: stub)
        configuration.cache = cache
        let engine = Engine(configuration: configuration)
        EngineMetrics(factory: factory, servers: servers).measure(engine)
        return engine
    }

    private func dimensions(_ status: String, method: String = "GET") -> [(String, String)] {
        [
            ("http.request.method", method), ("http.response.status_code", status),
            ("network.protocol.version", status == "none" ? "_OTHER" : "1.1"),
        ]
    }

    @Test func `each request has a duration and its bytes, by method and status`() async throws {
        stub.on("/a", .redirect(307, to: "/b"))
            .on("/b", .status(200, body: "four and more").delayed(by: .seconds(2)))
        _ = await engine().send(RequestDraft(method: "PUT", url: "http://shop.test/a", body: .bytes([1, 2, 3])))
        let last = dimensions("200", method: "PUT")
        #expect(try factory.expectTimer("http.client.request.duration", last).values == [2_000_000_000])
        #expect(
            try factory.expectTimer("http.client.request.duration", dimensions("307", method: "PUT")).values.count == 1)
        #expect(try factory.expectRecorder("http.client.request.body.size", last).values == [3])
        #expect(try factory.expectRecorder("http.client.response.body.size", last).values == [13])
        #expect(
            try factory.expectTimer("netengine.exchange.duration", [("http.request.method", "PUT")]).values.count == 1)
        #expect(factory.counters.isEmpty)
    }

    @Test func `exchanges under way are counted up and down`() async throws {
        let clock = ManualClock(.standing)
        let stub = StubTransport(clock: clock).on("**", .status(200).delayed(by: .seconds(1)))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let sending = [RequestDraft](repeating: RequestDraft(url: "http://shop.test/"), count: 2)
        EngineMetrics(factory: factory).measure(engine)
        let task = Task { await engine.sendAll(sending) }
        await clock.sleepers(2)
        let meter = try factory.expectMeter("http.client.active_requests")
        #expect(meter.lastValue == 2)
        clock.advance(by: .seconds(1))
        _ = await task.value
        #expect(meter.lastValue == 0)
    }

    @Test func `errors are counted by category`() async throws {
        stub.on("/a", .status(404)).on("/b", .status(500)).on("/c", .failure(.dns))
        let engine = engine()
        for path in ["a", "a", "b", "c"] { _ = await engine.send(RequestDraft(url: "http://shop.test/\(path)")) }
        for (category, count) in [("client-error", 2), ("server-error", 1), ("dns", 1)] as [(String, Int64)] {
            #expect(try factory.expectCounter("netengine.errors", [("error.type", category)]).totalValue == count)
        }
        #expect(try factory.expectTimer("http.client.request.duration", dimensions("none")).values.count == 1)
        let failed = [("http.request.method", "GET"), ("error.type", "dns")]
        #expect(try factory.expectTimer("netengine.exchange.duration", failed).values.count == 1)
    }

    @Test func `what the cache did is counted, and a hit is not a request`() async throws {
        stub.on("**", .status(200, headers: [HeaderField("Cache-Control", "max-age=60")], body: "x"))
        let engine = engine(cache: MemoryCacheStore())
        for _ in 0..<3 { _ = await engine.send(RequestDraft(url: "http://shop.test/")) }
        #expect(try factory.expectCounter("netengine.cache", [("netengine.cache", "miss")]).totalValue == 1)
        #expect(try factory.expectCounter("netengine.cache", [("netengine.cache", "hit")]).totalValue == 2)
        #expect(try factory.expectTimer("http.client.request.duration", dimensions("200")).values.count == 1)
    }

    @Test func `statuses of HTTP and its nine methods are named`() async throws {
        stub.on("**") { .status(Int($0.url.path.dropFirst()) ?? 200) }
        let engine = engine()
        for status in [99, 599, 600] { _ = await engine.send(RequestDraft(url: "http://shop.test/\(status)")) }
        for (status, count) in [("599", 1), ("_OTHER", 2)] {
            #expect(try factory.expectTimer("http.client.request.duration", dimensions(status)).values.count == count)
        }
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get"] {
            _ = await engine.send(RequestDraft(method: method, url: "http://shop.test/200"))
            let name = method == "get" ? "_OTHER" : method
            let timer = try factory.expectTimer("http.client.request.duration", dimensions("200", method: name))
            #expect(timer.values.count == 1, "\(method)")
        }
        for (method, name) in [("", "GET"), ("CONNECT", "CONNECT"), ("PURGE", "_OTHER")] {
            _ = await engine.send(RequestDraft(method: method, url: "nowhere at all"))
            let unbuilt = [("http.request.method", name), ("error.type", "request-build")]
            #expect(try factory.expectTimer("netengine.exchange.duration", unbuilt).values.count == 1)
        }
    }

    @Test func `an exchange that began before is not measured`() async throws {
        let clock = ManualClock(.standing)
        let stub = StubTransport(clock: clock).on("**", .status(200).delayed(by: .seconds(1)))
        let engine = Engine(configuration: EngineConfiguration(stub: stub))
        let task = Task { await engine.send(RequestDraft(url: "http://shop.test/")) }
        await clock.sleepers(1)
        EngineMetrics(factory: factory).measure(engine)
        clock.advance(by: .seconds(1))
        _ = await task.value
        #expect(factory.timers.isEmpty && factory.recorders.isEmpty)
    }

    @Test func `dimensions have few values, whatever servers and users do`() async throws {
        stub.on("**") { .status(Int($0.url.path.dropFirst()) ?? 200) }
        let engine = engine(servers: ["shop.test"])
        for index in 0..<50 {
            _ = await engine.send(RequestDraft(method: "M\(index)", url: "http://host\(index).test/\(600 + index)"))
        }
        _ = await engine.send(RequestDraft(url: "http://shop.test/200"))
        #expect(factory.timers(label: "http.client.request.duration").count == 2)
        let servers = factory.timers.flatMap(\.dimensions).filter { $0.0 == "server.address" }.map(\.1)
        #expect(Set(servers) == ["_OTHER", "shop.test"])
        #expect(factory.timers(label: "netengine.exchange.duration").count == 2)
    }
}
