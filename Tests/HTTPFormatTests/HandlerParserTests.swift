import Base
import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat

/// Scripts are read as a whole or not at all.
struct HandlerParserTests {
    private func read(
        _ code: String, _ phase: HandlerScript.Phase = .after, isBlock: Bool = false
    ) -> Result<HandlerScript, HandlerRefusal> {
        HandlerParser.script(Array(code.utf8), phase, isBlock: isBlock, line: 1)
    }

    private func construct(_ result: Result<HandlerScript, HandlerRefusal>) -> String? {
        if case .failure(let refusal) = result { refusal.construct } else { nil }
    }

    @Test func `scripts as people write them are read, or refused by what they have`() {
        for (code, expected) in HandlerFixtures.responses { #expect(construct(read(code)) == expected, "\(code)") }
        for (code, expected) in HandlerFixtures.requests {
            #expect(construct(read(code, .before)) == expected, "\(code)")
        }
        for (code, phase, expected) in HandlerFixtures.blocks {
            #expect(construct(read(code, phase, isBlock: true)) == expected, "\(code)")
        }
    }

    @Test func `the share that is read is the one of docs/http-format.md`() {
        let constructs =
            (HandlerFixtures.responses + HandlerFixtures.requests).map(\.construct)
            + HandlerFixtures.blocks.map(\.construct)
        #expect(constructs.count == 108)
        #expect(constructs.count { $0 == nil } == 90)
    }

    @Test(arguments: [
        "test.status(200)", "test.hasNoResponseBody()", "test('a', () => {})", "client.test('a', () => {})",
    ])
    func `a test above a request is refused`(code: String) {
        #expect(construct(read(code, .before, isBlock: code.hasPrefix("test"))) == "a test before the request")
    }

    @Test(arguments: ["client.assert(true)", "assert(true)", "assert.equal(1, 1)", "equal(1, 1)"])
    func `an assertion above a request is refused`(code: String) {
        let result = read(code, .before, isBlock: !code.hasPrefix("client"))
        #expect(construct(result) == "an assertion before the request")
    }

    @Test func `values that are new each time are read above a request only`() {
        for (code, refused) in [
            ("Math.floor(Math.random() * 1000)", "a call of Math.random(…)"),
            ("Math.random().toString(36).substring(2, 10)", "a call of Math.random(…)"),
            ("crypto.randomUUID()", "a call of crypto.randomUUID(…)"), ("$uuid", "the value $uuid below a request"),
        ] {
            #expect(construct(read("client.global.set(\"a\", \(code))", .before)) == nil, "\(code)")
            #expect(construct(read("client.global.set(\"a\", \(code))", .after)) == refused, "\(code)")
        }
        #expect(construct(read("client.log(Math.random(1))", .before)) == "a call with 1 argument")
        #expect(construct(read("client.log(Math.random)", .before)) == "the value Math.random")
        #expect(construct(read("client.log($random.integer(1, 5))", .before)) == nil)
        #expect(construct(read("client.log($random.integer(1, 1 + 1))", .before)) == "an argument that is computed")
    }

    @Test(arguments: [
        ("client.log(1) client.log(2)", "client after the end of a statement"),
        ("client.log(foo)", "the name foo, which it does not define"),
        ("client.log($uuid)", "the value $uuid below a request"),
        ("client.log(x); const x = 1", "the name x, which it does not define"),
        ("const a = 1; a = 2", "a new value for the constant a"),
        ("let a = 1; let a = 2", "a second declaration of a"),
        ("const a", "a constant without a value"),
        ("if (true) a = 1", "the name a, which it does not define"),
        ("\"use strict\"; a = 1", "the name a, which it does not define"),
        ("response.body.x = 1", "an assignment to response.body.x"),
        ("client.log(\"a", "a string that is not closed"), ("client.log(`a", "a template that is not closed"),
        ("/* a", "a comment that is not closed"), ("client.log(1", "the end of the script where ) is expected"),
        ("if (true) {", "a { that is not closed"), ("if (true) const a = 1", "a declaration without a block"),
        ("client.log(1 ** 2)", "the operator **"), ("client.log(1n)", "the number 1n"),
        ("client.log(010)", "the number 010"), ("client.log(a => a)", "a function as a value"),
        ("client.log(1 < 2 < 3)", "two comparisons in a row"),
        ("client.log(null ?? 1 || 2)", "?? beside || or && without parentheses"),
        ("return 1", "a return outside of a function"), ("client.log(response)", "the response as a whole"),
        ("client.log(this.x)", "the keyword this"), ("client.log(#a)", "the character # outside of a string"),
        ("client.global.set(x, 1)", "the name of a variable as something else than a string"),
        ("client.test(\"a\", async () => {})", "an asynchronous function"),
        ("client.test(\"a\", (x) => {})", "a function with parameters"),
        ("client.test(\"a\", check)", "a test that is not written as a function"),
        ("client.log(parseInt(\"1\", 2))", "parseInt with another base than 10"),
        ("client.log(\"a\".replace(\"a\", \"$&\"))", "a replacement that is not a string without $"),
        ("client.log(\"\\u12\")", "an escape that is not one"), ("client.log(eval(\"1\"))", "a call of eval(…)"),
        ("client.log(process.env.HOME)", "the value process.env"),
        ("exports.a = 1", "exports outside of a block of httpYac"),
        ("client.log(\"a\"`b`)", "a string where ) is expected"),
        ("do {} while (true)", "a loop (do)"), ("break", "a break outside of a loop"),
        ("while (true) client.test(\"a\", () => { continue })", "a continue outside of a loop"),
        ("a: for (;;) break a", "the name a, which it does not define"),
        ("for (;;) { break a }", "a break with a label"),
        ("for (const a of [1]) a = 2", "a new value for the constant a"),
        ("for (x of [1]) {}", "the name x, which it does not define"),
        ("for (const [a] at [[1]]) {}", "at where of is expected"),
        ("for await (const a of [1]) {}", "the keyword await"),
        ("[1].find(check)", "a function that is not written here"),
        ("[1].map((a, b, c) => a)", "a function with 3 parameters"),
        ("[1].map(async a => a)", "an asynchronous function"),
        ("[1].map((...a) => a)", "the operator ..."),
        ("[1].reduce((a, b) => a + b)", "reduce without a value to begin with"),
        ("client.log({ a() {} })", "an object with more than names and values"),
        ("client.log({ ...a })", "an object with more than names and values"),
        ("client.log({ __proto__: 1 })", "the member __proto__"), ("const {} = response.body", "an empty pattern"),
        ("const { a = 1 } = response.body", "a pattern that is more than names"),
        ("const [a = 1] = response.body", "a pattern that is more than names"),
        ("const [a, b]; client.log(1)", "a pattern that is more than names"),
        ("client.log(1 => 2)", "a function as a value"), ("client.log(1 2)", "2 where ) is expected"),
        ("client.log(/a/)", "a regular expression without .test(…)"),
        ("client.log(/(/.test(\"a\"))", "a regular expression that is not read: a ) is missing"),
        ("client.log(/a/y.test(\"a\"))", "the flags y of a regular expression"),
        ("client.log(/a\n/)", "a regular expression that is not closed"),
        ("client.log(\"a\".match(/(a)/))", "match with groups, with the flag g, or of an empty text"),
        ("client.log(\"a\".match(/a*/))", "match with groups, with the flag g, or of an empty text"),
        ("client.log(\"ba\".match(/\\Ba/))", "match with groups, with the flag g, or of an empty text"),
        ("client.log(\"a\".match(/a/g))", "match with groups, with the flag g, or of an empty text"),
        ("client.log(\"a\".match(/a/y))", "the flags y of a regular expression"),
        ("client.log(\"a\".match(/(/))", "a regular expression that is not read: a ) is missing"),
        ("client.log(\"a\".match(\"a\"))", "a call of .match(…)"), ("equal(1)", "a call with 1 argument"),
        ("client.log(1 instanceof Date)", "the operator instanceof"),
        ("let a, b; a = b = 1", "two assignments in a row"),
        ("client.log(jsonPath(response.body, \"$.a.length()\"))", "jsonPath with a path that is not JSONPath"),
        ("function f() { return f() }", "f, a function that calls itself"),
        ("function f() { g() } function g() {}", "a call of g(…)"),
        ("f(); function f() {}", "a call of f(…)"), ("function f() {} function f() {}", "a second declaration of f"),
        ("const f = () => 1; const g = f", "a function as a value"),
        ("let f = () => 1; f = 2", "a function as a value"),
        ("function* f() {}", "a generator"), ("function f(a = 1) {}", "= where ) is expected"),
        ("const f = async () => 1", "the keyword async"), ("if (true) { function f() {} } f()", "a call of f(…)"),
        ("function f(a) {} client.test(\"a\", f)", "a function with parameters"),
        ("function f(a, b, c) {} [1].map(f)", "a function with 3 parameters"),
        ("function f() { a = 1 }", "the name a, which it does not define"),
        ("class A {}", "a class declaration"), ("export default 1", "the keyword export"),
        ("export function f() {} a = 1", "the name a, which it does not define"),
        ("a = 1; export function f() {}", "the keyword export"),
        ("client.log(client)", "the name client, which it does not define"),
        ("const g = client.global", "the value client.global"), ("client.global === 1", "the value client.global"),
        ("client.log(1 || client.global)", "the value client.global"),
        ("client.log(1 === client.global && 2)", "the value client.global"),
        ("request.variables.clearAll()", "request.variables.clearAll() below a request"),
        ("client.global.clearAll()", "the value client.global"),
        ("client.log(new Date().getYear())", "a call of .getYear(…) of a date"),
        ("client.log(new Date(0).getTime())", "the keyword new"),
        ("const a = 1; a++", "a new value for the constant a"),
        ("throw", "the end of the script where a value is expected"),
        ("client.log((1, 2))", "a comma between values"),
        ("client.log([...response.body])", "the operator ..."), ("async function f() {}", "the keyword async"),
        ("client.log(JSON.stringify(1, [\"a\"]))", "JSON.stringify with a replacer"),
        ("client.log(JSON.stringify(1, null, \"-\"))", "JSON.stringify with other than spaces"),
    ])
    func `what is not read is named`(code: String, expected: String) {
        #expect(construct(read(code)) == expected)
    }

    @Test func `whitespace of Unicode is whitespace`() {
        #expect(construct(read("client.log(1,\u{A0}\u{0B}\u{0C}\u{FEFF}2)")) == nil)
    }

    @Test func `a parameter can get another value, and a constant cannot`() {
        #expect(construct(read("const b = [1].map(function (a) { a += 1; return a })")) == nil)
        #expect(construct(read("const a = 1; a += 1")) == "a new value for the constant a")
    }

    @Test(arguments: [
        ("a = b", "b"), ("a += b", "a + b"), ("a -= b", "a - b"), ("a *= b", "a * b"), ("a /= b", "a / b"),
        ("a %= b", "a % b"), ("a++", "a - -1"), ("--a", "a - 1"),
    ])
    func `what is assigned is written out, the old value first`(code: String, value: String) throws {
        let script = try read("let a = 1, b = 2; \(code)").get()
        guard case .assign(0, let assigned)? = script.statements.last?.kind else {
            Issue.record("no assignment to a")
            return
        }
        #expect(assigned.source == value)
    }

    @Test func `a JSONPath has four hundred bytes at most`() {
        let path = "$." + String(repeating: "a", count: 398)
        #expect(construct(read("client.log(jsonPath(response.body, \"\(path)\"))")) == nil)
        #expect(
            construct(read("client.log(jsonPath(response.body, \"\(path)a\"))"))
                == "jsonPath with a path that is not JSONPath")
    }

    @Test func `a refusal is at the line of what it is about`() {
        guard case .failure(let refusal) = read("client.log(1)\r\n\n`a\nb`\rdo {} while (1)") else {
            Issue.record("read")
            return
        }
        #expect(refusal == HandlerRefusal(construct: "a loop (do)", line: 4))
        guard case .failure(let end) = read("client.log(1)\n\nclient.log(2") else {
            Issue.record("read")
            return
        }
        #expect(end == HandlerRefusal(construct: "the end of the script where ) is expected", line: 2))
    }

    @Test(arguments: [
        ("client.global.set(\"t\", response.body.a[0][\"b c\"].d)", "body.$.a[0]['b c'].d"),
        ("client.global.set(\"t\", response.body?.a)", "body.$.a"), ("client.global.set(\"t\", response.body)", "body"),
        ("client.global.set(\"t\", JSON.parse(response.body).a)", "body.$.a"),
        ("client.global.set(\"t\", response.headers.valueOf(\"Location\"))", "headers.Location"),
        (
            "const d = response.body.data; client.test(\"a\", () => { client.global.set(\"t\", d.id) })",
            "body.$.data.id"
        ),
        ("const { a: b } = response.body; client.global.set(\"t\", b)", "body.$.a"),
        ("const { x, a: b } = response.body; client.global.set(\"t\", b)", "body.$.a"),
        ("const { x: y, a: b, } = response.body; client.global.set(\"t\", b)", "body.$.a"),
        ("const { x: y, a } = response.body; client.global.set(\"t\", a)", "body.$.a"),
        ("const [a, , b] = response.body; client.global.set(\"t\", b)", "body.$[2]"),
        ("const [, a,] = response.body.rows; client.global.set(\"t\", a)", "body.$.rows[1]"),
        ("let d = response.body.data; client.global.set(\"t\", d.id)", nil),
        ("if (response.body) client.global.set(\"t\", response.body.t)", nil),
        ("client.exit(); client.global.set(\"t\", response.body.t)", nil),
        ("client.global.set(\"t\", \"Bearer \" + response.body.t)", nil),
        ("client.global.set(\"t\", response.body.t.length)", nil), ("client.global.set(\"t\", \"literal\")", nil),
    ])
    func `a value that is a part of the response is known as a reference`(code: String, reference: String?) throws {
        let script = try read(code).get()
        #expect(script.settings.map(\.name) == ["t"])
        #expect(script.settings.first?.reference == reference)
    }

    @Test func `names that a script reads are known, each once`() throws {
        let script = try read(
            "client.log(client.global.get(\"a\"), request.variables.get(\"b\"), request.environment.get(\"a\"))"
        ).get()
        #expect(script.inputs == ["a", "b"])
    }

    @Test(arguments: [
        "(response.body.a?.[0] || [1, \"x\"].includes(-response.status)) && !response.headers.valueOf(\"A\")",
        "{ a: 1, b: {}, c: [] }",
    ])
    func `the text of an expression is JavaScript`(code: String) throws {
        let script = try read("client.assert(\(code))").get()
        guard case .assert(let condition, _)? = script.statements.first?.kind else {
            Issue.record("no assertion")
            return
        }
        #expect(condition.source == code)
        #expect(script.statements.first?.text == code)
    }

    @Test(
        arguments: [
            ("assert(1, 2)", "1", "2"), ("assert.ok(1, 2)", "1", "2"), ("equal(1, 2)", "1 == 2", nil),
            ("assert.notEqual(1, 2, 3)", "1 != 2", "3"), ("strictEqual(1, 2)", "1 === 2", nil),
            ("assert.notStrictEqual(1, 2)", "1 !== 2", nil),
        ] as [(String, String, String?)])
    func `functions of assert look at one value or compare two, and the next argument is the message`(
        code: String, condition: String, message: String?
    ) throws {
        let script = try read(code, isBlock: true).get()
        guard case .assert(let found, let said)? = script.statements.first?.kind else {
            Issue.record("no assertion")
            return
        }
        #expect(found.source == condition && said?.source == message)
        #expect(script.statements.map(\.text) == [condition])
    }

    @Test func `a long text of an expression is cut, and a sign says that there is more`() {
        let long = String(repeating: "a", count: 120)
        let list = HandlerExpression.list([.text(long + "b"), .number(1), .number(2)])
        #expect(list.source == "[\"\(long)\", …]")
        #expect(HandlerExpression.list([.text("a"), .number(1)]).source == "[\"a\", 1]")
    }

    @Test(arguments: [
        "client.log(JSON.stringify(response.body, undefined, 2))",
        "const f = ([a, b], { c }) => a + b + c; client.log(f([1, 2], { c: 3 }))",
    ])
    func `a second argument without a value and parameters that are taken apart are read`(code: String) {
        #expect(construct(read(code)) == nil)
    }

    @Test(arguments: [
        (392, "1 + 2 + 3"), (393, "1 + 2 +…"), (1000, "1 + 2 +…"),
    ])
    func `of a statement 400 bytes are looked at for its text, and a sign says that there is more`(
        blanks: Int, text: String
    ) throws {
        let script = try read("client.assert(1 + 2 +\(String(repeating: " ", count: blanks))3)").get()
        #expect(script.statements.map(\.text) == [text])
    }

    @Test func `the text of a statement has 200 characters at most, the sign for more among them`() throws {
        func text(_ count: Int) throws -> String? {
            try read("client.assert(\"\(String(repeating: "x", count: count))\")").get().statements.first?.text
        }
        let letters = String(repeating: "x", count: 198)
        #expect(try text(198) == "\"\(letters)\"")
        #expect(try text(199) == "\"\(letters)…")
    }

    @Test(arguments: [
        ("test.status(200)", true), ("test.header('a', 'b')", true), ("test.headerContains('a', 'b')", true),
        ("test.hasResponseBody()", true), ("test.hasNoResponseBody()", true), ("test('a', () => {})", true),
        ("client.assert(response.body)", true), ("equal(response.status, 200)", true), ("client.log(1)", true),
        ("exports.a = response.body.a", false), ("client.global.set('a', response.status)", false), ("", false),
    ])
    func `a script with a test, an assertion or a log line reports something`(code: String, reports: Bool) throws {
        #expect(try read(code, isBlock: true).get().reports == reports)
    }

    // MARK: any bytes

    private static let pieces = [
        "client", ".", "global", "set", "(", ")", "\"a\"", "'b'", "`c${", "}`", ",", "response", "body", "[", "]", "0",
        "{", "}",
        "if", "else", "const", "let", "x", "=", "===", "||", "&&", "??", "?.", "=>", "function", "test", "assert", ";",
        "\n",
        "//", "/*", "*/", "/", "+", "-", "!", "?", ":", "\\", "\"", "1e5", "return", "typeof", "JSON", "parse",
        "\u{2028}", "…",
        "$uuid", "exports", "require", "(\"assert\")", "\r", "in", "%", "for", "of", "while", "break", "/a/.test",
        ".map(", "function f(", "f(", ") => ", "export", "const f = ", "new Date()", "client.global &&",
        ".find(", "throw", "new", "Error", "++", "jsonPath", "instanceof", "Array", "{ a: ",
    ]

    @Test(arguments: 0..<40)
    func `any bytes are read or refused`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed) &+ 26_000)
        let known = HandlerFixtures.responses.map { Array($0.code.utf8) }
        for _ in 0..<60 {
            var code: [UInt8] = []
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                for _ in 0..<Int.random(in: 0...60, using: &generator) {
                    code += Array((Self.pieces.randomElement(using: &generator) ?? "").utf8)
                }
            case 1:
                code = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
            default:
                code = known.randomElement(using: &generator) ?? []
                for _ in 0..<Int.random(in: 1...6, using: &generator) where !code.isEmpty {
                    let place = Int.random(in: 0..<code.count, using: &generator)
                    let end = min(code.count, place + Int.random(in: 0...6, using: &generator))
                    code.replaceSubrange(place..<end, with: (Self.pieces.randomElement(using: &generator) ?? "").utf8)
                }
            }
            let phase: HandlerScript.Phase = Bool.random(using: &generator) ? .after : .before
            let lines = code.count { $0 == Byte.lineFeed || $0 == Byte.carriageReturn }
            switch HandlerParser.script(code, phase, isBlock: Bool.random(using: &generator), line: 1) {
            case .success(let script): #expect(script.statements.allSatisfy { $0.line <= lines })
            case .failure(let refusal): #expect(!refusal.construct.isEmpty && (0...lines).contains(refusal.line))
            }
        }
    }

    @Test(arguments: [
        "client.global.set(\"a\", response.body.a);\n", "const a = response.body; ",
        "client.log(\"a\" + 1 + `b${2}`); ", "{", "(",
        "[", "!", "a.", "`${", "/*", "\"a\\", "if (a) ", "if (true) {} else ", "client.test(\"a\", () => ", "+ 1 ",
        "|| 1 ",
        "{ const b = 1; ", "1 + ", "client.log(client.global.get(\"x\"));", "?.a", "- 1", "-",
        "for (const a of [1]) {} ", "for (let i = 0; i < 1; i++) ", "while (true) ", "[1].map(a => a); ", "{ a: 1, ",
        "const { a: b } = response.body; ", "function f() {} ", "{ const f = (a, b) => a; f(1, 2); } ", "const f = (((",
        "function f() { ", "export const a = 1; ", "!client", "/a/.test(1); ", "/[", "a.map(b => ", "break; ",
        "a = 1; ", "({ a: 1 }); ",
    ])
    func `reading takes time by the length of a script`(piece: String) {
        let growth = Growth(of: 400) { count in
            Array(String(repeating: piece, count: count).utf8)
        } _: { code in
            _ = HandlerParser.script(code, .after, line: 1)
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test(arguments: [
        "(", "[", "!", "{", "if (true) ", "if (true) {} else ", "`${", "- ", "client.test(\"a\", () => ", "for (;;) ",
        "while (1) ", "function f() { ", "const f = () => { ", "[1].map(a => ", "({ a: ", "throw ",
        "for (const a of [1]) ",
    ])
    func `nesting is bounded`(piece: String) {
        #expect(construct(read(String(repeating: piece, count: 20_000))) != nil)
    }

    @Test func `functions that call each other are nested as their texts would be`() {
        func calls(_ count: Int) -> String {
            "function f0() { return 1 }\n"
                + (1...count).map { "function f\($0)() { return f\($0 - 1)() }\n" }.joined()
        }
        #expect(construct(read(calls(10) + "client.log(f10())")) == nil)
        #expect(construct(read(calls(100))) == "calls that are nested more than 60 levels")
    }
}
