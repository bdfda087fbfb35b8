import Base
import NetEngine
import Runs
import TestSupport
import Testing
import Workspace

@testable import Comparison

/// What is said of two runs that differ in how they were sent, as it was recorded (`Recorded`).
@Suite struct RecordedRunsTests {
    private typealias Result = RecordingFixture.Result

    /// A run of one request, changed in one way.
    private static func run(
        _ results: [Result] = [Result()], requests: [String] = ["list"],
        _ change: (inout RecordingFixture) -> Void = { _ in }
    ) -> RecordingFixture {
        var run = RecordingFixture(results, requests: requests)
        change(&run)
        return run
    }

    private static var runs: [(String, RecordingFixture)] {
        [
            ("usual", run()), ("4 jobs", run { $0.head.settings.jobs = 4 }),
            ("a rate", run { $0.head.settings.rate = 5 }), ("another rate", run { $0.head.settings.rate = 6 }),
            ("a rate, few in flight", run { ($0.head.settings.rate, $0.head.settings.jobs) = (5, 1000) }),
            ("data", run { ($0.head.settings.data, $0.head.settings.rows) = ("a/rows.csv", 2) }),
            ("the same data elsewhere", run { ($0.head.settings.data, $0.head.settings.rows) = ("b/rows.csv", 2) }),
            ("a cache mode", run { $0.head.settings.cache = "reload" }),
            ("an environment", run { $0.head.environment = "staging" }),
            ("failed fast", run { $0.end?.reason = .failure }), ("interrupted", run { $0.end?.reason = .interrupted }),
            ("timed", run { $0.end?.reason = .duration }), ("broken off", run { $0.end = nil }),
            ("a part is missing", run { $0.head.missingParts = [2] }),
            ("parts are missing", run { $0.head.missingParts = [1, 3, 4] }),
            ("another id", run { $0.head.id = "other" }),
            ("later", run { $0.head.startedAt = Timestamp(microsecondsSince1970: 1_795_257_200_000_000) }),
            ("nothing came", run([])), ("no body", run([Result(body: nil)])),
            ("an empty body", run([Result(body: "")])), ("another body", run([Result(body: "{\"a\":1}")])),
            ("a cut body", run([Result(body: "{\"a\":[1,2,3,4,5,6]}")]) { $0.bodyLimit = 8 }),
            (
                "the same cut body by its hash",
                run([Result(body: "{\"a\":[1,2,3,4,5,6]}", digest: "aa")]) { $0.bodyLimit = 8 }
            ),
            ("its hash again", run([Result(body: "{\"a\":[1,2,3,4,5,6]}", digest: "aa")]) { $0.bodyLimit = 8 }),
            ("hashes alone", run([Result(body: nil, digest: "aa")])), ("again", run([Result(body: nil, digest: "aa")])),
            ("other hashes alone", run([Result(body: nil, digest: "bb")])),
            (
                "several hashes alone",
                run([Result(body: nil, digest: "bb"), Result(round: 1, body: nil, digest: "cc")])
            ),
            ("a damaged line", run { $0.damagedLines = 1 }), ("damaged lines", run { $0.damagedLines = 2 }),
            ("a failure", run([Result(status: 500, word: .failed, category: .serverError)])),
            ("another failure", run([Result(status: 503, word: .failed, category: .timeout)])),
            ("another request", run(requests: ["show"])),
            ("two requests", run([Result(), Result(step: 1)], requests: ["list", "show"])),
            ("from the cache", run([Result(cache: .hit)])), ("late", run([Result(delayMicros: 500)])),
            ("slow", run([Result(micros: 900_000)])),
        ]
    }

    @Test func `two runs are compared as it was recorded`() throws {
        let runs = try Self.runs.map { (name: $0.0, source: try $0.1.source()) }
        // Each beside the usual one, both ways, and beside the next.
        var pairs: [(a: Int, b: Int)] = []
        for index in runs.indices {
            pairs += [(0, index), (index, 0)]
            if index + 1 < runs.count { pairs.append((index, index + 1)) }
        }
        let parts = pairs.map { a, b -> (String, String) in
            let name = "\(runs[a].name) => \(runs[b].name)"
            do {
                let comparison = try RunComparison(a: runs[a].source, b: runs[b].source)
                let lines = ComparisonText.lines(comparison).map(\.string)
                let facts = [
                    "latencies: \(comparison.latencyRefusal ?? "compared")",
                    "worse \(comparison.isWorse), incomplete \(comparison.lacksRequests), same \(comparison.isSame)",
                ]
                let requests = comparison.requests.map { "\($0.name): \($0.state), \($0.body.verdict)" }
                return (name, (facts + comparison.notes + requests + lines).joined(separator: "\n"))
            } catch {
                return (name, "refused: \((error as? ComparisonError)?.sentence ?? "\(error)")")
            }
        }
        try Recorded.expect(parts, in: "comparisons/runs")
    }
}
