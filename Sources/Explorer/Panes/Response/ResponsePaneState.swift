import Bodies
import NetEngine
import TerminalUI
import Workspace

/// The tabs of the response pane.
package enum ResponseTab: Int, Sendable, Hashable, CaseIterable {
    /// In files.
    var name: String { "\(self)" }

    case body
    /// Why it failed although there is a body; without a body the body tab itself says so.
    case error
    case headers, timing
    /// What the cache did and why, where the engine has one.
    case cache
    /// What was sent and set of cookies, and what the jar holds; where there is one.
    case cookies
    /// What the handshake agreed on and the chain that the server showed, also if it failed; of https only.
    case tls
    case raw
    /// What the request's checks came to; without checks it says so.
    case checks
}

/// What the response pane knows: the exchange in view, how far it is, and the user's place in it.
///
/// Idle, in flight (perhaps with an older response, marked as old), or finished. A value without clocks or tasks: events,
/// moments and prepared bodies are given to it.
package struct ResponsePaneState: PaneState {
    /// A finished exchange and what is needed to show it.
    struct ShownExchange: Sendable {
        package let exchange: Exchange
        package let label: RequestLabel
        /// By the monotonic clock: gives its age; nil if it came from somewhere else.
        let finishedAt: MonotonicTime?
        /// nil until the runner has prepared it.
        package var document: ExchangeDocument?
        /// The beginning of a large body, shown until the document is there.
        var preview: BodyDocument?
        /// Whether it was opened from the log: then it is an old one even while nothing is in flight.
        var isFromLog = false
        /// How long variables and tokens took before the send; zero if that is not known.
        var preparation: Duration = .zero
        package var checks = CheckState.unchecked
    }

    /// What the caller must see to after an event.
    enum FollowUp: Sendable {
        case none
        /// Make an `ExchangeDocument` off the main thread, from what is known of the last body, and hand it to
        /// `bodyPrepared(_:)`.
        case prepareBody(Exchange, BodyScan?)
    }

    private(set) var inFlight: LiveExchange?
    var shown: ShownExchange?
    var tab = ResponseTab.body
    /// What the user chose; nil means the best for the body.
    var chosenMode: BodyMode?
    var wraps = true
    var showsLineNumbers = false
    /// Where the selection of lines began.
    var selection: LineSelection?
    /// Selected with the mouse.
    var textSelection: TextSelection?
    /// How the bodies of this pane are read, where not as they say.
    var reading = ReadingChoice()
    var scrolls: [ResponseTab: ScrollPosition] = [:]
    /// The line that the cursor is on, and the first column of its row; nil means the first visible row.
    var cursors: [ResponseTab: Place] = [:]
    var search: PaneSearch?
    /// Where the reader was when the search began.
    var searchOrigin = ScrollPosition()
    var searchJob: SearchJob.ID?
    /// What of the JSON body is folded.
    var folds = JSONFolds()
    /// What was folded before hits were shown, while the words to search for are typed.
    var foldsBeforeSearch: JSONFolds?
    /// What came of the body of the exchange in flight.
    var liveBody: LiveBody?
    /// The selected check of the response.
    var checkSelection = 0
    /// What the cookie jar of the next send holds.
    var jar: JarContents?
    /// The cookie of it that is selected.
    var cookieSelection = 0
    var showsCookieValues = false
    /// The exchanges that ended in this pane, the oldest first.
    private(set) var attempts: [ExchangeID] = []
    /// The exchange in flight that has checks.
    private var checkedID: ExchangeID?
    /// The byte that the last change of the body's view kept in place, and where that scrolled to.
    var bodyAnchor: (offset: Int, scroll: ScrollPosition)?
    /// The same for the byte under the cursor.
    var cursorAnchor: (offset: Int, place: Place)?
    /// The tab whose end was asked for while its lines were still being made; it is gone to when they are there.
    var awaitedEnd: ResponseTab?

    init() {}

    var isIdle: Bool { inFlight == nil && shown == nil }
    /// Whether the response in view belongs to an earlier send than the last.
    var isOld: Bool { shown.map { inFlight != nil || $0.isFromLog } ?? false }
    /// The exchange that the pane is about: the one in flight, else the one in view.
    var exchangeID: ExchangeID? { inFlight?.id ?? shown?.exchange.id }

    /// A request was sent: from now on the response in view is an old one.
    /// - Parameter preparation: how long variables and tokens took.
    mutating func begin(
        id: ExchangeID, label: RequestLabel, at now: MonotonicTime, after preparation: Duration = .zero,
        hasChecks: Bool = false
    ) {
        checkedID = hasChecks ? id : nil
        liveBody = nil
        inFlight = LiveExchange(id: id, label: label, startedAt: now, preparation: preparation)
    }

    /// Takes in a step of the exchange in flight; events of any other exchange change nothing.
    mutating func apply(_ event: EngineEvent) -> FollowUp {
        guard var live = inFlight, live.id == event.id else { return .none }
        live.apply(event)
        guard case .finished(let exchange) = event.step else {
            inFlight = live
            return .none
        }
        let end = live.startedAt + exchange.timings.total
        var place = arrivingBody == nil ? nil : scrolls[.body]
        // Above what was shown now stands what was left out.
        if let skipped = liveBody?.skipped, liveBody?.isHeld == false { place?.line += skipped.lines }
        let read = liveBody?.isInFile == true ? liveBody?.document : nil
        let isEndAwaited = read != nil && liveBody?.isFollowed == true && shownTab == .body
        inFlight = nil
        liveBody = nil
        let followUp = show(exchange, label: live.label, finishedAt: end, read: read)
        shown?.preparation = live.preparation
        attempts = attempts.suffix(SessionLog.keptLimit - 1) + [exchange.id]
        // Who read along goes on where they were, if the body looks as it did.
        if let place, read != nil || (bodyMode == .raw && shown?.document != nil) { scrolls[.body] = place }
        if isEndAwaited { awaitedEnd = .body }
        return followUp
    }

    /// The request was sent by a run: its response is in view as after a send. One that is on its way stays, and so does one
    /// that was opened from the log.
    mutating func showSentByRun(
        _ exchange: Exchange, label: RequestLabel, finishedAt: MonotonicTime?, _ checks: CheckReport
    ) -> FollowUp {
        guard inFlight == nil, shown?.isFromLog != true else { return .none }
        let followUp = show(exchange, label: label, finishedAt: finishedAt)
        attempts = attempts.suffix(SessionLog.keptLimit - 1) + [exchange.id]
        if !checks.isEmpty || !checks.logs.isEmpty { checked(exchange.id, checks) }
        return followUp
    }

    /// Shows a finished exchange, whatever was shown before. An exchange in flight stays in flight.
    ///
    /// - Parameter read: what was read of its body while it arrived.
    mutating func show(
        _ exchange: Exchange, label: RequestLabel, finishedAt: MonotonicTime? = nil, isFromLog: Bool = false,
        read: BodyDocument? = nil
    ) -> FollowUp {
        let isSame = shown?.exchange.id == exchange.id
        // A level that was chosen applies to the next response too.
        if !isSame, read == nil { folds = JSONFolds(depth: folds.depth) }
        shown = ShownExchange(
            exchange: exchange, label: label, finishedAt: finishedAt,
            document: isSame ? shown?.document : nil, isFromLog: isFromLog,
            preparation: isSame ? shown?.preparation ?? .zero : .zero,
            checks: isSame ? shown?.checks ?? .unchecked : exchange.id == checkedID ? .evaluating : .unchecked)
        checkSelection = 0
        awaitedEnd = nil
        scrolls = [:]
        cursors = [:]
        bodyAnchor = nil
        dropSelections()
        if tab == .timing || tab == .raw, exchange.hops.isEmpty { tab = .body }
        if tab == .error { tab = .body }
        // A failure is not behind a tab that has nothing to say about it.
        if tab == .checks, showsErrorView, !isSame, !isFromLog, exchange.id != checkedID { tab = .body }
        search?.restart()
        if shown?.document != nil { return .none }
        guard ExchangeDocument.takesLong(exchange) else {
            shown?.document = ExchangeDocument(exchange, as: reading)
            return .none
        }
        shown?.preview = exchange.response.map { response in
            if let read, read.byteCount <= response.bodyByteCount, reading.charset == nil { return read }
            return BodyDocument(
                beginningOf: response.content, contentType: response.headers["Content-Type"], charset: reading.charset)
        }
        // What was read of a copy of it is read again.
        let scan = shown?.preview?.scan
        let content = exchange.response?.content ?? BodyBytes()
        return .prepareBody(exchange, scan.flatMap { $0.bytes.areSame(as: content) ? $0 : nil })
    }

    /// Reads the body in view again, as chosen; later bodies as well.
    mutating func read(as choice: ReadingChoice) -> FollowUp {
        reading = choice
        guard let shown else { return .none }
        self.shown?.document = nil
        chosenMode = nil
        return show(shown.exchange, label: shown.label, finishedAt: shown.finishedAt, isFromLog: shown.isFromLog)
    }

    /// As much of a body was read; of another one nothing changes.
    mutating func bodyRead(_ id: ExchangeID, _ body: BodyDocument, in size: Size = Size(columns: 80, rows: 24)) {
        if inFlight?.id == id { return arrivingBodyRead(body, in: size) }
        guard shown?.exchange.id == id, shown?.document == nil,
            body.byteCount >= shown?.preview?.byteCount ?? 0
        else { return }
        shown?.preview = body
        if awaitedEnd == .body, shownTab == .body { scroll = viewport(in: size).bottom(column: scroll.column) }
    }

    /// The runner has prepared a body; one that is not in view any more is dropped. A reader who went on in the beginning
    /// that was shown meanwhile keeps the place.
    ///
    /// - Parameter size: of the pane's inside.
    mutating func bodyPrepared(_ document: ExchangeDocument, in size: Size = Size(columns: 80, rows: 24)) {
        guard shown?.exchange.id == document.id, shown?.document == nil, document.choice == reading else { return }
        let offset = shownTab == .body && shown?.preview != nil ? topOffset(in: size) : 0
        shown?.document = document
        shown?.preview = nil
        if awaitedEnd == shownTab {
            scroll = viewport(in: size).bottom(column: scroll.column)
            moveCursorToLastRow(in: size)
        } else if offset > 0 {
            showBody(from: offset, in: size)
        }
        awaitedEnd = nil
        search?.restart(keepsHit: true)
    }

    /// The body in view, or what is there of it.
    var shownBody: BodyDocument? {
        if let arrivingBody { return arrivingBody }
        return shown.flatMap { $0.document == nil ? $0.preview : $0.document?.body }
    }

    /// The exchange that `shownBody` belongs to.
    var shownBodyOwner: ExchangeID? { arrivingBody == nil ? shown?.exchange.id : inFlight?.id }

    /// How the body is shown: as chosen, if the body can be shown so.
    var bodyMode: BodyMode {
        // The newest part of a body is rarely JSON by itself.
        if let arrivingBody, liveBody?.isInFile != true { return arrivingBody.kind == .binary ? .hex : .raw }
        let modes = shownBody?.modes ?? [.raw]
        if let chosenMode, modes.contains(chosenMode) { return chosenMode }
        return modes.first ?? .raw
    }
}
