import NetEngineRequestLog
import Workspace

/// What the request log has of the checks of an exchange.
struct StoredChecks: Sendable, Hashable {
    /// Passed ones of all, as `3/4`; nil if nothing was checked.
    let score: String?
    let failed: Int
    /// A sentence each, then what scripts wrote.
    let lines: [String]

    init(_ row: LogRow, _ lines: [String]) {
        self.lines = lines
        failed = row.checksFailed ?? 0
        score = row.checkScore
    }
}

extension CheckResult.Verdict {
    /// What the sentence of a check begins with in the request log.
    var storedBeginning: String {
        switch self {
        case .passed: "passed: "
        case .failed: "failed: "
        case .warning: "warning: "
        case .notEvaluated: "not evaluated: "
        }
    }
}

extension LogRow {
    /// Passed checks of all, as `3/4`; nil if nothing was checked.
    var checkScore: String? { checksPassed.flatMap { passed in checksFailed.map { "\(passed)/\(passed + $0)" } } }
}
