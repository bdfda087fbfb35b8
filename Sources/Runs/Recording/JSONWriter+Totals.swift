import NetEngine
import Workspace

extension JSONWriter {
    /// `passed`, `failed`, `skipped` and `cancelled`.
    package mutating func members(of totals: Runner.Totals) {
        member("passed", totals.passed)
        member("failed", totals.failed)
        member("skipped", totals.skipped)
        member("cancelled", totals.cancelled)
    }

    /// An object with how often each name came, sorted by name.
    package mutating func member(_ name: String, counts: some Sequence<(String, Int)>) {
        key(name)
        object { out in
            for (name, count) in counts.sorted(by: { $0.0 < $1.0 }) { out.member(name, count) }
        }
    }
}
