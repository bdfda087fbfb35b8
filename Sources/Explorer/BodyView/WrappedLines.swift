import TerminalUI

extension Line {
    /// The line divided into rows of at most `width` columns, between words if possible; rows after the first are
    /// indented.
    func wrapped(width: Int, indent: Int = 2) -> [Line] {
        let width = Swift.max(4, width)
        guard self.width > width else { return [self] }
        var run = CellRun()
        for span in spans { run.append(span.text, span.style) }
        let cells = run.cells
        let indent = Swift.min(indent, width / 2)
        var rows: [Line] = []
        var start = 0
        while start < cells.count {
            var row = CellRun()
            if start > 0 { row.append(spaces: indent) }
            var end = start
            var column = row.end
            while end < cells.count, column + cells[end].width <= width {
                column += cells[end].width
                end += 1
            }
            if end < cells.count { end = Self.wordBreak(cells, from: start, to: end) }
            for cell in cells[start..<Swift.max(end, start + 1)] { row.append(cell) }
            rows.append(row.line(columns: 0..<row.end))
            start = Swift.max(end, start + 1)
            while start < cells.count, cells[start].text == " " { start += 1 }
        }
        return rows
    }

    /// The end of the last whole word before `end`, if it keeps more than half of the row.
    private static func wordBreak(_ cells: [CellRun.Cell], from start: Int, to end: Int) -> Int {
        if cells[end].text == " " { return end }
        let earliest = start + (end - start) / 2
        var place = end
        while place > earliest {
            if cells[place - 1].text == " " { return place - 1 }
            place -= 1
        }
        return end
    }
}
