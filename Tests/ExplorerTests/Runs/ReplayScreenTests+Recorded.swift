import Comparison
import Runs
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

// Recorded runs on the screen: their list, and two of them side by side.
extension ReplayScreenTests {
    func listing(_ entries: [RunEntry]) -> Robot {
        let robot = Robot()
        robot.press("6")
        #expect(robot.takeNames() == ["readRuns"])
        robot.tell(.runsRead(.success(entries)))
        return robot
    }

    @Test func `recorded runs are listed, opened, named and deleted`() throws {
        let robot = listing([
            RunFixtures.entry(2, "bbbbbbb", failed: 1), RunFixtures.entry(1, "aaaaaaa", name: "before"),
        ])
        let rows = robot.inside(.runs)
        #expect(
            rows[0].contains("1 failed") && rows[0].contains("3 in 60 ms, median 20 ms")
                && rows[0].contains("bbbbbbb"))
        #expect(rows[1].contains("passed") && rows[1].contains("[before]"))
        robot.press(.enter)
        let reading = try Self.ticket(robot, "readRun bbbbbbb")
        var account = RunAccount(RunFixtures.planned("bbbbbbb").head)
        account.add(RunFixtures.record(0, exchange: 7))
        account.close(RunEnd(elapsed: .milliseconds(60), reason: .complete, notReached: 2))
        robot.tell(.runRead(RunFixtures.entry(2, "bbbbbbb"), .success(account), ticket: reading))
        #expect(robot.inside(.runs)[0].contains("1 ok, 0 failed, 0 skipped, 2 not reached"))
        let result = RecordedResult(
            request: account.head.requests[0], record: account.results[0], exchange: ExchangeFixtures.exchange(7))
        robot.press(.enter)
        let late = try Self.ticket(robot, "openRecorded bbbbbbb 7")
        robot.press("1")
        robot.tell(.recordedRead(.success(result), ticket: late))
        #expect(robot.focus == .collections, "the user went on to something else")
        robot.press("6")
        _ = robot.take()
        robot.press(.enter)
        let opening = try Self.ticket(robot, "openRecorded bbbbbbb 7")
        robot.tell(.recordedRead(.success(result), ticket: opening))
        #expect(robot.focus == .response && robot.screen.contains("Old response"))
        _ = robot.take()
        robot.press("6", .escape, "r")
        robot.type("golden")
        robot.press(.enter)
        #expect(robot.takeNames() == ["nameRun bbbbbbb golden"])
        robot.press("r")
        robot.press(.control("u"))
        robot.type("a/b")
        robot.press(.enter)
        #expect(robot.dialog.contains { $0.contains("without a slash") })
        robot.press(.escape, "D", "d")
        #expect(robot.takeNames() == ["deleteRun bbbbbbb"])
    }

    @Test func `a list that cannot be read says why`() {
        let robot = listing([])
        #expect(robot.inside(.runs)[0].contains("No run is recorded yet. X replays requests"))
        robot.press("R")
        robot.tell(.runsRead(.failure(RunStoreError(sentence: "The recorded runs in /x cannot be used: locked."))))
        #expect(robot.inside(.runs)[0].contains("cannot be used: locked"))
    }

    @Test func `C compares with the run before of the same, or with the marked one`() throws {
        let entries = [
            RunFixtures.entry(4, "ddddddd"), RunFixtures.entry(3, "ccccccc", title: "users.http"),
            RunFixtures.entry(2, "bbbbbbb"),
            RunFixtures.entry(1, "aaaaaaa"),
        ]
        let robot = listing(entries)
        robot.press("C")
        #expect(robot.takeNames() == ["compareRuns bbbbbbb ddddddd"])
        robot.press("G", " ", "g", "C")
        #expect(robot.takeNames() == ["compareRuns aaaaaaa ddddddd"])
        #expect(robot.inside(.runs)[3].contains("✓"))
        robot.press("j", "G", " ", "k", "k", "C")
        #expect(robot.footer.contains("No earlier run of the same requests is recorded."), "\(robot.footer)")
    }

    @Test func `two runs are shown side by side, the worst request first`() throws {
        let robot = listing([RunFixtures.entry(2, "bbbbbbb", failed: 1), RunFixtures.entry(1, "aaaaaaa")])
        robot.press("C")
        guard case .compareRuns(let pair)? = robot.take().last else { throw Failure.noReplay }
        let comparison = try Self.comparison()
        robot.tell(.runsCompared(pair, .success(ComparisonTable(comparison))))
        #expect(robot.screen.contains("Runs aaaaaaa and bbbbbbb"))
        let row = try #require(robot.dialog.first { $0.contains("orders.http#remove") })
        #expect(row.contains("worse") && row.contains("200") && row.contains("500, 1 failed"), "\(row)")
        #expect(!robot.dialog.contains { $0.contains("#create") })
        robot.press("a")
        #expect(robot.dialog.contains { $0.contains("#create") && $0.contains("same") })
        robot.press(.enter)
        #expect(robot.screen.contains("results:") && robot.screen.contains("status:"), "\(robot.screen)")
        robot.press(.escape, .escape)
        #expect(!robot.hasDialog)
    }

    @Test func `the sentences above two runs are whole at every width`() throws {
        let robot = listing([RunFixtures.entry(2, "bbbbbbb"), RunFixtures.entry(1, "aaaaaaa")])
        robot.press("C")
        guard case .compareRuns(let pair)? = robot.take().last else { throw Failure.noReplay }
        let table = ComparisonTable(try Self.comparison())
        robot.tell(.runsCompared(pair, .success(table)))
        for columns in 50...80 {
            robot.resize(columns, 40)
            let list = robot.dialogContent
            let head = robot.text(in: Rect(x: list.x, y: 0, width: list.width, height: list.y))
            let words = head.flatMap { $0.split(separator: " ") }.joined(separator: " ")
            #expect(words.contains("B \(table.sides.b)"), "\(columns): \(words)")
        }
    }

    @Test func `of runs without a difference all requests are offered`() throws {
        let robot = listing([RunFixtures.entry(2, "bbbbbbb"), RunFixtures.entry(1, "aaaaaaa")])
        robot.press("C")
        guard case .compareRuns(let pair)? = robot.take().last else { throw Failure.noReplay }
        robot.tell(.runsCompared(pair, .success(ComparisonTable(try Self.comparison(isWorse: false)))))
        #expect(robot.dialog.contains { $0.contains("Nothing differs: a shows all requests.") }, "\(robot.screen)")
        #expect(robot.dialogKeys.map(\.1) == ["all 3", "close"])
        robot.press("a")
        #expect(robot.dialogKeys.map(\.1) == ["what differs", "differences only", "close"])
    }

    /// Run B, whose last request may fail, against run A.
    private static func comparison(isWorse: Bool = true) throws -> RunComparison {
        let records = (0..<3).map { RunFixtures.record($0) }
        let failed = RunFixtures.record(2, .failed, status: 500)
        return try RunFixtures.comparison(a: records, b: isWorse ? records.dropLast() + [failed] : records)
    }
}
