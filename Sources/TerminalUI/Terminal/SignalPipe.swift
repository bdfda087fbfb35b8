import Glibc

/// Delivers signals to the loop.
package protocol SignalSource {
    /// For `poll`: readable if there are signals.
    var descriptor: Int32 { get }
    func drain() -> [SignalPipe.Arrival]
}

/// Delivers signals as bytes in a pipe that the loop polls. Only one may exist in a process; it lasts until the process
/// ends.
///
/// If a second request to end finds the first one unread, the loop hangs: the terminal is restored and the signal's
/// default action is taken.
package final class SignalPipe: SignalSource {
    package enum Arrival: Sendable, Hashable {
        case resized
        /// SIGTSTP sent by another process: ^Z itself is a key.
        case stopRequested
        /// SIGCONT: another program may have used the terminal.
        case continued
        case terminate(TerminationSignal)
    }

    package let pipe = WakePipe()
    private static let handled: [Int32] = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT]

    /// Installs the handlers and ignores SIGPIPE. A request to end that is ignored stays so, as under `nohup`: whoever started the
    /// program wants that.
    package init() {
        // Never closed: the handlers stay, and would write into the next file that gets the descriptor.
        _ = Unmanaged.passRetained(pipe)
        signalWriteEnd = pipe.writeEnd
        signalUnreadEnds = 0
        for signal in SignalPipe.handled
        where TerminationSignal(rawValue: signal) == nil || !SignalAction.isIgnored(signal) {
            SignalPipe.install(signal)
        }
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

/// A signal that asks the program to end.
package enum TerminationSignal: Int32, Sendable, Hashable {
    case hangup = 1
    case interrupt = 2
    case terminate = 15

    /// The exit status that shells expect from a program ended by this signal.
    package var exitStatus: Int32 { 128 + rawValue }
}

// The handler may run on any thread, so these are plain words.
nonisolated(unsafe) private var signalWriteEnd: Int32 = -1
nonisolated(unsafe) private var signalUnreadEnds: sig_atomic_t = 0

/// Async-signal-safe: a single `write` that preserves errno.
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
