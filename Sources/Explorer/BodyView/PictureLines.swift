import Base
import Bodies
import TerminalUI

/// A picture in half blocks, two pixels a cell, with facts above it.
struct PictureLines: LineSource {
    private let facts: StaticLines
    let picture: Picture
    /// Half blocks: two of them, one above the other, are a cell.
    let size: (width: Int, height: Int)
    /// The line of the picture's first row.
    var firstLine: Int { facts.lineCount }

    init(_ picture: Picture, below facts: [Line], columns: Int = 78) {
        self.init(picture, StaticLines(facts + [[]]), columns: columns)
    }

    private init(_ picture: Picture, _ facts: StaticLines, columns: Int) {
        self.facts = facts
        self.picture = picture
        size = picture.size(columns: columns)
    }

    /// Only its size is made now: a row when it is drawn.
    func fitted(columns: Int) -> PictureLines { PictureLines(picture, facts, columns: columns) }

    var mayBeWide: Bool { facts.mayBeWide }
    var lineCount: Int { facts.lineCount + (size.height + 1) / 2 }

    func columnCount(ofLine line: Int) -> Int {
        line < facts.lineCount ? facts.columnCount(ofLine: line) : size.width
    }

    func line(_ index: Int, columns: Range<Int>) -> Line {
        guard index >= facts.lineCount else { return facts.line(index, columns: columns) }
        let top = (index - facts.lineCount) * 2
        guard top < size.height else { return [] }
        let upper = picture.row(top, of: size)
        let lower = top + 1 < size.height ? picture.row(top + 1, of: size) : [UInt32](repeating: 0, count: size.width)
        return Line(
            columns.clamped(to: 0..<size.width).map { Span(Self.halfBlock, Style(upper: upper[$0], lower: lower[$0])) })
    }

    private static let halfBlock: SafeText = "▀"

    // Only the facts are text.
    var textCount: Int { facts.textCount }
    func text(_ index: Int) -> SearchText { facts.text(index) }
    func place(of place: TextPlace) -> (line: Int, column: Int) { facts.place(of: place) }
    func bytes(ofLine line: Int, columns: Range<Int>) -> TextRange { facts.bytes(ofLine: line, columns: columns) }
    func columns(of range: TextRange, inLine line: Int) -> [Range<Int>] { facts.columns(of: range, inLine: line) }
}
