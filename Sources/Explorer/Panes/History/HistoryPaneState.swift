import NetEngine
import NetEngineRequestLog
import RequestLog
import TerminalUI

/// What the history pane keeps: exchanges of earlier sessions and other processes, the newest first.
struct HistoryPaneState: PaneState {
    private(set) var stored = StoredLog()
    /// Whether the exchanges of all requests are listed, by time; else those of the open request.
    private(set) var isOfAll = false
    private(set) var selection = ListSelection()
    /// The exchange that is being read; any other one that arrives is dropped.
    private var wanted: Wanted?

    private struct Wanted: Sendable {
        /// nil for the first one that the request log finds.
        var row: Int64?
        var purpose: Purpose
    }

    enum Purpose: Sendable, Hashable {
        case show
        /// Compare it with this response, if that is still in view; it may be the one that came before it.
        case compare(with: ExchangeID, comesBefore: Bool)
        /// Send it again as it was.
        case resend
    }

    var count: Int { stored.rows.count }

    /// A row by its place on the screen.
    func row(_ index: Int) -> LogRow? {
        let place = count - 1 - index
        return stored.rows.indices.contains(place) ? stored.rows[place] : nil
    }

    var selectedRow: LogRow? { row(selection.index) }

    mutating func toggleAll() {
        isOfAll.toggle()
        selection = ListSelection()
    }

    // MARK: Reading

    /// Asks for the exchange of a row, and no longer for the one that was asked for before.
    mutating func open(_ row: LogRow, for purpose: Purpose) -> [Effect] {
        wanted = Wanted(row: row.id, purpose: purpose)
        return [.openLogged(row)]
    }

    /// The same for the first one that the request log finds.
    mutating func openFirst(_ reading: LogReading, orSay sentence: String, for purpose: Purpose) -> [Effect] {
        wanted = Wanted(row: nil, purpose: purpose)
        return [.openFirstLogged(reading, orSay: sentence)]
    }

    /// - Returns: the purpose that the exchange of a row was read for; nil if the user has asked for another one since.
    mutating func takeWanted(_ row: LogRow?) -> Purpose? {
        guard let wanted, wanted.row == nil || wanted.row == row?.id else { return nil }
        self.wanted = nil
        return wanted.purpose
    }

    /// Whether something is to be read for what is in view.
    func needs(_ query: StoredLog.Query, height: Int) -> Bool { stored.wants(query, around: shown(height)) }

    /// - Returns: what is to be read and followed for what is in view.
    mutating func effects(for query: StoredLog.Query, height: Int, id: LogReading.ID) -> [Effect] {
        let shown = shown(height)
        if stored.query?.text != query.text { selection = ListSelection() }
        return stored.effects(for: query, around: shown, id: id)
    }

    /// The indices of the rows in view, which lie the other way round.
    private func shown(_ height: Int) -> Range<Int> {
        let top = selection.top(count: count, height: height)
        return max(0, count - top - height)..<max(0, count - top)
    }

    mutating func close() -> [Effect] { stored.isOpen ? stored.close() : [] }

    mutating func take(_ reading: LogReading, _ outcome: Result<LogReading.Rows, LogReading.Failure>) {
        let (isOldest, selected) = (reading.page == .oldest, selectedRow?.id)
        guard stored.take(reading, outcome) != nil else {
            selection.index = isOldest ? max(0, count - 1) : 0
            return
        }
        keep(selected)
    }

    mutating func take(_ changes: LogChanges) {
        let selected = selectedRow?.id
        _ = stored.take(changes, slides: true)
        // The newest row stays selected, and so does any other.
        if selection.index > 0 { keep(selected) }
    }

    private mutating func keep(_ id: Int64?) {
        guard let id, let place = stored.place(of: id) else { return }
        selection.follow(to: count - 1 - place)
    }

    // MARK: Moving

    /// - Returns: the page at the end of the log that is to be read.
    mutating func perform(_ command: Command, height: Int) -> LogReading.Page? {
        selection.perform(command, count: count, height: height)
        return switch command {
        case .top: stored.reachesEnd ? nil : .newest
        case .bottom: stored.reachesStart ? nil : .oldest
        default: nil
        }
    }

    mutating func read(_ page: LogReading.Page, id: LogReading.ID) -> [Effect] { stored.read(page, id: id) }
    mutating func select(row: Int, height: Int) { selection.select(row, count: count, height: max(1, height)) }
    mutating func scroll(by rows: Int, height: Int) { selection.scroll(by: rows, count: count, height: max(1, height)) }
    mutating func settle(height: Int) { selection.settle(count, in: max(1, height)) }
}
