import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import HTTPFormat
@testable import JSONPath
@testable import Pattern
@testable import Workspace

/// The budget that all checks of a request share, and that checks end when they are stopped. Measured in steps.
@Suite(.longComputation) struct CheckBudgetTests {
    private typealias F = ExchangeFixtures

    private static func exchange(_ body: String) -> Exchange {
        F.exchange(1, response: F.response(status: 200, headers: [], body: Array(body.utf8)))
    }

    private static func checks(_ texts: [String]) -> [PreparedCheck] {
        texts.enumerated().map { index, text in
            PreparedCheck(SavedRequest.AssertionLine(text: text, spelling: .questionMarks, line: index + 1))
        }
    }

    @Test func `a budget is spent until there is no more, and then at once`() {
        let budget = QueryBudget(steps: 100)
        #expect(budget.spends(60))
        #expect(budget.spends(40))
        #expect(!budget.spends(1))
        #expect(budget.end == .exhausted)
        #expect(!budget.spends(0))
        #expect(throws: QueryBudget.End.exhausted) { try budget.spend(1) }
    }

    @Test func `whether it is still wanted is asked before the first step and every million steps`() {
        var asked = 0
        let budget = QueryBudget(steps: .max) {
            asked += 1
            return asked > 3
        }
        var steps = 0
        while budget.spends(1000) { steps += 1000 }
        #expect(budget.end == .stopped)
        #expect(asked == 4)
        #expect(abs(steps - 3 * QueryBudget.stride) < 3000)
        #expect(!QueryBudget(isStopped: { true }).spends(0))
    }

    @Test func `many slow patterns share one bound, and what needs no steps is checked all the same`() {
        let body = String(repeating: "a", count: 20_000)
        let slow = (0..<50).map { "body matches (a{1,100}){1,90}b\($0)" }
        let steps = 3_000_000
        var report = CheckReport()
        let taken = WorkMeter.steps {
            report = Checks.evaluate(
                Self.checks(["body includes aaa"] + slow + ["status == 200"]), Self.exchange(body), steps: steps)
        }
        #expect(!WorkMeter.isCounting || taken < 2 * steps)
        #expect(report.results.first?.verdict == .passed)
        #expect(report.results.last?.verdict == .passed)
        #expect(report.failed == 50)
        #expect(
            Set(report.results.dropFirst().dropLast().map { $0.reason ?? "" }) == [
                "the check was given up: it takes too many steps, together with the others before it"
            ])
        // A check that was given up does not pass when negated either.
        let negated = Checks.evaluate(
            Self.checks(["body not matches (a{1,100}){1,90}b"]), Self.exchange(body), steps: 1000)
        #expect(negated.failed == 1)
    }

    @Test(arguments: [
        "body $[?search(@, '(a{1,50}){1,50}b')] isFalse", "body $..*..*..* isFalse",
        "xpath count(//*[count(//*) > 1]) > 0",
        "body sha512 x", "body includes zz", "body == x", "js response.body == x",
    ])
    func `a stop ends a check of any kind`(text: String) {
        let bodies = [
            "[" + (0..<200).map { _ in "\"" + String(repeating: "a", count: 200) + "\"" }.joined(separator: ",") + "]",
            "<r>" + String(repeating: "<a/>", count: 300) + "</r>",
        ]
        let isXML = text.hasPrefix("xpath")
        let exchange = F.exchange(
            1,
            response: F.response(
                status: 200, headers: [HeaderField("Content-Type", isXML ? "text/xml" : "application/json")],
                body: Array(bodies[isXML ? 1 : 0].utf8)))
        let stopped = Checks.evaluate(Self.checks([text]), exchange, isStopped: { true })
        #expect(stopped.results.map(\.verdict) == [.failed])
        #expect(stopped.results.first?.reason?.hasSuffix("was given up: it was stopped") == true, "\(stopped)")
        let exhausted = Checks.evaluate(Self.checks([text]), exchange, steps: 10)
        #expect(exhausted.results.first?.reason?.contains("it takes too many steps") == true, "\(exhausted)")
    }

    @Test(arguments: [Check.Predicate.startsWith, .endsWith, .includes])
    func `a comparison with a part of a text costs steps by the length of the text`(predicate: Check.Predicate) {
        let text = CheckValue.text(String(repeating: "a", count: 100))
        func verdict(_ steps: Int) -> CheckComparison.Verdict {
            CheckComparison(value: text, predicate: predicate, expected: "b", budget: QueryBudget(steps: steps))
                .verdict()
        }
        #expect(verdict(50) == .fails(nil))
        #expect(
            verdict(49)
                == .broken("the check was given up: it takes too many steps, together with the others before it"))
    }

    @Test func `a query takes no more steps than its budget`() throws {
        let tree = try JSONTree.parse(Array("[\"\(String(repeating: "a", count: 10_000))\"]".utf8))
        let query = try JSONPathParser.parse("$[?search(@,'a{1,9000}b')]")
        let budget = QueryBudget(steps: 1_000_000)
        #expect(throws: JSONPathEvaluation.Limit.givenUp(.exhausted)) {
            try JSONPathEvaluation(tree, budget: budget).nodes(query)
        }
        #expect(budget.spent < 1_000_000 + QueryBudget.stride)
    }

    @Test func `references into responses share one budget, and parse a response once`() throws {
        let body = "[" + (0..<400).map { "{\"a\(String($0))\": \"v\"}" }.joined(separator: ",") + "]"
        let count = 50
        let text =
            "### login\nGET http://a.test/\n\n### use\nPOST http://a.test/\n\n"
            + (0..<count).map { "{{login.response.body.$[\($0)].a\($0)}}\n" }.joined()
        let document = HTTPDocument(bytes: Array(text.utf8))
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: document, stamp: FileStamp(bytes: document.bytes))
        var context = RequestResolver.Context(root: "/c", environments: EnvironmentSet())
        let answer = try #require(
            ResponseMemory.Entry(
                F.exchange(
                    1,
                    response: F.response(
                        status: 200, headers: [HeaderField("Content-Type", "application/json")], body: Array(body.utf8))
                )))
        context.memory.remember(answer, for: .init(file: "/c/a.http", environment: nil, id: "login"))
        let request = try #require(document.requests.last)
        func outcome(_ context: RequestResolver.Context) -> RequestResolver.Outcome {
            RequestResolver().resolve(request, in: file, context: context)
        }
        let steps = WorkMeter.steps {
            guard case .draft(let draft, _) = outcome(context), case .bytes(let sent) = draft.body else {
                Issue.record("\(outcome(context))")
                return
            }
            #expect(sent == Array((0..<count).map { _ in "v" }.joined(separator: "\n").utf8))
        }
        #expect(!WorkMeter.isCounting || steps < 10 * body.utf8.count)
        context.isStopped = { true }
        guard case .unresolved(let names, _) = outcome(context) else {
            Issue.record("it is resolved")
            return
        }
        #expect(names.count == count)
        #expect(names.first?.reason.hasSuffix("the query was given up: it was stopped") == true)
    }

    @Test func `a run that is stopped ends the checks of the response that arrived`() async {
        let text = "### one\n# @assert body matches (a{1,100}){1,90}b\n# @assert status == 200\nGET http://h/1\n"
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: Array(text.utf8)))
        let folder = CollectionFolder(root: "/c", name: "c", nodes: [.file(file)])
        let isStopped = Atomic(false)
        let reports = Mutex<[CheckReport]>([])
        let runner = Runner(resolver: RequestResolver()) { _ in
            // Stopped as soon as the response has arrived.
            isStopped.store(true, ordering: .relaxed)
            return Self.exchange(String(repeating: "a", count: 100_000))
        }
        _ = await runner.run(
            ReplayPlan([folder]).steps,
            context: { _ in RequestResolver.Context(root: "/c", environments: EnvironmentSet()) },
            isStopped: { isStopped.load(ordering: .relaxed) },
            report: { _, _, outcome in
                if case .failed(_, let report, _) = outcome { reports.withLock { $0.append(report) } }
            })
        let results = reports.withLock { $0 }.flatMap(\.results)
        #expect(results.map(\.verdict) == [.failed, .passed])
        #expect(results.first?.reason == "the check was given up: it was stopped")
    }
}
