import Base
import NetEngine

/// Numbers of a comparison as text, the same in all reports.
package enum ReportText {
    /// `1.31`, `0.9`.
    static func ratio(_ value: Double) -> String {
        guard value.isFinite, value < 1e9 else { return "many" }
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    static func percent(_ share: Double) -> String {
        let tenths = Int((min(max(share, 0), 1e6) * 1000).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }

    static func latency(_ microseconds: Double) -> String {
        DurationText.short(.microseconds(Int(min(max(microseconds, 0), 1e15))))
    }

    /// `200 (98), 500 (2)`; without numbers if there is one.
    static func statuses(_ counts: [Int: Int]) -> String {
        list(counts.sorted { $0.key < $1.key }.map { (String($0.key), $0.value) })
    }

    static func list(_ counts: [(String, Int)]) -> String {
        guard let first = counts.first else { return "none" }
        return counts.count == 1 ? first.0 : counts.map { "\($0.0) (\($0.1))" }.joined(separator: ", ")
    }
}
