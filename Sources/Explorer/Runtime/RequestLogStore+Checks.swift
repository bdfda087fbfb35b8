import NetEngine
import NetEngineRequestLog
import Workspace

extension RequestLogStore {
    /// The results of the checks of an exchange.
    package func add(_ report: CheckReport, of id: ExchangeID) {
        guard !report.isEmpty else { return }
        let lines = report.results.map { result in
            let mark =
                switch result.verdict {
                case .passed: "passed"
                case .failed: "failed"
                case .warning: "warning"
                case .notEvaluated: "not evaluated"
                }
            let found = result.verdict == .failed ? result.actual.map { ", found \($0)" } ?? "" : ""
            return "\(mark): \(result.text)\(found)"
        }
        setChecks(id, passed: report.passed, failed: report.failed, lines: lines)
    }
}
