import Base
import Pattern

/// What is searched for in a body: a text or a regular expression, in smart case (an upper-case letter in it makes the
/// search case-sensitive; in a text only ASCII letters fold). Never empty.
package struct ByteNeedle: Sendable {
    enum Content: Sendable {
        case text(TextNeedle)
        case pattern(Pattern)
    }

    /// As it was typed.
    package let text: String
    package let isPattern: Bool
    let isJSON: Bool
    let content: Content

    /// - Parameter isJSON: whether `é` also finds `\u00e9`.
    /// - Returns: nil if nothing is searched for.
    package init?(_ text: String, isPattern: Bool, isJSON: Bool) throws(Pattern.SyntaxError) {
        guard !text.isEmpty else { return nil }
        self.text = text
        self.isPattern = isPattern
        self.isJSON = isJSON
        if isPattern {
            content = .pattern(try Pattern(text, syntax: .common(ignoresCase: !Self.hasUpperCase(pattern: text))))
        } else {
            content = .text(TextNeedle(text, readsEscapes: isJSON))
        }
    }

    /// Whether a pattern has a capital letter that is not part of a class such as `\S`.
    private static func hasUpperCase(pattern: String) -> Bool {
        var isEscaped = false
        for character in pattern {
            if !isEscaped, character.isUppercase { return true }
            isEscaped = !isEscaped && character == "\\"
        }
        return false
    }

    /// Finds hits one after the other; reuses its memory and is not thread-safe.
    package func finder() -> ByteFinder { ByteFinder(self) }
}

/// Finds the hits of a needle in parts of a text.
package final class ByteFinder {
    private let needle: ByteNeedle
    private let patternFinder: PatternFinder?

    init(_ needle: ByteNeedle) {
        self.needle = needle
        patternFinder =
            if case .pattern(let pattern) = needle.content {
                PatternFinder(pattern, readsEscapes: needle.isJSON)
            } else {
                nil
            }
    }

    /// The first hit that begins in a range. It may end behind it.
    func first(in text: UnsafeBufferPointer<UInt8>, startingIn range: Range<Int>, steps: inout Int) -> Range<Int>? {
        if let patternFinder {
            return try? patternFinder.first(in: text, startingIn: range, steps: &steps)
        }
        guard case .text(let needle) = needle.content else { return nil }
        return needle.first(in: text, startingIn: range)
    }
}
