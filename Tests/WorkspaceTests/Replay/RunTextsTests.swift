import Base
import HTTPFormat
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// The sentences and short texts that runs and plans consist of.
@Suite struct RunTextsTests {
    private typealias F = ExchangeFixtures

    private static func record(_ reason: String?, isCancelled: Bool = false) -> RunRecord {
        let result = CheckResult(
            text: CheckResult.notCompared, line: 1, verdict: .warning, expected: "as described", reason: reason)
        let report = CheckReport(results: [result])
        let item = RunSchedule.Item(round: 0, step: 0)
        return RunRecord(item, isCancelled ? .cancelled(F.exchange()) : .passed(F.exchange(), report))
    }

    @Test func `five reasons why nothing was compared are named, and the rest is counted`() {
        var counted = NotCompared()
        #expect(counted.sentences.isEmpty)
        counted.add(Self.record("a", isCancelled: true))
        #expect(counted.sentences.isEmpty, "what was stopped is not counted")
        for reason in ["a", "b", "a", "c", "d", "e"] { counted.add(Self.record(reason)) }
        let named = [
            "2 requests were not compared: a.", "1 request was not compared: b.", "1 request was not compared: c.",
            "1 request was not compared: d.", "1 request was not compared: e.",
        ]
        #expect(counted.sentences == named)
        counted.add(Self.record("f"))
        #expect(counted.sentences == named + ["1 request was not compared for another reason."])
        counted.add(Self.record("f"))
        counted.add(Self.record("g"))
        #expect(counted.sentences == named + ["3 requests were not compared for other reasons."])
        var unknown = NotCompared()
        unknown.add(Self.record(nil))
        #expect(unknown.sentences == ["1 request was not compared: it is not known why."])
    }

    @Test(
        arguments: [
            (Runner.Totals(), 0, "0 requests: 0 ok, 0 failed, 0 skipped in 0.0 ms", nil),
            (Runner.Totals(passed: 1), 1000, "1 request: 1 ok, 0 failed, 0 skipped in 1.00 s", "1.0"),
            (
                Runner.Totals(passed: 2, failed: 1, skipped: 4, cancelled: 1, notReached: 5), 2000,
                "13 requests: 2 ok, 1 failed, 4 skipped, 1 cancelled, 5 not reached in 2.00 s", "2.0"
            ), (Runner.Totals(skipped: 3), 1000, "3 requests: 0 ok, 0 failed, 3 skipped in 1.00 s", nil),
            (Runner.Totals(passed: 999), 10_000, "999 requests: 999 ok, 0 failed, 0 skipped in 10.00 s", "99.9"),
            (Runner.Totals(passed: 1004), 10_000, "1004 requests: 1004 ok, 0 failed, 0 skipped in 10.00 s", "100"),
        ] as [(Runner.Totals, Int, String, String?)])
    func `totals name what there is, and a rate counts what was sent`(
        totals: Runner.Totals, milliseconds: Int, text: String, rate: String?
    ) {
        #expect(totals.text(.milliseconds(milliseconds)) == text)
        #expect(totals.perSecond(.milliseconds(milliseconds)) == rate)
    }

    @Test(
        arguments: [
            (CheckTotals(), nil), (CheckTotals(unchecked: 3), nil),
            (CheckTotals(passed: 1), "1 check: 1 passed, 0 failed"),
            (CheckTotals(warnings: 1), "0 checks: 0 passed, 0 failed, 1 warning"),
            (
                CheckTotals(passed: 3, failed: 1, warnings: 2, notEvaluated: 1, unchecked: 1),
                "5 checks: 3 passed, 1 failed, 1 not evaluated, 2 warnings; 1 request was not checked"
            ),
            (CheckTotals(failed: 2, unchecked: 2), "2 checks: 0 passed, 2 failed; 2 requests were not checked"),
        ] as [(CheckTotals, String?)])
    func `the checks of a run are one line, if there are any`(totals: CheckTotals, text: String?) {
        #expect(totals.text == text)
    }

    @Test func `of a long cycle and of many names only the first are shown`() {
        func names(_ count: Int) -> [String] { (1...count).map { "n\($0)" } }
        #expect(CyclePath.text(["a", "b", "a"]) == "a -> b -> a")
        #expect(CyclePath.text(names(10)) == names(10).joined(separator: " -> "))
        #expect(CyclePath.text(names(11)) == "n1 -> n2 -> n3 -> n4 -> n5 -> n6 -> n7 -> … -> n10 -> n11")
        #expect(NameList.text(names(20)) == names(20).joined(separator: ", "))
        #expect(NameList.text(names(21)) == names(20).joined(separator: ", ") + " and 1 more")
        #expect(NameList.text([]) == "")
    }

    @Test(
        arguments: [
            (#"$auth.token("id")"#, "id", false), ("$auth.token('id')", "id", false),
            (#"$AUTH.Token( "a b" )"#, "a b", false), (#"$auth.idToken("id")"#, "id", true),
            (#"$auth.token("")"#, nil, false), ("$auth.token(id)", nil, false), (#"$auth.token("id')"#, nil, false),
            (#"$auth.token("id""#, nil, false), (#"$auth.other("id")"#, nil, false), ("$auth.token", nil, false),
        ] as [(String, String?, Bool)])
    func `a login's token is named in quotation marks of one kind`(text: String, id: String?, isIDToken: Bool) {
        let name = TokenName(text)
        #expect(name?.id == id && (name?.isIDToken ?? false) == isIDToken)
    }

    @Test func `a step says why it is in the plan, and which turn it is`() throws {
        #expect(SendPlan.Reason.asked.text == "asked for")
        #expect(SendPlan.Reason.dependency(of: "a", line: 3, isForced: false).text == "a needs it (# @ref, line 3)")
        #expect(SendPlan.Reason.dependency(of: "a", line: 3, isForced: true).text == "a needs it (# @forceRef, line 3)")
        #expect(SendPlan.Reason.reference(of: "a", line: 3, text: "b.c").text == "a uses {{b.c}} (line 3)")
        let bytes = Array("GET http://h/\n".utf8)
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: HTTPDocument(bytes: bytes),
            stamp: FileStamp(bytes: bytes))
        var step = SendPlan.Step(file: file, request: try #require(file.document.requests.first))
        #expect(step.turnText == "")
        step.turn = LoopTurn(index: 1)
        #expect(step.turnText == "repetition 2")
        step.turn = LoopTurn(index: 1, item: LoopTurn.Item(variable: "x", value: "tea"))
        #expect(step.turnText == "x tea")
        step.turn = LoopTurn(index: 1, item: LoopTurn.Item(variable: "x", value: "tea", isSecret: true))
        #expect(step.turnText == "x \(PrivateValues.mark)")
    }

    @Test func `the first problem of a plan is that of the request itself where they share it`() throws {
        let bytes = Array("GET http://h/\n".utf8)
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: HTTPDocument(bytes: bytes),
            stamp: FileStamp(bytes: bytes))
        let request = try #require(file.document.requests.first)
        func step(_ reason: SendPlan.Reason, _ problem: (Int, String)?) -> SendPlan.Step {
            SendPlan.Step(
                file: file, request: request, reason: reason,
                problem: problem.map { SendPlan.Problem(line: $0.0, reason: $0.1) })
        }
        let needed = SendPlan.Reason.dependency(of: "a", line: 1, isForced: false)
        func first(_ steps: [SendPlan.Step]) -> Int? { SendPlan(steps: steps).firstProblem?.problem.line }
        #expect(first([]) == nil && first([step(.asked, nil)]) == nil)
        #expect(first([step(needed, (1, "x")), step(.asked, (2, "x"))]) == 2)
        #expect(first([step(needed, (1, "x")), step(.asked, (2, "y"))]) == 1)
        #expect(first([step(needed, nil), step(needed, (3, "x")), step(.asked, nil)]) == 3)
    }

    @Test(
        arguments: [
            ("It is wrong", "It is wrong."), ("It is wrong.", "It is wrong."), ("Is it?", "Is it?"),
            ("Stop!", "Stop!"), ("", "."), ("a: b:", "a: b:."),
        ])
    func `a finding is a sentence with one mark at its end`(text: String, sentence: String) {
        let finding = LintFinding(file: "a.http", line: 1, id: "E1", severity: .error, text: text)
        #expect(finding.sentence == sentence)
    }

    @Test func `a broken environment file is named with its place, or without one`() {
        let placed = LintFinding(
            EnvironmentSet.Problem(file: "/c/e.json", place: .init(line: 3, column: 7), clause: "a colon is expected"))
        #expect(placed.line == 3 && placed.id == "E11" && placed.severity == .error && placed.file == "/c/e.json")
        #expect(placed.text == "The environment file is not read: a colon is expected, at character 7")
        let whole = LintFinding(EnvironmentSet.Problem(file: "/c/e.json", clause: "cannot be read: no permission"))
        #expect(whole.line == 1 && whole.text == "It cannot be read: no permission")
        #expect(
            EnvironmentSet.Problem(file: "/c/e", place: .init(line: 3, column: 7), clause: "x").sentence
                == "/c/e:3:7: x")
        #expect(EnvironmentSet.Problem(file: "/c/e", clause: "x").sentence == "/c/e x")
    }
}
