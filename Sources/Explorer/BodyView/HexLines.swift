import NetEngine
import TerminalUI

/// Bytes as a hex dump: the offset, a row of bytes, and the printable ones as text.
struct HexLines: LineSource {
    let bytes: BodyBytes
    /// As many of them are shown; more may come.
    let count: Int
    /// 16, or fewer in a narrow pane.
    let bytesPerLine: Int

    init(_ bytes: BodyBytes, count: Int, columns: Int) {
        self.bytes = bytes
        self.count = count
        bytesPerLine = [16, 8, 4].first { Self.width(bytesPerLine: $0, count: count) <= columns } ?? 4
    }

    private static func width(bytesPerLine: Int, count: Int) -> Int {
        offsetDigits(count) + 2 + bytesPerLine * 3 + (bytesPerLine - 1) / 8 + 1 + bytesPerLine
    }

    private static func offsetDigits(_ count: Int) -> Int { count > 0xFFFF_FFFF ? 12 : count > 0xFFFF ? 8 : 4 }

    var mayBeWide: Bool { false }
    var lineCount: Int { (count + bytesPerLine - 1) / bytesPerLine }

    func columnCount(ofLine line: Int) -> Int {
        let missing = max(0, min(bytesPerLine, (line + 1) * bytesPerLine - count))
        return Self.width(bytesPerLine: bytesPerLine, count: count) - missing
    }

    func line(_ index: Int, columns: Range<Int>) -> Line {
        let start = index * bytesPerLine
        guard index >= 0, start < count else { return [] }
        let row = bytes.bytes(in: start..<min(count, start + bytesPerLine))
        var cells = CellRun()
        let digits = String(start, radix: 16, uppercase: true)
        let width = Self.offsetDigits(count)
        cells.append(
            ascii: repeatElement(UInt8(ascii: "0"), count: max(0, width - digits.utf8.count)), Style(.hexOffset))
        cells.append(ascii: digits.utf8, Style(.hexOffset))
        cells.append(spaces: 2)
        for column in 0..<bytesPerLine {
            if column > 0, column % 8 == 0 { cells.append(spaces: 1) }
            if column < row.count {
                let byte = row[column]
                cells.append(ascii: [Self.digit(byte >> 4), Self.digit(byte & 15)], Style(.hexByte))
                cells.append(spaces: 1)
            } else {
                cells.append(spaces: 3)
            }
        }
        cells.append(spaces: 1)
        for byte in row {
            let isPrintable = (0x20...0x7E).contains(byte)
            cells.append(ascii: [isPrintable ? byte : UInt8(ascii: ".")], Style(isPrintable ? .hexText : .dim))
        }
        return cells.line(columns: columns)
    }

    // All bytes are one text, so that a hit across rows is found.
    var textCount: Int { 1 }
    func text(_ index: Int) -> SearchText { SearchText(bytes, count: count) }

    func place(of place: TextPlace) -> (line: Int, column: Int) {
        (place.offset / bytesPerLine, column(ofByte: place.offset % bytesPerLine))
    }

    func bytes(ofLine line: Int, columns: Range<Int>) -> TextRange {
        let start = min(line * bytesPerLine, count)
        return TextRange(text: 0, bytes: start..<min(count, start + bytesPerLine))
    }

    /// Once as numbers, once as text.
    func columns(of range: TextRange, inLine line: Int) -> [Range<Int>] {
        let start = line * bytesPerLine
        let own = range.bytes.clamped(to: start..<start + bytesPerLine)
        guard !own.isEmpty else { return [] }
        let text = Self.width(bytesPerLine: bytesPerLine, count: count) - bytesPerLine - start
        return [
            column(ofByte: own.lowerBound - start)..<column(ofByte: own.upperBound - 1 - start) + 2,
            text + own.lowerBound..<text + own.upperBound,
        ]
    }

    private func column(ofByte byte: Int) -> Int { Self.offsetDigits(count) + 2 + byte * 3 + byte / 8 }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
