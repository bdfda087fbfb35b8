import Base
import Bodies
import TerminalUI

/// The cells of a line under construction: characters with their column and style.
struct CellRun {
    struct Cell {
        var text: String
        var column: Int
        var width: Int
        var style: Style
    }

    private(set) var cells: [Cell] = []
    /// The column after the last cell.
    private(set) var end: Int

    /// A run whose first cell is at that column of its line.
    init(startColumn: Int = 0) { end = startColumn }

    /// Adds safe text; its escapes take the role `escape`.
    mutating func append(_ text: SafeText, _ style: Style) {
        for run in text.runs {
            let runStyle = run.isEscape ? Style(.escape, style.emphasis) : style
            for (grapheme, width) in CellGraphemes(run.text) {
                cells.append(Cell(text: grapheme, column: end, width: width, style: runStyle))
                end += width
            }
        }
    }

    /// Adds printable ASCII.
    mutating func append(ascii bytes: some Sequence<UInt8>, _ style: Style) {
        for byte in bytes {
            cells.append(Cell(text: String(Unicode.Scalar(byte)), column: end, width: 1, style: style))
            end += 1
        }
    }

    /// Adds a cell at the end, at whatever column it was before.
    mutating func append(_ cell: Cell) {
        cells.append(Cell(text: cell.text, column: end, width: cell.width, style: cell.style))
        end += cell.width
    }

    mutating func append(spaces count: Int, _ style: Style = .text) {
        guard count > 0 else { return }
        append(ascii: repeatElement(UInt8(ascii: " "), count: count), style)
    }

    /// Skips columns that are not visible.
    mutating func skip(toColumn column: Int) { end = max(end, column) }

    /// The cells that begin in the given columns, as spans. A gap before the first of them is filled with spaces.
    func line(columns: Range<Int>) -> Line {
        var spans: [Span] = []
        var text = ""
        var style = Style.text
        var column = columns.lowerBound
        func flush() { if !text.isEmpty { spans.append(Span(SafeText(text), style)) } }
        for cell in cells where columns.contains(cell.column) {
            if cell.column > column {
                flush()
                spans.append(Span(SafeText(String(repeating: " ", count: cell.column - column))))
                text = ""
            } else if cell.style != style {
                flush()
                text = ""
            }
            style = cell.style
            text += cell.text
            column = cell.column + cell.width
        }
        flush()
        return Line(spans)
    }

    /// The column of the cell with a byte of the text as shown.
    func column(ofByte byte: Int) -> Int {
        var count = 0
        for cell in cells {
            count += cell.text.utf8.count
            if count > byte { return cell.column }
        }
        return end
    }

    /// The byte of the text as shown with which a column begins, or the next one.
    func byte(atColumn column: Int) -> Int {
        cells.prefix { $0.column < column }.reduce(0) { $0 + $1.text.utf8.count }
    }
}
