import Base
import HTTPFormat
import TerminalUI

extension RequestPane {
    /// The part of a tab's content that holds its rows, and the part below it that holds its notices.
    ///
    /// The Options tab has its notices among its lines, and a body that is being edited has the whole tab.
    static func places(
        _ pane: RequestPaneState, _ request: SavedRequest, in content: Rect
    ) -> (rows: Rect, notices: Rect) {
        let count = noticeLines(pane, in: content).count
        let rows = Rect(x: content.x, y: content.y, width: content.width, height: content.height - count)
        let used = pane.rowCount(request).map { max(1, $0) } ?? rows.height
        let notices = Rect(
            x: content.x, y: content.y + min(rows.height, used), width: content.width, height: count)
        return (rows, notices)
    }

    /// At most half of the content; the last line says how many notices there are beyond.
    private static func noticeLines(_ pane: RequestPaneState, in content: Rect) -> [Line] {
        switch (pane.tab, pane.edit) {
        case (.options, _), (.body, .body?): return []
        default: break
        }
        let room = content.height / 2
        let notices = pane.notices(on: pane.tab)
        guard room > 0, !notices.isEmpty else { return [] }
        var lines: [Line] = []
        for (place, notice) in notices.enumerated() {
            let more = notice.lines(width: content.width - 2)
            let isLast = place == notices.count - 1
            guard lines.count + more.count <= room - (isLast ? 0 : 1) else {
                let rest = notices.count - place
                let text = place == 0 ? nil : Formatting.count(rest, "more notice")
                return text.map { lines + [[Span(SafeText("\($0); L lists all."), .dim)]] } ?? Array(more.prefix(room))
            }
            lines += more
        }
        return lines
    }

    static func drawNotices(
        _ pane: RequestPaneState, _ request: SavedRequest, in content: Rect, on buffer: inout CellBuffer
    ) {
        let place = places(pane, request, in: content).notices
        for (offset, line) in noticeLines(pane, in: content).enumerated() {
            let row = place.row(offset)
            buffer.draw(line, in: Rect(x: row.x + 1, y: row.y, width: row.width - 2, height: 1))
        }
    }
}
