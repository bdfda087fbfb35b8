import NetEngine
import Workspace

extension RunEntry {
    /// What came of the run, in a word or two: "passed", "3 failed", "running".
    package var resultText: String {
        switch state {
        case .running: return "running"
        case .brokenOff: return "broken off"
        case .ended:
            let failed = summary?.totals.failed ?? 0
            if failed > 0 { return "\(failed) failed" }
            return summary?.reason == .interrupted ? "interrupted" : "passed"
        }
    }

    /// How many results in which time; empty while the figures are not known.
    package var countsText: String {
        summary.map { "\($0.totals.count) in \(DurationText.short($0.elapsed))" } ?? ""
    }

    /// The median of the time of network and server; empty without a response.
    package var medianText: String {
        summary?.median.map { "median \(DurationText.short($0))" } ?? ""
    }
}
