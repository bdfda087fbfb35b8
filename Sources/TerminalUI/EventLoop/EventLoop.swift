import Glibc

/// An input that the program handles.
package enum LoopInput<Message: Sendable>: Sendable {
    case input(InputEvent, at: MonotonicTime)
    case message(Message)
    /// A moment requested with `LoopDirective.wake` has come.
    case wake(at: MonotonicTime)
    /// The program was asked to end: finish what cannot be interrupted, then return `.quit`.
    case signal(TerminationSignal)
    /// The program started with `.run` has ended.
    case external(ExternalProgram, ExternalProgram.Outcome)
}

/// What the loop does after an input.
package struct LoopDirective: Sendable {
    package enum Step: Sendable, Hashable {
        case proceed
        case suspend
        /// Gives the terminal to a program; when it ends, the loop delivers `LoopInput.external`.
        case run(ExternalProgram)
        case quit
    }

    package var step: Step
    /// Whether the screen may have changed.
    var redraws: Bool
    /// Further moments to be woken at, in addition to those already requested.
    package var wakes: [MonotonicTime]

    package init(_ step: Step = .proceed, redraws: Bool = true, wakes: [MonotonicTime] = []) {
        self.step = step
        self.redraws = redraws
        self.wakes = wakes
    }

    package static let proceed = LoopDirective()
    package static let quit = LoopDirective(.quit)
}

/// Sleeps in `poll` until there is input, a message, a signal or a requested moment; handles everything pending; draws
/// once; sleeps again. Uses no CPU while it sleeps.
///
/// It blocks its thread and never awaits, so nothing that must run meanwhile may need that thread's executor. If it
/// runs on the main thread, effects must be started detached from the main actor.
package struct EventLoop<Message: Sendable> {
    package let terminal: any Terminal
    package let mailbox: Mailbox<Message>
    package let signals: any SignalSource
    package let now: () -> MonotonicTime

    /// The least time between two frames that only messages caused, so that even a flood of messages causes at most 60
    /// frames a second. A key is drawn at once.
    static var messageFrameNanoseconds: UInt64 { 16_000_000 }

    package init(
        terminal: any Terminal, mailbox: Mailbox<Message>, signals: any SignalSource,
        now: @escaping () -> MonotonicTime = MonotonicTime.current
    ) {
        self.terminal = terminal
        self.mailbox = mailbox
        self.signals = signals
        self.now = now
    }

    /// Runs until `handle` returns `.quit`. The first frame is drawn before any input is read.
    package func run(handle: (LoopInput<Message>) -> LoopDirective, render: (Size) -> CellBuffer) {
        var wakes: [MonotonicTime] = []
        var isDirty = true
        var isUrgent = true
        var lastFrame = MonotonicTime(nanoseconds: 0)
        var hasQuit = false

        func feed(_ input: LoopInput<Message>, urgent: Bool) {
            guard !hasQuit else { return }
            let directive = handle(input)
            wakes += directive.wakes
            if directive.redraws {
                isDirty = true
                isUrgent = isUrgent || urgent
            }
            switch directive.step {
            case .proceed: break
            case .quit: hasQuit = true
            case .suspend:
                terminal.suspend()
                isDirty = true
                isUrgent = true
            case .run(let program):
                let outcome = terminal.run(program)
                isDirty = true
                isUrgent = true
                feed(.external(program, outcome), urgent: true)
            }
        }

        while !hasQuit {
            let time = now()
            let frameDue = MonotonicTime(nanoseconds: lastFrame.nanoseconds &+ Self.messageFrameNanoseconds)
            if isDirty, isUrgent || time >= frameDue {
                terminal.present(render(terminal.size))
                (isDirty, isUrgent, lastFrame) = (false, false, now())
            }
            let ready = wait(until: (wakes + (isDirty ? [frameDue] : [])).min())
            for arrival in signals.drain() {
                switch arrival {
                case .resized:
                    if let size = terminal.refreshSize() { feed(.input(.resize(size), at: now()), urgent: true) }
                case .stopRequested:
                    terminal.suspend()
                    (isDirty, isUrgent) = (true, true)
                case .continued:
                    terminal.resume()
                    (isDirty, isUrgent) = (true, true)
                case .terminate(let signal): feed(.signal(signal), urgent: true)
                }
            }
            if ready.hasInput {
                while !hasQuit, let event = terminal.nextEvent() { feed(.input(event, at: now()), urgent: true) }
            }
            if ready.isHungUp, !hasQuit {
                feed(.signal(.hangup), urgent: false)
                // The terminal is gone, and `poll` would return at once forever.
                hasQuit = true
            }
            if ready.hasMessage { for message in mailbox.drain() { feed(.message(message), urgent: false) } }
            let later = now()
            if wakes.contains(where: { $0 <= later }) {
                wakes.removeAll { $0 <= later }
                feed(.wake(at: later), urgent: false)
            }
        }
    }

    private struct Readiness {
        var hasInput = false
        var hasMessage = false
        var isHungUp = false
    }

    private func wait(until moment: MonotonicTime?) -> Readiness {
        var descriptors = [terminal.inputDescriptor, mailbox.descriptor, signals.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        var timeout: Int32 = -1
        if let moment {
            let current = now()
            let left = moment > current ? moment.nanoseconds - current.nanoseconds : 0
            timeout = Int32(min(left / 1_000_000 + (left % 1_000_000 > 0 ? 1 : 0), 3_600_000))
        }
        // EINTR: the signal's byte is in the pipe, and the next call finds it.
        guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return Readiness() }
        let input = Int32(descriptors[0].revents)
        return Readiness(
            hasInput: input & POLLIN != 0, hasMessage: descriptors[1].revents != 0,
            isHungUp: input & (POLLHUP | POLLERR | POLLNVAL) != 0)
    }
}
