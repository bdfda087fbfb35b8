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
        guard !wraps else { return drawWrapped(in: rect, isFocused: isFocused, marks: marks, on: &buffer, style) }
        let first = firstLine(height: rect.height)
        let scrolls = scrolls(in: rect)
        let gutter = gutter(in: rect.width)
        let body = Rect(
            x: rect.x + gutter, y: rect.y, width: rect.width - gutter - (scrolls ? buffer.scrollbarColumns : 0),
            height: rect.height)
        let line = lines[cursor.line]
        let prefix = line[..<line.utf8.index(line.startIndex, offsetBy: cursor.offset)]
        let cursorColumn = column(after: prefix)
        let scroll = TextField.scroll(cursorColumn: cursorColumn, width: body.width)
        for row in 0..<min(rect.height, lines.count - first) {
            let number = first + row
            if gutter > 0 { drawNumber(of: number, before: Point(x: body.x, y: rect.y + row), on: &buffer) }
            let shift = number == cursor.line ? scroll : 0
            draw(lines[number], style: style, in: body.row(row), scroll: shift, on: &buffer)
        }
        for mark in marks where (first..<min(lines.count, first + rect.height)).contains(mark.line) {
            let line = lines[mark.line]
            let prefix = line[..<line.utf8.index(line.startIndex, offsetBy: min(mark.offset, line.utf8.count))]
            let column = column(after: prefix) - (mark.line == cursor.line ? scroll : 0)
            guard (0..<body.width).contains(column) else { continue }
            drawMark(at: Point(x: body.x + column, y: rect.y + mark.line - first), on: &buffer)
        }
        if scrolls { drawScrollbar(in: rect, first: first, on: &buffer) }
        if isFocused {
            buffer.cursor = Point(x: body.x + cursorColumn - scroll, y: rect.y + cursor.line - first)
        }
    }

    /// The position in the text at a point of the view, where a click moves the cursor.
    package func position(at point: Point, in rect: Rect) -> Position {
        guard !wraps else {
            let width = rowWidth(in: rect.width)
            let first = firstPlace(height: rect.height, columns: rect.width)
            let place = moved(first, by: max(0, point.y - rect.y), width: width)
            return position(at: place, column: max(0, point.x - rect.x - gutter(in: rect.width)), width: width)
        }
        let first = firstLine(height: rect.height)
        let line = min(max(0, first + point.y - rect.y), lines.count - 1)
        let column = max(0, point.x - rect.x - gutter(in: rect.width))
        return Position(line: line, offset: offset(ofColumn: column, inLine: line))
    }

    private func drawWrapped(
        in rect: Rect, isFocused: Bool, marks: [Position], on buffer: inout CellBuffer, _ style: ((String) -> [Span])?
    ) {
        let (width, gutter) = (rowWidth(in: rect.width), gutter(in: rect.width))
        let first = firstPlace(height: rect.height, columns: rect.width)
        let x = rect.x + gutter
        var (y, number, row) = (rect.y, first.line, first.row)
        while y < rect.maxY, number < lines.count {
            let starts = rowStarts(ofLine: number, width: width)
            if gutter > 0, row == 0 { drawNumber(of: number, before: Point(x: x, y: y), on: &buffer) }
            let top = y - row
            let shown = row..<min(starts.count, row + rect.maxY - y)
            drawRows(shown, of: number, starts, width: width, at: Point(x: x, y: y), on: &buffer, style)
            for mark in marks where mark.line == number {
                let place = Self.row(of: mark.offset, in: starts)
                guard shown.contains(place) else { continue }
                let column = columns(to: mark, from: starts[place])
                drawMark(at: Point(x: x + column, y: top + place), on: &buffer)
            }
            if isFocused, cursor.line == number {
                let place = Self.row(of: cursor.offset, in: starts)
                let column = columns(to: cursor, from: starts[place])
                if shown.contains(place) { buffer.cursor = Point(x: x + column, y: top + place) }
            }
            y += shown.count
            (number, row) = (number + 1, 0)
        }
        // Rows of all lines would cost as much as the text is long: the bar counts lines.
        if scrolls(in: rect) { drawScrollbar(in: rect, first: first.line, on: &buffer) }
    }

    private func scrolls(in rect: Rect) -> Bool { lines.count > rect.height && rect.width > 8 }

    private func drawScrollbar(in rect: Rect, first: Int, on buffer: inout CellBuffer) {
        Scrollbar(total: lines.count, visible: rect.height, first: first)
            .draw(in: Rect(x: rect.maxX - 1, y: rect.y, width: 1, height: rect.height), on: &buffer)
    }

    /// - Parameter point: where the line begins.
    private func drawNumber(of line: Int, before point: Point, on buffer: inout CellBuffer) {
        let label = String(line + 1)
        buffer.draw(SafeText(label), at: Point(x: point.x - 1 - label.utf8.count, y: point.y), style: Style(.dim))
    }

    private func drawMark(at point: Point, on buffer: inout CellBuffer) {
        buffer.restyle(Rect(x: point.x, y: point.y, width: 1, height: 1)) { _ in Style(.match, [.bold, .underline]) }
    }

    /// Up to this column the rows of a line are styled together, from its beginning, so that what goes over several rows has
    /// its style in all of them.
    private static let styledTogether = 4096

    private func drawRows(
        _ rows: Range<Int>, of number: Int, _ starts: [RowStart], width: Int, at point: Point,
        on buffer: inout CellBuffer, _ style: ((String) -> [Span])?
    ) {
        guard let last = rows.last else { return }
        let line = lines[number]
        func text(from start: Int, toRow row: Int) -> String {
            let end = row + 1 < starts.count ? starts[row + 1].offset : line.utf8.count
            let first = line.utf8.index(line.startIndex, offsetBy: start)
            return String(line[first..<line.utf8.index(line.startIndex, offsetBy: end)])
        }
        func styled(_ text: String) -> [Span] {
            let piece = TabStops.expand(text, width: tabWidth)
            return style?(piece) ?? [Span(SafeText(piece))]
        }
        let isTogether = starts[last].column < Self.styledTogether
        let whole = isTogether ? styled(text(from: 0, toRow: last)) : []
        for row in rows {
            let start = starts[row]
            // Tab stops count from the beginning of the line.
            let lead = isTogether ? start.column : start.column % max(1, tabWidth)
            let spans =
                isTogether ? whole : styled(String(repeating: " ", count: lead) + text(from: start.offset, toRow: row))
            let end = row + 1 < starts.count ? starts[row + 1].column : start.column + width
            let y = point.y + row - rows.lowerBound
            buffer.clipped(to: Rect(x: point.x, y: y, width: min(width, end - start.column), height: 1)) { buffer in
                var x = point.x - lead
                for span in spans where x < point.x + width {
                    x += buffer.draw(span.text, at: Point(x: x, y: y), style: span.style)
                }
            }
        }
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
