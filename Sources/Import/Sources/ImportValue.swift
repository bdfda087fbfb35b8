import JSONPath
import OpenAPI

/// A value of a JSON or YAML text, with its place. Looking at a value whose type is another gives nil or nothing.
package struct ImportValue: Sendable {
    package let text: DescriptionText
    package let node: Int
    package let file: String

    package init(text: DescriptionText, node: Int, file: String) {
        self.text = text
        self.node = node
        self.file = file
    }

    private var tree: JSONTree { text.tree }
    private func at(_ node: Int) -> ImportValue { ImportValue(text: text, node: node, file: file) }

    /// How far into the text it is, from 0 to 1.
    package var share: Double { Double(node) / Double(max(tree.nodes.count, 1)) }

    package var kind: JSONTree.Kind { tree.kind(node) }
    package var isNull: Bool { kind == .null }
    package var isObject: Bool { kind == .object }
    package var isArray: Bool { kind == .array }
    package var place: ImportPlace { ImportPlace(file: file, position: text.place(of: node)) }

    /// The member with that name; nil if there is none, or if it is `null`.
    package subscript(_ name: String) -> ImportValue? {
        guard let child = tree.member(Array(name.utf8), of: node), tree.kind(child) != .null else { return nil }
        return at(child)
    }

    package var string: String? { kind == .string ? String(decoding: tree.string(node), as: UTF8.self) : nil }

    /// A string, or a number or boolean as it is written.
    package var scalar: String? {
        switch kind {
        case .string: string
        case .number, .bool: written
        case .object, .array, .null: nil
        }
    }

    /// The bytes of the value, as JSON.
    package var slice: ArraySlice<UInt8> { tree.slice(node) }

    /// The value as JSON, as it is written.
    package var written: String { String(decoding: tree.slice(node), as: UTF8.self) }

    package var bool: Bool? { kind == .bool ? written == "true" : nil }
    package var integer: Int? { kind == .number ? JSONNumber(tree.slice(node)).integer : nil }
    package var double: Double? { kind == .number ? Double(written) : nil }

    /// The string of a member.
    package func string(_ name: String) -> String? { self[name]?.string }
    /// The string, number or boolean of a member.
    package func scalar(_ name: String) -> String? { self[name]?.scalar }
    package func bool(_ name: String) -> Bool? { self[name]?.bool }
    package func integer(_ name: String) -> Int? { self[name]?.integer }

    /// Its members in the order of the text; none if it is not an object.
    package var members: [(name: String, value: ImportValue)] {
        guard isObject else { return [] }
        var members: [(name: String, value: ImportValue)] = []
        tree.forEachChild(of: node) { child in
            members.append((tree.name(child).map { String(decoding: $0, as: UTF8.self) } ?? "", at(child)))
            return true
        }
        return members
    }

    /// Its elements; none if it is not an array.
    package var elements: [ImportValue] {
        guard isArray else { return [] }
        var elements: [ImportValue] = []
        tree.forEachChild(of: node) { child in
            elements.append(at(child))
            return true
        }
        return elements
    }

    /// The elements of a member.
    package func elements(_ name: String) -> [ImportValue] { self[name]?.elements ?? [] }
}
