import Base
import HTTPFormat
import TerminalUI

extension RequestPane {
    /// The part of a tab's content that holds its rows, and the part below it that holds its notices.
    ///
    /// A body that is being edited has the whole tab. On Options what the selected one does comes first.
    static func places(
        _ pane: RequestPaneState, _ request: SavedRequest, in content: Rect
    ) -> (rows: Rect, notices: Rect) {
        let content = SearchRow.places(in: content, isSearching: pane.search != nil).content
        let count = noticeLines(pane, in: content).count
        let rows = Rect(x: content.x, y: content.y, width: content.width, height: content.height - count)
        let used = pane.rowCount(request).map { max(1, $0) } ?? rows.height
        let notices = Rect(
            x: content.x, y: content.y + min(rows.height, used), width: content.width, height: count)
        return (rows, notices)
    }

    /// Rows for all that the tab in view has: the tabs, its lines, its notices.
    static func wantedRows(_ model: Model) -> Int {
        guard let open = model.current, let request = model.currentRequest else { return 2 }
        let (pane, width) = (open.pane, size(model).columns)
        // What is typed may grow, and has hints below it.
        let least = pane.edit != nil || pane.search != nil ? 9 : 5
        var lines: Int
        if case .body(let area)? = pane.edit {
            lines = area.lines.count
        } else {
            lines = lineCount(pane, request, width: width)
        }
        let notices = pane.notices(on: pane.tab).reduce(0) { $0 + $1.lines(width: max(8, width - 2)).count }
        // They have half of the content at most.
        lines = max(lines + notices, 2 * notices)
        if pane.tab == .options { lines += 2 }
        return 1 + max(least, lines)
    }

    /// At most half of the content; the last line says how many notices there are beyond.
    /// - Parameter listKey: lists all notices; how many lines there are does not depend on it.
    private static func noticeLines(_ pane: RequestPaneState, in content: Rect, listKey: String = "") -> [Line] {
        let flaw = flawLines(pane, in: content)
        switch (pane.tab, pane.edit) {
        case (.body, .body?): return flaw
        default: break
        }
        let room = content.height / 2
        return flaw + self.lines(pane, room: room - flaw.count, width: content.width, listKey)
    }

    /// Where the body is not JSON, and why; or that nothing says that it is.
    private static func flawLines(_ pane: RequestPaneState, in content: Rect) -> [Line] {
        guard pane.tab == .body, content.height > 3 else { return [] }
        let (begin, rest): (String, String)
        if pane.bodyCheck.lacksType {
            (begin, rest) = ("no Content-Type", " is sent with this JSON: Body type of the palette adds it")
        } else if let flaw = pane.bodyCheck.flaw {
            (begin, rest) = ("not JSON", ", \(flaw.sentence)")
        } else {
            return []
        }
        let lines = WrappedText.lines(begin + rest, width: max(8, content.width - 2), atMost: 2)
        return lines.enumerated().map { place, line in
            place == 0 && line.hasPrefix(begin)
                ? [Span(SafeText(begin), .warning), Span(SafeText(String(line.dropFirst(begin.count))))]
                : [Span(SafeText(line))]
        }
    }

    private static func lines(_ pane: RequestPaneState, room: Int, width: Int, _ listKey: String) -> [Line] {
        let notices = pane.notices(on: pane.tab)
        var lines: [Line] = []
        if let text = pane.selectedOption?.explanation, room > 2, !pane.isTitleSelected {
            let most = max(1, room - (notices.isEmpty ? 0 : 1))
            lines = WrappedText.lines(text, width: max(8, width - 2), atMost: most).map {
                Line(SafeText($0), Style(.dim))
            }
        }
        guard room > lines.count, !notices.isEmpty else { return lines }
        let explained = lines
        for (place, notice) in notices.enumerated() {
            let more = notice.lines(width: width - 2)
            let isLast = place == notices.count - 1
            guard lines.count + more.count <= room - (isLast ? 0 : 1) else {
                // Of the first one as much as there is room for.
                if place == 0 {
                    let left = room - explained.count
                    lines = explained + notice.lines(width: width - 2, atMost: isLast ? left : max(1, left - 1))
                }
                let rest = notices.count - max(1, place)
                guard rest > 0, lines.count < room else { return lines }
                let text = "\(Formatting.count(rest, "more notice")); \(listKey) lists all."
                return lines + [[Span(SafeText(text), .dim)]]
            }
            lines += more
        }
        return lines
    }

    static func drawNotices(
        _ pane: RequestPaneState, _ request: SavedRequest, in content: Rect, listKey: String,
        on buffer: inout CellBuffer
    ) {
        let place = places(pane, request, in: content).notices
        let content = SearchRow.places(in: content, isSearching: pane.search != nil).content
        for (offset, line) in noticeLines(pane, in: content, listKey: listKey).enumerated() {
            let row = place.row(offset)
            buffer.draw(line, in: Rect(x: row.x + 1, y: row.y, width: row.width - 2, height: 1))
        }
    }
}

extension PlacedNotice {
    /// `error E4  line 3: A timeout is a number with ms, s or m`, wrapped; further lines are indented.
    ///
    /// - Parameter most: the last of so many lines has what is left, to be cut where it is drawn.
    func lines(width: Int, atMost most: Int = .max) -> [Line] {
        let kind = [notice.severity.rawValue, notice.id].filter { !$0.isEmpty }.joined(separator: " ")
        let text = "\(kind)  line \(notice.line): \(notice.text)"
        let parts = WrappedText.lines(text, width: max(8, width - 2), atMost: most)
        return parts.enumerated().map { place, part in
            guard place == 0 else { return [Span(SafeText("  " + part), .text)] }
            guard part.hasPrefix(kind) else { return [Span(SafeText(part), .text)] }
            return [Span(SafeText(kind), notice.severity.role), Span(SafeText(String(part.dropFirst(kind.count))))]
        }
    }
}
