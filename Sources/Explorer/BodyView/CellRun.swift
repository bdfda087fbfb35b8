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
}

/// Turns bytes of a body into cells.
enum SafeCells {
    /// Columns between tab stops.
    static let tabWidth = 4

    /// The columns that bytes take when shown; a tab is one escape.
    static func width(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        if let width = harmlessWidth(text, range) { return width }
        // Pieces between two ASCII letters look the same when shown separately.
        var width = 0
        var start = range.lowerBound
        while start < range.upperBound {
            let end =
                range.upperBound - start > 96
                ? ColumnIndex.plainBoundary(after: start + 64, in: text, limit: range.upperBound) : range.upperBound
            width += harmlessWidth(text, start..<end) ?? shownWidth(text, start..<end)
            start = end
        }
        return width
    }

    private static func shownWidth(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        DisplayWidth.of(SafeText(bytes: UnsafeBufferPointer(rebasing: text[range])))
    }

    /// True if all bytes are printable ASCII, so that each byte is one column.
    static func isPlain(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        ByteScan.endOfPlain(in: text, range) == range.upperBound
    }

    /// The columns of text that has only printable ASCII and letters of Latin, Cyrillic, Japanese, Chinese and Korean
    /// whose appearance does not depend on their neighbours; nil for any other text. Tabs count as `tabColumns`, if
    /// given.
    static func harmlessWidth(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, tabColumns: Int? = nil
    ) -> Int? {
        var place = range.lowerBound
        let end = range.upperBound
        var width = 0
        while true {
            let next = ByteScan.endOfPlain(in: text, place..<end)
            width += next - place
            place = next
            guard place < end else { return width }
            switch text[place] {
            case 0x09:
                guard let tabColumns else { return nil }
                width += tabColumns
                place += 1
            case 0xC3...0xC9, 0xD0...0xD1:
                guard place + 2 <= end, text[place + 1] & 0xC0 == 0x80 else { return nil }
                width += 1
                place += 2
            case let lead where isWideLead(lead):
                guard place + 3 <= end, isWide(lead, text[place + 1], text[place + 2]) else { return nil }
                width += 2
                place += 3
            default: return nil
            }
        }
    }

    private static func isWideLead(_ byte: UInt8) -> Bool {
        (0xE3...0xE9).contains(byte) || byte == 0xEB || byte == 0xEC
    }

    /// Hiragana and katakana except the marks among them, ideographs from U+4E00, syllables from U+B000 to U+CFFF.
    private static func isWide(_ lead: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return false }
        switch (lead, second) {
        case (0xE3, 0x81): return third >= 0x82
        case (0xE3, 0x82): return third < 0x97 || third > 0x9A
        case (0xE3, 0x83): return true
        case (0xE3, _): return false
        case (0xE4, _): return second >= 0xB8
        default: return true
        }
    }
}
