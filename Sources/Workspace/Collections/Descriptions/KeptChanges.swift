import HTTPFormat

/// What the screen keeps of a description's requests (`DescriptionEditStore`), for commands that send them.
package struct KeptChanges: Sendable {
    private let store: DescriptionEditStore?

    /// - Parameter store: nil keeps nothing.
    package init(_ store: DescriptionEditStore?) { self.store = store }

    /// A description with the changes, and what to say of them.
    package struct Joined: Sendable {
        package var file: CollectionFile
        /// The names of the requests that are sent as they were changed.
        package var names: [String] = []
        /// Those of them that the description changed since in the same place.
        package var conflicts: [String] = []

        /// One sentence; nil if nothing is changed.
        /// - Parameter sent: the names of requests that are sent; nil for all.
        package func sentence(of sent: Set<String>? = nil) -> String? {
            let names = names.filter { sent?.contains($0) ?? true }
            guard !names.isEmpty else { return nil }
            let shown =
                names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : "")
            let old = conflicts.filter(names.contains)
            let conflict =
                old.isEmpty
                ? "" : " The description changed since in the same place of \(old.prefix(8).joined(separator: ", "))."
            let about = "with the changes that the screen keeps of \(shown); --no-kept leaves them out."
            return "\(file.relativePath): \(about)\(conflict)"
        }
    }

    /// - Parameter file: not read from a description, or with all requests as the description has them.
    /// - Throws: one sentence if there are changes that cannot be read.
    package func joined(with file: CollectionFile) throws(CollectionError) -> Joined {
        guard let store, file.described != nil, file.problem == nil else { return Joined(file: file) }
        let edits = try store.edits(of: file.path, from: file.address)
        guard !edits.blocks.isEmpty else { return Joined(file: file) }
        let changed = Set(edits.blocks.map(\.name))
        let (joined, conflicts) = edits.joined(with: file)
        return Joined(
            file: joined, names: file.document.requests.map(\.id).filter(changed.contains), conflicts: conflicts)
    }
}
