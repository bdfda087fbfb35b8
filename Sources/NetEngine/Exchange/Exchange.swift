/// Everything that happened from the call to send a request to its end.
///
/// `Engine.send` always returns one: a failure is an exchange with an `error`, which also keeps what arrived until then
/// (status, headers, the first bytes of a body).
public struct Exchange: Sendable {
    private struct Content: Sendable {
        let id: ExchangeID
        let draft: RequestDraft
        let startedAt: Timestamp
        let hops: [Hop]
        let timings: PhaseTimings
        let retryWait: Duration
        var error: EngineError?
        let revalidates: ExchangeID?
    }

    private var content: Shared<Content>

    private mutating func change(_ body: (inout Content) -> Void) {
        var new = content.value
        body(&new)
        content = Shared(new)
    }

    /// Identifies the exchange in events and logs; unique in a process.
    public var id: ExchangeID { content.value.id }
    /// The request as the caller described it, before any interceptor.
    public var draft: RequestDraft { content.value.draft }
    /// When work on it began, by the wall clock.
    public var startedAt: Timestamp { content.value.startedAt }
    /// Every request that was sent, or failed to be, in order: the first, then one for each redirect or retry.
    /// Empty if the request could not be built.
    public var hops: [Hop] { content.value.hops }
    /// Phases summed over all hops; `total` is the time from the start of work to the end.
    public var timings: PhaseTimings { content.value.timings }
    /// Time between an attempt and the retry after it, summed; part of `timings.total`.
    public var retryWait: Duration { content.value.retryWait }
    /// What went wrong, or nil. A 4xx or 5xx has both a response and an error, and so has a response whose body could not
    /// be decoded.
    public internal(set) var error: EngineError? {
        get { content.value.error }
        set { change { $0.error = newValue } }
    }
    /// The exchange that got a stale stored response while this one asks the server (RFC 5861 §3); nil for every exchange
    /// that a caller started.
    public var revalidates: ExchangeID? { content.value.revalidates }

    /// An exchange as the engine makes them: for tests, and for substitutes of an engine.
    public init(
        id: ExchangeID, draft: RequestDraft, startedAt: Timestamp, hops: [Hop], timings: PhaseTimings,
        retryWait: Duration = .zero, error: EngineError?, revalidates: ExchangeID? = nil
    ) {
        content = Shared(
            Content(
                id: id, draft: draft, startedAt: startedAt, hops: hops, timings: timings, retryWait: retryWait,
                error: error, revalidates: revalidates))
    }

    /// The time of the network and the servers: that of all hops, without what the engine did before, between and after
    /// them (interceptors, the cache, waits before a retry). Equals `timings.total` if no server was asked.
    public var networkTime: Duration {
        let times = hops.compactMap(\.networkTime)
        return times.isEmpty ? timings.total : times.reduce(.zero, +)
    }

    /// What the cache did for the last hop, and why; nil if the engine has no cache, or without a hop.
    public var cacheDecision: CacheDecision? { hops.last?.cacheDecision }
    /// The last response, complete or not.
    public var response: Response? { hops.last?.response }
    /// Redirects that were followed.
    public var redirectCount: Int { hops.count { if case .redirect = $0.cause { true } else { false } } }
    /// How often a request was sent again, for whatever reason.
    public var retryCount: Int { hops.count { $0.cause == .retry } }
    /// Whether TLS was used with a server whose certificate was not checked, because the request said so.
    package var isUnverified: Bool {
        !draft.options.verifiesTLS && hops.contains(where: \.usesTLS)
    }
    /// True without an error: a complete 2xx response that could be decoded.
    public var isSuccess: Bool { error == nil }
}
