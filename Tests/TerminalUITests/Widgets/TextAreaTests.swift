import TestSupport
import Testing

@testable import TerminalUI

struct TextAreaTests {
    private func marked(_ area: TextArea) -> String {
        var lines = area.lines
        guard lines.indices.contains(area.cursor.line) else { return "the cursor is outside" }
        let line = lines[area.cursor.line]
        let index = line.utf8.index(line.startIndex, offsetBy: area.cursor.offset)
        lines[area.cursor.line] = String(line[..<index]) + "|" + String(line[index...])
        return lines.joined(separator: "\n")
    }

    private func area(_ text: String, at line: Int, _ character: Int, _ keys: [Key]) -> TextArea {
        var area = TextArea(text)
        area.moveCursor(line: line, character: character)
        for key in keys {
            let handled = area.handle(key)
            #expect(handled)
        }
        return area
    }

    @Test(arguments: [
        ([Key.enter, .character("x")], "  one\n  x|\nthree\n"),
        ([.up, .end, .enter], "  one\n  |\n\nthree\n"),
        ([.backspace], "  one|\nthree\n"), ([.delete], "  one\n|three\n"),
        ([.left], "  one|\n\nthree\n"), ([.right, .right], "  one\n\nt|hree\n"),
        ([.down, .control("k")], "  one\n\n|\n"), ([.down, .control("k"), .control("k")], "  one\n\n|"),
        ([.down, .end, .control("u")], "  one\n\n|\n"), ([.up, .end, .control("w")], "  |\n\nthree\n"),
        ([.control("w")], "  one|\nthree\n"),
        ([.alt(">")], "  one\n\nthree\n|"), ([.alt("<")], "|  one\n\nthree\n"),
        ([.pageUp], "|  one\n\nthree\n"), ([.tab], "  one\n  |\nthree\n"),
        ([.alt("f")], "  one\n\n|three\n"), ([.alt("b")], "  one|\n\nthree\n"),
        ([.down, .alt("d"), .control("y"), .control("y")], "  one\n\nthreethree|\n"),
    ])
    func `keys edit and move over lines`(keys: [Key], result: String) {
        let start = area("  one\n\nthree\n", at: 1, 0, keys)
        if keys.first == .enter {
            // A new line gets the indent of the text before the cursor, which is empty here.
            #expect(marked(start) == "  one\n\nx|\nthree\n")
        } else {
            #expect(marked(start) == result)
        }
    }

    @Test func `the key Tab indents by its own width, whatever a tab in the text is wide`() {
        var area = TextArea("\ta", tabWidth: 4, indentWidth: 2)
        #expect(area.column(after: "\ta") == 5)
        area.moveCursor(line: 0, character: 2)
        _ = area.handle(.tab)
        #expect(marked(area) == "\ta |")
    }

    @Test func `up and down keep the column over short lines`() {
        let start = area("abcdef\nab\nabcdef", at: 0, 5, [.down])
        #expect(marked(start) == "abcdef\nab|\nabcdef")
        #expect(marked(area("abcdef\nab\nabcdef", at: 0, 5, [.down, .down])) == "abcdef\nab\nabcde|f")
        #expect(marked(area("漢字x\nabcd", at: 0, 1, [.down])) == "漢字x\nab|cd")
    }

    @Test func `typed words are undone one by one, and redone`() {
        var area = TextArea("")
        for character in "one two" { _ = area.handle(.character(character)) }
        _ = area.handle(.control("_"))
        #expect(marked(area) == "one|")
        _ = area.handle(.alt("u"))
        #expect(marked(area) == "|")
        #expect(!area.canUndo)
        _ = area.handle(.alt("r"))
        _ = area.handle(.alt("r"))
        #expect(marked(area) == "one two|")
        #expect(!area.canRedo)
    }

    @Test(arguments: [
        ([Key.delete, .delete], 1, "o|ne\ntwo", true), ([.control("d"), .delete], 1, "o|ne\ntwo", true),
        ([.backspace, .backspace], 2, "on|e\ntwo", true), ([.backspace, .delete], 2, "on|e\ntwo", true),
        ([.delete, .backspace], 2, "on|e\ntwo", true), ([.delete, .delete], 0, "|one\ntwo", true),
        // The end of a line is taken back by itself.
        ([.delete, .delete], 3, "one|two", false), ([.delete, .home, .delete], 2, "|on\ntwo", false),
    ])
    func `characters deleted one after the other are undone together`(
        keys: [Key], at: Int, undone: String, isAll: Bool
    ) {
        var area = area("one\ntwo", at: 0, at, keys)
        let last = area.text
        area.undo()
        #expect(marked(area) == undone)
        #expect(area.canUndo == !isAll)
        while area.canUndo { area.undo() }
        #expect(area.text == "one\ntwo")
        while area.canRedo { area.redo() }
        #expect(area.text == last)
    }

    @Test func `a long row of deletions is undone in parts`() {
        var area = area(String(repeating: "x", count: 100), at: 0, 0, Array(repeating: .delete, count: 100))
        area.undo()
        #expect(area.text.utf8.count == 36)
        area.undo()
        #expect(area.text.utf8.count == 100)
    }

    @Test(arguments: 0..<30)
    func `undoing everything gives the first text, redoing gives the last`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let first = "{\n  \"a\": 漢,\n\te\u{301}👍🏽\n}\r\nend"
        var area = TextArea(first)
        #expect(area.text == first)
        let keys: [Key] = [
            .character("x"), .character("\u{301}"), .character(" "), .character("🏽"), .enter, .backspace, .backspace,
            .delete,
            .up, .down, .left, .right, .home, .end, .control("k"), .control("w"), .control("u"), .control("y"),
            .alt("d"), .tab,
            .pageDown, .alt("b"), .alt("f"), .alt("u"), .alt("r"), .alt("\u{7F}"),
        ]
        for _ in 0..<120 {
            _ = area.handle(keys.randomElement(using: &generator) ?? .left, height: 3)
            if Int.random(in: 0..<10, using: &generator) == 0 { area.paste("one\r\ntwo\r漢") }
            expectCursorAtEdge(area)
        }
        while area.canRedo { area.redo() }
        let last = area.text
        while area.canUndo {
            area.undo()
            expectCursorAtEdge(area)
        }
        #expect(area.text == first)
        while area.canRedo { area.redo() }
        #expect(area.text == last)
    }

    private func expectCursorAtEdge(_ area: TextArea) {
        #expect(area.lines.indices.contains(area.cursor.line))
        let line = area.lines[at: area.cursor.line] ?? ""
        var edges: Set<Int> = [0]
        var at = 0
        for character in line {
            at += character.utf8.count
            edges.insert(at)
        }
        #expect(edges.contains(area.cursor.offset), "offset \(area.cursor.offset) in \(line.debugDescription)")
        #expect(!line.utf8.contains(0x0A))
    }

    @Test func `a paste keeps its lines`() {
        var area = TextArea("ab")
        area.moveCursor(line: 0, character: 1)
        area.paste("1\r\n2\r3")
        #expect(marked(area) == "a1\n2\n3|b")
        area.undo()
        #expect(marked(area) == "a|b")
    }

    @Test func `replacing all can be undone`() {
        var area = TextArea("a\nb")
        let before = area.revision
        area.set("c")
        #expect(area.text == "c")
        #expect(area.revision > before)
        area.undo()
        #expect(area.text == "a\nb")
    }

    @Test func `lines are drawn with numbers, a scrollbar and the cursor's place`() {
        var area = TextArea((1...12).map { "line \($0)" }.joined(separator: "\n"), showsLineNumbers: true)
        area.moveCursor(line: 11, character: 4)
        var buffer = CellBuffer(size: Size(columns: 14, rows: 3))
        area.draw(in: buffer.bounds, isFocused: true, on: &buffer)
        #expect(buffer.dump() == "10 line 10   │\n11 line 11   │\n12 line 12   █")
        #expect(buffer.cursor == Point(x: 7, y: 2))
    }

    @Test func `the line with the cursor scrolls sideways, the others stay`() {
        var area = TextArea("abcdefghijkl\nabcdefghijkl")
        area.moveCursor(line: 0, character: 12)
        var buffer = CellBuffer(size: Size(columns: 8, rows: 2))
        area.draw(in: buffer.bounds, isFocused: true, on: &buffer)
        #expect(buffer.dump() == "…jkl\nabcdefg…")
        #expect(buffer.cursor.map { buffer[$0.x - 1, $0.y].grapheme } == "l")
    }

    @Test func `tabs are drawn at their width and the cursor is after them`() {
        var area = TextArea("\ta", tabWidth: 4)
        area.moveCursor(line: 0, character: 2)
        var buffer = CellBuffer(size: Size(columns: 8, rows: 1))
        area.draw(in: buffer.bounds, isFocused: true, on: &buffer)
        #expect(buffer.dump() == "    a")
        #expect(buffer.cursor == Point(x: 5, y: 0))
    }

    @Test func `a click finds the grapheme under it`() {
        var area = TextArea("ab\n漢字", showsLineNumbers: true)
        let rect = Rect(x: 0, y: 0, width: 20, height: 5)
        area.moveCursor(to: area.position(at: Point(x: 4, y: 1), in: rect))
        #expect(marked(area) == "ab\n漢|字")
        area.moveCursor(to: area.position(at: Point(x: 19, y: 4), in: rect))
        #expect(marked(area) == "ab\n漢字|")
    }
}
