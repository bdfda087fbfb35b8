import JSONPath

/// Compares values of two trees: members in any order, numbers by value. Without recursion.
struct TwoTrees {
    private let ours: JSONTree
    private let theirs: JSONTree

    init(_ ours: JSONTree, _ theirs: JSONTree) { (self.ours, self.theirs) = (ours, theirs) }

    func areEqual(_ left: Int, _ right: Int) -> Bool {
        var pairs = [(left, right)]
        while let (left, right) = pairs.popLast() {
            let kind = ours.kind(left)
            guard kind == theirs.kind(right) else { return false }
            switch kind {
            case .null: continue
            case .bool: guard ours.slice(left).count == theirs.slice(right).count else { return false }
            case .string: guard ours.string(left) == theirs.string(right) else { return false }
            case .number:
                guard JSONNumber(ours.slice(left)) == JSONNumber(theirs.slice(right)) else { return false }
            case .array:
                guard ours.childCount(left) == theirs.childCount(right) else { return false }
                var other = right + 1
                ours.forEachChild(of: left) { child in
                    pairs.append((child, other))
                    other = theirs.next(other)
                    return true
                }
            case .object:
                let (mine, other) = (members(ours, left), members(theirs, right))
                guard mine.count == other.count else { return false }
                for (name, child) in mine {
                    guard let match = other[name] else { return false }
                    pairs.append((child, match))
                }
            }
        }
        return true
    }

    private func members(_ tree: JSONTree, _ node: Int) -> [[UInt8]: Int] {
        var members: [[UInt8]: Int] = [:]
        tree.forEachChild(of: node) { child in
            members[tree.name(child) ?? []] = child
            return true
        }
        return members
    }
}
