import Comparison
import NetEngine
import Runs
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Panes just below, at and above the sizes at which they change, as they were recorded (`Recorded`).
@Suite struct RecordedPaneTests {
    private typealias F = ExchangeFixtures

    /// Without the spaces at the end of each row, and without the empty rows at the end.
    private static func trimmed(_ rows: [String]) -> String {
        var rows = rows.map { row in
            var row = row[...]
            while row.last == " " { row.removeLast() }
            return String(row)
        }
        while rows.last?.isEmpty == true { rows.removeLast() }
        return rows.map { $0 + "\n" }.joined()
    }

    // MARK: The request

    private static let requests = """
        ### Orders of a day
        # @name orders
        GET http://h.test/orders?page=1&a-very-long-name-of-a-parameter=2&q={{who}}
        Accept: application/json
        # X-Off: 1
        X-A-Header-With-A-Very-Long-Name: {{who}}
        X-Wide: \(String(repeating: "wide ", count: 30))

        ### New
        # @timeout soon
        # @retry often
        POST http://h.test/orders
        X-B: {{a + b}}
        this is no header

        {
          "a": 1,
          "b": [1, 2,],
          "c": "\(String(repeating: "word ", count: 30))"
        }

        ### Untyped
        # @disabled
        POST http://h.test/untyped

        {"a": 1}

        """

    @Test func `what the request pane shows at each size`() throws {
        var parts: [(name: String, text: String)] = []
        for (request, steps) in [
            (
                1,
                [
                    "@Params", "@Params j Enter", "@Params A", "@Params A Tab", "@Headers", "@Headers j j Enter", "m",
                    "i",
                ]
            ),
            (2, ["@Headers", "@Headers A", "@Body", "@Body Enter", "@Options", "@Options j / t"]),
            (3, ["@Body", "@Auth"]),
        ] {
            for step in steps {
                var text = ""
                for (columns, rows) in [(44, 12), (60, 18), (80, 24), (100, 27), (170, 40)] {
                    let robot = Robot(columns, rows, files: [("a.http", Self.requests)])
                    robot.script("1 g" + String(repeating: " j", count: request) + " 2 " + step)
                    let shown = [robot.border(.request)] + robot.inside(.request)
                    text += "\(columns)x\(rows)\n\(Self.trimmed(shown))"
                }
                parts.append(("\(request) \(step)", text))
            }
        }
        try Recorded.expect(parts, in: "screen/request-panes")
    }

    @Test func `the border of the request at every width`() throws {
        var parts: [(name: String, text: String)] = []
        for (name, keys) in [
            ("as opened", "1 g j"), ("title selected", "1 g j 2 g"), ("edited", "1 g j 2 @Params j Space"),
            ("switched off", "1 g j j j"), ("preparing", "1 g j s"),
        ] {
            let robot = Robot(files: [("a.http", Self.requests)])
            robot.script(keys)
            var (text, last) = ("", "")
            for width in 20...150 {
                let line = robot.requestTitle(width: width)
                if line != last { text += "\(width): \(line)\n" }
                last = line
            }
            parts.append((name, text))
        }
        try Recorded.expect(parts, in: "screen/request-borders")
    }

    /// On a screen so wide that no key is left out.
    @Test func `the footer of each tab and field, whole`() throws {
        var text = ""
        func note(_ name: String, _ robot: Robot) { text += "\(name): \(robot.footer)\n" }
        for script in [
            "1 g j", "1 g", "1 g j 2 g", "1 g j 2 @Params", "1 g j 2 @Params Enter", "1 g j 2 @Params Enter Tab",
            "1 g j 2 @Headers", "1 g j 2 @Headers A", "1 g j 2 @Headers A Tab", "1 g j 2 @Headers /", "1 g j 2 m",
            "1 g j 2 i", "1 g j 2 i ^U {{", "1 g j 2 i ^U {{ Down", "1 g j 2 @Body", "1 g j j 2 @Body",
            "1 g j j 2 @Body Enter", "1 g j j j 2 @Body Enter", "1 g j j 2 @Body / a Enter", "1 g j j 2 @Auth",
            "1 g j j 2 @Options", "1 g j j 2 @Options Enter", "1 g j j 2 @Options j", "1 g j j 2 @Options j j Enter",
            "1 g j j 2 @Options G", "1 g j 2 @Vars", "3", "4", "5", "6",
        ] {
            let robot = Robot(320, 40, files: [("a.http", Self.requests)])
            robot.script(script)
            note(script, robot)
        }
        for (name, isSecret) in [("who", false), ("token", true)] {
            let robot = Robot(320, 40, files: [("a.http", "@\(name) = abc\n\n### a\nGET http://h/{{\(name)}}\n")])
            robot.lookUp([VariableUse(name: name, value: "abc", source: .file(line: 1), isSecret: isSecret)])
            note("variable \(name)", robot)
            robot.press("e")
            note("field of \(name)", robot)
            robot.press(.tab)
            note("field of \(name), Tab", robot)
        }
        for (body, type) in [(#"{"a":[1]}"#, "application/json"), ("text", "text/plain"), ("", "text/plain")] {
            let robot = try Robot.showing(Array(body.utf8), type: type, columns: 320, rows: 40)
            for tab in ["Body", "Headers", "Timing", "Raw", "Checks"] {
                for _ in 0..<6 where robot.responseTab != tab { robot.press("]") }
                note("response \(type) of \(body.utf8.count) bytes, \(tab)", robot)
            }
        }
        try Recorded.expect([("footers", text)], in: "screen/pane-footers")
    }

    // MARK: The response

    @Test func `the waterfall at the widths where its axis goes`() throws {
        let said = HeaderField("Server-Timing", "db;dur=12, cache;dur=1, search;dur=3, lookups;dur=4")
        // A hop takes 132.147 ms with its queue: the second one begins after the first, and ends with the exchange.
        let exchange = F.exchange(
            hops: [
                F.hop(response: F.response(status: 307, body: [])),
                F.hop(
                    cause: .redirect(status: 307), response: F.response(headers: [said]),
                    startOffset: .milliseconds(133)),
            ], timings: PhaseTimings(total: .microseconds(265_147)))
        var live = ResponsePaneState()
        live.begin(id: F.id(1), label: F.label, at: F.moment(0))
        _ = live.apply(F.event(1, 2, .hopStarted(index: 0, method: "GET", url: "http://h/")))
        let tables = [
            ("done", TimingTable(exchange, after: .milliseconds(3))), ("running", live.timing(at: F.moment(9))),
        ]
        var parts: [(name: String, text: String)] = []
        for (name, table) in tables {
            guard let table else { continue }
            for (kind, glyphs) in [("", Glyphs.unicode), (" in ASCII", .ascii), (" in words", .plain)] {
                var text = ""
                for width in [20, 25, 26, 27, 28, 60] {
                    let rows = table.rows.map { row in
                        TimingWaterfall(table: table, glyphs: glyphs).line(row, width: width).spans
                            .map(\.text.string).joined()
                    }
                    text += "width \(width)\n\(Self.trimmed(rows))"
                }
                parts.append((name + kind, text))
            }
        }
        try Recorded.expect(parts, in: "screen/waterfalls")
    }

    @Test func `dialogs of the response on low screens`() throws {
        var parts: [(name: String, text: String)] = []
        for keys in ["y", "y s", "y o", "W", "W ^U ./a/../../b", "f", "^G"] {
            var text = ""
            for (columns, rows) in [(44, 10), (44, 13), (44, 15), (44, 16), (44, 17), (60, 16), (100, 20)] {
                let robot = try Robot.showing(Array(#"{"a":[1,2]}"#.utf8), columns: columns, rows: rows)
                robot.strike(keys)
                text += "\(columns)x\(rows)\n\(Self.trimmed(robot.dialog))"
            }
            parts.append((keys, text))
        }
        try Recorded.expect(parts, in: "screen/response-dialogs")
    }

    // MARK: Runs

    /// The pane Runs alone on the screen, with this many columns within its frame.
    private static func runs(_ width: Int, _ entries: [RunEntry]) -> Robot {
        let robot = Robot(width + 2, 20)
        robot.press("6", "z")
        robot.tell(.runsRead(.success(entries)))
        return robot
    }

    private static let entries = [
        RunFixtures.entry(5, "eeeeeee", failed: 2, name: "a name of a run"),
        RunFixtures.entry(4, "ddddddd", title: "orders.http users.http reports/of/a/year.http"),
        RunEntry(id: 3, key: "ccccccc", startedAt: RunFixtures.now, title: "orders.http", state: .brokenOff),
        RunEntry(id: 2, key: "bbbbbbb", startedAt: RunFixtures.now, title: "orders.http", state: .running),
        RunEntry(
            id: 1, key: "aaaaaaa", startedAt: RunFixtures.now, title: "orders.http", state: .ended,
            summary: RunFigures(
                totals: Runner.Totals(passed: 1), elapsed: .seconds(2), reason: .interrupted, median: nil)),
    ]

    @Test func `the list of runs at the widths where figures go`() throws {
        var parts: [(name: String, text: String)] = []
        for width in [38, 43, 44, 55, 56, 79, 80, 120] {
            let robot = Self.runs(width, Self.entries)
            let listed = Self.trimmed(robot.inside(.runs))
            robot.press("j", " ")
            parts.append(
                (
                    "width \(width)",
                    "\(listed)\(robot.border(.runs))\n\(Self.trimmed(Array(robot.inside(.runs).prefix(2))))"
                ))
        }
        try Recorded.expect(parts, in: "screen/run-lists")
    }

    @Test func `a run in view at the widths where its bars go`() throws {
        var head = RunFixtures.planned("eeeeeee").head
        head.requests[1].turn = "b"
        var account = RunAccount(head)
        var failed = RunFixtures.record(2, .failed, status: 500, exchange: 3, after: 20_000)
        failed.error = F.timeout
        var skipped = RunRecord(item: RunSchedule.Item(round: 0, step: 1), repetition: nil, word: .skipped)
        skipped.skipReason = "remove failed"
        for record in [RunFixtures.record(0, exchange: 1), failed, skipped] { account.add(record) }
        account.close(RunEnd(elapsed: .milliseconds(1500), reason: .failure, notReached: 1))
        var parts: [(name: String, text: String)] = []
        for width in [38, 69, 70, 100, 149, 152, 180] {
            let robot = Self.runs(width, Self.entries)
            robot.press(.enter)
            for case .readRun(let entry, let ticket) in robot.take() {
                robot.tell(.runRead(entry, .success(account), ticket: ticket))
            }
            parts.append(("width \(width)", "\(robot.border(.runs))\n\(Self.trimmed(robot.inside(.runs)))"))
        }
        try Recorded.expect(parts, in: "screen/run-rows")
    }

    @Test func `two runs beside each other at several widths`() throws {
        let comparison = try RunFixtures.comparison(
            a: [RunFixtures.record(0, .failed, status: 500), RunFixtures.record(1), RunFixtures.record(2)],
            b: [RunFixtures.record(0), RunFixtures.record(1, .failed, status: 404), RunFixtures.record(2)])
        let table = ComparisonTable(comparison)
        let pair = RunPair(id: 1, a: RunFixtures.entry(1, "aaaaaaa"), b: RunFixtures.entry(2, "bbbbbbb", name: "after"))
        var parts: [(name: String, text: String)] = []
        for (columns, rows) in [(44, 12), (60, 14), (80, 24), (120, 30)] {
            for keys in ["", "a", "Enter", "a G Enter j j"] {
                let robot = Robot(columns, rows)
                robot.show(RunComparisonView(pair, table, .unicode))
                robot.strike(keys)
                let words = robot.dialogKeys.map { "\($0.0) \($0.1)" }.joined(separator: "   ")
                let screen = robot.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                parts.append(("\(columns)x\(rows) \(keys)", "\(Self.trimmed(screen))\(words)\n"))
            }
        }
        try Recorded.expect(parts, in: "screen/run-comparisons")
    }
}
