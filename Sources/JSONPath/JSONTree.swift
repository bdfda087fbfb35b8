import Base
import NetEngine

/// An index of the values of a JSON text (RFC 8259), in the order in which they begin, built in one pass.
///
/// Each value is a range of the text, not a copy, so numbers keep their digits, members their order, and repeated names
/// stay repeated. It takes sixteen bytes for each value and uses no recursion, so nesting costs no stack.
package struct JSONTree: Sendable {
    package struct Node: Sendable {
        package var start: UInt32
        /// Offset just past the value.
        package var end: UInt32
        /// The first node that is neither this one nor inside it.
        package var next: UInt32
        /// Offset of the quotation mark that opens its name; `noName` for elements and the root.
        package var name: UInt32
    }

    package enum Kind: Sendable, Hashable { case object, array, string, number, bool, null }

    package static var noName: UInt32 { .max }

    package let text: [UInt8]
    /// The root is first; `node..<next(node)` is a node with all its descendants.
    package let nodes: [Node]

    package func kind(_ node: Int) -> Kind {
        switch text[Int(nodes[node].start)] {
        case Byte.openBrace: .object
        case Byte.openBracket: .array
        case Byte.quote: .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// The value's bytes as written.
    package func slice(_ node: Int) -> ArraySlice<UInt8> { text[Int(nodes[node].start)..<Int(nodes[node].end)] }

    package func next(_ node: Int) -> Int { Int(nodes[node].next) }

    /// Whether the node is an object or array with at least one child.
    func hasChildren(_ node: Int) -> Bool { next(node) > node + 1 }

    /// Calls `body` with each child in document order, until it returns false.
    @inline(__always)
    package func forEachChild(of node: Int, _ body: (Int) throws -> Bool) rethrows {
        let end = next(node)
        var child = node + 1
        while child < end {
            guard try body(child) else { return }
            child = next(child)
        }
    }

    package func childCount(_ node: Int) -> Int {
        var count = 0
        forEachChild(of: node) { _ in
            count += 1
            return true
        }
        return count
    }

    /// The member with that name; if the name is repeated, the last one, as in other JSON readers.
    package func member(_ name: [UInt8], of node: Int) -> Int? { member(name, of: node).node }

    /// The member with that name, and how many members were visited to find it.
    package func member(_ name: [UInt8], of node: Int) -> (node: Int?, looks: Int) {
        guard kind(node) == .object else { return (nil, 0) }
        var found: Int?
        var looks = 0
        forEachChild(of: node) { child in
            looks += 1
            if JSONText.isEqual(text, quote: Int(nodes[child].name), to: name) { found = child }
            return true
        }
        return (found, looks)
    }

    /// - Parameter index: negative indexes count from the end.
    package func element(_ index: Int, of node: Int) -> Int? { element(index, of: node).node }

    /// The element at an index, and how many elements were visited to find it.
    package func element(_ index: Int, of node: Int) -> (node: Int?, looks: Int) {
        guard kind(node) == .array else { return (nil, 0) }
        var looks = 0
        var left = index
        if index < 0 {
            let count = childCount(node)
            looks = count
            guard -index <= count else { return (nil, looks) }
            left = count + index
        }
        var found: Int?
        forEachChild(of: node) { child in
            looks += 1
            if left == 0 {
                found = child
                return false
            }
            left -= 1
            return true
        }
        return (found, looks)
    }

    /// A string's characters as UTF-8. Half a surrogate pair, written as an escape, becomes three bytes that valid
    /// UTF-8 never contains.
    package func string(_ node: Int) -> [UInt8] { JSONText.decoded(text, quote: Int(nodes[node].start)) }

    /// A member's name as written, between its quotation marks; empty for an element.
    func nameSlice(_ node: Int) -> ArraySlice<UInt8> {
        guard nodes[node].name != Self.noName else { return [] }
        return JSONText.slice(text, quote: Int(nodes[node].name))
    }

    /// A member's decoded name; nil for an element.
    package func name(_ node: Int) -> [UInt8]? {
        nodes[node].name == Self.noName ? nil : JSONText.decoded(text, quote: Int(nodes[node].name))
    }
}
