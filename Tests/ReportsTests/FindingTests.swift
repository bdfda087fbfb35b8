import NetEngine
import Runs
import TestSupport
import Testing

@testable import Reports
@testable import Workspace

/// Why a result failed, as all reports have it.
@Suite struct FindingTests {
    private static let request = RunHead.Request(file: "a.http", line: 3, id: "create", method: "POST")

    private static func record(_ word: RunRecord.Word = .failed) -> RunRecord {
        RunRecord(item: .init(round: 0, step: 0), repetition: nil, word: word)
    }

    private static func check(_ verdict: CheckResult.Verdict, line: Int, expected: String = "== 200") -> CheckResult {
        CheckResult(text: "status == 200", line: line, verdict: verdict, expected: expected, actual: "404")
    }

    private static func words(_ record: RunRecord) -> [String] {
        Finding.all(of: record, request).map { "\($0.word) \($0.line) \($0.sentence)" }
    }

    @Test func `a failure names its error, then its checks, then what was not sent`() {
        var record = Self.record()
        #expect(Self.words(record) == ["failed 3 It failed."])
        record.error = ExchangeFixtures.timeout
        record.checks = CheckReport(results: [
            Self.check(.passed, line: 4), Self.check(.failed, line: 5), Self.check(.warning, line: 6),
            Self.check(.notEvaluated, line: 7), Self.check(.failed, line: 8, expected: ""),
        ])
        record.problems = [(line: 9, sentence: "a.http:9: {{x}} has no value."), (line: 2, sentence: "Another.")]
        #expect(
            Self.words(record) == [
                "timeout 3 The server sent no answer within 5 s.", "check 5 status == 200: was 404",
                "check 8 status == 200: was 404", "request-build 9 {{x}} has no value.", "request-build 2 Another.",
            ])
        let findings = Finding.all(of: record, Self.request)
        #expect(findings.map(\.expected) == [nil, "== 200", nil, nil, nil])
        #expect(findings.map(\.actual) == [nil, "404", "404", nil, nil])
        #expect(findings.map(\.isAboutResponse) == [false, true, true, false, false])
        #expect(findings[0].hint != nil && findings[1].hint == nil)
        record.checks.excusesError = true
        #expect(Self.words(record).first == "check 5 status == 200: was 404", "a check asked for the error")
        for word in [RunRecord.Word.passed, .skipped, .cancelled] {
            var other = Self.record(word)
            (other.error, other.checks) = (record.error, record.checks)
            #expect(Self.words(other).isEmpty, "\(word)")
        }
    }

    @Test func `warnings come with every result, that of the certificate first`() {
        for word in [RunRecord.Word.passed, .failed] {
            var record = Self.record(word)
            #expect(Finding.warnings(of: record, Self.request).isEmpty)
            record.isUnverified = true
            record.checks = CheckReport(results: [Self.check(.failed, line: 5), Self.check(.warning, line: 6)])
            let warnings = Finding.warnings(of: record, Self.request)
            #expect(warnings.map(\.line) == [3, 6] && warnings.allSatisfy { $0.word == "warning" })
            #expect(warnings.first?.sentence == "The server's certificate was not checked.")
            #expect(warnings.map(\.isAboutResponse) == [false, true])
        }
    }

    @Test func `only some failures are about a response`() {
        let about: Set<ErrorCategory> = [.clientError, .serverError, .unexpectedStatus, .decoding, .api]
        for category in ErrorCategory.allCases {
            #expect(category.isAboutResponse == about.contains(category), "\(category)")
        }
    }

    @Test func `what was not sent says why, and what was sent how long it took`() {
        var skipped = Self.record(.skipped)
        #expect(skipped.skipText == "it is disabled")
        skipped.skipReason = "login failed"
        #expect(skipped.skipText == "login failed")
        #expect(Self.record(.cancelled).skipText == "the run was stopped while it was in flight")
        #expect(Self.record(.passed).skipText == nil && Self.record(.failed).skipText == nil)
        var timed = Self.record()
        #expect(timed.duration == nil)
        timed.timings = ExchangeFixtures.timings
        #expect(timed.duration == ExchangeFixtures.timings.total)
        timed.networkTime = .milliseconds(7)
        #expect(timed.duration == .milliseconds(7))
    }

    @Test(
        arguments: [
            (0, "0.000000"), (1, "0.000001"), (999_999, "0.999999"), (1_000_000, "1.000000"), (12_345_678, "12.345678"),
            (60_000_050, "60.000050"),
        ])
    func `seconds have six decimals`(microseconds: Int, text: String) {
        #expect(DurationText.seconds(.microseconds(microseconds)) == text)
    }
}
