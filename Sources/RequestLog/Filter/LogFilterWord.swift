import Base
import NetEngine

/// A value as it is written in a filter: parts in quotation marks are literal.
struct LogFilterWord {
    /// In the UTF-8 of the filter, quotation marks included.
    var range: Range<Int>
    var pieces: [(text: [UInt8], isQuoted: Bool)] = []

    var text: String { String(decoding: pieces.flatMap(\.text), as: UTF8.self) }
    var isEmpty: Bool { range.isEmpty }
    var isQuoted: Bool { pieces.contains(where: \.isQuoted) }

    /// The text, if no part of it is quoted.
    var plain: String? { isQuoted ? nil : text }

    func hasWildcard(_ wildcards: [UInt8]) -> Bool {
        pieces.contains { piece in !piece.isQuoted && piece.text.contains(where: wildcards.contains) }
    }

    // MARK: Writing

    /// A text that is read again as it is: in quotation marks where it needs them.
    static func quoted(_ text: String) -> String {
        let isPlain =
            text.utf8.allSatisfy(isPlain) && text.utf8.first != UInt8(ascii: "/") && text != "none" && text != "any"
            && !text.isEmpty
        return isPlain ? text : inQuotes(text)
    }

    /// A glob: quotation marks around what is between its wildcards, where they are needed.
    static func written(glob: String) -> String {
        var out = ""
        var literal: [UInt8] = []
        func flush() {
            guard !literal.isEmpty else { return }
            let text = String(decoding: literal, as: UTF8.self)
            out += literal.allSatisfy(isPlain) && literal.first != UInt8(ascii: "/") ? text : inQuotes(text)
            literal = []
        }
        for byte in glob.utf8 {
            if byte == Byte.asterisk || byte == Byte.questionMark {
                flush()
                out.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                literal.append(byte)
            }
        }
        flush()
        return out
    }

    /// A pattern with its slashes; in quotation marks if whitespace is in it.
    static func written(pattern: String) -> String {
        pattern.utf8.contains { $0 <= Byte.space } ? inQuotes(pattern) : pattern
    }

    private static func inQuotes(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { out += "\\" }
            out.unicodeScalars.append(scalar)
        }
        return out + "\""
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte >= 0x80 || "-_.:/@%+&#".utf8.contains(byte)
    }
}
