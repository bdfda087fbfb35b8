/// A regular expression whose time grows with the text and not with its powers: all ways to match are followed at once
/// (Thompson's construction), so no pattern and no text can hang the program.
///
/// Texts are UTF-8; a character is a Unicode scalar. Its program is limited (`maxInstructions`), and so are the steps of
/// one match (`maxSteps`): what is longer ends in an error.
package struct Pattern: Sendable {
    /// Which expressions there are.
    package enum Syntax: Sendable, Hashable {
        /// RFC 9485, with `^` and `$` at the ends of the text as those engines have it that it is mapped to (§5.3, §5.4).
        case iRegexp
        /// What scripts and other tools of this kind commonly write: `\d \w \s \b`, lazy quantifiers, groups of all
        /// kinds, `(?i)`, `(?m)` and `(?s)`; without back references and looking around, which cannot be matched in
        /// linear time.
        case common(ignoresCase: Bool)
    }

    /// Why a text is no pattern.
    package struct Fault: Error, Hashable {
        /// In characters.
        package var offset: Int
        /// A clause: `a ) is missing`.
        package var reason: String
        /// Whether it may be one, but is larger than is matched here.
        package var isLimit = false

        package init(offset: Int, reason: String, isLimit: Bool = false) {
            self.offset = offset
            self.reason = reason
            self.isLimit = isLimit
        }
    }

    /// The text was too long for the pattern, or the budget came to its end.
    package struct TooManySteps: Error, Hashable {}

    package enum Instruction: Sendable {
        case scalar(UInt32)
        /// One of `sets`.
        case set(Int)
        case jump(Int)
        /// Both ways at once.
        case split(Int, Int)
        /// The beginning of the text; of a line too.
        case start(ofLine: Bool)
        case end(ofLine: Bool)
        case wordBoundary(Bool)
        case match
    }

    /// A pattern's counted repetitions are written out; more than this is refused.
    static let maxInstructions = 20_000
    /// In characters.
    package static let maxLength = 100_000
    /// About a second's work.
    package static let maxSteps = 400_000_000

    package let program: [Instruction]
    package let sets: [ScalarSet]

    /// - Throws: `Fault` where and why it is no pattern.
    package init(_ source: String, syntax: Syntax) throws(Fault) {
        (program, sets) = try PatternParser.parse(source, syntax)
    }

    /// Why a text is no pattern, told in a time that grows with the text only: repetitions are not written out, so what is
    /// too large with them is not found.
    package static func fault(in source: String, syntax: Syntax) -> Fault? { PatternParser.fault(in: source, syntax) }

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

    /// What reading the pattern and making its matcher cost, in steps of a `QueryBudget`.
    package var cost: Int { 64 * program.count }

    static func isWord(_ scalar: UInt32) -> Bool {
        (0x30...0x39).contains(scalar) || (0x41...0x5A).contains(scalar) || (0x61...0x7A).contains(scalar)
            || scalar == 0x5F
    }
}
