/// A moment in UTC as fields of the Gregorian calendar, also before 1582: the one calendar of this package.
package struct CivilTime: Hashable {
    package var year: Int64
    /// 1 to 12.
    package var month: Int64
    /// 1 to 31.
    package var day: Int64
    /// Second of the day, 0 to 86399.
    package var second: Int64
    /// 0 is Sunday.
    package var weekday: Int64

    /// The calendar fields of a moment; moments more than 100 million years from 1970 are clamped to that.
    package init(secondsSince1970 value: Int64) {
        let limit: Int64 = 3_155_760_000_000_000
        let seconds = max(-limit, min(limit, value))
        let days = (seconds - Self.modulo(seconds, 86_400)) / 86_400
        second = Self.modulo(seconds, 86_400)
        weekday = Self.modulo(days + 4, 7)
        // Days since 0000-03-01, counted in eras of 400 years.
        let shifted = days + 719_468
        let era = (shifted - Self.modulo(shifted, 146_097)) / 146_097
        let dayOfEra = Self.modulo(shifted, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// - Parameter second: of the day.
    package static func secondsSince1970(year: Int64, month: Int64, day: Int64, second: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear - modulo(shiftedYear, 400)) / 400
        let yearOfEra = modulo(shiftedYear, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86_400 + second
    }

    /// Seconds since 1970 after adding calendar months; a day that the month does not have becomes its last.
    package func addingMonths(_ months: Int64) -> Int64 {
        let count = year * 12 + (month - 1) + max(-12_000_000, min(12_000_000, months))
        let newMonth = Self.modulo(count, 12) + 1
        let newYear = (count - Self.modulo(count, 12)) / 12
        return Self.secondsSince1970(
            year: newYear, month: newMonth, day: min(day, Self.dayCount(ofMonth: newMonth, newYear)), second: second)
    }

    /// - Parameter month: 1 to 12.
    static func dayCount(ofMonth month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// For example `2026-11-21T10:15:00.000Z`.
    package var iso8601: String { "\(date)T\(clock).000Z" }
    /// For example `2026-11-21`.
    package var date: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }
    /// For example `Sat, 21 Nov 2026 10:15:00 GMT` (RFC 9110 §5.6.7).
    package var rfc1123: String {
        "\(dayName.prefix(3)), \(Self.padded(day, 2)) \(monthName.prefix(3)) \(Self.padded(year, 4)) \(clock) GMT"
    }

    /// Hour of the day, 0 to 23.
    package var hour: Int64 { second / 3600 }
    /// Minute of the hour, 0 to 59.
    package var minute: Int64 { second / 60 % 60 }
    /// For example `Saturday`.
    package var dayName: String { Self.dayNames[Int(weekday)] }
    /// For example `November`.
    package var monthName: String { Self.monthNames[Int(month) - 1] }

    private static let dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// For example `10:15:00`.
    package var clock: String {
        "\(Self.padded(second / 3600, 2)):\(Self.padded(second / 60 % 60, 2)):\(Self.padded(second % 60, 2))"
    }

    /// Decimal digits with zeros before them.
    package static func padded(_ value: some BinaryInteger, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// A division that rounds down.
    static func floor(_ value: Int64, _ divisor: Int64) -> Int64 { (value - modulo(value, divisor)) / divisor }

    /// The rest of a division that rounds down, so that it is never negative.
    package static func modulo(_ value: Int64, _ divisor: Int64) -> Int64 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
