import Workspace

/// A value that was written to an environment file, taken out of one, or moved to another, at once.
struct WrittenValue: Sendable {
    enum Change: Sendable, Hashable {
        case saved(EnvironmentFileEdit)
        case removed(EnvironmentFileEdit)
        /// A value that was put into several environments.
        case values([EnvironmentFileEdit])
        /// All values of a form for a login.
        case login([EnvironmentFileEdit])
        case moved(SecretMove)

        /// A secret that is in its private file. The line of a request file, where it was in one, goes by an edit of that file.
        init(_ move: SecretMove) {
            switch move.source {
            case .environmentFile?: self = .moved(move)
            case .definition?, nil: self = .saved(move.edit)
            }
        }

        var effect: Effect {
            switch self {
            case .saved(let edit): .saveVariable(edit)
            case .removed(let edit): .removeVariable(edit)
            case .values(let edits): .saveVariables(edits)
            case .login(let edits): .saveLogin(edits)
            case .moved(let move): .moveSecret(move)
            }
        }

        /// What takes it back; nil if the value before is not known. Nothing is written over what the file got meanwhile.
        var inverse: Change? {
            switch self {
            case .saved(let edit) where edit.isEnvironment:
                return .removed(EnvironmentFileEdit(file: edit.file, path: edit.path, value: "", isEnvironment: true))
            case .saved(let edit) where edit.isNew && edit.path.count > 1: return .removed(edit.asRemoval)
            case .saved(let edit): return edit.asSave.map { .saved($0) }
            case .removed(let edit): return edit.asNew.map { .saved($0) }
            case .values(let edits): return Self.inverse(of: edits).map { .values($0) }
            case .login(let edits): return Self.inverse(of: edits).map { .login($0) }
            case .moved(let move):
                guard case .environmentFile(let old, let oldPath, let oldValue)? = move.source else { return nil }
                return .moved(
                    SecretMove(
                        edit: EnvironmentFileEdit(file: old, path: oldPath, value: oldValue, isNew: true),
                        source: .environmentFile(move.edit.file, path: move.edit.path, value: move.edit.value)))
            }
        }

        private static func inverse(of edits: [EnvironmentFileEdit]) -> [EnvironmentFileEdit]? {
            let back = edits.reversed().compactMap { edit -> EnvironmentFileEdit? in
                if edit.isRemoval { return edit.asNew }
                return edit.isNew ? edit.asRemoval : edit.asSave
            }
            return back.count == edits.count ? back : nil
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

extension EnvironmentFileEdit {
    /// Takes out what it wrote, with the objects that were made for it.
    fileprivate var asRemoval: EnvironmentFileEdit {
        var removal = EnvironmentFileEdit(file: file, path: path, value: "", expected: value)
        removal.isRemoval = true
        return removal
    }

    /// Writes what it took out.
    fileprivate var asNew: EnvironmentFileEdit? {
        expected.map { EnvironmentFileEdit(file: file, path: path, value: $0, isNew: true) }
    }

    /// Writes what it replaced.
    fileprivate var asSave: EnvironmentFileEdit? {
        expected.map { EnvironmentFileEdit(file: file, path: path, value: $0, expected: value) }
    }
}
