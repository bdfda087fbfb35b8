import Base
import NetEngine
import RequestLog
import TestSupport
import Testing

@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// Checks on the screen: the tab, the counts, and the jump to the place in the body.
struct CheckPaneTests {
    typealias F = ExchangeFixtures

    private static let size = Size(columns: 76, rows: 12)

    private static func checked(_ texts: [String]) -> ResponsePaneState {
        let exchange = F.exchange()
        var state = ResponsePaneState()
        state.begin(id: exchange.id, label: F.label, at: F.moment(0), hasChecks: true)
        _ = state.apply(F.event(1, 132, .finished(exchange)))
        #expect(state.shown?.checks == .evaluating)
        let checks = texts.enumerated().map { index, text in
            PreparedCheck(SavedRequest.AssertionLine(text: text, spelling: .comment, line: index + 1))
        }
        state.checked(exchange.id, Checks.evaluate(checks, exchange))
        return state
    }

    @Test func `both values are side by side, with the place in the body`() {
        var state = Self.checked(["status == 201", "body $.tags[1] == new", "js 1 + 1 == 2"])
        state.tab = .checks
        #expect(
            F.frame(state, 76, 9) == """
                201 Created   132 ms   58 B   checks 1/3   http/1.1   POST create order
                 Body pretty  Headers 3  Timing  Raw  Checks 1/3
                  ok      status == 201
                          expected == 201                 actual 201
                > FAILED  body $.tags[1] == new
                          expected == new                 actual paid
                          line 1, column 51  $['tags'][1]  Enter goes there
                  unknown js 1 + 1 == 2
                          JavaScript is not run here, only paths such as
                          response.parsedBody.id
                """)
    }

    @Test func `a value that fills its half has the other one below it, not against it`() {
        for (count, beside) in [(19, true), (20, false)] {
            let text = String(repeating: "x", count: count)
            var state = Self.checked(["body $.tags[1] == \(text)"])
            state.tab = .checks
            let frame = F.frame(state, 76, 9)
            #expect(frame.contains("expected == \(text) actual paid") == beside, "\(frame)")
            #expect(frame.contains("actual   paid") != beside, "\(frame)")
        }
    }

    @Test func `a warning is neither ok nor failed, and one of the request has no place in the response`() {
        var state = Self.checked([])
        state.checked(
            F.exchange().id,
            CheckReport(results: [
                CheckResult(text: "api.yaml status", line: 1, verdict: .passed, expected: "as described"),
                CheckResult(
                    text: "api.yaml request body", line: 1, verdict: .warning, expected: "as described",
                    reason: "Expected a string (api.yaml:3:4)",
                    place: BodyPlace(offset: 3, line: 2, column: 4, path: "$['name']"),
                    described: CheckResult.Described(operation: "POST /pets", isRequest: true)),
            ]))
        state.tab = .checks
        #expect(
            F.frame(state, 76, 6) == """
                201 Created   132 ms   58 B   checks 1/1, 1 warning   POST create order
                 Body pretty  Headers 3  Timing  Raw  Checks 1/1, 1 warning
                  ok      api.yaml status
                > warning api.yaml request body
                          Expected a string (api.yaml:3:4)
                          request body, line 2, column 4  $['name']

                """)
        _ = state.perform(.open, in: Self.size)
        #expect(state.shownTab == .checks)
    }

    @Test func `what scripts log is below the checks, also without any`() throws {
        func frame(_ results: [CheckResult]) -> String {
            let exchange = F.exchange()
            var state = ResponsePaneState()
            state.begin(id: exchange.id, label: F.label, at: F.moment(0), hasChecks: true)
            _ = state.apply(F.event(1, 132, .finished(exchange)))
            let logs = [HandlerLog(text: "token: abc", line: 7), HandlerLog(text: "{\n  \"a\": 1\n}", line: 8)]
            state.checked(exchange.id, CheckReport(results: results, logs: logs))
            state.tab = .checks
            return F.frame(state, 76, 10)
        }
        let lines = ["  log     token: abc", "  log     {", "            \"a\": 1", "          }"]
        let alone = frame([]).split(separator: "\n")
        #expect(lines.allSatisfy { line in alone.contains { $0.hasPrefix(line) } }, "\(alone)")
        let below = frame([CheckResult(text: "created", line: 1, verdict: .passed, expected: "")])
        #expect(below.contains("ok      created") && below.contains("log     token: abc"))
    }

    @Test func `keys go from check to check, and not past an end`() {
        for (commands, place) in [
            ([], 1), ([.moveUp], 0), ([.moveUp, .moveUp], 0), ([.moveDown], 2), ([.moveDown, .moveDown], 2),
            ([.top], 0), ([.top, .moveDown], 1), ([.bottom], 2), ([.bottom, .moveUp], 1),
        ] as [([Command], Int)] {
            var state = Self.checked(["status == 201", "body $.tags[1] == new", "status > 100"])
            state.tab = .checks
            for command in commands {
                let isMeant = state.perform(command, in: Self.size)
                #expect(isMeant)
            }
            #expect(state.checkSelection == place, "\(commands)")
            #expect(F.frame(state, 76, 12).contains("\n> ") && state.shownTab == .checks)
        }
    }

    @Test func `what scripts log is scrolled to below the last check, and where there is none`() {
        let logs = (0..<20).map { HandlerLog(text: "line \($0)", line: 7) }
        let passed = CheckResult(text: "created", line: 1, verdict: .passed, expected: "")
        for (results, steps) in [([], 1), ([passed], 1), ([passed, passed], 2)] {
            let exchange = F.exchange()
            var state = F.pane(exchange)
            state.checked(exchange.id, CheckReport(results: results, logs: logs))
            state.tab = .checks
            for _ in 0..<steps { _ = state.perform(.moveDown, in: Self.size) }
            #expect(state.scroll.line == 1, "\(results.count) checks")
            _ = state.perform(.bottom, in: Self.size)
            #expect(F.frame(state, 76, 12).contains("log     line 19"), "\(results.count) checks")
            #expect(state.checkSelection == max(0, results.count - 1))
            _ = state.perform(.top, in: Self.size)
            #expect(state.scroll.line == 0 && state.checkSelection == 0)
        }
    }

    @Test func `until the checks are through the tab says that they are made`() {
        let exchange = F.exchange()
        var state = ResponsePaneState()
        state.begin(id: exchange.id, label: F.label, at: F.moment(0), hasChecks: true)
        _ = state.apply(F.event(1, 132, .finished(exchange)))
        state.tab = .checks
        #expect(F.frame(state, 76, 12).contains("\nChecking…"))
    }

    @Test func `Enter goes from a check to its value in the body`() {
        var state = Self.checked(["body $.tags[1] == new", "status == 201"])
        state.tab = .checks
        _ = state.perform(.open, in: Size(columns: 40, rows: 4))
        #expect(state.shownTab == .body)
        #expect(state.scroll.line > 0)
        state.tab = .checks
        _ = state.perform(.moveDown, in: Self.size)
        #expect(state.checkSelection == 1)
        // A status has no place in the body.
        _ = state.perform(.open, in: Self.size)
        #expect(state.shownTab == .checks)
    }

    @Test func `a failure without checks is shown, also if the tab of checks was in view`() {
        func tab(after exchange: Exchange, hasChecks: Bool) -> ResponseTab {
            var state = F.pane()
            state.tab = .checks
            state.begin(id: exchange.id, label: F.label, at: F.moment(0), hasChecks: hasChecks)
            _ = state.apply(F.event(2, 132, .finished(exchange)))
            return state.shownTab
        }
        let failed = F.exchange(2, response: nil, error: F.timeout)
        #expect(tab(after: failed, hasChecks: false) == .body)
        #expect(tab(after: failed, hasChecks: true) == .checks)
        #expect(tab(after: F.exchange(2), hasChecks: false) == .checks)
    }

    @Test func `a response without checks says that it was not checked`() {
        var state = F.pane()
        state.tab = .checks
        #expect(F.frame(state, 60, 4).contains("Not checked: the request has no check."))
        #expect(state.checkReport == nil)
    }

    @Test func `once a request has checks, rows of the log without say so`() throws {
        var log = LogPaneState()
        let (first, second) = (F.exchange(7), F.exchange(8))
        for exchange in [first, second] {
            log.apply(F.event(exchange.id.rawValue, 0, .queued(method: "GET", url: "http://h/")))
            log.apply(F.event(exchange.id.rawValue, 132, .finished(exchange)))
        }
        #expect(log.session.rows.allSatisfy { !log.session.isUnchecked($0) })
        log.awaitChecks(first.id)
        #expect(log.session.rows.map { log.session.isUnchecked($0) } == [false, true])
        log.checked(first.id, CheckReport(results: [CheckResult(text: "", line: 1, verdict: .passed, expected: "")]))
        #expect(log.session.rows.map { log.session.isUnchecked($0) } == [false, true])
        let row = try #require(log.session.rows.last)
        let line = LogLine(row, saysUnchecked: true, zone: 0, now: nil, glyphs: .unicode)
        #expect(line.notes.map(\.text) == ["not checked"])
    }

    @Test func `checks are evaluated when the response has arrived, and counted in the log`() throws {
        let robot = Robot(files: [("a.http", "### one\n# @assert status == 201\nGET http://h/all\n")])
        robot.press("s")
        let job = try #require(robot.take(where: { if case .resolve = $0 { true } else { false } }).last)
        guard case .resolve(var job) = job else { return }
        job.checks = PreparedCheck.lines(of: job.request)
        #expect(job.checks.count == 1)
        let exchange = F.exchange(7)
        robot.tell(
            .resolved(job, .draft(RequestDraft(url: "http://h/all"), uses: []), id: exchange.id))
        robot.event(exchange.id, .queued(method: "GET", url: "http://h/all"))
        robot.event(exchange.id, .finished(exchange))
        #expect(robot.takeNames().contains("check 1"))
        robot.tell(.checked(exchange.id, Checks.evaluate(job.checks, exchange)))
        #expect(robot.logRows.count == 1 && robot.logRows.allSatisfy { $0.contains("checks 1/1") })
        #expect(robot.border(.response).contains("checks 1/1"))
        #expect(!robot.awaitsChecks)
        // A check that has ended cannot be stopped.
        robot.press(.escape, .control("c"))
        #expect(!robot.takeNames().contains { $0.hasPrefix("stopChecks") })
    }

    @Test(arguments: [(201, "fail"), (200, "201")])
    func `the tree says at once whether the checks of a request failed`(status: Int, word: String) throws {
        let robot = Robot(files: [("a.http", "### one\n# @assert status == 201\nGET http://h/all\n")])
        robot.press("s")
        let sent = robot.resolveAll { job in
            var draft = RequestDraft(url: "http://h/all")
            draft.options.log = RequestLogOptions(name: job.request.id, file: job.file.path)
            return .draft(draft, uses: [])
        }
        let id = try #require(sent.last)
        let exchange = F.exchange(id.rawValue, draft: try #require(robot.sent[id]))
        robot.event(id, .finished(exchange))
        func row() -> String { robot.inside(.collections).first { $0.contains("one") } ?? "" }
        #expect(row().contains("201") && !row().contains("fail"), "\(robot.screen)")
        let verdict = CheckResult(
            text: "status", line: 1, verdict: word == "fail" ? .failed : .passed, expected: "\(status)")
        robot.tell(.checked(id, CheckReport(results: [verdict])))
        #expect(row().contains("201") && row().contains(word), "\(robot.screen)")
    }

    @Test(arguments: [Key.escape, Key.control("c")])
    func `checks that take long are stopped by the keys that cancel a request`(key: Key) throws {
        let robot = Robot(files: [("a.http", "### one\n# @assert status == 201\nGET http://h/all\n")])
        robot.press("s")
        let job = try #require(robot.take(where: { if case .resolve = $0 { true } else { false } }).last)
        guard case .resolve(var job) = job else { return }
        job.checks = PreparedCheck.lines(of: job.request)
        let exchange = F.exchange(7)
        robot.tell(
            .resolved(job, .draft(RequestDraft(url: "http://h/all"), uses: []), id: exchange.id))
        robot.event(exchange.id, .queued(method: "GET", url: "http://h/all"))
        robot.event(exchange.id, .finished(exchange))
        _ = robot.takeNames()
        robot.press(key)
        #expect(robot.takeNames().contains("stopChecks \(exchange.id)"))
        #expect(robot.screen.contains("Checks stopped."))
        // The results so far are shown.
        let checks = [PreparedCheck(SavedRequest.AssertionLine(text: "body matches a", spelling: .comment, line: 1))]
        robot.tell(.checked(exchange.id, Checks.evaluate(checks, exchange, isStopped: { true })))
        #expect(robot.border(.response).contains("checks 0/1"))
        robot.press(key)
        #expect(!robot.takeNames().contains { $0.hasPrefix("stopChecks") })
    }
}
