import Glibc

/// Dates in HTTP's format (RFC 9110 §5.6.7), in English whatever the locale.
enum DemoClock {
    /// When the shop's catalogue last changed, for validators: always the same moment.
    static let catalogueChanged = "Mon, 02 Mar 2026 09:30:00 GMT"

    /// The current time as an IMF-fixdate.
    static func now() -> String { httpDate(Int(time(nil))) }

    /// Seconds since 1970 as an IMF-fixdate.
    static func httpDate(_ seconds: Int) -> String {
        var moment = time_t(seconds)
        var parts = tm()
        gmtime_r(&moment, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let day = days[Int(parts.tm_wday)]
        let month = months[Int(parts.tm_mon)]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { two(Int($0)) }.joined(separator: ":")
        return "\(day), \(two(Int(parts.tm_mday))) \(month) \(1900 + Int(parts.tm_year)) \(clock) GMT"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
