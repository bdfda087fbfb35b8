/// A path of properties on `response` in JavaScript syntax: `response.headers["x-id"]`,
/// `response.parsedBody.items[0].id`. The only JavaScript that is understood; nothing is executed.
package struct ScriptPath: Sendable, Hashable {
    package enum Root: Sendable, Hashable {
        case status, headers, text, json
        /// The name of a request; the path leads into the body of its response.
        case request(String)
    }

    package var root: Root
    /// Names and indexes, in order.
    package var steps: [String]

    /// Fails for anything that is more than a path.
    package init?(_ text: String) {
        guard let steps = Self.steps(text), let first = steps.first else { return nil }
        guard first == "response" else {
            guard steps.count > 1 else { return nil }
            root = .request(first)
            self.steps = Array(steps.dropFirst())
            return
        }
        guard steps.count > 1 else { return nil }
        self.steps = Array(steps.dropFirst(2))
        switch steps[1] {
        case "statusCode", "status": root = .status
        case "headers": root = .headers
        case "parsedBody": root = .json
        case "body": root = self.steps.isEmpty ? .text : .json
        default: return nil
        }
        if root == .status || root == .text, !self.steps.isEmpty { return nil }
        if root == .headers, self.steps.count != 1 { return nil }
    }

    /// Splits `a.b[0]["c"]` into its parts.
    private static func steps(_ text: String) -> [String]? {
        var steps: [String] = []
        var rest = text[...]
        func isName(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || "_$".contains(character)
        }
        while !rest.isEmpty {
            if steps.isEmpty || rest.first == "." {
                if !steps.isEmpty { rest = rest.dropFirst() }
                let name = rest.prefix(while: isName)
                guard let first = name.first, !first.isNumber else { return nil }
                steps.append(String(name))
                rest = rest.dropFirst(name.count)
            } else {
                guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return nil }
                let inner = rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
                if let quote = inner.first, quote == "'" || quote == "\"" {
                    guard inner.count > 1, inner.last == quote else { return nil }
                    steps.append(String(inner.dropFirst().dropLast()))
                } else {
                    guard !inner.isEmpty, inner.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
                    steps.append(String(inner))
                }
            }
        }
        return steps
    }
}
