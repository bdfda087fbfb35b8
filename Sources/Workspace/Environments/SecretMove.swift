/// Writes a secret to a private file and removes it from the public one, if it is in one.
package struct SecretMove: Sendable, Hashable {
    /// Where the secret is now.
    package enum Source: Sendable, Hashable {
        /// In an environment file; `value` is what the user saw.
        case environmentFile(String, path: [String], value: String)
        /// On a line (counted from 1) of a request file; `update` removes that line from the document.
        case definition(String, line: Int, rawValue: String)

        /// Absolute path of the file.
        package var file: String {
            switch self {
            case .environmentFile(let file, _, _), .definition(let file, _, _): file
            }
        }
    }

    package enum Outcome: Sendable, Hashable {
        case moved
        /// The secret is now in the private file but could not be removed from the public one; holds one sentence.
        case copied(String)
        /// Nothing was written; holds one sentence.
        case failed(String)
    }

    package var edit: EnvironmentFileEdit
    /// nil if the secret does not exist yet.
    package var source: Source?

    package init(edit: EnvironmentFileEdit, source: Source? = nil) {
        self.edit = edit
        self.source = source
    }

    package var name: String { edit.path.last ?? "" }

    /// Writes the private file first, so that the secret is never lost.
    package func write(_ store: CollectionStore) -> (outcome: Outcome, write: EnvironmentWrite) {
        let saved = EnvironmentWrite(saving: edit, store)
        if let problem = saved.problem { return (.failed(problem), saved) }
        guard case .environmentFile(let file, let path, let value)? = source else { return (.moved, saved) }
        let removal = EnvironmentFileEdit(file: file, path: path, value: "", expected: value)
        let both = saved.followed(by: EnvironmentWrite(removing: removal, store))
        return (both.problem.map { .copied($0) } ?? .moved, both)
    }
}
