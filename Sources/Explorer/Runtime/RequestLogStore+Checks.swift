import NetEngine
import NetEngineRequestLog
import Workspace

extension RequestLogStore {
    /// The results of the checks of a request that a run sent.
    package func add(_ outcome: Runner.Outcome) {
        switch outcome {
        case .passed(let exchange, let checks, _), .failed(let exchange, let checks, _): add(checks, of: exchange.id)
        case .notSent, .skipped, .cancelled: break
        }
    }

    /// The results of the checks of an exchange, and what its scripts wrote.
    package func add(_ report: CheckReport, of id: ExchangeID) {
        guard !report.isEmpty || !report.logs.isEmpty else { return }
        let report = report.told
        let lines = report.results.map { result in
            let found = result.verdict == .failed ? result.actual.map { ", found \($0)" } ?? "" : ""
            return "\(result.verdict.storedBeginning)\(result.text)\(found)"
        }
        let isChecked = !report.isEmpty
        setChecks(
            id, passed: isChecked ? report.passed : nil, failed: isChecked ? report.failed : nil,
            isErrorExpected: report.excusesError, lines: lines + Self.lines(of: report.logs))
    }

    private static let mostLogLines = 200
    private static let longestLogLine = 1000

    private static func lines(of logs: [HandlerLog]) -> [String] {
        var lines: [String] = []
        for log in logs {
            for (place, text) in log.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                guard lines.count < mostLogLines else { return lines + ["log: … and more"] }
                let cut = text.count > longestLogLine ? text.prefix(longestLogLine) + "…" : text
                lines.append((place == 0 ? "log: " : "     ") + cut)
            }
        }
        return lines
    }
}
