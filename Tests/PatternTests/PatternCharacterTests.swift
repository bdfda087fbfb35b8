import TestSupport
import Testing

@testable import Pattern

@Suite struct PatternCharacterTests {
    private func matches(_ pattern: String, _ text: String, _ syntax: Pattern.Syntax) throws -> Bool {
        try Pattern(pattern, syntax: syntax).matchesWhole(Array(text.utf8))
    }

    /// A class, characters that it has, and characters that it has not, as code points.
    @Test(
        arguments: [
            (
                #"\s"#,
                [0x09, 0x0D, 0x20, 0xA0, 0x1680, 0x2000, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF],
                [0x08, 0x0E, 0x1F, 0x21, 0x85, 0x1FFF, 0x200B, 0x2027, 0x202A, 0x2060]
            ),
            (#"\S"#, [0x08, 0x0E, 0x85, 0x200B, 0x61], [0x09, 0x0D, 0x20, 0xA0, 0x3000]),
            (#"\d"#, [0x30, 0x39], [0x2F, 0x3A, 0x663]), (#"\D"#, [0x2F, 0x3A, 0x663], [0x30, 0x39]),
            (#"\w"#, [0x30, 0x39, 0x41, 0x5A, 0x5F, 0x61, 0x7A], [0x2F, 0x3A, 0x40, 0x5B, 0x5E, 0x60, 0x7B, 0xE9]),
            (#"\W"#, [0x2F, 0x60, 0x7B, 0xE9], [0x30, 0x5F, 0x7A]),
            (".", [0x0B, 0x85, 0x61], [0x0A, 0x0D, 0x2028, 0x2029]),
            ("(?s).", [0x0A, 0x0D, 0x2028, 0x2029], []), (#"[\b]"#, [0x08], [0x62]), (#"\f"#, [0x0C], [0x66]),
            (#"\v"#, [0x0B], [0x76]), (#"\0"#, [0x00], [0x30]), (#"\t"#, [0x09], [0x74]), (#"\$"#, [0x24], []),
            (#"\u{1F432}"#, [0x1F432], []), (#"\x7a"#, [0x7A], []), (#"[\x41-\x43]"#, [0x41, 0x43], [0x40, 0x44]),
            (#"[^\w\s]"#, [0x2D, 0xE9], [0x5F, 0x20]), (#"[a\-c]"#, [0x61, 0x2D, 0x63], [0x62]),
            ("[b-d-]", [0x62, 0x64, 0x2D], [0x61, 0x65]),
            ("[-a]", [0x2D, 0x61], []), ("[^^]", [0x61], [0x5E]), ("(?i)[k]", [0x4B, 0x6B, 0x212A], [0x6A]),
            (#"(?i)[^\p{Lu}]"#, [0x31], [0x41, 0x61]), (#"(?i)\d"#, [0x30], [0x661]),
        ] as [(String, [UInt32], [UInt32])])
    func `a class has its characters and no others`(pattern: String, members: [UInt32], others: [UInt32]) throws {
        func accepted(_ scalars: [UInt32]) throws -> [UInt32] {
            try scalars.filter {
                try matches(pattern, String(Character(Unicode.Scalar($0) ?? "?")), .common(ignoresCase: false))
            }
        }
        #expect(try accepted(members) == members)
        #expect(try accepted(others) == [])
    }

    /// A name of ECMA-262, a character that it has, and one that it has not.
    private static let properties = """
        Letter a 1
        Cased_Letter ǅ ª
        LC a ª
        gc=Cased_Letter A ʰ
        Uppercase_Letter A a
        Lowercase_Letter a A
        Titlecase_Letter ǅ A
        Modifier_Letter ʰ a
        Other_Letter ª a
        Number ½ a
        Decimal_Number 1 ½
        digit ٣ Ⅷ
        Letter_Number Ⅷ 1
        Other_Number ½ Ⅷ
        Punctuation _ a
        punct _ a
        Connector_Punctuation _ -
        Dash_Punctuation - _
        Open_Punctuation ( )
        Close_Punctuation ) (
        Initial_Punctuation « »
        Final_Punctuation » «
        Other_Punctuation ! (
        Symbol + !
        Math_Symbol + $
        Currency_Symbol $ +
        Modifier_Symbol ^ +
        Other_Symbol © ^
        General_Category=Letter a 1
        gc=Lu A a
        gc=Letter a 1
        Any a -
        ASCII ~ é
        ASCII_Hex_Digit f g
        AHex F G
        Alphabetic Ⅷ 1
        Alpha a 1
        Lowercase ª A
        Lower a A
        Uppercase Ⅷ a
        Upper A a
        Emoji © a
        ID_Start a 1
        IDS a _
        ID_Continue _ -
        IDC 1 -
        """

    @Test(arguments: [
        ("i", "I", true), ("I", "i", true), ("i", "ı", false), ("I", "ı", false), ("ı", "i", false), ("ı", "ı", true),
        ("[a-z]", "ı", false), ("k", "\u{212A}", true), ("s", "ſ", true),
    ])
    func `letters match their other case, but for the dotless i of Turkish`(
        _ pattern: String, _ text: String, _ expected: Bool
    ) throws {
        #expect(try matches(pattern, text, .common(ignoresCase: true)) == expected)
    }

    @Test(.longComputation) func `a property of ECMA-262 has its characters, and its complement all others`() throws {
        let found = try Self.properties.split(separator: "\n").map { row in
            let words = row.split(separator: " ").map(String.init)
            let has = try matches("\\p{\(words[0])}", words[1], .ecmaScript)
            let lacks = try matches("\\P{\(words[0])}", words[1], .ecmaScript)
            let other = try matches("\\p{\(words[0])}", words[2], .ecmaScript)
            let outside = try matches("\\P{\(words[0])}", words[2], .ecmaScript)
            return [has, lacks, other, outside].map { $0 ? "1" : "0" }.joined()
        }
        let wanted = Self.properties.split(separator: "\n").map { $0.hasPrefix("Any ") ? "1010" : "1001" }
        #expect(found == wanted)
    }

    @Test(
        arguments: [
            (#"\p{White_Space}"#, "\u{85}", true), (#"\p{space}"#, "\u{200B}", false),
            (#"\p{Separator}"#, "\u{2028}", true),
            (#"\p{Space_Separator}"#, "\u{2028}", false), (#"\p{Line_Separator}"#, "\u{2028}", true),
            (#"\p{Line_Separator}"#, "\u{2029}", false), (#"\p{Paragraph_Separator}"#, "\u{2029}", true),
            (#"\p{Mark}"#, "\u{301}", true), (#"\p{Combining_Mark}"#, "\u{903}", true),
            (#"\p{Nonspacing_Mark}"#, "\u{903}", false), (#"\p{Spacing_Mark}"#, "\u{903}", true),
            (#"\p{Enclosing_Mark}"#, "\u{20E3}", true), (#"\p{Control}"#, "\u{7}", true),
            (#"\p{cntrl}"#, "\u{85}", true),
            (#"\p{Format}"#, "\u{200B}", true), (#"\p{Private_Use}"#, "\u{E000}", true),
            (#"\p{Unassigned}"#, "\u{FFFF}", true), (#"\p{Other}"#, "\u{E000}", true), (#"\p{Other}"#, "a", false),
            (#"\uD83D\uDC32x"#, "\u{1F432}x", true), (#"\cz"#, "\u{1A}", true), (#"\cA"#, "\u{1}", true),
        ] as [(String, String, Bool)])
    func `properties without a shape of their own, and escapes of ECMA-262`(
        pattern: String, text: String, expected: Bool
    ) throws {
        #expect(try matches(pattern, text, .ecmaScript) == expected)
    }

    @Test(
        arguments: [
            (#"a\Bb"#, "ab", true), (#"a\B"#, "a", false), (#"\b-\b"#, "-", false), (#"\B-\B"#, "-", true),
            (#"(?m)a$.^b"#, "a\nb", false), ("(?ms)a$.^b", "a\nb", true), ("(?ms)a$.^b", "a\rb", true),
            ("(?ms)a$.^b", "a\u{2028}b", true), ("(?ms)a$.^b", "a\u{85}b", false), ("(?m)^$", "", true),
            ("a{3}", "aa", false), ("a{3}", "aaaa", false), ("a{2,}", "a", false), ("a{1,3}", "aaa", true),
            ("a{1,3}", "aaaa", false), ("a{0,0}", "a", false), ("(?:a){2}?", "aa", true), ("a{,2}", "a{,2}", true),
            ("(?<n>a)(?P<m>b)", "ab", true), ("(?-i)A", "a", false), ("(?i)a(?-i)b", "Ab", true),
            ("(?i)a(?-i)b", "AB", false), ("x|(?i)a|b", "B", true), ("x|(?i)a|b", "X", false),
        ] as [(String, String, Bool)])
    func `places, repetitions and groups of the common syntax`(pattern: String, text: String, expected: Bool) throws {
        #expect(try matches(pattern, text, .common(ignoresCase: false)) == expected)
    }

    @Test func `bytes that are not UTF-8 are characters of their own`() throws {
        let any = try Pattern("..", syntax: .iRegexp)
        #expect(try any.matchesWhole([0xFF, 0x61]))
        #expect(try any.matchesWhole([0xE2, 0x82]))
        #expect(try any.matchesWhole([0xE2, 0x82, 0xAC, 0x80]))
        #expect(try !any.matchesWhole([0xE2, 0x82, 0xAC]))
    }

    @Test func `a budget ends at its limit, or when the work is no longer wanted`() {
        let budget = QueryBudget(steps: 100)
        #expect([60, 40, 1, 0].map(budget.spends) == [true, true, false, false])
        #expect(budget.end == .exhausted && budget.spent == 101)
        #expect(throws: QueryBudget.End.exhausted) { try budget.spend(0) }
        let stopped = QueryBudget(isStopped: { true })
        #expect(throws: QueryBudget.End.stopped) { try stopped.spend(1) }
        var looks = 0
        let watched = QueryBudget {
            looks += 1
            return false
        }
        for _ in 0..<3 { _ = watched.spends(QueryBudget.stride / 2) }
        #expect(looks == 2)
        #expect(
            [QueryBudget.End.exhausted, .stopped].map(\.clause)
                == ["it takes too many steps, together with the others before it", "it was stopped"])
    }
}
