import TestSupport
import Testing

@testable import Pattern

/// What patterns find, in every combination of their parts, as it was recorded (`Recorded`).
@Suite struct RecordedPatternTests {
    /// What is said in each syntax; those that say the same together.
    private static func inEachSyntax(_ said: (Pattern.Syntax) -> String) -> [(names: String, text: String)] {
        let syntaxes: [(name: String, syntax: Pattern.Syntax)] = [
            ("i", .iRegexp), ("c", .common(ignoresCase: false)), ("n", .common(ignoresCase: true)), ("e", .ecmaScript),
        ]
        return groupedTexts(syntaxes.map { ($0.name, said($0.syntax)) }, between: "")
    }

    /// Of each text: whether all of it matches, and which part does first.
    private static func said(_ source: String, _ texts: [[UInt8]], _ syntax: Pattern.Syntax) -> String {
        do throws(Pattern.SyntaxError) {
            let pattern = try Pattern(source, syntax: syntax)
            return texts.map { text in
                var steps = 100_000
                let whole = try? PatternMatcher(pattern).matchesWhole(text, steps: &steps)
                let match: Range<Int>?? = try? text.withUnsafeBufferPointer { text throws(Pattern.TooManySteps) in
                    try PatternFinder(pattern).first(in: text, startingIn: 0..<text.count, steps: &steps)
                }
                guard let whole, let match else { return "limit" }
                return (whole ? "=" : "") + (match.map { "\($0.lowerBound)–\($0.upperBound)" } ?? "no")
            }.joined(separator: " ")
        } catch {
            return "\(error.offset): \(error.reason)"
        }
    }

    private static func all(_ source: String, _ texts: [[UInt8]]) -> String {
        let found = inEachSyntax { said(source, texts, $0) }
        return "\(Printed.escaped(source))   " + found.map { "\($0.names) \($0.text)" }.joined(separator: " ¦ ")
    }

    // MARK: Parts

    @Test func `each part with each count finds the recorded texts`() throws {
        let parts = [
            "a", ".", "[ab]", "[^a]", "(a|b)", "(ab)", "(a|ab)", "(a*)", "(|a)", "\\d", "\\w", "\\s", "\\b", "\\B", "^",
            "$", "(?:a)", "(?=a)", "[]", "\\x61", "\\p{L}",
        ]
        let counts = ["", "*", "+", "?", "{2}", "{1,2}", "{0}", "{2,}", "*?", "+?", "??", "{1,2}?", "{,2}", "{2,1}"]
        let texts = ["", "a", "ab", "aab", "abab", "ba b", "1a_", "b\na"].map { Array($0.utf8) }
        try Recorded.expect(
            parts.map { part in
                let sources =
                    counts.flatMap { count in ["", "b", "$"].map { part + count + $0 } } + ["b\(part)", "(\(part)|b)+"]
                return (Printed.escaped(part), sources.map { Self.all($0, texts) }.joined(separator: "\n"))
            }, in: "patterns/parts")
    }

    @Test func `choices and groups find the recorded texts`() throws {
        let parts = ["", "a", "ab", "b*", "(a)", "^", "c$"]
        let texts = ["", "a", "ab", "abc", "bb", "cab"].map { Array($0.utf8) }
        let sources = parts.flatMap { first in
            parts.flatMap { next in
                ["\(first)|\(next)", "(\(first)|\(next))*c", "(\(first)\(next))+", "^(\(first)|\(next))$"]
            }
        }
        try Recorded.expect(
            [("choices", sources.map { Self.all($0, texts) }.joined(separator: "\n"))], in: "patterns/choices")
    }

    // MARK: Characters

    private static let scalars: [Unicode.Scalar] = [
        "\0", "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{1B}", " ", "!", "$", "-", ".", "/", "0", "9", "A", "Z", "[",
        "\\", "]", "^", "_", "a", "z", "{", "}", "~", "\u{7F}", "\u{85}", "\u{A0}", "ª", "µ", "ß", "é", "ÿ", "ı",
        "ſ", "ǅ", "\u{301}", "Σ", "ς", "Ж", "א", "٣", "\u{1680}", "\u{200B}", "\u{200D}", "\u{2028}", "\u{2029}",
        "\u{202F}", "€", "\u{212A}", "Ⅷ", "∑", "☺", "\u{3000}", "中", "\u{E000}", "\u{FEFF}", "\u{FFFF}", "😀",
        "\u{10FFFF}",
    ]

    /// The characters that a pattern for one character finds.
    private static func found(_ source: String) -> String {
        let found = inEachSyntax { syntax in
            do throws(Pattern.SyntaxError) {
                let pattern = try Pattern(source, syntax: syntax)
                return scalars.filter { pattern.matchesOne($0) }.map { Printed.escaped(String($0)) }.joined(
                    separator: " ")
            } catch {
                return "\(error.offset): \(error.reason)"
            }
        }
        return found.map { "\($0.names) \($0.text)" }.joined(separator: "\n")
    }

    @Test func `each kind of character is the recorded one`() throws {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".map { "\\\($0)" }
        let signs = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ é".flatMap {
            ["\\\($0)", "[\($0)]", "[\\\($0)]", "[^\($0)]", "\($0)"]
        }
        let sets = [
            ".", "[a-z]", "[^a-z]", "[A-z]", "[\\d_]", "[^\\d_]", "[\\D]", "[^\\W]", "[\\s\\S]", "[^\\s\\S]", "[\\w-]",
            "[a-\\d]", "[\\d-a]", "[--/]", "[!-]", "[a-a]", "[z-a]", "[😀-😂]", "[\\u{41}-\\u{43}]", "[\\x41-\\x5A]",
            "[\\b]", "[\\cA]", "\\cI", "\\u0061", "\\u{61}", "\\x61", "\\x6", "\\0", "\\00", "\\07", "\\1", "(?i)a",
        ]
        let names = [
            "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "N", "Nd", "Nl", "No", "P", "Pd", "Ps", "Pe", "Po", "Pc", "S",
            "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co", "Cn", "Cs", "LC", "Letter",
            "Uppercase_Letter", "Alphabetic", "White_Space", "ASCII", "Any", "Lowercase", "Emoji", "ID_Start",
            "Script=Greek", "sc=Cyrillic", "gc=Lu", "General_Category=Nd", "Han", "", "X",
        ]
        let properties = names.flatMap { ["\\p{\($0)}", "\\P{\($0)}", "[^\\p{\($0)}]"] }
        try Recorded.expect(
            (letters + signs + sets + properties).map { (Printed.escaped($0), Self.found($0)) },
            in: "patterns/characters")
    }

    @Test func `letters that differ in case alone are the recorded ones`() throws {
        let letters: [Unicode.Scalar] = [
            "a", "A", "s", "S", "ſ", "k", "K", "\u{212A}", "i", "I", "ı", "İ", "ß", "ẞ", "\u{E5}", "\u{C5}",
            "\u{212B}", "σ", "ς", "Σ", "\u{B5}", "\u{3BC}", "ǆ", "ǅ", "Ǆ", "ж", "Ж", "θ", "ϑ", "ϴ", "1", "_",
            "\u{E9}", "\u{C9}",
        ]
        func others(_ source: String) -> String {
            guard let pattern = try? Pattern(source, syntax: .common(ignoresCase: true)) else { return "refused" }
            return letters.filter { pattern.matchesOne($0) }.map { String($0) }.joined(separator: " ")
        }
        try Recorded.expect(
            letters.map { letter in
                let name = String(letter.value, radix: 16)
                return (
                    "\(letter) \(name)",
                    "\(others(String(letter)))\n[]: \(others("[\(letter)]"))\n[^]: \(others("[^\(letter)]"))"
                )
            }, in: "patterns/cases")
    }
}

extension Pattern {
    /// Whether a text of this character alone matches.
    fileprivate func matchesOne(_ scalar: Unicode.Scalar) -> Bool {
        var steps = 10_000
        return (try? PatternMatcher(self).matchesWhole(Array(String(scalar).utf8), steps: &steps)) == true
    }
}
