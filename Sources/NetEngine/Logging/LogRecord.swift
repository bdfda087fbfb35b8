/// What sinks receive: an `EngineEvent` without its secrets. A sink sees nothing else, so it cannot leak any.
public struct LogRecord: Sendable {
    /// The exchange it belongs to.
    public let id: ExchangeID
    /// When it happened, by the wall clock.
    public let at: Timestamp
    /// Since the exchange began.
    public let elapsed: Duration
    /// What happened.
    public let event: Event

    /// The steps of `EngineEvent.Step` without secrets; see there for when each is reported.
    public enum Event: Sendable {
        /// The URL as drafted, with its secrets hidden.
        case queued(method: String, url: String)
        /// This machine is offline, and the request waits.
        case waitingForConnectivity
        /// The URL is logged only at the end: until then it is unknown whether a server put a secret into it.
        case hopStarted(index: Int, method: String)
        /// The host name was resolved.
        case nameResolved
        /// The connection is established.
        case connected
        /// The TLS handshake is over.
        case tlsDone
        /// Bytes of the request's body sent so far; the total is nil for a stream of unknown length.
        case uploadProgress(sentBytes: Int, totalBytes: Int?)
        /// The request's last byte was sent.
        case requestSent
        /// The final status line and header arrived; the count is nil if the server does not send it.
        case headReceived(status: Int, expectedBodyBytes: Int?)
        /// Bytes of the body on the wire so far; the total is nil if the server does not send it.
        case progress(receivedBytes: Int, expectedBytes: Int?)
        /// What the cache did, and why in a phrase.
        case cacheDecided(CacheDecision.Outcome, phrase: String)
        /// A redirect is followed.
        case redirected(status: Int)
        /// Sent again after a wait; `retry` counts from 1, the category is that of the failure before.
        case retryScheduled(retry: Int, after: Duration, category: ErrorCategory)
        /// It is over, with success or not.
        case finished(Summary)
    }

    /// A stable id for machines, for example `head-received`.
    public var name: String {
        switch event {
        case .queued: "queued"
        case .waitingForConnectivity: "waiting-for-connectivity"
        case .hopStarted: "hop-started"
        case .nameResolved: "name-resolved"
        case .connected: "connected"
        case .tlsDone: "tls-done"
        case .uploadProgress: "upload-progress"
        case .requestSent: "request-sent"
        case .headReceived: "head-received"
        case .progress: "progress"
        case .cacheDecided: "cache-decided"
        case .redirected: "redirected"
        case .retryScheduled: "retry-scheduled"
        case .finished: "finished"
        }
    }

    /// A whole exchange.
    public struct Summary: Sendable {
        /// As drafted: before interceptors.
        public let method: String
        /// As drafted, with its secrets hidden.
        public let url: String
        /// As sent in the first hop; as drafted when nothing was sent.
        public let requestHeaders: [LoggedField]
        /// nil if there is none, or bodies are not logged.
        public let requestBody: String?
        /// Every request that was sent, in order; see `Exchange.hops`.
        public let hops: [Hop]
        /// Of the last response; nil if there was none.
        public let status: Int?
        /// Of the last response; nil if there was none, or the transport does not know.
        public let httpVersion: HTTPVersion?
        /// Of the last response, in its order; empty if there was none.
        public let responseHeaders: [LoggedField]
        /// At most `bodyLimit` characters of the last response's body; nil if there is none, or bodies are not logged.
        public let responseBody: String?
        /// After content decoding; nil without a response.
        public let responseByteCount: Int?
        /// Summed over all hops.
        public let timings: PhaseTimings
        /// What the cache did for the last hop; nil without a cache.
        public let cache: CacheDecision.Outcome?
        /// Why the cache did that, in a phrase; nil without a cache.
        public let cachePhrase: String?
        /// The exchange whose stale response this one renews.
        public let revalidates: ExchangeID?
        /// nil for a success.
        public let error: Failure?
    }

    /// One request of the exchange.
    public struct Hop: Sendable {
        /// As sent.
        public let method: String
        /// Where it went, with its secrets hidden.
        public let url: String
        /// nil without a response.
        public let status: Int?
        /// Names of the fields that the redirect to it left out; see `NetEngine.Hop.heldBack`.
        public let heldBack: [String]
    }

    /// An error without the secrets in its words; see `EngineError`.
    public struct Failure: Sendable {
        /// Why the exchange failed.
        public let category: ErrorCategory
        /// The phase in which it failed, if known.
        public let phase: Phase?
        /// What happened, in one sentence.
        public let sentence: String
        /// What to try next, in one sentence.
        public let hint: String
        /// The code of the layer below with its text, such as `curl 7: …`; nil if there is none.
        public let underlying: String?
    }
}

extension LogRecord {
    /// - Parameter bodyLimit: characters of each body that are shown; 0 means no bodies.
    /// - Parameter memory: of the log that the event goes to; learns from it.
    init(_ told: EngineEvent, _ redaction: Redaction, bodyLimit: Int, memory: inout SecretMemory) {
        id = told.id
        at = told.at
        elapsed = told.elapsed
        event =
            switch told.step {
            case .queued(let method, let url):
                Self.queued(method: method, url: url, Redactor(redaction, remembering: memory))
            case .waitingForConnectivity: .waitingForConnectivity
            case .hopStarted(let index, let method, _):
                .hopStarted(index: index, method: Redactor(redaction, remembering: memory).scrub(method))
            case .nameResolved: .nameResolved
            case .connected: .connected
            case .tlsDone: .tlsDone
            case .uploadProgress(let sent, let total): .uploadProgress(sentBytes: sent, totalBytes: total)
            case .requestSent: .requestSent
            case .headReceived(let status, let expected): .headReceived(status: status, expectedBodyBytes: expected)
            case .progress(let received, let expected): .progress(receivedBytes: received, expectedBytes: expected)
            case .cacheDecided(let decision):
                .cacheDecided(decision.outcome, phrase: Redactor(redaction).scrub(decision.phrase))
            case .redirected(let status, _): .redirected(status: status)
            case .retryScheduled(let retry, let wait, let reason):
                .retryScheduled(retry: retry, after: wait, category: reason.category)
            case .finished(let exchange):
                Self.finished(exchange, redaction, bodyLimit, &memory)
            }
    }

    private static func queued(method: String, url: String, _ redactor: Redactor) -> Event {
        .queued(method: redactor.scrub(method), url: redactor.shown(url: url))
    }

    private static func finished(
        _ exchange: Exchange, _ redaction: Redaction, _ bodyLimit: Int, _ memory: inout SecretMemory
    ) -> Event {
        let redactor = Redactor(redaction, learningFrom: exchange, remembering: memory)
        memory.remember(redactor.learned)
        return .finished(Summary(exchange, redactor, bodyLimit: bodyLimit))
    }
}

extension LogRecord.Summary {
    fileprivate init(_ exchange: Exchange, _ redactor: Redactor, bodyLimit: Int) {
        let first = exchange.hops.first?.request
        let draft = exchange.draft
        let headers = first?.headers ?? draft.headers
        let response = exchange.response
        method = redactor.scrub(first?.method.rawValue ?? draft.method)
        url = redactor.shown(url: first?.url.description ?? draft.url)
        requestHeaders = headers.map(redactor.shown)
        let sent: String? =
            switch draft.body {
            case .none: nil
            case _ where draft.options.bodyIsSecret: Redaction.mark
            case .bytes(let bytes):
                redactor.shown(body: bytes, type: ContentType(headers["Content-Type"] ?? ""), limit: bodyLimit)
            default: "[not kept in memory]"
            }
        requestBody = bodyLimit > 0 ? sent : nil
        hops = exchange.hops.map { hop in
            LogRecord.Hop(
                method: redactor.scrub(hop.request.method.rawValue),
                url: redactor.shown(url: hop.request.url.description), status: hop.response?.status,
                heldBack: hop.heldBack.map(redactor.scrub))
        }
        status = response?.status
        httpVersion = response?.httpVersion
        responseHeaders = response?.headers.map(redactor.shown) ?? []
        responseBody =
            bodyLimit > 0 ? response.flatMap { redactor.shown(bodyOf: $0, limit: bodyLimit) } : nil
        responseByteCount = response?.bodyByteCount
        timings = exchange.timings
        cache = exchange.cacheDecision?.outcome
        cachePhrase = exchange.cacheDecision.map { redactor.scrub($0.phrase) }
        revalidates = exchange.revalidates
        error = exchange.error.map { error in
            LogRecord.Failure(
                category: error.category, phase: error.phase, sentence: redactor.scrub(error.sentence),
                hint: redactor.scrub(error.hint),
                underlying: error.underlying.map { redactor.scrub($0.description) })
        }
    }
}
