import NetEngine
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import TerminalUI

/// A window on lines at its edges, and bytes as numbers.
@Suite struct WindowEdgeTests {
    private func window(_ text: String, columns: Int = 10, rows: Int = 3, wraps: Bool = true) -> Viewport {
        let source = BodyDocument(text, "text/plain").lines(.raw, columns: columns)
        return Viewport(source: source, size: Size(columns: columns, rows: rows), wraps: wraps)
    }

    private func words(_ position: ScrollPosition) -> String { "\(position.line).\(position.row).\(position.column)" }

    /// 25 letters in three rows, then nine lines of one.
    private static let text =
        String(repeating: "a", count: 25) + "\n" + "bcdefghij".map { "\($0)" }.joined(separator: "\n")

    @Test func `a wrapped window moves by rows, and never past the last full screen`() {
        let window = window(Self.text)
        func moved(_ line: Int, _ row: Int, by rows: Int) -> String {
            words(window.moved(ScrollPosition(line: line, row: row), by: rows))
        }
        #expect(
            [moved(0, 0, by: 1), moved(0, 0, by: 2), moved(0, 0, by: 3), moved(0, 2, by: 1), moved(0, 1, by: 3)]
                == ["0.1.0", "0.2.0", "1.0.0", "1.0.0", "2.0.0"])
        #expect([moved(0, 0, by: 9), moved(0, 0, by: 10), moved(6, 0, by: 99)] == ["7.0.0", "7.0.0", "7.0.0"])
        #expect(
            [moved(1, 0, by: -1), moved(1, 0, by: -2), moved(1, 0, by: -3), moved(1, 0, by: -4), moved(3, 0, by: -3)]
                == ["0.2.0", "0.1.0", "0.0.0", "0.0.0", "0.2.0"])
        #expect(moved(4, 0, by: 0) == "4.0.0")
        #expect(words(window.bottom()) == "7.0.0" && [0, 1].map(window.rowCount) == [3, 1])
        let tall = self.window(Self.text, rows: 20)
        #expect(words(tall.bottom()) == "0.0.0" && words(tall.moved(ScrollPosition(), by: 5)) == "0.0.0")
        let short = self.window(Self.text, rows: 11)
        #expect(words(short.bottom()) == "0.1.0")
    }

    @Test func `a long line is written out without a divided character`() throws {
        for shift in 0..<2 {
            let text = String(repeating: "a", count: shift) + String(repeating: "é", count: 40_000)
            let lines = BodyDocument(text, "text/plain").lines(.raw, columns: 80)
            var written: [UInt8] = []
            try #require(lines as? any SequentialLines).writeLines(pieceBytes: 1 << 20) {
                written += $0
                return true
            }
            let isSame = written.filter { $0 != Byte.lineFeed } == Array(text.utf8)
            #expect(isSame, "\(shift)")
        }
    }

    @Test func `without wrapping it moves by lines, keeps its column, and goes sideways as far as there is text`() {
        let window = window(Self.text, wraps: false)
        #expect(words(window.moved(ScrollPosition(line: 2, column: 4), by: 3)) == "5.0.4")
        #expect(words(window.moved(ScrollPosition(line: 2, column: 4), by: 99)) == "7.0.4")
        #expect(words(window.moved(ScrollPosition(line: 2, column: 4), by: -9)) == "0.0.4")
        #expect(words(window.bottom(column: 3)) == "7.0.3")
        func shifted(_ column: Int, by columns: Int, line: Int = 0) -> Int {
            window.shifted(ScrollPosition(line: line, column: column), by: columns).column
        }
        #expect([shifted(0, by: 8), shifted(8, by: 8), shifted(15, by: 8)] == [8, 15, 15])
        #expect([shifted(15, by: -8), shifted(3, by: -8), shifted(0, by: 8, line: 3)] == [7, 0, 0])
        #expect(shifted(20, by: 8) == 20, "what is further to the right stays there")
        #expect(self.window(Self.text).shifted(ScrollPosition(row: 1), by: 8) == ScrollPosition(row: 1))
        let rows = window.rows(from: ScrollPosition(line: 8, column: 2))
        #expect(rows == [.init(line: 8, columns: 2..<12), .init(line: 9, columns: 2..<12)])
    }

    @Test func `a place that has to be scrolled to is a third from the top, beside it in the same way`() {
        let lines = (0..<50).map { "\($0)" + String(repeating: "x", count: 40) }.joined(separator: "\n")
        let window = window(lines, rows: 9, wraps: false)
        func revealed(_ line: Int, _ column: Int, width: Int = 2, from start: ScrollPosition = ScrollPosition())
            -> String
        {
            words(window.revealing(line: line, column: column, width: width, from: start))
        }
        #expect(
            [revealed(8, 0), revealed(9, 0), revealed(30, 0), revealed(49, 0)] == [
                "0.0.0", "6.0.0", "27.0.0", "41.0.0",
            ])
        #expect(
            revealed(1, 0, from: ScrollPosition(line: 20)) == "0.0.0"
                && revealed(10, 0, from: ScrollPosition(line: 20)) == "7.0.0")
        // Ten columns: eight to nine is the last place of two.
        #expect([revealed(0, 8), revealed(0, 9), revealed(0, 20)] == ["0.0.0", "0.0.6", "0.0.17"])
        #expect(
            revealed(0, 4, from: ScrollPosition(column: 20)) == "0.0.0",
            "what fits into the first screen is shown there")
        #expect(revealed(0, 25, from: ScrollPosition(column: 20)) == "0.0.20")
        let wrapped = self.window(lines, rows: 9)
        // Of 41 columns each line has five rows.
        #expect(words(wrapped.revealing(line: 1, column: 35, width: 2, from: ScrollPosition())) == "0.0.0")
        #expect(words(wrapped.revealing(line: 2, column: 35, width: 2, from: ScrollPosition())) == "2.0.0")
    }

    @Test func `a position is put inside after every change`() {
        let window = window(Self.text)
        func clamped(_ line: Int, _ row: Int = 0, _ column: Int = 0) -> String {
            words(window.clamped(ScrollPosition(line: line, row: row, column: column)))
        }
        #expect(
            [clamped(0, 9), clamped(0, 1, 5), clamped(1, 4), clamped(8), clamped(99), clamped(7)]
                == ["0.2.0", "0.1.0", "1.0.0", "7.0.0", "7.0.0", "7.0.0"])
        let plain = self.window(Self.text, wraps: false)
        #expect(words(plain.clamped(ScrollPosition(line: 0, row: 2, column: 5))) == "0.0.5")
        let none = self.window("", rows: 0)
        #expect(none.rows(from: ScrollPosition()).isEmpty && words(none.bottom(column: 2)) == "0.0.2")
    }

    // MARK: Bytes

    private func hex(_ count: Int, columns: Int, shown: Int? = nil) -> HexLines {
        HexLines(
            BodyBytes((0..<count).map { UInt8(truncatingIfNeeded: $0 + 0x30) }), count: shown ?? count, columns: columns
        )
    }

    @Test func `a row has sixteen bytes, or as many as fit, with a gap after eight`() {
        #expect(
            hex(18, columns: 72).texts == [
                "0000  30 31 32 33 34 35 36 37  38 39 3A 3B 3C 3D 3E 3F  0123456789:;<=>?",
                "0010  40 41                                             @A",
            ])
        #expect(
            hex(9, columns: 71).texts == [
                "0000  30 31 32 33 34 35 36 37  01234567", "0008  38                       8",
            ])
        #expect([72, 71, 39, 38, 23, 1].map { hex(20, columns: $0).bytesPerLine } == [16, 8, 8, 4, 4, 4])
        let edges = HexLines(BodyBytes([0x1F, 0x20, 0x7E, 0x7F, 0xFF]), count: 5, columns: 80).texts
        #expect(edges == ["0000  1F 20 7E 7F FF                                    . ~.."])
        let lines = hex(18, columns: 72)
        #expect(lines.lineCount == 2 && lines.columnCount(ofLine: 0) == 72 && lines.columnCount(ofLine: 1) == 58)
        #expect(hex(0, columns: 72).lineCount == 0 && hex(20, columns: 72, shown: 16).lineCount == 1)
        #expect(lines.line(0, columns: 4..<9).string == "  30 " && lines.line(5, columns: 0..<9).spans.isEmpty)
        let large = HexLines(BodyBytes([]), count: 0x10000, columns: 76)
        #expect(large.bytesPerLine == 16 && HexLines(BodyBytes([]), count: 0xFFFF, columns: 76).bytesPerLine == 16)
        #expect(HexLines(BodyBytes([]), count: 0x10000, columns: 75).bytesPerLine == 8)
        #expect(HexLines(BodyBytes([]), count: 0xFFFF, columns: 72).bytesPerLine == 16)
    }

    @Test func `a byte is found as a number and as text, and hits are cut at their row`() {
        let lines = hex(40, columns: 72)
        func place(_ offset: Int) -> [Int] {
            let place = lines.place(of: TextPlace(offset: offset))
            return [place.line, place.column]
        }
        #expect([0, 7, 8, 15, 16, 33].map(place) == [[0, 6], [0, 27], [0, 31], [0, 52], [1, 6], [2, 9]])
        func columns(_ bytes: Range<Int>, _ line: Int) -> [Range<Int>] {
            lines.columns(of: TextRange(text: 0, bytes: bytes), inLine: line)
        }
        #expect(columns(7..<9, 0) == [27..<33, 63..<65] && columns(14..<18, 0) == [49..<54, 70..<72])
        #expect(columns(14..<18, 1) == [6..<11, 56..<58] && columns(0..<4, 1).isEmpty)
        #expect(lines.bytes(ofLine: 2, columns: 0..<9) == TextRange(text: 0, bytes: 32..<40))
        #expect(lines.bytes(ofLine: 9, columns: 0..<9) == TextRange(text: 0, bytes: 40..<40))
    }
}
