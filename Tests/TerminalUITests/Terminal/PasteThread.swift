import Foundation
import Glibc
import Synchronization
import Testing

@testable import TerminalUI

/// Reads one paste in a thread of its own, which signals can interrupt.
final class PasteThread {
    /// How many signals were handled.
    private static let signals = Atomic(0)

    private let pipe = WakePipe()
    private let actionBefore: sigaction
    private var thread = pthread_t()
    /// Where the system tells what the thread does; nil until it runs.
    private let place = Mutex<String?>(nil)
    private let text = Mutex("")

    init() throws {
        // Once before a handler does it: the first use of it makes it.
        _ = Self.signals.load(ordering: .relaxed)
        actionBefore = SignalAction.replace(SIGWINCH, with: { _ in PasteThread.signals.add(1, ordering: .relaxed) })
        let context = Unmanaged.passRetained(self).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<PasteThread>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context)
        try #require(code == 0)
    }

    private func run() {
        // Whoever starts a thread may block signals.
        var heard = sigset_t()
        sigemptyset(&heard)
        sigaddset(&heard, SIGWINCH)
        pthread_sigmask(SIG_UNBLOCK, &heard, nil)
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        place.withLock { $0 = "/proc/\(own ?? "unknown")" }
        let paste = PasteReader(descriptor: pipe.readEnd, stallMilliseconds: 60_000).read()
        text.withLock { $0 = paste }
    }

    func send(_ bytes: [UInt8]) { _ = write(pipe.writeEnd, bytes, bytes.count) }

    /// Sends a signal as soon as the thread waits for more than was sent, and comes back when it was handled.
    /// - Returns: false if the thread ended before.
    func interrupt() -> Bool {
        guard comesToWait() else { return false }
        let before = Self.signals.load(ordering: .relaxed)
        pthread_kill(thread, SIGWINCH)
        while Self.signals.load(ordering: .relaxed) == before { sched_yield() }
        return true
    }

    private func comesToWait() -> Bool {
        while true {
            sched_yield()
            guard let folder = place.withLock({ $0 }) else { continue }
            var input = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
            let isAllRead = poll(&input, 1, 0) == 0
            // `NUMBER (NAME) STATE`; S is asleep. There is none of a thread that has ended.
            guard let facts = try? String(contentsOfFile: "\(folder)/stat", encoding: .utf8) else { return false }
            if isAllRead, facts.split(separator: ")").last?.hasPrefix(" S ") == true { return true }
        }
    }

    /// Waits for the thread; returns what it read.
    func end() -> String {
        pthread_join(thread, nil)
        SignalAction.restore(SIGWINCH, actionBefore)
        return text.withLock { $0 }
    }
}
