import Base
import Glibc
import NetEngine
import Workspace

/// The progress of a run, on standard error if that is a terminal and nothing else is printed for long.
final class RunProgress {
    /// nil if it is not known.
    private let count: Int?
    private let isShown: Bool
    private let startedAt = ContinuousClock.now
    private var shownAt = ContinuousClock.now
    private var width = 0

    init(count: Int?, isWanted: Bool) {
        self.count = count
        isShown = isWanted && isatty(STDERR_FILENO) == 1
    }

    /// Shows progress at most five times a second. Clears itself if something else is printed.
    func show(_ summary: RunSummary, before out: inout [UInt8]) {
        guard isShown else { return }
        if !out.isEmpty { clear() }
        let now = ContinuousClock.now
        guard now - shownAt >= .milliseconds(200) else { return }
        shownAt = now
        // A longer one would break into rows, and a carriage return goes back to the last of them only.
        let columns = StandardStreams.size(ofTerminal: STDERR_FILENO).map { $0.columns - 1 } ?? .max
        let text = RunProgressText.text(
            done: summary.done, failed: summary.failed, of: count, after: now - startedAt, columns: columns)
        let rest = String(repeating: " ", count: max(0, width - text.count))
        width = text.count
        _ = StandardStreams.write(Array("\r\(text)\(rest)".utf8), to: STDERR_FILENO)
    }

    func clear() {
        guard width > 0 else { return }
        let blank = String(repeating: " ", count: width)
        width = 0
        _ = StandardStreams.write(Array("\r\(blank)\r".utf8), to: STDERR_FILENO)
    }
}
