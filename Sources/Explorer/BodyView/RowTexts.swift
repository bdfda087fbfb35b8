import Base
import TerminalUI

/// The rows of a list as texts to be searched, each made when it is looked at.
struct RowTexts: LineSource {
    let lineCount: Int
    let version: Int
    let row: @Sendable (Int) -> Line

    var textCount: Int { lineCount }

    func text(_ index: Int) -> SearchText {
        guard (0..<lineCount).contains(index) else { return SearchText([]) }
        return SearchText(Array(string(index).utf8))
    }

    func line(_ index: Int, columns: Range<Int>) -> Line { row(index) }
    func columnCount(ofLine line: Int) -> Int { row(line).width }
    func place(of place: TextPlace) -> (line: Int, column: Int) { (place.text, 0) }

    // A row is laid out when it is drawn; its hits are marked there.
    func bytes(ofLine line: Int, columns: Range<Int>) -> TextRange { TextRange(text: line, bytes: 0..<0) }
    func columns(of range: TextRange, inLine line: Int) -> [Range<Int>] { [] }

    private func string(_ index: Int) -> String {
        let line = row(index)
        return [line.spans, line.trailing].map { $0.map(\.text.string).joined() }.joined(separator: " ")
    }
}
