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
        let g = buffer.glyphs
        let style = Style(isFocused ? .borderFocused : .border)
        let (horizontal, vertical) =
            isFocused ? (g.focusedHorizontal, g.focusedVertical) : (g.horizontal, g.vertical)
        for x in rect.x + 1..<rect.maxX - 1 {
            buffer.draw(horizontal, at: Point(x: x, y: rect.y), style: style)
            buffer.draw(horizontal, at: Point(x: x, y: rect.maxY - 1), style: style)
        }
        for y in rect.y + 1..<rect.maxY - 1 {
            buffer.draw(vertical, at: Point(x: rect.x, y: y), style: style)
            buffer.draw(vertical, at: Point(x: rect.maxX - 1, y: y), style: style)
        }
        buffer.draw(isFocused ? g.focusedTopLeft : g.topLeft, at: Point(x: rect.x, y: rect.y), style: style)
        buffer.draw(isFocused ? g.focusedTopRight : g.topRight, at: Point(x: rect.maxX - 1, y: rect.y), style: style)
        buffer.draw(
            isFocused ? g.focusedBottomLeft : g.bottomLeft, at: Point(x: rect.x, y: rect.maxY - 1), style: style)
        buffer.draw(
            isFocused ? g.focusedBottomRight : g.bottomRight, at: Point(x: rect.maxX - 1, y: rect.maxY - 1),
            style: style)
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
        let emphasised = title.map { Span($0.text, Style($0.style.role, isFocused ? .bold : $0.style.emphasis)) }
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
