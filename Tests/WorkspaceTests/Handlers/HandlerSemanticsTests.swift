import NetEngine
import Pattern
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Values and conditions of scripts are what JavaScript makes of them: the tables were made once with Node.
struct HandlerSemanticsTests {
    static func response() -> Response {
        Response(
            status: 200, reason: Array("OK".utf8), httpVersion: .http1_1,
            headers: [
                HeaderField("Content-Type", "application/json; charset=utf-8"), HeaderField("X-Id", "42"),
                HeaderField("Set-Cookie", "a=1; Path=/"), HeaderField("Set-Cookie", "b=2"),
            ], rawHead: [], body: Array(body.utf8), wireBodyByteCount: nil, isComplete: true)
    }

    /// What a script sets as `r`; `throws` if it is not read or ends with an error.
    private func result(_ code: String, _ response: HandlerResponse) -> String? {
        guard case .success(let script) = HandlerParser.script(Array(code.utf8), .after, line: 1) else {
            return "throws"
        }
        let outcome = HandlerRun.outcome(of: PreparedHandler(script), response, QueryBudget())
        if outcome.problem != nil { return "throws" }
        return outcome.globals.last?.value
    }

    @Test func `comparisons hold as in JavaScript`() {
        let response = HandlerResponse(Self.response())
        for (sign, rows) in Self.comparisons {
            for (left, row) in zip(Self.operands, rows) {
                for (right, holds) in zip(Self.operands, row) {
                    let value = result("client.global.set(\"r\", \(left) \(sign) \(right))", response)
                    #expect(value == (holds == "1" ? "true" : "false"), "\(left) \(sign) \(right)")
                }
            }
        }
    }

    @Test func `expressions have the values of JavaScript`() {
        let response = HandlerResponse(Self.response())
        for (code, expected) in Self.expressions + Self.edges {
            #expect(result("client.global.set(\"r\", String(\(code)))", response) == expected, "\(code)")
        }
    }

    @Test(arguments: [
        (-0.0, "0"), (1e21, "1e+21"), (123_456_789_012_345_683_968, "123456789012345680000"), (0.000001, "0.000001"),
        (1e-7, "1e-7"), (1.5e300, "1.5e+300"), (.leastNonzeroMagnitude, "5e-324"), (0.1, "0.1"), (100, "100"),
        (-2.5, "-2.5"),
        (4_294_967_296, "4294967296"), (1.7976931348623157e308, "1.7976931348623157e+308"), (12e20, "1.2e+21"),
    ])
    func `numbers are written as in JavaScript`(number: Double, text: String) {
        #expect(HandlerNumber.text(number) == text)
    }

    @Test(arguments: [
        (0.1, 2, "0.0001100110011001100110011001100110011001100110011001101"), (.pi, 16, "3.243f6a8885a3"),
        (-255.5, 16, "-ff.8"), (9_007_199_254_740_991, 36, "2gosa7pa2gv"), (0, 2, "0"), (-0.0, 2, "0"),
        (.nan, 2, "NaN"),
        (-.infinity, 2, "-Infinity"), (0x1p60, 2, "1" + String(repeating: "0", count: 60)),
        (0.9999999999999999, 36, "0.zzzzzzzzzza"), (0x1p53, 36, "2gosa7pa2gw"), (0x1p70, 36, "6x5kxtvuwik000"),
        (0x1p64, 36, "3w5e11264sg00"), (1.7e-10, 3, "0.000000000000000000001210000100111022000000100122022212"),
        (123.456, 36, "3f.gez4w97ry"), (5e-9, 29, "0.000002s76l4o0msqp"), (1, 36, "1"), (35, 36, "z"), (36, 36, "10"),
    ])
    func `numbers are written in other bases as in V8`(number: Double, radix: Int, text: String) {
        #expect(HandlerNumber.text(number, radix: radix) == text)
    }

    @Test func `chance above a request is that of values between braces`() throws {
        let code = """
            const n = Math.floor(Math.random() * 9);
            client.global.set("r", n + " " + crypto.randomUUID() + " " + Math.random().toString(36).substring(2));
            """
        let script = try HandlerParser.script(Array(code.utf8), .before, line: 1).get()
        let outcome = HandlerRun.outcome(
            of: PreparedHandler(script), nil, QueryBudget(),
            dynamic: { ["$random.float(0,1)": "0.5", "$random.uuid": "u-1"][$0] })
        #expect(outcome.problem == nil)
        #expect(outcome.globals.map(\.value) == ["4 u-1 i"])
    }

    @Test func `every double that is written is read again`() {
        var generator = SeededGenerator(seed: 26)
        for _ in 0..<2000 {
            let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
            guard number.isFinite else { continue }
            #expect(HandlerNumber.value(of: HandlerNumber.text(number)) == number, "\(number)")
        }
    }

    @Test func `a whole number keeps all its digits as a variable`() {
        let response = HandlerResponse(Self.response())
        #expect(result("client.global.set(\"r\", response.body.big)", response) == "12345678901234567890")
        #expect(result("client.global.set(\"r\", \"n\" + response.body.big)", response) == "n12345678901234567890")
        #expect(result("client.global.set(\"r\", response.body.price)", response) == "12.5")
        let numbers = "JSON.parse(\"[12345678901234567890, -9007199254740993, 9007199254740991, 1e16, 1e22]\")"
        #expect(
            result("client.global.set(\"r\", String(\(numbers)))", response)
                == "12345678901234567890,-9007199254740993,9007199254740991,10000000000000000,1e+22")
        #expect(
            result("client.global.set(\"r\", JSON.stringify(\(numbers)))", response)
                == "[12345678901234567890,-9007199254740993,9007199254740991,10000000000000000,1e+22]")
    }

    @Test func `objects are JSON as variables, and nothing is no variable`() {
        let response = HandlerResponse(Self.response())
        #expect(result("client.global.set(\"r\", response.body.numbers)", response) == "[1,2,3]")
        #expect(result("client.global.set(\"r\", response.body.user)", response) == #"{"name":"Ada","a b":{"c":1}}"#)
        #expect(result("client.global.set(\"r\", [1, \"a\"])", response) == #"[1,"a"]"#)
        #expect(result("client.global.set(\"r\", response.body.nothing)", response) == nil)
        #expect(result("client.global.set(\"r\", response.body.none)", response) == "null")
    }

    @Test(arguments: [
        ("let a = 1; a = a + 1; a += \"x\"; client.global.set(\"r\", a)", "2x"),
        ("var a = 1; if (true) { var a = 2 } client.global.set(\"r\", a)", "2"),
        ("let a = 1; if (true) { let a = 2 } client.global.set(\"r\", a)", "1"),
        ("var a = 1; var a; client.global.set(\"r\", a)", "1"),
        (
            "let names = \"\"; for (const n in response.body.user) names += n; client.global.set(\"r\", names)",
            "namea b"
        ),
        ("client.global.set(\"r\", typeof response.body.nothing?.map(a => a))", "undefined"),
        ("let a; client.global.set(\"r\", typeof a)", "undefined"),
        (
            "if (response.status >= 400) { client.global.set(\"r\", 1) } else if (response.body.id) client.global.set(\"r\", 2)",
            "2"
        ),
        ("client.global.set(\"r\", [\"\\r\" === \"\\n\", \"\\t\" === \" \", \"\\r\\0\".length])", "[false,false,2]"),
        (
            "client.global.set(\"r\", [1, true, \"a\", { x: 1 }, { y: 1 }].map(v => v.hasOwnProperty(\"x\")))",
            "[false,false,false,true,false]"
        ),
        ("const { name, id: number } = response.body; client.global.set(\"r\", name + number)", "tea7"),
        ("const [a, , b] = response.body.numbers; client.global.set(\"r\", [a, b])", "[1,3]"),
        ("const a = 1, b = 2\nclient.global.set(\"r\", a + b)", "3"),
        ("function add(a, b) { return a + b }\nclient.global.set(\"r\", add(1, add(2, 3)))", "6"),
        ("const twice = a => a * 2\nclient.global.set(\"r\", [1, 2].map(twice))", "[2,4]"),
        (
            "const f = function (a, b) { return typeof b }\nclient.global.set(\"r\", f(1) + f(1, 2, 3))",
            "undefinednumber"
        ),
        (
            "function f(a) { if (a) { var b = 1 } return b }\nclient.global.set(\"r\", f(true) + \"\" + f(false))",
            "1undefined"
        ),
        ("let n = 0; function f() { n++ }\nf(); f(); client.global.set(\"r\", String(f()) + n)", "undefined3"),
        ("const f = ({ name }) => name\nclient.global.set(\"r\", f(response.body))", "tea"),
        (
            "function f() { if (response.status === 200) return 1; client.global.set(\"r\", 0) }\nf(); client.global.set(\"r\", f() + 1)",
            "2"
        ),
        ("for (const a of [1, 2]) { const f = () => a; client.global.set(\"r\", f()) }", "2"),
        ("function f() { client.exit() }\nclient.global.set(\"r\", 1); f(); client.global.set(\"r\", 2)", "1"),
        ("export function f() { return 1 }\nexport const g = 2\nclient.global.set(\"r\", f() + g)", "3"),
        (
            "if (typeof client !== \"undefined\" && client.global && response.body) { client.global.set(\"r\", 1) }",
            "1"
        ),
        ("if (client.global && response.body) client.global.set(\"r\", !client + \"\" + !!response)", "falsetrue"),
        ("client.global.set(\"r\", jsonPath(response.body, \"$.items[*].id\"))", "[1,2]"),
        ("client.global.set(\"r\", jsonPath(response.body, \"$.items[?@.id > 1]\").length)", "1"),
        ("client.global.set(\"r\", jsonPath(response.body.items, \"$..id\")[1])", "2"),
        ("client.global.set(\"r\", jsonPath({ a: [{ b: 1 }, { b: 2 }] }, \"$..b\"))", "[1,2]"),
        (
            "client.test(\"t\", () => { if (response.status === 200) { return } client.global.set(\"r\", 1) }); client.global.set(\"r\", 2)",
            "2"
        ),
        ("client.global.set(\"r\", 1); client.exit(); client.global.set(\"r\", 2)", "1"),
        ("client.global.set(\"a\", 5); client.global.set(\"r\", client.global.get(\"a\") + 1)", "51"),
        ("client.global.set(\"r\", 1); client.global.clear(\"r\")", nil),
        ("\"use strict\"\nclient.global.set(\"r\", `a\n${response.body.name}`)", "a\ntea"),
        (
            "let n = 0; for (const k in null) n++; for (const k in undefined) n++; client.global.set(\"r\", n)", "0"
        ),
        (
            "const a = [1], b = { x: 1 }; client.global.set(\"r\", [a === a, b === b, a == a, a === [1], b === { x: 1 }])",
            "[true,true,true,false,false]"
        ),
        (
            "function f() { for (const a of [1, 2, 3]) { if (a === 2) return a } return 9 }\nclient.global.set(\"r\", f())",
            "2"
        ),
        (
            "function f() { let n = 0; while (true) { n++; if (n === 3) return n } }\nclient.global.set(\"r\", f())",
            "3"
        ),
        ("client.test(\"t\", () => { client.exit() }); client.global.set(\"r\", 1)", nil),
        ("client.global.set(\"r\", response.headers[\"Set-Cookie\"])", #"["a=1; Path=/","b=2"]"#),
    ])
    func `statements do what they do in JavaScript`(code: String, value: String?) {
        #expect(result(code, HandlerResponse(Self.response())) == value)
    }

    @Test(arguments: [
        ("client.global.set(\"r\", response.body.none.x)", "response.body.none is null, so it has no x (line 1)"),
        ("\nclient.log(response.body.items[5].id)", "response.body.items[5] is undefined, so it has no id (line 2)"),
        ("const a = response.body.nothing\nclient.global.set(\"r\", a.b)", "a is undefined, so it has no b (line 2)"),
        ("client.log(response.body.id.trim())", "response.body.id is a number, which has no trim() (line 1)"),
        ("JSON.parse(\"{\")", "JSON.parse was given a text that is not JSON"),
        ("client.log(response.body.items.map)", "map is a function of JavaScript, which is not read here (line 1)"),
        (
            "const m = 'ab'.match(/b/); client.log(Object.keys(m))",
            "Object.keys of a match() result is not supported here (line 1)"
        ),
        ("client.log('ab'.match(/b/).index)", "index of a match() result is not supported here (line 1)"),
    ])
    func `what JavaScript would throw ends the script with a sentence`(code: String, problem: String) throws {
        let script = try HandlerParser.script(Array(code.utf8), .after, line: 1).get()
        let outcome = HandlerRun.outcome(
            of: PreparedHandler(script), HandlerResponse(Self.response()), QueryBudget())
        #expect(outcome.problem?.hasPrefix(problem) == true, "\(outcome.problem ?? "")")
        #expect(outcome.checks.count == 1)
    }

    @Test func `the time below a request is the time of the response`() {
        let response = HandlerResponse(Self.response(), at: Timestamp(microsecondsSince1970: 1_700_000_000_123_456))
        #expect(result("client.global.set(\"r\", Date.now())", response) == "1700000000123")
        #expect(result("client.global.set(\"r\", new Date().getTime() - 123)", response) == "1700000000000")
        #expect(result("client.global.set(\"r\", new Date().toISOString())", response) == "2023-11-14T22:13:20.123Z")
        #expect(result("client.global.set(\"r\", Date.now())", HandlerResponse(Self.response())) == "throws")
    }

    @Test func `functions that call each other many times end`() throws {
        let calls =
            "function f0() {}\n" + (1...18).map { "function f\($0)() { f\($0 - 1)(); f\($0 - 1)() }\n" }.joined()
        let script = try HandlerParser.script(Array((calls + "f18()").utf8), .after, line: 1).get()
        let outcome = HandlerRun.outcome(
            of: PreparedHandler(script), HandlerResponse(Self.response()), QueryBudget())
        #expect(outcome.problem?.contains("go round more than 100000 times") == true)
    }

    @Test func `a text that doubles with each statement ends the script`() throws {
        let doubling = (0..<60).map { "const a\($0 + 1) = a\($0) + a\($0)" }.joined(separator: "\n")
        let script = try HandlerParser.script(Array(("const a0 = \"abcdefgh\"\n" + doubling).utf8), .after, line: 1)
            .get()
        let budget = QueryBudget()
        let outcome = HandlerRun.outcome(of: PreparedHandler(script), HandlerResponse(Self.response()), budget)
        #expect(outcome.problem?.contains("16 MiB") == true)
        #expect(budget.spent < QueryBudget.standard)
    }

    @Test func `an exhausted budget ends the script`() throws {
        let script = try HandlerParser.script(
            Array("client.assert(response.body.id === 7)\nclient.log(1)".utf8), .after, line: 1
        ).get()
        let outcome = HandlerRun.outcome(
            of: PreparedHandler(script), HandlerResponse(Self.response()), QueryBudget(steps: 5))
        #expect(outcome.checks.map(\.verdict) == [.failed])
        #expect(outcome.checks.first?.reason?.contains("given up") == true)
    }

    @Test func `deeply nested JSON costs no stack`() throws {
        let depth = 100_000
        let body = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let response = HandlerResponse(
            Response(
                status: 200, reason: [], httpVersion: .http1_1,
                headers: [HeaderField("Content-Type", "application/json")],
                rawHead: [], body: Array(body.utf8), wireBodyByteCount: nil, isComplete: true))
        #expect(result("client.global.set(\"r\", response.body + \"\")", response) == "")
        #expect(result("client.global.set(\"r\", JSON.stringify(response.body))", response)?.utf8.count == 2 * depth)
    }
}
