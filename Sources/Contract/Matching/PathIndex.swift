import Base
import NetEngine
import OpenAPI

/// Path templates by their segments, as a tree: finding the ones that a path matches costs about the length of the path,
/// and never more than the tree.
struct PathIndex: Sendable {
    /// An operation at the end of a path.
    struct Leaf: Sendable {
        /// Its index among the description's operations.
        var operation: Int
        /// Of the parameters in their order.
        var names: [String]
        /// Pieces of a query that the template has, against the standard.
        var query: [String]
        /// 0 for a literal segment, 1 for one with a parameter in it, 2 for a parameter; lower is more literal.
        var shape: [UInt8]
        var fixedBytes: Int
    }

    private struct Edge: Hashable {
        var node: Int32
        var text: [UInt8]
    }

    private var literals: [Edge: Int32] = [:]
    private var patterns: [[(segment: SegmentPattern, child: Int32)]] = [[]]
    private var children: [[SegmentPattern: Int32]] = [[:]]
    private var leaves: [[Leaf]] = [[]]

    mutating func add(_ path: String, operation: Int) {
        // Both are against the standard, and tell operations apart in descriptions of RPC.
        let end = path.firstIndex { $0 == "?" || $0 == "#" } ?? path.endIndex
        let rest = path[end...].dropFirst().prefix { $0 != "#" }
        let query = path[end...].first == "?" ? rest.split(separator: "&").map(String.init) : []
        let (segments, names) = SegmentPattern.segments(of: String(path[..<end]))
        var node: Int32 = 0
        var shape: [UInt8] = []
        for segment in segments {
            countWork(1)
            switch segment {
            case .literal(let text):
                let edge = Edge(node: node, text: text)
                if literals[edge] == nil { literals[edge] = newNode() }
                node = literals[edge] ?? 0
                shape.append(0)
            case .parameter, .mixed:
                if children[Int(node)][segment] == nil {
                    let child = newNode()
                    children[Int(node)][segment] = child
                    patterns[Int(node)].append((segment, child))
                }
                node = children[Int(node)][segment] ?? 0
                shape.append(segment == .parameter ? 2 : 1)
            }
        }
        leaves[Int(node)].append(
            Leaf(
                operation: operation, names: names, query: query.filter { !$0.contains(bytes: "{") }, shape: shape,
                fixedBytes: segments.reduce(0) { $0 + $1.fixedBytes }))
    }

    private mutating func newNode() -> Int32 {
        patterns.append([])
        children.append([:])
        leaves.append([])
        return Int32(leaves.count - 1)
    }

    /// Calls `found` with each operation whose path matches, and the texts of its parameters.
    func find(_ path: URLPath, _ found: (Leaf, [ArraySlice<UInt8>]) -> Void) {
        // The texts of parameters on the way to a node, as a list that several ways share.
        var captured: [(before: Int, texts: [ArraySlice<UInt8>])] = []
        var open: [(node: Int32, depth: Int, captured: Int)] = [(0, 0, -1)]
        while let (node, depth, last) = open.popLast() {
            countWork(1)
            guard depth < path.segments.count else {
                guard !leaves[Int(node)].isEmpty else { continue }
                var texts: [[ArraySlice<UInt8>]] = []
                var place = last
                while place >= 0 {
                    texts.append(captured[place].texts)
                    place = captured[place].before
                }
                for leaf in leaves[Int(node)] { found(leaf, texts.reversed().flatMap { $0 }) }
                continue
            }
            for (segment, child) in patterns[Int(node)] {
                guard let texts = segment.captures(path.segments[depth], decoded: path.decoded[depth]) else { continue }
                captured.append((last, texts))
                open.append((child, depth + 1, captured.count - 1))
            }
            if let child = literals[Edge(node: node, text: path.decoded[depth])] {
                open.append((child, depth + 1, last))
            }
        }
    }
}
