import NetEngine
import Testing

/// Texts as other programs read them: by bytes, and not by the characters of Swift.
@Suite struct TextBytesTests {
    /// A mark that combines with what is before it, one that joins, and one that takes in what follows.
    private static let hiding = ["'\u{301}", "'\u{200D}", "\u{600}'", "'\u{FE0F}", "\u{600}'\u{301}"]

    @Test(arguments: hiding) func `a sign is found and replaced whatever it combines with`(text: String) {
        #expect(!text.contains("'"), "for Swift it is part of another character")
        #expect(text.contains(bytes: "'"))
        #expect(Array(text.replacing(bytes: "'", with: "").utf8) == text.utf8.filter { $0 != UInt8(ascii: "'") })
    }

    @Test(arguments: [
        ("", "a", "x", ""), ("a", "a", "", ""), ("aaa", "aa", "b", "ba"), ("abcabc", "bc", "bc bc", "abc bcabc bc"),
        ("a\r\nb\nc\r", "\n", "N", "a\rNbNc\r"), ("{{x}}", "{{", "{ {", "{ {x}}"), ("é", "e", "x", "é"),
    ])
    func `each occurrence is replaced, from the front`(text: String, old: String, new: String, result: String) {
        #expect(Array(text.replacing(bytes: old, with: new).utf8) == Array(result.utf8))
        #expect(text.contains(bytes: old) == !text.utf8.elementsEqual(result.utf8))
    }

    @Test func `a part of a text is searched alone`() {
        let part = "a'b'c".dropFirst(2).dropLast(2)
        #expect(part == "b" && !part.contains(bytes: "'"))
        #expect("x".contains(bytes: ""))
    }
}
