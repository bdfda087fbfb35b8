import Testing

@testable import Base
@testable import TerminalUI

struct TextFieldTests {
    /// Types keys into a field. `|` in the expectation is the cursor.
    private func field(_ text: String, _ keys: [Key]) -> TextField {
        var field = TextField(text)
        for key in keys {
            let handled = field.handle(key)
            #expect(handled)
        }
        return field
    }

    private func marked(_ field: TextField) -> String {
        String(field.text.prefix(field.cursor)) + "|" + String(field.text.dropFirst(field.cursor))
    }

    @Test(arguments: [
        ([Key.character("x")], "one two.three foox|"),
        ([.control("a")], "|one two.three foo"), ([.home, .control("e")], "one two.three foo|"),
        ([.control("b"), .left], "one two.three f|oo"), ([.home, .right, .control("f")], "on|e two.three foo"),
        ([.alt("b"), .alt("b")], "one two.|three foo"), ([.home, .alt("f"), .alt("f")], "one two|.three foo"),
        ([.backspace], "one two.three fo|"), ([.home, .delete, .control("d")], "|e two.three foo"),
        ([.alt("b"), .control("k")], "one two.three |"), ([.alt("b"), .control("u")], "|foo"),
        ([.control("w"), .control("w")], "one |"), ([.home, .alt("d")], "| two.three foo"),
        ([.wordLeft, .wordLeft], "one two.|three foo"), ([.textStart, .deleteWord], "| two.three foo"),
        ([.textStart, .textEnd], "one two.three foo|"), ([.textStart, .wordRight], "one| two.three foo"),
        ([.alt("\u{7F}")], "one two.three |"), ([.control("w"), .home, .control("y")], "foo|one two.three "),
        ([.home, .backspace, .left], "|one two.three foo"), ([.end, .delete, .right], "one two.three foo|"),
    ])
    func `readline's keys edit and move`(keys: [Key], result: String) {
        #expect(marked(field("one two.three foo", keys)) == result)
    }

    @Test(arguments: [Key.enter, .escape, .tab, .up, .pageDown, .function(5), .control("s")])
    func `keys that mean something to the pane are left to it`(key: Key) {
        var field = TextField("a")
        let handled = field.handle(key)
        #expect(!handled)
        #expect(field.text == "a")
    }

    @Test func `backspace takes a whole grapheme`() {
        #expect(marked(field("a👨‍👩‍👧e\u{301}", [.backspace])) == "a👨‍👩‍👧|")
        #expect(marked(field("a👨‍👩‍👧", [.backspace])) == "a|")
    }

    @Test func `a paste has no line ends but keeps all else`() {
        var field = TextField("ac")
        _ = field.handle(.left)
        field.paste("one\r\ntwo\nthree\u{1B}\n\n")
        #expect(marked(field) == "aone two three\u{1B}|c")
    }

    @Test func `a field that keeps line breaks draws them as escapes, and drops only those at the end of a paste`() {
        var field = TextField("a\nb\n", keepsLineBreaks: true)
        #expect(field.text == "a\nb\n")
        _ = field.handle(.control("u"))
        field.paste("one\r\ntwo\rthree\n\n")
        #expect(field.text == "one\ntwo\nthree")
        var buffer = CellBuffer(size: Size(columns: 40, rows: 1))
        field.draw(in: buffer.bounds, isFocused: true, on: &buffer)
        #expect(buffer.dump() == "one\\x0Atwo\\x0Athree")
        #expect(buffer.cursor == Point(x: 19, y: 0))
        for key in [Key.home, .control("k"), .control("y")] { _ = field.handle(key) }
        #expect(field.text == "one\ntwo\nthree")
    }

    @Test(arguments: [("a", false), ("a\n", false), ("a\r\n\n", false), ("\n", false), ("a\nb", true), ("\na\n", true)])
    func `line breaks at the end of a paste make no second line`(pasted: String, isSeveral: Bool) {
        #expect(TextField.hasSeveralLines(pasted) == isSeveral)
    }

    @Test func `a mark typed alone joins the letter before it`() {
        #expect(marked(field("e", [.character("\u{301}")])) == "e\u{301}|")
    }

    @Test func `drawn text is scrolled so that the cursor is seen`() {
        var buffer = CellBuffer(size: Size(columns: 8, rows: 1))
        var field = TextField("abcdefghijkl")
        field.draw(in: buffer.bounds, isFocused: true, on: &buffer)
        #expect(buffer.dump() == "…jkl")
        #expect(buffer.cursor == Point(x: 4, y: 0))
        _ = field.handle(.home)
        field.draw(in: buffer.bounds, isFocused: true, on: &buffer)
        #expect(buffer.dump() == "abcdefg…")
        #expect(buffer.cursor == Point(x: 0, y: 0))
    }

    @Test func `the cursor stays in the row wherever it is and however narrow the row`() {
        for width in 1...6 {
            var field = TextField("ab漢字👍🏽\u{1B}cd")
            for cursor in 0...field.text.count {
                _ = field.handle(.home)
                for _ in 0..<cursor { _ = field.handle(.right) }
                var buffer = CellBuffer(size: Size(columns: width, rows: 1))
                field.draw(in: buffer.bounds, isFocused: true, on: &buffer)
                #expect(buffer.cursor.map { buffer.bounds.contains($0) } == true, "width \(width), cursor \(cursor)")
            }
        }
    }

    @Test func `the cursor goes before the character at a column, or behind the text`() {
        func cursor(_ text: String, _ column: Int, width: Int = 20, isSecret: Bool = false) -> Int {
            var field = TextField(text, isSecret: isSecret)
            field.moveCursor(toColumn: column, width: width)
            return field.cursor
        }
        #expect((0...4).map { cursor("abc", $0) } == [0, 1, 2, 3, 3])
        #expect((0...4).map { cursor("日b", $0) } == [0, 0, 1, 2, 2])
        #expect((0...3).map { cursor("日b", $0, isSecret: true) } == [0, 1, 2, 2])
        // Scrolled by 20 columns, because the cursor is at the end.
        #expect(cursor("abcdefghijklmnopqrstuvwxyz", 3, width: 10) == 23)
    }

    @Test func `an empty field shows what belongs there`() {
        var buffer = CellBuffer(size: Size(columns: 8, rows: 1))
        TextField(placeholder: "URL").draw(in: buffer.bounds, isFocused: false, on: &buffer)
        #expect(buffer.dump() == "URL")
        #expect(buffer[0, 0].style.role == .placeholder)
        #expect(buffer.cursor == nil)
    }

    @Test func `a secret is drawn as stars`() {
        var buffer = CellBuffer(size: Size(columns: 8, rows: 1))
        TextField("p\u{1B}漢", isSecret: true).draw(in: buffer.bounds, isFocused: true, on: &buffer)
        #expect(buffer.dump() == "***")
        #expect(buffer.cursor == Point(x: 3, y: 0))
    }
}
