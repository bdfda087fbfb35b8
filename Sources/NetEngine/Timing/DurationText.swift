/// Durations as text: the one place that decides how they look.
package enum DurationText {
    /// What was measured, as exactly as a reader needs: `0.4 ms`, `4.2 ms`, `132 ms`, `1.23 s`, `2 min 05 s`.
    ///
    /// The last digit is at least a hundredth of the whole for most durations; more digits are noise on a network.
    package static func short(_ duration: Duration) -> String {
        let micros = microseconds(duration)
        switch micros {
        case ..<9_950: return "\(rounded(micros, to: 100, per: 1000)) ms"
        case ..<999_500: return "\((micros + 500) / 1000) ms"
        case ..<59_995_000: return "\(rounded(micros, to: 10_000, per: 1_000_000)) s"
        default:
            let seconds = (micros + 500_000) / 1_000_000
            return "\(seconds / 60) min \(CivilTime.padded(seconds % 60, 2)) s"
        }
    }

    /// Milliseconds with three decimals, without the unit, for programs and for tables: `12.345`.
    package static func milliseconds(_ duration: Duration) -> String {
        rounded(microseconds(duration), to: 1, per: 1000)
    }

    /// `milliseconds` with the unit: `132.047 ms`.
    package static func precise(_ duration: Duration) -> String { "\(milliseconds(duration)) ms" }

    /// What somebody set, without rounding it: `1.5 s`, `250 ms`.
    package static func setting(_ duration: Duration) -> String {
        let milliseconds = microseconds(duration) / 1000
        guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
        guard milliseconds % 1000 > 0 else { return "\(milliseconds / 1000) s" }
        var text = rounded(milliseconds, to: 1, per: 1000)
        while text.last == "0" { text.removeLast() }
        return "\(text) s"
    }

    /// Whole seconds in the largest unit that says enough: `48 s`, `12 min`, `3 h`, `4 d`.
    package static func span(seconds: Int64) -> String {
        switch seconds {
        case ..<120: "\(max(0, seconds)) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }

    /// A duration in microseconds; negative durations count as 0.
    package static func microseconds(_ duration: Duration) -> Int {
        // Most are below nine seconds: there a division of 128 bits is saved.
        if let attoseconds = Int64(exactly: duration.attoseconds) {
            return max(0, Int(attoseconds / 1_000_000_000_000))
        }
        let (seconds, attoseconds) = duration.components
        let micros = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !micros.overflow else { return seconds < 0 ? 0 : Int.max / 2 }
        return max(0, Int(micros.partialValue) + Int(attoseconds / 1_000_000_000_000))
    }

    /// A fraction of the unit with as many decimals as the step has, rounded half up.
    private static func rounded(_ value: Int, to step: Int, per unit: Int) -> String {
        let scale = unit / step
        let steps = (value + step / 2) / step
        return "\(steps / scale).\(CivilTime.padded(steps % scale, String(scale).utf8.count - 1))"
    }
}
