import NetEngine
import Runs
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// What the pane Runs keeps, as values: the list, the run in view, and the selection in both.
@Suite struct RunsPaneStateTests {
    private static func run(_ key: String = "aaaaaaa", _ keys: [RequestKey?] = [nil, nil, nil]) -> LiveRun {
        LiveRun(7, title: "orders.http", RunFixtures.planned(key), keys: keys, at: MonotonicTime(nanoseconds: 1))
    }

    private static let end = RunEnd(elapsed: .milliseconds(60), reason: .complete, notReached: 0)

    private static func listed(_ state: RunsPaneState) -> [String] { state.listed.map(Self.name) }

    private static func name(_ entry: RunsPaneState.Entry) -> String {
        switch entry {
        case .live(let run): "live \(run.key)"
        case .recorded(let entry): entry.key
        }
    }

    private static func select(_ index: Int, in state: inout RunsPaneState) {
        state.changeSelection { selection, _ in selection.index = index }
    }

    // MARK: The list

    @Test func `the run of this screen is first while it sends, and then where its recording is, if there is one`() {
        var state = RunsPaneState()
        state.take(.success([RunFixtures.entry(1, "bbbbbbb")]))
        #expect(Self.listed(state) == ["bbbbbbb"])
        state.begin(Self.run())
        #expect(Self.listed(state) == ["live aaaaaaa", "bbbbbbb"])
        state.take(.success([RunFixtures.entry(2, "aaaaaaa"), RunFixtures.entry(1, "bbbbbbb")]))
        #expect(Self.listed(state) == ["live aaaaaaa", "bbbbbbb"])
        state.take(7, ReplayNews(end: Self.end))
        #expect(Self.listed(state) == ["aaaaaaa", "bbbbbbb"])
        var unrecorded = RunsPaneState()
        unrecorded.begin(Self.run())
        unrecorded.take(7, ReplayNews(end: Self.end))
        unrecorded.take(.success([RunFixtures.entry(1, "bbbbbbb")]))
        #expect(Self.listed(unrecorded) == ["live aaaaaaa", "bbbbbbb"])
    }

    @Test func `what a command means is the run in view, else the selected one, as far as it is recorded`() {
        let entries = [RunFixtures.entry(2, "aaaaaaa"), RunFixtures.entry(1, "bbbbbbb")]
        var state = RunsPaneState()
        #expect(state.meantEntry == nil && state.selectedEntry.map(Self.name) == nil)
        state.begin(Self.run())
        #expect(state.meantEntry == nil)
        state.take(.success(entries))
        #expect(state.meantEntry?.key == "aaaaaaa" && state.selectedEntry.map(Self.name) == nil)
        state.showList()
        #expect(state.meantEntry?.key == "aaaaaaa" && state.selectedEntry.map(Self.name) == "live aaaaaaa")
        Self.select(1, in: &state)
        #expect(state.meantEntry?.key == "bbbbbbb" && state.selectedEntry.map(Self.name) == "bbbbbbb")
        Self.select(2, in: &state)
        #expect(state.meantEntry == nil)
        state.show(.recorded(entries[1], RunAccount(RunFixtures.planned("bbbbbbb").head)))
        #expect(state.meantEntry?.key == "bbbbbbb" && state.selectedEntry.map(Self.name) == nil)
    }

    @Test func `a list that cannot be read keeps what was there, with the reason until it is read again`() {
        var state = RunsPaneState()
        #expect(!state.hasRead && state.isStale)
        state.take(.success([RunFixtures.entry(1, "bbbbbbb")]))
        state.take(.failure(RunStoreError(sentence: "Locked.")))
        #expect(state.hasRead && state.problem == "Locked." && Self.listed(state) == ["bbbbbbb"])
        state.take(.success([]))
        #expect(state.problem == nil && Self.listed(state).isEmpty)
        var failed = RunsPaneState()
        failed.take(.failure(RunStoreError(sentence: "Locked.")))
        #expect(failed.hasRead)
    }

    @Test func `the selected run stays selected when others come before it or go, and the first row stays the first`() {
        let (a, b) = (RunFixtures.entry(1, "aaaaaaa"), RunFixtures.entry(2, "bbbbbbb"))
        let (c, d) = (RunFixtures.entry(3, "ccccccc"), RunFixtures.entry(4, "ddddddd"))
        for (index, keys) in [(1, ["aaaaaaa", "aaaaaaa", "aaaaaaa"]), (0, ["ddddddd", "ddddddd", "ccccccc"])] {
            var state = RunsPaneState()
            state.take(.success([b, a]))
            Self.select(index, in: &state)
            var meant: [String] = []
            for entries in [[d, c, b, a], [d, c, a], [c, a]] {
                state.take(.success(entries))
                meant.append(state.meantEntry?.key ?? "none")
            }
            #expect(meant == keys)
        }
        var state = RunsPaneState()
        state.take(.success([c, b, a]))
        Self.select(1, in: &state)
        state.take(.success([c, a]))
        #expect(state.meantEntry?.key == "aaaaaaa", "the next one")
    }

    @Test func `a run that is gone is left, unless it sends or was not listed before`() {
        let recorded = RunFixtures.entry(1, "bbbbbbb")
        let account = RunAccount(RunFixtures.planned("bbbbbbb").head)
        var state = RunsPaneState()
        state.show(.recorded(recorded, account))
        state.take(.success([]))
        #expect(state.view != nil, "it is not in the list yet")
        state.take(.success([recorded]))
        state.take(.success([]))
        #expect(state.view == nil)
        for isOver in [true, false] {
            var state = RunsPaneState()
            state.begin(Self.run())
            if isOver { state.take(7, ReplayNews(end: Self.end)) }
            state.take(.success([]))
            #expect(state.live != nil && state.view != nil)
            state.take(.success([RunFixtures.entry(2, "aaaaaaa")]))
            state.take(.success([]))
            #expect((state.live == nil) == isOver && (state.view == nil) == isOver)
        }
    }

    // MARK: The run of this screen

    @Test func `Esc cancels a run that is planned or sends, once, and not while a recorded one is in view`() {
        let recorded = RunsPaneState.View.recorded(
            RunFixtures.entry(1, "bbbbbbb"), RunAccount(RunFixtures.planned("bbbbbbb").head))
        var state = RunsPaneState()
        #expect(!state.escCancels && !state.isUnderWay)
        state.begin(Self.run())
        #expect(state.escCancels && state.isUnderWay && state.isSending)
        var other = state
        other.show(recorded)
        #expect(!other.escCancels && other.isUnderWay)
        other.showList()
        #expect(other.escCancels)
        state.stopLive()
        #expect(!state.escCancels && state.isSending)
        state.take(7, ReplayNews(end: Self.end))
        #expect(!state.escCancels && !state.isUnderWay)
    }

    @Test func `the list is stale when a run begins and ends, and what comes of another run changes nothing`() {
        var state = RunsPaneState()
        state.isStale = false
        state.begin(Self.run())
        #expect(state.isStale)
        state.isStale = false
        state.take(7, ReplayNews(began: [0], records: [RunFixtures.record(1)]))
        #expect(!state.isStale && state.rows == [.running(0), .result(0)])
        state.take(8, ReplayNews(records: [RunFixtures.record(2)], end: Self.end))
        #expect(!state.isStale && state.isSending && state.rows.count == 2)
        state.take(7, ReplayNews(end: Self.end))
        #expect(state.isStale && state.rows == [.result(0)])
    }

    @Test func `requests that are sent are known by their keys, those that are gone are left out`() throws {
        var tree = CollectionTree()
        _ = tree.take(Robot.folder(Robot.shop))
        let first = try #require(tree.key("/c/orders.http", 0))
        let second = try #require(tree.key("/c/orders.http", 2))
        var run = Self.run("aaaaaaa", [first, nil, second])
        run.take(ReplayNews(began: [0, 1, 5]))
        #expect(run.runningKeys == [first])
        run.take(ReplayNews(began: [2], records: [RunFixtures.record(0)]))
        #expect(run.runningKeys == [second])
        for _ in 0..<3 { run.take(ReplayNews(records: [RunFixtures.record(0)])) }
        let text = run.progress(at: MonotonicTime(nanoseconds: 2))
        #expect(text.hasPrefix("4 of 4 done"), "more results than requests: \(text)")
    }

    // MARK: The run in view

    @Test func `the selected result stays selected when others come before it, and the first row stays the first`() {
        for (selected, row, top) in [(1, RunRow.result(1), 1), (0, .result(2), 0)] {
            var state = RunsPaneState()
            state.begin(Self.run())
            state.take(7, ReplayNews(records: [RunFixtures.record(0), RunFixtures.record(1)]))
            #expect(state.rows == [.result(0), .result(1)])
            Self.select(selected, in: &state)
            state.take(7, ReplayNews(records: [RunFixtures.record(2, .failed, status: 500)]))
            #expect(state.rows == [.result(2), .result(0), .result(1)])
            #expect(state.selectedRow == row && state.selection.top == top)
        }
    }

    @Test func `a run is shown from its first result, and the list where it was left`() {
        let account = RunAccount(RunFixtures.planned("bbbbbbb").head)
        var state = RunsPaneState()
        state.take(.success([RunFixtures.entry(2, "ccccccc"), RunFixtures.entry(1, "bbbbbbb")]))
        Self.select(1, in: &state)
        state.reading = 4
        state.begin(Self.run())
        #expect(state.reading == nil && state.selection.index == 0 && state.count == 0)
        state.take(7, ReplayNews(records: [RunFixtures.record(0), RunFixtures.record(1)]))
        Self.select(1, in: &state)
        #expect(state.count == 2 && state.account?.count == 2)
        state.show(.recorded(RunFixtures.entry(1, "bbbbbbb"), account))
        #expect(state.selection.index == 0 && state.rows.isEmpty && !state.isOwn(account))
        state.reading = 5
        state.showList()
        #expect(state.reading == nil && state.rows.isEmpty && state.account == nil)
        #expect(state.selectedRow == nil && state.selectedEntry.map(Self.name) == "bbbbbbb")
    }

    @Test func `what is sent now has rows in the run of this screen alone`() {
        var state = RunsPaneState()
        state.begin(Self.run())
        state.take(7, ReplayNews(began: [0, 2]))
        #expect(state.rows == [.running(0), .running(2)])
        state.show(.recorded(RunFixtures.entry(1, "bbbbbbb"), RunAccount(RunFixtures.planned("bbbbbbb").head)))
        state.take(7, ReplayNews(began: [1]))
        #expect(state.rows.isEmpty)
        state.show(.live)
        #expect(state.rows == [.running(0), .running(1), .running(2)])
    }

    @Test func `latencies of requests are made for the rows in view, and again when there are more results`() {
        var head = RunFixtures.planned("bbbbbbb").head
        head.settings.rounds = 2
        func account(rounds: Int) -> RunAccount {
            var account = RunAccount(head)
            for round in 0..<rounds {
                for step in 0..<3 {
                    var record = RunFixtures.record(step)
                    record.item = RunSchedule.Item(round: round, step: step)
                    account.add(record)
                }
            }
            return account
        }
        var state = RunsPaneState()
        state.show(.recorded(RunFixtures.entry(1, "bbbbbbb"), account(rounds: 2)))
        state.settle(height: 0)
        #expect(state.figures.keys.sorted() == [0])
        state.settle(height: 2)
        #expect(state.figures.keys.sorted() == [0, 1])
        #expect(state.figures[0]?.count == 2 && state.figures[0]?.text == "median 20 ms")
        state.show(.recorded(RunFixtures.entry(1, "bbbbbbb"), account(rounds: 1)))
        #expect(state.figures.isEmpty)
        state.settle(height: 9)
        #expect(state.figures.count == 3 && state.figures[2]?.count == 1)
    }

    // MARK: Comparing

    @Test func `a run is compared with the one before it that ended and was of the same`() {
        func entry(_ id: Int64, _ key: String, _ state: RunEntry.State, title: String = "orders.http") -> RunEntry {
            RunEntry(id: id, key: key, startedAt: RunFixtures.now, title: title, state: state)
        }
        let robot = Robot()
        robot.press("6")
        robot.tell(
            .runsRead(
                .success([
                    entry(5, "eeeeeee", .ended), entry(4, "ddddddd", .running), entry(3, "ccccccc", .brokenOff),
                    entry(2, "bbbbbbb", .ended, title: "users.http"), entry(1, "aaaaaaa", .ended),
                ])))
        _ = robot.take()
        robot.press("C")
        #expect(robot.takeNames() == ["compareRuns aaaaaaa eeeeeee"])
        robot.press("G", "C")
        #expect(robot.takeNames().isEmpty && robot.toastText?.hasPrefix("No earlier run of the same") == true)
    }

    @Test func `a run is compared with an earlier one of the same requests, whatever the path that was asked for`() {
        func entry(_ id: Int64, _ key: String, title: String, plan: String?) -> RunEntry {
            RunEntry(
                id: id, key: key, startedAt: RunFixtures.now, title: title, state: .ended,
                summary: RunFigures(
                    totals: Runner.Totals(passed: 1), elapsed: .seconds(1), reason: .complete, median: nil, plan: plan))
        }
        let robot = Robot()
        robot.press("6")
        robot.tell(
            .runsRead(
                .success([
                    entry(4, "ddddddd", title: "api/users.http", plan: "x"),
                    entry(3, "ccccccc", title: "other", plan: nil),
                    entry(2, "bbbbbbb", title: "api (dev)", plan: "x dev"),
                    entry(1, "aaaaaaa", title: "api", plan: "x"),
                ])))
        _ = robot.take()
        robot.press("C")
        #expect(robot.takeNames() == ["compareRuns aaaaaaa ddddddd"])
        robot.press("j", "C")
        #expect(robot.takeNames().isEmpty)
    }

    @Test func `a long result is followed by a space`() {
        let entry = RunEntry(
            id: 1, key: "aaaaaaa", startedAt: RunFixtures.now, title: "users.http", state: .ended,
            summary: RunFigures(
                totals: Runner.Totals(passed: 1), elapsed: .seconds(1), reason: .failure, median: nil))
        let robot = Robot()
        robot.press("6")
        robot.tell(.runsRead(.success([entry])))
        #expect(robot.screen.contains("stopped at a failure users.http"), "\(robot.screen)")
    }

    @Test func `keys for a recorded run are offered where one is selected`() {
        let commands: [Command] = [.open, .renameRequest, .deleteItem, .toggle, .compareRuns]
        let robot = Robot()
        robot.press("6")
        robot.tell(.runsRead(.success([])))
        #expect(commands.filter(robot.offers).isEmpty && robot.offers(.replay))
        robot.tell(.runsRead(.success([RunFixtures.entry(1, "aaaaaaa")])))
        #expect(commands.allSatisfy(robot.offers) && robot.offers(.replay))
    }
}
