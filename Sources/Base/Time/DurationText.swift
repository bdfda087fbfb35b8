/// Formats durations.
package enum DurationText {
    /// The number alone: `12.345` for 12.345 ms, truncated to the given number of decimals (0 to 3).
    package static func milliseconds(_ duration: Duration, places: Int) -> String {
        let parts = duration.components
        let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
        if places == 0 { return String((microseconds + 500) / 1000) }
        let unit: Int64 = [1: 100, 2: 10, 3: 1][places] ?? 1
        let rounded = (microseconds + unit / 2) / unit
        let scale = 1000 / unit
        let fraction = String(rounded % scale)
        return "\(rounded / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
    }

    /// Like `short`, but with two decimals below a millisecond: `0.31 ms`.
    package static func fine(_ duration: Duration) -> String {
        duration < .milliseconds(1) ? "\(milliseconds(duration, places: 2)) ms" : short(duration)
    }

    /// About three digits, as much as a reader needs: `3.1 ms`, `132 ms`, `2.4 s`.
    package static func short(_ duration: Duration) -> String {
        if duration < .milliseconds(10) { return "\(milliseconds(duration, places: 1)) ms" }
        if duration < .seconds(1) { return "\(milliseconds(duration, places: 0)) ms" }
        let tenths = (duration.components.seconds * 10) + duration.components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
