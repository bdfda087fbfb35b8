import Base
import NetEngine

/// The time zone of the user: how far clocks are ahead of UTC, which in most zones depends on the season. An integer literal is a
/// zone whose clocks are never changed, in seconds east of UTC.
package struct LocalZone: Sendable, ExpressibleByIntegerLiteral {
    private let offset: @Sendable (_ secondsSince1970: Int64) -> Int

    /// - Parameter offset: seconds east of UTC at a second since 1970.
    package init(_ offset: @escaping @Sendable (_ secondsSince1970: Int64) -> Int) { self.offset = offset }

    package init(integerLiteral seconds: Int) { self.init { _ in seconds } }

    /// Seconds east of UTC at that moment.
    package func offset(at moment: Timestamp) -> Int { offset(Self.seconds(moment)) }

    /// What clocks and calendars show at that moment.
    package func civil(_ moment: Timestamp) -> CivilTime {
        let seconds = Self.seconds(moment)
        return CivilTime(secondsSince1970: seconds + Int64(offset(seconds)))
    }

    /// The second since 1970 at which clocks show a time.
    /// - Parameter local: the time, as a second since 1970 if the zone were UTC. Of one that comes twice the second is meant, and
    ///   for one that clocks are set forward over, the one that is as long after the last midnight.
    func secondsSince1970(local: Int64) -> Int64 {
        // No clock is more than a day from UTC, and none is changed twice within two days.
        let (before, after) = (Int64(offset(local - 86_400)), Int64(offset(local + 86_400)))
        let late = local - after
        return Int64(offset(late)) == after ? late : local - before
    }

    // MARK: Texts

    /// The time of day as `HH:MM:SS.mmm`.
    package func clock(_ moment: Timestamp, showsMilliseconds: Bool = true) -> String {
        Formatting.clock(moment, utcOffsetSeconds: offset(at: moment), showsMilliseconds: showsMilliseconds)
    }

    /// The time of day; of another day than `now`, the date with hour and minute: `10:15:00`, `11-20 10:15`, `2025-11-20 10:15`.
    package func dayAndClock(_ moment: Timestamp, now: Timestamp) -> String {
        let (then, today) = (civil(moment), civil(now))
        if then.date == today.date { return then.clock }
        let date = then.year == today.year ? String(then.date.suffix(5)) : then.date
        return "\(date) \(then.clock.prefix(5))"
    }

    private static func seconds(_ moment: Timestamp) -> Int64 {
        let micros = moment.microsecondsSince1970
        return (micros - CivilTime.modulo(micros, 1_000_000)) / 1_000_000
    }
}
