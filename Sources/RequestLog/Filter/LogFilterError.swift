/// Why a text is not a filter.
package struct LogFilterError: Error, Sendable, Hashable {
    /// The bad term: offsets in the UTF-8 of the text. Empty where something is missing.
    package var range: Range<Int>
    /// One sentence, with a suggestion where there is one.
    package var sentence: String
    /// What the user probably meant instead of the bad term.
    package var replacement: String?

    init(_ range: Range<Int>, _ sentence: String, replacement: String? = nil) {
        self.range = range
        self.sentence = sentence
        self.replacement = replacement
    }
}
