import Base
import TerminalUI

/// The row of the tab in view that keys act on: `K` explains it, `y` copies from it.
///
/// It is always inside the window. Going past the window's edge scrolls; scrolling takes it along.
extension ResponsePaneState {
    /// Whether the tab in view has a cursor. Checks and cookies have a selection instead, and what is arriving moves by itself.
    var hasCursor: Bool {
        guard inView != nil else { return false }
        return shownTab != .checks && shownTab != .cookies
    }

    /// The place of the cursor among the visible rows of a window; nil where there is none.
    func cursorRow(in window: Viewport) -> Int? {
        guard hasCursor else { return nil }
        return cursorRow(among: window.rows(from: window.clamped(scroll)))
    }

    private func cursorRow(among rows: [Viewport.Row]) -> Int? {
        guard !rows.isEmpty else { return nil }
        guard let cursor = cursors[shownTab] else { return 0 }
        let wraps = wrapsShownTab
        // Of a wrapped line the row that contains the column; of a folded one the row of the fold.
        return rows.lastIndex { (row: Viewport.Row) in
            row.line < cursor.line || (row.line == cursor.line && (!wraps || row.columns.lowerBound <= cursor.column))
        } ?? 0
    }

    /// The line of the tab in view that the cursor is on, and the first visible column of its row.
    func cursorPlace(in size: Size) -> Place? {
        let window = viewport(in: size)
        let rows = window.rows(from: window.clamped(scroll))
        guard hasCursor, let row = cursorRow(among: rows) else { return nil }
        return Place(line: rows[row].line, column: wrapsShownTab ? rows[row].columns.lowerBound : 0)
    }

    /// The JSON path of the line that the cursor is on, with as many of its outer steps left out as do not fit.
    func path(in size: Size, width: Int) -> SafeText? {
        guard shownTab == .body, bodyMode == .pretty, let place = cursorPlace(in: size),
            let steps = shownBody?.path(ofLine: place.line), steps.count > 1
        else { return nil }
        var shown: SafeText = ""
        for (left, step) in steps.enumerated().reversed() {
            let longer = SafeText(step) + shown
            guard DisplayWidth.of(longer) + (left > 0 ? 1 : 0) <= width else {
                return shown.isEmpty ? nil : "…" + shown
            }
            shown = longer
        }
        return shown
    }

    /// Moves the cursor by rows; at an edge of the window the window moves with it.
    mutating func moveCursor(by step: Int, in size: Size) {
        let window = viewport(in: size)
        var rows = window.rows(from: window.clamped(scroll))
        guard hasCursor, let row = cursorRow(among: rows) else {
            scroll = window.moved(scroll, by: step)
            return
        }
        let target = row + step
        if !rows.indices.contains(target) {
            scroll = window.moved(scroll, by: step)
            rows = window.rows(from: scroll)
        }
        setCursor(min(max(0, target), rows.count - 1), among: rows)
    }

    /// Scrolls by rows, and takes the cursor along; where the window cannot scroll on, the cursor goes to its edge.
    mutating func page(by step: Int, in size: Size) {
        let window = viewport(in: size)
        let (start, row) = (window.clamped(scroll), cursorRow(in: window))
        scroll = window.moved(scroll, by: step)
        let rows = window.rows(from: scroll)
        guard let row, !rows.isEmpty else { return }
        let isStopped = (scroll.line, scroll.row) == (start.line, start.row)
        setCursor(isStopped ? (step > 0 ? rows.count - 1 : 0) : min(row, rows.count - 1), among: rows)
    }

    /// Puts the cursor on the last visible row.
    mutating func moveCursorToLastRow(in size: Size) {
        let window = viewport(in: size)
        let rows = window.rows(from: window.clamped(scroll))
        if hasCursor, !rows.isEmpty { setCursor(rows.count - 1, among: rows) }
    }

    /// Puts the cursor on a row of the screen; nothing happens outside the content.
    mutating func click(at point: Point, in size: Size) {
        let content = layout(in: size).content
        guard hasCursor, content.contains(point) else { return }
        let window = viewport(in: size)
        let rows = window.rows(from: window.clamped(scroll))
        if rows.indices.contains(point.y - content.y) { setCursor(point.y - content.y, among: rows) }
    }

    private mutating func setCursor(_ row: Int, among rows: [Viewport.Row]) {
        guard rows.indices.contains(row) else { return }
        cursors[shownTab] = Place(line: rows[row].line, column: wrapsShownTab ? rows[row].columns.lowerBound : 0)
    }

    /// A line of a tab, and a column in it.
    struct Place: Sendable, Hashable {
        var line = 0
        var column = 0
    }
}
