import Base

/// Compares two values of a tree for equality (RFC 9535 §2.3.5.2.2): members in any order, numbers by value, strings by
/// their characters.
///
/// Uses a list instead of recursion, so nesting costs no stack. Both values are walked side by side, so a difference
/// near the beginning is found early.
package final class JSONEquality {
    private let tree: JSONTree
    /// How many pairs of values were compared, in all comparisons together.
    package private(set) var looks = 0
    private var pairs: [(Int, Int)] = []
    /// Cached members of the last large object: a filter compares many values with the same one. A smaller one does not take its place.
    private var known: (node: Int, members: [[UInt8]: Int])?

    package init(_ tree: JSONTree) { self.tree = tree }

    package func areEqual(_ left: Int, _ right: Int) -> Bool {
        pairs.removeAll(keepingCapacity: true)
        pairs.append((left, right))
        while let (left, right) = pairs.popLast() {
            looks += 1
            if left == right { continue }
            let kind = tree.kind(left)
            guard kind == tree.kind(right) else { return false }
            switch kind {
            case .null: continue
            case .bool: guard tree.slice(left).count == tree.slice(right).count else { return false }
            case .string: guard areEqualStrings(left, right) else { return false }
            case .number:
                guard JSONNumber(tree.slice(left)) == JSONNumber(tree.slice(right)) else { return false }
            case .array: guard pairElements(left, right) else { return false }
            case .object: guard pairMembers(left, right) else { return false }
            }
        }
        return true
    }

    private func areEqualStrings(_ left: Int, _ right: Int) -> Bool {
        let (ours, theirs) = (tree.slice(left), tree.slice(right))
        if ours.elementsEqual(theirs) { return true }
        // Two different spellings can be equal only if one of them has an escape.
        let backslash = Byte.backslash
        guard ours.contains(backslash) || theirs.contains(backslash) else { return false }
        return tree.string(left) == tree.string(right)
    }

    private func pairElements(_ left: Int, _ right: Int) -> Bool {
        var (ours, theirs) = (left + 1, right + 1)
        let (end, theirEnd) = (tree.next(left), tree.next(right))
        while ours < end, theirs < theirEnd {
            looks += 1
            pairs.append((ours, theirs))
            (ours, theirs) = (tree.next(ours), tree.next(theirs))
        }
        return ours == end && theirs == theirEnd
    }

    private func pairMembers(_ left: Int, _ right: Int) -> Bool {
        guard tree.hasChildren(left) == tree.hasChildren(right) else { return false }
        if pairInOrder(left, right) { return true }
        // The order differs, or a name is repeated; the last member of a name counts.
        let (ours, theirs) = (members(left), members(right))
        guard ours.count == theirs.count else { return false }
        for (name, child) in ours {
            guard let other = theirs[name] else { return false }
            pairs.append((child, other))
        }
        return true
    }

    /// A shortcut for small objects that have the same names in the same order, each once and without escapes.
    private func pairInOrder(_ left: Int, _ right: Int) -> Bool {
        let count = pairs.count
        var (ours, theirs) = (left + 1, right + 1)
        let (end, theirEnd) = (tree.next(left), tree.next(right))
        var names: [ArraySlice<UInt8>] = []
        while ours < end, theirs < theirEnd, names.count < 8 {
            let name = tree.nameSlice(ours)
            guard name.elementsEqual(tree.nameSlice(theirs)), !names.contains(name),
                !name.contains(Byte.backslash)
            else { break }
            names.append(name)
            pairs.append((ours, theirs))
            (ours, theirs) = (tree.next(ours), tree.next(theirs))
        }
        looks += names.count
        if ours == end, theirs == theirEnd { return true }
        pairs.removeSubrange(count...)
        return false
    }

    /// The members by name; if a name is repeated, the last one counts.
    private func members(_ node: Int) -> [[UInt8]: Int] {
        if let known, known.node == node { return known.members }
        var members: [[UInt8]: Int] = [:]
        tree.forEachChild(of: node) { child in
            members[tree.name(child) ?? []] = child
            looks += 1
            return true
        }
        if members.count > 16, members.count >= known?.members.count ?? 0 { known = (node, members) }
        return members
    }
}
