/// A step between a request as described and the wire: it can change what is sent, see the result, and have it sent
/// again.
///
/// The engine calls `adapt` for each request that goes out: the first, and again for each redirect and retry, always
/// with the draft as it was before any interceptor touched it. So what an interceptor adds never travels to the next
/// request by itself. Order: `adapt` runs in the order of `EngineConfiguration.interceptors`; `observe` and `recover` in
/// the opposite order, so that the last to touch a request is the first to see its response.
///
/// Time spent here counts for the total limit, and ends at once when the exchange is cancelled; the task is cancelled
/// then.
///
/// For a request of its own, such as one for a token, it calls `InterceptorContext.send`. A request that it sends by its own
/// engine would come to the same interceptor, again and again.
///
/// **Credentials.** Once a redirect left the origin (scheme, host, port) at which the exchange began, fields that an
/// interceptor adds are dropped if they are credentials: their origin is `.auth` or `.cookie`, they are marked
/// (`HeaderField.isSecret`), or their name means one (`Authorization`, `X-Api-Key`, …). Interceptors that choose by the URL what they add
/// are exempt (`choosesCredentialsByURL`). Credentials in a query cannot be distinguished from other items: add them
/// only where `context.isOtherOrigin` is false.
public protocol Interceptor: Sendable {
    /// Whether it chooses what it adds by the URL of each request, as a cookie jar does. Default false.
    var choosesCredentialsByURL: Bool { get }

    /// Whether the request may concern it: a quick check of the draft before any interceptor, without waiting. Default
    /// true.
    ///
    /// A request that concerns none of an engine's interceptors skips them all, which saves about as much time as a send
    /// takes.
    func mayConcern(_ request: RequestDraft) -> Bool

    /// The request to send instead.
    ///
    /// It begins on the thread of the task that sends, so long computations block that thread. Cancellation and timeouts
    /// take effect where it suspends.
    ///
    /// Options that it sets hold for the request from there on, as the last of three layers; see `RequestOptions`.
    /// - Throws: the error that the exchange ends with.
    func adapt(_ request: RequestDraft, context: InterceptorContext) async throws(EngineError) -> RequestDraft

    /// Called after every request that was sent, redirects included.
    func observe(_ outcome: HopOutcome, context: InterceptorContext) async

    /// Called when a request ended in an error, a 4xx or 5xx included; the first interceptor that wants a retry gets it.
    ///
    /// A complete response whose body is not what was expected (`decoding`), or says that the request failed (`api`), is an
    /// error too: so a 200 whose envelope says "token expired" can be recovered from.
    ///
    /// At most three times for an exchange and an interceptor; a body that can be read only once is not sent again.
    func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery
}

extension Interceptor {
    /// False.
    public var choosesCredentialsByURL: Bool { false }
    /// True.
    public func mayConcern(_ request: RequestDraft) -> Bool { true }
    /// The request unchanged.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft { request }
    /// Does nothing.
    public func observe(_ outcome: HopOutcome, context: InterceptorContext) async {}
    /// Leaves it to others.
    public func recover(from outcome: HopOutcome, context: InterceptorContext) async -> Recovery { .pass }
}

/// What an interceptor wants done about an error.
public enum Recovery: Sendable {
    /// Nothing: the next one is asked, then the retry policy.
    case pass
    /// Send this draft; the interceptors adapt it as any other. Take `HopOutcome.draft` to send the same again.
    case retry(RequestDraft, after: Duration = .zero)
}

/// The result of one request.
public struct HopOutcome: Sendable {
    /// The request as it was before the interceptors.
    public let draft: RequestDraft
    /// What was sent, and the response as far as it arrived.
    public let hop: Hop
    /// nil for a success, and for a followed redirect. A 4xx or 5xx is an error here even where
    /// `RequestOptions.successStatuses` lets the exchange succeed with it.
    public let error: EngineError?

    /// An outcome, for tests of an interceptor.
    public init(draft: RequestDraft, hop: Hop, error: EngineError?) {
        self.draft = draft
        self.hop = hop
        self.error = error
    }
}

/// The request that an interceptor is called for, and its exchange.
public struct InterceptorContext: Sendable {
    /// The exchange that the request belongs to.
    public let id: ExchangeID
    /// 32 hexadecimal digits, random, the same for all requests of the exchange.
    public let traceID: String
    /// Where this request goes, as far as it is known before the interceptor.
    public let url: HTTPURL
    /// Where the exchange began.
    public let firstURL: HTTPURL
    /// Why this request is sent.
    public let cause: Hop.Cause
    /// The previous request of the exchange, with its response; nil for the first.
    ///
    /// Holds the challenge to answer, such as that of a 401, whatever other exchanges receive meanwhile.
    public let previous: Hop?
    /// Retries that this interceptor already had in the exchange.
    public let recoveries: Int

    private let sender: (@Sendable (RequestDraft) async -> Exchange)?

    /// Whether a redirect led away from the origin at which the exchange began; that origin's credentials must not be sent
    /// here.
    public var isOtherOrigin: Bool { !url.isSameOrigin(as: firstURL) }

    /// A context, for tests of an interceptor. Without `send`, what the interceptor sends fails with `internal`.
    public init(
        id: ExchangeID, traceID: String, url: HTTPURL, firstURL: HTTPURL, cause: Hop.Cause, previous: Hop? = nil,
        recoveries: Int = 0, send: (@Sendable (RequestDraft) async -> Exchange)? = nil
    ) {
        self.id = id
        self.traceID = traceID
        self.url = url
        self.firstURL = firstURL
        self.cause = cause
        self.previous = previous
        self.recoveries = recoveries
        sender = send
    }

    /// Sends the interceptor's own request, such as one for a token: a separate exchange over the same transport, which
    /// passes no interceptor and so cannot come back to this one. It may outlive the exchange of this context.
    @concurrent
    public func send(_ draft: RequestDraft) async -> Exchange {
        if let sender { return await sender(draft) }
        return Exchange(
            id: id, draft: draft, startedAt: .now, hops: [], timings: PhaseTimings(), retryWait: .zero,
            error: EngineError(.internal, "This context was made without a way to send."))
    }
}
