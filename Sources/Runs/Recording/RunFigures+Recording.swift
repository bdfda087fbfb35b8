import NetEngine
import Workspace

extension RunFigures {
    /// As the store keeps them: one JSON object.
    var text: String {
        var out = JSONWriter()
        out.object { out in
            out.members(of: totals)
            out.member("notReached", totals.notReached)
            out.member("elapsedMicros", micros: elapsed)
            out.member("reason", reason.rawValue)
            out.member("medianMicros", micros: median)
            out.member("missingParts", missingParts)
            if unreadable > 0 { out.member("unreadable", unreadable) }
            if damaged > 0 { out.member("damaged", damaged) }
            out.member("plan", plan)
        }
        return out.text
    }

    init?(_ text: String) {
        guard let value = RecordedValue(Array(text.utf8)), let elapsed = value.duration("elapsedMicros") else {
            return nil
        }
        let totals = Runner.Totals(
            passed: value.int("passed") ?? 0, failed: value.int("failed") ?? 0, skipped: value.int("skipped") ?? 0,
            cancelled: value.int("cancelled") ?? 0, notReached: value.int("notReached") ?? 0)
        self.init(
            totals: totals, elapsed: elapsed,
            reason: value.text("reason").flatMap { RunEnd.Reason(rawValue: $0) } ?? .interrupted,
            median: value.duration("medianMicros"), missingParts: value.int("missingParts") ?? 0,
            unreadable: value.int("unreadable") ?? 0, damaged: value.size("damaged") ?? 0, plan: value.text("plan"))
    }
}
