import TestSupport
import Testing

@testable import Import

/// The small readers and writers that all kinds of imports share.
@Suite struct ImportedValueTests {
    @Test(arguments: [
        ("{// a\n\"a\": 1 // b\n}", "{\n\"a\": 1\n}"), ("{\n  // a\n  \"a\": 1\n}", "{\n  \"a\": 1\n}"),
        ("{/* a\n*/\n\"a\":/* b */ 1}", "{\n\"a\": 1}"), ("[1] // a", "[1]"), ("// a\r\n[1]\r\n", "[1]\r\n"),
        ("/**/[1, /* a */ 2]", "[1,  2]"),
    ])
    func `JSON is written without comments`(text: String, plain: String) {
        #expect(JSONComments.removed(from: text) == plain)
    }

    @Test(arguments: [
        #"{"a": "http://x.test/*", "b": "\"//"}"#, "[1]", "[1 / 2]", "[1] /* never ends", "/*/", "[\"//\n]",
        "",
    ])
    func `text in strings and what no comment is stays`(text: String) {
        #expect(JSONComments.removed(from: text) == nil)
    }

    @Test func `a path of JavaScript is a part of the response, or none`() {
        let rows = #"""
            res.status -> status
            res.statusCode -> status
            res.status.x -> nothing
            res.responseTime -> duration
            res.responseTime[0] -> nothing
            res.body -> body
            res.body.a -> body $.a
            res.body[0] -> body $[0]
            res.body.0 -> body $[0]
            res.body.a.b[1]["c d"] -> body $.a.b[1]['c d']
            res.body['a'] -> body $.a
            res.body["it's"] -> body $['it\'s']
            res.body.a-b -> body $['a-b']
            res.body.$x -> body $['$x']
            res.body.é_1 -> body $.é_1
            res["body"].a -> body $.a
            res?.body?.a -> body $.a
            res.body?.[0] -> body $[0]
            res.headers.etag -> header etag
            res.headers['X-A'] -> header X-A
            res.headers -> nothing
            res.headers.a.b -> nothing
            res.url -> nothing
            res -> nothing
            req.body -> nothing
            res.body.a() -> nothing
            res.body. -> nothing
            res..body -> nothing
            res.body[ -> nothing
            res.body[] -> nothing
            res.body[a] -> nothing
            res.body['a -> nothing
            res.body['] -> nothing
            res.body['a\'b'] -> nothing
            [0].a -> nothing
            """#
        #expect(FilledTable(rows).filled { ResponsePath($0, root: "res")?.checkSubject ?? "nothing" } == rows)
    }

    @Test(arguments: [
        ("{{a}}", "X"), ("{{ a }}", "X"), ("{{b}}", "{{b}}"), ("{{a}}{{a}}", "XX"), ("{{{a}}}", "{X}"), ("{{a", "{{a"),
        ("{a}", "{a}"), ("{{a}b}}", "{{a}b}}"), ("é{{a}}é", "éXé"), ("{{}}", "{{}}"), ("{{b}} {{a}", "{{b}} {{a}"),
    ])
    func `references are replaced between their braces`(text: String, expected: String) {
        #expect(TemplateText.replacing(text) { $0 == "a" ? "X" : nil } == expected)
    }

    @Test func `references are named in order`() {
        #expect(TemplateText.references(in: "{{a}} {{ b }}{{a}} {{") == ["a", "b", "a"])
    }

    @Test func `a text that looks like another value needs a check of its type`() {
        let others = ["", "1", "-a", "+1", "[x", "{x", "\"x", "true", "False", "NULL", "undefined"]
        let texts = ["a", "tea", " 1", "trueish", "é", "(1)"]
        #expect((others + texts).filter(CheckText.couldBeOfOtherType) == others)
        #expect(CheckText.escaped("a.b*c/{x}[y](z)^$|?+\\-") == #"a\.b\*c\/\{x\}\[y\]\(z\)\^\$\|\?\+\\-"#)
    }

    @Test func `what is equal by type is one check or two`() {
        func checks(_ subject: String, _ expected: String, isText: Bool = false) -> [String]? {
            CheckText.equality(subject, expected, isText: isText)
        }
        #expect(checks("body $.a", "1") == ["body $.a == 1", "body $.a isNumber"])
        #expect(checks("body $.a", "1", isText: true) == ["body $.a == 1", "body $.a isString"])
        #expect(checks("body $.a", "x", isText: true) == ["body $.a == x"])
        #expect(checks("body $.a", "false") == ["body $.a == false", "body $.a isBoolean"])
        #expect(checks("body $.a", "null") == ["body $.a == null", "body $.a not isString"])
        #expect(checks("body $.a.length", "3") == ["body $.a.length == 3"])
        #expect(checks("status", "200") == ["status == 200"])
        #expect(checks("body", "a\nb", isText: true) == nil)
        #expect(checks("cookie", "a") == nil)
    }

    @Test func `names of files are safe, and each is used once`() {
        let names = [
            ("Users", "Users"), ("a/b\\c", "a-b-c"), ("a  b\tc", "a b c"), ("  a", "a"),
            ("node_modules", "_node_modules"),
            ("Node_Modules", "_Node_Modules"), ("http-client.env.json", "_http-client.env.json"),
            (String(repeating: "x", count: 81), String(repeating: "x", count: 80)),
            (String(repeating: "é", count: 41), String(repeating: "é", count: 40)),
        ]
        #expect(names.map { SafeFileName.safe($0.0) ?? "nothing" } == names.map(\.1))
        #expect(SafeFileName.safe("") == nil && SafeFileName.safe("  ") == nil)
        var used = SafeFileName(taken: ["Users.http"])
        let wanted = [("Users", ".http"), ("Users", ".http"), ("USERS", ".http"), ("", ".http"), ("a", ""), ("A", "")]
        #expect(
            wanted.map { used.unique($0.0, ending: $0.1, else: "Requests") }
                == ["Users-2.http", "Users-3.http", "USERS-4.http", "Requests.http", "a", "A-2"])
    }

    @Test(
        arguments: [
            ("## @One ##", "One"), ("{{a}}", "{ {a}}"), ("###", nil), ("...", nil), ("1", "1"), ("漢", "漢"), ("→", nil),
            ("🙂", "🙂"), ("", nil), ("a # b", "a # b"),
        ] as [(String, String?)])
    func `a title has something to read, and no marks at its ends`(text: String, title: String?) {
        #expect(PlainWords.title(text) == title)
    }

    @Test func `a comment is read as nothing else`() {
        #expect(
            PlainWords.comment("\n a\n\n@b\n  # @c\n// &d\n?e\nf\u{1}g \n\n")
                == [" a", "", "| @b", "|   # @c", "| // &d", "| ?e", "f g"])
        #expect(PlainWords.comment("a\nb\nc", mostLines: 2) == ["a", "b", "…"])
        #expect(PlainWords.comment("a\nb", mostLines: 2) == ["a", "b"])
        #expect(PlainWords.comment(" \n\n") == [])
    }

    @Test func `a script is kept with a line about it`() {
        let before = ImportedScript(.beforeRequest, "a()\n\n b() ")
        var after = ImportedScript(.afterResponse, "c()")
        #expect(
            PlainWords.script(before, of: "Postman")
                == ["Postman would run this before the request; it is not run here:", "| a()", "|", "|  b()"])
        #expect(
            PlainWords.script(after, of: "Bruno")
                == ["Bruno would run this after the response; it is not run here:", "| c()"])
        #expect(
            PlainWords.leftovers(["a\nb", "c"], of: "Hurl")
                == ["Hurl would do this with the response; there is nothing like it here:", "| a", "| b", "| c"])
        #expect(
            PlainWords.notice(of: before)
                == "A script that is run before the request is kept as a comment: it is not run.")
        #expect(
            PlainWords.notice(of: before, requests: 2)
                == "A script that is run before each of 2 requests is kept as a comment there: it is not run.")
        after.isPartlyRead = true
        #expect(
            PlainWords.notice(of: after, requests: 3)
                == "A script that is run after the response of each of 3 requests is kept as a comment there: it is not "
                + "run; what of it holds in any case was read as checks and captures.")
    }

    @Test func `a name of a variable is one that every tool reads`() {
        let valid = ["a", "a-b.c_1", "1a", "_a", "é"]
        let others = ["", "a b", "$a", "a.response.x", "a.request", "-a", ".a", "a{b", "a\nb"]
        #expect((valid + others).filter(ReferenceNames.isValid) == valid)
    }
}
