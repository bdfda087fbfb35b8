import Glibc

/// Something for the program to react to.
package enum LoopInput<Message: Sendable>: Sendable {
    case input(InputEvent, at: MonotonicTime)
    case message(Message)
    /// A moment asked for with `LoopDirective.wake` has come.
    case wake(at: MonotonicTime)
    /// Somebody wants the program to end: finish what must be, then answer with `.quit`.
    case signal(TerminationSignal)
    /// The program asked for with `.run` has ended.
    case external(ExternalProgram, ExternalProgram.Outcome)
}

/// What the loop shall do after an input.
package struct LoopDirective: Sendable {
    package enum Step: Sendable, Hashable {
        case proceed
        case suspend
        /// Gives the terminal to a program; its end comes back as `LoopInput.external`.
        case run(ExternalProgram)
        case quit
    }

    package var step: Step
    /// Whether the screen may have changed.
    var redraws: Bool
    /// Moments to be woken at, besides those asked for before.
    package var wakes: [MonotonicTime]

    package init(_ step: Step = .proceed, redraws: Bool = true, wakes: [MonotonicTime] = []) {
        self.step = step
        self.redraws = redraws
        self.wakes = wakes
    }

    package static let proceed = LoopDirective()
    package static let quit = LoopDirective(.quit)
}

/// Sleeps in `poll` until there is input, a message, a signal or a moment that was asked for; handles all there is; draws
/// once; sleeps again. Uses no CPU in between.
///
/// It blocks the thread it runs on and never awaits: nothing that must go on meanwhile may need that thread's executor. On the
/// main thread this means that effects are started detached from the main actor.
package struct EventLoop<Message: Sendable> {
    package let terminal: any Terminal
    package let mailbox: Mailbox<Message>
    package let signals: any SignalSource
    package let now: () -> MonotonicTime

    /// Two frames that only messages asked for are at least this far apart, so that a flood of them costs no more than 60
    /// frames a second. A key is painted at once.
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

    /// Runs until `handle` answers with `.quit`. The first frame is drawn before anything is read.
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
                // Nobody can see or type any more, and `poll` would return at once for ever.
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
        // EINTR: a signal's byte is in the pipe; the next look finds it.
        guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return Readiness() }
        let input = Int32(descriptors[0].revents)
        return Readiness(
            hasInput: input & POLLIN != 0, hasMessage: descriptors[1].revents != 0,
            isHungUp: input & (POLLHUP | POLLERR | POLLNVAL) != 0)
    }
}
