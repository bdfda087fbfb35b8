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

        /// Of the write of a move, or of what takes one back.
        package init(of write: EnvironmentWrite) {
            self = write.problem.map { write.files.isEmpty ? .failed($0) : .copied($0) } ?? .moved
        }
    }

    package var edit: EnvironmentFileEdit
    /// nil if nothing is to go, or if the secret does not exist yet.
    package var source: Source?

    package init(edit: EnvironmentFileEdit, source: Source? = nil) {
        self.edit = edit
        self.source = source
    }

    /// The same as edits that are written together, all or none.
    package var edits: [EnvironmentFileEdit] {
        guard case .environmentFile(let file, let path, let value)? = source else { return [edit] }
        var removal = EnvironmentFileEdit(file: file, path: path, value: "", expected: value)
        removal.isRemoval = true
        return [edit, removal]
    }

    package var name: String { edit.path.last ?? "" }

    /// Writes the private file first, so that the secret is never lost.
    package func write(_ store: CollectionStore) -> EnvironmentWrite {
        let saved = EnvironmentWrite(saving: edit, store)
        guard saved.problem == nil, case .environmentFile(let file, let path, let value)? = source else { return saved }
        let removal = EnvironmentFileEdit(file: file, path: path, value: "", expected: value)
        return saved.followed(by: EnvironmentWrite(removing: removal, store))
    }
}
