import Base
import NetEngine
import TerminalUI
import Workspace

/// What the checks of the exchange in view came to.
extension ResponsePaneState {
    enum CheckState: Sendable, Hashable {
        /// The request has none, or it is not known whether the response was checked.
        case unchecked
        case evaluating
        case done(CheckReport)
        /// An exchange of the request log.
        case stored(StoredChecks)

        /// Passed checks of all, and how many failed; nil where nothing was checked.
        var score: (text: String, failed: Int)? {
            switch self {
            case .done(let report) where !report.isEmpty: (report.score, report.failed)
            case .stored(let checks): checks.score.map { ($0, checks.failed) }
            case .unchecked, .evaluating, .done: nil
            }
        }
    }

    /// The exchange in view is one of the request log.
    mutating func showStored(_ checks: StoredChecks) { shown?.checks = .stored(checks) }

    /// What the Checks tab is about; nil while there is nothing to show.
    var checkReport: CheckReport? {
        guard case .done(let report)? = shown?.checks, !report.isEmpty || !report.logs.isEmpty else { return nil }
        return report
    }

    /// Takes in what the checks of an exchange came to; those of another change nothing.
    package mutating func checked(_ id: ExchangeID, _ report: CheckReport) {
        guard shown?.exchange.id == id else { return }
        shown?.checks = .done(report)
        checkSelection =
            report.results.firstIndex { $0.verdict == .failed } ?? report.results.firstIndex { $0.verdict == .warning }
            ?? 0
    }

    /// Goes from check to check. False where the tab in view is another, or nothing was checked.
    mutating func moveInChecks(_ command: Command, in size: Size) -> Bool {
        guard shownTab == .checks, let report = checkReport else { return false }
        let last = report.results.count - 1
        guard last >= 0 else { return false }
        switch command {
        case .moveUp: checkSelection = max(0, checkSelection - 1)
        // Below the last one is what scripts log.
        case .moveDown where checkSelection < last: checkSelection += 1
        case .top: checkSelection = 0
        case .bottom:
            checkSelection = last
            return false
        case .open: return showPlace(of: report.results[min(checkSelection, last)], in: size)
        default: return false
        }
        let window = viewport(in: size)
        let lines = CheckLines.place(of: checkSelection, report, width: window.size.columns)
        scroll = window.revealing(line: max(0, lines.upperBound - 1), column: 0, width: 1, from: scroll)
        scroll = window.revealing(line: lines.lowerBound, column: 0, width: 1, from: scroll)
        return true
    }

    /// Shows the body from the value that a check looked at.
    private mutating func showPlace(of result: CheckResult, in size: Size) -> Bool {
        guard let place = result.place, result.described?.isRequest != true, shown?.document?.body != nil else {
            return false
        }
        tab = .body
        showBody(from: place.offset, in: size)
        return true
    }
}
