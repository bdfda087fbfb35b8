import Base
import CNcurses
import Glibc

/// Runs a program in the foreground and waits for it, as a shell does.
enum ProgramRunner {
    /// Give the terminal back before calling this.
    ///
    /// While it runs, ^C and ^\ reach only the program; ^Z stops both, and `fg` continues both.
    static func run(_ program: ExternalProgram) -> ExternalProgram.Outcome {
        guard let name = program.arguments.first else { return .notStarted(sentence: "No program was named.") }
        let saved = [(SIGINT, SIG_IGN), (SIGQUIT, SIG_IGN), (SIGTSTP, SIG_DFL)].map { number, handler in
            (number, SignalAction.replace(number, with: handler))
        }
        defer { for (number, action) in saved { SignalAction.restore(number, action) } }

        guard let process = ChildProcess.start(program.arguments, hasOwnGroup: false) else {
            return .notStarted(
                sentence: "\(SafeText(name).string) could not be started: \(String(cString: strerror(errno))).")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return .notStarted(sentence: "Waiting for \(SafeText(name).string) failed.") }
        }
        let signalNumber = status & 0x7F
        return signalNumber == 0 ? .exited(status: status >> 8 & 0xFF) : .signalled(signalNumber)
    }
}

/// What signals do, and changes of it for a time.
package enum SignalAction {
    /// Whether a signal does nothing, as whoever started the program may want: `nohup`, `&` in a script.
    package static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return action.isIgnored
    }

    /// Sets a handler and returns the previous one.
    static func replace(_ signal: Int32, with handler: __sighandler_t?) -> sigaction {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        var old = sigaction()
        sigaction(signal, &action, &old)
        return old
    }

    static func restore(_ signal: Int32, _ old: sigaction) {
        var action = old
        sigaction(signal, &action, nil)
    }
}

extension sigaction {
    private var number: Int { unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) }
    /// SIG_DFL and SIG_IGN are numbers in place of a handler.
    var isDefault: Bool { number == 0 }
    var isIgnored: Bool { number == 1 }
}
