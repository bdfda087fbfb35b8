import Glibc

/// Where the loop hears of signals.
package protocol SignalSource {
    /// Readable when there are some; for `poll`.
    var descriptor: Int32 { get }
    func drain() -> [SignalPipe.Arrival]
}

/// Signals as bytes in a pipe that the loop polls. One a process; it lives from `install` to the end.
///
/// A second request to end that finds the first one unread means that the loop hangs: the terminal is restored and the
/// signal does its default.
package final class SignalPipe: SignalSource {
    package enum Arrival: Sendable, Hashable {
        case resized
        /// SIGTSTP from outside: ^Z itself is a key.
        case stopRequested
        /// SIGCONT: somebody else may have used the terminal.
        case continued
        case terminate(TerminationSignal)
    }

    package let pipe = WakePipe()
    private static let handled: [Int32] = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT]

    /// Installs the handlers and ignores SIGPIPE.
    package init() {
        signalWriteEnd = pipe.writeEnd
        signalUnreadEnds = 0
        for signal in SignalPipe.handled { SignalPipe.install(signal) }
        Glibc.signal(SIGPIPE, SIG_IGN)
    }

    package var descriptor: Int32 { pipe.readEnd }

    private static func install(_ signal: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signalArrived($0) }
        action.sa_flags = Int32(SA_RESTART)
        sigaction(signal, &action, nil)
    }

    package func drain() -> [Arrival] {
        let numbers = pipe.clear()
        signalUnreadEnds = 0
        var arrivals: [Arrival] = []
        for number in numbers {
            let arrival: Arrival
            switch Int32(number) {
            case SIGWINCH: arrival = .resized
            case SIGTSTP: arrival = .stopRequested
            case SIGCONT: arrival = .continued
            case SIGTERM: arrival = .terminate(.terminate)
            case SIGHUP: arrival = .terminate(.hangup)
            case SIGINT: arrival = .terminate(.interrupt)
            default: continue
            }
            if arrivals.last != arrival { arrivals.append(arrival) }
        }
        return arrivals
    }
}

/// Somebody wants the program to end.
package enum TerminationSignal: Int32, Sendable, Hashable {
    case hangup = 1
    case interrupt = 2
    case terminate = 15

    /// What a shell expects from a program that ended because of it.
    package var exitStatus: Int32 { 128 + rawValue }
}

// Read and written by the handler, which runs on whichever thread; words only.
nonisolated(unsafe) private var signalWriteEnd: Int32 = -1
nonisolated(unsafe) private var signalUnreadEnds: sig_atomic_t = 0

/// Async-signal-safe: one `write`, errno kept.
private func signalArrived(_ signal: Int32) {
    let savedErrno = errno
    if signal == SIGTERM || signal == SIGHUP || signal == SIGINT {
        signalUnreadEnds += 1
        if signalUnreadEnds > 2 {
            emergencyRestore()
            Glibc.signal(signal, SIG_DFL)
            raise(signal)
        }
    }
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(signalWriteEnd, &byte, 1)
    errno = savedErrno
}
