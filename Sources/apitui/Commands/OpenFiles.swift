import Base
import Dispatch
import Glibc
import NetEngine
import Workspace

/// The file descriptors that the program may still open: counted before work begins that needs them.
enum OpenFiles {
    /// Without so many nothing can be sent: the engine, the runtime's timers, the cache on disk and one connection need them.
    static let least = 24
    /// From here on nothing has to be counted.
    private static let plenty = 512
    /// A connection, and a body that is read from a file or written to one.
    private static let perJob = 2

    /// How many requests run at once with what there is, and how many connections the engine may have open.
    struct Budget: Sendable, Hashable {
        let jobs: Int
        let connections: ConnectionLimits
        /// One sentence for the user, where fewer requests run at once than were asked for.
        let note: String?

        /// - Parameters:
        ///   - free: descriptors that can still be opened.
        ///   - limit: that may be open at once, for the sentence.
        ///   - sharesServer: whether the other end of each connection is in this process too.
        init(free: Int, limit: Int, jobs wanted: Int, sharesServer: Bool = false) {
            let spare = max(0, free - OpenFiles.least) / (sharesServer ? 2 : 1)
            jobs = max(1, min(wanted, spare / OpenFiles.perJob))
            var connections = ConnectionLimits()
            if spare < wanted * OpenFiles.perJob + connections.idle {
                // What is left for files, one for each job, is not for connections.
                connections.total = max(1, spare - jobs)
                connections.idle = max(1, min(connections.idle, spare - jobs))
            }
            self.connections = connections
            note =
                jobs == wanted
                ? nil
                : "\(jobs) of \(wanted) requests run at once: this program may hold \(limit) files open ('ulimit -n' shows and "
                    + "sets it), and each request needs \(OpenFiles.perJob)."
        }
    }

    /// What there is for so many requests at once, where there is memory at all. Raises the limit for them as far as the system allows: many begin with 1024
    /// where they allow more.
    /// - Throws: one sentence, where there is too little for a single request.
    static func budget(jobs: Int, sharesServer: Bool = false) throws(CommandFailure) -> Budget {
        try MemoryRoom.check()
        let wanted = least + jobs * perJob * (sharesServer ? 2 : 1) + ConnectionLimits().idle
        // What stands open already is not known yet.
        let limit = raisedLimit(to: wanted + 64)
        guard limit < plenty + wanted else {
            return Budget(free: limit, limit: limit, jobs: jobs, sharesServer: sharesServer)
        }
        let open = countOpen(below: limit)
        guard limit - open >= least else {
            throw CommandFailure(
                SafeText(
                    "Too few files may be open: the limit is \(limit), \(open) are open, and \(least) more are needed. Raise it with 'ulimit -n 1024'."
                ), status: .failed)
        }
        holdTimers()
        return Budget(free: limit - open, limit: limit, jobs: jobs, sharesServer: sharesServer)
    }

    /// The limit, after it was raised if it was lower than that.
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

    /// Those that the limit counts: a number above it may have been opened before the limit was lowered.
    private static func countOpen(below limit: Int) -> Int {
        switch DiskFile.names(in: "/proc/self/fd") {
        // The folder itself was open while it was read.
        case .success(let names): max(0, names.compactMap { Int($0) }.filter { $0 < limit }.count - 1)
        case .failure(.system(EMFILE)): limit
        case .failure: (0..<Int32(clamping: limit)).count { fcntl($0, F_GETFD) >= 0 }
        }
    }

    /// Has the runtime open what its timers need while there is room: it would end the program if it could not later.
    private static func holdTimers() {
        try? BlockingBridge.wait {
            try await ContinuousClock().sleep(for: .nanoseconds(1))
            try await SuspendingClock().sleep(for: .nanoseconds(1))
        }
    }
}
