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

    /// - Parameters:
    ///   - isPattern: then `^` and `$` are the ends of lines.
    ///   - isJSON: whether `é` also finds `\u00e9`.
    ///   - isLaidOut: whether the text is shown with a space after the colon of each member, which it may not have.
    /// - Returns: nil if nothing is searched for.
    package init?(
        _ text: String, isPattern: Bool, isJSON: Bool, isLaidOut: Bool = false
    ) throws(Pattern.SyntaxError) {
        guard !text.isEmpty else { return nil }
        self.text = text
        self.isPattern = isPattern
        self.isJSON = isJSON
        if isPattern {
            let syntax = Pattern.Syntax.common(ignoresCase: !Self.hasUpperCase(pattern: text))
            do throws(Pattern.SyntaxError) {
                content = .pattern(try Pattern(Self.ofLines + text, syntax: syntax))
            } catch {
                throw Pattern.SyntaxError(
                    offset: max(0, error.offset - Self.ofLines.count), reason: error.reason, isLimit: error.isLimit)
            }
        } else if isJSON, isLaidOut, text.contains(Self.gap) {
            let escaped = text.replacing(Self.gap, with: "\":\n").map {
                $0 == "\n" ? "\\s*" : "\\^$.|?*+()[]{}".contains($0) ? "\\\($0)" : String($0)
            }
            let syntax = Pattern.Syntax.common(ignoresCase: !text.contains { $0.isUppercase })
            content = .pattern(try Pattern(escaped.joined(), syntax: syntax))
        } else {
            content = .text(TextNeedle(text, readsEscapes: isJSON))
        }
    }

    private static let ofLines = "(?m)"
    /// What the readable layout shows between a name and its value.
    private static let gap = "\": "

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
