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

    /// An account of the run with that key, in which each request of the plan was sent once.
    private static func account(_ key: String) -> RunAccount {
        var account = RunAccount(RunFixtures.planned(key).head)
        for step in 0..<3 { account.add(RunFixtures.record(step, exchange: UInt64(step) + 1)) }
        account.close(RunEnd(elapsed: .milliseconds(60), reason: .complete))
        return account
    }

    @Test func `a click selects a run or a result, a second one opens it, and the wheel scrolls the list`() throws {
        let entries = (0..<30).map { RunFixtures.entry(Int64(30 - $0), "run00\($0 + 10)") }
        let robot = listing(entries)
        let list = robot.layout.inside(.runs)
        func click(_ row: Int, _ kind: MouseEvent.Kind = .press) {
            robot.click(list.x + 3, list.y + row, kind)
            robot.click(list.x + 3, list.y + row, .release)
        }
        func selected() -> String { robot.selectedRow(.runs) ?? "" }
        #expect(robot.inside(.runs)[0].contains("run0010"))
        robot.click(list.x + 3, list.y, .scrollDown)
        #expect(robot.inside(.runs)[0].contains("run0013") && selected().contains("run0013"), "\(robot.screen)")
        robot.click(list.x + 3, list.y, .scrollUp)
        #expect(robot.inside(.runs)[0].contains("run0010") && selected().contains("run0013"), "\(robot.screen)")
        click(1)
        #expect(robot.takeNames().isEmpty && selected().contains("run0011"))
        click(1, .doublePress)
        let reading = try Self.ticket(robot, "readRun run0011")
        robot.tell(.runRead(entries[1], .success(Self.account("run0011")), ticket: reading))
        // The first two rows are no results.
        click(3)
        #expect(selected().contains("create"), "\(robot.screen)")
        click(1)
        #expect(selected().contains("create") && robot.takeNames().isEmpty)
        click(4, .doublePress)
        #expect(robot.takeNames() == ["openRecorded run0011 3"])
    }

    @Test func `of several rounds each request has a row, which opens its first failure, else its first result`() throws
    {
        let robot = listing([RunFixtures.entry(2, "bbbbbbb", failed: 1)])
        robot.press(.enter)
        let reading = try Self.ticket(robot, "readRun bbbbbbb")
        var head = RunFixtures.planned("bbbbbbb").head
        head.settings.rounds = 2
        head.requests[1].turn = "a"
        var account = RunAccount(head)
        for (round, step) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)] {
            let isFailed = round == 1 && step == 2
            var record = RunFixtures.record(
                step, isFailed ? .failed : .passed, status: isFailed ? 500 : 200,
                exchange: UInt64(10 * round + step + 1))
            record.item = RunSchedule.Item(round: round, step: step)
            account.add(record)
        }
        account.close(RunEnd(elapsed: .milliseconds(60), reason: .complete))
        robot.tell(.runRead(RunFixtures.entry(2, "bbbbbbb"), .success(account), ticket: reading))
        let rows = robot.inside(.runs).map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows[0].hasPrefix("6 requests: 5 ok, 1 failed, 0 skipped in 60 ms"), "\(rows)")
        #expect(rows[2] == "›! 2x DEL remove 1 failed orders.http median 20 ms", "\(rows)")
        #expect(rows[3] == "✓ 2x GET list orders orders.http median 20 ms", "\(rows)")
        #expect(rows[4] == "✓ 2x POST create (a) orders.http median 20 ms", "\(rows)")
        robot.press(.enter)
        #expect(robot.takeNames() == ["openRecorded bbbbbbb 13"])
        robot.press("j", .enter)
        #expect(robot.takeNames() == ["openRecorded bbbbbbb 1"])
    }

    @Test(arguments: [(44, 12), (60, 14)])
    func `on a low screen the sentences above two runs give way to the heads and three requests`(
        columns: Int, rows: Int
    ) throws {
        let comparison = try RunFixtures.comparison(
            a: [RunFixtures.record(0, .failed, status: 500), RunFixtures.record(1), RunFixtures.record(2)],
            b: [RunFixtures.record(0), RunFixtures.record(1, .failed, status: 404), RunFixtures.record(2)])
        let pair = RunPair(id: 1, a: RunFixtures.entry(1, "aaaaaaa"), b: RunFixtures.entry(2, "bbbbbbb"))
        let robot = Robot(columns, rows)
        robot.show(RunComparisonView(pair, ComparisonTable(comparison), .unicode))
        robot.press("a")
        let lines = robot.screen.split(separator: "\n")
        let head = try #require(lines.firstIndex { $0.contains("Request") }, "\(robot.screen)")
        let requests = zip(lines[(head + 1)...], ["worse", "better", "same"])
        #expect(requests.allSatisfy { $0.contains($1) }, "\(robot.screen)")
        for sentence in ["Run B is worse.", "A  the recording", "B  the recording"] {
            #expect(robot.screen.contains(sentence), "\(robot.screen)")
        }
    }

    @Test func `a run in view takes its new name, and is left when it is deleted`() throws {
        let robot = listing([RunFixtures.entry(2, "bbbbbbb"), RunFixtures.entry(1, "aaaaaaa")])
        robot.press(.enter)
        let reading = try Self.ticket(robot, "readRun bbbbbbb")
        robot.tell(.runRead(RunFixtures.entry(2, "bbbbbbb"), .success(Self.account("bbbbbbb")), ticket: reading))
        #expect(robot.border(.runs).contains("Runs bbbbbbb  orders.http"), "\(robot.border(.runs))")
        let named = RunFixtures.entry(2, "bbbbbbb", name: "golden")
        robot.tell(.runsRead(.success([named, RunFixtures.entry(1, "aaaaaaa")])))
        #expect(robot.border(.runs).contains("Runs golden  orders.http"), "\(robot.border(.runs))")
        #expect(robot.inside(.runs).contains { $0.contains("list orders") })
        robot.tell(.runsRead(.success([RunFixtures.entry(1, "aaaaaaa")])))
        #expect(robot.border(.runs).contains("1 recorded") && robot.inside(.runs)[0].contains("aaaaaaa"))
    }

    @Test func `in a narrow list the median gives way first, then the count, the key, and what was run last`() {
        let robot = Robot(48, 18)
        robot.press("6", "z")
        robot.tell(.runsRead(.success([RunFixtures.entry(1, "aaaaaaa")])))
        var shown: [String] = []
        for columns in 48...90 {
            robot.resize(columns, 18)
            let row = robot.inside(.runs)[0]
            #expect(row.count == columns - 2 && row.contains("passed") && row.contains("orders.http"), "\(row)")
            let parts = ["aaaaaaa", "3 in 60 ms", "median 20 ms"].filter { row.contains($0) }.joined(separator: " ")
            if shown.last != parts { shown.append(parts) }
        }
        #expect(shown == ["", "aaaaaaa", "aaaaaaa 3 in 60 ms", "aaaaaaa 3 in 60 ms median 20 ms"])
    }

    @Test func `beside the figures of a run stays the beginning of a long title`() {
        let robot = Robot(60, 18)
        robot.press("6", "z")
        let title = "orders.http users.http reports/of/a/year.http"
        robot.tell(.runsRead(.success([RunFixtures.entry(1, "aaaaaaa", title: title)])))
        for columns in 60...120 {
            robot.resize(columns, 18)
            let row = robot.inside(.runs)[0]
            #expect(row.contains("orders.http users.http"), "\(columns): \(row)")
            #expect(row.contains(title) || row.contains("…"), "\(columns): \(row)")
        }
        #expect(robot.inside(.runs)[0].contains("3 in 60 ms"), "\(robot.screen)")
    }

    @Test(arguments: [72, 102, 154])
    func `the times above the bars stand where the axis begins and ends`(columns: Int) throws {
        let robot = Robot(columns, 20)
        robot.press("6", "z")
        robot.tell(.runsRead(.success([RunFixtures.entry(1, "aaaaaaa")])))
        robot.press(.enter)
        let reading = robot.take().compactMap { if case .readRun(_, let ticket) = $0 { ticket } else { nil } }
        var account = RunAccount(RunFixtures.planned("aaaaaaa").head)
        for step in 0..<3 { account.add(RunFixtures.record(step, after: Int64(step) * 20_000)) }
        account.close(RunEnd(elapsed: .milliseconds(60), reason: .complete))
        robot.tell(
            .runRead(RunFixtures.entry(1, "aaaaaaa"), .success(account), ticket: try #require(reading.last)))
        let rows = robot.inside(.runs).map(Array.init)
        let (scale, first, last) = (rows[1], rows[2], rows[4])
        #expect(scale.firstIndex(of: "0") == first.firstIndex(of: "█"), "\(robot.screen)")
        #expect(scale.lastIndex { $0 != " " } == last.lastIndex(of: "█"), "\(robot.screen)")
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
        let robot = listing([
            RunFixtures.entry(2, "bbbbbbb", failed: 1, name: "after"), RunFixtures.entry(1, "aaaaaaa"),
        ])
        robot.press("C")
        guard case .compareRuns(let pair)? = robot.take().last else { throw Failure.noReplay }
        let comparison = try Self.comparison()
        robot.tell(.runsCompared(pair, .success(ComparisonTable(comparison))))
        #expect(robot.screen.contains("Runs aaaaaaa and after"))
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

    @Test func `a click on a request of two runs shows what differs, and each kind of difference has its colour`()
        throws
    {
        let robot = listing([RunFixtures.entry(2, "bbbbbbb"), RunFixtures.entry(1, "aaaaaaa")])
        robot.press("C")
        guard case .compareRuns(let pair)? = robot.take().last else { throw Failure.noReplay }
        let comparison = try RunFixtures.comparison(
            a: [RunFixtures.record(0, .failed, status: 500), RunFixtures.record(1)],
            b: [RunFixtures.record(0), RunFixtures.record(1, status: 201), RunFixtures.record(2)])
        robot.tell(.runsCompared(pair, .success(ComparisonTable(comparison))))
        #expect(robot.screen.contains("Runs aaaaaaa and bbbbbbb"))
        #expect(robot.dialogKeys.map(\.0) == ["Enter", "Esc"], "no request is the same")
        func role(_ name: String) throws -> Role {
            let place = try #require(robot.place(of: "orders.http#\(name)"), "\(robot.screen)")
            return robot.frame[robot.dialogContent.x + 1, place.y].style.role
        }
        let better = try role("list orders")
        robot.press("G")
        let changed = try role("create")
        #expect(better == .success && changed == .warning, "\(robot.screen)")
        robot.click(on: "orders.http#list orders")
        #expect(robot.dialogKeys.map(\.1) == ["all requests"] && robot.screen.contains("status:"))
        let facts = robot.screen
        robot.press("x")
        robot.click(robot.dialogContent.x + 1, robot.dialogContent.y)
        #expect(robot.screen == facts, "what is open has no rows to choose")
        for key in ["q", .enter, .escape] as [Key] {
            robot.press(key)
            #expect(robot.dialogKeys.map(\.0) == ["Enter", "Esc"], "\(key)")
            robot.press("x", .enter)
            #expect(robot.dialogKeys.map(\.1) == ["all requests"])
        }
        robot.resize(44, 10)
        #expect(robot.dialogKeys.map(\.1) == ["scroll", "all requests"], "there is more than the rows have room for")
        let top = robot.dialog
        robot.press("j")
        #expect(robot.dialog != top, "\(robot.screen)")
    }

    @Test(arguments: [44, 60, 80, 120])
    func `the heads of two runs stand above their columns, and each status is whole`(columns: Int) throws {
        let robot = listing([RunFixtures.entry(2, "bbbbbbb"), RunFixtures.entry(1, "aaaaaaa")])
        robot.press("C")
        guard case .compareRuns(let pair)? = robot.take().last else { throw Failure.noReplay }
        robot.tell(.runsCompared(pair, .success(ComparisonTable(try Self.comparison()))))
        robot.resize(columns, 30)
        let list = robot.dialogContent
        let head = robot.text(in: Rect(x: list.x, y: list.y - 1, width: list.width, height: 1))[0]
        let row = robot.dialog[0]
        func words(_ line: String) -> [(column: Int, word: Substring)] {
            line.split(separator: " ").map { (line.distance(from: line.startIndex, to: $0.startIndex), $0) }
        }
        let (heads, cells) = (words(head), words(row))
        let a = try #require(cells.first { $0.word == "200" }, "\(row)")
        let b = try #require(cells.first { $0.word.hasPrefix("500") }, "\(row)")
        #expect(heads.first { $0.word == "A" }?.column == a.column, "\(robot.screen)")
        #expect(heads.first { $0.word == "B" }?.column == b.column, "\(robot.screen)")
        // The first word is the state, which has no head.
        #expect(heads.first?.column == cells.dropFirst().first?.column, "\(robot.screen)")
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
