import Explain
import NetEngine
import TerminalUI
import Workspace

/// The exchanges of this process: one row for each, from the moment it is queued, changed in place as events arrive.
///
/// Bounded in rows and in the bytes of the exchanges that it keeps for being opened again.
struct SessionLog: Sendable {
    /// One exchange.
    struct Row: Sendable, Hashable {
        enum Status: Sendable, Hashable {
            case running(Phase)
            /// The status of the response, if there is one, and what went wrong.
            case finished(status: Int?, error: ErrorCategory?, errorPhase: Phase?)
        }

        let id: ExchangeID
        let queuedAt: Timestamp
        /// When it began by the monotonic clock: gives the time that a running one has taken so far; nil if not known.
        var startedAt: MonotonicTime?
        /// The request that sent it; nil for what was sent by itself, such as the renewal of a cached response.
        var owner: OpenRequest.ID?
        /// What the log is to store beside it: names, and the environment.
        var labels: RequestLogOptions?
        var method: String
        var url: String
        var status: Status
        /// Since the beginning, as of the last event.
        var elapsed: Duration
        /// Wire bytes of the body while it runs, decoded bytes afterwards; nil before a response.
        var bodyBytes: Int?
        var sentBytes: Int?
        var contentType: String?
        var redirects: Int
        var retries = 0
        /// From the beginning to the end, with the waits before retries; nil without such a wait, or before the end.
        var whole: Duration?
        /// When the attempt begins that is waited for, since the beginning; nil while one is under way.
        var retryBegin: Duration?
        var isReused = false
        /// Names of headers that redirects to other servers left out.
        var heldBack: [String] = []
        /// Whether its certificate was not checked, because the request said so.
        var isUnverified = false
        /// Whether the request on the wire goes to https; after a redirect that may be another than the first one's.
        fileprivate var isHopSecure = false
        /// What the cache did; nil without a cache, or before it did anything.
        var cache: CacheDecision.Outcome?
        /// When the exchange began whose stale response this one renews.
        var renews: Timestamp?
        /// What its checks came to; nil where it has none, or is not over.
        var checks: CheckReport?

        var isRunning: Bool { if case .running = status { true } else { false } }
        /// As `LogRow.isFailed`.
        var isFailed: Bool {
            guard case .finished(_, let error, _) = status else { return false }
            return (checks?.failed ?? 0) > 0 || error != nil && checks?.excusesError != true
        }

        /// How long a finished one took; how long a running one has taken by now.
        func elapsed(at now: MonotonicTime?) -> Duration {
            guard isRunning, let now, let startedAt else { return elapsed }
            return max(elapsed, now.since(startedAt))
        }
    }

    /// Rows kept; when there are more, the oldest tenth goes.
    static let rowLimit = 10_000
    /// Finished exchanges kept, and their bytes in all.
    static let keptLimit = 50
    static let keptByteLimit = 64 << 20

    private(set) var rows: [Row] = []
    /// Rows that were dropped since the start. The number of a row is its index and these.
    private(set) var droppedRows = 0
    /// Whether any request had checks: then those without say so.
    private(set) var hasChecks = false

    /// Exchanges whose checks are still to be evaluated.
    private var awaited: Set<ExchangeID> = []
    /// Row numbers since the start, by exchange.
    private var places: [ExchangeID: Int] = [:]
    private var kept: [ExchangeID: (exchange: Exchange, cost: Int, finishedAt: MonotonicTime?)] = [:]
    /// In the order they ended.
    private var keptOrder: [ExchangeID] = []
    private var keptBytes = 0
    /// By exchanges in the background whose rows are not there yet: what they renew.
    private var renewals: [ExchangeID: ExchangeID] = [:]

    /// Takes in an event of any exchange.
    ///
    /// - Parameters:
    ///   - now: by the monotonic clock, if known: the age of a response that is opened later counts from it.
    ///   - owner: the request that sent it, if any.
    /// - Returns: the numbers of the rows that are new or have changed.
    mutating func apply(_ event: EngineEvent, at now: MonotonicTime? = nil, owner: OpenRequest.ID? = nil) -> [Int] {
        if case .queued(let method, let url) = event.step {
            guard places[event.id] == nil else { return [] }
            let number = append(
                Row(
                    id: event.id, queuedAt: event.at, startedAt: now, owner: owner, labels: event.draft?.options.log,
                    method: method, url: url, status: .running(.queue), elapsed: event.elapsed, redirects: 0))
            if let renewed = renewals.removeValue(forKey: event.id) { tie(event.id, to: renewed) }
            return [number]
        }
        guard let number = places[event.id] else {
            // Its beginning was not seen: the row begins with what this event knows.
            guard case .finished(let exchange) = event.step else { return [] }
            _ = append(
                Row(
                    id: event.id, queuedAt: exchange.startedAt, owner: owner, labels: exchange.draft.options.log,
                    method: exchange.draft.method, url: exchange.draft.url, status: .running(.queue), elapsed: .zero,
                    redirects: 0))
            return apply(event, at: now)
        }
        rows[number - droppedRows].apply(event)
        var changed = [number]
        if case .cacheDecided(let decision) = event.step, let background = decision.background {
            if places[background] == nil {
                renewals[background] = event.id
            } else if let other = tie(background, to: event.id) {
                changed.append(other)
            }
        }
        if case .finished(let exchange) = event.step { keep(exchange, finishedAt: now) }
        return changed
    }

    /// An exchange will be checked when it is over.
    mutating func awaitChecks(_ id: ExchangeID) {
        hasChecks = true
        awaited.insert(id)
    }

    /// Whether a row is to say that nothing was checked.
    func isUnchecked(_ row: Row) -> Bool { hasChecks && (row.checks?.isEmpty ?? true) && !awaited.contains(row.id) }

    /// Takes in what the checks of an exchange came to.
    /// - Returns: the number of its row.
    mutating func checked(_ id: ExchangeID, _ report: CheckReport) -> Int? {
        awaited.remove(id)
        guard let number = places[id] else { return nil }
        rows[number - droppedRows].checks = report
        return number
    }

    /// What the checks of an exchange came to.
    func checks(_ id: ExchangeID) -> CheckReport? { places[id].flatMap { rows[$0 - droppedRows].checks } }

    /// What the log stores beside an exchange.
    func labels(_ id: ExchangeID) -> RequestLogOptions? { places[id].flatMap { rows[$0 - droppedRows].labels } }

    /// The exchange of a row, if it is still kept.
    func exchange(_ id: ExchangeID) -> Exchange? { kept[id]?.exchange }

    /// When a kept exchange ended; gives its age.
    func finishedAt(_ id: ExchangeID) -> MonotonicTime? { kept[id]?.finishedAt }

    // MARK: Inside

    private mutating func append(_ row: Row) -> Int {
        let number = droppedRows + rows.count
        places[row.id] = number
        rows.append(row)
        guard rows.count > Self.rowLimit else { return number }
        let old = Self.rowLimit / 10
        for row in rows.prefix(old) { places[row.id] = nil }
        rows.removeFirst(old)
        droppedRows += old
        return number
    }

    /// Notes down in the row of a background exchange what it is for.
    @discardableResult
    private mutating func tie(_ background: ExchangeID, to first: ExchangeID) -> Int? {
        guard let place = places[background], let other = places[first] else { return nil }
        rows[place - droppedRows].renews = rows[other - droppedRows].queuedAt
        return place
    }

    private mutating func keep(_ exchange: Exchange, finishedAt: MonotonicTime?) {
        guard kept[exchange.id] == nil else { return }
        let cost = ExchangeDocument.cost(of: exchange)
        kept[exchange.id] = (exchange, cost, finishedAt)
        keptOrder.append(exchange.id)
        keptBytes += cost
        // The last one is kept whatever its size: it is in view anyway, and shares its bytes.
        while keptOrder.count > 1, keptOrder.count > Self.keptLimit || keptBytes > Self.keptByteLimit {
            let oldest = keptOrder.removeFirst()
            keptBytes -= kept.removeValue(forKey: oldest)?.cost ?? 0
        }
    }
}

extension SessionLog.Row {
    fileprivate mutating func apply(_ event: EngineEvent) {
        guard isRunning else { return }
        elapsed = max(elapsed, event.elapsed)
        switch event.step {
        case .queued, .waitingForConnectivity, .uploadProgress: break
        case .retryScheduled(_, let wait, _):
            retries += 1
            retryBegin = event.elapsed + wait
        case .cacheDecided(let decision): cache = decision.outcome
        case .hopStarted(_, _, let target):
            status = .running(.dns)
            retryBegin = nil
            isHopSecure = target.prefix(8).lowercased() == "https://"
        case .nameResolved: status = .running(.connect)
        case .connected: status = .running(isHopSecure ? .tls : .send)
        case .tlsDone: status = .running(.send)
        case .requestSent: status = .running(.wait)
        case .headReceived: status = .running(.receive)
        case .progress(let received, _): bodyBytes = received
        case .redirected: redirects += 1
        case .finished(let exchange): end(exchange)
        }
    }

    private mutating func end(_ exchange: Exchange) {
        let response = exchange.response
        elapsed = exchange.networkTime
        bodyBytes = response?.content.count
        contentType = response.map { ContentType($0.headers.values("Content-Type").last ?? "").essence }
        redirects = exchange.redirectCount
        retries = exchange.retryCount
        whole = exchange.retryWait > .zero ? exchange.timings.total : nil
        sentBytes = exchange.hops.last?.sentBodyByteCount
        isReused = exchange.hops.last?.connection?.isReused ?? false
        if redirects > 0 { heldBack = exchange.hops.filter { $0.cause != .retry }.flatMap(\.heldBack) }
        cache = exchange.cacheDecision?.outcome
        isUnverified = TLSReport.isUnverified(exchange)
        if let first = exchange.hops.first {
            method = first.request.method.rawValue
            url = first.request.url.description
        }
        status = .finished(status: response?.status, error: exchange.error?.category, errorPhase: exchange.error?.phase)
    }
}
