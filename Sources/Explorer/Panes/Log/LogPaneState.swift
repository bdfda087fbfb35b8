import Explain
import NetEngine
import TerminalUI
import Workspace

/// The rows of the log pane: one an exchange, from the moment it is queued, changed in place as events arrive.
///
/// Bounded in rows and in the bytes of the exchanges that it keeps for being opened again.
struct LogPaneState: PaneState {
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
        var method: String
        var url: String
        var status: Status
        /// Since the beginning, as of the last event.
        var elapsed: Duration
        /// Wire bytes of the body while it runs, decoded bytes afterwards; nil before a response.
        var bodyBytes: Int?
        var redirects: Int
        /// Names of headers that redirects to other servers left out.
        var heldBack: [String] = []
        /// Whether its certificate was not checked, because the request said so.
        var isUnverified = false
        /// What the cache did; nil without a cache, or before it did anything.
        var cache: CacheDecision.Outcome?
        /// When the exchange began whose stale response this one renews.
        var renews: Timestamp?
        /// What its checks came to; nil where it has none, or is not over.
        var checks: CheckReport?

        /// How long a finished one took; how long a running one has taken by now.
        func elapsed(at now: MonotonicTime?) -> Duration {
            guard case .running = status, let now, let startedAt else { return elapsed }
            return max(elapsed, now.since(startedAt))
        }
    }

    /// What the caller must see to after a command.
    enum Outcome: Sendable {
        case ignored
        case done
        /// Show this exchange in the response pane (`ResponsePaneState.show(…, isFromLog: true)`).
        case open(Exchange)
        /// The exchange of the row runs still.
        case stillRunning(ExchangeID)
        /// The exchange was dropped to save memory; say so.
        case dropped
    }

    /// Rows kept; when there are more, the oldest tenth goes.
    static let rowLimit = 10_000
    /// Finished exchanges kept, and their bytes in all.
    static let keptLimit = 50
    static let keptByteLimit = 64 << 20

    private(set) var rows: [Row] = []
    /// Rows that were dropped since the start.
    private(set) var droppedRows = 0
    /// Whether any request had checks: then those without say so.
    private(set) var hasChecks = false
    private(set) var follows = true
    private(set) var selection = ListSelection()
    /// Another number after each change of a row.
    private(set) var version = 0

    var search: PaneSearch?
    var searchJob: Int?
    /// What was selected when the search began, and whether the newest row was followed.
    var searchOrigin: (selection: ListSelection, follows: Bool)?
    /// Of the user's time zone, east is positive; the rows that are searched show it.
    var utcOffsetSeconds = 0

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

    init() {}

    /// Exchanges that run.
    var runningCount: Int {
        places.values.count { if case .running = rows[$0 - droppedRows].status { true } else { false } }
    }

    /// Takes in an event of any exchange.
    ///
    /// - Parameters:
    ///   - now: by the monotonic clock, if known: the age of a response that is opened later counts from it.
    ///   - owner: the request that sent it, if any.
    mutating func apply(_ event: EngineEvent, at now: MonotonicTime? = nil, owner: OpenRequest.ID? = nil) {
        version += 1
        if case .queued(let method, let url) = event.step {
            guard places[event.id] == nil else { return }
            append(
                Row(
                    id: event.id, queuedAt: event.at, startedAt: now, owner: owner, method: method, url: url,
                    status: .running(.queue),
                    elapsed: event.elapsed, bodyBytes: nil, redirects: 0))
            if let renewed = renewals.removeValue(forKey: event.id) { tie(event.id, to: renewed) }
            return
        }
        guard let number = places[event.id] else {
            // Its beginning was not seen: the row begins with what this event knows.
            guard case .finished(let exchange) = event.step else { return }
            append(
                Row(
                    id: event.id, queuedAt: exchange.startedAt, owner: owner, method: exchange.draft.method,
                    url: exchange.draft.url,
                    status: .running(.queue), elapsed: .zero, bodyBytes: nil, redirects: 0))
            return apply(event, at: now)
        }
        rows[number - droppedRows].apply(event)
        if case .cacheDecided(let decision) = event.step, let background = decision.background {
            if places[background] == nil { renewals[background] = event.id } else { tie(background, to: event.id) }
        }
        if case .finished(let exchange) = event.step { keep(exchange, finishedAt: now) }
    }

    /// An exchange will be checked when it is over.
    mutating func awaitChecks(_ id: ExchangeID) {
        hasChecks = true
        awaited.insert(id)
    }

    /// Whether a row is to say that nothing was checked.
    func isUnchecked(_ row: Row) -> Bool { hasChecks && (row.checks?.isEmpty ?? true) && !awaited.contains(row.id) }

    /// Takes in what the checks of an exchange came to.
    mutating func checked(_ id: ExchangeID, _ report: CheckReport) {
        awaited.remove(id)
        version += 1
        guard let number = places[id] else { return }
        rows[number - droppedRows].checks = report
    }

    /// What the checks of an exchange came to.
    func checks(_ id: ExchangeID) -> CheckReport? { places[id].flatMap { rows[$0 - droppedRows].checks } }

    /// The exchange of a row, if it is still kept.
    func exchange(_ id: ExchangeID) -> Exchange? { kept[id]?.exchange }

    /// When a kept exchange ended; gives its age.
    func finishedAt(_ id: ExchangeID) -> MonotonicTime? { kept[id]?.finishedAt }

    var selectedRow: Row? { rows.indices.contains(selectedIndex) ? rows[selectedIndex] : nil }

    /// While following, the last row.
    var selectedIndex: Int { follows ? max(0, rows.count - 1) : min(selection.index, max(0, rows.count - 1)) }

    /// - Parameter size: of the pane's inside.
    mutating func perform(_ command: Command, in size: Size) -> Outcome {
        let height = max(1, size.rows)
        switch command {
        case .moveUp: move(by: -1, height)
        case .moveDown: move(by: 1, height)
        case .pageUp: move(by: -max(1, height - 1), height)
        case .pageDown: move(by: max(1, height - 1), height)
        case .halfPageUp: move(by: -max(1, height / 2), height)
        case .halfPageDown: move(by: max(1, height / 2), height)
        case .top: select(0, height)
        case .bottom:
            select(rows.count - 1, height)
            follows = true
        case .toggleFollow:
            let index = selectedIndex
            follows.toggle()
            if !follows { selection.select(index, count: rows.count, height: height) }
        case .open:
            guard let row = selectedRow else { return .ignored }
            if case .running = row.status { return .stillRunning(row.id) }
            return kept[row.id].map { .open($0.exchange) } ?? .dropped
        default: return .ignored
        }
        return .done
    }

    /// Selects the row of the list that was clicked.
    mutating func select(row: Int, in size: Size) { select(row, max(1, size.rows)) }

    /// Goes back to what was selected.
    mutating func restore(_ place: (selection: ListSelection, follows: Bool)) { (selection, follows) = place }

    /// Scrolls by rows of the mouse wheel; following ends.
    mutating func scroll(by count: Int, in size: Size) { move(by: count, max(1, size.rows)) }

    /// The first row in view.
    func top(height: Int) -> Int {
        var selection = selection
        if follows { selection.select(rows.count - 1, count: rows.count, height: height) }
        return selection.top(count: rows.count, height: height)
    }

    // MARK: Inside

    private mutating func move(by count: Int, _ height: Int) {
        let start = selectedIndex
        select(start + count, height)
        // Stepping down on the last row follows the log, whether or not it was followed before.
        if count > 0, start == rows.count - 1 { follows = true }
    }

    private mutating func select(_ index: Int, _ height: Int) {
        if follows { selection.select(rows.count - 1, count: rows.count, height: height) }
        follows = false
        selection.select(index, count: rows.count, height: height)
    }

    private mutating func append(_ row: Row) {
        places[row.id] = droppedRows + rows.count
        rows.append(row)
        guard rows.count > Self.rowLimit else { return }
        let old = Self.rowLimit / 10
        for row in rows.prefix(old) { places[row.id] = nil }
        rows.removeFirst(old)
        droppedRows += old
        selection.index = max(0, selection.index - old)
        selection.top = max(0, selection.top - old)
    }

    /// Notes down in the row of a background exchange what it is for.
    private mutating func tie(_ background: ExchangeID, to first: ExchangeID) {
        guard let place = places[background], let other = places[first] else { return }
        rows[place - droppedRows].renews = rows[other - droppedRows].queuedAt
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

extension LogPaneState.Row {
    fileprivate mutating func apply(_ event: EngineEvent) {
        if case .finished = status { return }
        elapsed = max(elapsed, event.elapsed)
        switch event.step {
        case .queued, .waitingForConnectivity, .uploadProgress, .retryScheduled: break
        case .cacheDecided(let decision): cache = decision.outcome
        case .hopStarted: status = .running(.dns)
        case .nameResolved: status = .running(.connect)
        case .connected:
            let isSecure = url.prefix(8).lowercased() == "https://"
            status = .running(isSecure ? .tls : .send)
        case .tlsDone: status = .running(.send)
        case .requestSent: status = .running(.wait)
        case .headReceived: status = .running(.receive)
        case .progress(let received, _): bodyBytes = received
        case .redirected: redirects += 1
        case .finished(let exchange):
            elapsed = exchange.networkTime
            bodyBytes = exchange.response?.content.count
            redirects = exchange.redirectCount
            if redirects > 0 { heldBack = exchange.hops.filter { $0.cause != .retry }.flatMap(\.heldBack) }
            cache = exchange.cacheDecision?.outcome
            isUnverified = TLSReport.isUnverified(exchange)
            if let first = exchange.hops.first {
                method = first.request.method.rawValue
                url = first.request.url.description
            }
            status = .finished(
                status: exchange.response?.status, error: exchange.error?.category, errorPhase: exchange.error?.phase)
        }
    }
}
