import TestSupport
import Testing

@testable import apitui

@Suite struct BatchLinesTests {
    private static func lines(
        _ bytes: [UInt8], pieces: [Int] = [], maxLength: Int = 1000, atEnd: Bool = true
    ) -> [String] {
        var reader = BatchLines(maxLength: maxLength)
        var found: [String] = []
        func take(isAtEnd: Bool) {
            while let line = reader.next(isAtEnd: isAtEnd) {
                switch line {
                case .whole(let range):
                    found.append("\(reader.number):\(String(decoding: reader.bytes[range], as: UTF8.self))")
                case .tooLong(let range):
                    found.append("\(reader.number)!\(String(decoding: reader.bytes[range], as: UTF8.self))")
                }
            }
        }
        var rest = bytes[...]
        for size in pieces {
            reader.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            take(isAtEnd: false)
        }
        reader.append(rest)
        take(isAtEnd: false)
        if atEnd { take(isAtEnd: true) }
        return found
    }

    @Test(arguments: [
        ("a\nb\n", ["1:a", "2:b"]), ("a\nb", ["1:a", "2:b"]), ("a\r\nb\r\n", ["1:a\r", "2:b\r"]), ("", []),
        ("\n\n \t\r\na\n", ["4:a"]), ("\u{FEFF}a\n", ["1:a"]), ("\u{FEFF}", []),
        ("a\n\u{FEFF}b", ["1:a", "2:\u{FEFF}b"]),
        ("\0\n", ["1:\0"]), ("a\rb\n", ["1:a\rb"]), ("1\n", ["1:1"]),
    ])
    func `a stream is cut at its line feeds`(text: String, expected: [String]) {
        #expect(Self.lines(Array(text.utf8)) == expected)
    }

    @Test func `a line without an end waits for it`() {
        #expect(Self.lines(Array("a\nb".utf8), atEnd: false) == ["1:a"])
        #expect(Self.lines([0xEF, 0xBB], atEnd: false) == [])
        #expect(Self.lines([0xEF, 0xBB]) == ["1:\u{FFFD}"])
    }

    @Test func `a line over the limit is reported once, and the next ones are whole`() {
        #expect(Self.lines(Array("abcdef\ngh\n".utf8), maxLength: 4) == ["1!abcd", "2:gh"])
        #expect(Self.lines(Array("abcd\ngh\n".utf8), maxLength: 4) == ["1:abcd", "2:gh"])
        let long = Array((String(repeating: "x", count: 50) + "\nok\n" + String(repeating: "y", count: 9)).utf8)
        #expect(Self.lines(long, pieces: [10, 20, 15], maxLength: 4) == ["1!xxxx", "2:ok", "3!yyyy"])
    }

    @Test func `how the bytes come in pieces makes no difference`() {
        var random = SeededGenerator(seed: 11)
        let alphabet = Array("ab\n\n\r ".utf8)
        for _ in 0..<500 {
            var bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            if Bool.random(using: &random) { bytes = [0xEF, 0xBB, 0xBF] + bytes }
            let pieces = (0..<20).map { _ in Int.random(in: 0...8, using: &random) }
            #expect(
                Self.lines(bytes, pieces: pieces, maxLength: 5) == Self.lines(bytes, maxLength: 5),
                "\(bytes) in \(pieces)")
        }
    }
}
