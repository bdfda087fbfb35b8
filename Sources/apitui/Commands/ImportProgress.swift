import Base
import Glibc

/// The progress of an import, on standard error if that is a terminal, and only if the import takes a while.
final class ImportProgress {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let startedAt = ContinuousClock.now
    private var shownAt: ContinuousClock.Instant?

    /// - Parameter share: from 0 to 1.
    func show(_ share: Double) {
        let now = ContinuousClock.now
        guard isShown, now - startedAt > .milliseconds(500), shownAt.map({ now - $0 > .milliseconds(200) }) ?? true
        else {
            return
        }
        shownAt = now
        let percent = Int(min(max(share, 0), 1) * 100)
        _ = StandardStreams.write(Array("\rImporting … \(percent) % ".utf8), to: STDERR_FILENO)
    }

    func clear() {
        guard shownAt != nil else { return }
        shownAt = nil
        _ = StandardStreams.write(Array("\r\(String(repeating: " ", count: 24))\r".utf8), to: STDERR_FILENO)
    }
}
