import Dispatch
import Glibc
import Synchronization

/// Hears ^C and SIGTERM while it lives, in place of the kernel's "end at once".
///
/// The first signal calls the handler, which should bring the work to a quick end; a second one ends the program. A signal
/// counts from the moment this is made: it is kept in a pipe, however late the thread comes that reads it.
final class SignalWatch: Sendable {
    private static let watched = [SIGINT, SIGTERM]

    private let first = Mutex<Int32?>(nil)
    // A dispatch source may be used from any thread, its type just does not say so.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// The first signal that came, or nil.
    var received: ExitStatus? {
        first.withLock { $0 }.map { $0 == SIGTERM ? .terminated : .interrupted }
    }

    init(_ handler: @escaping @Sendable () -> Void) {
        let pipe = WakePipe()
        watchedWriteEnd = pipe.writeEnd
        source = DispatchSource.makeReadSource(fileDescriptor: pipe.readEnd, queue: .global())
        source.setEventHandler { [weak self] in
            for number in pipe.clear() { self?.came(Int32(number), handler) }
        }
        source.activate()
        for number in Self.watched {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { watchedSignalArrived($0) }
            action.sa_flags = Int32(SA_RESTART)
            sigaction(number, &action, nil)
        }
    }

    deinit { source.cancel() }

    private func came(_ number: Int32, _ handler: @Sendable () -> Void) {
        let isFirst = first.withLock { first in
            defer { first = first ?? number }
            return first == nil
        }
        if isFirst { handler() } else { _exit(128 + number) }
    }

    /// Gives the signals back to the kernel.
    func end() {
        for number in Self.watched { signal(number, SIG_DFL) }
        source.cancel()
    }
}

// Written before the handler is installed, and read by it on whichever thread: one word.
nonisolated(unsafe) private var watchedWriteEnd: Int32 = -1

/// Async-signal-safe: one `write`, errno kept.
private func watchedSignalArrived(_ signal: Int32) {
    let savedErrno = errno
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = write(watchedWriteEnd, &byte, 1)
    errno = savedErrno
}
