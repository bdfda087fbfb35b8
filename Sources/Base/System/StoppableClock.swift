/// Sleeps in short intervals, so that a caller that gives up need not wait for a long pause to end.
package struct StoppableClock: Clock {
    package typealias Instant = ContinuousClock.Instant
    package let isStopped: @Sendable () -> Bool

    package init(isStopped: @escaping @Sendable () -> Bool) { self.isStopped = isStopped }

    package var now: Instant { ContinuousClock.now }
    package var minimumResolution: Duration { .milliseconds(1) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        while now < deadline {
            if isStopped() { throw CancellationError() }
            try await Task.sleep(for: min(.milliseconds(50), now.duration(to: deadline)))
        }
    }
}
