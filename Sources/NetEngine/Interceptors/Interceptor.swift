/// Something that stands between a request as described and the wire: it can change what is sent, see what became of it,
/// and have it sent again.
///
/// The engine calls `adapt` for each request that goes out: the first, and again for each redirect and retry, always
/// with the draft as it was before any interceptor touched it. So what an interceptor adds never travels to the next
/// request by itself. Order: `adapt` runs in the order of `EngineConfiguration.interceptors`; `observe` and `recover` in
/// the opposite order, so that the last to touch a request is the first to see its answer.
///
/// Time spent here counts for the total limit, and ends at once when the exchange is cancelled; the task is cancelled
/// then.
///
/// **Credentials.** Once a redirect left the origin (scheme, host, port) at which the exchange began, fields that an
/// interceptor adds are dropped where they are credentials: their origin is `.auth` or `.cookie`, they are marked
/// (`HeaderField.isSecret`), or their name says so (`SecretNames`). Interceptors that choose by the URL what they add are exempt (`choosesCredentialsByURL`).
/// Credentials in a query cannot be told from other items: add them only where `context.isOtherOrigin` is false.
public protocol Interceptor: Sendable {
    /// Whether what it adds is right for the very URL of each request, as a cookie jar's cookies are. Default false.
    var choosesCredentialsByURL: Bool { get }

    /// Whether it may have anything to do with a request: a quick look at the draft as it was before any interceptor, without
    /// waiting. Default true.
    ///
    /// A request that none of an engine's interceptors may concern passes by all of them, which spares it about as much as
    /// its sending costs.
    func mayConcern(_ request: RequestDraft) -> Bool

    /// The request to send instead.
    ///
    /// It begins on the thread of the task that sends: what computes for long in it keeps that thread. Cancelling and the limits of
    /// time take effect where it waits.
    /// - Throws: what the exchange shall end with.
    func adapt(_ request: RequestDraft, context: InterceptorContext) async throws(EngineError) -> RequestDraft

    /// Told of every request that went out, redirects included.
    func observe(_ outcome: HopOutcome, context: InterceptorContext) async

    /// Asked when a request ended in an error, a 4xx or 5xx included; the first interceptor that wants a retry has it.
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

/// What became of one request.
public struct HopOutcome: Sendable {
    /// As it was before the interceptors.
    public let draft: RequestDraft
    /// What was sent, and the answer as far as it came.
    public let hop: Hop
    /// nil for a success, and for a redirect that is followed.
    public let error: EngineError?

    /// An outcome, for tests of an interceptor.
    public init(draft: RequestDraft, hop: Hop, error: EngineError?) {
        self.draft = draft
        self.hop = hop
        self.error = error
    }
}

/// Which request of which exchange an interceptor is asked about.
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
    /// The request of the exchange that went out just before this one, with its answer; nil for the first.
    ///
    /// What answers a challenge, such as that of a 401, finds it here: of this exchange, whatever others are told meanwhile.
    public let previous: Hop?
    /// Retries that this interceptor already had in the exchange.
    public let recoveries: Int

    private let sender: (@Sendable (RequestDraft) async -> Exchange)?

    /// Whether a redirect led away from the origin at which the exchange began: credentials of that origin have no
    /// business here.
    public var isOtherOrigin: Bool { !url.isSameOrigin(as: firstURL) }

    /// A context, for tests of an interceptor.
    /// - Parameters:
    ///   - previous: by default there was none.
    ///   - recoveries: default 0.
    ///   - send: what `send` does; by default it fails with `internal`.
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

    /// Sends a request of the interceptor's own, such as one for a token: an exchange of its own by the same transport,
    /// which passes no interceptor and so cannot come back to this one. It may outlive the exchange of this context.
    @concurrent
    public func send(_ draft: RequestDraft) async -> Exchange {
        if let sender { return await sender(draft) }
        return Exchange(
            id: id, draft: draft, startedAt: .now, hops: [], timings: PhaseTimings(), retryWait: .zero,
            error: EngineError(.internal, "This context was made without a way to send."))
    }
}
