/// What the written files say otherwise than the source, or not at all.
package struct ImportNotice: Sendable, Hashable {
    package enum Severity: String, Sendable, Hashable, CaseIterable {
        /// Written in another way; it works as before.
        case changed
        /// Kept only as a comment, or switched off; the user may have to do something.
        case kept
        /// Not in the written files.
        case lost
    }

    package var severity: Severity
    /// The names of the folders and the request that it is about, outermost first; empty for the whole collection.
    package var item: [String]
    /// nil if it has no place of its own.
    package var place: ImportPlace?
    /// One sentence with its full stop.
    package var text: String

    package init(_ severity: Severity, _ text: String, item: [String] = [], at place: ImportPlace? = nil) {
        self.severity = severity
        self.text = text
        // Some requests have no name.
        self.item = item.filter { !$0.isEmpty }
        self.place = place
    }
}
