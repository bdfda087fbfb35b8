import NetEngineTesting
import Testing

/// The clock of tests.
@Suite(.timeLimit(.minutes(5))) struct ManualClockTests {
    @Test func `a jumping clock moves to the end of each sleep, never back`() async throws {
        let clock = ManualClock()
        let start = clock.now
        try await clock.sleep(for: .seconds(2))
        try await clock.sleep(until: start, tolerance: nil)
        #expect(start.duration(to: clock.now) == .seconds(2) && start < clock.now)
        #expect(clock.sleeps == [.seconds(2), .seconds(-2)])
        clock.advance(by: .seconds(1))
        #expect(clock.now == start.advanced(by: .seconds(3)))
        #expect(clock.minimumResolution == .nanoseconds(1) && start.offset == .zero)
    }

    @Test func `a standing clock ends the sleeps whose time has come, and those that are cancelled`() async throws {
        let clock = ManualClock(.standing)
        let short = Task { try await clock.sleep(for: .seconds(1)) }
        let long = Task { try await clock.sleep(for: .seconds(3)) }
        await clock.sleepers(2)
        clock.advance(by: .seconds(1))
        try await short.value
        long.cancel()
        await #expect(throws: CancellationError.self) { try await long.value }
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await early.value }
        // Its time has come before it begins.
        try await clock.sleep(until: clock.now, tolerance: nil)
        await clock.sleepers(0)
        #expect(clock.now.offset == .seconds(1) && clock.sleeps.count == 4)
    }
}
