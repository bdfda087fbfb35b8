import Base
import NetEngine
import NetEngineRequestLog
import RequestLog
import TerminalUI
import Workspace

/// What the log pane keeps: the exchanges of this process, a window of those of all processes, the filter with the saved ones, and the
/// selected row.
struct LogPaneState: PaneState {
    enum Scope: Sendable, Hashable {
        /// The exchanges of this process, from memory.
        case session
        /// Those of all processes, from the request log.
        case all
    }

    /// What the caller must see to after a command.
    enum Outcome: Sendable {
        case ignored
        case done
        /// Show this exchange in the response pane (`ResponsePaneState.show(…, isFromLog: true)`).
        case open(Exchange)
        /// Show the exchange of this row of the request log.
        case openStored(LogRow)
        /// The exchange of the row has not ended.
        case stillRunning(ExchangeID)
        /// The exchange was dropped to save memory; say so.
        case dropped
        /// The rows at an end of the request log are to be read.
        case read(LogReading.Page)
    }

    private(set) var session = SessionLog()
    var stored = StoredLog()
    private(set) var scope = Scope.session
    private(set) var filter = LogFilterField()
    /// The filters that the user saved, by name, as far as they were read.
    var savedFilters: [String: String] = [:]
    private(set) var follows = true
    private(set) var selection = ListSelection()

    /// The numbers of the session's rows that pass the filter; nil without one.
    private var matching: [Int]?
    /// How many rows the session had dropped when the selection was last right.
    private var droppedRows = 0
    /// The number that the next row of the session had when following ended.
    private var pausedAt = 0
    /// Rows of all processes that came since following ended, and how many of them failed.
    private var storedNews = (new: 0, failed: 0)

    init() {}

    // MARK: Rows

    var count: Int { scope == .all ? stored.rows.count : matching?.count ?? session.rows.count }

    /// A row of this process.
    func sessionRow(_ index: Int) -> SessionLog.Row? {
        guard scope == .session, index >= 0, index < count else { return nil }
        return session.rows[matching.map { $0[index] - session.droppedRows } ?? index]
    }

    var selectedRow: SessionLog.Row? { sessionRow(selectedIndex) }
    var selectedStoredRow: LogRow? {
        scope == .all && stored.rows.indices.contains(selectedIndex) ? stored.rows[selectedIndex] : nil
    }

    /// Why no row is in view although there may be some; nil if nothing was sent.
    var emptySentence: String? {
        let isFiltered: Bool
        if scope == .all {
            if let problem = stored.problem { return problem }
            if !stored.hasRead { return "Reading the request log." }
            if stored.isSearching { return "Searching the stored exchanges." }
            isFiltered = filter.condition != nil
        } else {
            isFiltered = !session.rows.isEmpty
        }
        return isFiltered ? "Nothing passes the filter. Esc clears it." : nil
    }

    /// What came while the log was not followed.
    var news: (new: Int, failed: Int) {
        guard !follows else { return (0, 0) }
        if scope == .all { return storedNews }
        let first = max(0, pausedAt - session.droppedRows)
        guard first < session.rows.count else { return (0, 0) }
        let numbers = matching.map { $0[$0.partitioningIndex { $0 >= pausedAt }...].map { $0 - session.droppedRows } }
        let rows = (numbers ?? Array(first..<session.rows.count)).map { session.rows[$0] }
        return (rows.count, rows.count(where: \.isFailed))
    }

    // MARK: What happened

    /// Takes in an event of any exchange; see `SessionLog.apply`.
    mutating func apply(_ event: EngineEvent, at now: MonotonicTime? = nil, owner: OpenRequest.ID? = nil) {
        note(session.apply(event, at: now, owner: owner))
    }

    /// Takes in what the checks of an exchange came to.
    mutating func checked(_ id: ExchangeID, _ report: CheckReport) {
        note(session.checked(id, report).map { [$0] } ?? [])
    }

    mutating func awaitChecks(_ id: ExchangeID) { session.awaitChecks(id) }

    /// Takes in what was read of the request log.
    mutating func take(
        _ reading: LogReading, _ outcome: Result<LogReading.Rows, LogReading.Failure>, in size: Size
    ) {
        let (height, selected) = (max(1, size.rows), selectedStoredRow?.id)
        guard let moved = stored.take(reading, outcome) else {
            guard scope == .all, !follows else { return }
            // Another window: the oldest row if it was asked for, else the same row if it is there, else the newest.
            let place = reading.page == .oldest ? 0 : selected.flatMap { stored.place(of: $0) } ?? count - 1
            selection.select(place, count: count, height: height)
            return
        }
        if scope == .all { shift(by: moved) }
    }

    mutating func take(_ changes: LogChanges) {
        let selected = selectedStoredRow?.id
        let (moved, new, failed) = stored.take(changes, slides: follows || scope != .all)
        guard scope == .all, !follows else { return }
        // Rows may have come or gone anywhere before it.
        shift(by: selected.flatMap { stored.place(of: $0) }.map { $0 - selection.index } ?? moved)
        storedNews.new += new
        storedNews.failed = max(0, storedNews.failed + failed)
    }

    /// Brings matches and selection up to rows that changed.
    private mutating func note(_ numbers: [Int]) {
        let dropped = session.droppedRows - droppedRows
        if dropped > 0 {
            droppedRows = session.droppedRows
            var gone = dropped
            if let matching {
                gone = matching.partitioningIndex { $0 >= session.droppedRows }
                self.matching?.removeFirst(gone)
            }
            if scope == .session { shift(by: -gone) }
        }
        guard matching != nil, let condition = filter.condition else { return }
        let selected = selectedNumber
        for number in numbers where number >= session.droppedRows {
            let isMatch = session.matches(condition, number - session.droppedRows)
            let place = matching?.partitioningIndex { $0 >= number } ?? 0
            let wasMatch = matching.map { place < $0.count && $0[place] == number } ?? false
            if isMatch, !wasMatch { matching?.insert(number, at: place) }
            if !isMatch, wasMatch { matching?.remove(at: place) }
        }
        // Rows may have come or gone before it. If it is gone itself, the next one is selected.
        if let selected, let matching {
            let place = matching.partitioningIndex { $0 >= selected }
            selection.follow(to: max(0, min(place, matching.count - 1)))
        }
    }

    /// The number of the selected row of the session, with a filter and while it is not followed.
    private var selectedNumber: Int? {
        guard scope == .session, !follows, let matching, matching.indices.contains(selectedIndex) else { return nil }
        return matching[selectedIndex]
    }

    private mutating func shift(by rows: Int) {
        selection.index = max(0, selection.index + rows)
        selection.top = max(0, selection.top + rows)
    }

    /// Shows the exchanges of all processes, or those of this one again; the newest is selected.
    mutating func toggleScope() {
        scope = scope == .all ? .session : .all
        follow()
    }

    /// Values that were seen, for completion.
    func seenValues(of text: LogCondition.Text, beginningWith prefix: String) -> [String] {
        let rows = scope == .all ? stored.rows[...] : session.rows.suffix(500).map { $0.logRow(number: 0) }[...]
        var seen: [String] = []
        for row in rows.reversed() {
            guard let value = row.text(text), !value.isEmpty, !seen.contains(value) else { continue }
            if value.lowercased().hasPrefix(prefix.lowercased()) { seen.append(value) }
            if seen.count == 20 { break }
        }
        return seen
    }

    // MARK: The filter

    /// Changes the filter; the newest row that passes is selected, unless the selected one does.
    mutating func changeFilter(_ change: (inout LogFilterField) -> Void, in size: Size) {
        let (before, selected) = (filter.condition == nil, selectedRow?.id)
        let old = filter.good?.text
        change(&filter)
        guard filter.good?.text != old || before != (filter.condition == nil) else { return }
        matching = filter.condition.map { condition in
            session.rows.indices.filter { session.matches(condition, $0) }.map { $0 + session.droppedRows }
        }
        guard scope == .session, !follows else { return }
        let height = max(1, size.rows)
        let kept = (0..<count).last { sessionRow($0)?.id == selected }
        selection.select(kept ?? count - 1, count: count, height: height)
    }

    // MARK: Moving

    /// While following, the last row.
    var selectedIndex: Int { follows ? max(0, count - 1) : min(selection.index, max(0, count - 1)) }

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
        case .top:
            select(0, height)
            if scope == .all, !stored.reachesStart { return .read(.oldest) }
        case .bottom:
            select(count - 1, height)
            follow()
            if scope == .all, !stored.reachesEnd { return .read(.newest) }
        case .toggleFollow:
            let index = selectedIndex
            if follows {
                pause()
                selection.select(index, count: count, height: height)
            } else {
                follow()
                if scope == .all, !stored.reachesEnd { return .read(.newest) }
            }
        case .open:
            if let row = selectedStoredRow { return .openStored(row) }
            guard let row = selectedRow else { return .ignored }
            if row.isRunning { return .stillRunning(row.id) }
            return session.exchange(row.id).map { .open($0) } ?? .dropped
        default: return .ignored
        }
        return .done
    }

    /// Selects the row of the list that was clicked.
    mutating func select(row: Int, in size: Size) { select(row, max(1, size.rows)) }

    /// Scrolls by rows of the mouse wheel; following ends.
    mutating func scroll(by count: Int, in size: Size) { move(by: count, max(1, size.rows)) }

    /// The first row in view.
    func top(height: Int) -> Int {
        var selection = selection
        if follows { selection.select(count - 1, count: count, height: height) }
        return selection.top(count: count, height: height)
    }

    private mutating func follow() {
        follows = true
        storedNews = (0, 0)
    }

    private mutating func pause() {
        guard follows else { return }
        follows = false
        pausedAt = session.droppedRows + session.rows.count
        storedNews = (0, 0)
    }

    private mutating func move(by step: Int, _ height: Int) {
        let start = selectedIndex
        select(start + step, height)
        // Stepping down on the last row follows the log, whether or not it was followed before.
        if step > 0, start == count - 1, scope == .session || stored.reachesEnd { follow() }
    }

    private mutating func select(_ index: Int, _ height: Int) {
        if follows { selection.select(count - 1, count: count, height: height) }
        pause()
        selection.select(index, count: count, height: height)
    }
}
