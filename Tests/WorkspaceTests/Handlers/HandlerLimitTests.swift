import NetEngine
import Pattern
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// A hostile script costs a bounded number of steps, and bounded memory.
struct HandlerLimitTests {
    private func outcome(_ code: String, _ budget: QueryBudget = QueryBudget()) throws -> HandlerOutcome {
        let script = try HandlerParser.script(Array(code.utf8), .after, line: 1).get()
        return HandlerRun.outcome(
            of: PreparedHandler(script), HandlerResponse(HandlerSemanticsTests.response()), budget)
    }

    @Test(arguments: [
        ("while (true) {}", "go round more than 100000 times"),
        ("for (;;) {}", "go round more than 100000 times"),
        ("for (let i = 0; i >= 0; i++) {}", "go round more than 100000 times"),
        (
            "const a = \"x\".repeat(2000).split(\"\")\na.forEach(b => a.forEach(c => {}))",
            "go round more than 100000 times"
        ),
        ("let a = [1]\nwhile (true) a = a.concat(a)", "more than 4000000 elements"),
        ("let a = []\nwhile (true) a = [a, a, a, a, a, a, a, a]", "nested more than 200 levels deep"),
        ("let a\nwhile (true) a = { a }", "nested more than 200 levels deep"),
        ("let a = \"x\"\nwhile (true) a = a + a", "longer than 16 MiB"),
        ("client.log(\"x\".repeat(1e9))", "longer than 16 MiB"),
        ("client.log(\"x\".padEnd(1e9))", "longer than 16 MiB"),
        ("client.log(\"a\".repeat(1e6).replaceAll(\"a\", \"xxxxxxxxxxxxxxxxxxxx\"))", "longer than 16 MiB"),
        ("const a = \"x\".repeat(9e6)\nclient.log([a, a].join(\"\"))", "longer than 16 MiB"),
        (
            "client.log(JSON.stringify(JSON.parse(\"[\".repeat(9000) + \"]\".repeat(9000)), null, 10))",
            "longer than 16 MiB"
        ),
        ("client.log(\"a\".repeat(65537).match(/a/))", "match() of a text longer than 64 KiB"),
        ("let a = \"x\".repeat(9000000)\nlet b = []\nwhile (true) b = b.concat([a + b.length])", "longer than 256 MiB"),
        ("while (true) client.test(\"a\", () => {})", "more than 10000 results"),
        ("while (true) client.assert(true)", "more than 10000 results"),
    ])
    func `what would not end is given up`(code: String, problem: String) throws {
        let budget = QueryBudget()
        let outcome = try outcome(code, budget)
        #expect(outcome.problem?.contains(problem) == true, "\(outcome.problem ?? "")")
        #expect(budget.spent < QueryBudget.standard)
        #expect(outcome.checks.count <= 10_001)
    }

    @Test func `log lines are kept up to a number, each up to a number of characters`() throws {
        let many = try outcome("for (let i = 0; i < 5000; i++) client.log(i)")
        #expect(many.logs.count == 1000)
        #expect(many.problem == nil)
        let long = try outcome(#"client.log("é".repeat(6000)); client.log("a".repeat(10001))"#)
        #expect(long.logs.map(\.text.count) == [6000, 10_000])
        #expect(long.logs.map { $0.text.hasSuffix("…") } == [false, true])
    }

    @Test func `an exhausted budget ends a loop`() throws {
        let outcome = try outcome("while (true) {}", QueryBudget(steps: 10_000))
        #expect(outcome.problem?.contains("given up") == true)
    }

    @Test func `arrays of arrays are texts as long as their elements`() throws {
        let outcome = try outcome(
            "let a = [1]\nfor (let i = 0; i < 12; i++) a = [a, a]\nclient.global.set(\"r\", String(a).length)")
        #expect(outcome.globals.last?.value == "8191")
    }
}
