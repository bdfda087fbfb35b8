import NetEngine
import Runs

@testable import Explorer
@testable import Workspace

/// Recorded runs as values.
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
}
