import Synchronization

/// What one subscriber has not read yet.
///
/// Waking a reader costs more than all else about an event. So the first event after a silence is handed over at once, and
/// while more keep coming the reader looks once a millisecond and reads all there are.
final class EventQueue: Sendable {
    private struct State {
        var arriving: [EngineEvent] = []
        /// In the opposite order, so that reading one moves none.
        var reading: [EngineEvent] = []
        var waiters: [CheckedContinuation<Void, Never>] = []
        var isFinished = false
        /// Something was read since the reader last paused.
        var isBusy = false
    }

    private enum Reading {
        case event(EngineEvent)
        /// Nothing is there; whether more is likely to come at once.
        case nothing(isBusy: Bool)
        case end
    }

    private let state = Mutex(State())
    private static let pause = Duration.milliseconds(1)
    /// A reader that was far behind gives the memory back.
    private static let keptCapacity = 4096

    func add(_ event: EngineEvent) {
        let waiters = state.withLock { state in
            guard !state.isFinished else { return [CheckedContinuation<Void, Never>]() }
            state.arriving.append(event)
            return Self.takeWaiters(&state)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// No more is added. What is there can still be read.
    func finish() {
        let waiters = state.withLock { state in
            state.isFinished = true
            return Self.takeWaiters(&state)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The next event, waited for; nil at the end.
    func next() async -> EngineEvent? {
        while true {
            switch read() {
            case .event(let event): return event
            case .end: return nil
            case .nothing(isBusy: true): try? await Task.sleep(for: Self.pause)
            case .nothing(isBusy: false): await waitForMore()
            }
        }
    }

    private func read() -> Reading {
        state.withLock { state in
            if state.reading.isEmpty, !state.arriving.isEmpty {
                if state.reading.capacity > Self.keptCapacity { state.reading = [] }
                swap(&state.arriving, &state.reading)
                state.reading.reverse()
            }
            if let event = state.reading.popLast() {
                state.isBusy = true
                return .event(event)
            }
            if state.isFinished { return .end }
            defer { state.isBusy = false }
            return .nothing(isBusy: state.isBusy)
        }
    }

    private func waitForMore() async {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                let waits = state.arriving.isEmpty && !state.isFinished
                if waits { state.waiters.append(continuation) }
                return waits
            }
            if !waits { continuation.resume() }
        }
    }

    private static func takeWaiters(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        guard !state.waiters.isEmpty else { return [] }
        defer { state.waiters = [] }
        return state.waiters
    }
}
