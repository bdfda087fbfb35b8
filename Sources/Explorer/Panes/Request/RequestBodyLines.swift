import Base
import Bodies
import TerminalUI

/// The body of a request as lines with its variables marked; only the columns asked for are made.
struct RequestBodyLines: LineSource {
    private let lines: BodyLines<TextLayout>
    var isUnresolved: @Sendable (String) -> Bool = { _ in false }
    var isJSON = false

    /// A variable that reaches further into view from the side is not marked.
    private static let margin = 96
    /// Lines of JSON up to this length are read from their beginning, where the parts of a line are known.
    private static let longLine = 4096

    init(_ text: String = "") {
        let bytes = Array(text.utf8)
        lines = BodyLines(text: bytes, layout: bytes.withUnsafeBufferPointer { TextLayout($0) })
    }

    var lineCount: Int { lines.lineCount }
    var mayBeWide: Bool { lines.mayBeWide }

    func columnCount(ofLine line: Int) -> Int { lines.columnCount(ofLine: line) }

    func line(_ index: Int, columns: Range<Int>) -> Line {
        let isColoured = isJSON && columns.lowerBound < Self.longLine
        let start = isColoured ? 0 : max(0, columns.lowerBound - Self.margin)
        let wide = lines.line(index, columns: start..<columns.upperBound + Self.margin)
        let head = start == 0 ? wide.spans.first?.text.string ?? "" : ""
        if isColoured, wide.spans.allSatisfy({ $0.style.role == .text }) {
            let text = wide.spans.map(\.text.string).joined()
            var cells = CellRun(startColumn: 0)
            for span in JSONBodyText.spans(of: text, isUnresolved: isUnresolved) { cells.append(span.text, span.style) }
            return cells.line(columns: columns)
        }
        let isComment = head.hasPrefix("# ") || head.hasPrefix("// ") || head.hasPrefix("< ")
        var cells = CellRun(startColumn: start)
        for span in wide.spans {
            guard span.style.role == .text else {
                cells.append(span.text, span.style)
                continue
            }
            let pieces = VariableNames.spans(
                of: span.text.string, role: isComment ? .dim : .text, isUnresolved: isUnresolved)
            for piece in pieces { cells.append(piece.text, piece.style) }
        }
        return cells.line(columns: columns)
    }

    var textCount: Int { lines.textCount }
    func text(_ index: Int) -> SearchText { lines.text(index) }
    func place(of place: TextPlace) -> (line: Int, column: Int) { lines.place(of: place) }
    func bytes(ofLine line: Int, columns: Range<Int>) -> TextRange { lines.bytes(ofLine: line, columns: columns) }
    func columns(of range: TextRange, inLine line: Int) -> [Range<Int>] { lines.columns(of: range, inLine: line) }
}
