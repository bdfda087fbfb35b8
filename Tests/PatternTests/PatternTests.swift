import TestSupport
import Testing

@testable import Pattern

@Suite struct PatternTests {
    private func matches(_ pattern: String, _ text: String, _ syntax: Pattern.Syntax = .iRegexp) throws -> Bool {
        try Pattern(pattern, syntax: syntax).matchesWhole(Array(text.utf8))
    }

    @Test func `half a surrogate pair is in complements alone`() throws {
        for name in ["Cn", "C", "L"] {
            let categories = try #require(ScalarCategories(name: name))
            #expect(!categories.contains(0xD800))
            #expect(categories.complement.contains(0xDFFF))
        }
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
            ("[-a]", "-", true), ("[-]", "-", true), ("[--]", "-", true), ("[^-]", "-", false), ("[^-a]", "b", true),
            (#"[\-a]"#, "-", true), (#"[+-\-]"#, ",", true), ("[.]", "a", false), ("[*+?(){}|^$]+", "*+?(){}|^$", true),
            ("[a^]", "^", true), ("()", "", true), ("()*", "", true), ("(a|b)*", "abba", true), ("a{0}", "", true),
            ("a{0,2}b", "aaab", false), ("a{002}", "aa", true), ("-,/:;<=>@_`~", "-,/:;<=>@_`~", true),
            ("..", "😀é", true), (#"\p{So}"#, "😀", true), (#"\p{N}+"#, "1²Ⅷ", true), (#"[^\p{L}\p{N}]"#, "-", true),
            (#"[\P{L}]"#, "1", true), (#"\p{Zs}"#, "\u{A0}", true), (#"\p{Sc}\p{Nd}+"#, "€12", true),
            ("[😀-😂]", "😁", true), ("[☺-☻]+", "☺☻", true), ("a|b|", "", true), ("|", "", true),
        ])
    func matchesAsTheStandardSays(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try matches(pattern, text) == expected)
    }

    @Test(
        "a pattern that is not an I-Regexp is refused",
        arguments: [
            #"\d"#, "(?:a)", "a**", "*", "[a", "(a", "a)", "{1}", "a{2,1}", #"\p{Foo}"#, "a]", #"\"#, "[]", "[b-a]",
            "[a-b-c]", "[--a]", "[+--]", "[a--]", #"[\p{L}-z]"#, "[a[b]", #"\p{Cs}"#, #"\p{Lu"#, #"\pL"#, "a{,3}",
            "a{1,2",
            "a{x}", "a{1}{2}", "a*?", "(?i)a", #"\x41"#, #"\u0041"#, #"[\d]"#, #"\b"#, #"\/"#, #"\e"#,
        ])
    func refusesOtherSyntaxes(_ pattern: String) {
        #expect(throws: Pattern.SyntaxError.self) { try Pattern(pattern, syntax: .iRegexp) }
    }

    @Test(
        "the common syntax knows what scripts write",
        arguments: [
            (#"^\d{3}-\w+$"#, "123-ab_c", true), (#"(?<year>\d+)(?:x)?"#, "2026", true), (#"a+?b"#, "aab", true),
            (#"\bcat\b"#, "cat", true), (#"[\s\d]+"#, "1 2", true), (#"[^\d]"#, "1", false), (#"\S+"#, "a b", false),
            (#"\u0041\x42\/"#, "AB/", true), ("{", "{", true), ("STRASSE", "strasse", true), ("[a-c]+", "AbC", true),
            ("[^]", "\n", true), ("[]", "a", false), (".", "\u{2028}", false), ("[a-]", "-", true),
            ("[]a]", "a]", false),
            (#"\p{Lu}"#, "ж", true), ("É", "é", true), ("[À-Ö]", "é", true), ("K", "\u{212A}", true),
            (#"\W"#, "k", false),
        ])
    func commonSyntax(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try matches(pattern, text, .common(ignoresCase: true)) == expected)
    }

    @Test("what cannot be matched in linear time is refused", arguments: [#"(a)\1"#, "(?=a)", "(?<!a)b", #"\k<a>"#])
    func refusesBackReferences(_ pattern: String) {
        #expect(throws: Pattern.SyntaxError.self) { try Pattern(pattern, syntax: .common(ignoresCase: false)) }
    }

    @Test(
        "switches hold to the end of their group",
        arguments: [
            ("(?i)abc", "ABC", true), ("a(?i)b", "aB", true), ("a(?i)b", "AB", false), ("(?i:a)b", "Ab", true),
            ("(?i:a)b", "AB", false), ("((?i)a)b", "aB", false), ("(?i)a(?-i:b)", "AB", false), ("a.b", "a\nb", false),
            ("(?s)a.b", "a\nb", true), ("(?m)a$\n^b", "a\nb", true), ("a$\n^b", "a\nb", false),
            ("(?ims-u:a.B)", "A\nb", true), ("(?i)a|b", "B", true),
        ])
    func switches(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try matches(pattern, text, .common(ignoresCase: false)) == expected)
    }

    @Test(
        "a pattern that is not valid in the common syntax is refused with a reason",
        arguments: [
            ("(?ix)a", "no such switch"), ("(?~a)", "no such kind"), ("a{2}{3}", "nothing to repeat"),
            ("(?<a", "a > is missing"), (#"\p{Greek}"#, "no such character category"), ("[z-a]", "ends before"),
            ("a++", "nothing to"),
        ])
    func refusesTypos(_ pattern: String, _ reason: String) {
        do {
            _ = try Pattern(pattern, syntax: .common(ignoresCase: false))
            Issue.record("\(pattern) is accepted")
        } catch {
            #expect(error.reason.contains(reason), "\(error.reason)")
        }
    }

    /// The number of steps that a search takes.
    private func steps(_ pattern: String, _ text: [UInt8]) throws -> Int {
        var left = Pattern.maxSteps
        _ = try PatternMatcher(Pattern(pattern, syntax: .common(ignoresCase: false))).isFound(in: text, steps: &left)
        return Pattern.maxSteps - left
    }

    @Test(
        "a text of twice the length takes twice the steps, whatever the pattern",
        arguments: [
            "(a+)+$b", "([a-zA-Z]+)*$b", "(a|aa)+$b", "(a|a?)+$b", "(.*a){12}$b", "^(([a-z])+.)+[A-Z]([a-z])+$",
            "(a*)*b",
            "(a*a*a*a*a*)*b", "(?:a?){30}a{30}b", "(.*)*(.*)*(.*)*x", "(a|b|ab)*c", #"(\w+\s?)+$c"#, "((((a*)*)*)*)*b",
            "x*x*x*y",
            "(a?b?c?)*d",
        ])
    func growsWithTheText(_ pattern: String) throws {
        let once = try steps(pattern, [UInt8](repeating: UInt8(ascii: "a"), count: 2_000))
        let twice = try steps(pattern, [UInt8](repeating: UInt8(ascii: "a"), count: 4_000))
        #expect(once > 0 && twice <= once * 2 + 2_000)
    }

    @Test func `patterns that hang other engines end here`() throws {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000)
        for pattern in ["(a*)*b", "(a|aa)+b", "(a|a)*b", "(.*)*x"] {
            #expect(try !Pattern(pattern, syntax: .iRegexp).isFound(in: text))
        }
    }

    @Test(
        "a pattern that is larger than its limits is refused before it costs anything, and as too large",
        arguments: [
            "((a{1,1000}){1,1000}){1,1000}", "(a{1000}){1000}", "((a{0,9999}){9999}){9999}", "a{10001}",
            "(a|b{500}){500}",
            String(repeating: "(", count: 70) + "a" + String(repeating: ")", count: 70),
            String(repeating: "a", count: 100_001), "[a" + String(repeating: "bc", count: 60_000) + "]",
            "(" + String(repeating: "a|", count: 30_000) + ")",
        ])
    func refusesWhatIsTooLarge(_ pattern: String) {
        do {
            _ = try Pattern(pattern, syntax: .iRegexp)
            Issue.record("it is accepted")
        } catch {
            #expect(error.isLimit)
        }
    }

    @Test(
        "repetitions of nothing are nothing, however often",
        arguments: [
            "(((){10000}){10000}){10000}", "((((a{0}){10000}){10000}){10000}){10000}", "((()*)*)*",
            "(((){9999}|){1,9}){9}",
        ])
    func repeatsNothing(_ pattern: String) throws {
        #expect(try matches(pattern, ""))
        #expect(try !matches(pattern, "a"))
    }

    @Test(.longComputation) func `a class of thousands of members costs no more than a small one`() throws {
        let members = (0..<20_000).map { String(UnicodeScalar(0x4E00 + UInt32($0) * 2) ?? "?") }.joined()
        let large = try Pattern("[\(members)]{500}!", syntax: .iRegexp)
        #expect(large.sets.count == 1)
        #expect(try !large.isFound(in: Array(String(repeating: "一", count: 5_000).utf8)))
    }

    /// Swift's own engine backtracks, so the patterns are small.
    @Test func `Swift's own expressions say the same of small patterns`() throws {
        var random = SeededGenerator(seed: 9485)
        func pattern(_ depth: Int) -> String {
            switch Int.random(in: 0..<(depth > 0 ? 11 : 4), using: &random) {
            case 0: "a"
            case 1: "b"
            case 2: ["[ab]", "[^a]", ".", "[^-b]", "[a-b]"].randomElement(using: &random) ?? "a"
            case 3: ["é", "-", "x"].randomElement(using: &random) ?? "x"
            case 4: "(" + pattern(depth - 1) + ")*"
            case 5: "(" + pattern(depth - 1) + ")+"
            case 6: "(" + pattern(depth - 1) + ")?"
            case 7: "(" + pattern(depth - 1) + "){1,2}"
            case 8: "(" + pattern(depth - 1) + "|" + pattern(depth - 1) + ")"
            default: pattern(depth - 1) + pattern(depth - 1)
            }
        }
        let texts = ["", "a", "b", "ab", "ba", "aab", "abab", "é", "aé", "x", "-a", "bbb", "\n", "a\nb", "aaaaaa"]
        for _ in 0..<200 {
            let source = pattern(3)
            let ours = try Pattern(source, syntax: .iRegexp)
            // Swift's engine also treats other line ends as such, and a combined character as one.
            let theirs = try Regex(source).matchingSemantics(.unicodeScalar)
            for text in texts {
                #expect(
                    try ours.matchesWhole(Array(text.utf8)) == (theirs.wholeMatch(in: text) != nil),
                    "\(source) on \(text)")
                #expect(
                    try ours.isFound(in: Array(text.utf8)) == (theirs.firstMatch(in: text) != nil),
                    "\(source) in \(text)")
            }
        }
    }

    @Test func `a part of a text is found anywhere in it`() throws {
        let pattern = try Pattern("b+c", syntax: .iRegexp)
        #expect(try pattern.isFound(in: Array("aabbcd".utf8)))
        #expect(try !pattern.isFound(in: Array("aabbd".utf8)))
        #expect(try Pattern("", syntax: .iRegexp).isFound(in: []))
    }

    @Test(.longComputation) func `any pattern is read or refused, and then matches or not`() throws {
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

    @Test(arguments: ["\\u{1c", "a\\u{", "\\u{110000}", "[\\u{41"])
    func `an error is inside the pattern, also where a brace is missing`(pattern: String) {
        for syntax in [Pattern.Syntax.common(ignoresCase: false), .ecmaScript] {
            let error = Pattern.syntaxError(in: pattern, syntax: syntax)
            #expect(error.map { (0...pattern.unicodeScalars.count).contains($0.offset) } == true, "\(pattern)")
        }
    }
}
