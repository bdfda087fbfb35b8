import HTTPFormat
import NetEngine
import Runs
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Runs on the screen: what X offers, and a run that is going on.
@Suite struct ReplayScreenTests {
    /// The job that a robot asked for.
    private static func job(_ robot: Robot) throws -> ReplayJob {
        let effects = robot.take { if case .replay = $0 { true } else { false } }
        guard case .replay(let job)? = effects.last else { throw Failure.noReplay }
        return job
    }

    private static func turns(_ row: String) -> Bool { row.contains { Glyphs.unicode.spinner.contains($0) } }

    /// The ticket of the last effect, which must have this name.
    static func ticket(_ robot: Robot, _ name: String) throws -> Int {
        let effects = robot.take()
        #expect(effects.map(Robot.name) == [name])
        switch effects.last {
        case .readRun(_, let ticket)?, .openRecorded(_, _, let ticket)?: return ticket
        default: throw Failure.noReplay
        }
    }

    enum Failure: Error { case noReplay }

    /// A robot whose run of `orders.http` has begun.
    private func running(_ columns: Int = 120, _ rows: Int = 40) throws -> (Robot, ReplayJob) {
        let robot = Robot(columns, rows)
        robot.press("X", .enter)
        let job = try Self.job(robot)
        robot.tell(.replayBegan(job.id, RunFixtures.planned()))
        _ = robot.take()
        return (robot, job)
    }

    @Test func `a row has the time of network and server, as Response and History have it`() throws {
        let (robot, job) = try running()
        var record = RunFixtures.record(0)
        record.timings = PhaseTimings(wait: .milliseconds(20), total: .milliseconds(47))
        robot.tell(.replayed(job.id, ReplayNews(began: [], records: [record])))
        let row = robot.inside(.runs).first { $0.contains("list orders") } ?? ""
        #expect(row.contains("20 ms") && !row.contains("47 ms"), "\(robot.screen)")
    }

    @Test func `a pane with room for one row has a result in it, and with more rows how the run goes`() throws {
        // At this width the panes without the focus have one row.
        let (robot, job) = try running(90, 30)
        robot.tell(.replayed(job.id, ReplayNews(began: [], records: [RunFixtures.record(0)])))
        #expect(robot.inside(.runs).count > 3 && robot.inside(.runs).first?.contains("list orders") == false)
        robot.press("1")
        let rows = robot.inside(.runs)
        #expect(rows.count == 1 && rows.first?.contains("list orders") == true, "\(robot.screen)")
    }

    // MARK: What X offers

    @Test func `X offers the request, its file and all, and Enter sends the file`() throws {
        let robot = Robot()
        robot.press("X")
        #expect(robot.dialog.contains { $0.contains("list orders") && $0.contains("1 request") })
        #expect(robot.dialog.contains { $0.contains("›orders.http") && $0.contains("3 requests") }, "\(robot.dialog)")
        #expect(robot.dialog.contains { $0.contains("all files") && $0.contains("4 requests") })
        robot.press("+", "+", .enter)
        #expect(robot.takeNames().first == "replay orders.http orders.http by 3")
        #expect(robot.focus == .runs)
    }

    @Test func `a click on what X offers sends it, and before the collection is read X offers nothing`() {
        let robot = Robot()
        robot.press("X")
        robot.click(on: "all files")
        #expect(robot.takeNames().first == "replay all files . by 1" && !robot.hasDialog)
        let early = Robot.reading()
        early.press("X")
        #expect(!early.hasDialog && !early.takeNames().contains { $0.hasPrefix("replay") })
    }

    @Test func `on a low screen a click sends what is under it, also where the choices have scrolled`() {
        let robot = Robot(60, 10, files: [("a/one.http", "### first\nGET http://h/1\n\n### second\nGET http://h/2\n")])
        robot.press(" ", "X", "G")
        robot.effects = []
        robot.click(on: "all files")
        #expect(robot.takeNames().first == "replay all files . by 1", "\(robot.screen)")
    }

    @Test(arguments: [(16, true), (10, false)])
    func `what a run leaves out is said whole where the choices leave room`(rows: Int, isWhole: Bool) {
        let robot = Robot(44, rows)
        robot.press("X")
        #expect(robot.screen.contains("Left out of files: # @disabled"), "\(robot.screen)")
        #expect(robot.screen.contains("the tag manual.") == isWhole, "\(robot.screen)")
        #expect(robot.screen.contains("Environment dev"))
    }

    @Test func `a folder is offered first where it is selected, and only in Collections`() {
        let robot = Robot(files: [("api/a.http", "### one\nGET http://h/1\n"), ("b.http", "### two\nGET http://h/2\n")])
        robot.press("1", "g", "X")
        #expect(robot.dialog.contains { $0.contains("›api") && !$0.contains(".http") }, "\(robot.screen)")
        robot.press(.escape, "2", "X")
        #expect(robot.dialog.contains { $0.contains("›") && $0.contains(".http") }, "\(robot.screen)")
    }

    @Test func `marked requests are sent alone, in the order of the tree`() throws {
        let robot = Robot()
        robot.press("j", "j", "g", "j", "j", " ", "k", "k", " ")
        #expect(robot.border(.collections).contains("2 marked"))
        robot.press("X")
        #expect(robot.dialog.contains { $0.contains("›2 marked requests") })
        robot.press(.enter)
        let job = try Self.job(robot)
        #expect(job.paths == ["orders.http#list orders", "orders.http#create"])
        #expect(job.count == 2)
        // A mark that is set again is gone, and Esc takes all away.
        robot.press("1", " ")
        #expect(robot.border(.collections).contains("3 marked") || robot.border(.collections).contains("1 marked"))
        robot.press(.escape)
        #expect(!robot.border(.collections).contains("marked"))
    }

    @Test func `a mark goes with its request to another file, and with its file to another path, here or on disk`() {
        let marked = Robot()
        marked.press(" ", "k")
        #expect(marked.border(.collections).contains("1 marked"), "\(marked.screen)")
        let (moved, here, disk) = (marked.copy(), marked.copy(), marked.copy())
        moved.script("m ^U users.http Enter Enter")
        let move = FileOperation.move("/c/orders.http", to: "/c/purchases.http")
        here.tell(.filesWereChanged(FileJob(operation: move), .success(nil)))
        let files = [("purchases.http", Robot.orders)] + Robot.shop.dropFirst()
        disk.tell(.filesChanged(FileChange(files: ["/c/orders.http", "/c/purchases.http"])))
        disk.tell(.collectionLoaded(.success(Robot.folder(Array(files)))))
        for robot in [moved, here, disk] {
            #expect(robot.border(.collections).contains("1 marked"), "\(robot.screen)")
            robot.press("X")
            #expect(robot.dialog.contains { $0.contains("1 marked request") }, "\(robot.screen)")
        }
    }

    @Test func `a request asks before a run, and its answers go with it`() throws {
        let robot = Robot()
        robot.press("X", .enter)
        let job = try Self.job(robot)
        robot.tell(.replayAsks(job, [try #require(PromptField(expression: "$input One-time code"))]))
        #expect(robot.dialog.contains { $0.contains("One-time code") })
        robot.type("123456")
        robot.press(.enter)
        let again = try Self.job(robot)
        #expect(again.answers == ["$input One-time code": "123456"])
        // What comes of the first plan is nobody's any more.
        robot.tell(.replayBegan(job.id, RunFixtures.planned()))
        #expect(robot.takeNames().contains("stopReplay"))
    }

    @Test func `requests with notes are asked about once before a run, six of them and a count`() throws {
        let robot = Robot()
        robot.press("X", .enter)
        let job = try Self.job(robot)
        let file = Robot.file("a.http", (1...8).map { "### r\($0)\n# @note Sure?\nGET http://h/\n\n" }.joined())
        let steps = file.document.requests.map { SendPlan.Step(file: file, request: $0) }
        robot.tell(.replayToConfirm(job, steps))
        let lines = (1...6).map { "  r\($0): Sure? | " }.joined() + "  and 2 more"
        #expect(
            robot.spoken
                == "Send? | 8 requests ask to be confirmed before anything is sent: | \(lines) | > s Send all of them | c Send nothing"
        )
        let kept = robot.copy()
        kept.press("c")
        #expect(!kept.takeNames().contains { $0.hasPrefix("replay ") })
        robot.press("s")
        let again = try Self.job(robot)
        #expect(again.isConfirmed && again.id != job.id)
        // What comes of the first plan is nobody's any more.
        robot.tell(.replayToConfirm(job, steps))
        #expect(!robot.hasDialog)
    }

    @Test(arguments: [true, false])
    func `where nothing is sent the focus stays where it was, and the Log keeps its place`(isZoomed: Bool) throws {
        let file = Robot.file("a.http", "### r\n# @note Sure?\nGET http://h/\n")
        let steps = file.document.requests.map { SendPlan.Step(file: file, request: $0) }
        let prompt = try #require(PromptField(expression: "$input Code"))
        let news: [(ReplayJob) -> Action] = [
            { .replayToConfirm($0, steps) }, { .replayAsks($0, [prompt]) },
            { .replayRefused($0.id, sentence: "orders.http has no request to replay.") },
        ]
        for action in news {
            let robot = Robot()
            if isZoomed { robot.press("z") }
            let before = robot.layout.panes
            robot.press("X", .enter)
            #expect(robot.focus == .runs)
            let job = try Self.job(robot)
            robot.tell(action(job))
            if robot.hasDialog { robot.press(.escape) }
            #expect(!robot.hasDialog && robot.focus == .collections)
            #expect(robot.layout.panes == before)
        }
    }

    @Test func `a pane that the user went to keeps the focus, and Runs gets it once the run is sent`() throws {
        let file = Robot.file("a.http", "### r\n# @note Sure?\nGET http://h/\n")
        let steps = file.document.requests.map { SendPlan.Step(file: file, request: $0) }
        let robot = Robot()
        robot.press("X", .enter)
        let job = try Self.job(robot)
        robot.press("2")
        robot.tell(.replayToConfirm(job, steps))
        #expect(robot.focus == .request)
        robot.press("s")
        #expect(robot.focus == .runs)
        let again = try Self.job(robot)
        robot.tell(.replayBegan(again.id, RunFixtures.planned()))
        #expect(robot.focus == .runs)
    }

    @Test func `a plan that cannot be made says why`() throws {
        let robot = Robot()
        robot.press("X", .enter)
        let job = try Self.job(robot)
        robot.tell(.replayRefused(job.id, sentence: "orders.http has no request to replay."))
        #expect(robot.footer.contains("orders.http has no request to replay."))
    }

    // MARK: A run that is going on

    @Test func `what is sent turns in the tree and in the pane until its result is there`() throws {
        let (robot, job) = try running()
        robot.tell(.replayed(job.id, ReplayNews(began: [0])))
        #expect(
            robot.inside(.runs).contains { Self.turns($0) && $0.contains("list orders") }, "\(robot.inside(.runs))")
        #expect(robot.inside(.collections).contains { $0.contains("list orders") && Self.turns($0) })
        robot.tell(.replayed(job.id, ReplayNews(records: [RunFixtures.record(0)])))
        #expect(robot.inside(.runs)[0].contains("1 of 3 done"))
        #expect(
            robot.inside(.runs).contains {
                $0.contains("✓ 200") && $0.contains("list orders") && $0.contains("20 ms")
            })
        #expect(!robot.inside(.collections).contains(where: Self.turns))
        #expect(robot.border(.runs).contains("running"))
    }

    @Test func `failures come first, with what failed, and the rest in the order of the plan`() throws {
        let (robot, job) = try running(160, 40)
        var failed = RunFixtures.record(2, .failed, status: 500, after: 20_000)
        failed.checks = CheckReport(results: [
            CheckResult(text: "status == 204", line: 19, verdict: .failed, expected: "204", actual: "500")
        ])
        robot.tell(
            .replayed(
                job.id,
                ReplayNews(
                    records: [RunFixtures.record(1, status: 201, after: 40_000), failed, RunFixtures.record(0)],
                    end: RunEnd(elapsed: .milliseconds(60), reason: .complete))))
        let rows = robot.inside(.runs)
        #expect(rows[0].contains("3 requests: 2 ok, 1 failed, 0 skipped in 60 ms"))
        #expect(rows[2].contains("! 500") && rows[2].contains("remove") && rows[2].contains("status == 204, found 500"))
        #expect(rows[3].contains("list orders") && rows[4].contains("create"))
        #expect(robot.border(.runs).contains("1 failed"))
        // One axis: each bar begins where the request did.
        func column(_ row: String) -> Int? {
            row.firstIndex(of: "█").map { row.distance(from: row.startIndex, to: $0) }
        }
        let columns = try [3, 2, 4].map { try #require(column(rows[$0])) }
        #expect(columns[0] < columns[1] && columns[1] < columns[2], "\(rows)")
    }

    @Test func `bars stay below the axis where a time is longer than a minute`() throws {
        let (robot, job) = try running(160, 40)
        var slow = RunFixtures.record(0)
        slow.timings = PhaseTimings(wait: .seconds(70), total: .seconds(70))
        slow.networkTime = .seconds(70)
        robot.tell(
            .replayed(
                job.id,
                ReplayNews(
                    records: [slow, RunFixtures.record(1, status: 201)],
                    end: RunEnd(elapsed: .seconds(70), reason: .complete))))
        let rows = robot.inside(.runs)
        #expect(rows[1].contains("1 min 10 s") && rows[2].contains("1 min 10 s"), "\(robot.screen)")
        func columns(_ row: String, _ marks: [Character]) -> [Int] {
            row.enumerated().filter { marks.contains($0.element) }.map(\.offset)
        }
        let bar = columns(rows[2], Glyphs.unicode.bar)
        let short = columns(rows[3], Glyphs.unicode.bar)
        let axis = columns(rows[1], ["0", "s"])
        #expect(bar.first == axis.first && short.first == axis.first && bar.last == axis.last, "\(robot.screen)")
    }

    @Test func `Esc cancels the run, and then leaves it`() throws {
        let (robot, job) = try running()
        robot.press(.escape)
        #expect(robot.takeNames() == ["stopReplay"])
        #expect(robot.footer.contains("Cancelling the run."))
        robot.tell(
            .replayed(job.id, ReplayNews(end: RunEnd(elapsed: .seconds(1), reason: .interrupted, notReached: 3))))
        #expect(robot.inside(.runs)[0].contains("3 not reached in 1.00 s, cancelled"))
        robot.press(.escape)
        robot.tell(.runsRead(.success([RunFixtures.entry(1, "aaaaaaa")])))
        #expect(robot.inside(.runs)[0].contains("aaaaaaa"))
        _ = robot.take()
        robot.press(.enter)
        #expect(!robot.takeNames().contains { $0.hasPrefix("readRun ") }, "it is known without its recording")
        #expect(robot.inside(.runs)[0].contains("3 not reached in 1.00 s, cancelled"))
    }

    @Test func `while a run is in progress the footer names no key of a recorded one`() throws {
        let (robot, job) = try running()
        robot.tell(.runsRead(.success([RunFixtures.entry(1, "aaaaaaa")])))
        for hint in ["C compare", "D delete", "Space mark"] { #expect(!robot.footer.contains(hint)) }
        robot.press(.left)
        for hint in ["C compare", "D delete", "Space mark"] { #expect(!robot.footer.contains(hint)) }
        #expect(robot.footer.contains("Enter open"), "\(robot.footer)")
        for keys in ["D", "r", "Space", "C"] { expectSentences(robot, "\(keys) -> The run is still in progress.") }
        robot.tell(
            .replayed(job.id, ReplayNews(end: RunEnd(elapsed: .seconds(1), reason: .complete, notReached: 0))))
        robot.press("j")
        for hint in ["C compare", "D delete", "Space mark"] {
            #expect(robot.footer.contains(hint), "\(robot.footer)")
        }
    }

    @Test func `a run that ended is no longer said or marked to be in progress`() throws {
        let (robot, job) = try running()
        robot.press(.left, "D")
        #expect(robot.toastText == "The run is still in progress.")
        let before = robot.inside(.runs)[0]
        robot.tell(
            .replayed(job.id, ReplayNews(end: RunEnd(elapsed: .seconds(1), reason: .complete, notReached: 0))))
        #expect(robot.toastText == nil)
        let spinner = try #require(before.dropFirst().first)
        #expect(!robot.inside(.runs)[0].hasPrefix("›\(spinner)"), "\(robot.inside(.runs)[0])")
    }

    @Test func `a run that is over and deleted is not listed any more`() throws {
        let (robot, job) = try running()
        robot.tell(
            .replayed(
                job.id,
                ReplayNews(
                    records: [RunFixtures.record(0)],
                    end: RunEnd(elapsed: .seconds(1), reason: .complete, notReached: 2))))
        robot.tell(.runsRead(.success([RunFixtures.entry(1, "aaaaaaa")])))
        _ = robot.take()
        robot.press("D", "d")
        #expect(robot.takeNames() == ["deleteRun aaaaaaa"])
        robot.tell(.runsRead(.success([])))
        #expect(robot.inside(.runs)[0].contains("No run is recorded yet."), "\(robot.screen)")
    }

    @Test func `nothing is blocked meanwhile`() throws {
        let (robot, job) = try running()
        robot.press("1", "j")
        let id = try #require(robot.send())
        try robot.finish(id, .ok)
        #expect(robot.border(.response).contains("201 Created"))
        robot.press("X")
        #expect(robot.footer.contains("A run is in progress"))
        robot.tell(.replayed(job.id, ReplayNews(records: [RunFixtures.record(0)])))
        robot.press("6")
        #expect(robot.inside(.runs)[0].contains("1 of 3 done"))
        // Ctrl-C cancels it, too.
        robot.press("1", .control("c"))
        #expect(robot.takeNames().contains("stopReplay"))
    }

    @Test func `the end of a run is said where it is not in view`() throws {
        let (robot, job) = try running()
        robot.press("4")
        robot.tell(
            .replayed(
                job.id,
                ReplayNews(
                    records: [RunFixtures.record(0)],
                    end: RunEnd(elapsed: .seconds(1), reason: .complete, notReached: 2))))
        #expect(robot.footer.contains("orders.http: 3 requests: 1 ok, 0 failed, 0 skipped, 2 not reached in 1.00 s"))
        #expect(robot.footer.contains("Press 6 to see it."))
    }

    @Test func `Enter shows the exchange of a result in the response pane`() throws {
        let (robot, job) = try running()
        let exchange = ExchangeFixtures.exchange(9)
        robot.finish(exchange)
        robot.tell(
            .replayed(
                job.id,
                ReplayNews(
                    records: [RunFixtures.record(0, exchange: 9)], end: RunEnd(elapsed: .seconds(1), reason: .complete))
            ))
        _ = robot.take()
        robot.press(.enter)
        #expect(robot.focus == .response)
        #expect(robot.screen.contains("Old response"), "\(robot.screen)")
    }

    @Test func `Response shows what came of the open request, and an old one that was opened stays`() throws {
        let (robot, job) = try running()
        let failed = CheckReport(results: [CheckResult(text: "status", line: 1, verdict: .failed, expected: "200")])
        robot.finish(ExchangeFixtures.exchange(9))
        var record = RunFixtures.record(0, .failed, exchange: 9)
        record.checks = failed
        robot.tell(.replayed(job.id, ReplayNews(records: [record])))
        #expect(robot.focus == .runs && robot.shownResponse == ExchangeFixtures.id(9))
        #expect(robot.border(.response).contains("checks 0/1"), "\(robot.screen)")
        #expect(!robot.screen.contains("Old response"))
        robot.press(.enter)
        robot.finish(ExchangeFixtures.exchange(10))
        robot.tell(.replayed(job.id, ReplayNews(records: [RunFixtures.record(0, exchange: 10)])))
        #expect(robot.shownResponse == ExchangeFixtures.id(9) && robot.screen.contains("Old response"))
    }

    @Test func `of several results of the open request Response shows the last that was not cancelled`() throws {
        let robot = Robot()
        robot.press("X", .enter)
        let job = try Self.job(robot)
        var planned = RunFixtures.planned()
        planned.head.settings.rounds = 3
        robot.tell(.replayBegan(job.id, planned))
        func record(_ round: Int, _ step: Int, _ word: RunRecord.Word, exchange: UInt64) -> RunRecord {
            var record = RunFixtures.record(step, word, exchange: exchange)
            record.item = RunSchedule.Item(round: round, step: step)
            return record
        }
        for number in [9, 10, 11, 12] as [UInt64] { robot.finish(ExchangeFixtures.exchange(number)) }
        robot.tell(
            .replayed(
                job.id,
                ReplayNews(records: [
                    record(0, 0, .passed, exchange: 9), record(1, 0, .passed, exchange: 10),
                    record(2, 0, .cancelled, exchange: 11), record(0, 1, .passed, exchange: 12),
                ])))
        #expect(robot.shownResponse == ExchangeFixtures.id(10))
    }

    @Test func `what was not sent says why`() throws {
        let (robot, job) = try running()
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: 1), repetition: nil, word: .failed)
        record.problems = [(line: 9, sentence: "{{sku}} has no value.")]
        robot.tell(.replayed(job.id, ReplayNews(records: [record])))
        #expect(robot.inside(.runs)[2].contains("{{sku}} has no value."))
        robot.press(.enter)
        #expect(robot.dialog.contains { $0.contains("orders.http:9: {{sku}} has no value.") })
    }

    @Test func `secrets of a run are masked on the screen`() throws {
        let (robot, job) = try running()
        let use = VariableUse(name: "password", value: "correct-horse", source: .override, isSecret: true)
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: 1), repetition: nil, word: .failed)
        record.problems = [(line: 9, sentence: "no file correct-horse")]
        robot.tell(.replayLearned([use], nil))
        robot.tell(.replayed(job.id, ReplayNews(records: [record])))
        #expect(!robot.screen.contains("correct-horse"))
        #expect(robot.inside(.runs)[2].contains("no file"))
    }

    // MARK: What must not happen

    @Test func `a second run cannot begin while the first is under way`() throws {
        let robot = Robot()
        robot.press("X", .enter)
        let first = try Self.job(robot)
        robot.press("X")
        robot.tell(.replayBegan(first.id, RunFixtures.planned()))
        robot.press(.enter)
        #expect(!robot.takeNames().contains { $0.hasPrefix("replay ") })
        #expect(robot.footer.contains("A run is in progress"))
        robot.press("6", .escape)
        #expect(robot.takeNames() == ["stopReplay"])
    }

    @Test func `a run that is still planned gives way to another, and its questions are dropped with it`() throws {
        let robot = Robot()
        robot.press("X", .enter)
        let first = try Self.job(robot)
        robot.press("X", .enter)
        #expect(robot.takeNames().filter { $0 != "readRuns" } == ["stopReplay", "replay orders.http orders.http by 1"])
        robot.tell(.replayAsks(first, []))
        #expect(!robot.hasDialog)
    }

    @Test func `the focus goes back to where the first of two plans was asked for`() throws {
        let robot = Robot()
        let before = robot.layout.panes
        robot.press("X", .enter, "X", .enter)
        let second = try Self.job(robot)
        robot.tell(.replayRefused(second.id, sentence: "orders.http has no request to replay."))
        #expect(robot.focus == .collections && robot.layout.panes == before)
    }

    @Test func `Esc in a recorded run leaves it, and does not cancel the run under way`() throws {
        let (robot, _) = try running()
        #expect(robot.footer.contains("Esc cancel run"), "\(robot.footer)")
        robot.press(.left)
        robot.tell(.runsRead(.success([RunFixtures.entry(1, "bbbbbbb")])))
        robot.press("j", .enter)
        let reading = try Self.ticket(robot, "readRun bbbbbbb")
        robot.tell(
            .runRead(
                RunFixtures.entry(1, "bbbbbbb"), .success(RunAccount(RunFixtures.planned("bbbbbbb").head)),
                ticket: reading))
        #expect(robot.footer.contains("Esc all runs"))
        robot.press(.escape)
        #expect(robot.take().isEmpty && robot.footer.contains("Esc cancel run"))
        robot.press(.escape)
        #expect(robot.takeNames() == ["stopReplay"])
    }

    @Test func `what was read too late is dropped`() throws {
        let robot = listing([RunFixtures.entry(2, "bbbbbbb"), RunFixtures.entry(1, "aaaaaaa")])
        robot.press(.enter)
        let old = try Self.ticket(robot, "readRun bbbbbbb")
        robot.press("j", .enter)
        let new = try Self.ticket(robot, "readRun aaaaaaa")
        robot.tell(
            .runRead(
                RunFixtures.entry(2, "bbbbbbb"), .success(RunAccount(RunFixtures.planned("bbbbbbb").head)), ticket: old)
        )
        #expect(robot.border(.runs).contains("reading"))
        robot.tell(
            .runRead(
                RunFixtures.entry(1, "aaaaaaa"), .success(RunAccount(RunFixtures.planned("aaaaaaa").head)), ticket: new)
        )
        #expect(robot.border(.runs).contains("aaaaaaa") && robot.border(.runs).contains("broken off"))
    }

    @Test func `a run that was cancelled did not pass`() throws {
        let (robot, job) = try running()
        robot.tell(
            .replayed(
                job.id,
                ReplayNews(
                    records: [RunFixtures.record(0)],
                    end: RunEnd(elapsed: .seconds(1), reason: .interrupted, notReached: 2))))
        #expect(robot.border(.runs).contains("interrupted") && !robot.border(.runs).contains("passed"))
    }

    @Test func `a result without an exchange says what it is`() throws {
        let (robot, job) = try running()
        var cancelled = RunFixtures.record(1, .cancelled, status: nil)
        cancelled.traffic = nil
        robot.tell(.replayed(job.id, ReplayNews(records: [RunFixtures.record(0), cancelled])))
        robot.press(.enter)
        #expect(robot.footer.contains("Only the numbers of that result were recorded."))
        robot.press("j", .enter)
        #expect(robot.footer.contains("It was cancelled before it was sent."))
    }

    @Test func `results keep their places however they come`() throws {
        var generator = SeededGenerator(seed: 7)
        let requests = (0..<60).map { RunHead.Request(file: "a.http", line: $0 + 1, id: "r\($0)", method: "GET") }
        var account = RunAccount(RunHead(id: "a", startedAt: RunFixtures.now, program: "0.1", requests: requests))
        var rows = RunRows()
        for step in (0..<60).shuffled(using: &generator) {
            account.add(RunFixtures.record(step, step % 7 == 0 ? .failed : .passed))
            rows.update(account, running: [99: 1])
        }
        let steps = rows.rows.map { row in
            if case .result(let index) = row { account.results[index].item.step } else { -1 }
        }
        #expect(steps == (0..<60).filter { $0 % 7 == 0 } + [-1] + (0..<60).filter { $0 % 7 != 0 })
    }

    @Test(arguments: [(60, 20), (80, 24), (120, 40), (200, 60), (40, 10)])
    func `every size shows the run`(columns: Int, rows: Int) throws {
        let (robot, job) = try running(columns, rows)
        robot.tell(.replayed(job.id, ReplayNews(records: [RunFixtures.record(0)])))
        #expect(robot.inside(.runs).contains { $0.contains("1 of 3 done") }, "\(robot.screen)")
        #expect(robot.inside(.runs).contains { $0.contains("list orders") }, "\(robot.screen)")
    }
}
