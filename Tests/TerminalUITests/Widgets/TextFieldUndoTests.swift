import Testing

@testable import TerminalUI

@Suite struct TextFieldUndoTests {
    private func field(_ text: String, _ keys: Key...) -> TextField {
        var field = TextField(text)
        for key in keys { _ = field.handle(key) }
        return field
    }

    @Test func `letters typed one after the other are taken back together, and made again`() {
        var field = field("a", .character("b"), .character("c"), .alt("u"))
        #expect(field.text == "a" && field.cursor == 1)
        _ = field.handle(.alt("r"))
        #expect(field.text == "abc" && field.cursor == 3)
        _ = field.handle(.control("_"))
        #expect(field.text == "a")
    }

    @Test func `a word is an edit, and so is what is cut or pasted`() {
        var field = field("", .character("a"), .character(" "), .character("b"), .control("w"), .control("y"))
        #expect(field.text == "a b")
        var seen: [String] = []
        for _ in 0..<6 {
            _ = field.handle(.alt("u"))
            seen.append(field.text)
        }
        #expect(seen == ["a ", "a b", "a ", "a", "", ""])
    }

    @Test func `an edit after an undo leaves nothing to make again`() {
        let field = field("", .character("a"), .alt("u"), .character("x"), .alt("r"))
        #expect(field.text == "x")
    }

    @Test func `a key that removes nothing is no edit`() {
        let field = field("a", .control("k"), .delete, .alt("u"))
        #expect(field.text == "a")
    }

    @Test func `text before the cursor is replaced as one edit`() {
        var field = field("abc {{ba}}", .left, .left)
        field.replaceBeforeCursor(2, with: "base")
        #expect(field.text == "abc {{base}}" && field.cursor == 10)
        _ = field.handle(.alt("u"))
        #expect(field.text == "abc {{ba}}" && field.cursor == 8)
    }
}
