import Base
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Reports

/// What a description only warns of, in the reports.
@Suite struct WarningReportTests {
    private static func run() throws -> RecordedRun {
        var record = RecordedRun.passed(0)
        record.checks = CheckReport(results: [
            CheckResult(text: "api.yaml status", line: 12, verdict: .passed, expected: "as described"),
            CheckResult(
                text: "api.yaml body", line: 12, verdict: .warning, expected: "as described",
                reason: "Expected a date (api.yaml:3:4)"),
        ])
        return try RecordedRun(RecordedRun.head([RecordedRun.login]), [(record, nil)])
    }

    @Test func `a warning is named and fails nothing`() throws {
        let run = try Self.run()
        let sentence = "api.yaml body: Expected a date (api.yaml:3:4)"
        #expect(try run.text(.tap).contains("\n# api/a.v1.http:12: warning: \(sentence)\n"))
        let junit = try run.text(.junit)
        #expect(junit.contains("api/a.v1.http:12: warning: \(sentence)</system-out>"), "\(junit)")
        #expect(junit.contains("failures=\"0\""))
        let lines = GitHubReport(run.account).lines
        #expect(
            lines.contains {
                $0.hasPrefix("::warning file=") && $0.contains("line=12") && $0.hasSuffix("::\(sentence)")
            })
        #expect(!lines.contains { $0.hasPrefix("::error") })
        #expect(RunFacts(run.account).checks?.contains("1 warning") == true)
    }

    @Test func `that a certificate was not checked is in every report but har`() throws {
        var record = RecordedRun.passed(0)
        record.isUnverified = true
        // The later rounds are recorded as numbers alone.
        let later = (1..<3).map { round in
            var other = record
            other.item.round = round
            return (other, Exchange?.none)
        }
        let run = try RecordedRun(
            RecordedRun.head([RecordedRun.login], rounds: 3), [(record, Exchange?.none)] + later)
        for kind in [ReportKind.text, .html, .markdown] {
            let text = try run.text(kind)
            #expect(text.contains("certificate was not checked for 3 requests."), "\(text)")
        }
        for kind in [ReportKind.junit, .tap, .github] {
            #expect(try run.text(kind).contains("certificate was not checked."), "\(kind)")
        }
        #expect(GitHubReport(run.account).lines.count { $0.contains("not checked") } == 1)
        #expect(try run.text(.ctrf).contains("\"unverified\":true"))
        let json = try run.text(.json)
        #expect(json.contains("\"unverified\":true") && json.contains("\"unverified\":3"))
        let checked = try RecordedRun(RecordedRun.head([RecordedRun.login]), [(RecordedRun.passed(0), nil)])
        for kind in ReportKind.allCases where kind != .json && kind != .har {
            #expect(try !checked.text(kind).contains("certificate"), "\(kind)")
        }
    }
}
