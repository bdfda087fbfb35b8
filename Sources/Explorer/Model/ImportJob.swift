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

/// The names in a folder whose path is being typed.
package struct TypedFolderJob: Sendable, Hashable {
    /// As it is written, with a slash at its end, or empty.
    var folder: String
    /// What it is relative to.
    var root: String
}
