import Base

extension TextArea {
    /// The columns of the line numbers and the space after them; 0 if they are off.
    var gutterWidth: Int { showsLineNumbers ? String(lines.count).utf8.count + 1 : 0 }

    /// Draws the visible lines and, if focused, places the terminal's cursor.
    /// - Parameters:
    ///   - style: colours a line of text; nil draws it in `.text`. It gets the line with its tabs expanded, cut
    ///     to what can be visible, and must return the same characters, because the cursor is placed by columns.
    ///   - marks: where graphemes stand out.
    package func draw(
        in rect: Rect, isFocused: Bool, marks: [Position] = [], on buffer: inout CellBuffer,
        style: ((_ line: String) -> [Span])? = nil
    ) {
        guard !rect.isEmpty else { return }
        let first = firstLine(height: rect.height)
        let scrolls = lines.count > rect.height && rect.width > 8
        let gutter = rect.width > gutterWidth + 4 ? gutterWidth : 0
        let body = Rect(
            x: rect.x + gutter, y: rect.y, width: rect.width - gutter - (scrolls ? buffer.scrollbarColumns : 0),
            height: rect.height)
        let line = lines[cursor.line]
        let prefix = line[..<line.utf8.index(line.startIndex, offsetBy: cursor.offset)]
        let cursorColumn = column(after: prefix)
        let scroll = TextField.scroll(cursorColumn: cursorColumn, width: body.width)
        for row in 0..<min(rect.height, lines.count - first) {
            let number = first + row
            if gutter > 0 {
                let label = String(number + 1)
                buffer.draw(
                    SafeText(label), at: Point(x: rect.x + gutter - 1 - label.utf8.count, y: rect.y + row),
                    style: Style(.dim))
            }
            let shift = number == cursor.line ? scroll : 0
            draw(lines[number], style: style, in: body.row(row), scroll: shift, on: &buffer)
        }
        for mark in marks where (first..<min(lines.count, first + rect.height)).contains(mark.line) {
            let line = lines[mark.line]
            let prefix = line[..<line.utf8.index(line.startIndex, offsetBy: min(mark.offset, line.utf8.count))]
            let column = column(after: prefix) - (mark.line == cursor.line ? scroll : 0)
            guard (0..<body.width).contains(column) else { continue }
            buffer.restyle(Rect(x: body.x + column, y: rect.y + mark.line - first, width: 1, height: 1)) { _ in
                Style(.match, [.bold, .underline])
            }
        }
        if scrolls {
            Scrollbar(total: lines.count, visible: rect.height, first: first)
                .draw(in: Rect(x: rect.maxX - 1, y: rect.y, width: 1, height: rect.height), on: &buffer)
        }
        if isFocused {
            buffer.cursor = Point(x: body.x + cursorColumn - scroll, y: rect.y + cursor.line - first)
        }
    }

    /// The position in the text at a point of the view, where a click moves the cursor.
    package func position(at point: Point, in rect: Rect) -> Position {
        let first = firstLine(height: rect.height)
        let line = min(max(0, first + point.y - rect.y), lines.count - 1)
        let gutter = rect.width > gutterWidth + 4 ? gutterWidth : 0
        return Position(line: line, offset: offset(ofColumn: max(0, point.x - rect.x - gutter), inLine: line))
    }

    private func draw(
        _ line: String, style: ((String) -> [Span])?, in row: Rect, scroll: Int, on buffer: inout CellBuffer
    ) {
        // A line is cut before it is made safe: the screen shows some hundred columns of a line that may have a
        // megabyte.
        let limit = scroll + row.width + 1
        let piece = TabStops.expand(String(line.unicodeScalars.prefix(limit * 8)), width: tabWidth)
        let spans = style?(piece) ?? [Span(SafeText(piece))]
        buffer.clipped(to: row) { buffer in
            var x = row.x - scroll
            for span in spans where x < row.maxX {
                x += buffer.draw(span.text, at: Point(x: x, y: row.y), style: span.style)
            }
            if x > row.maxX {
                buffer.draw(buffer.glyphs.ellipsis, at: Point(x: row.maxX - 1, y: row.y), style: Style(.dim))
            }
            if scroll > 0 { buffer.draw(buffer.glyphs.ellipsis, at: Point(x: row.x, y: row.y), style: Style(.dim)) }
        }
    }
}
