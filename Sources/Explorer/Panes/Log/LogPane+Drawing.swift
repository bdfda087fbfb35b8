import Base
import NetEngine
import NetEngineRequestLog
import RequestLog
import TerminalUI

/// The rows: `10:32:01.123 POST 201 /orders 132 ms`, and below them the filter.
extension LogPane {
    /// The right end of the border: the filter that stays while another one is typed, what came meanwhile, `following` or `paused`.
    static func title(_ state: LogPaneState) -> [Span] {
        var spans: [Span] = []
        if state.filter.isHeld {
            spans.append(Span(SafeText("still \(state.filter.good?.words ?? "all rows")  "), .dim))
        }
        if state.scope == .all, state.stored.isSearching { spans.append(Span("searching  ", .pending)) }
        if state.scope == .all { spans.append(Span("all processes  ", .info)) }
        if state.scope == .session, state.session.droppedRows > 0 {
            spans.append(Span("\(state.session.droppedRows) older rows dropped  ", .dim))
        }
        let news = state.news
        if news.new > 0 {
            let failed = news.failed > 0 ? ", \(news.failed) failed" : ""
            spans.append(Span(SafeText("\(news.new) new\(failed)  "), news.failed > 0 ? .failure : .info))
        }
        spans.append(Span(state.follows ? "following" : "paused", state.follows ? .info : .dim))
        return spans
    }

    /// - Parameters:
    ///   - zone: of the user.
    ///   - sendKey: sends a request, as an empty log says.
    ///   - now: gives the time that running exchanges have taken so far.
    static func draw(
        _ state: LogPaneState, in rect: Rect, isFocused: Bool, zone: LocalZone, sendKey: String,
        now: MonotonicTime? = nil, wallNow: Timestamp? = nil, on buffer: inout CellBuffer
    ) {
        let (list, filterRow) = places(state, in: rect)
        let glyphs = buffer.glyphs
        let showsHeader = showsHeader(list)
        let top = state.top(height: listHeight(list))
        let lines = (top..<min(state.count, top + listHeight(list))).map { index in
            if let row = state.sessionRow(index) {
                return LogLine(
                    row, saysUnchecked: state.session.isUnchecked(row), zone: zone, now: now, glyphs: glyphs)
            }
            return LogLine(state.stored.rows[index], ownPID: OwnProcess.pid, now: wallNow, glyphs: glyphs)
        }
        let columns = LogColumns(
            width: list.width - 2, hasProcesses: Set(lines.map(\.process)).count > 1, zone: zone, now: wallNow)
        Table(
            columns: columns.tableColumns, count: state.count,
            selection: ListSelection(index: state.selectedIndex, top: top), isFocused: isFocused,
            showsHeader: showsHeader, emptyText: emptyText(state, sendKey)
        ) { index in
            lines.indices.contains(index - top) ? columns.cells(of: lines[index - top]) : []
        }
        .draw(in: list, on: &buffer)
        state.filter.draw(in: filterRow, isFocused: isFocused, on: &buffer)
    }

    private static func emptyText(_ state: LogPaneState, _ sendKey: String) -> SafeText {
        if let sentence = state.emptySentence { return SafeText(sentence) }
        return state.scope == .all
            ? "The request log is empty; what is sent comes here."
            : SafeText("Nothing was sent yet; \(sendKey) sends the selected request.")
    }

    /// Whether there is room for the names of the columns, above the rows.
    private static func showsHeader(_ list: Rect) -> Bool { list.height >= 10 }
    private static func listHeight(_ list: Rect) -> Int { max(0, list.height - (showsHeader(list) ? 1 : 0)) }

    /// The rows of the log, and below them that of the filter.
    static func places(_ state: LogPaneState, in inside: Rect) -> (list: Rect, filter: Rect) {
        let (list, row) = SearchRow.places(in: inside, isSearching: state.filter.isShown)
        return (list, row)
    }

    /// Where the rows are.
    static func rowsRect(_ state: LogPaneState, in inside: Rect) -> Rect {
        let list = places(state, in: inside).list
        let header = showsHeader(list) ? 1 : 0
        return Rect(x: list.x, y: list.y + header, width: list.width, height: list.height - header)
    }
}
