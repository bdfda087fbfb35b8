import NetEngine

/// Formats numbers and times for users; the only place that decides how they look.
package enum Formatting {
    /// For example `132 ms`, `4.2 ms`, `0.4 ms`, `1.23 s`, `2 min 05 s`.
    package static func duration(_ duration: Duration) -> String {
        let micros = microseconds(duration)
        switch micros {
        case ..<9_950: return "\(decimal(micros, per: 1000, digits: 1)) ms"
        case ..<999_500: return "\((micros + 500) / 1000) ms"
        case ..<59_995_000: return "\(decimal(micros, per: 1_000_000, digits: 2)) s"
        default:
            let seconds = (micros + 500_000) / 1_000_000
            return "\(seconds / 60) min \(padded(seconds % 60, 2)) s"
        }
    }

    /// Milliseconds with three decimals: `132.047 ms`, `0.021 ms`.
    package static func precise(_ duration: Duration) -> String {
        "\(decimal(microseconds(duration), per: 1000, digits: 3)) ms"
    }

    /// A size in units of powers of ten: `0 B`, `999 B`, `1.2 KB`, `45 MB`.
    package static func byteCount(_ count: Int) -> String {
        if count < 1000 { return "\(count) B" }
        var unit = 1000
        for (name, next) in [("KB", 1_000_000), ("MB", 1_000_000_000), ("GB", 1_000_000_000_000)] {
            let isLast = name == "GB"
            if count < next - next / 2000 || isLast {
                return count < unit * 10 - unit / 20
                    ? "\(decimal(count, per: unit, digits: 1)) \(name)" : "\((count + unit / 2) / unit) \(name)"
            }
            unit = next
        }
        return "\(count) B"
    }

    /// The time of day as `HH:MM:SS.mmm`, in a zone the given number of seconds east of UTC.
    package static func clock(_ moment: Timestamp, utcOffsetSeconds: Int, showsMilliseconds: Bool = true) -> String {
        let micros = Int(moment.microsecondsSince1970) &+ utcOffsetSeconds &* 1_000_000
        let day = 86_400_000_000
        let inDay = (micros % day + day) % day
        let seconds = inDay / 1_000_000
        let clock = "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
        return showsMilliseconds ? "\(clock).\(padded(inDay / 1000 % 1000, 3))" : clock
    }

    /// How long ago: `now`, `12 s ago`, `3 min ago`, `2 h ago`.
    package static func age(_ duration: Duration) -> String {
        let seconds = microseconds(duration) / 1_000_000
        switch seconds {
        case ..<1: return "now"
        case ..<60: return "\(seconds) s ago"
        case ..<3600: return "\(seconds / 60) min ago"
        case ..<86_400: return "\(seconds / 3600) h ago"
        default: return "\(seconds / 86_400) d ago"
        }
    }

    /// A count with its noun: `1 line`, `3 lines`.
    package static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// A duration in microseconds; negative durations count as 0.
    package static func microseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        let micros = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !micros.overflow else { return seconds < 0 ? 0 : Int.max / 2 }
        return max(0, Int(micros.partialValue) + Int(attoseconds / 1_000_000_000_000))
    }

    package static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// A fraction with a fixed number of decimals, rounded half up.
    private static func decimal(_ value: Int, per unit: Int, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let scaled = (value * scale + unit / 2) / unit
        return "\(scaled / scale).\(padded(scaled % scale, digits))"
    }
}
