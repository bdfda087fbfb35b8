import Base

/// One cell: a grapheme and its style. The right half of a wide character is a cell of width 0.
package struct Cell: Sendable, Hashable {
    package var grapheme: String
    /// 1, 2, or 0 for the cell covered by the wide character to its left.
    package var width: UInt8
    package var style: Style

    package init(grapheme: String, width: UInt8, style: Style) {
        self.grapheme = grapheme
        self.width = width
        self.style = style
    }

    package static let space = Cell(grapheme: " ", width: 1, style: .text)
}

/// A screen as a value: views draw into it, tests read it as text, and the terminal writes only what differs from the
/// last one.
///
/// Drawing outside the buffer or the clip does nothing. A wide character that does not fit becomes a space, and so does
/// the other half of one that is partly overwritten: a cell of width 0 always has its wide neighbour.
package struct CellBuffer: Sendable, Hashable {
    package let size: Size
    package private(set) var cells: [Cell]
    /// Position of the terminal's cursor; nil hides it.
    package var cursor: Point?
    /// The selected row or tab: the hidden cursor is there while no text is typed, because screen readers and magnifiers follow it.
    package var selected: Point?
    /// A picture to be drawn over cells of the role `picture`, by terminals that can.
    package var picture: PlacedPicture?
    /// The characters for frames and marks.
    package var glyphs: Glyphs
    /// The column of a frame on which scrollbars are drawn, instead of in the last column of what scrolls.
    private var frameColumn: Int?
    /// The scrollbars that were drawn on frames, the last one on top.
    package private(set) var scrollbars: [PlacedScrollbar] = []
    /// What a press chooses among others beside it, such as tabs, in the order in which they were drawn.
    package private(set) var targets: [Rect] = []
    /// The looks of its styles.
    package var theme = Theme.standard
    /// Nothing is drawn outside this rectangle, which is always inside `bounds`.
    private(set) var clip: Rect

    package init(size: Size, glyphs: Glyphs = .unicode) {
        self.size = Size(columns: max(0, size.columns), rows: max(0, size.rows))
        self.glyphs = glyphs
        cells = Array(repeating: .space, count: self.size.columns * self.size.rows)
        clip = Rect(self.size)
    }

    package var bounds: Rect { Rect(size) }

    /// The cell at a position inside the buffer. Setting it keeps the halves of wide characters consistent.
    package subscript(x: Int, y: Int) -> Cell {
        get { cells[y * size.columns + x] }
        set { place(newValue, x: x, y: y) }
    }

    /// Draws with the clip narrowed to `rect`, then restores the old clip.
    @discardableResult
    package mutating func clipped<R>(to rect: Rect, _ body: (inout CellBuffer) -> R) -> R {
        let outer = clip
        clip = outer.intersection(rect)
        defer { clip = outer }
        return body(&self)
    }

    /// Draws what is inside a frame: clipped to that, with scrollbars on the frame's right line.
    package mutating func framed(by frame: Rect, inside: Rect, _ body: (inout CellBuffer) -> Void) {
        let outer = frameColumn
        frameColumn = frame.maxX - 1
        clipped(to: inside, body)
        frameColumn = outer
    }

    package mutating func note(target: Rect) {
        if !target.intersection(clip).isEmpty { targets.append(target) }
    }

    /// Columns that something which scrolls leaves for its scrollbar: none if that is on a frame.
    package var scrollbarColumns: Int { frameColumn == nil ? 1 : 0 }

    /// Draws a scrollbar on the frame. False if there is none: then it has a column of its own.
    mutating func drawOnFrame(_ bar: Scrollbar, rows: Rect) -> Bool {
        guard let frameColumn else { return false }
        let rows = rows.intersection(clip)
        let place = Rect(x: frameColumn, y: rows.y, width: 1, height: rows.height)
        guard !place.intersection(bounds).isEmpty else { return true }
        let thumb = bar.thumb(height: place.height)
        for row in thumb where place.y + row < size.rows {
            // The thumb has the colour of its frame.
            let style = self[frameColumn, place.y + row].style
            self.place(
                Cell(grapheme: String(glyphs.scrollThumb), width: 1, style: style), x: frameColumn, y: place.y + row)
        }
        scrollbars.append(PlacedScrollbar(bar: bar, place: place))
        return true
    }

    /// Draws text from `point` to the right, at most `width` columns, clipped to the buffer. Escapes take the role
    /// `escape`. Returns the columns used.
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

    /// Draws text that must fit: if it is wider than `width`, it is shortened and ends in an ellipsis.
    @discardableResult
    package mutating func drawTruncated(_ text: SafeText, at point: Point, width: Int, style: Style = .text) -> Int {
        guard width > 0 else { return 0 }
        if DisplayWidth.of(text) <= width { return draw(text, at: point, width: width, style: style) }
        let used = draw(text, at: point, width: width - 1, style: style)
        draw(glyphs.ellipsis, at: Point(x: point.x + used, y: point.y), style: style)
        return used + 1
    }

    /// Draws one glyph for a frame or mark.
    package mutating func draw(_ glyph: Character, at point: Point, style: Style = .text) {
        guard point.y >= clip.y, point.y < clip.maxY else { return }
        put(String(glyph), width: 1, x: point.x, y: point.y, style: style)
    }

    package mutating func fill(_ rect: Rect, style: Style = .text) {
        let r = rect.intersection(clip)
        guard !r.isEmpty else { return }
        let space = Cell(grapheme: " ", width: 1, style: style)
        for y in r.y..<r.maxY { for x in r.x..<r.maxX { place(space, x: x, y: y) } }
    }

    /// Changes the style of cells and keeps their text: this marks a selection or a match.
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

    /// Draws a horizontal line.
    package mutating func drawRule(from point: Point, width: Int, style: Style = .text) {
        let glyph = glyphs.frame[light: [.left, .right], heavy: []]
        for x in 0..<max(0, width) { draw(glyph, at: Point(x: point.x + x, y: point.y), style: style) }
    }

    /// The screen as text, one line per row, without trailing spaces: what tests compare.
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

    /// Every write goes through here. A `cell` that does not fit into the row becomes a space.
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

    /// Replaces the other half of a wide character by a space before this cell is overwritten.
    private mutating func uncover(_ index: Int, x: Int) {
        switch cells[index].width {
        case 0 where x > 0: cells[index - 1] = Cell(grapheme: " ", width: 1, style: cells[index - 1].style)
        case 2 where x + 1 < size.columns:
            cells[index + 1] = Cell(grapheme: " ", width: 1, style: cells[index + 1].style)
        default: break
        }
    }
}
