import TestSupport
import Testing

@testable import CommandGuide

/// Command lines of bash as words, and words as text of bash.
@Suite struct ShellWordsTests {
    private static let breaks = " \t\n\"'><=;|&(:"

    private func words(_ line: String) -> [String] {
        let words = ShellWords(line: line, breaks: Self.breaks)
        return words.before + [words.last]
    }

    @Test func `words end at whitespace`() {
        #expect(words("apitui send  x") == ["apitui", "send", "x"])
        #expect(words("apitui send ") == ["apitui", "send", ""])
        #expect(words("") == [""])
    }

    @Test func `quotation marks and backslashes are taken away`() {
        #expect(words(#"a 'b c' "d e" f\ g"#) == ["a", "b c", "d e", "f g"])
        #expect(words(#"a "b\"c\d" '\'"#) == ["a", #"b"c\d"#, #"\"#])
        #expect(words(#"a '' x"#) == ["a", "", "x"])
    }

    @Test func `an open quotation mark is known`() {
        #expect(ShellWords(line: "a 'b c").quote == .single)
        #expect(ShellWords(line: "a \"b c").quote == .double)
        #expect(ShellWords(line: "a 'b' c").quote == .none)
    }

    @Test func `a completion is put in after the last character that breaks words`() {
        let line = ShellWords(line: "apitui log status:5", breaks: Self.breaks)
        #expect(line.last == "status:5")
        #expect(line.replacement("status:5xx") == "5xx")
        #expect(ShellWords(line: "apitui run --report=h", breaks: Self.breaks).replacement("--report=html=") == "html=")
        #expect(ShellWords(line: "apitui run --report=h").replacement("--report=html=") == "--report=html=")
    }

    @Test func `what bash would read otherwise is escaped`() {
        let plain = ShellWords(line: "a ")
        #expect(plain.replacement("x.http#get it") == #"x.http#get\ it"#)
        #expect(plain.replacement("$(reboot)") == #"\$\(reboot\)"#)
        #expect(plain.replacement("#x") == "\\#x")
        #expect(plain.replacement("~/x y") == #"~/x\ y"#)
        #expect(ShellWords(line: "a 'x").replacement("x it's") == #"x it'\''s"#)
        #expect(ShellWords(line: "a \"x").replacement("x $HOME`") == #"x \$HOME\`"#)
        // Within double quotes bash keeps the backslash before an exclamation mark.
        #expect(ShellWords(line: "a \"x").replacement("x!y") == #"x"\!"y"#)
    }

    @Test(arguments: 0..<200) func `any word that is put in is read again as that word`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = Array(#"ab #'"\$`!~:=é()&|;<>*?[]{}^%@,+-_./"#)
        let word = String(
            (0..<Int.random(in: 1...12, using: &random)).map { _ in letters.randomElement(using: &random) ?? "x" })
        guard !word.hasPrefix("~") else { return }
        for (open, close) in [("", ""), ("'", "'"), ("\"", "\"")] {
            let line = ShellWords(line: "a " + open)
            let text = "a " + open + line.replacement(word) + close
            #expect(ShellWords(line: text).last == word, "\(text)")
        }
    }

    @Test(arguments: 0..<200) func `any line is read`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = Array("a '\"\\\t\n:=#é\u{1F600}")
        let line = String(
            (0..<Int.random(in: 0...40, using: &random)).map { _ in letters.randomElement(using: &random) ?? "x" })
        let words = ShellWords(line: line, breaks: Self.breaks)
        #expect(words.keptCount <= words.last.unicodeScalars.count)
        _ = words.replacement(words.last + "more")
    }
}
