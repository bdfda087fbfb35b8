import Foundation
import NetEngine
import NetEngineRequestLog
import TestSupport
import Workspace

@testable import Reports
@testable import Runs

/// A run in a recording, to be reported.
struct RecordedRun {
    static let start = Timestamp(microsecondsSince1970: 1_795_257_121_000_000)

    private let folder: TemporaryFolder
    let source: RecordingSource
    let account: RunAccount

    init(
        _ head: RunHead, _ results: [(RunRecord, Exchange?)],
        end: RunEnd? = RunEnd(elapsed: .milliseconds(1234), reason: .complete)
    ) throws {
        var lines = RecordingLines(head)
        for (record, exchange) in results {
            lines.add(record, exchange.map { RecordedParts($0, bodyLimit: 1 << 20) })
        }
        if let end { lines.end(end) }
        folder = try TemporaryFolder()
        source = .file(try folder.write(lines.take(), to: "run.apitui"))
        account = try source.account()
    }

    func bytes(_ kind: ReportKind, _ options: ReportOptions = ReportOptions()) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try Report.write(kind, of: source, account, options) { bytes += $0 }
        return bytes
    }

    func text(_ kind: ReportKind, _ options: ReportOptions = ReportOptions()) throws -> String {
        String(decoding: try bytes(kind, options), as: UTF8.self)
    }

    func json(_ kind: ReportKind, _ options: ReportOptions = ReportOptions()) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(try bytes(kind, options)))
    }

    // MARK: Requests

    static func head(_ requests: [RunHead.Request], rounds: Int? = 1) -> RunHead {
        var head = RunHead(
            id: "abc2345", name: "nightly", startedAt: start, program: "0.1.0", paths: ["api"], environment: "staging",
            requests: requests)
        head.settings.rounds = rounds
        return head
    }

    static let login = RunHead.Request(
        file: "api/a.v1.http", line: 3, id: "login", method: "POST", url: "{{base}}/login", tags: ["smoke"])
    static let list = RunHead.Request(
        file: "api/a.v1.http", line: 9, id: "list", method: "GET", url: "{{base}}/list", needs: [0])
    static let order = RunHead.Request(file: "api/b.http", line: 1, id: "order", method: "GET", url: "{{base}}/order")

    // MARK: Results

    static func passed(_ step: Int, round: Int = 0, micros: Int = 1500, startsAt offset: Int = 0) -> RunRecord {
        sent(step, .passed, round: round, status: 200, micros: micros, startsAt: offset)
    }

    static func sent(
        _ step: Int, _ word: RunRecord.Word, round: Int = 0, status: Int?, micros: Int = 1500, startsAt offset: Int = 0
    ) -> RunRecord {
        var record = RunRecord(item: RunSchedule.Item(round: round, step: step), repetition: nil, word: word)
        record.status = status
        record.networkTime = .microseconds(micros)
        record.timings = PhaseTimings(
            dns: .microseconds(100), connect: .microseconds(200), wait: .microseconds(micros - 400),
            receive: .microseconds(50), total: .microseconds(micros + 10))
        record.traffic = RunRecord.Traffic(
            startedAt: Timestamp(microsecondsSince1970: start.microsecondsSince1970 + Int64(offset)),
            receivedBytes: 12)
        record.exchange = ExchangeID(rawValue: 77)
        return record
    }

    static func failedCheck(
        _ step: Int, round: Int = 0, actual: String? = "404", expected: String = "== 200"
    ) -> RunRecord {
        var record = sent(step, .failed, round: round, status: 404)
        record.checks = CheckReport(results: [
            CheckResult(text: "status == 200", line: 12, verdict: .failed, expected: expected, actual: actual)
        ])
        return record
    }

    static func failed(_ step: Int, _ category: ErrorCategory, _ sentence: String, status: Int? = nil) -> RunRecord {
        var record = sent(step, .failed, status: status)
        record.error = EngineError(category: category, phase: .connect, sentence: sentence, hint: "Look at it.")
        return record
    }

    static func notSent(_ step: Int, _ sentence: String) -> RunRecord {
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: step), repetition: nil, word: .failed)
        record.problems = [(line: 4, sentence: sentence)]
        return record
    }

    static func skipped(_ step: Int, _ reason: String?) -> RunRecord {
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: step), repetition: nil, word: .skipped)
        record.skipReason = reason
        return record
    }

    /// One of each outcome; the exchange of the failed check is recorded.
    static func mixed() throws -> RecordedRun {
        let more = ["down", "vars", "later", "stop", "rest"].enumerated().map { index, id in
            RunHead.Request(file: "api/b.http", line: 10 * (index + 1), id: id, method: "GET", url: "{{base}}/\(id)")
        }
        return try RecordedRun(
            head([login, list, order] + more),
            [
                (passed(0, micros: 12_000), ExchangeFixtures.exchange(76)),
                (failedCheck(1), ExchangeFixtures.exchange(77, response: ExchangeFixtures.response(status: 404))),
                (failed(2, .serverError, "The server responded with status 503.", status: 503), nil),
                (failed(3, .connect, "No connection was made to 127.0.0.1:1."), nil),
                (notSent(4, "api/b.http:4: {{missing}} has no value."), nil),
                (skipped(5, "down did not succeed"), nil),
                (sent(6, .cancelled, status: nil), nil),
            ], end: RunEnd(elapsed: .milliseconds(1234), reason: .interrupted, notReached: 1))
    }

    /// Texts that mean something to every format.
    static let hostile =
        "\u{1B}[31mred\u{1B}[0m <script>alert(1)</script> ]]> &amp; \"q\" 'a' | `x` @team #1 \\ \u{0B}\u{0}\u{FFFE}\u{202E} "
        + "::error::x\n---\r\n..."
}
