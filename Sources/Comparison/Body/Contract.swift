import JSONPath
import Runs

/// The shape of JSON bodies: which paths there are, of which types, and which members are always there. Callers rely on it even
/// where the values change with each response.
struct Contract {
    private struct Entry {
        var types: ValueTypes = []
        var count = 0
        /// How many of the values were objects.
        var objects = 0
    }

    /// By path.
    private var entries: [Entry] = []
    /// Bodies in it.
    private(set) var bodies = 0

    /// Adds a body. What rules leave out is not part of it.
    mutating func add(_ body: BodyTree) {
        bodies += 1
        var node = 0
        while node < body.tree.nodes.count {
            if body.ignored[node] != nil {
                node = body.tree.next(node)
                continue
            }
            let kind = body.tree.kind(node)
            add(ValueTypes(kind), count: 1, objects: kind == .object ? 1 : 0, at: body.paths[node])
            node += 1
        }
    }

    /// Adds a body of which only the shape is known.
    mutating func add(_ shape: BodyShape, _ table: inout PathTable) {
        bodies += 1
        var paths: [PathTable.ID] = []
        for place in shape.places {
            let path = place.parent.map { table.path(place.step, of: paths[$0]) } ?? PathTable.root
            paths.append(path)
            add(place.types, count: place.count, objects: place.objects, at: path)
        }
    }

    private mutating func add(_ types: ValueTypes, count: Int, objects: Int, at path: PathTable.ID) {
        let path = Int(path)
        if path >= entries.count { entries += repeatElement(Entry(), count: path + 1 - entries.count) }
        entries[path].types.formUnion(types)
        entries[path].count += count
        entries[path].objects += objects
    }

    /// What the second contract has otherwise than the first.
    static func changes(_ a: Contract, _ b: Contract, _ table: PathTable) -> [ContractChange] {
        guard a.bodies > 0, b.bodies > 0 else { return [] }
        var changes: [ContractChange] = []
        for path in 0..<PathTable.ID(max(a.entries.count, b.entries.count)) {
            let (mine, other) = (a.entry(path), b.entry(path))
            // Without an object or array to be in, nothing is known of a value.
            let parent = path == PathTable.root ? nil : table.parent(of: path)
            let isMany = table.isMany(path)
            func isKnown(_ contract: Contract) -> Bool {
                guard let parent, let entry = contract.entry(parent) else { return parent == nil }
                return isMany ? false : entry.objects > 0
            }
            // Of a lost object only itself is reported.
            if let parent, a.entry(parent) == nil || b.entry(parent) == nil { continue }
            let types = Both(mine?.types.words ?? [], other?.types.words ?? [])
            func report(_ kind: ContractChange.Kind, _ isBreaking: Bool) {
                changes.append(
                    ContractChange(path: table.text(path), kind: kind, types: types, isBreaking: isBreaking))
            }
            switch (mine, other) {
            case (.some, nil) where isKnown(b): report(.lost, a.isAlways(path, table))
            case (nil, .some) where isKnown(a): report(.new, false)
            case (let mine?, let other?):
                if mine.types != other.types {
                    report(.types, !other.types.isSubset(of: mine.types))
                } else if a.isAlways(path, table) != b.isAlways(path, table) {
                    report(a.isAlways(path, table) ? .optional : .required, a.isAlways(path, table))
                }
            default: break
            }
        }
        return changes
    }

    /// nil if no body has that path.
    private func entry(_ path: PathTable.ID) -> Entry? {
        guard path < entries.count, entries[Int(path)].count > 0 else { return nil }
        return entries[Int(path)]
    }

    /// Whether each object that can have this member has it.
    private func isAlways(_ path: PathTable.ID, _ table: PathTable) -> Bool {
        guard path != PathTable.root, !table.isMany(path), let own = entry(path),
            let parent = entry(table.parent(of: path))
        else { return true }
        return own.count >= parent.objects
    }
}

/// A change of the shape of a JSON body.
package struct ContractChange: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        /// It was there in run A.
        case lost
        case new
        /// Its types changed.
        case types
        /// It was always there, and is missing now and then.
        case optional
        /// It was missing now and then.
        case required
    }

    /// A JSONPath.
    package var path: String
    package var kind: Kind
    /// The types of the value in each run.
    package var types: Both<[String]>
    /// Whether a caller that knew run A could fail.
    package var isBreaking: Bool
}
