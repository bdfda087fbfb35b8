extension Line {
    /// The line cut into rows of at most `width` columns; rows after the first are indented.
    func wrapped(width: Int, indent: Int = 2) -> [Line] {
        let width = Swift.max(4, width)
        guard self.width > width else { return [self] }
        var rows: [Line] = []
        var row = CellRun()
        var run = CellRun()
        for span in spans { run.append(span.text, span.style) }
        for cell in run.cells {
            if row.end + cell.width > width {
                rows.append(row.line(columns: 0..<row.end, matching: nil))
                row = CellRun()
                row.append(spaces: Swift.min(indent, width / 2))
            }
            row.append(cell)
        }
        rows.append(row.line(columns: 0..<Swift.max(1, row.end), matching: nil))
        return rows
    }
}
