import NetEngine
import Testing
import Workspace

@testable import Runs

/// What lists say of a run, and what of its results is kept.
@Suite struct RunFiguresTests {
    private static func figures(
        _ totals: Runner.Totals = Runner.Totals(passed: 3), _ reason: RunEnd.Reason = .complete, missing: Int = 0,
        median: Duration? = nil
    ) -> RunFigures {
        RunFigures(totals: totals, elapsed: .milliseconds(60), reason: reason, median: median, missingParts: missing)
    }

    @Test func `a run of which a file was not read has not passed, and its recording says so`() throws {
        var figures = Self.figures()
        figures.unreadable = 1
        #expect(figures.resultText == "1 file not read")
        var head = RecordingTests.head
        head.unreadable = 2
        var lines = RecordingLines(head)
        let line = lines.take()
        let value = try #require(RecordedValue(line))
        #expect(RunHead(value) == head)
    }

    @Test(
        arguments: [
            (figures(), "passed"), (figures(Runner.Totals(passed: 3), .duration), "passed"),
            (figures(Runner.Totals(passed: 3), .failure), "stopped at a failure"),
            (figures(Runner.Totals(passed: 3), .interrupted), "interrupted"),
            (figures(Runner.Totals(failed: 2), .interrupted), "2 failed"),
            (figures(Runner.Totals(failed: 1), missing: 2), "1 failed"), (figures(missing: 1), "1 part missing"),
            (figures(missing: 2), "2 parts missing"),
            (figures(Runner.Totals(cancelled: 1), .interrupted, missing: 2), "interrupted"),
            (figures(Runner.Totals(passed: 1, cancelled: 2)), "2 cancelled"),
            (figures(Runner.Totals(passed: 1, cancelled: 2), missing: 1), "1 part missing"),
            (figures(Runner.Totals(passed: 1, cancelled: 2), .duration), "passed"),
            (figures(Runner.Totals(passed: 1, cancelled: 2), .failure), "2 cancelled"),
            (figures(Runner.Totals(passed: 1, skipped: 2, notReached: 4)), "passed"),
        ])
    func `a run is said to have passed only where nothing is against it`(figures: RunFigures, text: String) {
        #expect(figures.resultText == text)
    }

    private static func entry(_ state: RunEntry.State, _ summary: RunFigures? = nil) -> RunEntry {
        RunEntry(
            id: 1, key: "k", startedAt: Timestamp(microsecondsSince1970: 0), title: "a.http", state: state,
            summary: summary)
    }

    @Test func `a run of a list says how it ended, in which time, and how fast`() {
        #expect(Self.entry(.running).resultText == "running" && Self.entry(.brokenOff).resultText == "broken off")
        #expect(Self.entry(.ended).resultText == "broken off", "its end was not recorded")
        let ended = Self.entry(.ended, Self.figures(Runner.Totals(passed: 2, skipped: 1), median: .milliseconds(20)))
        #expect(ended.resultText == "passed" && ended.countsText == "3 in 60 ms" && ended.medianText == "median 20 ms")
        #expect(Self.entry(.running).countsText == "" && Self.entry(.running).medianText == "")
        #expect(Self.entry(.ended, Self.figures()).medianText == "", "nothing was answered")
    }

    @Test func `a name of a run cannot be taken for something else`() {
        for name in ["a", "last1", "LAST", "a-b", "ä", String(repeating: "x", count: 100)] {
            #expect(RunEntry.problem(withName: name) == nil, "\(name)")
        }
        for name in [
            "", "last", "a/b", "/", "-a", String(repeating: "x", count: 101), String(repeating: "ä", count: 51),
        ] {
            #expect(
                RunEntry.problem(withName: name) == "a name without a slash, of at most 100 bytes, and not 'last'",
                "\(name)")
        }
    }

    @Test func `beyond ten thousand results only the first failures of each request are kept`() {
        let requests = (0..<2).map { RunHead.Request(file: "a.http", line: $0 + 1, id: "r\($0)", method: "GET") }
        var account = RunAccount(
            RunHead(id: "k", startedAt: Timestamp(microsecondsSince1970: 0), program: "0.1", requests: requests))
        func add(_ step: Int, _ word: RunRecord.Word, _ count: Int) {
            for round in 0..<count {
                account.add(RunRecord(item: .init(round: round, step: step), repetition: nil, word: word))
            }
        }
        add(1, .failed, 25)
        add(0, .passed, RunAccount.mostResults - 25)
        #expect(account.results.count == RunAccount.mostResults && account.count == RunAccount.mostResults)
        #expect(account.requests[1].failures.map(\.item.round) == Array(0..<20))
        add(0, .passed, 1)
        #expect(account.results.isEmpty && account.count == RunAccount.mostResults + 1)
        add(5, .failed, 1)
        #expect(account.count == RunAccount.mostResults + 1, "no such request is in the plan")
        #expect(account.totals.failed == 25 && account.totals.passed == RunAccount.mostResults - 24)
        #expect(account.requests[1].first?.item.round == 0 && account.requests[0].failures.isEmpty)
    }
}
