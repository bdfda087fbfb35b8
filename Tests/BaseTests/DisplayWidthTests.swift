import NetEngine
import Testing

@testable import Base

@Suite struct DisplayWidthTests {
    @Test(
        arguments: [
            ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("한", 2), ("Ａ", 2), ("ｱ", 1), ("👩\u{200D}👧", 2),
            ("🇩🇪", 2), ("1\u{FE0F}\u{20E3}", 2), ("👍🏽", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("a漢b", 4),
        ] as [(String, Int)])
    func `a text takes the columns of its graphemes`(text: String, columns: Int) {
        #expect(DisplayWidth.of(SafeText(text)) == columns)
        #expect(DisplayWidth.of(safe: text) == columns)
        #expect(CellGraphemes(text).reduce(0) { $0 + $1.1 } == columns)
    }

    /// After `scripts/make-width-table` with a newer Unicode the numbers are others.
    @Test(
        arguments: [
            (WidthTable.wide, 183_859, "43e3b7e4a1b175251e7b5050172eccff8b6e5319ab799da923fd098b5e8bc12f"),
            (WidthTable.zero, 2_343, "ca139a88a11242f2deb7b34058c6a0f7e59a7256fc5b2f802a644dbaa345b274"),
        ] as [([(UInt32, UInt32)], Int, String)])
    func `the table of widths is in order and as the script made it`(
        table: [(UInt32, UInt32)], count: Int, digest: String
    ) {
        let bounds = table.flatMap { [$0.0, $0.1] }
        #expect(table.allSatisfy { $0.0 <= $0.1 } && zip(bounds, bounds.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(table.reduce(0) { $0 + Int($1.1 - $1.0) + 1 } == count)
        let text = table.map { "\(String($0.0, radix: 16))-\(String($0.1, radix: 16))" }.joined(separator: ",")
        #expect(Hexadecimal.text(SHA256.hash(Array(text.utf8))) == digest)
    }

    @Test func `a text is cut into cells with their marks`() {
        let cells = CellGraphemes("a漢e\u{301}👍🏽🇩🇪1\u{FE0F}\u{20E3}").map { "\($0.0) \($0.1)" }
        #expect(cells == ["a 1", "漢 2", "e\u{301} 1", "👍🏽 2", "🇩🇪 2", "1\u{FE0F}\u{20E3} 2"])
    }

    @Test func `a binary search finds the first element of the end`() {
        let numbers = [1, 3, 3, 5]
        #expect([0, 1, 3, 4, 5, 6].map { wanted in numbers.partitioningIndex { $0 >= wanted } } == [0, 0, 1, 3, 3, 4])
        #expect(numbers[1..<3].partitioningIndex { $0 > 5 } == 3)
        #expect([Int]().partitioningIndex { $0 > 0 } == 0)
    }

    @Test func `stretches of a line are found, and cut at its ends`() {
        Array("  key: Value  x".utf8).withUnsafeBufferPointer { bytes in
            let line = LineText(bytes, 0..<13)
            let trimmed = line.trimmed
            #expect(trimmed.string == "key: Value" && trimmed.range == 2..<12)
            #expect(line.isIndented && !trimmed.isIndented && line.count == 13)
            #expect(trimmed.first == UInt8(ascii: "k") && trimmed.last == UInt8(ascii: "e"))
            #expect(trimmed.byte(3) == UInt8(ascii: ":") && trimmed.byte(10) == 0)
            #expect(trimmed.starts(with: "key") && !trimmed.starts(with: "Key") && !trimmed.starts(with: "key: Values"))
            #expect(trimmed.from(7).equalsIgnoringCase("value") && !trimmed.from(7).equalsIgnoringCase("valu"))
            #expect(trimmed.ends(with: "lue") && !trimmed.ends(with: "lux"))
            #expect(trimmed.firstWord.string == "key:" && trimmed.upTo(5).string == "key")
            #expect(trimmed.from(0).range == 2..<12 && trimmed.from(99).isEmpty && trimmed.upTo(0).isEmpty)
            #expect(trimmed.dropFirst(5).string == "Value")
            #expect(trimmed.firstIndex(of: UInt8(ascii: "e")) == 3 && trimmed.firstIndex(of: UInt8(ascii: "x")) == nil)
            #expect(trimmed.firstIndex(of: "e") == 3 && trimmed.lastIndex(of: "e") == 11)
            #expect(trimmed.lastIndex(of: "ke") == 2 && trimmed.lastIndex(of: "x") == nil)
        }
        #expect(LineText.trimmedBytes(Array("\t a \t".utf8)) == [0x61])
        let tokens = (UInt8(0)...255).filter(LineText.isToken)
        #expect(
            String(decoding: tokens, as: UTF8.self)
                == "!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~")
    }
}
