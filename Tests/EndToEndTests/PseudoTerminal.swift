import Glibc
import TestSupport
import Testing

/// The built program on a separate pseudo-terminal, as a user would run it: bytes in, bytes out, signals, sizes.
final class PseudoTerminal {
    private(set) var output: [UInt8] = []
    let process: pid_t
    private let master: Int32
    private let slave: Int32
    private var status: Int32?

    /// Starts `apitui` with these arguments; its environment has the given variables and PATH.
    /// - Parameter ignored: a signal that it is started with ignored, such as `HUP`.
    init(
        _ arguments: [String], environment: [String], rows: UInt16 = 24, columns: UInt16 = 80,
        ignoring ignored: String? = nil
    ) throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&ends.master, &ends.slave, nil, nil, &size) == 0)
        master = ends.master
        // Kept open here, so that its settings can be read after the program has ended.
        slave = ends.slave
        for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        let name = PseudoTerminal.target(ofLink: "/proc/self/fd/\(slave)")

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a new session opens becomes its controlling terminal.
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        // POSIX_SPAWN_SETSID, which the Glibc module leaves out.
        let setsid: Int32 = 0x80
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigfillset(&defaults)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(
            &attributes, Int16(setsid | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let words =
            (ignored.map { ["/bin/sh", "-c", "trap '' $0; exec \"$@\"", $0] } ?? []) + [BuiltProgram.path] + arguments
        let argumentList = words.map { strdup($0) } + [nil]
        let environmentList = (environment + ["PATH=/usr/bin:/bin"]).map { strdup($0) } + [nil]
        defer { for pointer in argumentList + environmentList { free(pointer) } }
        var started: pid_t = 0
        try #require(posix_spawn(&started, words[0], &actions, &attributes, argumentList, environmentList) == 0)
        process = started
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            var ignored: Int32 = 0
            waitpid(process, &ignored, 0)
        }
        close(master)
        close(slave)
    }

    static func target(ofLink link: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(link, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var text: String { String(decoding: output, as: UTF8.self) }

    func type(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = write(master, bytes, bytes.count)
    }

    func resize(rows: UInt16, columns: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Forgets what was read so far.
    func forget() { output = [] }

    /// Reads until the output contains a text; fails after `LongestWait`.
    func expect(_ wanted: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let needle = Array(wanted.utf8)
        let deadline = ContinuousClock.now + LongestWait.duration
        while !contains(needle) {
            guard readMore(until: deadline) else {
                Issue.record(
                    "\(wanted.debugDescription) did not come, but \(text.debugDescription)",
                    sourceLocation: sourceLocation)
                return
            }
        }
    }

    private func contains(_ needle: [UInt8]) -> Bool {
        guard output.count >= needle.count, !needle.isEmpty else { return needle.isEmpty }
        return (0...output.count - needle.count).contains { output[$0..<$0 + needle.count].elementsEqual(needle) }
    }

    private func readMore(until deadline: ContinuousClock.Instant) -> Bool {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return false }
        var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, Int32(left / .milliseconds(1)) + 1) > 0 else { return errno == EINTR }
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = read(master, &chunk, chunk.count)
        guard count > 0 else { return false }
        output += chunk[..<count]
        return true
    }

    /// Reads all output until the program ends; returns the exit status, or 128 plus the signal.
    func end() -> Int32 {
        if let status { return status }
        let deadline = ContinuousClock.now + LongestWait.duration
        var raw: Int32 = 0
        while waitpid(process, &raw, WNOHANG) == 0 {
            var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            // The slave stays open here, so reading never reaches an end: alternate between output and the program's
            // end.
            if poll(&ready, 1, 10) > 0 { _ = readMore(until: deadline) }
            guard ContinuousClock.now < deadline else {
                Issue.record("the program did not end: \(text.debugDescription)")
                return -1
            }
        }
        var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&ready, 1, 0) > 0, readMore(until: deadline) {}
        let result = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + (raw & 0x7F)
        status = result
        return result
    }

    /// What the program left unread: a shell would get it.
    var unreadInput: String {
        var modes = termios()
        tcgetattr(slave, &modes)
        cfmakeraw(&modes)
        tcsetattr(slave, TCSANOW, &modes)
        var ready = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) > 0 else { return "" }
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = read(slave, &chunk, chunk.count)
        return String(decoding: chunk.prefix(max(0, count)), as: UTF8.self)
    }

    /// True if the line settings are those of a fresh terminal: echo, line by line, signals from keys.
    var isCooked: Bool {
        var modes = termios()
        tcgetattr(slave, &modes)
        let wanted = tcflag_t(ECHO | ICANON | ISIG)
        return modes.c_lflag & wanted == wanted && modes.c_iflag & tcflag_t(ICRNL) != 0
    }
}
