import Base
import HTTPFormat
import TerminalUI

extension RequestPane {
    /// Marks what was found in the rows of a tab as they were drawn.
    ///
    /// What is below the rows is not searched, and neither is what is in a row beside its text: marks, and what is said of it.
    static func markFound(
        _ search: PaneSearch, _ pane: RequestPaneState, _ request: SavedRequest, in rect: Rect,
        on buffer: inout CellBuffer
    ) {
        guard let count = pane.rowCount(request) else { return }
        let edited = editedRow(pane, count)
        let top = ListSelection(index: edited ?? (pane.isTitleSelected ? -1 : pane.selection), top: pane.scroll)
            .top(count: max(count, (edited ?? 0) + 1), height: rect.height)
        let columns = searchedColumns(pane, request, rect.width, buffer.glyphs)
        for place in top..<max(top, min(count, top + rect.height)) where place != edited {
            let row = rect.row(place - top)
            // The first column is that of the mark of the selected row.
            let searched = columns(place).clamped(to: 0..<max(0, row.width - 1))
            guard !searched.isEmpty else { continue }
            SearchRow.mark(
                search, in: Rect(x: row.x + 1 + searched.lowerBound, y: row.y, width: searched.count, height: 1),
                on: &buffer)
        }
    }

    /// The columns of a row that have what `keepSearchedRows` keeps of it.
    private static func searchedColumns(
        _ pane: RequestPaneState, _ request: SavedRequest, _ width: Int, _ glyphs: Glyphs
    ) -> (Int) -> Range<Int> {
        let all = 0..<width
        switch pane.tab {
        case .params, .headers:
            let rows = tableRows(request, pane.tab)
            let nameWidth = nameWidth(rows, in: width)
            return { place in
                let row = rows[place]
                let start = DisplayWidth.of(mark(row, pane, glyphs))
                let name = max(nameWidth, DisplayWidth.of(SafeText(row.name)))
                return start..<start + name + 2 + DisplayWidth.of(SafeText(row.value))
            }
        case .auth:
            let rows = AuthRow.rows(of: request)
            return { rows[$0].isSecret ? 0..<AuthRow.labelWidth(rows) : all }
        case .options:
            return { place in
                let line = pane.optionRows[place].line
                let hasMark = line.map { pane.worstNotice(on: .options, line: $0) != nil } ?? false
                return hasMark ? 2..<max(2, width) : all
            }
        case .docs: return { place in 0..<(pane.docs?.shown[place].line.width ?? 0) }
        case .variables, .body: return { _ in all }
        }
    }
}
