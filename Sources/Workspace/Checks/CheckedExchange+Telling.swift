import Base
import HTTPFormat
import NetEngine
import Pattern

// What results say of the exchange to others: what the request log hides by the names of fields and members, `# @redact` included,
// is in no report.

extension CheckedExchange {
    /// Larger bodies are not copied for it.
    static let mostTold = 8 << 20

    /// The same exchange without those secrets; nil if it has none.
    func withoutNamedSecrets() -> CheckedExchange? {
        guard let response = exchange.response, response.content.count <= Self.mostTold else { return nil }
        let redactor = Redactors.shared.redactor(forNamesIn: exchange)
        let stored = redactor.stored(response)
        guard stored.headers != response.headers || stored.body != response.body else { return nil }
        return CheckedExchange(redactor.stored(exchange))
    }

    /// What a result says to others of what it looked at; nil if that is the same.
    func told(of subject: Check.Subject, _ result: CheckResult) -> CheckResult.Told? {
        switch subject {
        case .header, .body, .xpath, .script: break
        case .status, .duration, .cache, .error: return nil
        }
        guard let actual = result.actual else { return nil }
        var told = CheckResult.Told(
            text: result.text, expected: result.expected, actual: actual, reason: result.reason)
        if let other = withoutSecrets {
            if case .found(let finding) = other.finding(subject) {
                let shown = Checks.cut(finding.value.shown)
                // A number, such as a length, would be that of what stands in for a secret.
                told.actual = shown == actual || finding.value.isItsOwnText ? shown : Redaction.mark
            } else {
                told.actual = Redaction.mark
            }
        } else if (exchange.response?.content.count ?? 0) > Self.mostTold, mayHoldNamedSecret(subject, result) {
            told.actual = Redaction.mark
        }
        guard told.actual != actual else { return nil }
        // An expected value that is the same, and a reason that holds it.
        if actual.utf8.count >= SecretName.shortestValue {
            told.expected = told.expected.replacing(bytes: actual, with: Redaction.mark)
            told.reason = told.reason?.replacing(bytes: actual, with: Redaction.mark)
        }
        return told
    }

    /// Of a response with a body that is not searched: whether what a check found in it may be a secret, or hold one.
    private func mayHoldNamedSecret(_ subject: Check.Subject, _ result: CheckResult) -> Bool {
        let log = exchange.draft.options.log ?? RequestLogOptions()
        if case .header(let name) = subject, let headers = exchange.response?.headers {
            let redactor = Redactors.shared.redactor(forNamesIn: [(headers, nil)], log)
            return headers.contains { $0.isNamed(name) && redactor.stored($0) != $0 }
        }
        guard log.secretPaths.isEmpty, let path = result.place?.path, let name = ChainValue.lastName(path)
        else { return true }
        let isContainer = result.actual.map { $0.hasPrefix("{") || $0.hasPrefix("[") } == true
        return isContainer || log.hides(member: name)
    }

    /// A text of a script, of which it is not known what it looked at; nil if it holds no secret.
    func told(_ text: String) -> String? {
        guard text.utf8.count >= SecretName.shortestValue, let words = secretWords else { return nil }
        let shown = words.scrub(text)
        return shown == text ? nil : shown
    }

    /// The result with what it says to others.
    func telling(_ result: CheckResult) -> CheckResult {
        let same = CheckResult.Told(
            text: result.text, expected: result.expected, actual: result.actual, reason: result.reason)
        let new = CheckResult.Told(
            text: told(same.text) ?? same.text, expected: told(same.expected) ?? same.expected,
            actual: same.actual.map { told($0) ?? $0 }, reason: same.reason.map { told($0) ?? $0 })
        guard new != same else { return result }
        var result = result
        result.told = new
        return result
    }
}

extension CheckResult {
    /// The result without the body, if all of it is what the check looked at: for reports that leave bodies out.
    package var withoutBody: CheckResult {
        guard actual != nil, case .success(let check) = CheckSyntax(text).result else { return self }
        switch check.subject {
        case .body(path: nil), .body(path: "$"): break
        case .xpath(let expression):
            guard ["/", "/*", "string(/)", "string(/*)", "string()", "."].contains(expression) else { return self }
        case .script(let expression):
            guard let path = ScriptPath(expression), path.root == .text || path.root == .json && path.steps.isEmpty
            else { return self }
        default: return self
        }
        var result = self
        result.actual = "left out"
        result.told = nil
        return result
    }

    /// The result with long texts cut off.
    var cutting: CheckResult {
        var result = self
        result.expected = Checks.cut(expected)
        result.actual = actual.map(Checks.cut)
        result.reason = reason.map(Checks.cut)
        result.told = told.map {
            Told(
                text: $0.text, expected: Checks.cut($0.expected), actual: $0.actual.map(Checks.cut),
                reason: $0.reason.map(Checks.cut))
        }
        return result
    }
}
