import Synchronization

/// The exchanges that are not over, so that they can be cancelled by id.
final class ActiveExchanges: Sendable {
    private struct State {
        var controls: [ExchangeID: ExchangeControl] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func add(_ id: ExchangeID, transport: any Transport) -> ExchangeControl {
        let control = ExchangeControl(transport: transport)
        state.withLock { $0.controls[id] = control }
        return control
    }

    func remove(_ id: ExchangeID) {
        let waiters = state.withLock { state in
            state.controls[id] = nil
            guard state.controls.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func control(_ id: ExchangeID) -> ExchangeControl? { state.withLock { $0.controls[id] } }
    func all() -> [ExchangeControl] { state.withLock { Array($0.controls.values) } }

    func waitUntilEmpty() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if !state.controls.isEmpty { state.waiters.append(continuation) }
                return state.controls.isEmpty
            }
            if isEmpty { continuation.resume() }
        }
    }
}

/// The handle by which an exchange is cancelled, whichever hop it is at.
final class ExchangeControl: Sendable {
    private struct State {
        var isCancelled = false
        var token: UInt64?
    }

    private let state = Mutex(State())
    private let transport: any Transport

    init(transport: any Transport) { self.transport = transport }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        let token = state.withLock { state in
            state.isCancelled = true
            return state.token
        }
        if let token { transport.cancel(token) }
    }

    /// To be called after the transport took the job: a cancellation that came meanwhile reaches it now.
    func began(_ token: UInt64) {
        let isCancelled = state.withLock { state in
            state.token = token
            return state.isCancelled
        }
        if isCancelled { transport.cancel(token) }
    }

    func ended() { state.withLock { $0.token = nil } }
}
