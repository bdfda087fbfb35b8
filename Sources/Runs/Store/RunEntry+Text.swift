import NetEngine
import Workspace

extension RunEntry {
    /// Why a run cannot have this name, for `--as` and the screen; nil if it can.
    package static func problem(withName name: String) -> String? {
        let isGood =
            !name.isEmpty && name != "last" && !name.contains("/") && !name.hasPrefix("-") && name.utf8.count <= 100
        return isGood ? nil : "a name without a slash, of at most 100 bytes, and not 'last'"
    }

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
