import Base
import JSONPath
import NetEngine

/// A value of a description with what is needed to look further: its tree, and the documents for its references.
package struct DescriptionValue: Sendable {
    package let documents: DocumentSet
    package let tree: JSONTree
    package let place: DocumentPlace

    package var kind: JSONTree.Kind { tree.kind(place.node) }
    package var pointer: String { documents.pointer(of: place) }
    package var textPlace: TextPlace { documents.textPlace(of: place) }

    func at(_ node: Int) -> DescriptionValue {
        DescriptionValue(documents: documents, tree: tree, place: DocumentPlace(document: place.document, node: node))
    }

    /// The member with that name; nil too if this is not an object.
    package subscript(_ name: String) -> DescriptionValue? {
        guard kind == .object else { return nil }
        return documents.member(Array(name.utf8), of: place, in: tree).map(at)
    }

    /// The member or element that one step of a JSON pointer names.
    func step(_ name: [UInt8]) -> DescriptionValue? {
        if kind == .array {
            return JSONPointer.index(name).flatMap { tree.element($0, of: place.node) }.map(at)
        }
        guard kind == .object else { return nil }
        return documents.member(name, of: place, in: tree).map(at)
    }

    package var string: String? {
        kind == .string ? String(decoding: tree.string(place.node), as: UTF8.self) : nil
    }

    package var bool: Bool? { kind == .bool ? tree.slice(place.node).first == UInt8(ascii: "t") : nil }

    /// A number as it is written.
    package var number: String? {
        kind == .number ? String(decoding: tree.slice(place.node), as: UTF8.self) : nil
    }

    /// A whole number of up to 18 digits, however it is written.
    package var integer: Int? { kind == .number ? JSONNumber(tree.slice(place.node)).integer : nil }

    package func text(_ name: String) -> String? { self[name]?.string }
    package func flag(_ name: String) -> Bool { self[name]?.bool ?? false }

    /// Its members in the order of the text; none if it is not an object.
    package var members: [(name: String, value: DescriptionValue)] {
        guard kind == .object else { return [] }
        var members: [(name: String, value: DescriptionValue)] = []
        tree.forEachChild(of: place.node) { child in
            members.append((tree.name(child).map { String(decoding: $0, as: UTF8.self) } ?? "", at(child)))
            return true
        }
        return members
    }

    package var elements: [DescriptionValue] {
        guard kind == .array else { return [] }
        var elements: [DescriptionValue] = []
        tree.forEachChild(of: place.node) { child in
            elements.append(at(child))
            return true
        }
        return elements
    }

    package var strings: [String] { elements.compactMap(\.string) }

    /// The value of a `$ref` member.
    package var reference: String? { self["$ref"]?.string }

    /// The value that a reference finally names; itself if it is none.
    package func followed() throws(ReferenceFailure) -> DescriptionValue {
        var value = self
        var seen: Set<DocumentPlace> = []
        while value.kind == .object, let reference = value["$ref"], reference.kind == .string {
            guard seen.insert(value.place).inserted else {
                throw ReferenceFailure(reason: "\(quoted(reference.string ?? "")) leads back to itself")
            }
            guard seen.count <= DocumentSet.mostHops else {
                let shown = quoted(reference.string ?? "")
                throw ReferenceFailure(reason: "\(shown) ends a chain of more than \(DocumentSet.mostHops) references")
            }
            value = try value.target(of: reference)
        }
        return value
    }

    /// The value that one reference names, which may be a reference, too.
    package func target(of reference: DescriptionValue) throws(ReferenceFailure) -> DescriptionValue {
        switch documents.target(of: tree.string(reference.place.node), in: place.document) {
        case .success(let place): return documents.value(place)
        case .failure(let failure): throw failure
        }
    }

    /// The value for writing; nil if it is nested deeper than 200 levels.
    package func output(depth: Int = 200) -> JSONOutput? {
        switch kind {
        case .null: return .null
        case .bool: return .bool(bool ?? false)
        case .number: return .number(number ?? "0")
        case .string: return .string(string ?? "")
        case .array:
            guard depth > 0 else { return nil }
            var items: [JSONOutput] = []
            for element in elements {
                guard let item = element.output(depth: depth - 1) else { return nil }
                items.append(item)
            }
            return .array(items)
        case .object:
            guard depth > 0 else { return nil }
            var result: [(String, JSONOutput)] = []
            for (name, member) in members {
                guard let value = member.output(depth: depth - 1) else { return nil }
                result.append((name, value))
            }
            return .object(result)
        }
    }
}
