import Base
import TestSupport
import Testing

@testable import TerminalUI

/// What fields and text areas do at their ends and limits.
@Suite struct FieldEditTests {
    private static let keys: [String: Key] = [
        "left": .left, "right": .right, "home": .home, "end": .end, "back": .backspace, "del": .delete, "up": .up,
        "down": .down, "enter": .enter, "tab": .tab, "pgup": .pageUp, "pgdn": .pageDown, "space": .character(" "),
    ]

    /// `^k` is Ctrl, `!u` is Alt, a name that key, and anything else the letters.
    private func read(_ word: Substring) -> [Key] {
        if let key = Self.keys[String(word)] { return [key] }
        if word.count == 2, let last = word.last {
            if word.first == "^" { return [.control(last)] }
            if word.first == "!" { return [.alt(last)] }
        }
        return word.map { .character($0) }
    }

    /// A text with `|` where the cursor is.
    private func marked(_ field: TextField) -> String {
        String(field.text.prefix(field.cursor)) + "|" + String(field.text.dropFirst(field.cursor))
    }

    private func marked(_ area: TextArea) -> String {
        var lines = area.lines
        let line = lines[area.cursor.line]
        let index = line.utf8.index(line.startIndex, offsetBy: area.cursor.offset)
        lines[area.cursor.line] = String(line[..<index]) + "|" + String(line[index...])
        return lines.joined(separator: "/")
    }

    // MARK: One line

    @Test func `a field edits around its cursor, and stops at its ends`() {
        let table = """
            home left -> |one two
            end right -> one two|
            !b !b !b -> |one two
            home !f !f !f -> one two|
            home ^w -> |one two
            home ^u ^y -> |one two
            ^u ^y ^y -> one twoone two|
            left ^k ^y ^y -> one twoo|
            left left ^u -> |wo
            home right ^k !u -> o|ne two
            home !d !d -> |
            ^a del del -> |e two
            ^a ^d ^d ^d ^d -> |two
            back back back back -> one|
            back back !u -> one two|
            x y !u -> one two|
            x left y !u -> one two|x
            x space y !u !u -> one twox|
            ^w ^y !u !u -> one two|
            !u -> one two|
            !r -> one two|
            x !u !r -> one twox|
            """
        let found = FilledTable(table).filled { keys in
            var field = TextField("one two")
            for word in keys.split(separator: " ") { for key in read(word) { _ = field.handle(key) } }
            return marked(field)
        }
        #expect(found == table)
    }

    @Test func `a hundred edits can be taken back, no more`() {
        var field = TextField("")
        for _ in 0..<101 { field.paste("x") }
        for _ in 0..<200 { _ = field.handle(.alt("u")) }
        #expect(field.text == "x")
        for _ in 0..<200 { _ = field.handle(.alt("r")) }
        #expect(field.text.count == 101)
        field.set("new")
        #expect(field.text == "new" && field.cursor == 3)
        _ = field.handle(.alt("u"))
        #expect(field.text.count == 101)
    }

    @Test func `of a field that is set or filled, line breaks become spaces, but those at its end`() {
        var field = TextField("a\r\nb\n\n")
        #expect(field.text == "a b" && field.cursor == 3)
        field.set("\nc\u{2028}d\r")
        #expect(field.text == " c d")
        field.replaceBeforeCursor(99, with: "x\ny\n")
        #expect(field.text == "x y" && field.cursor == 3)
        field.replaceBeforeCursor(0, with: "!")
        #expect(field.text == "x y!")
    }

    @Test func `a long text moves by half a field at a time`() {
        let scrolls = [0, 7, 8, 11, 12, 15, 16].map { TextField.scroll(cursorColumn: $0, width: 8) }
        #expect(scrolls == [0, 0, 4, 4, 8, 8, 12])
        #expect([0, 1, 2, 5].map { TextField.scroll(cursorColumn: $0, width: 1) } == [0, 1, 2, 5])
        #expect([1, 2, 3].map { TextField.scroll(cursorColumn: $0, width: 2) } == [0, 1, 2])
        #expect([2, 3, 4].map { TextField.scroll(cursorColumn: $0, width: 3) } == [0, 2, 3])
        #expect(TextField.scroll(cursorColumn: 5, width: 0) == 0)
    }

    @Test func `a field looks like text without the focus, unless it is given a style`() {
        func role(_ isFocused: Bool, _ style: Style?) -> Role {
            var buffer = CellBuffer(size: Size(columns: 6, rows: 1))
            let field = TextField("ab")
            if let style {
                field.draw(in: buffer.bounds, isFocused: isFocused, style: style, on: &buffer)
            } else {
                field.draw(in: buffer.bounds, isFocused: isFocused, on: &buffer)
            }
            return buffer[0, 0].style.role
        }
        #expect([role(true, nil), role(false, nil)] == [.input, .text])
        #expect([role(true, Style(.url)), role(false, Style(.url))] == [.url, .url])
    }

    // MARK: A field for pasted lines

    @Test func `several lines that are pasted into an empty field stay as they are until a key drops them`() {
        var field = PasteableField(placeholder: "none")
        field.paste("a\nb\n\nc\n")
        #expect(field.text == "a\nb\n\nc\n" && field.pasted == field.text && !field.joinsPastedLines)
        var buffer = CellBuffer(size: Size(columns: 20, rows: 1))
        field.draw(in: buffer.bounds, isFocused: true, on: &buffer)
        #expect(buffer.dump() == "pasted: 3 lines" && buffer.cursor == nil)
        var single = PasteableField(placeholder: "none")
        single.paste("a\n\n")
        var row = CellBuffer(size: Size(columns: 20, rows: 1))
        single.draw(in: row.bounds, isFocused: true, on: &row)
        #expect(row.dump() == "pasted: 1 line")
        let letter = field.handle(.character("x"))
        #expect(!letter && field.text == "a\nb\n\nc\n")
        let enter = field.handle(.enter)
        #expect(!enter && field.text.isEmpty, "any other key drops it")
        _ = field.handle(.character("x"))
        #expect(field.text == "x" && field.joinsPastedLines)
        field.paste("y\nz")
        #expect(field.text == "xy z" && field.pasted == nil, "beside what is typed it is one line")
        field.replaceBeforeCursor(2, with: "!")
        #expect(field.text == "xy!")
        var one = PasteableField(placeholder: "none")
        one.paste("a\nb")
        one.paste("c")
        #expect(one.text == "c" && one.pasted == nil)
        one.draw(in: buffer.bounds, isFocused: true, on: &buffer)
        #expect(buffer.cursor == Point(x: 1, y: 0))
    }

    // MARK: Many lines

    @Test func `a text area edits over its lines, and stops at its ends`() {
        let table = """
            left -> |ab/  cd/efgh
            up -> |ab/  cd/efgh
            end up -> |ab/  cd/efgh
            down down end down -> ab/  cd/efgh|
            down down down -> ab/  cd/efgh|
            right right right -> ab/|  cd/efgh
            down end enter x -> ab/  cd/  x|/efgh
            down right enter -> ab/ / | cd/efgh
            down home enter -> ab//|  cd/efgh
            end del -> ab|  cd/efgh
            down back -> ab|  cd/efgh
            end ^k -> ab|  cd/efgh
            ^k ^k ^y -> /|  cd/efgh
            down end ^u ^y ^y -> ab/  cd  cd|/efgh
            down end ^w -> ab/  |/efgh
            down ^w -> ab|  cd/efgh
            down end !f -> ab/  cd/|efgh
            down !b -> ab|/  cd/efgh
            !> !u -> ab/  cd/efgh|
            x y !u -> |ab/  cd/efgh
            x space y !u -> x|ab/  cd/efgh
            x left y !u -> |xab/  cd/efgh
            end back back !u -> ab|/  cd/efgh
            enter !u !r -> /|ab/  cd/efgh
            x !u y !r -> y|ab/  cd/efgh
            pgdn -> ab/  cd/|efgh
            !> pgup -> ab|/  cd/efgh
            end down down -> ab/  cd/ef|gh
            down end right left up end down down -> ab/  cd/ef|gh
            tab tab -> ..|ab/  cd/efgh
            right tab -> a.|b/  cd/efgh
            """
        let found = FilledTable(table).filled { keys in
            var area = TextArea("ab\n  cd\nefgh")
            for word in keys.split(separator: " ") { for key in read(word) { _ = area.handle(key, height: 3) } }
            return marked(area)
        }
        let wanted = table.replacing("..|ab", with: "    |ab").replacing("a.|b", with: "a |b")
        #expect(found == wanted)
    }

    @Test func `words of more than 64 letters are several edits, and a thousand edits can be taken back`() {
        var area = TextArea("")
        for _ in 0..<100 { _ = area.handle(.character("x")) }
        area.undo()
        #expect(area.text.utf8.count == 64)
        area.undo()
        #expect(area.text.isEmpty && !area.canUndo)
        for _ in 0..<1001 { area.paste("y") }
        while area.canUndo { area.undo() }
        #expect(area.text == "y")
    }

    @Test func `keys that mean nothing to a text area are left to its pane, and keep the column that it aims for`() {
        var area = TextArea("abcdef\nab\nabcdef")
        area.moveCursor(line: 0, character: 5)
        _ = area.handle(.down)
        for key in [Key.escape, .backTab, .function(5), .control("s"), .insert] {
            let isHandled = area.handle(key)
            #expect(!isHandled)
        }
        _ = area.handle(.down)
        #expect(area.cursor == TextArea.Position(line: 2, offset: 5))
        area.moveCursor(line: 9, character: 99)
        #expect(area.cursor == TextArea.Position(line: 2, offset: 6))
        area.moveCursor(line: -1, character: -1)
        #expect(area.cursor == TextArea.Position(line: 0, offset: 0))
        area.moveCursor(to: TextArea.Position(line: 1, offset: 99))
        #expect(area.cursor == TextArea.Position(line: 1, offset: 2))
        #expect(area.revision == 0, "nothing was edited")
    }

    @Test func `a click beside a tab or a wide letter is at its edge`() {
        let area = TextArea("\ta漢b", tabWidth: 4)
        let offsets = (0...9).map { area.offset(ofColumn: $0, inLine: 0) }
        #expect(offsets == [0, 0, 0, 0, 1, 2, 2, 5, 6, 6])
        #expect(area.column(after: "\ta漢") == 7)
    }
}
