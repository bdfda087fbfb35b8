public import NetEngine
import Synchronization
public import Tracing

#if !Tracing && !All
    #error("Name the trait Tracing in the line of this package: traits: [\"Tracing\"].")
#endif

/// Makes spans of exchanges by the program's tracer (swift-distributed-tracing).
///
/// ```
/// let engine = Engine(tracing: EngineTracing())
/// ```
///
/// - One span for each exchange, of the kind `internal`, from its begin to its end: a child of the caller's span
///   (`InstrumentationContext.current` of the task that sends). Its events are the waits before retries and for a network.
/// - A child of the kind `client` for each request: the first, each redirect and each retry. Name and attributes are those of
///   the OpenTelemetry conventions for HTTP clients. It ends when the response is complete; of a stream, with its head.
/// - The context of that child goes with the request by the tracer's own injector, as `traceparent` with most tracers.
///
/// Where the cache answers, the child says so by the attribute `netengine.cache`. Secrets in URLs and sentences are hidden as
/// in logs (`Redaction`).
public final class EngineTracing: Sendable {
    private struct Trace {
        let span: any Span
        /// Of the request that is under way.
        var request: (any Span)?
        var requestCount = 0
    }

    private let fixedTracer: (any Tracer)?
    private let redaction: Redaction
    private let propagates: @Sendable (HTTPURL) -> Bool
    private let traces = Mutex<[ExchangeID: Trace]>([:])

    /// - Parameters:
    ///   - tracer: nil means `InstrumentationSystem.tracer`, looked up for each exchange.
    ///   - redaction: what is hidden beside the usual credentials.
    ///   - propagates: whether the context goes with a request to this URL; default to all.
    public init(
        tracer: (any Tracer)? = nil, redaction: Redaction = Redaction(),
        propagates: @escaping @Sendable (HTTPURL) -> Bool = { _ in true }
    ) {
        fixedTracer = tracer
        self.redaction = redaction
        self.propagates = propagates
    }

    private var tracer: any Tracer { fixedTracer ?? InstrumentationSystem.tracer }

    // MARK: Exchanges

    /// Called on the thread on which it happens; `queued` on the task that sends.
    func note(_ event: EngineEvent) {
        switch event.step {
        case .queued(let method, _):
            let span = tracer.startSpan("exchange \(RequestAttributes.known(method))", at: Moment(event.at))
            traces.withLock { $0[event.id] = Trace(span: span) }
        case .retryScheduled(let retry, let wait, let reason):
            add(
                "retry", event, ["netengine.retry": .int64(Int64(retry)), "error.type": .string(reason.type)],
                after: wait)
        case .waitingForConnectivity: add("waiting for a network", event, [:])
        case .finished(let exchange): finish(exchange, at: Moment(event.at))
        default: break
        }
    }

    private func add(_ name: String, _ event: EngineEvent, _ values: [String: SpanAttribute], after: Duration? = nil) {
        guard let span = traces.withLock({ $0[event.id]?.span }) else { return }
        var attributes = SpanAttributes(values)
        if let after { attributes["netengine.wait"] = after / .seconds(1) }
        span.addEvent(SpanEvent(name: name, at: Moment(event.at), attributes: attributes))
    }

    private func finish(_ exchange: Exchange, at moment: Moment) {
        guard let trace = traces.withLock({ $0.removeValue(forKey: exchange.id) }) else { return }
        // It was never sent: an interceptor after this one failed, or the request could not be built.
        if let request = trace.request { end(request, exchange.error, at: moment, url: exchange.draft.url) }
        trace.span.updateAttributes { attributes in
            attributes["netengine.requests"] = exchange.hops.count
            if let outcome = exchange.cacheDecision?.outcome {
                attributes["netengine.cache"] = outcome.rawValue
            }
        }
        end(trace.span, exchange.error, at: moment, url: exchange.draft.url)
    }

    private func end(_ span: any Span, _ error: EngineError?, at moment: Moment, url: String) {
        if let error {
            span.attributes["error.type"] = error.type
            span.setStatus(SpanStatus(code: .error, message: shown(error, url)))
        }
        span.end(at: moment)
    }

    /// The status says it where there is one; the conventions want no words then.
    private func shown(_ error: EngineError, _ url: String) -> String? {
        error.status == nil ? redactor(url).stored(text: error.sentence) : nil
    }

    private func redactor(_ url: String) -> Redactor { Redactor(redaction, storing: RequestDraft(url: url)) }

    // MARK: Requests

    /// Begins the span of a request and gives the request its context.
    func begin(_ request: RequestDraft, _ context: InterceptorContext) -> RequestDraft {
        guard let parent = traces.withLock({ $0[context.id]?.span }) else { return request }
        let span = tracer.startSpan(
            RequestAttributes.known(request.method, other: "HTTP"), context: parent.context, ofKind: .client)
        let earlier = traces.withLock { traces in
            let earlier = traces[context.id]?.request
            traces[context.id]?.request = span
            traces[context.id]?.requestCount += 1
            return earlier
        }
        earlier?.end()
        guard propagates(context.url) else { return request }
        var request = request
        tracer.inject(span.context, into: &request.headers, using: FieldInjector())
        return request
    }

    /// Ends the span of a request.
    func end(_ outcome: HopOutcome, _ context: InterceptorContext) {
        let (open, count) = traces.withLock { traces in
            defer { traces[context.id]?.request = nil }
            return (traces[context.id]?.request, traces[context.id]?.requestCount ?? 0)
        }
        guard let span = open else { return }
        let url = outcome.hop.request.url.description
        let values = RequestAttributes.values(
            outcome, resends: count - 1, url: redactor(url).stored(outcome.hop.request.url).textWithoutUserInfo)
        span.updateAttributes { attributes in for (name, value) in values { attributes[name] = value } }
        end(span, outcome.error, at: Moment(.now), url: url)
    }
}

extension Engine {
    /// An engine whose exchanges are traced.
    ///
    /// The span of a request begins after the engine's other interceptors, so that a wait for a token is not part of it.
    public convenience init(configuration: EngineConfiguration = EngineConfiguration(), tracing: EngineTracing) {
        var configuration = configuration
        configuration.interceptors.append(RequestTracing(tracing: tracing))
        self.init(configuration: configuration)
        tap { tracing.note($0) }
    }
}

private struct RequestTracing: Interceptor {
    let tracing: EngineTracing

    func adapt(_ request: RequestDraft, context: InterceptorContext) async throws(EngineError) -> RequestDraft {
        tracing.begin(request, context)
    }
    func observe(_ outcome: HopOutcome, context: InterceptorContext) async { tracing.end(outcome, context) }
}

/// Writes what a tracer sends with a request into its fields.
private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HeaderFields) {
        fields.remove(key)
        fields.append(HeaderField(key, value, origin: .engine))
    }
}

/// A moment of the wall clock.
private struct Moment: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    init(_ timestamp: Timestamp) {
        nanosecondsSinceEpoch = UInt64(clamping: timestamp.microsecondsSince1970) &* 1000
    }

    static func < (a: Moment, b: Moment) -> Bool { a.nanosecondsSinceEpoch < b.nanosecondsSinceEpoch }
}
