import HTTPFormat
import NetEngine

/// What a path of JavaScript such as `res.body.items[0].id` selects of a response.
enum ResponsePath: Hashable {
    case status
    case duration
    case body
    /// A JSONPath that begins with `$`.
    case json(String)
    case header(String)

    /// - Parameter root: the name of the response, as `res`.
    init?(_ text: String, root: String) {
        guard let steps = Self.steps(Self.withoutCalls(text, root)), steps.first == root, steps.count > 1 else {
            return nil
        }
        let rest = steps.dropFirst(2)
        switch steps[1] {
        case "status", "statusCode": self = .status
        case "responseTime": self = .duration
        case "body" where rest.isEmpty: self = .body
        case "body": self = .json(Self.jsonPath(rest))
        case "headers" where rest.count == 1: self = .header(rest[rest.startIndex])
        default: return nil
        }
        if self == .status || self == .duration, !rest.isEmpty { return nil }
    }

    /// As in a check; nil if a check cannot name it.
    var checkSubject: String {
        switch self {
        case .status: "status"
        case .duration: "duration"
        case .body: "body"
        case .json(let path): "body \(path)"
        case .header(let name): "header \(name)"
        }
    }

    /// As after `response.` in a reference; nil if a reference cannot name it.
    var reference: String? {
        switch self {
        case .status, .duration: nil
        case .body: "body.*"
        case .json(let path): "body.\(path)"
        case .header(let name): "headers.\(name)"
        }
    }

    /// `res.status` for `res.getStatus()`.
    private static func withoutCalls(_ text: String, _ root: String) -> String {
        for (call, member) in [
            ("getStatus", "status"), ("getBody", "body"), ("getHeaders", "headers"),
            ("getResponseTime", "responseTime"),
        ] where text.hasPrefix("\(root).\(call)()") {
            return "\(root).\(member)" + text.dropFirst("\(root).\(call)()".count)
        }
        return text
    }

    private static func jsonPath(_ steps: ArraySlice<String>) -> String {
        steps.reduce(into: "$") { path, step in
            if !step.isEmpty, step.utf8.allSatisfy({ (48...57).contains($0) }) {
                path += "[\(step)]"
            } else if isName(step) {
                path += ".\(step)"
            } else {
                path += "['\(step.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "'", with: "\\'"))']"
            }
        }
    }

    private static func isName(_ step: String) -> Bool {
        guard let first = step.utf8.first, !(48...57).contains(first) else { return false }
        return step.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "_"): true
            default: byte >= 0x80
            }
        }
    }

    /// Splits `a.b[0]["c"]?.d` into its parts; nil for anything that is more than a path.
    private static func steps(_ text: String) -> [String]? {
        var steps: [String] = []
        var rest = text[...]
        func isNamePart(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || "_$-".contains(character)
        }
        while !rest.isEmpty {
            if rest.first == "[" || rest.hasPrefix("?.[") {
                guard !steps.isEmpty, let end = rest.firstIndex(of: "]"), let open = rest.firstIndex(of: "[") else {
                    return nil
                }
                let inner = rest[rest.index(after: open)..<end]
                rest = rest[rest.index(after: end)...]
                if let quote = inner.first, quote == "'" || quote == "\"" {
                    guard inner.count > 1, inner.last == quote, !inner.contains(bytes: "\\") else { return nil }
                    steps.append(String(inner.dropFirst().dropLast()))
                } else {
                    guard !inner.isEmpty, inner.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
                    steps.append(String(inner))
                }
                continue
            }
            if !steps.isEmpty {
                let prefix = rest.hasPrefix("?.") ? 2 : rest.first == "." ? 1 : 0
                guard prefix > 0 else { return nil }
                rest = rest.dropFirst(prefix)
            }
            let name = rest.prefix(while: isNamePart)
            guard !name.isEmpty else { return nil }
            steps.append(String(name))
            rest = rest.dropFirst(name.count)
        }
        return steps
    }
}
