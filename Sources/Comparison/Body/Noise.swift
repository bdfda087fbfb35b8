import Runs

/// In which way two values differ.
package enum DifferenceKind: String, Sendable, Hashable, CaseIterable {
    case added, removed
    case typeChanged = "type-changed"
    case valueChanged = "value-changed"
    /// A volatile value that does not look as it did: a UUID before, empty now.
    case formatChanged = "format-changed"
    /// At another place of its array.
    case moved

    /// The same, seen from the other run.
    var mirrored: DifferenceKind {
        switch self {
        case .added: .removed
        case .removed: .added
        case .typeChanged, .valueChanged, .formatChanged, .moved: self
        }
    }
}

/// Which values differ between two responses to the same request in the same run, by path and kind of difference: such a difference
/// between two runs says nothing.
struct Noise {
    private var kinds: [PathTable.ID: Set<DifferenceKind>] = [:]

    /// Added and removed are one kind: which of two responses came first is chance.
    mutating func insert(_ kind: DifferenceKind, at path: PathTable.ID) {
        kinds[path, default: []].insert(kind)
        kinds[path, default: []].insert(kind.mirrored)
    }

    func contains(_ kind: DifferenceKind, at path: PathTable.ID) -> Bool { kinds[path]?.contains(kind) ?? false }

    var isEmpty: Bool { kinds.isEmpty }
}
