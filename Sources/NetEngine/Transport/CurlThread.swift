import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// One engine thread with its own connections, started by its first command, and its use as an executor.
final class CurlThread: TaskExecutor {
    private enum State {
        case notStarted
        case running(CurlMailbox)
        case stopped
    }

    private let trust: TrustSettings
    private let limits: ConnectionLimits
    private let state = Mutex(State.notStarted)

    init(trust: TrustSettings, limits: ConnectionLimits) {
        self.trust = trust
        self.limits = limits
    }

    deinit { if let mailbox = mailboxIfRunning { _ = mailbox.post(.stop) } }

    /// Whether the caller runs on this thread.
    var isCurrent: Bool { mailboxIfRunning?.isReadByThisThread == true }

    /// Gives the thread a command, and starts it if it does not run yet.
    /// - Returns: nil if it took the command, else why not: `cancelled` after `stop`.
    func post(_ command: CurlMailbox.Command) -> EngineError? {
        do throws(EngineError) { return try runningMailbox()?.post(command) == true ? nil : .cancelled() } catch {
            return error
        }
    }

    /// For commands that mean nothing to a thread without jobs.
    func postIfRunning(_ command: CurlMailbox.Command) { _ = mailboxIfRunning?.post(command) }

    /// Ends all jobs, for good.
    /// - Returns: the mailbox to call `waitUntilStopped` on.
    func stop() -> CurlMailbox? {
        let mailbox: CurlMailbox? = state.withLock { state in
            defer { state = .stopped }
            if case .running(let mailbox) = state { return mailbox }
            return nil
        }
        _ = mailbox?.post(.stop)
        return mailbox
    }

    private var mailboxIfRunning: CurlMailbox? {
        state.withLock { if case .running(let mailbox) = $0 { mailbox } else { nil } }
    }

    /// nil after `stop`.
    private func runningMailbox() throws(EngineError) -> CurlMailbox? {
        // Through a result, because `withLock` does not pass typed errors on.
        try state.withLock { state -> Result<CurlMailbox?, EngineError> in
            switch state {
            case .running(let mailbox): return .success(mailbox)
            case .stopped: return .success(nil)
            case .notStarted:
                do throws(EngineError) {
                    let mailbox = try CurlLoop.launch(trust: trust, limits: limits)
                    state = .running(mailbox)
                    return .success(mailbox)
                } catch { return .failure(error) }
            }
        }.get()
    }

    /// Runs the task on the thread, between two checks of the sockets; after `stop` on a new thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        if post(.run(job, on: executor)) == nil { return }
        // Nobody may wait for ever, so without any thread it runs here at once.
        if EngineThread.start({ job.runSynchronously(on: executor) }) != 0 { job.runSynchronously(on: executor) }
    }
}
