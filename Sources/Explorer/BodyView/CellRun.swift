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

    /// The cells that begin in the given columns, as spans, with occurrences of the needle marked. A gap before the
    /// first of them is filled with spaces.
    func line(columns: Range<Int>, matching needle: SearchNeedle?) -> Line {
        var spans: [Span] = []
        var text = ""
        var style = Style.text
        var column = columns.lowerBound
        let matches = needle.map { $0.ranges(in: cells) } ?? []
        var match = 0
        func flush() { if !text.isEmpty { spans.append(Span(SafeText(text), style)) } }
        for (index, cell) in cells.enumerated() where columns.contains(cell.column) {
            while match < matches.count, matches[match].upperBound <= index { match += 1 }
            var cellStyle = cell.style
            if match < matches.count, matches[match].contains(index) {
                cellStyle = Style(.match, cell.style.emphasis)
            }
            if cell.column > column {
                flush()
                spans.append(Span(SafeText(String(repeating: " ", count: cell.column - column))))
                text = ""
            } else if cellStyle != style {
                flush()
                text = ""
            }
            style = cellStyle
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
