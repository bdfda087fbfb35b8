import TestSupport
import Testing

@testable import HTTPFormat

struct CheckSyntaxTests {
    private func check(_ text: String) throws -> Check { try CheckSyntax(text).result.get() }

    @Test func `type, field, predicate and expected value are distinguished`() throws {
        #expect(try check("status == 200") == Check(subject: .status, predicate: .equals, expected: "200"))
        #expect(
            try check("header content-type includes json")
                == Check(subject: .header("content-type"), predicate: .includes, expected: "json"))
        #expect(
            try check("body $.a.b exists") == Check(subject: .body(path: "$.a.b"), predicate: .exists, expected: ""))
        #expect(try check("body isArray") == Check(subject: .body(path: nil), predicate: .isArray, expected: ""))
        #expect(
            try check("duration firstByte < 500")
                == Check(subject: .duration(.wait), predicate: .less, expected: "500"))
        #expect(try check("duration<5") == Check(subject: .duration(.total), predicate: .less, expected: "5"))
        #expect(try check("cache == hit") == Check(subject: .cache(.outcome), predicate: .equals, expected: "hit"))
        #expect(
            try check("error phase == first-byte")
                == Check(subject: .error(phase: true), predicate: .equals, expected: "first-byte"))
        #expect(
            try check("xpath //a[@b='c']/d == x")
                == Check(subject: .xpath("//a[@b='c']/d"), predicate: .equals, expected: "x"))
        #expect(
            try check("js response.parsedBody.a == 1")
                == Check(subject: .script("response.parsedBody.a"), predicate: .equals, expected: "1"))
    }

    @Test(arguments: [
        ("body $.items[?@.price < 10].name == tea", "$.items[?@.price < 10].name", "tea"),
        ("body $['a == b'] == c", "$['a == b']", "c"),
        ("body $[?@.a == 'x]' && @.b > 1] == c", "$[?@.a == 'x]' && @.b > 1]", "c"),
        ("body $.a == b == c", "$.a", "b == c"),
        ("body $.{{x == y}} == c", "$.{{x == y}}", "c"),
        ("body $[ == c", "$[", "c"),
    ])
    func `the leftmost predicate outside of brackets counts`(text: String, path: String, expected: String) throws {
        #expect(try check(text) == Check(subject: .body(path: path), predicate: .equals, expected: expected))
    }

    @Test(arguments: [
        ("===", Check.Predicate.equals), ("==", .equals), ("equals", .equals), ("EQUALS", .equals), ("!==", .notEquals),
        ("!=", .notEquals), (">", .greater), (">=", .greaterOrEqual), ("<", .less), ("<=", .lessOrEqual),
        ("startsWith", .startsWith), ("endswith", .endsWith), ("includes", .includes), ("contains", .includes),
        ("matches", .matches), ("sha256", .sha256), ("sha512", .sha512), ("MD5", .md5), ("exists", .exists),
        ("isTrue", .exists), ("isFalse", .isFalse), ("isNumber", .isNumber), ("isBoolean", .isBoolean),
        ("isString", .isString), ("isArray", .isArray),
    ])
    func `every spelling of a predicate is known`(word: String, predicate: Check.Predicate) throws {
        #expect(try check("body $.a \(word) x").predicate == predicate)
    }

    @Test func `not before a predicate turns it round`() throws {
        #expect(
            try check("status not equals 200")
                == Check(subject: .status, isNegated: true, predicate: .equals, expected: "200"))
        #expect(
            try check("body $.a not exists")
                == Check(subject: .body(path: "$.a"), isNegated: true, predicate: .exists, expected: ""))
    }

    @Test(arguments: [
        ("header x-cannot == 1", Check.Subject.header("x-cannot"), false),
        ("xpath //knot exists", .xpath("//knot"), false), ("body $.not exists", .body(path: "$.not"), false),
        ("header x-a Not == 1", .header("x-a"), true), ("body NOT exists", .body(path: nil), true),
        ("header x-a\tnot\t== 1", .header("x-a"), true), ("body \tnot exists", .body(path: nil), true),
    ])
    func `only not as a word of its own turns a predicate round, in any case`(
        text: String, subject: Check.Subject, isNegated: Bool
    ) throws {
        let read = try check(text)
        #expect(read.subject == subject && read.isNegated == isNegated, "\(read)")
    }

    @Test(arguments: [
        "", "state == 200", "status", "status 200", "status x == 200", "header == a", "status >", "duration moon < 5",
        "cache cold == 1", "body $.a matches", "js == 1", "xpath exists", "header not == a",
    ])
    func `a line that is not a check is refused with a reason`(text: String) {
        let syntax = CheckSyntax(text)
        #expect(throws: CheckSyntax.SyntaxError.self) { try syntax.result.get() }
    }

    @Test(
        arguments: [
            ("status == 200", []), ("body $.a includes b", []), ("body $.a equals x", []), ("duration tcp < 5", []),
            ("status>=200", ["N11"]), ("status === 200", ["N11"]), ("body $.a !== 1", ["N11"]),
            ("status EQUALS 200", ["N11"]), ("status not equals 200", ["N11"]), ("body == a < b", ["N11"]),
            ("body $.a == x existsly", ["N11"]), ("cache == hit", ["N11"]), ("error == timeout", ["N11"]),
            ("duration dns < 5", ["N11"]), ("duration wait < 5", ["N11"]), ("js a + b == 3", ["N8"]),
            ("js response.body.a == 3", []), ("nonsense", ["E6"]),
        ] as [(String, [String])])
    func `a line that httpYac reads otherwise says so`(text: String, ids: [String]) {
        #expect(CheckSyntax.remarks(text, .questionMarks).map(\.id) == ids)
    }

    @Test func `a comment that is not one of our checks is kept with a warning, and other tools do not read comments`()
    {
        let remarks = CheckSyntax.remarks("response.statusCode in [200]", .comment)
        #expect(remarks.map { "\($0.id) \($0.severity)" } == ["N14 warning"])
        #expect(CheckSyntax.remarks("status === 200", .comment).isEmpty)
    }

    @Test(.longComputation) func `no text crashes the reader`() {
        var generator = SeededGenerator(seed: 5)
        let pieces = [
            "status", "body", " ", "==", "[", "]", "'", "\"", "not", "exists", "{{", "}}", "é", "\u{301}", "(",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            }.joined()
            _ = CheckSyntax.remarks(text, .questionMarks)
        }
        _ = CheckSyntax(String(repeating: "body [", count: 20_000)).result
    }

    @Test(arguments: [
        ("response.statusCode", true), ("response.headers['x-a']", true), ("response.parsedBody.a[0].b", true),
        ("login.token", true), ("response.body", true), ("response", false), ("a()", false), ("a + b", false),
        ("response.headers", false), ("response.request.url", false), ("a.b[", false),
        ("response.parsedBody.a b", false), ("response.parsedBody.a.0", false), ("response.parsedBody.a1", true),
    ])
    func `only paths of properties are evaluated`(text: String, isPath: Bool) {
        #expect((ScriptPath(text) != nil) == isPath)
    }
}

/// Notices about a check before it is evaluated.
struct CheckFlawTests {
    @Test(
        arguments: [
            ("body $[?@.a=1] == 2", "not a JSONPath"), ("body $.a[01] exists", "not a JSONPath"),
            ("xpath //[ exists", "not an XPath"), ("body $.a > abc", "abc is not a number"),
            ("duration < soon", "soon is not a number"), ("body $.a matches (?=x)", "cannot be used"),
            ("body $.a matches (x)\\1", "cannot be used"), ("body $.a not matches [z-a]", "cannot be used"),
            ("body sha256 abc", "64 hexadecimal digits, or 44 of Base64"), ("body md5 0g", "32 hexadecimal"),
            ("body sha512 " + String(repeating: "a", count: 64), "128 hexadecimal"),
        ])
    func `a check that can never pass is an error`(text: String, reason: String) throws {
        let remark = try #require(CheckSyntax.remarks(text, .questionMarks).first { $0.id == "E6" })
        #expect(remark.severity == .error && remark.text.contains(reason), "\(remark.text)")
        // In a comment it may belong to another tool.
        #expect(CheckSyntax.remarks(text, .comment).first { $0.id == "E6" }?.severity == .warning)
    }

    @Test(arguments: [
        "body $.{{a}} == 2", "body $.a > {{limit}}", "body $.a matches {{pattern}}(", "xpath //{{x}}[ exists",
        "duration < 1 s", "duration < 1500", "body sha256 {{digest}}", "body md5 kAFQmDzST7DWlj99KOF/cg==",
        "body sha256 BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", "body a.b[0].c exists",
        "body $.a matches a{10000}{{",
    ])
    func `a check that may pass is not an error`(text: String) {
        #expect(!CheckSyntax.remarks(text, .questionMarks).contains { $0.id == "E6" })
    }

    @Test func `many patterns with large repetitions are read as quickly as others`() {
        // Expanded, each would be 10,000 instructions.
        for _ in 0..<2_000 { #expect(CheckSyntax.remarks("body matches (?i)[a-z]{9999}", .questionMarks).isEmpty) }
    }
}
