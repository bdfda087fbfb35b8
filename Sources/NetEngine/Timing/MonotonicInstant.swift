#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A moment of the clock that never jumps; costs one `clock_gettime`, which needs no system call.
package struct MonotonicInstant: Sendable, Hashable, Comparable {
    package let nanoseconds: Int64

    package static var now: MonotonicInstant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    static let distantFuture = MonotonicInstant(nanoseconds: .max)
    static let longAgo = MonotonicInstant(nanoseconds: 0)

    package static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Never negative.
    func since(_ earlier: MonotonicInstant) -> Duration {
        .nanoseconds(max(0, nanoseconds - earlier.nanoseconds))
    }

    /// Saturates, so that any limit a caller sets is safe; a negative limit passes at once.
    func advanced(by duration: Duration) -> MonotonicInstant {
        let (seconds, attoseconds) = duration.components
        let (whole, tooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !tooLong else { return seconds < 0 ? self : .distantFuture }
        let (exact, tooLongStill) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        let (sum, tooLate) = nanoseconds.addingReportingOverflow(max(0, exact))
        return tooLongStill || tooLate ? .distantFuture : MonotonicInstant(nanoseconds: sum)
    }
}
