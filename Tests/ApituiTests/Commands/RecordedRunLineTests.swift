import Base
import HTTPFormat
import NetEngine
import NetEngineRequestLog
import RequestLog
import Runs
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// The lines of runs and of the request log, as they were recorded (`Recorded`).
@Suite struct RecordedRunLineTests {
    // MARK: Runs

    private static let file = CollectionFile(
        path: "/c/a.http", relativePath: "a.http",
        document: HTTPDocument(
            bytes: Array(
                """
                ### a
                GET http://h/1

                ### a name that is longer than the column for names is wide
                DELETE http://h/2
                ?? status == 200

                ### é
                # @disabled
                M-SEARCH http://h/3
                """.utf8)),
        stamp: FileStamp(bytes: []))

    private static let steps = file.document.requests.map { SendPlan.Step(file: file, request: $0) }

    private static func result(_ verdict: CheckResult.Verdict, _ change: (inout CheckResult) -> Void = { _ in })
        -> CheckResult
    {
        var result = CheckResult(
            text: "status == 200", line: 12, verdict: verdict, expected: "== 200", actual: "404", reason: nil)
        change(&result)
        return result
    }

    private static let changes: [(String, @Sendable (inout RunRecord) -> Void)] = [
        ("nothing", { _ in }), ("status", { ($0.status, $0.networkTime) = (200, .milliseconds(3)) }),
        ("error", { ($0.status, $0.error, $0.networkTime) = (503, ExchangeFixtures.timeout, .seconds(5)) }),
        ("not verified", { ($0.status, $0.isUnverified, $0.exchange) = (204, true, ExchangeID(rawValue: 7)) }),
        ("problems", { $0.problems = [(line: 4, sentence: "{{x}} has no value."), (line: 0, sentence: "No.")] }),
        ("reason", { $0.skipReason = "login failed" }),
        ("file", { $0.responseFile = .success("out.json") }),
        ("no file", { $0.responseFile = .failure(CollectionError(sentence: "a.http:3: No room.")) }),
        ("held back", { $0.heldBack = [HeldBack(origin: "http://o", fields: ["Authorization", "Cookie"])] }),
        ("late", { ($0.status, $0.delay, $0.networkTime) = (200, .milliseconds(40), .microseconds(7)) }),
        (
            "checks",
            {
                $0.status = 404
                $0.checks = CheckReport(
                    results: [
                        result(.failed), result(.passed), result(.warning) { $0.reason = "no date" },
                        result(.notEvaluated) { $0.reason = "no response" },
                        result(.failed) { ($0.actual, $0.reason) = (nil, "the body is no JSON") },
                        result(.failed) {
                            $0.place = BodyPlace(offset: 1, line: 2, column: 3, path: "$.a")
                            $0.described = CheckResult.Described(
                                operation: "GET /a", isRequest: false,
                                source: DescriptionPlace(
                                    document: "api.yaml", line: 3, column: 4, pointer: "/paths/~1a"))
                        },
                    ], excusesError: false, logs: [HandlerLog(text: "seen \u{1B}[2J", line: 20)])
            }
        ),
        (
            "excused",
            {
                ($0.error, $0.status) = (ExchangeFixtures.timeout, nil)
                $0.checks = CheckReport(results: [result(.passed)], excusesError: true)
            }
        ),
    ]

    private static func settings(_ rounds: Int?, _ data: String?, _ rows: Int?) -> RunHead.Settings {
        var settings = RunHead.Settings()
        (settings.rounds, settings.data, settings.rows) = (rounds, data, rows)
        return settings
    }

    @Test func `each result of a run is the recorded lines`() throws {
        let words: [RunRecord.Word] = [.passed, .failed, .skipped, .cancelled]
        var parts: [(String, String)] = []
        for (name, change) in Self.changes {
            for word in words {
                var out: [UInt8] = []
                for (settings, names) in [
                    (Self.settings(1, nil, nil), false), (Self.settings(6, "d.csv", 3), true),
                ] {
                    let lines = RunLines(steps: Self.steps, settings: settings, namesExchanges: names)
                    for step in Self.steps.indices {
                        var record = RunRecord(
                            item: .init(round: names ? 4 : 0, step: step), repetition: step == 1 ? 2 : nil, word: word)
                        change(&record)
                        lines.write(record, to: &out)
                    }
                }
                parts.append(("\(name), \(word)", String(decoding: out, as: UTF8.self)))
            }
        }
        try Recorded.expect(parts, in: "printed/run-lines")
    }

    @Test func `the end of a run is the recorded lines and JSON`() throws {
        var latency = LatencyDistribution()
        var parts: [(String, String)] = []
        let checks = [
            CheckTotals(), CheckTotals(passed: 3, failed: 0, warnings: 0, notEvaluated: 0, unchecked: 0),
            CheckTotals(passed: 1, failed: 1, warnings: 1, notEvaluated: 1, unchecked: 1),
            CheckTotals(passed: 0, failed: 2, warnings: 7, notEvaluated: 8, unchecked: 9),
        ]
        let totals = [
            Runner.Totals(), Runner.Totals(passed: 1), Runner.Totals(passed: 1, failed: 1),
            Runner.Totals(passed: 2, failed: 1, skipped: 4, cancelled: 5, notReached: 6),
        ]
        for times in 0...3 {
            if times > 0 { latency.add(.milliseconds(7 * times)) }
            for (place, check) in checks.enumerated() {
                for (index, total) in totals.enumerated() {
                    for elapsed in [Duration.zero, .milliseconds(1600)] {
                        var out: [UInt8] = []
                        RunLines.write(
                            total, elapsed, latency, check, lateness: index == 3 ? latency : LatencyDistribution(),
                            unverified: index, showsRate: place > 1, to: &out)
                        if place == index {
                            let json = RunJSON(steps: Self.steps, jobs: 2, rounds: place == 0 ? nil : place).document(
                                [], total, elapsed, latency, check)
                            out += json.bytes
                        }
                        parts.append(("\(times) \(place) \(index) \(elapsed)", String(decoding: out, as: UTF8.self)))
                    }
                }
            }
        }
        let lines = RunLines(steps: Self.steps)
        for (passed, failed, skipped) in [(0, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 3), (2, 1, 3)] {
            for reason in [nil, "why"] {
                var out: [UInt8] = []
                for step in Self.steps.indices {
                    lines.write(
                        RunSummary.Step(
                            passed: passed, failed: failed, skipped: skipped, skipReason: reason, latency: latency),
                        of: step, to: &out)
                }
                parts.append(("all rounds \(passed) \(failed) \(skipped)", String(decoding: out, as: UTF8.self)))
            }
        }
        for (name, change) in Self.changes {
            var record = RunRecord(item: .init(round: 1, step: 1), repetition: 2, word: .failed)
            change(&record)
            let json = RunJSON(steps: Self.steps, jobs: 1, rounds: 2).document(
                [record], Runner.Totals(failed: 1), .seconds(1), LatencyDistribution(), CheckTotals())
            parts.append(("JSON of \(name)", Printed.escaped(json.text)))
        }
        try Recorded.expect(parts, in: "printed/run-ends")
    }

    // MARK: The log

    private static let rows: [LogRow] = {
        var rows = [
            LogTableTests.row(9), LogTableTests.row(10, path: "/a", host: "b.org", status: 503, category: .serverError),
            LogTableTests.row(11, status: nil, category: .tls), LogTableTests.row(12, state: .receiving, secondsAgo: 3),
            LogTableTests.row(13, state: .aborted, status: nil), LogTableTests.row(14, state: .queued, status: nil),
            LogTableTests.row(15, state: .sent, status: nil, secondsAgo: 100_000, pid: 8),
            LogTableTests.row(
                1_000_000, path: "/\(String(repeating: "long/", count: 30))", host: String(repeating: "h", count: 50)),
            LogTableTests.row(16), LogTableTests.row(17), LogTableTests.row(18, secondsAgo: -5),
        ]
        rows[8].isFactOnly = true
        (rows[9].checksFailed, rows[9].method, rows[9].responseBytes) = (2, "PROPFIND", 0)
        (rows[10].url, rows[10].host, rows[10].cache) = ("", "", nil)
        return rows
    }()

    @Test func `rows of the log are the recorded lines at each width`() throws {
        let sets: [(String, [LogRow])] = [
            ("all", Self.rows), ("one", Array(Self.rows.prefix(1))), ("one process", Array(Self.rows.prefix(6))),
            ("odd", Array(Self.rows.suffix(4))), ("none", []),
        ]
        let widths: [Int?] = [nil, 1, 20, 34, 40, 47, 55, 60, 66, 72, 80, 90, 100, 120, 160, 250]
        var parts: [(String, String)] = []
        for (name, rows) in sets {
            for width in widths {
                let table = LogTable(for: rows, width: width, now: LogTableTests.now, zone: 3600)
                let lines = (rows.isEmpty ? [Self.rows[1]] : rows).map { row in
                    let spans = table.line(row).filter { !$0.text.string.isEmpty }
                    let tones = spans.filter { $0.tone != .plain }.map { "\($0.tone)" }
                    return "\(spans.map(\.text.string).joined())| \(tones.joined(separator: " "))"
                }
                parts.append(("\(name), \(width.map { "\($0)" } ?? "any width")", lines.joined(separator: "\n")))
            }
        }
        try Recorded.expect(parts, in: "printed/log-rows")
    }
}
