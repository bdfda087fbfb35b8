import Base

/// One cell: a grapheme and its style. The right half of a wide character is a cell of width 0.
package struct Cell: Sendable, Hashable {
    package var grapheme: String
    /// 1, 2, or 0 for the cell hidden under the wide character left of it.
    package var width: UInt8
    package var style: Style

    package init(grapheme: String, width: UInt8, style: Style) {
        self.grapheme = grapheme
        self.width = width
        self.style = style
    }

    package static let blank = Cell(grapheme: " ", width: 1, style: .text)
}

/// A screen as values: views draw into it, tests read it as text, the terminal shows the difference to the last one.
///
/// Drawing outside the buffer or the clip does nothing. A wide character that does not fit whole is drawn as blank,
/// and one that is overwritten half-way loses its other half: no cell of width 0 stands without its wide neighbour.
package struct CellBuffer: Sendable, Hashable {
    package let size: Size
    package private(set) var cells: [Cell]
    /// Where the terminal's cursor stands, or nil when it is hidden.
    package var cursor: Point?
    /// What frames and marks are drawn with.
    package var glyphs: Glyphs
    /// Nothing is drawn outside of it. Always inside `bounds`.
    private(set) var clip: Rect

    package init(size: Size, glyphs: Glyphs = .unicode) {
        self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
        self.glyphs = glyphs
        cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
        clip = Rect(self.size)
    }

    package var bounds: Rect { Rect(size) }

    /// The cell at a place inside the buffer. Setting one keeps the rule about halves of wide characters.
    package subscript(x: Int, y: Int) -> Cell {
        get { cells[y * size.columns + x] }
        set { place(newValue, x: x, y: y) }
    }

    /// Draws with a clip narrowed to `rect`; the old clip holds again afterwards.
    @discardableResult
    package mutating func clipped<R>(to rect: Rect, _ body: (inout CellBuffer) -> R) -> R {
        let outer = clip
        clip = outer.intersection(rect)
        defer { clip = outer }
        return body(&self)
    }

    /// Draws text from `point` to the right, at most `width` columns, clipped to the buffer.
    /// Escape runs take the role `escape`. Returns the columns used.
    @discardableResult
    package mutating func draw(_ text: SafeText, at point: Point, width: Int = .max, style: Style = .text) -> Int {
        var column = 0
        let isRowVisible = point.y >= clip.y && point.y < clip.maxY
        for run in text.runs {
            let runStyle = run.isEscape ? Style(.escape, style.emphasis) : style
            for (grapheme, w) in CellGraphemes(run.text) {
                if column + w > width { return column }
                if isRowVisible { put(grapheme, width: w, x: point.x + column, y: point.y, style: runStyle) }
                column += w
            }
        }
        return column
    }

    /// Draws text that must fit: when it is longer than `width`, its end gives way to an ellipsis.
    @discardableResult
    package mutating func drawTruncated(_ text: SafeText, at point: Point, width: Int, style: Style = .text) -> Int {
        guard width > 0 else { return 0 }
        if DisplayWidth.of(text) <= width { return draw(text, at: point, width: width, style: style) }
        let used = draw(text, at: point, width: width - 1, style: style)
        draw(glyphs.ellipsis, at: Point(x: point.x + used, y: point.y), style: style)
        return used + 1
    }

    /// Draws one glyph of the program's own.
    package mutating func draw(_ glyph: Character, at point: Point, style: Style = .text) {
        guard point.y >= clip.y, point.y < clip.maxY else { return }
        put(String(glyph), width: 1, x: point.x, y: point.y, style: style)
    }

    package mutating func fill(_ rect: Rect, style: Style = .text) {
        let r = rect.intersection(clip)
        guard !r.isEmpty else { return }
        let blank = Cell(grapheme: " ", width: 1, style: style)
        for y in r.y..<r.maxY { for x in r.x..<r.maxX { place(blank, x: x, y: y) } }
    }

    /// Gives cells another role or more emphasis, their text stays: how a selection or a match is marked.
    package mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
        let r = rect.intersection(clip)
        guard !r.isEmpty else { return }
        for y in r.y..<r.maxY {
            for x in r.x..<r.maxX {
                let index = y * size.columns + x
                cells[index].style = change(cells[index].style)
            }
        }
    }

    /// A horizontal line.
    package mutating func drawRule(from point: Point, width: Int, style: Style = .text) {
        for x in 0..<max(0, width) { draw(glyphs.horizontal, at: Point(x: point.x + x, y: point.y), style: style) }
    }

    /// The screen as text, a line a row, trailing blanks cut: what tests compare.
    func dump() -> String {
        (0..<size.rows).map { y in
            var line = (0..<size.columns).map { self[$0, y].grapheme }.joined()
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    private mutating func put(_ grapheme: String, width w: Int, x: Int, y: Int, style: Style) {
        guard w > 0, x + w > clip.x, x < clip.maxX else { return }
        if x >= clip.x, x + w <= clip.maxX {
            place(Cell(grapheme: grapheme, width: UInt8(w), style: style), x: x, y: y)
        } else {
            for column in max(x, clip.x)..<min(x + w, clip.maxX) {
                place(Cell(grapheme: " ", width: 1, style: style), x: column, y: y)
            }
        }
    }

    /// Every write goes through here. `cell` fits into the row, or is made blank.
    private mutating func place(_ cell: Cell, x: Int, y: Int) {
        guard x >= 0, y >= 0, x < size.columns, y < size.rows else { return }
        var cell = cell
        if cell.width == 0 || (cell.width == 2 && x + 1 >= size.columns) {
            cell = Cell(grapheme: " ", width: 1, style: cell.style)
        }
        let index = y * size.columns + x
        uncover(index, x: x)
        cells[index] = cell
        if cell.width == 2 {
            uncover(index + 1, x: x + 1)
            cells[index + 1] = Cell(grapheme: "", width: 0, style: cell.style)
        }
    }

    /// Makes the partner of a cell blank that is about to be overwritten.
    private mutating func uncover(_ index: Int, x: Int) {
        switch cells[index].width {
        case 0 where x > 0: cells[index - 1] = Cell(grapheme: " ", width: 1, style: cells[index - 1].style)
        case 2 where x + 1 < size.columns:
            cells[index + 1] = Cell(grapheme: " ", width: 1, style: cells[index + 1].style)
        default: break
        }
    }
}
