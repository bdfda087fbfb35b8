import Dispatch
import Glibc
import Synchronization

/// Hears ^C and SIGTERM while it lives, in place of the kernel's "end at once".
///
/// The first signal calls the handler, which should bring the work to a quick end; a second one ends the program.
final class SignalWatch: Sendable {
    private let first = Mutex<Int32?>(nil)
    // A dispatch source may be used from any thread, its type just does not say so; the array never changes.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    /// The first signal that came, or nil.
    var received: ExitStatus? {
        first.withLock { $0 }.map { $0 == SIGTERM ? .terminated : .interrupted }
    }

    init(_ handler: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        for source in sources {
            let number = Int32(source.handle)
            source.setEventHandler { [weak self] in self?.came(number, handler) }
            source.activate()
        }
    }

    private func came(_ number: Int32, _ handler: @Sendable () -> Void) {
        let isFirst = first.withLock { first in
            defer { first = first ?? number }
            return first == nil
        }
        if isFirst { handler() } else { _exit(128 + number) }
    }

    /// Gives the signals back to the kernel.
    func end() {
        for source in sources { source.cancel() }
        signal(SIGINT, SIG_DFL)
        signal(SIGTERM, SIG_DFL)
    }
}
