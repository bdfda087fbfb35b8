/// Sleeps in short naps, so that who gives up need not wait for the end of a pause.
struct StoppableClock: Clock {
    typealias Instant = ContinuousClock.Instant
    let isStopped: @Sendable () -> Bool

    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .milliseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        while now < deadline {
            if isStopped() { throw CancellationError() }
            try await Task.sleep(for: min(.milliseconds(50), now.duration(to: deadline)))
        }
    }
}
