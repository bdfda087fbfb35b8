import Base
import Glibc
import NetEngine
import Synchronization
import TerminalUI
import Workspace

/// Runs a program that reads its standard input and shows nothing, with a time limit.
enum PipedProgram {
    enum Outcome: Sendable, Hashable {
        case exited(status: Int32)
        case signalled(Int32)
        case timedOut
        /// Holds the system's reason.
        case notStarted(String)

        /// What went wrong, as a sentence; nil for status 0.
        func problem(of name: String) -> String? {
            switch self {
            case .exited(0): nil
            case .exited(let status):
                "\(name) \(ExternalProgram.problem(ofShellStatus: status) ?? "ended with status \(status)")."
            case .signalled(let number): "\(name) was ended by signal \(number)."
            case .timedOut: "\(name) did not end in time."
            case .notStarted(let reason): "\(name) could not be started: \(reason)."
            }
        }
    }

    /// Blocks until the program ends or the time is over; it is killed then.
    static func run(_ arguments: [String], input: [UInt8], timeLimit: Duration) -> Outcome {
        let deadline = ContinuousClock.now + timeLimit
        guard let started = start(arguments) else { return .notStarted(SystemError.clause(errno)) }
        let isWritten = feed(input, to: started.input, until: deadline)
        close(started.input)
        let status = started.process.status(until: isWritten ? deadline : .now)
        guard let status else { return .timedOut }
        let number = status & 0x7F
        return number == 0 ? .exited(status: status >> 8 & 0xFF) : .signalled(number)
    }

    /// Starts a program that nobody waits for, without a terminal.
    static func startDetached(_ arguments: [String], ended: @escaping @Sendable (Outcome) -> Void) -> String? {
        guard let started = start(arguments) else { return SystemError.clause(errno) }
        close(started.input)
        started.process.whenEnded { status in
            let number = status & 0x7F
            ended(number == 0 ? .exited(status: status >> 8 & 0xFF) : .signalled(number))
        }
        return nil
    }

    /// A child, whose status a separate thread collects.
    private final class Child: Sendable {
        private struct State {
            var status: Int32?
            var callback: (@Sendable (Int32) -> Void)?
        }
        let id: pid_t
        /// Readable when the child has ended.
        private let ending = WakePipe()
        private let state = Mutex(State())

        init(_ id: pid_t) {
            self.id = id
            _ = BackgroundThread.start { [self] in
                var status: Int32 = 0
                while waitpid(id, &status, 0) < 0, errno == EINTR {}
                let ended = status
                let callback = state.withLock { state in
                    state.status = ended
                    return state.callback
                }
                ending.wake()
                callback?(ended)
            }
        }

        /// nil if it had not ended by then; it was killed.
        func status(until deadline: ContinuousClock.Instant) -> Int32? {
            var descriptor = pollfd(fd: ending.readEnd, events: Int16(POLLIN), revents: 0)
            if PipedProgram.wait(for: &descriptor, until: deadline) { return state.withLock { $0.status } }
            kill(id, SIGKILL)
            return nil
        }

        func whenEnded(_ callback: @escaping @Sendable (Int32) -> Void) {
            let status = state.withLock { state in
                if state.status == nil { state.callback = callback }
                return state.status
            }
            if let status { callback(status) }
        }
    }

    private static func start(_ arguments: [String]) -> (process: Child, input: Int32)? {
        // A socket and not a pipe: it is closed in other children from the start, and writing to it raises no signal.
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        let id = ChildProcess.start(arguments, streams: [ends[0], nil, nil])
        let code = errno
        close(ends[0])
        guard let id else {
            close(ends[1])
            errno = code
            return nil
        }
        return (Child(id), ends[1])
    }

    /// False if the program did not read everything in time. One that closes its input early has read what it wants.
    private static func feed(_ input: [UInt8], to descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        var rest = input[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard wait(for: &waiting, until: deadline) else { return false }
            } else if errno != EINTR {
                return errno == EPIPE || errno == ECONNRESET
            }
        }
        return true
    }

    private static func wait(for descriptor: inout pollfd, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let rest = ContinuousClock.now.duration(to: deadline).components
            let milliseconds = rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000
            let result = poll(&descriptor, 1, Int32(clamping: max(0, milliseconds)))
            if result >= 0 { return result > 0 }
            guard errno == EINTR else { return false }
        }
    }
}

/// Work that blocks, on a separate thread, or in a task if the system cannot create one.
enum Background {
    static func run(_ body: @escaping @Sendable () -> Void) {
        if !BackgroundThread.start(body) { Task.detached { body() } }
    }
}
