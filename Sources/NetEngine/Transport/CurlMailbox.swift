import CCurl
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Queue by which any thread hands work to the engine thread.
///
/// The engine thread is woken only when it sleeps: under load it finds the commands by itself.
final class CurlMailbox: Sendable {
    enum Command: Sendable {
        case start(TransportJob, postedAt: MonotonicInstant)
        case cancel(UInt64)
        /// The body of that job's request can be read again.
        case resume(UInt64)
        /// The receiver of that job's response has room again.
        case resumeReceiving(UInt64)
        /// A piece of a task that is to run on the engine thread.
        case run(UnownedJob, on: UnownedTaskExecutor)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        var isSleeping = false
        var isClosed = false
        var isStopped = false
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    /// Written to in order to wake the engine thread. Lives as long as the mailbox, so it may be written to at any time.
    let wakeDescriptor: Int32

    /// Of the engine thread, once it runs.
    private let reader = Atomic<UInt>(0)

    /// Whether the caller is the engine thread.
    var isReadByThisThread: Bool { reader.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// The first act of the engine thread.
    func markRead() { reader.store(UInt(pthread_self()), ordering: .relaxed) }

    /// nil if the system has no descriptor left.
    init?() {
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        if wakeDescriptor < 0 { return nil }
    }

    deinit { if wakeDescriptor >= 0 { systemClose(wakeDescriptor) } }

    /// False if the engine thread has stopped: the command is not taken then.
    func post(_ command: Command) -> Bool {
        let (isTaken, wakes) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            defer { state.isSleeping = false }
            return (true, state.isSleeping)
        }
        // Outside the lock: the thread that wakes up asks for it at once.
        if wakes {
            var one: UInt64 = 1
            _ = write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
        }
        return isTaken
    }

    /// Replaces the content with the commands since the last call. The engine thread is awake from now on.
    func take(into commands: inout [Command]) {
        commands.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.isSleeping = false
            // The two arrays keep swapping, so neither has to grow again.
            if !state.commands.isEmpty { swap(&state.commands, &commands) }
        }
    }

    /// Whether the engine thread may sleep now, until the next `take`: no command waits.
    func beginSleep() -> Bool {
        state.withLock { state in
            state.isSleeping = state.commands.isEmpty
            return state.isSleeping
        }
    }

    /// Commands that came too late to be processed.
    func close() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// The last act of the engine thread.
    func markStopped() {
        // The system may give the next thread the same number.
        reader.store(0, ordering: .relaxed)
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
}
