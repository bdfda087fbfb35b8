import Base

/// The normalized paths of nodes (RFC 9535 §2.7): `$['store']['book'][0]`.
package struct NormalizedPaths {
    private let tree: JSONTree
    private let parents: [UInt32]
    /// Each node's index among its parent's children.
    private let positions: [UInt32]

    /// Walks the tree once.
    package init(_ tree: JSONTree) {
        self.tree = tree
        var parents = [UInt32](repeating: 0, count: tree.nodes.count)
        var positions = parents
        for node in tree.nodes.indices where tree.hasChildren(node) {
            var position: UInt32 = 0
            tree.forEachChild(of: node) { child in
                parents[child] = UInt32(node)
                positions[child] = position
                position += 1
                return true
            }
        }
        self.parents = parents
        self.positions = positions
    }

    /// A name with half of a surrogate pair cannot be written in a path; it has U+FFFD in its place, and the path leads nowhere.
    package func path(of node: Int) -> String {
        var steps: [[UInt8]] = []
        var place = node
        while place > 0 {
            if let name = tree.name(place) {
                steps.append(Self.quoted(name))
            } else {
                steps.append(Array("[\(positions[place])]".utf8))
            }
            place = Int(parents[place])
        }
        return String(decoding: Byte.dollar.asArray + steps.reversed().joined(), as: UTF8.self)
    }

    /// The step to a member: `['name']`.
    package static func step(_ name: [UInt8]) -> String { String(decoding: quoted(name), as: UTF8.self) }

    private static func quoted(_ name: [UInt8]) -> [UInt8] {
        var result = Array("['".utf8)
        for byte in name {
            switch byte {
            case Byte.backspace: result += "\\b".utf8
            case Byte.tab: result += "\\t".utf8
            case Byte.lineFeed: result += "\\n".utf8
            case Byte.formFeed: result += "\\f".utf8
            case Byte.carriageReturn: result += "\\r".utf8
            case Byte.apostrophe: result += "\\'".utf8
            case Byte.backslash: result += "\\\\".utf8
            case ..<Byte.space:
                let digits = String(byte, radix: 16)
                result += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
            default: result.append(byte)
            }
        }
        return result + "']".utf8
    }
}

extension UInt8 {
    fileprivate var asArray: [UInt8] { [self] }
}
