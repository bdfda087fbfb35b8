import NetEngine
import NetEngineRequestLog
import RequestLog
import Runs
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// What the panes Log, History and Runs say when there is nothing to do, and what they show while they have no row.
@Suite struct PaneSentenceTests {
    private typealias F = ExchangeFixtures
    private static let now = Timestamp(microsecondsSince1970: 1_700_000_000_000_000)

    /// The rows of a pane as one text, without spaces at the ends.
    private func text(_ pane: Pane, _ robot: Robot) -> String {
        robot.inside(pane).flatMap { $0.split(separator: " ") }.joined(separator: " ")
    }

    // MARK: Log

    @Test func `an empty log says where requests are sent, and what W needs`() {
        let robot = Robot(120, 40)
        robot.press("4")
        expectSentences(
            robot,
            """
            s -> The log is empty; 1 goes to Collections, where s sends the selected request.
            Enter -> nothing
            """)
        #expect(text(.log, robot).hasSuffix("Nothing was sent yet; s sends the selected request."))
        robot.press("W")
        #expect(
            robot.dialog.flatMap { $0.split(separator: " ") }.joined(separator: " ")
                == "No filter is saved. / begins one in the Log, W saves it under a name.")
        robot.press("W")
        #expect(!robot.hasDialog)
        robot.press("/")
        #expect(robot.footer.split(separator: " ").joined(separator: " ") == "Enter keep filter Tab complete Esc clear")
    }

    @Test func `a row that runs, or whose exchange is not kept, says so`() {
        let robot = Robot(120, 40)
        robot.event(F.id(99), .queued(method: "GET", url: "http://h/"))
        robot.press("4")
        expectSentences(robot, "s -> That exchange is still running.\nEnter -> That exchange is still running.")
        for number in 1...51 { robot.finish(F.exchange(UInt64(number))) }
        expectSentences(
            robot,
            """
            g j s -> That exchange was dropped to save memory; A shows those of the request log.
            g j Enter -> That response was dropped to save memory; send the request again.
            g j j Enter -> nothing
            """)
    }

    /// Sends an exchange of the log again that no open request sent.
    private static func resend(on robot: Robot) throws -> Resend {
        robot.finish(F.exchange(77))
        robot.press("4")
        robot.effects = []
        robot.press("s")
        let resend: Resend? = if case .resend(let found)? = robot.take().last { found } else { nil }
        return try #require(resend, "nothing is sent again")
    }

    @Test func `an exchange that no open request sent is sent again beside the one in view`() throws {
        let robot = Robot(120, 40)
        let resend = try Self.resend(on: robot)
        #expect(resend.exchange.id == F.id(77))
        robot.tell(.resending(resend, resend.exchange.draft, id: F.id(78)))
        #expect(robot.shownExchange == F.id(78))
    }

    @Test func `what is filled in of a request that no open file has is hidden on the screen`() throws {
        let robot = Robot(120, 40)
        let resend = try Self.resend(on: robot)
        var draft = resend.exchange.draft
        draft.options.log = RequestLogOptions(
            secrets: [RequestLogOptions.Secret(name: "token", value: "of-today")])
        robot.tell(.resending(resend, draft, id: F.id(78)))
        robot.event(F.id(78), .queued(method: "GET", url: "http://h/of-today"))
        #expect(robot.screen.contains("/********") && !robot.screen.contains("of-today"), "\(robot.screen)")
    }

    @Test func `the log of all processes says whether it is read, empty or filtered`() throws {
        let robot = Robot(120, 40)
        robot.press("4", "A")
        let reading = try #require(
            robot.logEffects.compactMap { if case .followLog(let reading) = $0 { reading } else { nil } }.last)
        #expect(text(.log, robot).hasSuffix("Reading the request log."))
        robot.tell(.logRead(reading, .success(LogReading.Rows(rows: [], isLast: true)), at: Self.now))
        #expect(text(.log, robot).hasSuffix("The request log is empty; what is sent comes here."))
    }

    @Test func `what came while the log was not followed is counted, the failed ones too`() {
        var log = LogPaneState()
        let size = Size(columns: 80, rows: 9)
        func send(_ number: UInt64, fails: Bool = false) {
            log.apply(F.event(number, 0, .queued(method: "GET", url: "http://x/")))
            guard fails else { return }
            log.apply(F.event(number, 9, .finished(F.exchange(number, response: nil, error: F.timeout))))
        }
        func title() -> String { LogPane.title(log).map(\.text.string).joined() }
        send(1, fails: true)
        _ = log.perform(.toggleFollow, in: size)
        #expect(title() == "paused")
        send(2)
        #expect(title() == "1 new  paused")
        send(3, fails: true)
        #expect(title() == "2 new, 1 failed  paused")
        _ = log.perform(.bottom, in: size)
        #expect(title() == "following")
        _ = log.perform(.moveUp, in: size)
        #expect(title() == "paused", "what came before is not new a second time")
    }

    @Test func `each key moves by its rows, and only stepping down on the last row follows`() {
        let names: [String: Command] = [
            "up": .moveUp, "down": .moveDown, "pageUp": .pageUp, "pageDown": .pageDown, "halfUp": .halfPageUp,
            "halfDown": .halfPageDown, "top": .top, "bottom": .bottom, "follow": .toggleFollow,
        ]
        var log = LogPaneState()
        for number in 1...30 { log.apply(F.event(UInt64(number), 0, .queued(method: "GET", url: "http://x/"))) }
        func end(_ keys: Substring, rows: Int) -> String {
            var copy = log
            for key in keys.split(separator: " ") {
                if let command = names[String(key)] {
                    _ = copy.perform(command, in: Size(columns: 80, rows: rows))
                } else if let count = Int(key) {
                    copy.scroll(by: count, in: Size(columns: 80, rows: rows))
                }
            }
            return "\(copy.selectedIndex) from \(copy.top(height: max(1, rows)))\(copy.follows ? " following" : "")"
        }
        let table = """
            9: up -> 28 from 21
            9: pageUp -> 21 from 21
            9: halfUp -> 25 from 21
            9: halfUp halfUp -> 21 from 21
            9: halfUp halfUp up -> 20 from 20
            9: top -> 0 from 0
            9: top down -> 1 from 0
            9: top pageDown -> 8 from 0
            9: top pageDown down -> 9 from 1
            9: top halfDown -> 4 from 0
            9: up down -> 29 from 21
            9: up down down -> 29 from 21 following
            9: down -> 29 from 21 following
            9: pageUp pageDown -> 29 from 21
            9: pageUp pageDown pageDown -> 29 from 21 following
            9: top bottom -> 29 from 21 following
            9: follow -> 29 from 21
            9: follow follow -> 29 from 21 following
            9: -3 -> 26 from 21
            9: -3 3 -> 29 from 21
            1: pageUp -> 28 from 28
            1: halfUp -> 28 from 28
            0: pageUp -> 28 from 28
            """
        let found = FilledTable(table).filled { keys in
            let parts = keys.split(separator: ": ")
            return end(parts[1], rows: Int(parts[0]) ?? 0)
        }
        #expect(found == table)
    }

    // MARK: History

    private static func row(_ id: Int64) -> LogRow {
        LogRow(
            id: id, change: id, startedAt: now, method: "GET", url: "http://h/orders", host: "h", path: "/orders",
            name: "list orders", file: "/c/orders.http", source: .screen, process: "apitui", pid: 7, status: 200,
            duration: .milliseconds(132))
    }

    private func history(_ rows: [LogRow], _ robot: Robot = Robot(120, 40)) throws -> Robot {
        // Alone on the screen, where no sentence is cut.
        if robot.focus != .history { robot.press("5", "z") }
        let reading = try #require(
            robot.logEffects.compactMap { if case .followLog(let reading) = $0 { reading } else { nil } }.last)
        robot.tell(.logRead(reading, .success(.init(rows: rows, isLast: true)), at: Self.now))
        return robot
    }

    @Test func `an empty history has nothing for a key to do, and says how to fill it`() throws {
        let robot = try history([])
        expectSentences(
            robot,
            """
            Enter -> The history is empty here.
            D -> The history is empty here.
            r -> The history is empty here.
            p -> The history is empty here.
            s -> The history is empty here.
            d -> There is no response in view to compare with: s sends the request, Enter shows the row.
            """)
        #expect(text(.history, robot) == "It was not sent yet; s sends it.")
        robot.press("A")
        #expect(text(.history, robot) == "Reading.")
        let all = try history([], robot)
        #expect(text(.history, all) == "Nothing was sent yet; s sends the selected request.")
        let none = Robot(120, 40, files: [])
        none.press("5", "z")
        #expect(text(.history, none) == "No request is open.")
    }

    @Test func `a history that is not read yet is not called empty`() {
        let robot = Robot(120, 40)
        robot.press("5", "z")
        #expect(text(.history, robot) == "Reading.")
        expectSentences(robot, "D -> The history is still being read.\nEnter -> The history is still being read.")
    }

    @Test func `with a response in view an empty history says why it has no row of it`() throws {
        let robot = try Robot.showing(Array("{}".utf8), columns: 120, rows: 40)
        let shown = try history([], robot)
        #expect(text(.history, shown) == "None of this name: A lists all.")
        shown.isLogging = false
        shown.tick()
        #expect(text(.history, shown) == "The request log is off: nothing is stored.")
    }

    @Test func `an exchange is named and deleted by its number, after a question`() throws {
        let robot = try history([Self.row(12)])
        robot.press("r")
        #expect(robot.screen.contains("Name of exchange 12"))
        robot.press(.escape, "D")
        #expect(robot.screen.contains("Delete exchange 12") && robot.screen.contains("GET http://h/orders"))
        #expect(robot.screen.contains("Its row and bodies are deleted from the request log."))
        robot.effects = []
        robot.press(.enter)
        #expect(robot.takeNames().isEmpty && !robot.hasDialog, "to keep it is what Enter takes")
    }

    // MARK: Runs

    private func runs(_ entries: [RunEntry]) -> Robot {
        let robot = Robot(120, 40)
        robot.press("6")
        robot.tell(.runsRead(.success(entries)))
        robot.effects = []
        return robot
    }

    @Test func `without a recorded run each key says so`() {
        let robot = runs([])
        expectSentences(
            robot,
            """
            Enter -> There is nothing to open here. X replays requests.
            r -> No recorded run is selected here.
            D -> No recorded run is selected here.
            Space -> No recorded run is selected here.
            C -> No recorded run is selected here.
            s -> s sends a request in the other panes; X replays here.
            S -> s sends a request in the other panes; X replays here.
            """)
        #expect(text(.runs, robot) == "No run is recorded yet. X replays requests, as 'apitui run' does.")
        #expect(!robot.border(.runs).contains("recorded"))
    }

    @Test func `a run is marked and compared with the one before it of the same requests, by name if it has one`() {
        let robot = runs([
            RunFixtures.entry(4, "ddddddd", name: "new"), RunFixtures.entry(3, "ccccccc", title: "other.http"),
            RunFixtures.entry(2, "bbbbbbb"), RunFixtures.entry(1, "aaaaaaa"),
        ])
        expectSentences(
            robot,
            """
            Space -> C on another run compares it with new.
            Space Space -> The mark is gone: C compares a run with the one before it.
            C -> Comparing bbbbbbb with new.
            j C -> No earlier run of the same requests is recorded. Space marks a run, C on another one compares them.
            j j C -> Comparing aaaaaaa with bbbbbbb.
            G C -> No earlier run of the same requests is recorded. Space marks a run, C on another one compares them.
            Space j C -> Comparing ccccccc with new.
            j Space k C -> Comparing ccccccc with new.
            Space C -> Comparing bbbbbbb with new.
            """)
        #expect(robot.border(.runs).contains("4 recorded"))
        robot.press("j", "D")
        #expect(robot.screen.contains("Delete run ccccccc") && robot.screen.contains("Its recording is deleted."))
        robot.press(.escape, "k", "r")
        #expect(robot.screen.contains("Name of run ddddddd"))
    }

    @Test func `a run under way says what cannot be done with it`() throws {
        let robot = Robot(120, 40)
        robot.press("X", .enter)
        guard case .replay(let job)? = robot.take(where: { if case .replay = $0 { true } else { false } }).last else {
            Issue.record("no replay")
            return
        }
        #expect(robot.border(.runs).contains("planning"))
        expectSentences(robot, "Esc -> The run was cancelled before its first request.")
        let head = RunHead(
            id: "aaaaaaa", startedAt: Self.now, program: "0.1", paths: ["orders.http"],
            requests: [RunHead.Request(file: "orders.http", line: 3, id: "list orders", method: "GET")])
        robot.tell(.replayBegan(job.id, ReplayPlanned(head: head, places: [("/c/orders.http", 0)], isRecorded: true)))
        #expect(text(.runs, robot).hasSuffix("Nothing was sent yet."))
        robot.tell(.replayed(job.id, ReplayNews(began: [0])))
        expectSentences(
            robot,
            """
            Enter -> That request is still being sent.
            r -> The run is still in progress.
            D -> The run is still in progress.
            C -> The run is still in progress.
            X -> A run is in progress: Esc in Runs cancels it.
            ^C -> Cancelling the run. ^C again quits.
            Esc -> Cancelling the run.
            """)
    }

    @Test func `the picker says how many requests go at a time, from one to as many as there may be`() {
        let robot = Robot(120, 40)
        robot.press("X")
        func note(after keys: String) -> String {
            robot.strike(keys)
            let row = robot.screen.split(separator: "\n").first { $0.contains("Environment dev; ") } ?? ""
            return row.split(separator: ";").last?.split(separator: ".").first.map(String.init) ?? ""
        }
        let notes = ["", "-", "+", "-", String(repeating: "+ ", count: 100), "-"].map(note)
        #expect(
            notes == [
                " one after another", " one after another", " 2 at a time", " one after another", " 64 at a time",
                " 63 at a time",
            ])
        let bare = Robot(120, 40, files: [])
        expectSentences(bare, "X -> There is no request to replay.")
    }
}
