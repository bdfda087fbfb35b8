import Comparison
import NetEngine
import Runs

@testable import Explorer
@testable import Workspace

/// Runs as values: those that are recorded, and what comes of one of `orders.http`.
enum RunFixtures {
    static let now = Timestamp(microsecondsSince1970: 1_700_000_000_000_000)

    /// A run of three requests.
    static func entry(
        _ id: Int64, _ key: String, failed: Int = 0, name: String? = nil, title: String = "orders.http"
    ) -> RunEntry {
        RunEntry(
            id: id, key: key, name: name,
            startedAt: Timestamp(microsecondsSince1970: now.microsecondsSince1970 + id * 1_000_000), title: title,
            state: .ended,
            summary: RunFigures(
                totals: Runner.Totals(passed: 3 - failed, failed: failed), elapsed: .milliseconds(60),
                reason: .complete, median: .milliseconds(20)))
    }

    /// The plan of `orders.http`.
    static func planned(_ key: String = "aaaaaaa") -> ReplayPlanned {
        let requests = [("list orders", "GET", 3), ("create", "POST", 8), ("remove", "DELETE", 18)]
        return ReplayPlanned(
            head: RunHead(
                id: key, startedAt: now, program: "0.1", paths: ["orders.http"],
                requests: requests.map { RunHead.Request(file: "orders.http", line: $0.2, id: $0.0, method: $0.1) }),
            places: [0, 1, 2].map { ("/c/orders.http", $0) }, isRecorded: true)
    }

    /// - Parameter offset: when it was sent, in microseconds from the start.
    static func record(
        _ step: Int, _ word: RunRecord.Word = .passed, status: Int? = 200, exchange: UInt64? = nil,
        after offset: Int64 = 0
    ) -> RunRecord {
        var record = RunRecord(item: RunSchedule.Item(round: 0, step: step), repetition: nil, word: word)
        record.status = status
        record.timings = PhaseTimings(wait: .milliseconds(20), total: .milliseconds(20))
        record.networkTime = .milliseconds(20)
        record.traffic = RunRecord.Traffic(
            startedAt: Timestamp(microsecondsSince1970: now.microsecondsSince1970 + offset))
        record.exchange = exchange.map { ExchangeID(rawValue: $0) }
        return record
    }

    /// Run `bbbbbbb` of these records against run `aaaaaaa`.
    static func comparison(a: [RunRecord], b: [RunRecord]) throws -> RunComparison {
        func source(_ key: String, _ records: [RunRecord]) throws -> RecordingSource {
            let place = try TemporaryRecording()
            let recorder = RunRecorder(planned(key).head, to: [place], report: { _ in })
            for record in records { recorder.add(record, nil) }
            recorder.close(
                RunEnd(elapsed: .seconds(1), reason: .complete), totals: Runner.Totals(), latency: LatencyDistribution()
            )
            return place.source
        }
        return try RunComparison(a: source("aaaaaaa", a), b: source("bbbbbbb", b))
    }
}
