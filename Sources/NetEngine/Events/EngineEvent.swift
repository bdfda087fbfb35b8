/// One step of an exchange, reported as it happens.
public struct EngineEvent: Sendable {
    /// The exchange it belongs to.
    public let id: ExchangeID
    /// When it happened, by the wall clock.
    public let at: Timestamp
    /// The time since the exchange began.
    public let elapsed: Duration
    /// What happened.
    public let step: Step
    /// The request as the caller described it; with `queued`, nil with every other step.
    public let draft: RequestDraft?

    /// An event as the engine makes them: for tests of subscribers.
    /// - `elapsed`: since the exchange began.
    public init(id: ExchangeID, at: Timestamp, elapsed: Duration, step: Step, draft: RequestDraft? = nil) {
        self.id = id
        self.at = at
        self.elapsed = elapsed
        self.step = step
        self.draft = draft
    }

    /// What happened. The steps of one exchange are in order; `queued` is the first and `finished` the last.
    public enum Step: Sendable {
        /// The exchange was requested; the URL is as the user wrote it.
        case queued(method: String, url: String)
        /// This machine is offline, and the request waits until it is not (`RequestOptions.waitsForConnectivity`).
        case waitingForConnectivity
        /// A hop begins; hop 0 is the first request.
        case hopStarted(index: Int, method: String, url: String)
        /// The address of the host is known. Not reported on a reused connection.
        case nameResolved
        /// The TCP connection is established. Not reported on a reused connection.
        case connected
        /// The TLS handshake is over.
        case tlsDone
        /// Bytes of the request's body sent so far; at most every 50 ms, and once after the last one.
        /// The total is nil for a stream of unknown length.
        case uploadProgress(sentBytes: Int, totalBytes: Int?)
        /// The request's last byte was sent.
        case requestSent
        /// The final status line and headers arrived.
        case headReceived(status: Int, expectedBodyBytes: Int?)
        /// Wire bytes of the body so far; at most every 50 ms.
        case progress(receivedBytes: Int, expectedBytes: Int?)
        /// What the cache did for the last hop; if the server was asked, reported after its response.
        case cacheDecided(CacheDecision)
        /// A redirect is followed: its status, and the URL of the next hop.
        case redirected(status: Int, to: String)
        /// The request is to be sent again after a wait; `retry` counts from 1, `reason` is what went wrong before.
        indirect case retryScheduled(retry: Int, after: Duration, reason: EngineError)
        /// The exchange is over, with success or not; nothing follows.
        indirect case finished(Exchange)
    }
}
