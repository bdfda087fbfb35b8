import HTTPFormat
import NetEngine

extension Checks {
    /// Adds what a script came to.
    static func add(_ outcome: HandlerOutcome, _ source: CheckedExchange, to report: inout CheckReport) {
        report.logs += outcome.logs.map { log in
            var log = log
            log.told = source.told(log.text)
            return log
        }
        for check in outcome.checks {
            let verdict: CheckResult.Verdict =
                switch check.verdict {
                case .passed: .passed
                case .failed: .failed
                case .notEvaluated: .notEvaluated
                }
            let result = CheckResult(
                text: cut(check.text), line: check.line, verdict: verdict, expected: check.condition,
                actual: check.actual, reason: check.reason)
            report.results.append(source.telling(result).cutting)
            if check.confirmsStatus, verdict == .passed, let error = source.exchange.error, isOfStatus(error) {
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
