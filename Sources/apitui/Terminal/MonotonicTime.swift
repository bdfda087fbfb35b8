/// A moment of the monotonic clock, in nanoseconds since an arbitrary start.
struct MonotonicTime: Sendable, Hashable, Comparable {
    var nanoseconds: UInt64
    static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The moment a while later; negative durations count as zero.
    static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: time.nanoseconds &+ UInt64(max(0, duration / .nanoseconds(1))))
    }

    /// How long after `earlier`; zero when it is not.
    func since(_ earlier: MonotonicTime) -> Duration {
        .nanoseconds(Int64(clamping: nanoseconds > earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0))
    }
}
