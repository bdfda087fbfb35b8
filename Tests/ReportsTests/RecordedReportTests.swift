import Foundation
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Reports

/// Reports of one run, as they were recorded (`Recorded`): a run with each outcome, a good one, one with hostile texts, and an empty one.
@Suite struct RecordedReportTests {
    private static func runs() throws -> [(name: String, run: RecordedRun)] {
        var warned = RecordedRun.passed(0)
        warned.checks = CheckReport(results: [
            CheckResult(text: "status == 200", line: 5, verdict: .passed, expected: "== 200", actual: "200"),
            CheckResult(
                text: RecordedRun.hostile, line: 6, verdict: .failed, expected: RecordedRun.hostile,
                actual: RecordedRun.hostile),
        ])
        warned.checks.logs = [HandlerLog(text: RecordedRun.hostile, line: 7)]
        var hostile = RecordedRun.list
        hostile.id = RecordedRun.hostile
        hostile.file = "a b/\u{1B}ä.http"
        return [
            ("mixed", try RecordedRun.mixed()),
            (
                "good",
                try RecordedRun(
                    RecordedRun.head([RecordedRun.login, RecordedRun.list], rounds: 2),
                    [
                        (RecordedRun.passed(0, micros: 1000), ExchangeFixtures.exchange(1)),
                        (RecordedRun.passed(1, micros: 2_000_000), nil),
                        (RecordedRun.passed(0, round: 1, micros: 3000, startsAt: 5_000_000), nil),
                        (RecordedRun.passed(1, round: 1, micros: 999, startsAt: 6_000_000), nil),
                    ])
            ),
            ("hostile", try RecordedRun(RecordedRun.head([hostile]), [(warned, ExchangeFixtures.exchange(1))])),
            ("empty", try RecordedRun(RecordedRun.head([]), [])),
            ("cut", try RecordedRun(RecordedRun.head([RecordedRun.login]), [(RecordedRun.passed(0), nil)], end: nil)),
        ]
    }

    @Test(arguments: ReportKind.allCases)
    func `a report is what was recorded`(kind: ReportKind) throws {
        var parts: [(name: String, text: String)] = []
        for (name, run) in try Self.runs() {
            parts.append((name, Self.lines(try run.text(kind))))
            let other = Self.lines(try run.text(kind, ReportOptions(omitsBodies: true, width: 60, isASCII: true)))
            if other != parts.last?.text { parts.append(("\(name), narrow, ASCII, without bodies", other)) }
        }
        for (name, run) in try RecordedRun.more() {
            // A line for each of many results says nothing new.
            let isLong = name == "rounds" || name.hasSuffix("failures")
            if isLong, [.json, .har, .ctrf, .junit, .tap].contains(kind) { continue }
            if name == "30 failures", kind == .html { continue }
            let style = HTMLStyle.sheet.description
            parts.append((name, Self.lines(try run.text(kind)).replacingOccurrences(of: Self.lines(style), with: "")))
        }
        try Recorded.expect(parts, in: "reports/\(kind.rawValue)")
    }

    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { Printed.escaped(String($0)) }.joined(
            separator: "\n")
    }
}
