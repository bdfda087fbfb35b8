import Base
import NetEngine

/// Texts that a request file takes as content of a body, line by line.
package enum PlainBody {
    /// Of multipart bodies.
    package static let boundary = "part"

    /// Whether no line of the text means something else: a comment, a file, a check, a variable, a separator.
    ///
    /// - Parameters:
    ///   - boundary: that of the multipart body that the text is in.
    ///   - holdsVariables: whether `{{name}}` is meant as a variable.
    package static func isPlain(
        _ text: String, isMarkup: Bool, boundary: String = boundary, holdsVariables: Bool = false
    ) -> Bool {
        guard holdsVariables || !text.contains(bytes: "{{"), !text.contains(bytes: "\\{\\{") else { return false }
        guard text.utf8.allSatisfy({ $0 >= Byte.space && $0 != 0x7F || $0 == Byte.lineFeed || $0 == Byte.tab }) else {
            return false
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // Empty lines at the ends are not sent.
        guard lines.first?.isEmpty == false, lines.last?.isEmpty == false else { return false }
        return lines.allSatisfy { line in
            let content = line.drop { $0 == " " || $0 == "\t" }
            guard let first = content.first else { return line.isEmpty }
            if beginsRequest(content) { return false }
            switch first {
            case "#", ">", "@": return false
            case "<":
                let next = content.dropFirst().first
                return isMarkup && next != nil && next != " " && next != "\t" && next != "@" && next != ">"
            case "/": return !content.hasPrefix("//")
            case "?": return !content.hasPrefix("??")
            default: return !content.hasPrefix("HTTP/") && !content.hasPrefix("--\(boundary)")
            }
        }
    }

    /// Whether a line looks like `GET /x` or `GET http://…`, which begins another request.
    private static func beginsRequest(_ line: Substring) -> Bool {
        guard let space = line.firstIndex(of: " "), line[..<space].utf8.count <= 20 else { return false }
        let rest = line[space...].drop { $0 == " " }
        return rest.hasPrefix("/") || rest.hasPrefix("http://") || rest.hasPrefix("https://")
    }
}
