/// Why the request log cannot be read, or not be changed.
package struct LogUnreadable: Error, Sendable, Hashable {
    /// One sentence for the user.
    package var sentence: String
    package init(sentence: String) { self.sentence = sentence }
}
