import NetEngine

/// A line of a response script that this program, and JetBrains' client, read as a capture.
enum CaptureLine {
    /// - Parameter expression: as after `response.` in a reference.
    /// - Returns: nil if the expression is no plain path.
    static func script(variable: String, expression: String) -> String? {
        guard isPlain(variable), let value = value(of: expression) else { return nil }
        return "> {% client.global.set(\"\(variable)\", \(value)); %}"
    }

    private static func value(of expression: String) -> String? {
        if expression == "body" || expression == "body.$" || expression == "body.*" { return "response.body" }
        if expression.hasPrefix("headers.") {
            let name = String(expression.dropFirst(8))
            return isPlain(name) && !name.contains(bytes: "[") ? "response.headers.valueOf(\"\(name)\")" : nil
        }
        guard expression.hasPrefix("body.$") else { return nil }
        return path(expression.dropFirst(6)).map { "response.body\($0)" }
    }

    /// `.a[0]['b']` as JavaScript; nil for wildcards, filters and all else that selects several values.
    private static func path(_ text: Substring) -> String? {
        var result = ""
        var rest = text
        while let first = rest.popFirst() {
            if first == "." {
                let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
                guard !name.isEmpty else { return nil }
                rest = rest[name.endIndex...]
                let isName = !name.contains(bytes: "-") && name.first?.isNumber == false
                result += isName ? ".\(name)" : "[\"\(name)\"]"
            } else if first == "[", let close = rest.firstIndex(of: "]") {
                let inside = rest[..<close]
                rest = rest[rest.index(after: close)...]
                if !inside.isEmpty, inside.allSatisfy({ $0.isASCII && $0.isNumber }) {
                    result += "[\(inside)]"
                } else if let quote = inside.first, quote == "'" || quote == "\"", inside.count > 2,
                    inside.last == quote
                {
                    let key = String(inside.dropFirst().dropLast())
                    guard isPlain(key) else { return nil }
                    result += "[\"\(key)\"]"
                } else {
                    return nil
                }
            } else {
                return nil
            }
        }
        return result
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && !text.contains { $0 == "\"" || $0 == "'" || $0 == "\\" || $0.isNewline || $0 == "%" || $0 == "{" }
    }
}
