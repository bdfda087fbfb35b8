extension HTTPDate {
    /// Reads exactly the three forms of RFC 9110 §5.6.7 and nothing near them, as a cache must: a date that is not one
    /// means "expired already" (RFC 9111 §5.3). Only the case of letters is free.
    ///
    /// The name of the day must be one, but is not checked against the date.
    /// - `now`: seconds since 1970; decides the century of a two-digit year: at most 50 years ahead.
    package static func strictSeconds(_ bytes: [UInt8], now: Int64) -> Int64? {
        let text = ListSyntax.trimmed(bytes[...])
        // `Sun, 06 Nov 1994 08:49:37 GMT`
        if text.count == 29, text[text.startIndex + 3] == UInt8(ascii: ",") {
            var reader = DateReader(text)
            guard reader.takeDay(long: false), reader.take(", "), let day = reader.takeDigits(2), reader.take(" "),
                let month = reader.takeMonth(), reader.take(" "), let year = reader.takeDigits(4), reader.take(" "),
                let time = reader.takeTime(), reader.take(" GMT"), reader.isAtEnd
            else { return nil }
            return seconds(
                year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
        }
        // `Sun Nov  6 08:49:37 1994`
        if text.count == 24 {
            var reader = DateReader(text)
            guard reader.takeDay(long: false), reader.take(" "), let month = reader.takeMonth(), reader.take(" "),
                let day = reader.takeDayOfMonth(), reader.take(" "), let time = reader.takeTime(), reader.take(" "),
                let year = reader.takeDigits(4), reader.isAtEnd
            else { return nil }
            return seconds(
                year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
        }
        // `Sunday, 06-Nov-94 08:49:37 GMT`
        var reader = DateReader(text)
        guard reader.takeDay(long: true), reader.take(", "), let day = reader.takeDigits(2), reader.take("-"),
            let month = reader.takeMonth(), reader.take("-"), let short = reader.takeDigits(2), reader.take(" "),
            let time = reader.takeTime(), reader.take(" GMT"), reader.isAtEnd
        else { return nil }
        let thisYear = Int(CivilTime(secondsSince1970: now).year)
        var full = thisYear - thisYear % 100 + short
        if full > thisYear + 50 { full -= 100 }
        return seconds(year: full, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
    }

    /// As it is written today: `Sun, 06 Nov 1994 08:49:37 GMT`. Years outside 0 to 9999 are cut to them.
    public static func text(_ seconds: Int64) -> String {
        CivilTime(secondsSince1970: min(max(seconds, -62_167_219_200), 253_402_300_799)).rfc1123
    }
}

/// Parses the bytes of a date, without intermediate slices and strings: every stored response has dates.
private struct DateReader {
    static let days: [StaticString] = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// Letters in any case.
    /// - Parameter length: how many of its bytes are meant; default all.
    mutating func take(_ text: StaticString, length: Int? = nil) -> Bool {
        let length = length ?? text.utf8CodeUnitCount
        guard bytes.endIndex - position >= length else { return false }
        let start = position
        let isThere = text.withUTF8Buffer { text in
            for index in 0..<length where Self.lower(bytes[start + index]) != Self.lower(text[index]) { return false }
            return true
        }
        if isThere { position += length }
        return isThere
    }

    mutating func takeDay(long: Bool) -> Bool {
        for day in Self.days where take(day, length: long ? nil : 3) { return true }
        return false
    }

    /// 1 to 12.
    mutating func takeMonth() -> Int? {
        for index in Self.months.indices where take(Self.months[index]) { return index + 1 }
        return nil
    }

    mutating func takeDigits(_ count: Int) -> Int? {
        guard bytes.endIndex - position >= count else { return nil }
        var value = 0
        for index in position..<position + count {
            guard ASCII.isDigit(bytes[index]) else { return nil }
            value = value * 10 + Int(bytes[index]) - 48
        }
        position += count
        return value
    }

    /// Two digits, or a space and one.
    mutating func takeDayOfMonth() -> Int? { take(" ") ? takeDigits(1) : takeDigits(2) }

    mutating func takeTime() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = takeDigits(2), take(":"), let minute = takeDigits(2), take(":"), let second = takeDigits(2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }
}
