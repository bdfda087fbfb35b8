import NetEngine

/// Something that happened, told to `update`. Time enters here, as data.
enum Action: Sendable {
    case input(InputEvent, at: MonotonicTime)
    /// A step of an exchange; `finished` carries the whole of it.
    case engine(EngineEvent)
    /// A moment asked for with `Effect.wake` has come.
    case tick(at: MonotonicTime)
}

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
