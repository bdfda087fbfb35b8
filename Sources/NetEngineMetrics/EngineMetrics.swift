public import CoreMetrics
public import NetEngine
import Synchronization

#if !Metrics && !All
    #error("Name the trait Metrics in the line of this package: traits: [\"Metrics\"].")
#endif

/// Counts and measures exchanges in the program's metrics system (swift-metrics).
///
/// ```
/// let metrics = EngineMetrics()
/// metrics.measure(engine)
/// ```
///
/// | metric | kind | dimensions |
/// |---|---|---|
/// | `http.client.request.duration` | timer, each request that a server was asked | method, status, version, server |
/// | `http.client.request.body.size` | recorder, bytes sent | method, status, version, server |
/// | `http.client.response.body.size` | recorder, bytes on the wire | method, status, version, server |
/// | `http.client.active_requests` | meter, exchanges under way | none |
/// | `netengine.exchange.duration` | timer, each exchange with redirects, retries and waits | method, `error.type` |
/// | `netengine.errors` | counter | `error.type`: the category |
/// | `netengine.cache` | counter, each request of an engine with a cache | `netengine.cache`: the outcome |
///
/// Names are those of the OpenTelemetry conventions where they have one. Each dimension has few values, whatever servers and users
/// do: unknown methods and statuses are `_OTHER`, and a server is named only if it is in `servers`. URLs are in none.
public final class EngineMetrics: Sendable {
    private struct State {
        var timers: [Key: CoreMetrics.Timer] = [:]
        var recorders: [Key: Recorder] = [:]
        var counters: [Key: Counter] = [:]
        var active: Set<ExchangeID> = []
    }

    private struct Key: Hashable {
        let label: String
        let values: [String]
    }

    private let factory: any MetricsFactory
    private let servers: Set<String>
    private let activeRequests: Meter
    private let state = Mutex(State())

    /// - Parameters:
    ///   - factory: nil means that of `MetricsSystem`, as it is now.
    ///   - servers: the hosts to name in the dimension `server.address`, in lower case; others are `_OTHER`. By default none is
    ///     named, and the dimension is left out.
    public init(factory: (any MetricsFactory)? = nil, servers: Set<String> = []) {
        let factory = factory ?? MetricsSystem.factory
        self.factory = factory
        self.servers = servers
        activeRequests = Meter(label: "http.client.active_requests", factory: factory)
    }

    /// Measures all exchanges of the engine from now on, on the thread on which they end. Several engines may share one.
    public func measure(_ engine: Engine) { engine.tap { [self] in note($0) } }

    private func note(_ event: EngineEvent) {
        switch event.step {
        case .queued:
            let count = state.withLock { state in
                state.active.insert(event.id)
                return state.active.count
            }
            activeRequests.set(count)
        case .finished(let exchange): finish(exchange)
        default: break
        }
    }

    private func finish(_ exchange: Exchange) {
        // One that began before the engine was measured is not counted at all.
        let count = state.withLock { $0.active.remove(exchange.id) == nil ? nil : $0.active.count }
        guard let count else { return }
        activeRequests.set(count)
        for hop in exchange.hops { measure(hop) }
        let first = exchange.hops.first?.request.method.rawValue ?? exchange.draft.method
        var dimensions = [("http.request.method", Self.known(first))]
        if let error = exchange.error {
            dimensions.append(("error.type", error.category.rawValue))
            counter("netengine.errors", [("error.type", error.category.rawValue)]).increment()
        }
        timer("netengine.exchange.duration", dimensions).record(exchange.timings.total)
    }

    private func measure(_ hop: Hop) {
        if let outcome = hop.cacheDecision?.outcome {
            counter("netengine.cache", [("netengine.cache", outcome.rawValue)]).increment()
        }
        guard let duration = hop.networkTime else { return }
        let received = hop.received
        var dimensions = [
            ("http.request.method", Self.known(hop.request.method.rawValue)),
            ("http.response.status_code", Self.known(status: received?.status)),
            ("network.protocol.version", received?.httpVersion?.rawValue ?? "_OTHER"),
        ]
        if !servers.isEmpty {
            let host = hop.request.url.host
            dimensions.append(("server.address", servers.contains(host) ? host : "_OTHER"))
        }
        timer("http.client.request.duration", dimensions).record(duration)
        recorder("http.client.request.body.size", dimensions).record(hop.sentBodyByteCount)
        if let count = received?.wireBodyByteCount {
            recorder("http.client.response.body.size", dimensions).record(count)
        }
    }

    private static let methods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    ]

    private static func known(_ method: String) -> String {
        method.isEmpty ? "GET" : methods.contains(method) ? method : "_OTHER"
    }

    /// `none` without a response.
    private static func known(status: Int?) -> String {
        guard let status else { return "none" }
        return (100...599).contains(status) ? String(status) : "_OTHER"
    }

    // MARK: Instruments, made once for each combination of values

    private func timer(_ label: String, _ dimensions: [(String, String)]) -> CoreMetrics.Timer {
        instrument(label, dimensions, \.timers) { Timer(label: label, dimensions: dimensions, factory: factory) }
    }

    private func recorder(_ label: String, _ dimensions: [(String, String)]) -> Recorder {
        instrument(label, dimensions, \.recorders) { Recorder(label: label, dimensions: dimensions, factory: factory) }
    }

    private func counter(_ label: String, _ dimensions: [(String, String)]) -> Counter {
        instrument(label, dimensions, \.counters) { Counter(label: label, dimensions: dimensions, factory: factory) }
    }

    private func instrument<Instrument: Sendable>(
        _ label: String, _ dimensions: [(String, String)], _ known: WritableKeyPath<State, [Key: Instrument]>,
        _ make: () -> Instrument
    ) -> Instrument {
        let key = Key(label: label, values: dimensions.map(\.1))
        return state.withLock { state in
            if let instrument = state[keyPath: known][key] { return instrument }
            let instrument = make()
            state[keyPath: known][key] = instrument
            return instrument
        }
    }
}

extension CoreMetrics.Timer {
    fileprivate func record(_ duration: Duration) { recordNanoseconds(Int64(duration / .nanoseconds(1))) }
}
