import InMemoryTracing
import NetEngine
import NetEnginePublishers
import NetEngineTesting
import NetEngineTracing
import TestSupport
import Testing
import Tracing

@Suite(.timeLimit(.minutes(5))) struct TracingTests {
    private let tracer = InMemoryTracer()
    private let stub = StubTransport()

    private func engine(
        _ interceptors: [any Interceptor] = [], propagates: @escaping @Sendable (HTTPURL) -> Bool = { _ in true }
    ) -> Engine {
        var configuration = EngineConfiguration(stub: stub)
        configuration.interceptors = interceptors
        return Engine(
            configuration: configuration,
            tracing: EngineTracing(tracer: tracer, redaction: Redaction(names: ["pin"]), propagates: propagates))
    }

    /// The spans that are over: the requests', then the exchange's.
    /// - Parameter open: how many are not over.
    private func spans(open: Int = 0) throws -> (requests: [FinishedInMemorySpan], exchange: FinishedInMemorySpan) {
        #expect(tracer.activeSpans.count == open)
        let spans = tracer.popFinishedSpans()
        return (spans.dropLast(), try #require(spans.last))
    }

    private func text(_ span: FinishedInMemorySpan, _ name: String) -> String? {
        guard case .string(let text)? = span.attributes.get(name) else { return nil }
        return text
    }

    private func number(_ span: FinishedInMemorySpan, _ name: String) -> Int64? {
        guard case .int64(let number)? = span.attributes.get(name) else { return nil }
        return number
    }

    @Test func `an exchange is a span, and its request a child with the conventions' name and attributes`() async throws
    {
        stub.on("/orders/7", .status(200, body: "seven"))
        let exchange = await engine().send(
            RequestDraft(
                method: "PUT", url: "https://ada:s3cretpw@shop.test/orders/7?pin=12345678&q=a", body: .bytes([1, 2])))
        #expect(exchange.isSuccess)
        let (requests, whole) = try spans()
        let request = try #require(requests.first)
        #expect(requests.count == 1)
        #expect(whole.operationName == "exchange PUT")
        #expect(whole.kind == .internal)
        #expect(whole.spanContext.parentSpanID == nil)
        #expect(whole.status == nil)
        #expect(request.operationName == "PUT")
        #expect(request.kind == .client)
        #expect(request.spanContext.parentSpanID == whole.spanContext.spanID)
        #expect(request.spanContext.traceID == whole.spanContext.traceID)
        #expect(text(request, "http.request.method") == "PUT")
        #expect(text(request, "server.address") == "shop.test")
        #expect(number(request, "server.port") == 443)
        #expect(number(request, "http.response.status_code") == 200)
        #expect(number(request, "http.request.body.size") == 2)
        #expect(number(request, "http.response.body.size") == 5)
        #expect(text(request, "network.protocol.version") == "1.1")
        #expect(number(request, "http.request.resend_count") == nil)
        #expect(request.status == nil)
        let url = try #require(text(request, "url.full"))
        #expect(url.hasPrefix("https://shop.test/orders/7?pin=") && url.hasSuffix("&q=a"))
        #expect(!url.contains("12345678") && !url.contains("s3cretpw"))
    }

    @Test func `the exchange is a child of the caller's span, whose task sends`() async throws {
        stub.on("**", .status(200))
        let engine = engine()
        try await tracer.withSpan("checkout") { span in
            _ = await engine.send(RequestDraft(url: "http://shop.test/"))
            let (requests, whole) = try spans(open: 1)
            #expect(whole.spanContext.parentSpanID == span.spanContext.spanID)
            #expect(requests.first?.spanContext.traceID == span.spanContext.traceID)
        }
    }

    @Test func `a stream and a publisher are children of the caller's span as well`() async throws {
        stub.on("**", .status(200, body: "x"))
        let engine = engine()
        try await tracer.withSpan("page") { span in
            let stream = try await engine.stream(RequestDraft(url: "http://shop.test/"))
            _ = await stream.finish()
            #expect(try spans(open: 1).exchange.spanContext.parentSpanID == span.spanContext.spanID)
            let (ends, end) = AsyncStream<Void>.makeStream()
            let subscription = engine.exchangePublisher(for: RequestDraft(url: "http://shop.test/"))
                .sink(receiveCompletion: { _ in end.finish() }, receiveValue: { _ in })
            for await _ in ends {}
            #expect(try spans(open: 1).exchange.spanContext.parentSpanID == span.spanContext.spanID)
            subscription.cancel()
        }
    }

    @Test func `the context of the request goes with it by the tracer's injector`() async throws {
        stub.on("/a", .redirect(to: "/b")).on("/b", .status(200))
        _ = await engine().send(
            RequestDraft(url: "http://shop.test/a", headers: [HeaderField(InMemoryTracer.spanIDKey, "old")]))
        let (requests, whole) = try spans()
        #expect(requests.count == 2)
        let added = stub.received.flatMap { $0.headers.filter { $0.isNamed(InMemoryTracer.traceIDKey) } }
        #expect(added.map(\.origin) == [.engine, .engine])
        #expect(
            stub.received.map { $0.headers.values(InMemoryTracer.spanIDKey) }
                == requests.map { [$0.spanContext.spanID] })
        #expect(stub.received.allSatisfy { $0.headers[InMemoryTracer.traceIDKey] == whole.spanContext.traceID })
    }

    @Test func `traceparent is in the bytes of each request, with the id of its span`() async throws {
        let tracer = TraceContextTracer()
        try await StubServer.with(.sequence(.redirect(to: "/b"), .status(200))) { server in
            let engine = Engine(tracing: EngineTracing(tracer: tracer))
            let exchange = await engine.send(RequestDraft(url: "\(server.url)/a", headers: ["Traceparent": "old"]))
            #expect(exchange.isSuccess)
            let spans = tracer.spans.finishedSpans
            let requests = spans.filter { $0.kind == .client }
            let trace = try #require(spans.last?.traceID)
            let fields = requests.map { "00-\(trace)-\($0.spanID)-01" }
            #expect(fields.count == 2)
            let sent = server.received.map { request in
                request.lines.filter { $0.lowercased().hasPrefix("traceparent:") }
            }
            #expect(sent == fields.map { ["traceparent: \($0)"] })
            await engine.shutdown()
        }
    }

    @Test func `the context stays here where it shall not go`() async {
        stub.on("**", .status(200))
        _ = await engine(propagates: { $0.host != "other.test" }).send(RequestDraft(url: "http://other.test/"))
        #expect(stub.received.first?.headers.contains(InMemoryTracer.traceIDKey) == false)
    }

    @Test func `redirects and retries are children that count the requests before them`() async throws {
        stub.on("/a", .redirect(307, to: "https://other.test/b"))
            .on("/b", .status(503), .failure(.connect, phase: .connect), .status(200))
        var options = RequestOptions(retry: RetryPolicy(backoff: Backoff(base: .milliseconds(1), hasJitter: false)))
        options.timeouts.total = nil
        _ = await engine().send(RequestDraft(url: "http://shop.test/a", options: options))
        let (requests, whole) = try spans()
        #expect(requests.map { number($0, "http.request.resend_count") } == [nil, 1, 2, 3])
        #expect(requests.map { text($0, "server.address") } == ["shop.test", "other.test", "other.test", "other.test"])
        #expect(requests.map { number($0, "http.response.status_code") } == [307, 503, nil, 200])
        #expect(requests.map { text($0, "error.type") } == [nil, "503", "connect", nil])
        #expect(requests.map { $0.status?.code } == [nil, .error, .error, nil])
        // A status says it by itself.
        #expect(requests.map { $0.status?.message?.contains("connect") } == [nil, nil, true, nil])
        #expect(requests.allSatisfy { $0.spanContext.parentSpanID == whole.spanContext.spanID })
        #expect(whole.events.map(\.name) == ["retry", "retry"])
        let facts = whole.events.map { event in
            ["netengine.retry", "netengine.wait", "error.type"].map { event.attributes.get($0) }
        }
        #expect(
            facts == [
                [.int64(1), .double(0.001), .string("503")], [.int64(2), .double(0.002), .string("connect")],
            ])
        #expect(whole.status == nil)
        #expect(number(whole, "netengine.requests") == 4)
    }

    @Test func `the wait for a network is an event of the exchange`() async throws {
        var configuration = EngineConfiguration(stub: stub)
        configuration.reachability = ManualReachability(.offline)
        let engine = Engine(configuration: configuration, tracing: EngineTracing(tracer: tracer))
        let options = RequestOptions(timeouts: Timeouts(total: .milliseconds(50)), waitsForConnectivity: true)
        _ = await engine.send(RequestDraft(url: "http://shop.test/", options: options))
        #expect(tracer.popFinishedSpans().last?.events.map(\.name) == ["waiting for a network"])
    }

    @Test func `a failed exchange says why, without secrets`() async throws {
        stub.on(
            "/orders",
            .failure(EngineError(category: .tls, sentence: "No trust in http://x.test/?pin=12345678.", hint: "")))
        _ = await engine().send(RequestDraft(url: "http://shop.test/orders?pin=12345678"))
        let (requests, whole) = try spans()
        for span in requests + [whole] {
            #expect(text(span, "error.type") == "tls")
            #expect(span.status?.code == .error)
            #expect(span.status?.message?.hasPrefix("No trust in http://x.test/?pin=") == true)
            #expect(span.status?.message?.contains("12345678") == false)
        }
    }

    @Test func `a request that cannot be built leaves no open span`() async throws {
        _ = await engine().send(RequestDraft(method: "G T", url: "http://shop.test/"))
        let (requests, whole) = try spans()
        #expect(text(whole, "error.type") == "request-build")
        #expect(whole.operationName == "exchange _OTHER")
        #expect(requests.map(\.operationName) == ["HTTP"])
    }

    @Test func `a draft without a method is traced as GET, from its first event to its last`() async throws {
        stub.on("**", .status(200))
        let engine = engine()
        let events = engine.events()
        _ = await engine.send(RequestDraft(method: "", url: "http://shop.test/"))
        await engine.shutdown()
        let moments = await events.reduce(into: []) { $0.append(UInt64($1.at.microsecondsSince1970) * 1000) }
        let (requests, whole) = try spans()
        #expect(whole.operationName == "exchange GET" && requests.map(\.operationName) == ["GET"])
        #expect(text(try #require(requests.first), "http.request.method_original") == nil)
        #expect(whole.startInstant.nanosecondsSinceEpoch == moments.first)
        #expect(whole.endInstant.nanosecondsSinceEpoch == moments.last)
    }

    @Test func `an unknown method is not a name of a span`() async throws {
        stub.on("**", .status(200))
        _ = await engine().send(RequestDraft(method: "PURGE", url: "http://[::1]/"))
        let request = try #require(try spans().requests.first)
        #expect(request.operationName == "HTTP")
        #expect(text(request, "http.request.method") == "_OTHER")
        #expect(text(request, "http.request.method_original") == "PURGE")
        #expect(text(request, "server.address") == "::1")
    }

    @Test func `a response from the cache is marked`() async throws {
        stub.on("**", .status(200, headers: [HeaderField("Cache-Control", "max-age=60")], body: "x"))
        var configuration = EngineConfiguration(stub: stub)
        configuration.cache = MemoryCacheStore()
        let engine = Engine(configuration: configuration, tracing: EngineTracing(tracer: tracer))
        _ = await engine.send(RequestDraft(url: "http://shop.test/"))
        #expect(text(try spans().exchange, "netengine.cache") == "miss")
        _ = await engine.send(RequestDraft(url: "http://shop.test/"))
        let (requests, whole) = try spans()
        #expect(text(whole, "netengine.cache") == "hit")
        #expect(requests.map { text($0, "netengine.cache") } == ["hit"])
    }
}

/// A tracer that injects its context as W3C Trace Context does, as those in programs do. Nothing is bootstrapped.
private struct TraceContextTracer: Tracer {
    let spans = InMemoryTracer(
        idGenerator: .init(nextTraceID: { Self.digits() + Self.digits() }, nextSpanID: { Self.digits() }))

    /// 16 hexadecimal digits.
    private static func digits() -> String { String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> InMemorySpan {
        spans.startSpan(
            operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID,
            line: line)
    }

    func forceFlush() {}

    func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    )
    where Inject.Carrier == Carrier {
        guard let span = context.inMemorySpanContext else { return }
        injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
    }

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {}
}
