/// The dates of HTTP fields (RFC 9110 §5.6.7), in UTC, as seconds since 1970.
public enum HTTPDate {
    /// Reads all three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994`. The name of the day is not checked against the date; a leap second counts as the second
    /// after it. nil if the text is none of these forms, or the moment does not exist.
    /// - `now`: seconds since 1970. A year of two digits is the one that is at most 50 years ahead of now.
    public static func seconds(_ text: String, now: Int64) -> Int64? {
        let words = text.split(whereSeparator: { " ,\t".contains($0) }).map(String.init)
        switch words.count {
        case 6 where words[5] == "GMT":
            guard let year = digits(words[3], 4) else { return nil }
            return seconds(year: year, month: words[2], day: digits(words[1], 2), time: words[4])
        case 4 where words[3] == "GMT":
            let date = words[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard date.count == 3, let short = digits(date[2], 2) else { return nil }
            let thisYear = Int(CivilTime(secondsSince1970: now).year)
            var year = thisYear - thisYear % 100 + short
            if year > thisYear + 50 { year -= 100 }
            return seconds(year: year, month: date[1], day: digits(date[0], 2), time: words[2])
        case 5:
            guard let year = digits(words[4], 4) else { return nil }
            let day = digits(words[2], 2) ?? digits(words[2], 1)
            return seconds(year: year, month: words[1], day: day, time: words[3])
        default: return nil
        }
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func seconds(year: Int, month: String, day: Int?, time: String) -> Int64? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let month = months.firstIndex(of: month), let day, parts.count == 3, let hour = digits(parts[0], 2),
            let minute = digits(parts[1], 2), let second = digits(parts[2], 2)
        else { return nil }
        return seconds(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    }

    /// nil if the moment does not exist; a leap second counts as the second after it.
    static func seconds(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> Int64? {
        let (year, month, day) = (Int64(year), Int64(month), Int64(day))
        guard (1...12).contains(month), (1...CivilTime.dayCount(ofMonth: month, year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return CivilTime.secondsSince1970(
            year: year, month: month, day: day, second: Int64(hour * 3600 + minute * 60 + second))
    }

    private static func digits(_ text: String, _ count: Int) -> Int? {
        guard text.utf8.count == count, text.utf8.allSatisfy(ASCII.isDigit) else { return nil }
        return Int(text)
    }
}
