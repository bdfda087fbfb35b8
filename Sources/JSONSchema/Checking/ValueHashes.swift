import Base
import JSONPath

/// Hashes of the values of a tree, equal for equal values; those of arrays and objects are all computed at once, when
/// the first is needed, each from those of its children.
struct ValueHashes {
    private let tree: JSONTree
    private var ofNodes: [Int] = []

    init(_ tree: JSONTree) { self.tree = tree }

    mutating func hash(_ node: Int) -> Int {
        if !ofNodes.isEmpty { return ofNodes[node] }
        let kind = tree.kind(node)
        guard kind == .array || kind == .object, tree.next(node) > node + 1 else { return compute(node) }
        ofNodes = Array(repeating: 0, count: tree.nodes.count)
        for node in tree.nodes.indices.reversed() { ofNodes[node] = compute(node) }
        return ofNodes[node]
    }

    /// The hashes of the children must be there.
    private func compute(_ node: Int) -> Int {
        countWork(1)
        var hasher = Hasher()
        let kind = tree.kind(node)
        hasher.combine(kind)
        switch kind {
        case .null: break
        case .bool: hasher.combine(tree.slice(node).count)
        case .number: hasher.combine(JSONNumber(tree.slice(node)))
        case .string:
            let text = tree.slice(node)
            if text.contains(Byte.backslash) {
                hasher.combine(tree.string(node))
            } else {
                hasher.combine(Array(text.dropFirst().dropLast()))
            }
        case .array:
            tree.forEachChild(of: node) { child in
                hasher.combine(ofNodes[child])
                return true
            }
        case .object:
            // The order of members makes no difference.
            var sum = 0
            tree.forEachChild(of: node) { child in
                var member = Hasher()
                member.combine(tree.name(child))
                member.combine(ofNodes[child])
                sum &+= member.finalize()
                return true
            }
            hasher.combine(sum)
        }
        return hasher.finalize()
    }
}
