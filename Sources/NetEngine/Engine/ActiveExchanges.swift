import Synchronization

/// The exchanges in flight, so that they can be cancelled by id.
final class ActiveExchanges: Sendable {
    private struct State {
        var controls: [ExchangeID: ExchangeControl] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// A place of this id that was cancelled, such as that of a task that had not begun, makes the new one cancelled, too.
    func add(_ id: ExchangeID, transport: any Transport) -> ExchangeControl {
        let control = ExchangeControl(transport: transport)
        let before = state.withLock { $0.controls.updateValue(control, forKey: id) }
        if before?.isCancelled == true { control.cancel() }
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

    /// All are marked before the first one ends, so that a batch sends nothing more when one of its exchanges has ended.
    func cancelAll() {
        let all = state.withLock { state in
            for control in state.controls.values { control.markCancelled() }
            return Array(state.controls.values)
        }
        for control in all { control.cancel() }
    }

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
        /// Ends what `interruptible` waits for.
        var interrupt: (@Sendable () -> Void)?
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let transport: any Transport

    init(transport: any Transport) { self.transport = transport }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// `cancel` must follow, which ends what is going on.
    func markCancelled() { state.withLock { $0.isCancelled = true } }

    func cancel() {
        let (token, interrupt, task) = state.withLock { state in
            state.isCancelled = true
            return (state.token, state.interrupt, state.task)
        }
        if let token { transport.cancel(token) }
        interrupt?()
        task?.cancel()
    }

    /// A task that is cancelled too, at once if that has happened already.
    func cancelsToo(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Call after the transport took the job: a cancellation in between reaches it now.
    func began(_ token: UInt64) {
        let isCancelled = state.withLock { state in
            state.token = token
            return state.isCancelled
        }
        if isCancelled { transport.cancel(token) }
    }

    func ended() { state.withLock { $0.token = nil } }

    enum Interruptible<Value: Sendable>: Sendable {
        case done(Value)
        case cancelled
        case timedOut
    }

    /// Does the work, but stops waiting for it when the exchange is cancelled or the deadline passes; the task of the work
    /// is then cancelled, and may end later.
    ///
    /// The work begins at once on this thread; work that never suspends costs neither a thread switch nor a timer.
    func interruptible<Value: Sendable>(
        until deadline: MonotonicInstant?, _ work: @escaping @Sendable () async -> Value
    ) async -> Interruptible<Value> {
        await withCheckedContinuation { continuation in
            let result = FirstResult(continuation)
            let task = Self.begin { result.give(.done(await work())) }
            if result.isGiven { return }
            result.whenGiven { task.cancel() }
            if let deadline {
                let timer = DeadlineTimer.shared.call(at: deadline) { result.give(.timedOut) }
                result.whenGiven { DeadlineTimer.shared.cancel(timer) }
            }
            let isCancelled = state.withLock { state in
                state.interrupt = { result.give(.cancelled) }
                return state.isCancelled
            }
            if isCancelled { result.give(.cancelled) }
        }
    }
}

extension ExchangeControl {
    /// On the caller's thread until it waits for the first time, where the system can do that; with the caller's task-local values.
    private static func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate { await work() }
        } else {
            Task { await work() }
        }
    }
}

/// A continuation that several may resume and only the first does.
private final class FirstResult<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, Never>?
        var followUps: [@Sendable () -> Void] = []
    }

    private let state: Mutex<State>

    init(_ continuation: CheckedContinuation<Value, Never>) { state = Mutex(State(continuation: continuation)) }

    var isGiven: Bool { state.withLock { $0.continuation == nil } }

    func give(_ value: Value) {
        let (continuation, followUps) = state.withLock { state in
            defer { state = State() }
            return (state.continuation, state.followUps)
        }
        guard let continuation else { return }
        continuation.resume(returning: value)
        for followUp in followUps { followUp() }
    }

    /// Runs at once if a value was given already.
    func whenGiven(_ followUp: @escaping @Sendable () -> Void) {
        let isGiven = state.withLock { state in
            if state.continuation != nil { state.followUps.append(followUp) }
            return state.continuation == nil
        }
        if isGiven { followUp() }
    }
}
