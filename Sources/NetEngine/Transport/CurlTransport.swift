import CCurl
import Glibc
import Synchronization

/// HTTP by libcurl: one thread, one multi handle, any number of transfers at once.
///
/// The thread starts with the first job, not before: a program that sends nothing pays nothing.
public final class CurlTransport: Transport {
    private enum State {
        case notStarted
        case running(CurlMailbox)
        case stopped
    }

    private let trust: TrustSettings
    private let limits: ConnectionLimits
    private let state = Mutex(State.notStarted)

    /// A transport with connections of its own; nothing is opened before the first job.
    public init(trust: TrustSettings = TrustSettings(), limits: ConnectionLimits = ConnectionLimits()) {
        self.trust = trust
        self.limits = limits
    }

    deinit {
        if case .running(let mailbox) = state.withLock({ $0 }) { _ = mailbox.post(.stop) }
    }

    /// Hands the job to the engine thread, which starts with the first one.
    public func start(_ job: TransportJob) {
        let now = MonotonicInstant.now
        guard let mailbox = runningMailbox(), mailbox.post(.start(job, postedAt: now)) else {
            var result = TransportResult()
            result.failure =
                state.withLock { if case .stopped = $0 { true } else { false } }
                ? .cancelled()
                : EngineError(.internal, "The engine thread cannot be started.")
            job.completion(result)
            return
        }
    }

    /// Ends the job with `cancelled`, keeping what came; nothing happens when it is over.
    public func cancel(_ token: UInt64) {
        guard case .running(let mailbox) = state.withLock({ $0 }) else { return }
        _ = mailbox.post(.cancel(token))
    }

    /// Goes on reading for a job whose receiver had no room.
    public func resume(_ token: UInt64) {
        guard case .running(let mailbox) = state.withLock({ $0 }) else { return }
        _ = mailbox.post(.resumeReceiving(token))
    }

    /// Ends all jobs with `cancelled`, closes all connections and returns when the engine thread has stopped. Later
    /// jobs end as `cancelled`.
    public func shutdown() async {
        let mailbox: CurlMailbox? = state.withLock { state in
            defer { state = .stopped }
            if case .running(let mailbox) = state { return mailbox }
            return nil
        }
        guard let mailbox else { return }
        _ = mailbox.post(.stop)
        await mailbox.waitUntilStopped()
    }

    /// The engine thread; see `Engine.executor`.
    public var executor: (any TaskExecutor)? { self }

    private func runningMailbox() -> CurlMailbox? {
        state.withLock { state in
            switch state {
            case .running(let mailbox): return mailbox
            case .stopped: return nil
            case .notStarted:
                guard let mailbox = CurlLoop.launch(trust: trust, limits: limits) else { return nil }
                state = .running(mailbox)
                return mailbox
            }
        }
    }
}

extension CurlTransport: TaskExecutor {
    /// Runs the task on the engine thread, between two looks at the sockets; after `shutdown` on a thread of its own.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        if let mailbox = runningMailbox(), mailbox.post(.run(job, on: executor)) { return }
        // Nobody may be left waiting for ever, so with no thread at all it runs here and now.
        if !EngineThread.start({ job.runSynchronously(on: executor) }) { job.runSynchronously(on: executor) }
    }
}

/// Which certificate authorities are trusted. The variables are those of OpenSSL and of the curl program.
public struct TrustSettings: Sendable, Hashable {
    /// A PEM file instead of the system's.
    public var caFile: String?
    /// A folder of hashed PEM files.
    public var caDirectory: String?

    /// The system's authorities, or those that are named here.
    /// - Parameters:
    ///   - caFile: a PEM file.
    ///   - caDirectory: a folder of PEM files that are named by their hash.
    public init(caFile: String? = nil, caDirectory: String? = nil) {
        self.caFile = caFile
        self.caDirectory = caDirectory
    }

    /// `CURL_CA_BUNDLE` before `SSL_CERT_FILE`, and `SSL_CERT_DIR`; an empty variable counts as unset.
    public static func fromProcessEnvironment() -> TrustSettings {
        from { name in getenv(name).map { String(cString: $0) } }
    }

    /// The same from any set of variables.
    static func from(_ variable: (String) -> String?) -> TrustSettings {
        func filled(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        return TrustSettings(
            caFile: filled("CURL_CA_BUNDLE") ?? filled("SSL_CERT_FILE"), caDirectory: filled("SSL_CERT_DIR"))
    }
}
