import Testing

@testable import apitui

@Suite struct PatternTests {
    private func matches(_ pattern: String, _ text: String, _ syntax: Pattern.Syntax = .iRegexp) throws -> Bool {
        try Pattern(pattern, syntax: syntax).matchesWhole(Array(text.utf8))
    }

    @Test(
        "I-Regexps match as RFC 9485 says",
        arguments: [
            ("a.*", "ab", true), ("a.*", "ba", false), ("a.b", "a\u{10101}b", true), (".", "\u{2028}", true),
            (".", "\r", false), (".", "\n", false), ("a[.b]c", "a.c", true), ("a[.b]c", "axc", false),
            (#"a\.c"#, "abc", false), (#"a\\.c"#, #"a\ c"#, true), (#"a\[.c"#, "a[ c", true),
            (#"a[\].]c"#, "a]c", true), ("^ab.*", "abc", true), ("^ab.*", "xab", false), (".*bc$", "abc", true),
            (#"\p{Lu}"#, "Ж", true), (#"\p{L}"#, "ж", true), (#"\P{Lu}"#, "Ж", false), (#"[\p{Nd}a]"#, "٣", true),
            ("(ab|c){2,3}", "abcab", true), ("(ab|c){2,3}", "ab", false), ("a{2}", "aa", true), ("a{2,}", "aaaa", true),
            ("[^a-c]", "d", true), ("[^a-c]", "b", false), ("[a-]", "-", true), ("", "", true), ("a|", "", true),
            ("x?y+z*", "yy", true), (#"\n\t\r"#, "\n\t\r", true),
        ])
    func matchesAsTheStandardSays(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try matches(pattern, text) == expected)
    }

    @Test(
        "what is no I-Regexp is refused",
        arguments: [
            #"\d"#, "(?:a)", "a**", "*", "[a", "(a", "a)", "{1}", "a{2,1}", #"\p{Foo}"#, "a]", #"\"#, "[]", "[b-a]",
        ])
    func refusesOtherSyntaxes(_ pattern: String) {
        #expect(throws: Pattern.Fault.self) { try Pattern(pattern, syntax: .iRegexp) }
    }

    @Test(
        "the common syntax knows what scripts write",
        arguments: [
            (#"^\d{3}-\w+$"#, "123-ab_c", true), (#"(?<year>\d+)(?:x)?"#, "2026", true), (#"a+?b"#, "aab", true),
            (#"\bcat\b"#, "cat", true), (#"[\s\d]+"#, "1 2", true), (#"[^\d]"#, "1", false), (#"\S+"#, "a b", false),
            (#"\u0041\x42\/"#, "AB/", true), ("{", "{", true), ("STRASSE", "strasse", true), ("[a-c]+", "AbC", true),
        ])
    func commonSyntax(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try matches(pattern, text, .common(ignoresCase: true)) == expected)
    }

    @Test("what cannot be matched in linear time is refused", arguments: [#"(a)\1"#, "(?=a)", "(?<!a)b", #"\k<a>"#])
    func refusesBackReferences(_ pattern: String) {
        #expect(throws: Pattern.Fault.self) { try Pattern(pattern, syntax: .common(ignoresCase: false)) }
    }

    @Test func `patterns that hang other engines end here`() throws {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000)
        for pattern in ["(a*)*b", "(a|aa)+b", "(a|a)*b", "(.*)*x"] {
            #expect(try !Pattern(pattern, syntax: .iRegexp).isFound(in: text))
        }
        #expect(throws: Pattern.Fault.self) { try Pattern("((a{1,1000}){1,1000}){1,1000}", syntax: .iRegexp) }
    }

    @Test func `a part of a text is found wherever it stands`() throws {
        let pattern = try Pattern("b+c", syntax: .iRegexp)
        #expect(try pattern.isFound(in: Array("aabbcd".utf8)))
        #expect(try !pattern.isFound(in: Array("aabbd".utf8)))
        #expect(try Pattern("", syntax: .iRegexp).isFound(in: []))
    }

    @Test func `any pattern is read or refused, and then matches or not`() throws {
        var random = SystemRandomNumberGenerator()
        let letters = Array(#"ab()[]{}|*+?.\^$-,12pLudws<>:"#)
        for _ in 0..<20_000 {
            let source = String(
                (0..<Int.random(in: 0..<12, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
            for syntax in [Pattern.Syntax.iRegexp, .common(ignoresCase: true)] {
                guard let pattern = try? Pattern(source, syntax: syntax) else { continue }
                _ = try pattern.matchesWhole(Array("ab1-b".utf8))
                _ = try pattern.isFound(in: Array("ab1-b".utf8))
            }
        }
    }
}
