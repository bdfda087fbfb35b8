import TestSupport
import Testing

@testable import Base
@testable import TerminalUI

struct DisplayWidthTests {
    @Test(arguments: [
        ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("한", 2), ("ᄒ\u{1161}\u{11AB}", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("❤️", 2),
        ("❤", 1), ("1️⃣", 2), ("🇩🇪", 2), ("№", 1), ("Ａ", 2), ("─", 1), ("…", 1), ("क्ष", 2), ("", 0), ("日本 go", 7),
    ])
    func `width belongs to the grapheme`(text: String, width: Int) {
        #expect(DisplayWidth.of(SafeText(text)) == width)
        #expect(CellGraphemes(text).reduce(0) { $0 + $1.1 } == width)
    }

    @Test func `the table is in order, so that it can be searched by halves`() {
        for table in [WidthTable.wide, WidthTable.zero] {
            #expect(table.allSatisfy { $0.0 <= $0.1 })
            #expect(zip(table, table.dropFirst()).allSatisfy { $0.1 < $1.0 })
        }
    }
}

struct CellBufferTests {
    @Test func `text is clipped at every edge`() {
        var buffer = CellBuffer(size: Size(columns: 4, rows: 1))
        buffer.draw("abcdef", at: Point(x: -2, y: 0))
        buffer.draw("x", at: Point(x: 0, y: 1))
        buffer.draw("x", at: Point(x: 0, y: -1))
        #expect(buffer.dump() == "cdef")
    }

    @Test func `a flag is one wide cell, and a letter with its accent one narrow cell`() {
        var buffer = CellBuffer(size: Size(columns: 5, rows: 1))
        buffer.draw("🇩🇪e\u{301}🇫🇷", at: Point(x: 0, y: 0))
        #expect((0..<5).map { buffer[$0, 0].grapheme } == ["🇩🇪", "", "e\u{301}", "🇫🇷", ""])
        #expect((0..<5).map { buffer[$0, 0].width } == [2, 0, 1, 2, 0])
    }

    @Test func `a wide character that does not fit becomes a space`() {
        var buffer = CellBuffer(size: Size(columns: 3, rows: 1))
        buffer.draw("漢漢", at: Point(x: 0, y: 0))
        #expect(buffer.dump() == "漢")
        buffer.draw("漢漢", at: Point(x: -1, y: 0))
        #expect(buffer.dump() == " 漢")
    }

    @Test func `a cell that is set where it does not fit, or without its left half, becomes a narrow space`() {
        var buffer = CellBuffer(size: Size(columns: 4, rows: 2))
        buffer.draw("abcd", at: Point(x: 0, y: 0))
        buffer[1, 0] = Cell(grapheme: "", width: 0, style: Style(.url))
        buffer[3, 0] = Cell(grapheme: "漢", width: 2, style: Style(.url))
        #expect(buffer.dump() == "a c\n")
        #expect((0..<4).map { buffer[$0, 0].width } == [1, 1, 1, 1])
        #expect((0..<4).map { buffer[$0, 0].style.role } == [.text, .url, .text, .url])
        #expect(buffer[0, 1] == .space)
        buffer[4, 0] = Cell(grapheme: "x", width: 1, style: .text)
        #expect(buffer.dump() == "a c\n")
    }

    @Test(arguments: [0, 1, 2, 3])
    func `overwriting half of a wide character clears the other half`(x: Int) {
        var buffer = CellBuffer(size: Size(columns: 4, rows: 1))
        buffer.draw("漢字", at: Point(x: 0, y: 0))
        buffer.draw("x", at: Point(x: x, y: 0))
        #expect(buffer.dump() == ["x 字", " x字", "漢x", "漢 x"][x])
        expectWholePairs(buffer)
    }

    @Test(arguments: 0..<20)
    func `no half of a wide character is ever left alone`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var buffer = CellBuffer(size: Size(columns: 9, rows: 2))
        for _ in 0..<60 {
            let at = Point(x: .random(in: -3..<11, using: &generator), y: .random(in: -1..<3, using: &generator))
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: buffer.draw("漢a👍🏽e\u{301}字", at: at, width: .random(in: 0..<9, using: &generator))
            case 1: buffer.fill(Rect(x: at.x, y: at.y, width: 3, height: 1))
            default:
                let clip = Rect(x: at.x, y: 0, width: .random(in: 0..<6, using: &generator), height: 2)
                buffer.clipped(to: clip) { $0.draw("字字字", at: Point(x: at.x - 1, y: 0)) }
            }
            expectWholePairs(buffer)
        }
    }

    private func expectWholePairs(_ buffer: CellBuffer) {
        for y in 0..<buffer.size.rows {
            for x in 0..<buffer.size.columns {
                switch buffer[x, y].width {
                case 2: #expect(x + 1 < buffer.size.columns && buffer[x + 1, y].width == 0)
                case 0: #expect(x > 0 && buffer[x - 1, y].width == 2)
                default: break
                }
            }
        }
    }

    @Test func `escapes are drawn in their own role`() {
        var buffer = CellBuffer(size: Size(columns: 6, rows: 1))
        #expect(buffer.draw("a\u{1}b", at: Point(x: 0, y: 0), style: Style(.url)) == 6)
        #expect((0..<6).map { buffer[$0, 0].style.role } == [.url, .escape, .escape, .escape, .escape, .url])
    }

    @Test func `text that is too long ends in an ellipsis`() {
        var buffer = CellBuffer(size: Size(columns: 5, rows: 3), glyphs: .ascii)
        buffer.drawTruncated("abcdefg", at: Point(x: 0, y: 0), width: 5)
        buffer.drawTruncated("abcde", at: Point(x: 0, y: 1), width: 5)
        buffer.drawTruncated("漢字漢", at: Point(x: 0, y: 2), width: 4)
        #expect(buffer.dump() == "abcd~\nabcde\n漢~")
    }

    @Test func `texts that need more rows than there are end in an ellipsis`() {
        func drawn(_ texts: [String], rows: Int) -> String {
            var buffer = CellBuffer(size: Size(columns: 7, rows: 3))
            buffer.drawWrapped(texts, in: Rect(x: 0, y: 0, width: 7, height: rows), style: .text)
            return buffer.dump()
        }
        #expect(drawn(["one two three", "four"], rows: 3) == "one two\nthree\nfour")
        #expect(drawn(["one two three", "four"], rows: 2) == "one two\nthree …\n")
        #expect(drawn(["one two", "three"], rows: 1) == "one tw…\n\n")
        #expect(drawn(["one two"], rows: 0) == "\n\n" && drawn([], rows: 3) == "\n\n")
    }

    @Test func `lines that need more rows than there are end in an ellipsis`() {
        func drawn(_ lines: [Line], rows: Int) -> String {
            var buffer = CellBuffer(size: Size(columns: 5, rows: 3))
            buffer.draw(lines, in: Rect(x: 0, y: 0, width: 5, height: rows))
            return buffer.dump()
        }
        let lines = [Line("one"), Line("three"), Line("two")]
        #expect(drawn(lines, rows: 3) == "one\nthree\ntwo")
        #expect(drawn(lines, rows: 2) == "one\nthre…\n")
        #expect(drawn(lines, rows: 1) == "one…\n\n")
        #expect(drawn(lines, rows: 0) == "\n\n" && drawn([], rows: 1) == "\n\n")
    }

    @Test func `a line keeps its trailing part and cuts the rest`() {
        var buffer = CellBuffer(size: Size(columns: 12, rows: 2))
        buffer.draw(
            Line([Span("orders"), Span(".http")], trailing: [Span("GET")]), in: Rect(x: 0, y: 0, width: 12, height: 1))
        buffer.draw(Line([Span("ab")], trailing: [Span("GET")]), in: Rect(x: 0, y: 1, width: 12, height: 1))
        #expect(buffer.dump() == "orders.… GET\nab       GET")
    }

    @Test func `a line whose trailing part gives way keeps the rest`() {
        func drawn(_ left: SafeText, _ width: Int) -> String {
            var buffer = CellBuffer(size: Size(columns: width, rows: 1))
            let line = Line([Span(left)], trailing: [Span("line 2"), Span(" ")], cutsTrailing: true)
            buffer.draw(line, in: Rect(x: 0, y: 0, width: width, height: 1))
            return buffer.dump()
        }
        #expect(drawn("60 s", 13) == "60 s  line 2")
        #expect(drawn("60 s", 12) == "60 s line 2" && drawn("60 s", 11) == "60 s line 2")
        #expect(drawn("60 s", 10) == "60 s line…" && drawn("60 s", 6) == "60 s …")
        #expect(drawn("60 s", 5) == "60 s" && drawn("60 s", 3) == "60…")
    }

    @Test func `a buffer without room takes any drawing`() {
        var buffer = CellBuffer(size: Size(columns: 0, rows: 0))
        Box("x", isFocused: true).draw(in: Rect(x: 0, y: 0, width: 5, height: 5), on: &buffer)
        buffer.draw("漢", at: Point(x: 0, y: 0))
        #expect(buffer.dump() == "")
    }
}

struct CellBufferDiffTests {
    private func buffer(_ lines: String...) -> CellBuffer {
        var buffer = CellBuffer(size: Size(columns: 6, rows: lines.count))
        for (y, line) in lines.enumerated() { buffer.draw(SafeText(line), at: Point(x: 0, y: y)) }
        return buffer
    }

    @Test func `only what changed is written`() {
        let diff = CellBufferDiff(from: buffer("abcdef", "same"), to: buffer("aXcdYZ", "same"))
        #expect(diff.runs.map(\.start) == [Point(x: 1, y: 0), Point(x: 4, y: 0)])
        #expect(diff.runs.map { $0.cells.map(\.grapheme).joined() } == ["X", "YZ"])
        #expect(CellBufferDiff(from: buffer("a"), to: buffer("a")).runs.isEmpty)
    }

    @Test func `a screen of another size is written whole`() {
        #expect(CellBufferDiff(from: nil, to: buffer("a")).runs.first?.cells.count == 6)
        #expect(CellBufferDiff(from: buffer("a", "b"), to: buffer("a")).runs.first?.cells.count == 6)
    }

    @Test(arguments: 0..<20)
    func `applying the difference gives the new screen`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces: [SafeText] = ["漢", "a", "👍🏽", "字x", "e\u{301}", " "]
        func random() -> CellBuffer {
            var buffer = CellBuffer(size: Size(columns: 8, rows: 3))
            for _ in 0..<10 {
                let at = Point(x: .random(in: 0..<8, using: &generator), y: .random(in: 0..<3, using: &generator))
                buffer.draw(pieces.randomElement(using: &generator) ?? "a", at: at)
            }
            return buffer
        }
        for _ in 0..<20 {
            let old = random()
            let new = random()
            var screen = old
            for run in CellBufferDiff(from: old, to: new).runs {
                #expect(run.cells.first?.width != 0)
                #expect(run.cells.last?.width != 2)
                for (offset, cell) in run.cells.enumerated() where cell.width > 0 {
                    screen[run.start.x + offset, run.start.y] = cell
                }
            }
            #expect(screen == new)
        }
    }
}

struct TabStopsTests {
    @Test(arguments: [
        ("\ta", "    a"), ("ab\tc", "ab  c"), ("漢\tc", "漢  c"), ("a\u{1}\tc", "a\u{1}   c"), ("none", "none"),
    ])
    func `a tab reaches to the next stop`(text: String, expanded: String) {
        #expect(TabStops.expand(text, width: 4) == expanded)
    }
}
