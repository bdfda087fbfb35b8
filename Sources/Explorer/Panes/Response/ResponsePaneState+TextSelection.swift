import Base
import TerminalUI
import Workspace

/// Text that is selected with the mouse, from one character to another.
extension ResponsePaneState {
    struct TextSelection: Sendable, Hashable {
        var tab: ResponseTab
        /// Where the button was pressed, and where the mouse is.
        var start: Place
        var end: Place

        /// The first and the last character, both included.
        var ends: (first: Place, last: Place) {
            (start.line, start.column) <= (end.line, end.column) ? (start, end) : (end, start)
        }

        /// The selected columns of a line; nil if it has none.
        func columns(ofLine line: Int) -> Range<Int>? {
            let (first, last) = ends
            guard (first.line...last.line).contains(line) else { return nil }
            return (line == first.line ? first.column : 0)..<(line == last.line ? last.column + 1 : .max)
        }
    }

    /// The line and column under a point of the inside; of a point beside the content, the nearest one.
    func textPlace(at point: Point, in size: Size) -> Place? {
        let content = layout(in: size).content
        let window = viewport(in: size)
        let rows = window.rows(from: window.clamped(scroll))
        guard hasCursor, !content.isEmpty, !rows.isEmpty else { return nil }
        let row = rows[min(max(0, point.y - content.y), rows.count - 1)]
        let column = row.columns.lowerBound + min(max(0, point.x - content.x), row.columns.count - 1)
        return Place(line: row.line, column: column)
    }

    /// Begins a selection; nothing happens outside the content.
    mutating func pressText(at point: Point, in size: Size) {
        textSelection = nil
        guard layout(in: size).content.contains(point), let place = textPlace(at: point, in: size) else { return }
        let start = characterStart(place, in: size)
        textSelection = TextSelection(tab: shownTab, start: start, end: start)
    }

    /// The place itself, or of the right half of a wide character its left half: a selection that began at the right one would copy
    /// a space.
    private func characterStart(_ place: Place, in size: Size) -> Place {
        let source = viewport(in: size).source
        guard place.column > 0, source.mayBeWide,
            source.line(place.line, columns: place.column - 1..<place.column).width == 2
        else { return place }
        return Place(line: place.line, column: place.column - 1)
    }

    /// Extends the selection to a point. Above and below the content it scrolls on.
    mutating func dragText(to point: Point, in size: Size) {
        guard let selected = textSelection, selected.tab == shownTab else { return }
        let content = layout(in: size).content
        if point.y < content.y { scroll(by: -1, in: size) }
        if point.y >= content.maxY { scroll(by: 1, in: size) }
        guard let place = textPlace(at: point, in: size) else { return }
        let isForward = (place.line, place.column) > (selected.start.line, selected.start.column)
        let end = isForward ? place : characterStart(place, in: size)
        textSelection?.end = end
    }

    /// What is selected, to be copied, as it is shown; rows of a wrapped line are one line. nil if it is a single place.
    func textToCopy(in size: Size) -> CopyJob? {
        guard let selected = textSelection, selected.tab == shownTab, selected.start != selected.end,
            let exchange = exportedExchange
        else { return nil }
        let source = viewport(in: size).source
        let content = CopyJob.Content.made { ClipboardText(source.text(of: selected, limit: CopyJob.maxBytes + 1)) }
        return CopyJob("The selection", content, exchange: exchange)
    }
}

extension LineSource {
    /// Folded lines are left out.
    fileprivate func text(of selected: ResponsePaneState.TextSelection, limit: Int) -> String {
        var text = ""
        var line = selected.ends.first.line
        while line < lineCount, text.utf8.count < limit, let columns = selected.columns(ofLine: line) {
            if line > selected.ends.first.line { text += "\n" }
            forEachPart(ofLine: line, columns: columns) { part in
                text += part
                return text.utf8.count < limit
            }
            line = nextLine(after: line)
        }
        return text
    }
}
