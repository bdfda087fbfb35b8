import Base

/// Dates, times and durations (RFC 3339 §5.6 and appendix A).
enum DateFormat {
    typealias Text = UnsafeBufferPointer<UInt8>

    static func isDateTime(_ text: Text) -> Bool {
        guard text.count > 11, text[10] | 0x20 == UInt8(ascii: "t") else { return false }
        return date(text[..<10]) != nil && isTime(text[11...])
    }

    /// `2024-05-31`.
    static func date(_ text: Slice<Text>) -> (year: Int, month: Int, day: Int)? {
        let start = text.startIndex
        guard text.count == 10, text[start + 4] == Byte.minus, text[start + 7] == Byte.minus,
            let year = number(text[start..<(start + 4)]), let month = number(text[(start + 5)..<(start + 7)]),
            let day = number(text[(start + 8)...]), (1...12).contains(month), day >= 1, day <= days(month, year)
        else { return nil }
        return (year, month, day)
    }

    private static func days(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// `12:00:00.5+02:00`; a 60th second only where one can be inserted, at 23:59 UTC.
    static func isTime(_ text: Slice<Text>) -> Bool {
        var place = text.startIndex
        guard text.count >= 9, text[place + 2] == Byte.colon, text[place + 5] == Byte.colon,
            let hour = number(text[place..<(place + 2)]), let minute = number(text[(place + 3)..<(place + 5)]),
            let second = number(text[(place + 6)..<(place + 8)]), hour < 24, minute < 60, second <= 60
        else { return false }
        place += 8
        if text[place] == Byte.dot {
            let fraction = text[(place + 1)...].prefix { isDigit($0) }
            guard !fraction.isEmpty else { return false }
            place = fraction.endIndex
        }
        guard place < text.endIndex else { return false }
        var offset = 0
        if text[place] | 0x20 == UInt8(ascii: "z") {
            guard place + 1 == text.endIndex else { return false }
        } else {
            guard text[place] == Byte.plus || text[place] == Byte.minus, text.endIndex - place == 6,
                text[place + 3] == Byte.colon, let hours = number(text[(place + 1)..<(place + 3)]),
                let minutes = number(text[(place + 4)...]), hours < 24, minutes < 60
            else { return false }
            offset = (hours * 60 + minutes) * (text[place] == Byte.minus ? -1 : 1)
        }
        let universal = ((hour * 60 + minute - offset) % 1440 + 1440) % 1440
        return second < 60 || universal == 1439
    }

    /// `P1Y2M3DT4H5M6S` or `P4W`: units in order, none left out between two (appendix A).
    static func isDuration(_ text: Text) -> Bool {
        guard text.first == UInt8(ascii: "P"), text.count > 1 else { return false }
        var place = 1
        var units = Array("YMD".utf8)
        var isInTime = false
        var last = -1
        while place < text.count {
            if text[place] == UInt8(ascii: "T") {
                guard !isInTime, place + 1 < text.count else { return false }
                (isInTime, units, last) = (true, Array("HMS".utf8), -1)
                place += 1
                continue
            }
            let digits = text[place...].prefix { isDigit($0) }
            place = digits.endIndex
            guard !digits.isEmpty, place < text.count else { return false }
            if text[place] == UInt8(ascii: "W") { return digits.startIndex == 1 && place + 1 == text.count }
            guard let unit = units.firstIndex(of: text[place]), unit > last, last < 0 || unit == last + 1 else {
                return false
            }
            last = unit
            place += 1
        }
        return true
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func number(_ text: Slice<Text>) -> Int? {
        guard !text.isEmpty, text.allSatisfy(isDigit) else { return nil }
        return text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
