/// What must be written to turn one screen into another: runs of cells, left to right and top to bottom.
struct CellBufferDiff: Sendable, Hashable {
    struct Run: Sendable, Hashable {
        var start: Point
        /// Never starts or ends in the middle of a wide character.
        var cells: [Cell]
    }

    let runs: [Run]

    /// - Parameter old: nil, or a screen of another size, means that every cell is written.
    init(from old: CellBuffer?, to new: CellBuffer) {
        var runs: [Run] = []
        let known = old?.size == new.size ? old : nil
        let columns = new.size.columns
        for y in 0..<new.size.rows {
            var x = 0
            while x < columns {
                let index = y * columns + x
                let cell = new.cells[index]
                let width = max(1, Int(cell.width))
                if let known, CellBufferDiff.isSame(known, new, from: index, count: min(width, columns - x)) {
                    x += width
                    continue
                }
                let cells = new.cells[index..<index + min(width, columns - x)]
                if let last = runs.last, last.start.y == y, last.start.x + last.cells.count == x {
                    runs[runs.count - 1].cells += cells
                } else {
                    runs.append(Run(start: Point(x: x, y: y), cells: Array(cells)))
                }
                x += width
            }
        }
        self.runs = runs
    }

    private static func isSame(_ old: CellBuffer, _ new: CellBuffer, from index: Int, count: Int) -> Bool {
        old.cells[index..<index + count] == new.cells[index..<index + count]
    }
}
