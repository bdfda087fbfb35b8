import NetEngine
import NetEngineRequestLog
import Runs
import TestSupport
import Workspace

@testable import Comparison

/// Makes recordings in memory: what a test says of a run, nothing else.
struct RecordingFixture {
    struct Result {
        var step = 0
        var round = 0
        var status = 200
        var body: String? = "{}"
        var headers: [(String, String)] = []
        var micros = 10_000
        var word = RunRecord.Word.passed
        var category: ErrorCategory?
        var checks: [(text: String, isPassed: Bool)] = []
        /// Results of a comparison with a description.
        var described: [CheckResult] = []
        var cache: CacheDecision.Outcome?
        /// Of the body, as a recording without bodies has it.
        var digest: String?
        /// How much later than planned it started.
        var delayMicros: Int?
    }

    static let start = Timestamp(microsecondsSince1970: 1_795_257_121_000_000)

    var head: RunHead
    var results: [Result]
    /// Bytes that the recording keeps of a body.
    var bodyLimit = 1 << 20
    /// Lines that nobody can read.
    var damagedLines = 0
    var end: RunEnd? = RunEnd(elapsed: .seconds(1), reason: .complete)

    init(_ results: [Result], requests: [String] = ["list"], name: String = "run", settings: RunHead.Settings? = nil) {
        head = RunHead(
            id: name, name: name, startedAt: Self.start, program: "0.1",
            requests: requests.map { RunHead.Request(file: "api/a.http", line: 1, id: $0, method: "GET") })
        if let settings { head.settings = settings }
        self.results = results
    }

    /// A run of one request that was sent once for each body.
    init(bodies: [String]) {
        self.init(bodies.enumerated().map { Result(round: $0.offset, body: $0.element) })
    }

    func source() throws -> RecordingSource {
        let place = try TemporaryRecording()
        var lines = RecordingLines(head)
        for result in results { lines.add(Self.record(result), stored(result)) }
        try place.append(lines.take() + Array(String(repeating: "damaged\n", count: damagedLines).utf8))
        if let end { lines.end(end) }
        try place.append(lines.take())
        return place.source
    }

    private static func record(_ result: Result) -> RunRecord {
        var record = RunRecord(
            item: RunSchedule.Item(round: result.round, step: result.step), repetition: nil, word: result.word)
        record.status = result.status
        record.networkTime = .microseconds(result.micros)
        record.timings = PhaseTimings(wait: .microseconds(result.micros), total: .microseconds(result.micros))
        record.traffic = RunRecord.Traffic(
            startedAt: start, receivedBytes: result.body?.utf8.count ?? 0, cache: result.cache)
        record.checks = CheckReport(
            results: result.checks.map { check in
                CheckResult(
                    text: check.text, line: 1, verdict: check.isPassed ? .passed : .failed, expected: "",
                    actual: check.isPassed ? nil : "something else")
            } + result.described)
        record.bodyDigest = result.digest
        record.delay = result.delayMicros.map { .microseconds($0) }
        if let category = result.category {
            record.error = EngineError(
                category: category, phase: .wait, sentence: "It went wrong.", hint: "", status: result.status)
        }
        return record
    }

    private func stored(_ result: Result) -> RecordedParts? {
        guard let body = result.body else { return nil }
        let headers = HeaderFields(
            [HeaderField("Content-Type", "application/json")] + result.headers.map { HeaderField($0.0, $0.1) })
        let response = ExchangeFixtures.response(status: result.status, headers: headers, body: Array(body.utf8))
        return RecordedParts(ExchangeFixtures.exchange(response: response), bodyLimit: bodyLimit)
    }
}

extension RunComparison {
    /// Compares two runs that a test made up.
    static func of(
        _ a: RecordingFixture, _ b: RecordingFixture, _ options: ComparisonOptions = ComparisonOptions()
    ) throws -> RunComparison {
        try RunComparison(a: try a.source(), b: try b.source(), options: options)
    }

    /// The only request of two runs with these bodies.
    static func bodies(
        _ a: [String], _ b: [String], rules: ComparisonRules = ComparisonRules()
    ) throws -> RequestComparison {
        let comparison = try of(
            RecordingFixture(bodies: a), RecordingFixture(bodies: b), ComparisonOptions(rules: rules))
        return comparison.requests[0]
    }
}
