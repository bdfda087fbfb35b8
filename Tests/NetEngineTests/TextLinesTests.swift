import TestSupport
import Testing

@testable import NetEngine

@Suite struct TextLinesTests {
    @Test(arguments: [
        ("ab", 1, 1, 2), ("a\nb", 2, 2, 1), ("a\rb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\r\nb", 2, 1, 3),
        ("a\n\rb", 3, 3, 1), ("é東x", 5, 1, 3), ("\u{FEFF}ab", 4, 1, 2), ("\u{FEFF}", 0, 1, 1), ("a\n", 2, 2, 1),
        ("ab", 99, 1, 3), ("", 0, 1, 1), ("", -1, 1, 1),
    ])
    func `CR, LF and CR LF end a line, and columns are characters`(text: String, offset: Int, line: Int, column: Int) {
        let text = Array(text.utf8)
        let place = TextLines.place(of: offset, in: text)
        #expect(place.line == line && place.column == column, "\(place)")
        #expect(TextLines(text).place(of: offset) == place)
        let position = TextPosition(byteOffset: offset, in: text)
        #expect(position.line == line && position.column == column)
    }

    @Test func `an index of the lines says the same as a search`() {
        var random = SeededGenerator(seed: 2)
        let bytes: [UInt8] = [0x0A, 0x0D, 0x61, 0xC3, 0xA9, 0xFF]
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                bytes.randomElement(using: &random) ?? 0
            }
            let lines = TextLines(text)
            for offset in 0...text.count { #expect(lines.place(of: offset) == TextLines.place(of: offset, in: text)) }
        }
    }
}
