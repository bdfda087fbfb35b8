import JSONPath
import NetEngine

/// Compares values of two trees: members in any order, the last of those with the same name, numbers by value. Without
/// recursion.
struct TwoTrees {
    private typealias Members = [[UInt8]: Int]

    private let ours: JSONTree
    private let theirs: JSONTree
    /// Members of our objects by name: one value is compared with many.
    private var known: [Int: Members] = [:]

    init(_ ours: JSONTree, _ theirs: JSONTree) { (self.ours, self.theirs) = (ours, theirs) }

    /// Whether our value has no more nodes than that. Of members with the same name only the last counts.
    ///
    /// The work grows with the limit and the repeated members, not with the value.
    mutating func hasNodes(_ value: Int, atMost limit: Int) -> Bool {
        var left = limit - 1
        var values = [value]
        while left >= 0, let value = values.popLast() {
            switch ours.kind(value) {
            case .object:
                let members = Self.members(ours, value, atMost: left)
                known[value] = members
                left -= members.count
                values += members.values
            case .array:
                ours.forEachChild(of: value) { child in
                    left -= 1
                    values.append(child)
                    return left >= 0
                }
            case .string, .number, .bool, .null: break
            }
        }
        return left >= 0
    }

    mutating func areEqual(_ left: Int, _ right: Int) -> Bool {
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
                let mine = known[left] ?? Self.members(ours, left)
                known[left] = mine
                let other = Self.members(theirs, right)
                guard mine.count == other.count else { return false }
                for (name, child) in mine {
                    guard let match = other[name] else { return false }
                    pairs.append((child, match))
                }
            }
        }
        return true
    }

    /// - Parameter limit: One name more is read, but not the rest.
    private static func members(_ tree: JSONTree, _ node: Int, atMost limit: Int = .max) -> Members {
        var members: Members = [:]
        tree.forEachChild(of: node) { child in
            WorkMeter.count(1)
            members[tree.name(child) ?? []] = child
            return members.count <= limit
        }
        return members
    }
}
