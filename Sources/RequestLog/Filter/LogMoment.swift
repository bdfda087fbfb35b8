import Base
import NetEngine

/// Moments as filters write them: `10m`, `today`, `2026-11-20`, `2026-11-20T10:15Z`, `10:15`.
package enum LogMoment {
    /// The time that is meant, from its first to its last microsecond: a whole day for a date, a minute for `10:15`. A duration
    /// such as `10m` is that long ago. nil if it cannot be read.
    package static func read(_ text: String, now: Timestamp, zone: LocalZone) -> ClosedRange<Timestamp>? {
        let text = text.lowercased()
        let local = zone.civil(now)
        let midnight = CivilTime.secondsSince1970(year: local.year, month: local.month, day: local.day, second: 0)
        // A day on which clocks are changed has 23 or 25 hours.
        func days(_ first: Int64, _ end: Int64) -> ClosedRange<Timestamp>? {
            let start = zone.secondsSince1970(local: first)
            return period(start, .seconds(zone.secondsSince1970(local: end) - start))
        }
        func day(_ daysAgo: Int64) -> ClosedRange<Timestamp>? {
            let first = midnight - 86_400 * daysAgo
            return days(first, first + 86_400)
        }
        switch text {
        case "now": return now...now
        case "today": return day(0)
        case "yesterday": return day(1)
        default: break
        }
        if let weekday = weekdays.firstIndex(where: { $0 == text || $0.prefix(3) == text }) {
            return day(CivilTime.modulo(local.weekday - Int64(weekday), 7))
        }
        if let ago = LogDuration.microseconds(text, unitIsOptional: false) {
            let (moment, overflow) = now.microsecondsSince1970.subtractingReportingOverflow(ago)
            // No log is older, and text has room for four digits of a year.
            let then = Timestamp(microsecondsSince1970: overflow ? 0 : max(0, moment))
            return then...then
        }
        var scanner = Scanner(rest: Array(text.utf8)[...])
        if let (start, length) = scanner.clock(), scanner.rest.isEmpty {
            return period(zone.secondsSince1970(local: midnight + start.seconds), length, start.microseconds)
        }
        scanner = Scanner(rest: Array(text.utf8)[...])
        guard let (date, isMonth) = scanner.date() else { return nil }
        if scanner.rest.isEmpty {
            let start = CivilTime.secondsSince1970(year: date.year, month: date.month, day: date.day, second: 0)
            return days(start, isMonth ? date.addingMonths(1) : start + 86_400)
        }
        guard !isMonth, scanner.take("t") || scanner.take(" "), let (clock, length) = scanner.clock() else {
            return nil
        }
        let start = CivilTime.secondsSince1970(year: date.year, month: date.month, day: date.day, second: clock.seconds)
        if scanner.rest.isEmpty { return period(zone.secondsSince1970(local: start), length, clock.microseconds) }
        guard let offset = scanner.offset(), scanner.rest.isEmpty else { return nil }
        return period(start - offset, length, clock.microseconds)
    }

    /// In UTC with microseconds, as `read` reads it.
    package static func written(_ microseconds: Int64) -> String {
        Formatting.iso8601(Timestamp(microsecondsSince1970: microseconds))
    }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    private static func period(_ seconds: Int64, _ length: Duration, _ micros: Int64 = 0) -> ClosedRange<Timestamp>? {
        let start = seconds * 1_000_000 + micros
        let end = start + Int64(DurationText.microseconds(length)) - 1
        return Timestamp(microsecondsSince1970: start)...Timestamp(microsecondsSince1970: end)
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest = rest.dropFirst()
            return true
        }

        mutating func number(_ digits: Int) -> Int64? {
            let text = rest.prefix(digits)
            guard text.count == digits, text.allSatisfy(ASCII.isDigit) else { return nil }
            rest = rest.dropFirst(digits)
            return Int64(String(decoding: text, as: UTF8.self))
        }

        /// `2026-11-20`, or a month.
        mutating func date() -> (CivilTime, isMonth: Bool)? {
            guard let year = number(4), take("-"), let month = number(2), (1...12).contains(month) else { return nil }
            let isMonth = !take("-")
            guard let day = isMonth ? 1 : number(2), day > 0 else { return nil }
            let civil = CivilTime(
                secondsSince1970: CivilTime.secondsSince1970(year: year, month: month, day: day, second: 0))
            return civil.day == day && civil.month == month ? (civil, isMonth) : nil
        }

        /// `10:15`, `10:15:30`, `10:15:30.250`, with how long what it names is.
        mutating func clock() -> ((seconds: Int64, microseconds: Int64), Duration)? {
            guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60 else { return nil }
            let start = hour * 3600 + minute * 60
            guard take(":") else { return ((start, 0), .seconds(60)) }
            guard let second = number(2), second < 60 else { return nil }
            guard take(".") else { return ((start + second, 0), .seconds(1)) }
            let digits = rest.prefix(while: ASCII.isDigit)
            guard (1...6).contains(digits.count), let fraction = number(digits.count) else { return nil }
            let step = (digits.count..<6).reduce(Int64(1)) { step, _ in step * 10 }
            return ((start + second, fraction * step), .microseconds(step))
        }

        /// `Z`, `+02:00`, `-0530`.
        mutating func offset() -> Int64? {
            if take("z") { return 0 }
            let isEast = take("+")
            guard isEast || take("-"), let hour = number(2), hour < 24 else { return nil }
            _ = take(":")
            guard let minute = number(2), minute < 60 else { return nil }
            return (hour * 3600 + minute * 60) * (isEast ? 1 : -1)
        }
    }
}

/// Durations as filters write them: `500us`, `200ms`, `1.5s`, `10m`, `2h`, `3d`, `1w`.
enum LogDuration {
    private static let units: [String: Double] = [
        "us": 1, "µs": 1, "ms": 1e3, "s": 1e6, "sec": 1e6, "m": 6e7, "min": 6e7, "h": 3.6e9, "d": 8.64e10,
        "w": 6.048e11,
    ]

    /// - Parameter unitIsOptional: whether a bare number is one of milliseconds.
    static func microseconds(_ text: String, unitIsOptional: Bool = true) -> Int64? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(digits.count).lowercased()
        // As filters are written: a Double has no room for all digits.
        if unit == "us", let exact = Int64(digits) { return min(exact, .max - 1) }
        guard let number = Double(digits), number >= 0 else { return nil }
        guard let factor = unit.isEmpty ? (unitIsOptional ? 1e3 : nil) : units[unit] else { return nil }
        let micros = (number * factor).rounded()
        return micros < 1e17 ? Int64(micros) : 100_000_000_000_000_000
    }
}
