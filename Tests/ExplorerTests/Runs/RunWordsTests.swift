import NetEngine
import Runs
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// What the pane Runs says of a run, as values.
@Suite struct RunWordsTests {
    private static let requests = (0..<3).map {
        RunHead.Request(file: "a.http", line: $0 + 1, id: "r\($0)", method: "GET")
    }

    private static func record(
        _ step: Int, _ word: RunRecord.Word = .passed, round: Int = 0, repetition: Int? = nil, took: Int? = nil
    ) -> RunRecord {
        var record = RunRecord(item: .init(round: round, step: step), repetition: repetition, word: word)
        if let took { (record.status, record.networkTime) = (200, .milliseconds(took)) }
        return record
    }

    private static func account(rounds: Int = 1, _ records: [RunRecord] = []) -> RunAccount {
        var head = RunHead(id: "k", startedAt: RunFixtures.now, program: "0.1", requests: requests)
        head.settings.rounds = rounds
        var account = RunAccount(head)
        for record in records { account.add(record) }
        return account
    }

    // MARK: Words

    @Test func `a second figure of latency comes with twenty values`() {
        func text(_ milliseconds: [Int]) -> String {
            var latency = LatencyDistribution()
            for value in milliseconds { latency.add(.milliseconds(value)) }
            return RunWords.latency(latency)
        }
        #expect(text([]) == "" && text([20]) == "median 20 ms" && text([10, 30, 20]) == "median 20 ms")
        #expect(text(Array(11...29)) == "median 20 ms")
        #expect(text(Array(11...30)) == "median 20 ms, 95 % within 29 ms")
    }

    @Test(
        arguments: [
            (RunEnd.Reason.complete, ""), (.duration, ""), (.interrupted, ", cancelled"),
            (.failure, ", ended by a failure"),
        ] as [(RunEnd.Reason, String)])
    func `the totals say how the run ended`(reason: RunEnd.Reason, clause: String) {
        var account = Self.account([Self.record(0, took: 20), Self.record(1, .failed)])
        #expect(RunWords.totals(account) == "The recording ends before the run did: 2 results, 1 failed")
        account.close(RunEnd(elapsed: .milliseconds(60), reason: reason, notReached: 0))
        #expect(
            RunWords.totals(account) == "2 requests: 1 ok, 1 failed, 0 skipped in 60 ms\(clause), median 20 ms")
        var empty = Self.account([Self.record(0, .skipped)])
        empty.close(RunEnd(elapsed: .milliseconds(60), reason: reason, notReached: 0))
        #expect(RunWords.totals(empty) == "1 request: 0 ok, 0 failed, 1 skipped in 60 ms\(clause)")
    }

    @Test func `of several reasons the first cause is named`() {
        func check(_ verdict: CheckResult.Verdict, _ actual: String? = nil) -> CheckResult {
            CheckResult(text: "status == 200", line: 1, verdict: verdict, expected: "== 200", actual: actual)
        }
        var record = Self.record(0, .failed)
        #expect(RunWords.reason(record) == nil)
        record.skipReason = "it needs another"
        #expect(RunWords.reason(record) == "it needs another")
        record.error = ExchangeFixtures.timeout
        #expect(RunWords.reason(record) == "timeout: The server sent no answer within 5 s.")
        record.checks = CheckReport(results: [check(.passed, "1"), check(.warning, "2"), check(.notEvaluated)])
        #expect(RunWords.reason(record) == "timeout: The server sent no answer within 5 s.")
        record.checks = CheckReport(results: [check(.passed, "1"), check(.failed, "404"), check(.failed, "3")])
        #expect(RunWords.reason(record) == "status == 200, found 404")
        record.checks = CheckReport(results: [check(.failed)])
        #expect(RunWords.reason(record) == "status == 200")
        record.problems = [(line: 3, sentence: "{{a}} has no value."), (line: 4, sentence: "Another.")]
        #expect(RunWords.reason(record) == "{{a}} has no value.")
        var unwritten = Self.record(0, .failed)
        unwritten.responseFile = .failure(CollectionError(sentence: "out.json cannot be written."))
        #expect(RunWords.reason(unwritten) == "out.json cannot be written.")
    }

    // MARK: Rows

    @Test func `failures come first, then what is sent, each in the order of the plan and of its turns`() {
        let records = [
            Self.record(2), Self.record(1, .failed), Self.record(0, repetition: 1), Self.record(0, repetition: 0),
            Self.record(0, .failed), Self.record(1, .skipped),
        ]
        var rows = RunRows()
        rows.update(Self.account(records), running: [2: 1, 1: 2])
        #expect(
            rows.rows == [
                .result(4), .result(1), .running(1), .running(2), .result(3), .result(2), .result(5), .result(0),
            ])
        // However they come, their places are the same.
        var later = RunRows()
        for count in 0...records.count { later.update(Self.account(Array(records.prefix(count)))) }
        #expect(later.rows == [.result(4), .result(1), .result(3), .result(2), .result(5), .result(0)])
    }

    @Test func `of several rounds there is a row for each request, the failed ones first`() {
        let records = [Self.record(0), Self.record(2, .failed, round: 1), Self.record(2), Self.record(1, .skipped)]
        var rows = RunRows()
        rows.update(Self.account(rounds: 2, records), running: [0: 1])
        #expect(rows.rows == [.request(2), .running(0), .request(0), .request(1)])
        #expect(!Self.account(rounds: 2, records).listsResults && Self.account(records).listsResults)
        rows.update(Self.account(rounds: 2, [Self.record(1)]))
        #expect(rows.rows == [.request(1)], "what was not sent yet has no row")
    }

    // MARK: The run of this screen

    private static func live(at now: MonotonicTime) -> LiveRun {
        let head = RunHead(id: "k", startedAt: RunFixtures.now, program: "0.1", requests: requests)
        return LiveRun(
            7, title: "a.http", ReplayPlanned(head: head, places: [], isRecorded: true), keys: [nil, nil, nil], at: now)
    }

    @Test func `a request that is sent several times at once runs until the last of them ended`() {
        let start = MonotonicTime(nanoseconds: 1)
        var run = Self.live(at: start)
        run.take(ReplayNews(began: [0, 1, 0]))
        #expect(run.running == [0: 2, 1: 1])
        run.take(ReplayNews(records: [Self.record(0, took: 1), Self.record(2, took: 1)]))
        #expect(run.running == [0: 1, 1: 1], "what was not seen to begin ends nothing")
        run.take(ReplayNews(records: [Self.record(0, .failed)]))
        #expect(run.running == [1: 1] && !run.isOver)
        #expect(run.progress(at: start + .milliseconds(500)) == "3 of 3 done, 1 failed")
        run.stop()
        #expect(run.progress(at: start + .milliseconds(500)) == "stopping: 3 of 3 done, 1 failed")
        run.take(ReplayNews(end: RunEnd(elapsed: .milliseconds(60), reason: .interrupted, notReached: 0)))
        #expect(run.isOver && run.running.isEmpty)
        #expect(run.progress(at: start) == RunWords.totals(run.account))
    }
}
