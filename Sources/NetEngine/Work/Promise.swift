import Synchronization

/// A value that is set once, from any thread; any number of tasks can wait for it.
final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiters: [CheckedContinuation<Value, Never>] = []
    }

    private let state = Mutex(State())

    /// The first value stays; later ones are ignored.
    func keep(_ value: Value) {
        let waiters = state.withLock { state in
            guard state.value == nil else { return [CheckedContinuation<Value, Never>]() }
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    /// nil as long as there is none.
    var present: Value? { state.withLock { $0.value } }

    var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state in
                    if state.value == nil { state.waiters.append(continuation) }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
