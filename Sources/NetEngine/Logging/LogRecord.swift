/// One header field as logs may show it.
public struct LoggedField: Sendable, Hashable {
    public let name: String
    public let value: String
}

/// What sinks are given: an `EngineEvent` without its secrets. A sink sees nothing else, so it cannot leak any.
public struct LogRecord: Sendable {
    public let id: ExchangeID
    public let at: Timestamp
    /// Since the exchange began.
    public let elapsed: Duration
    public let event: Event

    public enum Event: Sendable {
        case queued(method: String, url: String)
        case waitingForConnectivity
        /// Its URL is told at the end only: until then nobody knows whether a server put a secret into it.
        case hopStarted(index: Int, method: String)
        case nameResolved
        case connected
        case tlsDone
        case uploadProgress(sentBytes: Int, totalBytes: Int?)
        case requestSent
        case headReceived(status: Int, expectedBodyBytes: Int?)
        case progress(receivedBytes: Int, expectedBytes: Int?)
        /// What the cache did, and why in a phrase.
        case cacheDecided(CacheDecision.Outcome, phrase: String)
        case redirected(status: Int)
        case retryScheduled(retry: Int, after: Duration, category: ErrorCategory)
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
        public let method: String
        public let url: String
        /// As sent in the first hop; as drafted when nothing was sent.
        public let requestHeaders: [LoggedField]
        /// nil when there is none, or bodies are not logged.
        public let requestBody: String?
        public let hops: [Hop]
        public let status: Int?
        public let httpVersion: HTTPVersion?
        public let responseHeaders: [LoggedField]
        public let responseBody: String?
        /// After content decoding; nil without an answer.
        public let responseByteCount: Int?
        public let timings: PhaseTimings
        /// What the cache did for the last hop; nil without a cache.
        public let cache: CacheDecision.Outcome?
        public let cachePhrase: String?
        /// The exchange whose stale answer this one renews.
        public let revalidates: ExchangeID?
        public let error: Failure?
    }

    public struct Hop: Sendable {
        public let method: String
        public let url: String
        public let status: Int?
    }

    public struct Failure: Sendable {
        public let category: ErrorCategory
        public let phase: Phase?
        public let sentence: String
        public let hint: String
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
            case .bytes(let bytes):
                redactor.shown(body: bytes, type: ContentType(headers["Content-Type"] ?? ""), limit: bodyLimit)
            default: "[not kept in memory]"
            }
        requestBody = bodyLimit > 0 ? sent : nil
        hops = exchange.hops.map { hop in
            LogRecord.Hop(
                method: redactor.scrub(hop.request.method.rawValue),
                url: redactor.shown(url: hop.request.url.description), status: hop.response?.status)
        }
        status = response?.status
        httpVersion = response?.httpVersion
        responseHeaders = response?.headers.map(redactor.shown) ?? []
        responseBody =
            bodyLimit > 0
            ? response.flatMap { redactor.shown(body: $0.body, type: ContentType(of: $0), limit: bodyLimit) } : nil
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
