import JSONPath

/// A path into a JSON body, as checks and references have it: RFC 9535 with the extensions of jsonpath-plus and httpYac (HTTP-FORMAT §11).
///
/// The `$` may be left out, unquoted names may contain `-`, and `.0` means `[0]`. That `.length` at the end counts depends on the body:
/// `LenientJSONPath`.
package enum BodyPath {
    /// The JSONPath for `items[0].id`: `$.items[0].id`.
    package static func rooted(_ path: String) -> String {
        if path.hasPrefix("$") { return path }
        return path.hasPrefix("[") || path.hasPrefix(".") ? "$" + path : "$." + path
    }

    /// The error is that of the path as it is written.
    package static func query(_ path: String) throws(JSONPathParser.SyntaxError) -> JSONPathQuery {
        let path = rooted(path)
        do throws(JSONPathParser.SyntaxError) {
            return try JSONPathParser.parse(path)
        } catch {
            guard let quoted = try? JSONPathParser.parse(withQuotedNames(path)) else { throw error }
            return quoted
        }
    }

    /// Rewrites `$.access-token.0` as `$['access-token'][0]`; brackets stay as they are.
    static func withQuotedNames(_ path: String) -> String {
        var output = ""
        var rest = path[...]
        while let first = rest.first {
            if first == "[" {
                let end = closing(rest)
                output += rest[..<end]
                rest = rest[end...]
            } else if rest.hasPrefix("..") || first != "." {
                output.append(first)
                rest = rest.dropFirst()
                if first == ".", rest.first == "." {
                    output.append(".")
                    rest = rest.dropFirst()
                    guard rest.first != "[" else { continue }
                    // After `..`, a name must be in brackets to be quoted.
                    let name = rest.prefix { $0 != "." && $0 != "[" }
                    output += segment(name)
                    rest = rest.dropFirst(name.count)
                }
            } else {
                let name = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
                output += segment(name)
                rest = rest.dropFirst(name.count + 1)
            }
        }
        return output
    }

    private static func segment(_ name: Substring) -> String {
        if name == "*" || name.isEmpty { return "[*]" }
        if name.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) { return "[\(name)]" }
        return NormalizedPaths.step(Array(name.utf8))
    }

    /// Just past the bracket that closes the one at the start, skipping quoted text; the end if there is none.
    private static func closing(_ text: Substring) -> Substring.Index {
        var depth = 0
        var quote: Character?
        var isEscaped = false
        for place in text.indices {
            let character = text[place]
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = quote != nil
            } else if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == "[" {
                depth += 1
            } else if character == "]" {
                depth -= 1
                if depth == 0 { return text.index(after: place) }
            }
        }
        return text.endIndex
    }
}
