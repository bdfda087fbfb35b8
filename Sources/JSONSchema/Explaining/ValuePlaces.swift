import Base
import JSONPath

/// The ways to the nodes of the checked tree.
struct ValuePlaces {
    private let tree: JSONTree
    private let parents: [UInt32]
    private let positions: [UInt32]

    /// One step from a container to a child.
    struct Step: Hashable {
        /// nil for an item.
        var name: [UInt8]?
        var position: Int
        var isAny = false
    }

    /// Longest path or pointer that is written, in bytes.
    static let maxLength = JSONPointer.longestShown

    /// Walks the tree once.
    init(_ tree: JSONTree) {
        self.tree = tree
        var parents = [UInt32](repeating: 0, count: tree.nodes.count)
        var positions = parents
        for node in tree.nodes.indices {
            var position: UInt32 = 0
            var child = node + 1
            while child < tree.next(node) {
                parents[child] = UInt32(node)
                positions[child] = position
                position += 1
                child = tree.next(child)
            }
        }
        (self.parents, self.positions) = (parents, positions)
    }

    /// From the root.
    func steps(to node: Int, from root: Int) -> [Step] {
        var steps: [Step] = []
        var place = node
        while place > root {
            steps.append(Step(name: tree.name(place), position: Int(positions[place])))
            place = Int(parents[place])
        }
        return steps.reversed()
    }

    static func path(_ steps: [Step]) -> String {
        var path = "$"
        for step in steps {
            path += step.name.map(NormalizedPaths.step) ?? (step.isAny ? "[*]" : "[\(step.position)]")
            if path.utf8.count > maxLength { return path + "…" }
        }
        return path
    }

    static func pointer(_ steps: [Step]) -> String {
        var bytes: [UInt8] = []
        for step in steps {
            JSONPointer.append(step.name ?? Array(String(step.position).utf8), to: &bytes)
            if bytes.count > maxLength { return String(decoding: bytes.prefix(maxLength), as: UTF8.self) + "…" }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
