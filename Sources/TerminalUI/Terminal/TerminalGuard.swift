import Base
import CNcurses
import Glibc

/// Restores the terminal on exits that no `defer` sees: crashes, SIGQUIT, and `exit` from anywhere.
///
/// While armed, it holds what a signal handler needs for that: the restore string, the earlier termios, and the
/// original stderr. The handler calls only async-signal-safe functions (`write`, `tcsetattr`, `tcflush`, `poll`, `read`, `pread`,
/// `dup2`, `sigaction`, `raise`) and reads only the words below, which are written before `isArmed` is set.
package enum TerminalGuard {
    /// Signals that end the process at once: the terminal is restored, then their default action is taken. If
    /// SWIFT_BACKTRACE is set, the Swift runtime's handlers run instead of the default; otherwise its interactive
    /// backtrace would block the shell for 30 s.
    static let fatalSignals: [Int32] = [SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP, SIGQUIT, SIGSYS]
    /// Signals that nobody sends us on purpose, or limits of the system (`ulimit -t`). Their default action ends the process, too.
    static let strayEndings: [Int32] = [
        SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPOLL, SIGPWR, SIGSTKFLT,
    ]

    /// Makes a crash print one sentence instead of a stack trace, and restore the terminal if it is taken over. The
    /// exit status is still that of the signal. Call it once, as early as possible.
    package static func watchForCrashes() { installOnce() }

    /// Makes a sudden end restore the terminal.
    /// - Parameters:
    ///   - restore: the bytes that end full-screen mode, cursor hiding, mouse and paste reports, and colours.
    ///   - modes: the terminal's earlier line settings.
    static func arm(restore: [UInt8], modes: termios, output: Int32) {
        guardState.isArmed = 0
        let kept = min(restore.count, guardRestoreCapacity)
        for index in 0..<kept { guardBytes[index] = restore[index] }
        guardModes.pointee = modes
        guardState.length = kept
        guardState.output = output
        installOnce()
        guardState.isArmed = 1
    }

    /// Call this once the terminal was given back in the ordinary way.
    static func disarm() { guardState.isArmed = 0 }

    /// Whether the terminal was asked something and has not answered: after a sudden end the answer would be typed into the shell.
    static func awaitReport(_ isOpen: Bool) { guardState.awaitsReport = isOpen ? 1 : 0 }

    /// Sends the process's stderr to an unlinked file from now on, so that no library's message appears on the screen.
    static func captureErrors() {
        guard guardState.errorFile < 0 else { return }
        // A TMPDIR that cannot be written must not put messages on the screen.
        guard let file = unlinkedFile(in: temporaryFolder) ?? unlinkedFile(in: "/tmp") else { return }
        let saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        guard saved >= 0, dup2(file, STDERR_FILENO) >= 0 else {
            close(file)
            return
        }
        guardState.savedErrors = saved
        guardState.errorFile = file
    }

    private static func unlinkedFile(in folder: String) -> Int32? {
        var name = Array("\(folder)/apitui-stderr-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { return nil }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        unlink(name)
        return file
    }

    /// Restores stderr and prints there what was captured (the last 64 KB).
    static func releaseErrors() {
        guard guardState.errorFile >= 0 else { return }
        replayErrors()
        close(guardState.errorFile)
        close(guardState.savedErrors)
        guardState.errorFile = -1
        guardState.savedErrors = -1
    }

    /// Changes the line settings of standard input's terminal while work goes on. A signal that ends the program restores them first.
    /// - Returns: nil if standard input is not a terminal; then the work is not done.
    package static func withModes<Result>(
        _ change: (inout termios) -> Void, _ work: () -> Result
    ) -> Result? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
        var modes = before
        change(&modes)
        arm(restore: [], modes: before, output: STDIN_FILENO)
        let handled = restoreFirst([SIGINT, SIGTERM, SIGHUP])
        for (signal, action) in handled where action.isIgnored { SignalAction.restore(signal, action) }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
        defer {
            // What came late is thrown away with what was typed meanwhile.
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            for (signal, action) in handled { SignalAction.restore(signal, action) }
            disarm()
        }
        return work()
    }

    /// Makes signals restore the terminal, then end the process; returns what they did before.
    private static func restoreFirst(_ signals: [Int32]) -> [(Int32, sigaction)] {
        signals.map { ($0, SignalAction.replace($0, with: { fatalSignalArrived($0) })) }
    }

    private static func installOnce() {
        guard !guardState.isInstalled else { return }
        guardState.isInstalled = true
        // Touch them here: the first access allocates, which a signal handler must not do.
        _ = (guardBytes, guardModes, guardOldActions)
        let keepsOld = getenv("SWIFT_BACKTRACE") != nil
        // A handler on a separate stack can run even after a stack overflow.
        var stack = stack_t()
        let size = 64 * 1024
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stack.ss_size = size
        sigaltstack(&stack, nil)
        for signal in fatalSignals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { fatalSignalArrived($0) }
            action.sa_flags = Int32(bitPattern: UInt32(SA_ONSTACK)) | Int32(SA_NODEFER)
            sigaction(signal, &action, keepsOld ? guardOldActions + Int(signal) : nil)
        }
        // A parent may have us ignore one, and a profiler may handle one.
        for (signal, before) in restoreFirst(strayEndings) where !before.isDefault {
            SignalAction.restore(signal, before)
        }
        atexit { emergencyRestore() }
    }
}

private struct GuardState {
    var isArmed: sig_atomic_t = 0
    var awaitsReport: sig_atomic_t = 0
    var isInstalled = false
    var length = 0
    var output: Int32 = STDOUT_FILENO
    var errorFile: Int32 = -1
    var savedErrors: Int32 = -1
}

private let guardRestoreCapacity = 1024
// Written by the thread that owns the terminal, read by signal handlers; see TerminalGuard. `arm` touches all of them,
// so that no handler is the first to initialise one.
nonisolated(unsafe) private var guardState = GuardState()
nonisolated(unsafe) private let guardBytes = UnsafeMutablePointer<UInt8>.allocate(capacity: guardRestoreCapacity)
nonisolated(unsafe) private let guardModes: UnsafeMutablePointer<termios> = {
    let modes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    modes.initialize(to: termios())
    return modes
}()
nonisolated(unsafe) private let guardOldActions: UnsafeMutablePointer<sigaction> = {
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    // All zeros means SIG_DFL.
    actions.initialize(repeating: sigaction(), count: 65)
    return actions
}()

/// Async-signal-safe. Does nothing if the terminal is not taken over.
func emergencyRestore() {
    guard guardState.isArmed != 0 else { return }
    guardState.isArmed = 0
    dropLateReports()
    makeRoom(in: guardState.output)
    _ = write(guardState.output, guardBytes, guardState.length)
    tcsetattr(guardState.output, TCSANOW, guardModes)
    if guardState.errorFile >= 0 { replayErrors() }
}

/// Async-signal-safe. Discards the output that a terminal does not take (flow control, a line that hangs): to write more would wait for
/// good.
func makeRoom(in output: Int32) {
    var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    if poll(&ready, 1, 0) == 0 { tcflush(output, TCOFLUSH) }
}

/// Async-signal-safe. Reads what the terminal still has to answer, for half a second at most; the last report ends with a c.
private func dropLateReports() {
    guard guardState.awaitsReport != 0 else { return }
    guardState.awaitsReport = 0
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
        guard let bytes = buffer.baseAddress else { return }
        for _ in 0..<10 {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, 50) >= 0 else { return }
            guard Int32(input.revents) & POLLIN != 0 else { continue }
            let count = read(STDIN_FILENO, bytes, 256)
            guard count > 0, memchr(bytes, Int32(UInt8(ascii: "c")), count) == nil else { return }
        }
    }
}

/// Async-signal-safe. Restores stderr and prints what was captured.
private func replayErrors() {
    let file = guardState.errorFile
    dup2(guardState.savedErrors, STDERR_FILENO)
    let size = lseek(file, 0, SEEK_END)
    var offset = max(0, size - 65536)
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
        while offset < size {
            let count = pread(file, buffer.baseAddress, 1024, offset)
            guard count > 0, write(STDERR_FILENO, buffer.baseAddress, count) > 0 else { return }
            offset += count
        }
    }
    ftruncate(file, 0)
}

private func fatalSignalArrived(_ signal: Int32) {
    let code = errno
    emergencyRestore()
    switch signal {
    case SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP, SIGSYS: reportCrash(code)
    default: break
    }
    sigaction(signal, guardOldActions + Int(signal), nil)
    raise(signal)
}

/// Prints one sentence about a crash on stderr. Async-signal-safe.
/// - Parameter code: `errno` of the crashed thread: the runtime ends the program right after the system refused it
///   memory or a descriptor.
private func reportCrash(_ code: Int32) {
    let sentence: StaticString =
        switch code {
        case ENOMEM:
            "apitui: The program ends here because the system gives it no more memory ('ulimit -v' shows and sets the limit).\n"
        case EMFILE, ENFILE:
            "apitui: The program ends here because no file descriptor is left ('ulimit -n' shows and sets the limit).\n"
        default:
            "apitui: The program ends here because of a bug. Please report it and say what you did.\n"
        }
    _ = write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount)
}
