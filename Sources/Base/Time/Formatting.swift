import NetEngine

/// Formats sizes, counts and moments for users; durations are `DurationText`.
package enum Formatting {
    /// A size in units of powers of ten: `0 B`, `999 B`, `1.2 KB`, `45 MB`.
    package static func byteCount(_ count: Int) -> String {
        if count < 1000 { return "\(count) B" }
        var unit = 1000
        for (name, next) in [("KB", 1_000_000), ("MB", 1_000_000_000), ("GB", 1_000_000_000_000)] {
            let isLast = name == "GB"
            if count < next - next / 2000 || isLast {
                return count < unit * 10 - unit / 20
                    ? "\(decimal(count, per: unit, digits: 1)) \(name)"
                    : "\(count / unit + (count % unit >= unit / 2 ? 1 : 0)) \(name)"
            }
            unit = next
        }
        return "\(count) B"
    }

    /// The time of day as `HH:MM:SS.mmm`, in a zone the given number of seconds east of UTC.
    package static func clock(_ moment: Timestamp, utcOffsetSeconds: Int, showsMilliseconds: Bool = true) -> String {
        let micros = moment.microsecondsSince1970 &+ Int64(utcOffsetSeconds) &* 1_000_000
        let rest = CivilTime.modulo(micros, 1_000_000)
        let clock = CivilTime(secondsSince1970: (micros - rest) / 1_000_000).clock
        return showsMilliseconds ? "\(clock).\(CivilTime.padded(rest / 1000, 3))" : clock
    }

    /// For programs, in UTC: `2026-11-21T10:15:00.123456Z`.
    package static func iso8601(_ moment: Timestamp) -> String {
        let rest = CivilTime.modulo(moment.microsecondsSince1970, 1_000_000)
        let civil = CivilTime(secondsSince1970: (moment.microsecondsSince1970 - rest) / 1_000_000)
        return "\(civil.date)T\(civil.clock).\(CivilTime.padded(rest, 6))Z"
    }

    /// How long ago: `just now`, `12 s ago`, `3 min ago`, `2 h ago`.
    package static func age(_ duration: Duration) -> String {
        let seconds = DurationText.microseconds(duration) / 1_000_000
        return seconds < 1 ? "just now" : "\(DurationText.span(seconds: Int64(seconds))) ago"
    }

    /// A count with its noun: `1 line`, `3 lines`.
    package static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// A fraction with a fixed number of decimals, rounded half up.
    private static func decimal(_ value: Int, per unit: Int, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let scaled = (value * scale + unit / 2) / unit
        return "\(scaled / scale).\(CivilTime.padded(scaled % scale, digits))"
    }
}
