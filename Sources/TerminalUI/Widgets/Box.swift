import Base

/// A frame with a title. The focused one has heavy lines and a bold title, so that focus is visible without colour.
package struct Box: Sendable, Hashable {
    package var title: [Span]
    /// At the right end of the top border.
    package var trailing: [Span]
    package var isFocused: Bool

    package init(title: [Span] = [], trailing: [Span] = [], isFocused: Bool = false) {
        self.title = title
        self.trailing = trailing
        self.isFocused = isFocused
    }

    package init(_ title: SafeText, isFocused: Bool = false) {
        self.init(title: [Span(title, isFocused ? .titleFocused : .title)], isFocused: isFocused)
    }

    /// Draws the frame, leaves the inside unchanged, and returns the inside.
    @discardableResult
    package func draw(in rect: Rect, on buffer: inout CellBuffer) -> Rect {
        guard rect.width >= 2, rect.height >= 2 else { return Rect(x: rect.x, y: rect.y, width: 0, height: 0) }
        var lines = FrameLines(in: rect)
        lines.add(rect, isFocused: isFocused)
        lines.draw(on: &buffer)
        Box.drawTitle(title, trailing: trailing, isFocused: isFocused, in: rect.row(0), on: &buffer)
        return rect.inset()
    }

    /// Writes a title into a border row with a space on either side; the trailing part is dropped first if there is too
    /// little room.
    package static func drawTitle(
        _ title: [Span], trailing: [Span] = [], isFocused: Bool, in row: Rect, on buffer: inout CellBuffer
    ) {
        let room = row.width - 4
        guard room > 2 else { return }
        let emphasised = title.map {
            Span($0.text, Style($0.style.role, isFocused ? [.bold, .reverse] : $0.style.emphasis))
        }
        let titleWidth = title.reduce(0) { $0 + DisplayWidth.of($1.text) }
        if titleWidth > 0 {
            let used = buffer.draw(emphasised, at: Point(x: row.x + 2, y: row.y), width: room)
            buffer.draw(" ", at: Point(x: row.x + 1, y: row.y), style: Style(.title))
            buffer.draw(" ", at: Point(x: row.x + 2 + used, y: row.y), style: Style(.title))
        }
        let tail = trailing.reduce(0) { $0 + DisplayWidth.of($1.text) }
        guard tail > 0, titleWidth + tail + 3 <= room else { return }
        let x = row.maxX - 2 - tail
        buffer.draw(trailing, at: Point(x: x, y: row.y), width: tail)
        buffer.draw(" ", at: Point(x: x - 1, y: row.y), style: Style(.title))
        buffer.draw(" ", at: Point(x: x + tail, y: row.y), style: Style(.title))
    }
}
