import Glibc

/// The number of descriptors that the program may hold.
enum OpenFiles {
    /// Raises the limit for so many connections at once, as far as the system allows: many begin with 1024 where they allow
    /// more.
    static func allow(connections: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = rlim_t(connections * 2 + 64)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
