import Pattern

/// A regular expression of a filter: found anywhere in a text, in time linear in it.
package struct LogPattern: Sendable, Hashable {
    /// As written, without the slashes around it; a slash within it is not escaped.
    package let source: String
    package let ignoresCase: Bool
    private let pattern: Pattern

    /// - Throws: why the text is not a valid pattern.
    package init(_ source: String, ignoresCase: Bool = true) throws(Pattern.SyntaxError) {
        self.source = Self.withoutEscapedSlashes(source)
        self.ignoresCase = ignoresCase
        pattern = try Pattern(self.source, syntax: .common(ignoresCase: ignoresCase))
    }

    /// Whether any part of the text matches; false too if the match takes too long.
    package func isFound(in text: [UInt8]) -> Bool { (try? pattern.isFound(in: text)) ?? false }

    /// The pattern between slashes, as a filter has it.
    package var written: String {
        var out = "/"
        var isEscaped = false
        for character in source.unicodeScalars {
            if character == "/", !isEscaped { out += "\\" }
            out.unicodeScalars.append(character)
            isEscaped = character == "\\" && !isEscaped
        }
        return out + (ignoresCase ? "/" : "/c")
    }

    private static func withoutEscapedSlashes(_ source: String) -> String {
        var out = String.UnicodeScalarView()
        var isEscaped = false
        for character in source.unicodeScalars {
            if character == "/", isEscaped { out.removeLast() }
            out.append(character)
            isEscaped = character == "\\" && !isEscaped
        }
        return String(out)
    }

    package static func == (a: LogPattern, b: LogPattern) -> Bool {
        a.source == b.source && a.ignoresCase == b.ignoresCase
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(ignoresCase)
    }
}
