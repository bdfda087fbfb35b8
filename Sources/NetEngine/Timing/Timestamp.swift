#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A moment of the wall clock, in microseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Negative before 1970. Leap seconds do not count.
    public let microsecondsSince1970: Int64

    /// A moment from its number of microseconds.
    public init(microsecondsSince1970: Int64) { self.microsecondsSince1970 = microsecondsSince1970 }

    /// Whether a is earlier than b.
    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microsecondsSince1970 < b.microsecondsSince1970 }
}

extension Timestamp {
    /// The wall clock.
    public static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microsecondsSince1970: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// The wall clock in whole seconds since 1970.
    @Sendable public static func secondsNow() -> Int64 { now.microsecondsSince1970 / 1_000_000 }
}
