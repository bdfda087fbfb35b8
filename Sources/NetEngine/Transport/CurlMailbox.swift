import CCurl
import Synchronization

/// Where any thread leaves work for the engine thread.
///
/// The engine thread is woken only when it sleeps: under load it finds the commands by itself.
final class CurlMailbox: Sendable {
    enum Command: Sendable {
        case start(TransportJob, postedAt: MonotonicInstant)
        case cancel(UInt64)
        /// The body of that job's request can be read again.
        case resume(UInt64)
        /// The receiver of that job's answer has room again.
        case resumeReceiving(UInt64)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var isSleeping = false
        /// The address of the multi handle while `curl_multi_wakeup` may be called on it.
        var multiAddress: UInt
        var isClosed = false
        var isStopped = false
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(multi: UnsafeMutableRawPointer) {
        state = Mutex(State(multiAddress: UInt(bitPattern: multi)))
    }

    /// False when the engine thread has stopped: the command is not taken then.
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.commands.append(command)
            if state.isSleeping {
                state.isSleeping = false
                // Inside the lock, so that `close` cannot free the handle meanwhile.
                curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: state.multiAddress))
            }
            return true
        }
    }

    func take() -> [Command] {
        state.withLock { state in
            guard !state.commands.isEmpty else { return [] }
            return exchange(&state.commands, with: [])
        }
    }

    /// Whether the engine thread may sleep now: no command waits.
    func beginSleep() -> Bool {
        state.withLock { state in
            state.isSleeping = state.commands.isEmpty
            return state.isSleeping
        }
    }

    func endSleep() { state.withLock { $0.isSleeping = false } }

    /// What came too late to be worked on.
    func close() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            return exchange(&state.commands, with: [])
        }
    }

    /// The last act of the engine thread.
    func markStopped() {
        let waiters = state.withLock { state in
            state.isStopped = true
            defer { state.stopWaiters = [] }
            return state.stopWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func waitUntilStopped() async {
        await withCheckedContinuation { continuation in
            let isStopped = state.withLock { state in
                if !state.isStopped { state.stopWaiters.append(continuation) }
                return state.isStopped
            }
            if isStopped { continuation.resume() }
        }
    }

    private func exchange(_ commands: inout [Command], with new: [Command]) -> [Command] {
        var taken = new
        swap(&taken, &commands)
        return taken
    }
}
