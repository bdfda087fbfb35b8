import Base
import Glibc
import NetEngine
import Synchronization
import TerminalUI
import Workspace

/// Handles ^C, SIGTERM and SIGHUP (a closed terminal) while it exists, instead of ending the program at once.
///
/// The first signal calls the handler, which should end the work quickly; a second ^C or SIGTERM (see `LaterSignal`) ends the
/// program, and so does the end of the grace period, because hanging work must not keep the program alive. Signals count
/// from the moment this is made: a pipe keeps them until the thread reads them. The thread is separate, so that signals are
/// handled when the runtime has no thread free. A signal that is ignored stays so: whoever started the program wants that.
final class SignalWatch: Sendable {
    private static let watched = [SIGINT, SIGTERM, SIGHUP]

    private let listener: Listener
    /// Those that were not ignored.
    private let handled: [Int32]

    /// The first signal received, or nil.
    var received: ExitStatus? { listener.received }

    /// - Parameters:
    ///   - grace: how long the work may take to end after the first signal.
    ///   - handler: called once, on the watch's thread.
    /// - Throws: one sentence if no descriptor or no thread is available.
    init(grace: Duration = .seconds(10), _ handler: @escaping @Sendable () -> Void) throws(CommandFailure) {
        let listener = Listener(grace: grace, handler)
        guard listener.pipe.readEnd >= 0 else {
            throw CommandFailure(
                SafeText("No pipe can be opened: \(DiskFile.systemMessage(DescriptorShortage.now ?? ENFILE))."),
                status: .failed)
        }
        guard BackgroundThread.start(listener.listen) else {
            throw CommandFailure(
                "No thread can be started: the system gives no more threads or memory. See 'ulimit -u' and 'ulimit -v', or close other programs.",
                status: .failed)
        }
        self.listener = listener
        handled = Self.watched.filter { !SignalAction.isIgnored($0) }
        watchedWriteEnd = listener.pipe.writeEnd
        for number in handled {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { watchedSignalArrived($0) }
            action.sa_flags = Int32(SA_RESTART)
            sigaction(number, &action, nil)
        }
    }

    deinit { listener.end() }

    /// Restores the default handling of the signals.
    func end() {
        for number in handled { signal(number, SIG_DFL) }
        listener.end()
    }

    /// State shared by the thread and the watch.
    private final class Listener: Sendable {
        let pipe = WakePipe()
        private let first = Mutex<Int32?>(nil)
        private let isOver = Atomic<Bool>(false)
        private let grace: Duration
        private let handler: @Sendable () -> Void

        init(grace: Duration, _ handler: @escaping @Sendable () -> Void) {
            self.grace = grace
            self.handler = handler
        }

        var received: ExitStatus? {
            first.withLock { $0 }.flatMap { ExitStatus(rawValue: 128 + $0) }
        }

        func end() {
            isOver.store(true, ordering: .releasing)
            pipe.wake()
        }

        /// The loop of the thread.
        func listen() {
            // A parent may have blocked the signals, which the program inherits; it is enough that one thread receives
            // them.
            var watched = sigset_t()
            sigemptyset(&watched)
            for number in SignalWatch.watched { sigaddset(&watched, number) }
            pthread_sigmask(SIG_UNBLOCK, &watched, nil)
            // When the handler had returned; nil before the first signal.
            var handledAt: ContinuousClock.Instant?
            while !isOver.load(ordering: .acquiring) {
                var entry = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
                let deadline = handledAt.map { $0 + grace }
                let rest = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
                let milliseconds = rest.map { Int32(clamping: $0.components.seconds * 1000 + 1) } ?? -1
                let count = poll(&entry, 1, milliseconds)
                if isOver.load(ordering: .acquiring) { return }
                if count > 0 {
                    for number in pipe.clear() where SignalWatch.watched.contains(Int32(number)) {
                        came(Int32(number), &handledAt)
                    }
                } else if let deadline, ContinuousClock.now >= deadline, let number = first.withLock({ $0 }) {
                    _exit(128 + number)
                }
            }
        }

        private func came(_ number: Int32, _ handledAt: inout ContinuousClock.Instant?) {
            let earlier: Int32? = first.withLock { first in
                defer { first = first ?? number }
                return first
            }
            guard let earlier, let time = handledAt else {
                handler()
                handledAt = .now
                return
            }
            if LaterSignal(number, after: earlier, by: time.duration(to: .now)) == .endsProgram { _exit(128 + number) }
        }
    }
}

/// What a signal after the first one does.
enum LaterSignal: Hashable {
    case isIgnored, endsProgram

    /// `timeout`, npm and others send a signal to the program and then to its whole group, so that it arrives twice in a
    /// few milliseconds. Nobody presses ^C again so soon.
    static let repeatTime = Duration.milliseconds(300)

    /// - Parameter time: since the first signal was handled.
    init(_ number: Int32, after first: Int32, by time: Duration) {
        if number == SIGHUP {
            // When a terminal is closed, the shell sends SIGHUP, and the kernel once more at the end of the shell.
            self = .isIgnored
        } else {
            self = number == first && time < Self.repeatTime ? .isIgnored : .endsProgram
        }
    }
}

// Written before the handler is installed, and then only read, on any thread: a single word.
nonisolated(unsafe) private var watchedWriteEnd: Int32 = -1

/// Async-signal-safe: one `write`, which preserves errno.
private func watchedSignalArrived(_ signal: Int32) {
    let savedErrno = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(watchedWriteEnd, &byte, 1)
    errno = savedErrno
}
