/// A database was written by a newer program. It is left as it is.
package struct NewerDatabase: Error, Hashable, CustomStringConvertible {
    /// The schema of the file (`user_version`), and the latest that this program knows.
    package let found: Int
    package let known: Int

    package init(found: Int, known: Int) {
        self.found = found
        self.known = known
    }

    package var description: String {
        "a newer version of this program wrote it (schema \(found), this one knows \(known))"
    }
}
