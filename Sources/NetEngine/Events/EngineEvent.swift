/// One step in the story of an exchange, told as it happens.
public struct EngineEvent: Sendable {
    /// The exchange it is told of.
    public let id: ExchangeID
    /// When it happened, by the wall clock.
    public let at: Timestamp
    /// Since the exchange began.
    public let elapsed: Duration
    /// What happened.
    public let step: Step

    /// An event, as the engine makes them: for tests of what listens to events.
    /// - Parameter elapsed: since the exchange began.
    public init(id: ExchangeID, at: Timestamp, elapsed: Duration, step: Step) {
        self.id = id
        self.at = at
        self.elapsed = elapsed
        self.step = step
    }

    /// What happened. Those of one exchange come in their order; `queued` is the first and `finished` the last.
    public enum Step: Sendable {
        /// Work was asked for; the URL is as the person wrote it.
        case queued(method: String, url: String)
        /// This machine is offline, and the request waits until it is not (`RequestOptions.waitsForConnectivity`).
        case waitingForConnectivity
        /// A hop begins; hop 0 is the first request.
        case hopStarted(index: Int, method: String, url: String)
        /// The host has an address. Not told for one that is written as an address, or on a kept connection.
        case nameResolved
        /// The TCP connection stands, or a kept one was taken.
        case connected
        /// The TLS handshake is over.
        case tlsDone
        /// Bytes of the request's body that left; told at most every 50 ms, and once when the last one has left.
        /// The total is nil for a stream of unknown length.
        case uploadProgress(sentBytes: Int, totalBytes: Int?)
        /// The request's last byte has left.
        case requestSent
        /// The final status line and headers are there.
        case headReceived(status: Int, expectedBodyBytes: Int?)
        /// Wire bytes of the body so far; told at most every 50 ms.
        case progress(receivedBytes: Int, expectedBytes: Int?)
        /// What the cache did for the hop that began last; told when it is known, for what was sent after its answer came.
        case cacheDecided(CacheDecision)
        /// A redirect is followed: its status, and the URL of the next hop.
        case redirected(status: Int, to: String)
        /// The request is to be sent again after a wait; `retry` counts from 1, `reason` is what went wrong before.
        indirect case retryScheduled(retry: Int, after: Duration, reason: EngineError)
        /// It is over, with success or not; nothing follows.
        indirect case finished(Exchange)
    }
}
