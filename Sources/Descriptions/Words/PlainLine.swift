import Base

/// Text from a description as a part of one line of a request file or of a list.
package enum PlainLine {
    /// The text in one line: line breaks, other controls and runs of spaces become one space each.
    /// - Parameter limit: characters, with the mark that something was cut.
    package static func of(_ text: String, limit: Int = 200) -> String {
        if text.utf8.count <= limit, isPlain(text) { return text }
        var line = String.UnicodeScalarView()
        var count = 0
        var isSpace = true
        for scalar in text.unicodeScalars {
            if count > limit { break }
            if isBreak(scalar) {
                if !isSpace {
                    line.append(" ")
                    count += 1
                }
                isSpace = true
            } else {
                line.append(scalar)
                count += 1
                isSpace = false
            }
        }
        while line.last == " " { line.removeLast() }
        guard count > limit else { return String(line) }
        var cut = String(String(line).prefix(max(limit - 1, 1)))
        while cut.last == " " { cut.removeLast() }
        return cut + "…"
    }

    /// Whether nothing is to be changed: ASCII without controls and without spaces at the ends or in a row.
    private static func isPlain(_ text: String) -> Bool {
        var last = Byte.space
        for byte in text.utf8 {
            guard byte >= Byte.space, byte < 0x7F, byte != Byte.space || last != Byte.space else { return false }
            last = byte
        }
        return last != Byte.space || text.isEmpty
    }

    /// Controls, C1, line and paragraph separators, and spaces.
    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || (0x7F...0xA0).contains(scalar.value) || scalar.value == 0x2028
            || scalar.value == 0x2029
    }

    /// The first paragraph of a Markdown text in one line.
    static func firstParagraph(_ text: String, limit: Int = 300) -> String {
        var lines: [Substring] = []
        for line in text.prefix(4_000).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                if lines.isEmpty { continue }
                break
            }
            lines.append(line)
        }
        return of(lines.joined(separator: " "), limit: limit)
    }

    /// A name in quotation marks, in one line and not too long.
    package static func quoted(_ name: some StringProtocol) -> String { "'\(of(String(name.prefix(400)), limit: 80))'" }
}
