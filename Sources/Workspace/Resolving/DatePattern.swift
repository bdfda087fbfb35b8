import Base
import NetEngine

/// Formats a date and time with a pattern of Day.js or .NET (HTTP-FORMAT §10).
///
/// A pattern with `yyyy` or `dd` but neither `YYYY` nor `DD` is a .NET pattern. Names of months and days are English.
/// Text that is not a token is copied.
struct DatePattern {
    enum Dialect: Hashable { case dayjs, dotnet }

    var pattern: String

    var dialect: Dialect {
        let isNet = pattern.contains("yyyy") || pattern.contains("dd")
        return isNet && !pattern.contains("YYYY") && !pattern.contains("DD") ? .dotnet : .dayjs
    }

    func text(of moment: CivilMoment) -> String {
        switch dialect {
        case .dayjs: dayjs(moment)
        case .dotnet: dotnet(moment)
        }
    }

    // MARK: Day.js

    private static let dayjsTokens = [
        "YYYY", "YY", "MMMM", "MMM", "MM", "M", "DD", "Do", "D", "dddd", "ddd", "dd", "d", "HH", "H", "hh", "h", "kk",
        "k", "mm", "m", "ss", "s", "SSS", "ZZ", "Z", "A", "a", "Q", "X", "x",
    ]

    private func dayjs(_ moment: CivilMoment) -> String {
        var output = ""
        var rest = pattern[...]
        // No bracket can close after the last one.
        let lastClose = pattern.lastIndex(of: "]") ?? pattern.startIndex
        while let first = rest.first {
            countWork(1)
            if first == "[", rest.startIndex < lastClose, let close = rest.firstIndex(of: "]") {
                output += rest[rest.index(after: rest.startIndex)..<close]
                rest = rest[rest.index(after: close)...]
            } else if let token = Self.dayjsTokens.first(where: { rest.hasPrefix($0) }) {
                output += Self.dayjs(token, moment)
                rest = rest.dropFirst(token.count)
            } else {
                output.append(first)
                rest = rest.dropFirst()
            }
        }
        return output
    }

    private static func dayjs(_ token: String, _ moment: CivilMoment) -> String {
        let time = moment.local
        return switch token {
        case "YYYY": CivilTime.padded(time.year, 4)
        case "YY": CivilTime.padded(time.year % 100, 2)
        case "MMMM": time.monthName
        case "MMM": String(time.monthName.prefix(3))
        case "MM": CivilTime.padded(time.month, 2)
        case "M": String(time.month)
        case "DD": CivilTime.padded(time.day, 2)
        case "D": String(time.day)
        case "Do": ordinal(time.day)
        case "dddd": time.dayName
        case "ddd": String(time.dayName.prefix(3))
        case "dd": String(time.dayName.prefix(2))
        case "d": String(time.weekday)
        case "k": String(time.hour == 0 ? 24 : time.hour)
        case "kk": CivilTime.padded(time.hour == 0 ? 24 : time.hour, 2)
        case "SSS": CivilTime.padded(moment.millisecond, 3)
        case "Z": moment.offset(colon: true)
        case "ZZ": moment.offset(colon: false)
        case "A": time.hour < 12 ? "AM" : "PM"
        case "a": time.hour < 12 ? "am" : "pm"
        case "Q": String((time.month - 1) / 3 + 1)
        case "X": String(moment.secondsSince1970)
        case "x": String(moment.millisecondsSince1970)
        default: clock(token, time)
        }
    }

    private static func ordinal(_ day: Int64) -> String {
        let suffix = (11...13).contains(day % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][day % 10] ?? "th"
        return "\(day)\(suffix)"
    }

    /// The tokens that both dialects share.
    private static func clock(_ token: String, _ time: CivilTime) -> String {
        let half = (time.hour + 11) % 12 + 1
        return switch token {
        case "HH": CivilTime.padded(time.hour, 2)
        case "H": String(time.hour)
        case "hh": CivilTime.padded(half, 2)
        case "h": String(half)
        case "mm": CivilTime.padded(time.minute, 2)
        case "m": String(time.minute)
        case "ss": CivilTime.padded(time.second % 60, 2)
        case "s": String(time.second % 60)
        default: token
        }
    }

    // MARK: .NET

    private func dotnet(_ moment: CivilMoment) -> String {
        var output = ""
        var rest = pattern[...]
        while let first = rest.first {
            countWork(1)
            if first == "'" || first == "\"", let close = rest.dropFirst().firstIndex(of: first) {
                output += rest[rest.index(after: rest.startIndex)..<close]
                rest = rest[rest.index(after: close)...]
            } else if first == "\\", rest.count > 1 {
                output.append(rest[rest.index(after: rest.startIndex)])
                rest = rest.dropFirst(2)
            } else if first == "%" {
                rest = rest.dropFirst()
            } else {
                let run = rest.prefix { $0 == first }
                output += Self.dotnet(first, run.count, moment) ?? String(run)
                rest = rest.dropFirst(run.count)
            }
        }
        return output
    }

    /// nil if the letters are not a token.
    private static func dotnet(_ letter: Character, _ count: Int, _ moment: CivilMoment) -> String? {
        let time = moment.local
        switch letter {
        case "y": return count <= 2 ? CivilTime.padded(time.year % 100, count) : CivilTime.padded(time.year, count)
        case "M": return count <= 2 ? CivilTime.padded(time.month, count) : prefix(time.monthName, count)
        case "d": return count <= 2 ? CivilTime.padded(time.day, count) : prefix(time.dayName, count)
        case "H", "h", "m", "s": return clock(String(repeating: letter, count: min(count, 2)), time)
        case "f", "F":
            let digits = CivilTime.padded(moment.millisecond, 3) + "0000"
            let text = String(digits.prefix(count))
            return letter == "f" ? text : String(text.reversed().drop { $0 == "0" }.reversed())
        case "t": return String((time.hour < 12 ? "AM" : "PM").prefix(count))
        case "z":
            if count > 2 { return moment.offset(colon: true) }
            let hours = CivilTime.padded(abs(moment.offsetSeconds) / 3600, count)
            return (moment.offsetSeconds < 0 ? "-" : "+") + hours
        case "K": return moment.isUTC ? "Z" : moment.offset(colon: true)
        default: return nil
        }
    }

    private static func prefix(_ name: String, _ count: Int) -> String { count == 3 ? String(name.prefix(3)) : name }
}

/// A moment with milliseconds, and the offset of the zone in which it is shown.
struct CivilMoment: Hashable {
    var millisecondsSince1970: Int64
    /// East is positive.
    var offsetSeconds: Int64 = 0
    /// True for UTC itself, as opposed to a zone whose offset happens to be zero.
    var isUTC = true

    var secondsSince1970: Int64 {
        // Rounded down, without overflow near the least number.
        millisecondsSince1970 / 1000 - (millisecondsSince1970 % 1000 < 0 ? 1 : 0)
    }

    /// 0 to 999.
    var millisecond: Int64 {
        let rest = millisecondsSince1970 % 1000
        return rest < 0 ? rest + 1000 : rest
    }

    /// The date and time in the zone.
    var local: CivilTime { CivilTime(secondsSince1970: secondsSince1970.addingReportingOverflow(offsetSeconds).0) }

    /// `+02:00`, `+0200`.
    func offset(colon: Bool) -> String {
        let minutes = abs(offsetSeconds) / 60
        return (offsetSeconds < 0 ? "-" : "+") + CivilTime.padded(minutes / 60, 2) + (colon ? ":" : "")
            + CivilTime.padded(minutes % 60, 2)
    }

    /// The moment later by an amount in a unit of HTTP-FORMAT §10 (`y Q M w d h m s ms`); nil if the unit is unknown or
    /// the result is out of range.
    func shifted(by amount: Int64, unit: String) -> CivilMoment? {
        var moment = self
        if unit == "ms" {
            let (sum, overflow) = millisecondsSince1970.addingReportingOverflow(amount)
            moment.millisecondsSince1970 = sum
            return overflow ? nil : moment
        }
        guard let seconds = DynamicValue.shifted(secondsSince1970, by: amount, unit: unit),
            seconds.magnitude < UInt64(Int64.max / 2000)
        else { return nil }
        moment.millisecondsSince1970 = seconds * 1000 + millisecond
        return moment
    }
}
