import NetEngine
import Runs
import TestSupport
import Testing

@testable import Base
@testable import Bodies
@testable import Explorer
@testable import HTTPFormat
@testable import TerminalUI
@testable import Workspace

/// What each part of a pane means, by the role and the emphasis that give it its colour, as it was recorded (`Recorded`).
@Suite struct RecordedRoleTests {
    private typealias F = ExchangeFixtures

    /// The rows of a part of a frame: `<role>` where the role changes, with the bits of its emphasis, if it has any. What has no
    /// role at the end of a row is left out, and so are rows without anything.
    private static func painted(_ frame: CellBuffer, _ rect: Rect) -> String {
        var text = ""
        let rect = rect.intersection(frame.bounds)
        for y in rect.y..<rect.maxY {
            var row = ""
            var last = Style(.text)
            for x in rect.x..<rect.maxX {
                let cell = frame[x, y]
                let isBlank = cell.grapheme == " " && cell.style == Style(.text)
                if cell.style != last, !isBlank || last.role == .selection || last.role == .selectionUnfocused {
                    let bits = cell.style.emphasis.rawValue
                    row += "<\(cell.style.role)\(bits == 0 ? "" : " \(bits)")>"
                    last = cell.style
                }
                row += cell.grapheme
            }
            while row.last == " " { row.removeLast() }
            if !row.isEmpty { text += row + "\n" }
        }
        return text
    }

    private static func painted(_ robot: Robot, _ pane: Pane) -> String {
        guard let rect = robot.layout.panes[pane] else { return "" }
        let inside = robot.layout.inside(pane)
        return painted(robot.frame, rect.row(0)) + painted(robot.frame, inside)
    }

    // MARK: The request

    private static let text = """
        @sku = A-1

        ### list orders
        GET {{base}}/orders?page=1&size={{lost}}
        Accept: application/json
        X-Lost: {{lost}}
        # X-Debug: 1

        ### wrong
        # @timeout soon
        # @disabled
        DELETE http://h.test/orders
        this is no header

        ### json
        POST http://h.test/orders
        Content-Type: application/json
        Authorization: Basic me s3cret

        {
          "sku": "{{sku}}", "lost": {{lost}},
          "a": [1, true, null]
        }

        ### broken
        POST http://h.test/orders

        {"a": [1,}

        """

    @Test func `the request pane`() throws {
        var parts: [(name: String, text: String)] = []
        for script in [
            "1 g j", "1 g j 2 @Params", "1 g j 2 g", "1 g j 2 @Headers", "1 g j 2 @Headers G Space",
            "1 g j 2 @Headers A",
            "1 g j 2 @Headers A Tab", "1 g j 2 m", "1 g j 2 i", "1 g j 2 @Body", "1 g j j 2 @Headers",
            "1 g j j 2 @Options",
            "1 g j j j 2 @Body", "1 g j j j 2 @Body Enter", "1 g j j j 2 @Auth", "1 g j j j 2 @Body / s k u Enter",
            "1 g j j j 2 @Headers / t", "1 g j j j j 2 @Body", "1 g j s",
        ] {
            let robot = Robot(110, 32, files: [("a.http", Self.text)])
            robot.script(script)
            parts.append((script, Self.painted(robot, .request)))
        }
        try Recorded.expect(parts, in: "screen/roles-request")
    }

    @Test func `the variables of a request`() throws {
        let uses = [
            VariableUse(name: "base", value: "http://h", source: .file(line: 1)),
            VariableUse(name: "pin", value: "s3cret", source: .processEnvironment, isSecret: true),
            VariableUse(name: "id", value: "7", source: .request(id: "login")),
        ]
        let lost = [UnresolvedVariable(name: "lost", line: 4, reason: "no variable of that name")]
        var parts: [(name: String, text: String)] = []
        for keys in ["", "j", "j j Space", "j Enter", "Enter", "g"] {
            let robot = Robot(110, 32, files: [("a.http", Self.text)])
            robot.lookUp(uses, unresolved: lost)
            robot.strike(keys)
            parts.append((keys, Self.painted(robot, .request)))
        }
        let unknown = Robot(110, 32, files: [("a.http", Self.text)])
        unknown.script("@Vars")
        parts.append(("not looked up", Self.painted(unknown, .request)))
        try Recorded.expect(parts, in: "screen/roles-variables")
    }

    // MARK: The response

    private static func exchange(
        _ status: Int, _ reason: String, type: String = "application/json", body: String = "{}",
        isComplete: Bool = true, error: EngineError? = nil
    ) -> Exchange {
        F.exchange(
            response: F.response(
                status: status, reason: reason, headers: [HeaderField("Content-Type", type)], body: Array(body.utf8),
                isComplete: isComplete), error: error)
    }

    /// A name, a state, and the tab that is in view.
    private static func responses() -> [(String, ResponsePaneState)] {
        let lost = EngineError(category: .protocol, phase: .receive, sentence: "Lost.", hint: "Send again.")
        var old = F.pane()
        old.begin(id: F.id(2), label: F.label, at: F.moment(150))
        var arriving = old
        arriving.bodyArrived(F.id(2), .began(contentType: "text/event-stream"), at: F.moment(160), in: size)
        arriving.bodyArrived(
            F.id(2), .bytes(Array("data: 1\n\n".utf8), skipped: .init()), at: F.moment(170), in: size)
        var retrying = old
        for (moment, step) in [
            (1, EngineEvent.Step.hopStarted(index: 0, method: "GET", url: "http://x/")),
            (5, .headReceived(status: 429, expectedBodyBytes: nil)),
            (9, .retryScheduled(retry: 1, after: .seconds(2), reason: F.timeout)),
        ] { _ = retrying.apply(F.event(2, moment, step)) }
        var checked = F.pane()
        checked.checked(
            F.id(1),
            CheckReport(results: [
                CheckResult(text: "status == 201", line: 1, verdict: .passed, expected: "201"),
                CheckResult(text: "status == 200", line: 2, verdict: .failed, expected: "200", actual: "201"),
                CheckResult(text: "body", line: 3, verdict: .warning, expected: "as described", reason: "No."),
            ]))
        var passed = F.pane()
        passed.checked(
            F.id(1),
            CheckReport(results: [CheckResult(text: "status", line: 1, verdict: .passed, expected: "201")]))
        var searched = F.pane()
        searched.beginSearch(in: size)
        for key in "9" { searched.handle(.character(key), in: size) }
        var numbered = F.pane()
        for command in [Command.toggleLineNumbers, .moveDown, .selectLines, .moveDown] {
            _ = numbered.perform(command, in: size)
        }
        var live = ResponsePaneState()
        live.begin(id: F.id(2), label: F.label, at: F.moment(100))
        _ = live.apply(F.event(2, 3, .hopStarted(index: 0, method: "GET", url: "https://x/")))
        _ = live.apply(F.event(2, 5, .nameResolved))
        return [
            ("nothing yet", ResponsePaneState()), ("done", F.pane()),
            ("client error", F.pane(exchange(404, "Not Found"))), ("server error", F.pane(exchange(503, "Busy"))),
            ("redirect", F.pane(exchange(304, "Not Modified"))),
            ("failed", F.pane(F.exchange(response: nil, error: F.timeout))),
            ("cut", F.pane(exchange(200, "OK", body: "{\"a\": 1", isComplete: false, error: lost))),
            ("not JSON", F.pane(exchange(200, "OK", body: "{]"))),
            ("hazards", F.pane(exchange(200, "OK", type: "text/plain", body: "a\u{1B}[2Jb\u{200B}"))),
            ("no such charset", F.pane(exchange(200, "OK", type: "text/plain; charset=klingon", body: "abc"))),
            ("not a picture", F.pane(exchange(200, "OK", type: "image/png", body: "<html>no</html>"))),
            ("old", old), ("arriving", arriving), ("retrying", retrying), ("checked", checked), ("passed", passed),
            ("searched", searched), ("numbered", numbered), ("live", live),
            (
                "after a redirect and retries",
                // A hop takes 132.147 ms with its queue: each begins after the one before, and the last ends with the exchange.
                F.pane(
                    F.exchange(
                        hops: [
                            F.hop(response: F.response(status: 307, reason: "Moved", body: [])),
                            F.hop(
                                cause: .redirect(status: 307), response: F.response(status: 503, body: []),
                                startOffset: .milliseconds(133)),
                            F.hop(cause: .retry, response: F.response(), startOffset: .milliseconds(300)),
                        ], timings: PhaseTimings(total: .microseconds(432_147)), retryWait: .milliseconds(30)))
            ),
        ]
    }

    private static let size = Size(columns: 109, rows: 14)

    @Test func `the response pane`() throws {
        var parts: [(name: String, text: String)] = []
        for (name, state) in Self.responses() {
            for tab in state.tabs.isEmpty ? [.body] : state.tabs where tab == .body || name == "done" || tab == .checks
            {
                var state = state
                state.tab = tab
                guard tab != .checks || state.shown?.checks.score != nil else { continue }
                let buffer = F.buffer(state, Self.size.columns + 1, Self.size.rows)
                parts.append(("\(name), \(tab)", Self.painted(buffer, buffer.bounds)))
            }
        }
        for (name, state) in Self.responses() where ["live", "after a redirect and retries"].contains(name) {
            var state = state
            state.tab = .timing
            let buffer = F.buffer(state, Self.size.columns + 1, Self.size.rows)
            parts.append(("\(name), timing", Self.painted(buffer, buffer.bounds)))
        }
        try Recorded.expect(parts, in: "screen/roles-response")
    }

    @Test func `dialogs of the response`() throws {
        var parts: [(name: String, text: String)] = []
        func note(_ name: String, _ robot: Robot) {
            let content = robot.dialogContent
            // The field and the note of a filter are above its content, notes of others below it.
            let rect = Rect(
                x: content.x, y: max(0, content.y - 2), width: content.width, height: min(12, content.height) + 4)
            parts.append((name, Self.painted(robot.frame, rect)))
        }
        for keys in ["y", "y s j", "y o", "W", "W Enter", "^G", "^G x Enter", "f"] {
            let robot = try Robot.showing(Array(#"{"a":[1,2]}"#.utf8), columns: 100, rows: 24)
            robot.strike(keys)
            note(keys, robot)
        }
        for (name, outcome) in [
            ("a file is there", BodyFileWriter.Outcome.exists), ("no room", .failed(sentence: "No room.")),
        ] {
            let robot = try Robot.showing(Array("{}".utf8), columns: 100, rows: 24)
            robot.press("W", .enter)
            robot.tell(.bodyWritten(outcome))
            note(name, robot)
        }
        for (name, filter, isFinal) in [
            ("matches", "$.a", true), ("incomplete", "$.a[", false), ("wrong", "$.a]]", false),
            ("earlier result", "$.a |", false),
        ] {
            let robot = try Robot.showing(Array(#"{"a":[1,2]}"#.utf8), columns: 100, rows: 24)
            robot.press("f")
            for character in filter {
                robot.type(String(character))
                robot.tick()
                robot.filterAll()
            }
            if isFinal { robot.press(.enter) }
            robot.filterAll()
            note("filter, \(name)", robot)
        }
        try Recorded.expect(parts, in: "screen/roles-response-dialogs")
    }

    // MARK: Runs

    @Test func `runs`() throws {
        var entries = [
            RunFixtures.entry(5, "eeeeeee", failed: 2, name: "golden"), RunFixtures.entry(4, "ddddddd"),
            RunEntry(id: 3, key: "ccccccc", startedAt: RunFixtures.now, title: "orders.http", state: .brokenOff),
        ]
        let list = Robot(112, 30)
        list.press("6")
        list.tell(.runsRead(.success(entries)))
        list.press("j", " ")
        var parts = [(name: "list", text: Self.painted(list, .runs))]
        entries.removeLast()
        for (name, rounds, end) in [
            ("broken off", 1, nil), ("failed", 1, RunEnd(elapsed: .seconds(1), reason: .complete)),
            ("rounds", 2, RunEnd(elapsed: .seconds(1), reason: .interrupted)),
        ] as [(String, Int, RunEnd?)] {
            var head = RunFixtures.planned("eeeeeee").head
            head.settings.rounds = rounds
            var account = RunAccount(head)
            var skipped = RunRecord(item: RunSchedule.Item(round: 0, step: 1), repetition: nil, word: .skipped)
            skipped.skipReason = "it needs list orders"
            for record in [RunFixtures.record(0), skipped, RunFixtures.record(2, .failed, status: 500)] {
                account.add(record)
            }
            if let end { account.close(end) }
            let robot = Robot(112, 30)
            robot.press("6")
            robot.tell(.runsRead(.success(entries)))
            robot.press(.enter)
            for case .readRun(let entry, let ticket) in robot.take() {
                robot.tell(.runRead(entry, .success(account), ticket: ticket))
            }
            parts.append((name, Self.painted(robot, .runs)))
        }
        let live = Robot(112, 30)
        live.press("X", .enter)
        for case .replay(let job) in live.take() {
            live.tell(.replayBegan(job.id, RunFixtures.planned()))
            live.tell(.replayed(job.id, ReplayNews(began: [1], records: [RunFixtures.record(0)])))
        }
        parts.append(("live", Self.painted(live, .runs)))
        live.press(.left)
        parts.append(("live, in the list", Self.painted(live, .runs)))
        try Recorded.expect(parts, in: "screen/roles-runs")
    }
}
