#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// HTTP by libcurl: any number of transfers at once on one thread, or on several with separate connections.
///
/// A thread starts with its first job, not before: a program that sends nothing pays nothing.
public final class CurlTransport: Transport {
    private let threads: [CurlThread]

    /// A transport with its own connections; nothing is opened before the first job.
    /// - `threads`: how many; see `EngineConfiguration.threads`. Default 1.
    public init(
        trust: TrustSettings = TrustSettings(), limits: ConnectionLimits = ConnectionLimits(), threads: Int = 1
    ) {
        // A limit of open connections can be kept only where one thread opens them all.
        let count = limits.perHost == nil && limits.total == nil ? max(1, min(threads, Self.maxThreads)) : 1
        self.threads = (0..<count).map { _ in CurlThread(trust: trust, limits: limits) }
    }

    private static let maxThreads = 64

    /// Passes the job to an engine thread: to the caller's, if it runs on one, so that a task on `executors` uses the
    /// connections of its thread; else to the first.
    public func start(_ job: TransportJob) {
        let now = MonotonicInstant.now
        let thread = threads.count == 1 ? threads[0] : threads.first(where: \.isCurrent) ?? threads[0]
        if let failure = thread.post(.start(job, postedAt: now)) {
            var result = TransportResult()
            result.failure = failure
            job.completion(result)
        }
    }

    /// Ends the job with `cancelled`, keeping what arrived; nothing happens if it is over.
    public func cancel(_ token: UInt64) { for thread in threads { thread.postIfRunning(.cancel(token)) } }

    /// Continues to read for a job whose receiver had no room.
    public func resume(_ token: UInt64) { for thread in threads { thread.postIfRunning(.resumeReceiving(token)) } }

    /// Ends all jobs with `cancelled`, closes all connections and returns when the engine threads have stopped. Later
    /// jobs end as `cancelled`.
    public func shutdown() async {
        for mailbox in threads.map({ $0.stop() }) { await mailbox?.waitUntilStopped() }
    }

    /// The engine threads; see `Engine.executors`.
    public var executors: [any TaskExecutor] { threads }
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
