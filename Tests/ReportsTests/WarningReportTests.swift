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
}
