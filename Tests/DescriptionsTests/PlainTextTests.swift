import Testing

@testable import Descriptions

/// Texts that go into a request file, and names that are given once.
@Suite struct PlainTextTests {
    @Test(
        arguments: [
            ("a", true), ("a\nb", true), ("a\n\nb", true), ("", false), ("\na", false), ("a\n", false), ("a{{b", false),
            ("a{b", true), ("a\\{\\{b", false), ("a\tb", true), ("a\rb", false), ("a\u{7F}", false), ("a\u{1F}", false),
            ("# a", false), (" # a", false), ("a # b", true), ("> a", false), ("@a", false), ("a@b", true),
            ("// a", false),
            ("/a", true), ("?? a", false), ("?a", true), ("HTTP/1.1", false), ("http/", true), ("--part", false),
            ("--par", true), ("-- part", true), ("--parts", false), ("<a>", false), ("GET /x", false), ("a b /x", true),
            ("GET  http://h", false), ("POST https://h", false), ("GET ftp://h", true), ("x\nGET /y", false),
            ("aaaaaaaaaaaaaaaaaaaa /x", false), ("aaaaaaaaaaaaaaaaaaaaa /x", true), ("a /", false), ("/ a", true),
        ])
    func `a text is content of a body unless a line means something else`(text: String, isPlain: Bool) {
        #expect(PlainBody.isPlain(text, isMarkup: false) == isPlain)
    }

    @Test(
        arguments: [
            ("<a>", true), ("<a\n<b/>", true), ("<", false), ("< a", false), ("<\ta", false), ("<@ a", false),
            ("<> a", false),
            ("<!-- a -->", true), ("# a", false),
        ])
    func `a line of markup is no name of a file`(text: String, isPlain: Bool) {
        #expect(PlainBody.isPlain(text, isMarkup: true) == isPlain)
    }

    @Test func `variables and another boundary may be meant`() {
        #expect(PlainBody.isPlain("a{{b}}", isMarkup: false, holdsVariables: true))
        #expect(!PlainBody.isPlain("\\{\\{b", isMarkup: false, holdsVariables: true))
        #expect(PlainBody.isPlain("--part", isMarkup: false, boundary: "other"))
        #expect(!PlainBody.isPlain("--other", isMarkup: false, boundary: "other"))
    }

    @Test func `a parameter has fifty values in one file`() {
        var names = PathNames()
        func name(_ value: Int) -> String? {
            names.name(of: "\(value)", as: "pet-id", besides: ["pet_id_2"]).map { "\($0.name) \($0.isNew)" }
        }
        let first = [1, 1, 2, 1, 2].map(name)
        #expect(first == ["pet_id true", "pet_id false", "pet_id_3 true", "pet_id false", "pet_id_3 false"])
        let more = (3...49).map(name)
        #expect(more.first == "pet_id_4 true" && more.last == "pet_id_50 true")
        let last = [50, 49].map(name)
        #expect(last == [nil, "pet_id_50 false"])
        let other = names.name(of: "1", as: "é", besides: [])
        #expect(other?.name == "value" && other?.isNew == true)
    }

    @Test(arguments: [
        ("# a", "heading a"), ("###### a", "heading a"), ("#a", "text #a"), ("#", "text #"), ("- a", "text • a"),
        ("* a", "text • a"), ("+ a", "text • a"), ("-a", "text -a"), ("1. a", "text • a"), ("999. a", "text • a"),
        ("1000. a", "text 1000. a"), ("1) a", "text 1) a"), ("  - a", "text   • a"), ("   - a", "text   • a"),
        ("            - a", "text         • a"), ("> a", "text a"), (">a", "text >a"), ("**a** `b`", "text a b"),
        ("*a*", "text *a*"), ("\\*a", "text *a"), ("\\a", "text \\a"), ("[a](b)", "text a (b)"), ("[b](b)", "text b"),
        ("[](b)", "text b"), ("[a](b \"c\")", "text a (b)"), ("![a](b)", "text a (b)"), ("[a] (b)", "text [a] (b)"),
        ("~~~\n# a\n~~~", "code # a"), ("```x\n\ta\n```", "code     a"),
    ])
    func `a line of Markdown is plain`(markdown: String, line: String) {
        #expect(MarkdownLines.lines(of: markdown).map { "\($0.role) \($0.text)" } == [line])
    }

    @Test func `a backslash takes the meaning from a sign of Markdown, and from no other`() {
        for sign in "\\`*_[]()#!" {
            #expect(MarkdownLines.lines(of: "a\\\(sign)b").map(\.text) == ["a\(sign)b"], "\(sign)")
        }
        for sign in "-+.>{}~|&a1" {
            #expect(MarkdownLines.lines(of: "a\\\(sign)b").map(\.text) == ["a\\\(sign)b"], "\(sign)")
        }
    }
}
