import Base
import HTTPFormat

/// Writes texts as string literals of Swift, with expressions in the place of marks.
struct SwiftLiteral {
    let marks: TextMarks
    /// By the numbers of the marks.
    let expressions: [Int: String]

    /// A literal in one line.
    func line(_ text: String) -> String { "\"\(escaped(text, isMultiline: false))\"" }

    /// A literal of several lines if the text has several.
    /// - Parameter indent: the spaces before each line.
    func block(_ text: String, indent: String) -> String {
        guard text.utf8.contains(Byte.lineFeed) else { return line(text) }
        let lines = escaped(text, isMultiline: true).split(separator: "\n", omittingEmptySubsequences: false)
        let inside = lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
        return "\"\"\"\n\(inside)\n\(indent)\"\"\""
    }

    private func escaped(_ text: String, isMultiline: Bool) -> String {
        marks.pieces(of: Array(text.utf8)).map { piece in
            switch piece {
            case .mark(let number): "\\(\(expressions[number] ?? "\"\""))"
            case .bytes(let bytes): Self.escaped(String(decoding: bytes, as: UTF8.self), isMultiline)
            }
        }.joined()
    }

    private static func escaped(_ text: String, _ isMultiline: Bool) -> String {
        var out = ""
        // What cannot be seen, or reorders text, is written as an escape.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": out += "\\\\"
            case "\"": out += "\\\""
            case "\n":
                // A space at the end of a line could be lost.
                if isMultiline, let last = out.unicodeScalars.last, last == " " {
                    out.unicodeScalars.removeLast()
                    out += "\\u{20}"
                }
                out += isMultiline ? "\n" : "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            default:
                let isVisible = scalar.value >= 0x20 && SafeText(String(scalar)).hazards.total == 0
                out += isVisible ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return out
    }
}
