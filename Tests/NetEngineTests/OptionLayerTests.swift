import NetEngine
import NetEngineTesting
import TestSupport
import Testing

/// Options come from the engine, then from the endpoint or draft, then from the interceptors.
@Suite(.timeLimit(.minutes(5))) struct OptionLayerTests {
    /// One option: how a layer sets it, and how the options of the request that was sent read.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// One of three different values, none of which is the default.
        let set: @Sendable (inout RequestOptions, _ layer: Int) -> Void
        let read: @Sendable (RequestOptions) -> String

        init<Value: Sendable>(
            _ name: String, _ path: any WritableKeyPath<RequestOptions, Value> & Sendable, _ values: [Value]
        ) {
            testDescription = name
            set = { $0[keyPath: path] = values[$1] }
            read = { "\($0[keyPath: path])" }
        }
    }

    static let cases: [Case] = [
        Case("timeouts.dns", \.timeouts.dns, [.seconds(20), .seconds(21), .seconds(22)]),
        Case("timeouts.connect", \.timeouts.connect, [.seconds(20), .seconds(21), nil]),
        Case("timeouts.tls", \.timeouts.tls, [.seconds(20), .seconds(21), .seconds(22)]),
        Case("timeouts.send", \.timeouts.send, [.seconds(20), .seconds(21), .seconds(22)]),
        Case("timeouts.firstByte", \.timeouts.firstByte, [.seconds(20), .seconds(21), .seconds(22)]),
        Case("timeouts.receive", \.timeouts.receive, [.seconds(20), .seconds(21), .seconds(22)]),
        Case("timeouts.total", \.timeouts.total, [.seconds(20), nil, .seconds(22)]),
        Case("followRedirects", \.followRedirects, [false, true, false]),
        Case("maxRedirects", \.maxRedirects, [1, 2, 3]),
        Case("successStatuses", \.successStatuses, [200...200, .any, 200...399]),
        Case("bodyIsSecret", \.bodyIsSecret, [true, false, true]),
        Case("maxBodyBytes", \.maxBodyBytes, [1000, 2000, 3000]),
        Case(
            "spooling", \.spooling, [BodySpooling(folders: ["/a"]), nil, BodySpooling(folders: ["/c"])]),
        Case("keptWireBytes", \.keptWireBytes, [1, 2, 3]),
        Case("maxHeaderBytes", \.maxHeaderBytes, [10_000, 20_000, 30_000]),
        Case("httpVersion", \.httpVersion, [.http1_0, .automatic, .http1_1]),
        Case("verifiesTLS", \.verifiesTLS, [false, true, false]),
        Case("caFile", \.caFile, ["/a", nil, "/c"]),
        Case("decodesContent", \.decodesContent, [false, true, false]),
        Case("sendsURLAsWritten", \.sendsURLAsWritten, [true, false, true]),
        Case("retry.maxRetries", \.retry, [RetryPolicy(maxRetries: 1), nil, RetryPolicy(maxRetries: 3)]),
        Case("waitsForConnectivity", \.waitsForConnectivity, [true, false, true]),
        Case("cacheMode", \.cacheMode, [.noStore, .reload, .noCache]),
        Case("proxy", \.proxy, [.environment, .none, .environment]),
        Case(
            "connection", \.connection,
            [
                ConnectionOptions(localPorts: 1...2), ConnectionOptions(localPorts: 3...4),
                ConnectionOptions(localPorts: 5...6),
            ]),
        Case("tls", \.tls, [TLSOptions(minimumVersion: .tls1_3), TLSOptions(), TLSOptions(caDirectory: "/c")]),
        Case("expects", \.expects, [.json, .anything, .json]),
    ]

    /// Sets an option for every request, the last of the three layers.
    private struct Setting: Interceptor {
        let set: @Sendable (inout RequestOptions) -> Void

        func adapt(
            _ request: RequestDraft, context: InterceptorContext
        ) async throws(EngineError) -> RequestDraft {
            var request = request
            set(&request.options)
            return request
        }
    }

    /// The options of the request that a transport gets, with the option set at these layers.
    private func sent(_ option: Case?, at layers: Set<Int>, asEndpoint: Bool) async throws -> RequestOptions {
        var (session, own) = (RequestOptions(), RequestOptions())
        var interceptors: [any Interceptor] = []
        if let option {
            if layers.contains(0) { option.set(&session, 0) }
            if layers.contains(1) { option.set(&own, 1) }
            if layers.contains(2) { interceptors = [Setting { option.set(&$0, 2) }] }
        }
        let engine = Engine(
            configuration: EngineConfiguration(
                options: session, transport: ImmediateTransport(), interceptors: interceptors))
        let exchange =
            asEndpoint
            ? await engine.send(AnyEndpoint(.get, "http://localhost/", options: own))
            : await engine.send(RequestDraft(url: "http://localhost/", options: own))
        return try #require(exchange.hops.first).request.options
    }

    @Test(arguments: cases, [false, true])
    func `each option is that of the latest layer that sets it`(option: Case, asEndpoint: Bool) async throws {
        let values = (0..<3).map { layer in
            var options = RequestOptions()
            option.set(&options, layer)
            return option.read(options)
        }
        let none = try await sent(nil, at: [], asEndpoint: asEndpoint)
        #expect(option.read(none) == option.read(RequestOptions()))
        for layers: Set<Int> in [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]] {
            let options = try await sent(option, at: layers, asEndpoint: asEndpoint)
            #expect(option.read(options) == layers.max().map { values[$0] }, "set at \(layers.sorted())")
            // No other option changes with it.
            for other in Self.cases where other.testDescription != option.testDescription {
                #expect(other.read(options) == other.read(none), "\(other.testDescription), set at \(layers.sorted())")
            }
        }
    }

    @Test func `the parameters of an endpoint are its own layer`() async throws {
        let session = RequestOptions(
            timeouts: Timeouts(connect: .seconds(3), total: .seconds(9)), successStatuses: 200...200,
            cacheMode: .noStore)
        let engine = Engine(configuration: EngineConfiguration(options: session, transport: ImmediateTransport()))
        let endpoint = AnyEndpoint(
            .get, "http://localhost/", timeout: .seconds(5), cacheMode: .reload, successStatuses: 200...399)
        let options = try #require(await engine.send(endpoint).hops.first).request.options
        #expect(options.timeouts.total == .seconds(5))
        #expect(options.timeouts.connect == .seconds(3))
        #expect(options.cacheMode == .reload)
        #expect(options.successStatuses == 200...399)
    }

    @Test func `a total limit that an interceptor sets ends the exchange`() async throws {
        try await StubServer.with(.steps(.waitForRelease)) { server in
            let limit = Setting { $0.timeouts.total = .milliseconds(50) }
            let engine = Engine(configuration: EngineConfiguration(interceptors: [limit]))
            let exchange = await engine.send(RequestDraft(url: server.url))
            #expect(exchange.error?.category == .timeout)
            #expect(exchange.error?.sentence.contains("50 ms") == true)
            server.release()
        }
    }

    @Test func `a retry policy that an interceptor sets is followed`() async throws {
        try await StubServer.with(.sequence(.status(503), .status(200))) { server in
            let retry = Setting { $0.retry = RetryPolicy(maxRetries: 1) }
            let engine = Engine(configuration: EngineConfiguration(interceptors: [retry], clock: ManualClock()))
            let exchange = await engine.send(RequestDraft(url: server.url))
            #expect(exchange.isSuccess)
            #expect(exchange.hops.map(\.cause) == [.first, .retry])
        }
    }

    @Test func `redirects and the cache go by what an interceptor sets`() async throws {
        try await StubServer.with(.redirect(to: "/b")) { server in
            let stay = Setting { $0.followRedirects = false }
            let exchange = await Engine(configuration: EngineConfiguration(interceptors: [stay])).send(
                RequestDraft(url: server.url))
            #expect(exchange.hops.count == 1)
            #expect(exchange.error?.status == 302)
        }
        try await StubServer.with(.status(200, headers: [("Cache-Control", "max-age=60")])) { server in
            let fresh = Setting { $0.cacheMode = .reload }
            let engine = Engine(
                configuration: EngineConfiguration(interceptors: [fresh], cache: MemoryCacheStore()))
            for _ in 0..<2 { #expect(await engine.send(RequestDraft(url: server.url)).isSuccess) }
            #expect(server.received.count == 2)
        }
    }

    @Test func `an interceptor's own requests have the options of the engine`() async throws {
        struct Asking: Interceptor {
            func adapt(
                _ request: RequestDraft, context: InterceptorContext
            ) async throws(EngineError) -> RequestDraft {
                let token = await context.send(RequestDraft(url: "http://localhost/token"))
                var request = request
                request.headers.append(
                    HeaderField("X-Limit", "\(token.hops.first?.request.options.timeouts.total ?? .zero)"))
                return request
            }
        }
        let engine = Engine(
            configuration: EngineConfiguration(
                options: RequestOptions(timeouts: Timeouts(total: .seconds(7))), transport: ImmediateTransport(),
                interceptors: [Asking()]))
        let exchange = await engine.send(RequestDraft(url: "http://localhost/"))
        #expect(exchange.hops.first?.request.headers["X-Limit"] == "7.0 seconds")
    }
}

/// Responds to everything with an empty 200, at once.
private struct ImmediateTransport: Transport {
    func start(_ job: TransportJob) {
        var result = TransportResult()
        result.response = Response(
            status: 200, reason: [], httpVersion: nil, headers: [], rawHead: [], body: [], wireBodyByteCount: 0,
            isComplete: true)
        job.completion(result)
    }
    func cancel(_ token: UInt64) {}
    func resume(_ token: UInt64) {}
    func shutdown() async {}
}
