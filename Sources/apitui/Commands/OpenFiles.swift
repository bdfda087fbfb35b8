import Base
import Dispatch
import Glibc
import NetEngine
import Workspace

/// The file descriptors that the program may still open, counted before work that needs them begins.
enum OpenFiles {
    /// The minimum to send anything: the engine, the runtime's timers, the cache on disk and one connection need it.
    static let least = 24
    /// With this many free, nothing needs to be counted.
    private static let plenty = 512
    /// A connection, and a file that a body is read from or written to.
    private static let perJob = 2

    /// How many requests may be in flight, and how many connections the engine may have open.
    struct Budget: Sendable, Hashable {
        let jobs: Int
        let connections: ConnectionLimits
        /// One sentence for the user if fewer requests run at once than were asked for.
        let note: String?

        /// - Parameters:
        ///   - free: descriptors that can still be opened.
        ///   - limit: descriptors that may be open at once, as the sentence shows it.
        ///   - sharesServer: true if the server is in this process too, so that each connection has both ends here.
        init(free: Int, limit: Int, jobs wanted: Int, sharesServer: Bool = false) {
            let spare = max(0, free - OpenFiles.least) / (sharesServer ? 2 : 1)
            jobs = max(1, min(wanted, spare / OpenFiles.perJob))
            var connections = ConnectionLimits()
            if spare < wanted * OpenFiles.perJob + connections.idle {
                // The descriptors for files, one for each job, are not available for connections.
                connections.total = max(1, spare - jobs)
                connections.idle = max(1, min(connections.idle, spare - jobs))
            }
            self.connections = connections
            note =
                jobs == wanted
                ? nil
                : "\(jobs) of \(wanted) requests run at once: this program may open \(limit) files ('ulimit -n' shows and "
                    + "sets it), and each request needs \(OpenFiles.perJob)."
        }
    }

    /// The budget for this many requests at once; checks the memory too. Raises the limit as far as the system allows:
    /// many systems start with 1024 but allow more.
    /// - Throws: one sentence if there is too little for a single request.
    static func budget(jobs: Int, sharesServer: Bool = false) throws(CommandFailure) -> Budget {
        try MemoryRoom.check()
        let wanted = least + jobs * perJob * (sharesServer ? 2 : 1) + ConnectionLimits().idle
        // How many descriptors are open already is not known yet.
        let limit = raisedLimit(to: wanted + 64)
        guard limit < plenty + wanted else {
            return Budget(free: limit, limit: limit, jobs: jobs, sharesServer: sharesServer)
        }
        let open = countOpen(below: limit)
        guard limit - open >= least else {
            throw CommandFailure(
                SafeText(
                    "The limit of open files is too low: it is \(limit), \(open) are open, and \(least) more are needed. Raise it with 'ulimit -n 1024'."
                ), status: .failed)
        }
        holdTimers()
        return Budget(free: limit - open, limit: limit, jobs: jobs, sharesServer: sharesServer)
    }

    /// The limit, raised if it was lower than `wanted`.
    private static func raisedLimit(to wanted: Int) -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { return .max }
        if limit.rlim_cur < rlim_t(wanted) {
            let old = limit.rlim_cur
            limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
            if setrlimit(kind, &limit) != 0 { limit.rlim_cur = old }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Only descriptors below the limit count: higher ones may have been opened before it was lowered.
    private static func countOpen(below limit: Int) -> Int {
        switch DiskFile.names(in: "/proc/self/fd") {
        // Reading the folder opened one descriptor itself.
        case .success(let names): max(0, names.compactMap { Int($0) }.filter { $0 < limit }.count - 1)
        case .failure(.system(EMFILE)): limit
        case .failure: (0..<Int32(clamping: limit)).count { fcntl($0, F_GETFD) >= 0 }
        }
    }

    /// Makes the runtime open the descriptors of its timers while there is room: it would end the program if it could
    /// not later.
    private static func holdTimers() {
        try? BlockingBridge.wait {
            try await ContinuousClock().sleep(for: .nanoseconds(1))
            try await SuspendingClock().sleep(for: .nanoseconds(1))
        }
    }
}
