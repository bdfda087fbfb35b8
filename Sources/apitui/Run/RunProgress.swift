import Base
import Glibc
import NetEngine
import Workspace

/// The progress of a run, on standard error if that is a terminal and nothing else is printed for long.
final class RunProgress {
    /// Where it is shown.
    struct Screen {
        var isTerminal = isatty(STDERR_FILENO) == 1
        /// nil if it is not known.
        var columns: () -> Int? = { StandardStreams.size(ofTerminal: STDERR_FILENO)?.columns }
        var write: (String) -> Void = { _ = StandardStreams.write(Array($0.utf8), to: STDERR_FILENO) }
    }

    /// nil if it is not known.
    private let count: Int?
    private let isShown: Bool
    private let screen: Screen
    private let startedAt: ContinuousClock.Instant
    private var shownAt: ContinuousClock.Instant
    private var width = 0

    /// - Parameters:
    ///   - json: whether the results are printed at the end only.
    ///   - rounds: of several rounds, only what is news is printed.
    init(
        count: Int?, json: Bool, rounds: Int, on screen: Screen = Screen(),
        startedAt: ContinuousClock.Instant = ContinuousClock.now
    ) {
        self.count = count
        self.screen = screen
        self.startedAt = startedAt
        shownAt = startedAt
        isShown = (json || rounds > 1) && screen.isTerminal
    }

    /// Shows progress at most five times a second. Clears itself if something else is printed.
    func show(_ summary: RunSummary, before out: [UInt8], at now: ContinuousClock.Instant = ContinuousClock.now) {
        guard isShown else { return }
        if !out.isEmpty { clear() }
        guard now - shownAt >= .milliseconds(200) else { return }
        shownAt = now
        // A longer one would break into rows, and a carriage return goes back to the last of them only.
        let columns = screen.columns().map { $0 - 1 } ?? .max
        let text = RunProgressText.text(
            done: summary.done, failed: summary.failed, of: count, after: now - startedAt, columns: columns)
        let rest = String(repeating: " ", count: max(0, width - text.count))
        width = text.count
        screen.write("\r\(text)\(rest)")
    }

    func clear() {
        guard width > 0 else { return }
        let blank = String(repeating: " ", count: width)
        width = 0
        screen.write("\r\(blank)\r")
    }
}
