import TestSupport
import Testing

@testable import Base

struct SafeTextTests {
    @Test(arguments: [
        ("plain text", "plain text"),
        ("a\tb\nc\rd", "a\\x09b\\x0Ac\\x0Dd"),
        ("\u{7F}\u{0}", "\\x7F\\x00"),
        ("\u{85}", "\\u{85}"),
        ("a\u{202E}b", "a\\u{202E}b"),
        ("\u{2066}\u{200F}\u{61C}", "\\u{2066}\\u{200F}\\u{61C}"),
        ("a\u{200B}b\u{2060}c\u{FEFF}d\u{AD}e\u{34F}", "a\\u{200B}b\\u{2060}c\\u{FEFF}d\\u{AD}e\\u{34F}"),
        ("a\u{200D}b", "a\\u{200D}b"),
        ("a\u{FE0F}", "a\\u{FE0F}"),
        ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ("\u{E000}\u{FFFF}\u{10FFFF}", "\\u{E000}\\u{FFFF}\\u{10FFFF}"),
        ("\u{E0041}", "\\u{E0041}"),
        ("\u{3164}\u{115F}", "\\u{3164}\\u{115F}"),
        ("\u{1F1E9}x", "\\u{1F1E9}x"),
        ("\u{301}a", "\\u{301}a"),
    ])
    func `what could hide or move something becomes an escape`(input: String, shown: String) {
        #expect(SafeText(input).string == shown)
        #expect(SafeText(bytes: Array(input.utf8)).string == shown)
    }

    @Test(arguments: [
        "Grüße, мир, 漢字, العربية, हिन्दी, 한국어", "e\u{301}", "👨‍👩‍👧‍👦 👍🏽 ❤️ 1️⃣ 🇩🇪🇫🇷", "ᄒ\u{1161}\u{11AB}", "葛\u{E0100}",
    ])
    func `words of every script and real emoji stay as they are`(text: String) {
        let safe = SafeText(text)
        #expect(safe.string == text)
        #expect(safe.hazards.total == 0)
        #expect(safe.runs.allSatisfy { !$0.isEscape })
    }

    @Test(arguments: [
        ([0xFF, 0x41], "\\xFFA", 1), ([0xC3], "\\xC3", 1), ([0xC0, 0xAF], "\\xC0\\xAF", 2),
        ([0xE2, 0x82], "\\xE2\\x82", 2), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80", 3),
        ([0xF4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80", 4), ([0xE2, 0x82, 0xAC, 0x80], "€\\x80", 1),
    ])
    func `bytes that are not UTF-8 are shown one by one`(bytes: [UInt8], shown: String, count: Int) {
        let safe = SafeText(bytes: bytes)
        #expect(safe.string == shown)
        #expect(safe.hazards == HazardCounts(invalidBytes: count))
    }

    @Test func `a control sequence counts once and is an escape as a whole`() {
        let safe = SafeText("a\u{1B}[31;1mred\u{1B}[0m")
        #expect(
            safe.runs == [
                .init(text: "a", isEscape: false), .init(text: "\\x1B[31;1m", isEscape: true),
                .init(text: "red", isEscape: false), .init(text: "\\x1B[0m", isEscape: true),
            ])
        #expect(safe.hazards == HazardCounts(csi: 2))
    }

    @Test(arguments: ["\u{7}", "\u{1B}\\", "\u{9C}"])
    func `an OSC sequence counts once with its end`(end: String) {
        let safe = SafeText("x\u{1B}]52;c;aGk=" + end + "y")
        #expect(safe.hazards == HazardCounts(osc: 1))
        #expect(safe.runs.last == .init(text: "y", isEscape: false))
    }

    @Test func `C1 sequences and other escapes have their own counts`() {
        #expect(SafeText("\u{9B}2J").hazards == HazardCounts(csi: 1))
        #expect(SafeText("\u{9D}0;t\u{7}").hazards == HazardCounts(osc: 1))
        #expect(SafeText("\u{1B}c\u{1B}Pq\u{1B}\\\u{84}").hazards == HazardCounts(otherEscape: 3))
        #expect(SafeText("\u{1B}").hazards == HazardCounts(control: 1))
        #expect(SafeText("\u{1B}]0;\u{1B}[m").hazards == HazardCounts(csi: 1, osc: 1))
    }

    /// control, csi, osc, other escapes, bidi, zero width, unprintable, invalid bytes.
    @Test(
        arguments: [
            ("\u{0}\u{7F}\t", [3, 0, 0, 0, 0, 0, 0, 0]),
            ("\u{200E}\u{200F}\u{61C}\u{202A}\u{202E}\u{2066}\u{2069}", [0, 0, 0, 0, 7, 0, 0, 0]),
            ("\u{206A}\u{206F}", [0, 0, 0, 0, 2, 0, 0, 0]),
            ("\u{AD}\u{200B}\u{FEFF}a\u{200D}b", [0, 0, 0, 0, 0, 4, 0, 0]),
            ("\u{2028}\u{2029}\u{E000}\u{FFFF}\u{10FFFF}", [0, 0, 0, 0, 0, 0, 5, 0]),
            ("\u{1B}]0\u{18}\u{7}", [1, 0, 1, 0, 0, 0, 0, 0]), ("\u{1B}]0\u{1A}\u{7}", [1, 0, 1, 0, 0, 0, 0, 0]),
            ("\u{1B}Xq\u{7}\u{1B}^q\u{7}\u{1B}_q\u{7}\u{1B}Pq\u{7}", [0, 0, 0, 4, 0, 0, 0, 0]),
            ("\u{90}q\u{9C}\u{98}q\u{9C}\u{9E}q\u{9C}\u{9F}q\u{9C}", [0, 0, 0, 4, 0, 0, 0, 0]),
            ("\u{9C}\u{80}\u{9A}", [0, 0, 0, 3, 0, 0, 0, 0]), ("\u{1B}\u{1B}[m", [1, 1, 0, 0, 0, 0, 0, 0]),
            ("\u{1B}é", [1, 0, 0, 0, 0, 0, 0, 0]), ("\u{1B} \u{1B}~", [0, 0, 0, 2, 0, 0, 0, 0]),
        ] as [(String, [Int])])
    func `each hazard is counted as what it is`(text: String, counts: [Int]) {
        let found = SafeText(text).hazards
        #expect(
            [
                found.control, found.csi, found.osc, found.otherEscape, found.bidi, found.zeroWidth, found.unprintable,
                found.invalidBytes,
            ] == counts)
        #expect(found.total == counts.reduce(0, +))
    }

    @Test func `a control sequence has parameters, a final byte and an end`() {
        func runs(_ text: String) -> [String] { SafeText(text).runs.map { $0.isEscape ? "(\($0.text))" : $0.text } }
        #expect(runs("\u{1B}[?25l!") == ["(\\x1B[?25l)", "!"])
        #expect(runs("\u{1B}[@a\u{1B}[~b\u{1B}[ qc") == ["(\\x1B[@)", "a", "(\\x1B[~)", "b", "(\\x1B[ q)", "c"])
        let long = String(repeating: "1", count: 64)
        #expect(runs("\u{1B}[\(long)11m") == ["(\\x1B[\(long))", "11m"])
        #expect(runs("\u{1B}[\(long.dropLast())mx") == ["(\\x1B[\(long.dropLast())m)", "x"])
    }

    @Test func `marks beyond the fourth on one letter are cut visibly`() {
        let safe = SafeText("a" + String(repeating: "\u{301}", count: 6) + "b")
        #expect(safe.string == "a\u{301}\u{301}\u{301}\u{301}\\u{301}\\u{301}b")
        #expect(safe.hazards.zeroWidth == 2)
    }

    @Test func `at most nine pictographs are joined to one`() {
        func joined(_ count: Int) -> String { Array(repeating: "👩", count: count).joined(separator: "\u{200D}") }
        #expect(SafeText(joined(9)).string == joined(9))
        #expect(SafeText(joined(10)).string == joined(9) + "\\u{200D}👩")
        #expect(SafeText(joined(10)).hazards.zeroWidth == 1)
    }

    @Test func `interpolation goes through the same door`() {
        let hostile = "\u{1B}[2J"
        let safe: SafeText = "\(hostile) \(3) \(SafeText("x"))"
        #expect(safe.string == "\\x1B[2J 3 x")
        #expect(safe.hazards.csi == 1)
    }

    @Test func `put together or made at once is the same text`() {
        #expect(SafeText("ab") + SafeText("cd\u{1}") + SafeText("\u{2}") == SafeText("abcd\u{1}\u{2}"))
        #expect((SafeText("") + SafeText("")).isEmpty)
    }

    @Test(arguments: 0..<40)
    func `no bytes at all let a hidden or moving character through`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<60 {
            let bytes = generator.hostileBytes()
            let safe = SafeText(bytes: bytes)
            let scalars = Array(safe.string.unicodeScalars)
            for (index, scalar) in scalars.enumerated() {
                #expect(
                    !isForbidden(scalar, in: scalars, at: index), "U+\(String(scalar.value, radix: 16)) from \(bytes)")
            }
            #expect(SafeText(safe.string).string == safe.string)
            #expect(SafeText(safe.string).hazards.total == 0)
            #expect(safe.isEmpty == bytes.isEmpty)
            let other = SafeText(bytes: generator.hostileBytes())
            #expect(DisplayWidth.of(safe + other) == DisplayWidth.of(safe) + DisplayWidth.of(other))
            #expect(DisplayWidth.of(safe: (safe + other).string) == DisplayWidth.of(safe) + DisplayWidth.of(other))
        }
    }

    /// Written independently of the scanner, from the list of what must never be drawn.
    private func isForbidden(_ scalar: Unicode.Scalar, in all: [Unicode.Scalar], at index: Int) -> Bool {
        let before = index > 0 ? all[index - 1] : nil
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: return true
        case 0x200D:
            guard let before, index + 1 < all.count else { return true }
            let left = before.value == 0xFE0F || before.properties.isEmoji
            return !(left && all[index + 1].properties.isEmoji)
        case 0xFE0F, 0xFE0E: return before?.properties.isEmoji != true
        case 0xE0100...0xE01EF: return before?.properties.isIdeographic != true
        default:
            let properties = scalar.properties
            return properties.isDefaultIgnorableCodePoint || properties.isBidiControl
                || properties.isNoncharacterCodePoint || properties.generalCategory == .format
                || properties.generalCategory == .unassigned || properties.generalCategory == .privateUse
        }
    }
}

extension SeededGenerator {
    /// Raw bytes, and pieces that are dangerous or nearly so, in any order.
    mutating func hostileBytes() -> [UInt8] {
        let pieces = [
            "\u{1B}", "[", "31m", "]", "\u{7}", "\u{9B}", "\u{9D}", "\u{202E}", "\u{200D}", "\u{FE0F}", "👩", "👍", "🏽",
            "🇩",
            "1", "\u{20E3}", "e", "\u{301}", "\u{1160}", "ᄀ", "한", "\u{AD}", "\u{E0061}", "漢", "\u{E0100}", " ", "क",
            "\u{94D}",
            "\u{903}", "\u{2028}", "\u{E123}", "©", "❤",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0..<14, using: &self) {
            switch Int.random(in: 0..<4, using: &self) {
            case 0: bytes.append(UInt8.random(in: 0...255, using: &self))
            case 1:
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) {
                    bytes += Array(String(Character(scalar)).utf8)
                }
            default: bytes += Array((pieces.randomElement(using: &self) ?? "").utf8)
            }
        }
        return bytes
    }
}
