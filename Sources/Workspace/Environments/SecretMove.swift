/// Writes a secret to a private file and takes it out of the public one, where it stands in one.
package struct SecretMove: Sendable, Hashable {
    /// Where the secret stands today.
    package enum Source: Sendable, Hashable {
        /// An environment file; the value as the person saw it.
        case environmentFile(String, path: [String], value: String)
        /// A line (from 1) of a request file, which `update` takes out of the document.
        case definition(String, line: Int, rawValue: String)

        /// Absolute.
        package var file: String {
            switch self {
            case .environmentFile(let file, _, _), .definition(let file, _, _): file
            }
        }
    }

    package enum Outcome: Sendable, Hashable {
        case moved
        /// It is in the private file now, and in the public one still: one sentence why.
        case copied(String)
        /// Nothing was written: one sentence why.
        case failed(String)
    }

    package var edit: EnvironmentFileEdit
    /// nil: it stands nowhere yet.
    package var source: Source?

    package init(edit: EnvironmentFileEdit, source: Source? = nil) {
        self.edit = edit
        self.source = source
    }

    package var name: String { edit.path.last ?? "" }

    /// The private file is written first: a secret is nowhere for no moment.
    package func run(_ store: CollectionStore = CollectionStore()) -> Outcome {
        if let problem = edit.save(store) { return .failed(problem) }
        guard case .environmentFile(let file, let path, let value)? = source else { return .moved }
        let removal = EnvironmentFileEdit(file: file, path: path, value: "", expected: value)
        return removal.remove(store).map { .copied($0) } ?? .moved
    }
}
