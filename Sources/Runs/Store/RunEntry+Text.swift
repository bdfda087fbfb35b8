import Base
import NetEngine
import Workspace

extension RunEntry {
    /// Why a run cannot have this name, for `--as` and the screen; nil if it can.
    package static func problem(withName name: String) -> String? {
        let isGood =
            !name.isEmpty && name != "last" && !name.contains(bytes: "/") && !name.hasPrefix("-")
            && name.utf8.count <= 100
        return isGood ? nil : "a name without a slash, of at most 100 bytes, and not 'last'"
    }

    /// What came of the run, in a word or two: "passed", "3 failed", "running".
    package var resultText: String {
        switch state {
        case .running: "running"
        case .brokenOff: "broken off"
        case .ended: summary?.resultText ?? "broken off"
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

extension RunAccount {
    /// The same of a run that was read whole, where damaged lines are known; nil if its recording ends before the run did.
    package var resultText: String? {
        guard let end else { return nil }
        var figures = RunFigures(end, of: head, totals: totals, latency: latency)
        figures.damaged = damaged
        return figures.resultText
    }
}

extension RunFigures {
    package static let passedText = "passed"

    /// "passed" only where `RunAccount.isPassed` says so, but for damaged lines of the recording: the figures were taken while it was written.
    package var resultText: String {
        if totals.failed > 0 { return "\(totals.failed) failed" }
        if reason == .interrupted { return "interrupted" }
        if unreadable > 0 { return "\(Formatting.count(unreadable, "file")) not read" }
        if missingParts > 0 { return "\(Formatting.count(missingParts, "part")) missing" }
        if totals.cancelled > 0, !reason.cancelsAtItsEnd { return "\(totals.cancelled) cancelled" }
        return switch reason {
        case .complete, .duration: damaged > 0 ? "damaged" : Self.passedText
        case .failure: "stopped at a failure"
        case .interrupted: "interrupted"
        }
    }
}
