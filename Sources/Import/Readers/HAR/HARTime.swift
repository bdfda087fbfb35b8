import NetEngine

/// Times as archives write them: ISO 8601 with a date, a time and a zone.
enum HARTime {
    /// Seconds since 1970; nil if the text is not such a time.
    static func seconds(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy(ASCII.isDigit) else { return nil }
            return bytes[range].reduce(0) { 10 * $0 + Int64($1 - UInt8(ascii: "0")) }
        }
        guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month),
            (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var place = 19
        var fraction = 0.0
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            var scale = 0.1
            place += 1
            while place < bytes.count, ASCII.isDigit(bytes[place]) {
                fraction += scale * Double(bytes[place] - UInt8(ascii: "0"))
                scale /= 10
                place += 1
            }
        }
        guard let offset = zone(bytes[place...]) else { return nil }
        let whole = CivilTime.secondsSince1970(
            year: year, month: month, day: day, second: hour * 3600 + minute * 60 + second)
        return Double(whole - offset) + fraction
    }

    /// The seconds that a zone is ahead of UTC; a time without a zone counts as UTC.
    private static func zone(_ text: ArraySlice<UInt8>) -> Int64? {
        guard let sign = text.first else { return 0 }
        if text.count == 1, sign | 0x20 == UInt8(ascii: "z") { return 0 }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard digits.count == 4, digits.allSatisfy(ASCII.isDigit),
            let value = Int64(String(decoding: digits, as: UTF8.self))
        else { return nil }
        let seconds = value / 100 * 3600 + value % 100 * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}
