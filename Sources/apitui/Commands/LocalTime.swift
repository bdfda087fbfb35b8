import Base
import Glibc
import NetEngine
import RequestLog

/// The time zone of the user.
enum LocalTime {
    static let zone = LocalZone { secondsSince1970 in
        var moment = time_t(secondsSince1970)
        var local = tm()
        localtime_r(&moment, &local)
        return local.tm_gmtoff
    }

    /// The moment that `--before` names: an age such as `7d`, a day or a time.
    static func before(_ text: String) throws(CommandFailure) -> Timestamp {
        guard let period = LogMoment.read(text, now: .now, zone: zone) else {
            throw CommandFailure("--before \(text): it is not a time; write for example 7d, today or 2026-11-20.")
        }
        return period.lowerBound
    }
}
