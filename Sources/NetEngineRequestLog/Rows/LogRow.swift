import NetEngine

/// One exchange in the request log, as lists show it: without headers and bodies, and without secrets.
package struct LogRow: Sendable, Hashable, Identifiable {
    /// How far the exchange is.
    package enum State: Int, Sendable, Hashable, CaseIterable {
        /// Nothing was sent yet: of the next attempt, where `attempts` is more than 1.
        case queued
        /// The request's last byte was sent.
        case sent
        /// The header of the response arrived; `status` is known.
        case receiving
        case done
        /// The program that sent it ended before the exchange did.
        case aborted

        package var isRunning: Bool { rawValue < State.done.rawValue }
    }

    /// Which part of the program sent it, or brought it in.
    package enum Source: String, Sendable, Hashable, CaseIterable {
        case screen, send, run, batch, library
        /// Recorded by another tool: its time may be long before that of the rows around it.
        case imported = "import"
    }

    /// Given by the log, from 1, never given twice.
    package var id: Int64
    /// Grows with every change of any row: what a follower has not seen yet has a higher number.
    package var change: Int64
    package var state: State
    package var startedAt: Timestamp
    /// As sent; as drafted until then.
    package var method: String
    /// As sent; as drafted until then.
    package var url: String
    /// Lower case, without the port; empty if the URL has none.
    package var host: String
    /// Of the URL, without the query.
    package var path: String
    /// What the user calls the request; nil for a URL that is not saved.
    package var name: String?
    /// The file of the request, as an absolute path.
    package var file: String?
    /// From 1.
    package var line: Int?
    package var collection: String?
    package var environment: String?
    package var run: String?
    package var source: Source
    /// The program's name, such as `apitui`.
    package var process: String
    package var pid: Int
    /// Of the last response; nil if none came yet.
    package var status: Int?
    /// nil for a success, and while it runs.
    package var category: ErrorCategory?
    package var phase: Phase?
    /// nil without a cache.
    package var cache: CacheDecision.Outcome?
    /// `Exchange.networkTime`; nil while it runs.
    package var duration: Duration?
    /// From the start to the first byte of the last response; nil if none came.
    package var firstByte: Duration?
    /// Body bytes that were sent.
    package var requestBytes: Int?
    /// After content decoding; nil without a response.
    package var responseBytes: Int?
    /// The media type of the response without parameters, in lower case.
    package var contentType: String?
    package var attempts: Int
    package var redirects: Int
    package var isReused: Bool
    /// Whether the certificate of a server was not checked, because the request said so.
    package var isUnverified: Bool
    /// Whether a body is cut because it passed the log's limit.
    package var isTruncated: Bool
    /// Whether only the fact is stored (`# @no-log`).
    package var isFactOnly: Bool
    package var resendOf: Int64?
    /// A name that the user gave the row.
    package var tag: String?
    package var isPinned: Bool
    /// Whether it took longer than 10 times the median of the same request's earlier exchanges, or over a second without any.
    package var isSlow: Bool
    /// nil if the request has no checks.
    package var checksPassed: Int?
    package var checksFailed: Int?
    /// Whether its failure is what its checks asked for.
    package var isErrorExpected: Bool

    /// Whether it failed, as a run says it: a check failed, or there is an error that no check asked for.
    package var isFailed: Bool { (checksFailed ?? 0) > 0 || category != nil && !isErrorExpected }

    /// A row as the log makes them: for tests too.
    package init(
        id: Int64, change: Int64 = 0, state: State = .done, startedAt: Timestamp, method: String, url: String,
        host: String = "", path: String = "", name: String? = nil, file: String? = nil, line: Int? = nil,
        collection: String? = nil, environment: String? = nil, run: String? = nil, source: Source = .library,
        process: String = "", pid: Int = 0, status: Int? = nil, category: ErrorCategory? = nil, phase: Phase? = nil,
        cache: CacheDecision.Outcome? = nil, duration: Duration? = nil, firstByte: Duration? = nil,
        requestBytes: Int? = nil, responseBytes: Int? = nil, contentType: String? = nil, attempts: Int = 1,
        redirects: Int = 0, isReused: Bool = false, isUnverified: Bool = false, isTruncated: Bool = false,
        isFactOnly: Bool = false, resendOf: Int64? = nil, tag: String? = nil, isPinned: Bool = false,
        isSlow: Bool = false, checksPassed: Int? = nil, checksFailed: Int? = nil, isErrorExpected: Bool = false
    ) {
        self.id = id
        self.change = change
        self.state = state
        self.startedAt = startedAt
        self.method = method
        self.url = url
        self.host = host
        self.path = path
        self.name = name
        self.file = file
        self.line = line
        self.collection = collection
        self.environment = environment
        self.run = run
        self.source = source
        self.process = process
        self.pid = pid
        self.status = status
        self.category = category
        self.phase = phase
        self.cache = cache
        self.duration = duration
        self.firstByte = firstByte
        self.requestBytes = requestBytes
        self.responseBytes = responseBytes
        self.contentType = contentType
        self.attempts = attempts
        self.redirects = redirects
        self.isReused = isReused
        self.isUnverified = isUnverified
        self.isTruncated = isTruncated
        self.isFactOnly = isFactOnly
        self.resendOf = resendOf
        self.tag = tag
        self.isPinned = isPinned
        self.isSlow = isSlow
        self.checksPassed = checksPassed
        self.checksFailed = checksFailed
        self.isErrorExpected = isErrorExpected
    }
}
