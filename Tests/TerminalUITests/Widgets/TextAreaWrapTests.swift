import TestSupport
import Testing

@testable import TerminalUI

/// Long lines in rows of the field.
@Suite struct TextAreaWrapTests {
    private static let size = Size(columns: 9, rows: 4)

    private func area(_ text: String, line: Int = 0, _ character: Int = 0) -> TextArea {
        var area = TextArea(text, tabWidth: 4)
        area.wraps = true
        area.moveCursor(line: line, character: character)
        return area
    }

    private func press(_ keys: Key..., on area: inout TextArea) {
        for key in keys {
            _ = area.handle(key, height: Self.size.rows, columns: Self.size.columns)
            area.keepInView(height: Self.size.rows, columns: Self.size.columns)
        }
    }

    private func drawn(_ area: TextArea) -> (text: String, cursor: Point?) {
        var buffer = CellBuffer(size: Self.size)
        area.draw(in: buffer.bounds, isFocused: true, on: &buffer)
        var text = buffer.dump()
        while text.last == "\n" { text.removeLast() }
        return (text, buffer.cursor)
    }

    @Test func `a long line takes as many rows as it needs, the rest follows`() {
        let (text, cursor) = drawn(area("0123456789abcdefghij\nxy", 10))
        #expect(text == "01234567\n89abcdef\nghij\nxy")
        #expect(cursor == Point(x: 2, y: 1))
    }

    @Test func `Up and Down go by rows and keep the column, over short rows too`() {
        var area = area("0123456789abcdefghij\nxy\n0123456789", 6)
        press(.down, on: &area)
        #expect(area.cursor == TextArea.Position(line: 0, offset: 14))
        press(.down, on: &area)
        #expect(area.cursor == TextArea.Position(line: 0, offset: 20), "the row ends before that column")
        press(.down, on: &area)
        #expect(area.cursor == TextArea.Position(line: 1, offset: 2))
        press(.down, on: &area)
        #expect(area.cursor == TextArea.Position(line: 2, offset: 6))
        press(.up, .up, .up, .up, on: &area)
        #expect(area.cursor == TextArea.Position(line: 0, offset: 6))
        press(.up, on: &area)
        #expect(area.cursor == TextArea.Position(line: 0, offset: 0))
    }

    @Test func `Home and End mean the line, and the cursor behind a full row is in view`() {
        var area = area("0123456789abcdef", 3)
        press(.end, on: &area)
        #expect(area.cursor.offset == 16 && drawn(area).cursor == Point(x: 8, y: 1))
        press(.home, on: &area)
        #expect(area.cursor.offset == 0)
    }

    @Test func `wide graphemes and tabs are not divided`() {
        #expect(drawn(area("1234567漢x")).text == "1234567\n漢x")
        let tabs = area("\tab\tc\td")
        #expect(drawn(tabs).text == "    ab\nc   d")
        #expect(tabs.rowStarts(ofLine: 0, width: 8) == [.init(offset: 0, column: 0), .init(offset: 4, column: 8)])
    }

    @Test func `the view follows the cursor by rows and stays full`() {
        var area = area(String(repeating: "abcdefgh", count: 9))
        for _ in 0..<8 { press(.down, on: &area) }
        #expect(drawn(area).cursor == Point(x: 0, y: 3))
        press(.up, .up, .up, .up, on: &area)
        #expect(drawn(area).cursor == Point(x: 0, y: 0))
        press(.control("k"), on: &area)
        #expect(drawn(area).text == "abcdefgh\nabcdefgh\nabcdefgh\nabcdefgh")
    }

    @Test func `a click finds the grapheme under it`() {
        let area = area("0123456789abcdefghij\nxy")
        let rect = Rect(x: 2, y: 1, width: 9, height: 4)
        #expect(area.position(at: Point(x: 4, y: 2), in: rect) == TextArea.Position(line: 0, offset: 10))
        #expect(area.position(at: Point(x: 9, y: 3), in: rect) == TextArea.Position(line: 0, offset: 20))
        #expect(area.position(at: Point(x: 3, y: 4), in: rect) == TextArea.Position(line: 1, offset: 1))
    }

    @Test func `undo brings text and cursor back, whatever the rows are`() {
        var area = area("0123456789", 9)
        press(.character("x"), .character("y"), on: &area)
        #expect(drawn(area).text == "01234567\n8xy9")
        press(.alt("u"), on: &area)
        #expect(area.text == "0123456789" && area.cursor.offset == 9)
    }

    @Test func `in a line of a megabyte a row is found without reading it for each row`() {
        var area = area(String(repeating: "0123456789", count: 100_000))
        press(.end, on: &area)
        #expect(drawn(area).text.split(separator: "\n").count == 4 && drawn(area).cursor?.y == 3)
        press(.up, on: &area)
        #expect(area.cursor.offset == 999_991, "the last grapheme of the row above")
    }
}
