import Base
import Bodies
import TerminalUI

/// A picture in half blocks, two pixels a cell, with facts above it.
struct PictureLines: LineSource {
    private let facts: StaticLines
    private let whole: Picture
    private let picture: Picture

    init(_ picture: Picture, below facts: [Line], columns: Int = 78) {
        self.facts = StaticLines(facts + [[]])
        whole = picture
        self.picture = picture.fitted(columns: columns)
    }

    func fitted(columns: Int) -> PictureLines {
        columns == picture.width ? self : PictureLines(whole, below: facts.lines.dropLast(), columns: columns)
    }

    var lineCount: Int { facts.lineCount + (picture.height + 1) / 2 }

    func columnCount(ofLine line: Int) -> Int {
        line < facts.lineCount ? facts.columnCount(ofLine: line) : picture.width
    }

    func line(_ index: Int, columns: Range<Int>) -> Line {
        guard index >= facts.lineCount else { return facts.line(index, columns: columns) }
        let top = (index - facts.lineCount) * 2
        guard top < picture.height else { return [] }
        return Line(
            columns.clamped(to: 0..<picture.width).map { x in
                let upper = picture.pixels[top * picture.width + x]
                let isLast = top + 1 == picture.height
                let lower = isLast ? 0 : picture.pixels[(top + 1) * picture.width + x]
                return Span(Self.halfBlock, Style(upper: upper, lower: lower))
            })
    }

    private static let halfBlock: SafeText = "▀"

    // Only the facts are text.
    var textCount: Int { facts.textCount }
    func text(_ index: Int) -> SearchText { facts.text(index) }
    func place(of place: TextPlace) -> (line: Int, column: Int) { facts.place(of: place) }
    func bytes(ofLine line: Int, columns: Range<Int>) -> TextRange { facts.bytes(ofLine: line, columns: columns) }
    func columns(of range: TextRange, inLine line: Int) -> [Range<Int>] { facts.columns(of: range, inLine: line) }
}
