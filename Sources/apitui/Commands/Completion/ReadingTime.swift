import Glibc

/// How long completion reads requests: a key is waited for. Counts what this thread computes, so that on a busy machine a list is late,
/// and not shorter.
struct ReadingTime {
    private let end: Duration

    /// - Parameter most: beside the start of the program, and what is done with what was read, all of which must take less than 50 ms.
    init(_ most: Duration = .milliseconds(20)) { end = Self.used + most }

    var isLeft: Bool { Self.used < end }

    private static var used: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Duration.seconds(time.tv_sec) + Duration.nanoseconds(time.tv_nsec)
    }
}
