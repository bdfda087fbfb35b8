import HTTPFormat
import NetEngine

extension Checks {
    /// Adds what a script came to.
    static func add(_ outcome: HandlerOutcome, _ exchange: Exchange, to report: inout CheckReport) {
        report.logs += outcome.logs
        for check in outcome.checks {
            let verdict: CheckResult.Verdict =
                switch check.verdict {
                case .passed: .passed
                case .failed: .failed
                case .notEvaluated: .notEvaluated
                }
            report.results.append(
                CheckResult(
                    text: cut(check.text), line: check.line, verdict: verdict, expected: cut(check.condition),
                    actual: check.actual.map(cut), reason: check.reason.map(cut)))
            if check.confirmsStatus, verdict == .passed, let error = exchange.error, isOfStatus(error) {
                report.excusesError = true
            }
        }
    }
}

extension CheckedExchange {
    /// Evaluates a script that is below its request.
    func outcome(of handler: PreparedHandler) -> HandlerOutcome {
        guard handler.script.phase == .after else { return HandlerOutcome() }
        guard let response = handlerResponse else { return HandlerRun.notEvaluated(handler, "no response came") }
        return HandlerRun.outcome(of: handler, response, budget)
    }
}
