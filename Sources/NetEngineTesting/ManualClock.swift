import Synchronization

/// A clock for tests: nobody waits by it for real.
///
/// Give it to `StubTransport(clock:)` for delays, and to `EngineConfiguration.clock` for the waits before retries;
/// `EngineConfiguration(stub:)` does both.
public final class ManualClock: Clock {
    /// What a sleep does.
    public enum Mode: Sendable {
        /// Each sleep ends at once, and moves the clock to its end.
        case jumping
        /// A sleep ends when `advance(by:)` has moved the clock so far, or its task is cancelled.
        case standing
    }

    /// A moment of the clock.
    public struct Instant: InstantProtocol {
        /// Since the clock was made.
        public var offset: Duration
        /// The moment that is later by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// How long it is until the other moment.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether it is earlier.
        public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var now = Duration.zero
        var sleeps: [Duration] = []
        var sleepers: [Sleeper] = []
        var waiters = CountWaiters()
        var nextID = 0
        var cancelled: Set<Int> = []
    }

    private let mode: Mode
    private let state = Mutex(State())

    /// A clock that begins at zero.
    /// - Parameter mode: by default each sleep ends at once.
    public init(_ mode: Mode = .jumping) { self.mode = mode }

    /// The moment to which the clock was moved.
    public var now: Instant { Instant(offset: state.withLock { $0.now }) }
    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }
    /// How long each sleep so far was to be, in the order in which they began.
    public var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// Moves the clock, and ends the sleeps whose time has come.
    public func advance(by duration: Duration) {
        let awake = state.withLock { state in
            state.now += duration
            let awake = state.sleepers.filter { $0.deadline <= state.now }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return awake
        }
        for sleeper in awake { sleeper.continuation.resume(returning: true) }
    }

    /// Returns as soon as this many tasks sleep by this clock: then `advance(by:)` reaches them.
    public func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { $0.waiters.add(continuation, until: count, now: $0.sleepers.count) }
            if isReady { continuation.resume() }
        }
    }

    /// Sleeps as the mode of the clock says.
    /// - Throws: `CancellationError` if the task is cancelled while the clock stands.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.sleeps.append(deadline.offset - state.now)
            if mode == .jumping { state.now = max(state.now, deadline.offset) }
            state.nextID += 1
            return state.nextID
        }
        guard mode == .standing else { return }
        let isAwake = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(Sleeper(id: id, deadline: deadline.offset, continuation: continuation))
            }
        } onCancel: {
            cancel(id)
        }
        guard isAwake else { throw CancellationError() }
    }

    private func add(_ sleeper: Sleeper) {
        let (result, waiters) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(sleeper.id) != nil { return (false, []) }
            if sleeper.deadline <= state.now { return (true, []) }
            state.sleepers.append(sleeper)
            return (nil, state.waiters.take(at: state.sleepers.count))
        }
        if let result { sleeper.continuation.resume(returning: result) }
        for waiter in waiters { waiter.resume() }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(returning: false)
    }
}
