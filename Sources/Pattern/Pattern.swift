/// A regular expression that matches in time linear in the text: all possible matches are followed at once (Thompson's
/// construction), so no pattern and no text can hang the program.
///
/// Texts are UTF-8; a character is a Unicode scalar. The compiled program is limited (`maxInstructions`), and so are
/// the steps of one match (`maxSteps`); whatever exceeds a limit is an error.
package struct Pattern: Sendable {
    /// The regular expression dialects.
    package enum Syntax: Sendable, Hashable {
        /// RFC 9485, with `^` and `$` matching at the ends of the text, as in the engines that the RFC maps it to
        /// (§5.3, §5.4).
        case iRegexp
        /// What scripts and similar tools commonly use: `\d \w \s \b`, lazy quantifiers, all kinds of groups, `(?i)`,
        /// `(?m)` and `(?s)`; but no back references and no lookaround, which cannot be matched in linear time.
        case common(ignoresCase: Bool)
        /// ECMA-262 with the flag `u`, as JSON Schema has it: also `\cX`, `\u` in pairs and properties by their long
        /// names (`\p{Letter}`). Look-around and back references are limits, scripts too. As lenient as browsers are
        /// without the flag: braces and `\_` or `\-` may stand for themselves.
        case ecmaScript
    }

    /// Why a text is not a valid pattern.
    package struct SyntaxError: Error, Hashable {
        /// Offset in characters.
        package var offset: Int
        /// A clause for the user: `a ) is missing`.
        package var reason: String
        /// True if the pattern may be valid but exceeds a limit of this implementation.
        package var isLimit = false

        package init(offset: Int, reason: String, isLimit: Bool = false) {
            self.offset = offset
            self.reason = reason
            self.isLimit = isLimit
        }
    }

    /// Thrown if matching takes more than `maxSteps`, or the budget ran out.
    package struct TooManySteps: Error, Hashable {}

    package enum Instruction: Sendable {
        case scalar(UInt32)
        /// Matches any character of `sets[i]`.
        case set(Int)
        case jump(Int)
        /// Continues at both instructions at once.
        case split(Int, Int)
        /// Matches at the beginning of the text, or of any line.
        case start(ofLine: Bool)
        case end(ofLine: Bool)
        case wordBoundary(Bool)
        case match

        /// Adds where an instruction leads without a character to a stack, what is to be tried first on top.
        /// - Returns: false if it consumes a character, or ends the pattern.
        @inline(__always)
        func follow(from place: Int, before: UInt32?, after: UInt32?, onto stack: inout [Int]) -> Bool {
            switch self {
            case .jump(let target): stack.append(target)
            case .split(let first, let second):
                stack.append(second)
                stack.append(first)
            case .start(let ofLine):
                if before.map({ ofLine && PatternMatcher.isLineEnd($0) }) ?? true { stack.append(place + 1) }
            case .end(let ofLine):
                if after.map({ ofLine && PatternMatcher.isLineEnd($0) }) ?? true { stack.append(place + 1) }
            case .wordBoundary(let wanted):
                let isBoundary = (before.map(Pattern.isWord) ?? false) != (after.map(Pattern.isWord) ?? false)
                if isBoundary == wanted { stack.append(place + 1) }
            case .scalar, .set, .match: return false
            }
            return true
        }
    }

    /// Counted repetitions are expanded; a pattern with more instructions than this is an error.
    static let maxInstructions = 20_000
    /// Longest pattern, in characters.
    package static let maxLength = 100_000
    /// Steps of one match: about a second's work.
    package static let maxSteps = 400_000_000

    package let program: [Instruction]
    package let sets: [ScalarSet]

    /// - Throws: `SyntaxError`: why the text is not a valid pattern, and where.
    package init(_ source: String, syntax: Syntax) throws(SyntaxError) {
        (program, sets) = try PatternParser.parse(source, syntax)
    }

    /// Why a text is not a valid pattern, found in time linear in its length. Repetitions are not expanded, so a
    /// pattern that becomes too large only by expanding them passes.
    package static func syntaxError(in source: String, syntax: Syntax) -> SyntaxError? {
        PatternParser.syntaxError(in: source, syntax)
    }

    /// Whether the whole text matches.
    package func matchesWhole(_ text: [UInt8]) throws(TooManySteps) -> Bool {
        var steps = Self.maxSteps
        return try PatternMatcher(self).matchesWhole(text, steps: &steps)
    }

    /// Whether any part of the text matches.
    package func isFound(in text: [UInt8], _ budget: QueryBudget? = nil) throws(TooManySteps) -> Bool {
        var steps = Self.maxSteps
        return try PatternMatcher(self).isFound(in: text, steps: &steps, budget)
    }

    /// What compiling the pattern and building its matcher costs, in steps of a `QueryBudget`.
    package var cost: Int { 64 * program.count }

    static func isWord(_ scalar: UInt32) -> Bool {
        (0x30...0x39).contains(scalar) || (0x41...0x5A).contains(scalar) || (0x61...0x7A).contains(scalar)
            || scalar == 0x5F
    }
}
