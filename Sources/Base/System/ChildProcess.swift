import Glibc

/// Starts programs.
package enum ChildProcess {
    /// Starts a program with default signal handling, whatever this process uses.
    ///
    /// - Parameters:
    ///   - arguments: the program first; it is looked up on the `PATH`.
    ///   - streams: what it gets as standard input, output and error; nil for `/dev/null`. The caller closes them. Those that are
    ///     not in the list it shares with this process.
    ///   - hasOwnGroup: whether it runs beside this process, in a process group of its own: it can be killed as a whole, and keys of
    ///     the terminal do not reach it.
    /// - Returns: nil with errno if it cannot be started.
    package static func start(_ arguments: [String], streams: [Int32?] = [], hasOwnGroup: Bool = true) -> pid_t? {
        guard let name = arguments.first else {
            errno = ENOENT
            return nil
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in streams.enumerated() {
            if let stream {
                posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
            } else {
                posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, name, &actions, &attributes, words, environ)
        guard code == 0 else {
            errno = code
            return nil
        }
        return id
    }
}
