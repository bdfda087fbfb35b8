import HTTPFormat
import NetEngine

/// A check whose variables are replaced, ready to be evaluated when the response arrives.
package struct PreparedCheck: Sendable, Hashable {
    package var text: String
    package var line: Int
    /// The check, or a clause why the line is not a valid one.
    package var check: Result<Check, CheckSyntax.SyntaxError>
    /// The value of a path into another request's response (`?? js login.token == x`).
    package var value: String?
    /// The description that the response is compared with, for a check that is nothing else.
    var contract: ContractSubject?
    /// The script that is evaluated, for a check that is nothing else.
    package var handler: PreparedHandler?
    /// The verdict of a comparison that has no description to compare with, or of a script that is not run.
    var notCompared: CheckResult.Verdict?
    /// A clause: why it cannot be evaluated, such as a name without a value.
    var obstacle: String?

    /// - Parameter isForeign: whether an error means that the line is another tool's comment, to be left alone.
    package init(_ line: SavedRequest.AssertionLine) {
        text = line.text
        self.line = line.line
        check = CheckSyntax(line.text).result
    }

    /// A comparison with a description.
    init(contract: ContractSubject, line: Int) {
        text = contract.name
        self.line = line
        check = .failure(CheckSyntax.SyntaxError(reason: ""))
        self.contract = contract
    }

    /// A comparison that has no description.
    /// - Parameter reason: a clause: why it has none.
    init(notCompared verdict: CheckResult.Verdict, name: String, line: Int, reason: String) {
        text = name
        self.line = line
        check = .failure(CheckSyntax.SyntaxError(reason: reason))
        notCompared = verdict
    }

    /// The tests and what else a script does.
    init(handler: PreparedHandler) {
        text = CheckResult.script
        line = handler.script.line
        check = .failure(CheckSyntax.SyntaxError(reason: ""))
        self.handler = handler
    }

    /// A script that is not run, whose tests would pass unnoticed otherwise.
    init(unread script: Notice) {
        let (the, it) = ("The script is", "it is")
        let reason =
            script.text.hasPrefix(the)
            ? it + script.text.dropFirst(the.count) : script.text.prefix(1).lowercased() + script.text.dropFirst()
        self.init(notCompared: .warning, name: CheckResult.script, line: script.line, reason: reason)
    }

    /// A comment that cannot be read as a check. It may be another tool's; but what it asks for would pass unnoticed otherwise.
    private init(unread line: SavedRequest.AssertionLine, _ error: CheckSyntax.SyntaxError) {
        self.init(
            notCompared: .warning, name: line.text.isEmpty ? "@assert" : line.text, line: line.line,
            reason: CheckResult.unreadLine + error.reason)
    }

    /// Warnings about the comments of a request that cannot be read as checks.
    static func unread(of request: SavedRequest) -> [PreparedCheck] {
        request.assertions.compactMap { line in
            guard line.spelling == .comment, case .failure(let error) = CheckSyntax(line.text).result else {
                return nil
            }
            return PreparedCheck(unread: line, error)
        }
    }

    /// The checks of a request that are lines; comments that are not checks are left out.
    package static func lines(of request: SavedRequest) -> [PreparedCheck] {
        request.assertions.compactMap { line in
            let prepared = PreparedCheck(line)
            if case .failure = prepared.check, line.spelling != .questionMarks { return nil }
            return prepared
        }
    }

    /// Whether a request has any check, in a line or in a script.
    package static func hasAny(_ request: SavedRequest) -> Bool {
        request.handlers.contains { $0.phase == .after && $0.reports } || !lines(of: request).isEmpty
    }

    /// Replaces variables in the expected value and in the path.
    ///
    /// - Parameter expand: returns the text with its references replaced, or a clause why one has no value.
    mutating func replaceVariables(_ expand: (String, Int) -> Result<String, CheckSyntax.SyntaxError>) {
        guard case .success(var check) = check else { return }
        func replaced(_ text: String) -> String {
            guard text.contains(bytes: "{{") else { return text }
            switch expand(text, line) {
            case .success(let value): return value
            case .failure(let error):
                obstacle = obstacle ?? error.reason
                return text
            }
        }
        check.expected = replaced(check.expected)
        switch check.subject {
        case .header(let name): check.subject = .header(replaced(name))
        case .body(let path?): check.subject = .body(path: replaced(path))
        case .xpath(let expression): check.subject = .xpath(replaced(expression))
        case .script(let expression):
            check.subject = .script(replaced(expression))
            if case .request? = ScriptPath(expression)?.root { value = replaced("{{\(expression)}}") }
        default: break
        }
        self.check = .success(check)
    }
}
