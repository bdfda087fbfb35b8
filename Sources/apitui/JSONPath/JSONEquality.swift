/// Whether two values of a tree are equal (RFC 9535 §2.3.5.2.2): members in any order, numbers by value, strings by
/// their characters.
///
/// Works off a list instead of recursing, so nesting costs no stack.
struct JSONEquality {
    private let tree: JSONTree

    init(_ tree: JSONTree) { self.tree = tree }

    func areEqual(_ left: Int, _ right: Int) -> Bool {
        var pairs = [(left, right)]
        while let (left, right) = pairs.popLast() {
            if left == right { continue }
            let kind = tree.kind(left)
            guard kind == tree.kind(right) else { return false }
            switch kind {
            case .null: continue
            case .bool: guard tree.slice(left).count == tree.slice(right).count else { return false }
            case .string: guard tree.string(left) == tree.string(right) else { return false }
            case .number:
                guard JSONNumber(tree.slice(left)) == JSONNumber(tree.slice(right)) else { return false }
            case .array:
                let (ours, theirs) = (children(left), children(right))
                guard ours.count == theirs.count else { return false }
                pairs += zip(ours, theirs)
            case .object:
                let (ours, theirs) = (members(left), members(right))
                guard ours.count == theirs.count else { return false }
                for (name, child) in ours {
                    guard let other = theirs[name] else { return false }
                    pairs.append((child, other))
                }
            }
        }
        return true
    }

    private func children(_ node: Int) -> [Int] {
        var children: [Int] = []
        tree.forEachChild(of: node) { child in
            children.append(child)
            return true
        }
        return children
    }

    /// Of members of one name the last.
    private func members(_ node: Int) -> [[UInt8]: Int] {
        var members: [[UInt8]: Int] = [:]
        tree.forEachChild(of: node) { child in
            members[tree.name(child) ?? []] = child
            return true
        }
        return members
    }
}
