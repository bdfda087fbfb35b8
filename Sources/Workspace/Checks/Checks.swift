import Base
import HTTPFormat
import NetEngine
import Pattern

/// Evaluates the checks of a response.
///
/// Pure: nothing is sent, read or run. The input is the checks with their variables replaced, and the whole exchange;
/// the output is one result for each check, with the expected value, the actual value, and its position in the body.
package enum Checks {
    /// How many characters of a value a result keeps.
    static let shownLength = 500

    /// - Parameters:
    ///   - steps: the budget of all checks together.
    ///   - isStopped: called repeatedly; once it returns true, the remaining checks fail.
    package static func evaluate(
        _ checks: [PreparedCheck], _ exchange: Exchange, steps: Int = QueryBudget.standard,
        isStopped: @escaping () -> Bool = { false }
    ) -> CheckReport {
        let source = CheckedExchange(exchange, QueryBudget(steps: steps, isStopped: isStopped))
        var report = CheckReport()
        for prepared in checks {
            if let contract = prepared.contract {
                report.results += source.contract(contract, line: prepared.line).map { source.telling($0) }
                continue
            }
            if let handler = prepared.handler {
                add(source.outcome(of: handler), source, to: &report)
                continue
            }
            let result = result(prepared, source)
            report.results.append(result)
            if result.verdict == .passed, case .success(let check) = prepared.check, let error = exchange.error,
                excuses(check, error)
            {
                report.excusesError = true
            }
        }
        return report
    }

    /// Whether a passed check asked for the failure: a status check excuses a failure that is only the status, a check
    /// of the error excuses any. Checks of what must not be (`!=`, `not`, `isFalse`) excuse nothing.
    private static func excuses(_ check: Check, _ error: EngineError) -> Bool {
        guard check.isPositive else { return false }
        switch check.subject {
        case .error: return true
        case .status: break
        case .script(let expression):
            guard ScriptPath(expression)?.root == .status else { return false }
        default: return false
        }
        return isOfStatus(error)
    }

    /// Whether a failure is nothing but the status.
    static func isOfStatus(_ error: EngineError) -> Bool {
        error.category == .clientError || error.category == .serverError || error.category == .unexpectedStatus
    }

    private static func result(_ prepared: PreparedCheck, _ source: CheckedExchange) -> CheckResult {
        var result = CheckResult(
            text: prepared.text, line: prepared.line, verdict: .failed, expected: "", actual: nil, reason: nil)
        let check: Check
        switch prepared.check {
        case .failure(let error):
            if let verdict = prepared.notCompared {
                (result.verdict, result.reason) = (verdict, error.reason)
                return result
            }
            result.reason = "not a valid check: \(error.reason)"
            return result
        case .success(let known): check = known
        }
        result.expected = words(check)
        if let obstacle = prepared.obstacle {
            result.reason = obstacle
            return result
        }
        let finding: CheckedExchange.Finding
        if let value = prepared.value {
            finding = CheckedExchange.Finding(value: .text(value))
        } else {
            switch source.finding(check.subject) {
            case .notEvaluated(let reason):
                result.verdict = .notEvaluated
                result.reason = reason
                return result
            case .broken(let reason):
                result.reason = reason
                return result
            case .found(let found): finding = found
            }
        }
        result.actual = cut(finding.value.shown)
        result.place = finding.place
        var expected = check.expected
        if case .error = check.subject, case .missing = finding.value, expected.lowercased() == "none" {
            expected = "undefined"
        }
        if case .duration = check.subject { expected = Check.milliseconds(expected) }
        let comparison = CheckComparison(
            value: finding.value, bytes: finding.bytes, predicate: check.predicate, expected: expected,
            budget: source.budget)
        switch (comparison.verdict(), check.isNegated) {
        case (.holds, false): result.verdict = .passed
        case (.fails(let reason), false):
            let clauses = [reason, check.looksAtBody ? source.incompleteness : nil].compactMap(\.self)
            result.reason = clauses.isEmpty ? nil : clauses.joined(separator: "; ")
        case (.holds, true): result.verdict = .failed
        case (.fails, true): result.verdict = .passed
        case (.broken(let reason), _): result.reason = reason
        }
        if prepared.value == nil { result.told = source.told(of: check.subject, result) }
        return result
    }

    /// The predicate and the expected value, as the Checks tab shows them.
    private static func words(_ check: Check) -> String {
        let negation = check.isNegated ? "not " : ""
        let predicate = negation + check.predicate.rawValue
        return check.predicate.takesExpected && !check.expected.isEmpty
            ? "\(predicate) \(cut(check.expected))" : predicate
    }

    static func cut(_ text: String) -> String { text.cut(to: shownLength) }
}
