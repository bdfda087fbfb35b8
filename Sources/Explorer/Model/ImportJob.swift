/// A file of another tool, or a pasted text, that is read in the background.
package struct ImportJob: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        /// As it was typed.
        case path(String)
        case text(String)
    }

    var source: Source
    /// Tells one reading from the next.
    var number: Int
}
