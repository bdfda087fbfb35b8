/// A moment of the monotonic clock, in nanoseconds since an arbitrary start.
package struct MonotonicTime: Sendable, Hashable, Comparable {
    package var nanoseconds: UInt64

    package init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    package static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The moment after a duration; negative durations count as zero.
    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: time.nanoseconds &+ UInt64(max(0, duration / .nanoseconds(1))))
    }

    /// The time since `earlier`; zero if that is later than this moment.
    package func since(_ earlier: MonotonicTime) -> Duration {
        .nanoseconds(Int64(clamping: nanoseconds > earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0))
    }
}
