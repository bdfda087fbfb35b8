/// One cell: a grapheme and its style. The right half of a wide character is a cell of width 0.
struct Cell: Sendable, Hashable {
    var grapheme: String
    /// 1, 2, or 0 for the cell hidden under the wide character left of it.
    var width: UInt8
    var style: Style

    static let blank = Cell(grapheme: " ", width: 1, style: .text)
}

/// A screen as values: views draw into it, tests read it as text, the terminal shows the difference to the last one.
///
/// Drawing outside the buffer or the clip does nothing. A wide character that does not fit whole is drawn as blank.
struct CellBuffer: Sendable, Hashable {
    let size: Size
    private(set) var cells: [Cell]
    /// Where the terminal's cursor stands, or nil when it is hidden.
    var cursor: Point?

    init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: max(0, size.columns) * max(0, size.rows))
    }

    var bounds: Rect { Rect(size) }

    subscript(x: Int, y: Int) -> Cell {
        get { cells[y * size.columns + x] }
        set { cells[y * size.columns + x] = newValue }
    }

    /// Draws text from `point` to the right, at most `width` columns, clipped to the buffer.
    /// Escape runs take the role `escape`. Returns the columns used.
    @discardableResult
    mutating func draw(_ text: SafeText, at point: Point, width: Int = .max, style: Style = .text) -> Int {
        var column = 0
        for run in text.runs {
            let runStyle = run.isEscape ? Style(.escape, style.emphasis) : style
            for character in run.text {
                let w = DisplayWidth.of(character)
                if column + w > width { return column }
                let x = point.x + column
                if point.y >= 0, point.y < size.rows, x >= 0, x + w <= size.columns, w > 0 {
                    self[x, point.y] = Cell(grapheme: String(character), width: UInt8(w), style: runStyle)
                    if w == 2 { self[x + 1, point.y] = Cell(grapheme: "", width: 0, style: runStyle) }
                }
                column += w
            }
        }
        return column
    }

    mutating func fill(_ rect: Rect, style: Style = .text) {
        let r = rect.intersection(bounds)
        guard !r.isEmpty else { return }
        for y in r.y..<r.maxY { for x in r.x..<r.maxX { self[x, y] = Cell(grapheme: " ", width: 1, style: style) } }
    }

    /// The screen as text, a line a row, trailing blanks cut: what tests compare.
    func dump() -> String {
        (0..<size.rows).map { y in
            var line = (0..<size.columns).map { self[$0, y].grapheme }.joined()
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}

/// Columns that text takes in a terminal.
enum DisplayWidth {
    /// 0, 1 or 2.
    static func of(_ character: Character) -> Int { 1 }
    static func of(_ text: SafeText) -> Int { text.string.reduce(0) { $0 + of($1) } }
}
