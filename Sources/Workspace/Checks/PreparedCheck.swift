import HTTPFormat

/// A check whose variables are replaced: what is evaluated when the answer is there.
package struct PreparedCheck: Sendable, Hashable {
    package var text: String
    package var line: Int
    /// A clause says why it is none.
    package var check: Result<Check, CheckSyntax.Fault>
    /// What a path into another request's answer comes to (`?? js login.token == x`).
    package var value: String?
    /// Why it cannot be evaluated: a name without a value. A clause.
    var obstacle: String?

    /// - Parameter isForeign: whether a fault makes the line another tool's comment, which is left alone.
    package init(_ line: SavedRequest.AssertionLine) {
        text = line.text
        self.line = line.line
        check = CheckSyntax(line.text).result
    }

    /// The checks of a request. Comments that are no checks of ours are left alone.
    package static func all(of request: SavedRequest) -> [PreparedCheck] {
        request.assertions.compactMap { line in
            let prepared = PreparedCheck(line)
            if case .failure = prepared.check, line.spelling != .questionMarks { return nil }
            return prepared
        }
    }

    /// Replaces variables in what is expected and in the path.
    ///
    /// - Parameter expand: gives the text with its references replaced, or a clause why one has no value.
    mutating func replaceVariables(_ expand: (String, Int) -> Result<String, CheckSyntax.Fault>) {
        guard case .success(var check) = check else { return }
        func replaced(_ text: String) -> String {
            guard text.contains("{{") else { return text }
            switch expand(text, line) {
            case .success(let value): return value
            case .failure(let fault):
                obstacle = obstacle ?? fault.reason
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
