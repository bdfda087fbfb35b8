import Base
import NetEngine

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
        /// It was moved, but a comment of the public file still has a value of it, on this line (from 1).
        case left(line: Int)
        /// The secret is now in the private file but could not be removed from the public one; holds one sentence.
        case copied(String)
        /// Nothing was written; holds one sentence.
        case failed(String)

        /// - Parameter write: of a move, or of what takes one back.
        package init(of write: EnvironmentWrite) {
            if let problem = write.problem {
                self = write.files.isEmpty ? .failed(problem) : .copied(problem)
            } else {
                self = write.commentLine.map { .left(line: $0) } ?? .moved
            }
        }
    }

    package var edit: EnvironmentFileEdit
    /// nil if nothing is to be removed, or if the secret does not exist yet.
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
    /// - Parameter undone: the move that this one takes back.
    package func write(takingBack undone: EnvironmentWrite? = nil, _ store: CollectionStore) -> EnvironmentWrite {
        if let undone, let source, EnvironmentReader.isPrivate(PathText.name(of: source.file)) {
            // Back from the private file, which may have been made for the secret.
            return EnvironmentWrite(edits, takingBack: undone, store)
        }
        let saved = EnvironmentWrite(saving: edit, store)
        guard saved.problem == nil, case .environmentFile(let file, let path, let value)? = source else { return saved }
        let removal = EnvironmentFileEdit(file: file, path: path, value: "", expected: value)
        let removed = EnvironmentWrite(removing: removal, store)
        var both = saved.followed(by: removed)
        if !EnvironmentReader.isPrivate(PathText.name(of: file)) {
            let left = removed.files.first?.after ?? []
            both.commentLine = Self.commentLine(of: path.last ?? "", value, in: left)
        }
        return both
    }

    /// The line of the first comment that contains the value, or the name in quotation marks, as before a value that was commented out.
    private static func commentLine(of name: String, _ value: String, in bytes: [UInt8]) -> Int? {
        let texts = ["\"\(name)\""] + (value.utf8.count >= SecretName.shortestValue ? [value] : [])
        for comment in JSONCommentRanges.of(bytes) {
            for text in texts {
                guard let found = bytes[comment].firstRange(of: Array(text.utf8)) else { continue }
                return TextLines.place(of: found.lowerBound, in: bytes).line
            }
        }
        return nil
    }
}
