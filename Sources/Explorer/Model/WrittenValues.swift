import Workspace

/// A value that was written to an environment file, taken out of one, or moved to another, at once.
struct WrittenValue: Sendable {
    enum Change: Sendable, Hashable {
        case saved(EnvironmentFileEdit)
        case removed(EnvironmentFileEdit)
        case moved(SecretMove)

        /// A secret that is in its private file. The line of a request file, where it was in one, goes by an edit of that file.
        init(_ move: SecretMove) {
            switch move.source {
            case .environmentFile?: self = .moved(move)
            case .definition?, nil: self = .saved(move.edit)
            }
        }

        var edit: EnvironmentFileEdit {
            switch self {
            case .saved(let edit), .removed(let edit): edit
            case .moved(let move): move.edit
            }
        }

        var effect: Effect {
            switch self {
            case .saved(let edit): .saveVariable(edit)
            case .removed(let edit): .removeVariable(edit)
            case .moved(let move): .moveSecret(move)
            }
        }

        /// What takes it back; nil if the value before is not known. Nothing is written over what the file got meanwhile.
        var inverse: Change? {
            let (file, path, value, before) = (edit.file, edit.path, edit.value, edit.expected)
            switch self {
            case .saved(let edit) where edit.isEnvironment:
                return .removed(EnvironmentFileEdit(file: file, path: path, value: "", isEnvironment: true))
            case .saved(let edit) where edit.isNew && path.count > 1:
                return .removed(EnvironmentFileEdit(file: file, path: path, value: "", expected: value))
            case .saved:
                return before.map { .saved(EnvironmentFileEdit(file: file, path: path, value: $0, expected: value)) }
            case .removed:
                return before.map { .saved(EnvironmentFileEdit(file: file, path: path, value: $0, isNew: true)) }
            case .moved(let move):
                guard case .environmentFile(let old, let oldPath, let oldValue)? = move.source else { return nil }
                return .moved(
                    SecretMove(
                        edit: EnvironmentFileEdit(file: old, path: oldPath, value: oldValue, isNew: true),
                        source: .environmentFile(file, path: path, value: value)))
            }
        }
    }

    /// Differs for each change, with those of files and folders; the later it was made or taken back, the higher.
    var number: Int
    var change: Change
    /// How many edits of request files came before it was made or taken back: what came later is next to be taken back, or made
    /// again.
    var edits: Int
}

/// Values of environment files: what can be taken back.
struct WrittenValues: Sendable {
    /// The last one at the end.
    var done: [WrittenValue] = []
    /// Those that were taken back, the last one at the end; empty after another change.
    var takenBack: [WrittenValue] = []
    /// What is being taken back, or made again, as it is noted then, and the change that does so.
    var running: (value: WrittenValue, isBack: Bool, change: WrittenValue.Change)?

    /// More are not remembered.
    private static let most = 50

    mutating func add(_ value: WrittenValue) {
        done = (done + [value]).suffix(Self.most)
    }
}
