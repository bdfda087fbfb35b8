import Pattern
import Testing

@testable import RequestLog

/// How values are written in filters, so that they are read again as they are.
@Suite struct WrittenTermTests {
    @Test(
        arguments: [
            ("a", "a"), ("a-b_c.d:e/f@g%h+i&j#k", "a-b_c.d:e/f@g%h+i&j#k"), ("é", "é"), ("", "\"\""),
            ("a b", "\"a b\""), ("none", "\"none\""), ("any", "\"any\""), ("None", "None"), ("nones", "nones"),
            ("/x", "\"/x\""), ("x/", "x/"), ("a\"b", #""a\"b""#), (#"a\b"#, #""a\\b""#), ("a,b", "\"a,b\""),
            ("x*y", "\"x*y\""), ("x?", "\"x?\""), ("(a)", "\"(a)\""), ("a>b", "\"a>b\""), ("-a", "-a"),
        ])
    func `a text has quotation marks where it would be read as something else`(text: String, written: String) {
        #expect(LogFilterWord.quoted(text) == written)
    }

    @Test(
        arguments: [
            ("*", "*"), ("a*", "a*"), ("*.example.com", "*.example.com"), ("a b*c?", "\"a b\"*c?"), ("/x*", "\"/x\"*"),
            ("a*/b", "a*\"/b\""), ("?\"", #"?"\"""#), ("", ""), ("**", "**"),
        ])
    func `a glob keeps its wildcards outside of quotation marks`(glob: String, written: String) {
        #expect(LogFilterWord.written(glob: glob) == written)
    }

    @Test(arguments: [("/a/", "/a/"), ("/a b/", "\"/a b/\""), ("/a\tb/c", "\"/a\tb/c\"")])
    func `a pattern has them only for whitespace`(pattern: String, written: String) {
        #expect(LogFilterWord.written(pattern: pattern) == written)
    }

    @Test(
        arguments: [
            ("a", "a", "/a/"), ("a/b", "a/b", #"/a\/b/"#), (#"a\/b"#, "a/b", #"/a\/b/"#), (#"a\\"#, #"a\\"#, #"/a\\/"#),
            (#"a\\/b"#, #"a\\/b"#, #"/a\\\/b/"#), (#"\d+"#, #"\d+"#, #"/\d+/"#),
        ])
    func `slashes within a pattern are escaped only between slashes`(
        text: String, source: String, written: String
    ) throws {
        let pattern = try LogPattern(text)
        #expect(pattern.source == source && pattern.written == written)
        #expect(try LogPattern(text, ignoresCase: false).written == written + "c")
        #expect(try LogPattern(source) == pattern && LogPattern(source, ignoresCase: false) != pattern)
    }

    private static func term(_ words: String) -> LogFilterTerm {
        LogFilterTerm(condition: .flag(.pinned), words: words)
    }

    @Test func `the words of a filter have parentheses where they are needed, and only there`() {
        let (a, b, c) = (Self.term("a"), Self.term("b"), Self.term("c"))
        #expect(LogFilterTerm.all([a]).words == "a" && LogFilterTerm.any([a]).words == "a")
        #expect(LogFilterTerm.all([a, b, c]).words == "a and b and c")
        #expect(LogFilterTerm.any([a, b]).words == "a or b")
        #expect(LogFilterTerm.all([a, .any([b, c])]).words == "a and (b or c)")
        #expect(LogFilterTerm.any([a, .all([b, c])]).words == "a or (b and c)")
        #expect(LogFilterTerm.all([a, .all([b, c])]).words == "a and b and c")
        #expect(LogFilterTerm.any([.any([a, b]), c]).words == "a or b or c")
        #expect(a.negated.words == "not a" && a.negated.negated.words == "not (not a)")
        #expect(a.negated.negated.condition == a.condition)
        #expect(LogFilterTerm.all([a, b]).negated.words == "not (a and b)")
        #expect(LogFilterTerm.everything.negated.words == "not anything")
        #expect(LogFilterTerm.all([a, .everything]).words == "a")
        #expect(LogFilterTerm.any([a, .everything]).words == "a or anything")
        #expect(LogFilterTerm.all([.any([a, b]).negated, c]).words == "not (a or b) and c")
    }
}
