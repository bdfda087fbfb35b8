/// A named type of a schema. Only the parts of its kind are filled.
package struct GraphQLType: Sendable, Hashable {
    package typealias Kind = GraphQLDocument.TypeKind

    package var name: String
    package var kind: Kind
    package var description: String?
    /// The address of a scalar's specification (`@specifiedBy`).
    package var specifiedBy: String?
    /// An input object of which exactly one field is given.
    package var isOneOf = false
    package var interfaces: [String] = []
    /// Members of a union.
    package var members: [String] = []
    package private(set) var fields: [GraphQLField] = []
    package private(set) var inputFields: [GraphQLInputValue] = []
    package private(set) var values: [GraphQLEnumValue] = []
    package var origin = GraphQLOrigin.none
    /// Places of fields, input fields or values by name, if there are many.
    private var places: [String: Int] = [:]

    init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Whether it has fields to select.
    package var isComposite: Bool { kind == .object || kind == .interface || kind == .union }
    package var isInput: Bool { kind == .scalar || kind == .enumeration || kind == .inputObject }
    /// Whether it belongs to introspection itself.
    package var isIntrospection: Bool { name.hasPrefix("__") }

    package func field(_ name: String) -> GraphQLField? { place(name, in: fields, \.name).map { fields[$0] } }
    package func inputField(_ name: String) -> GraphQLInputValue? {
        place(name, in: inputFields, \.name).map { inputFields[$0] }
    }
    package func value(_ name: String) -> GraphQLEnumValue? { place(name, in: values, \.name).map { values[$0] } }

    private static let indexed = 12

    private func place<Item>(_ name: String, in items: [Item], _ path: (Item) -> String) -> Int? {
        items.count > Self.indexed ? places[name] : items.firstIndex { path($0) == name }
    }

    // Adding returns false for a name that exists already; the first counts.

    mutating func add(_ field: GraphQLField) -> Bool { add(field, to: \.fields, \.name) }
    mutating func add(_ field: GraphQLInputValue) -> Bool { add(field, to: \.inputFields, \.name) }
    mutating func add(_ value: GraphQLEnumValue) -> Bool { add(value, to: \.values, \.name) }

    private mutating func add<Item>(
        _ item: Item, to list: WritableKeyPath<GraphQLType, [Item]>, _ name: (Item) -> String
    ) -> Bool {
        guard place(name(item), in: self[keyPath: list], name) == nil else { return false }
        self[keyPath: list].append(item)
        let count = self[keyPath: list].count
        if count == Self.indexed + 1 {
            for (place, item) in self[keyPath: list].enumerated() { places[name(item)] = place }
        } else if count > Self.indexed {
            places[name(item)] = count - 1
        }
        return true
    }
}

package struct GraphQLField: Sendable, Hashable {
    package var name: String
    package var description: String?
    package var arguments: [GraphQLInputValue] = []
    package var type: GraphQLTypeReference
    /// Why it should not be used; nil if it is not deprecated.
    package var deprecation: String?
    package var origin = GraphQLOrigin.none

    package func argument(_ name: String) -> GraphQLInputValue? { arguments.first { $0.name == name } }
}

/// An argument, or a field of an input object.
package struct GraphQLInputValue: Sendable, Hashable {
    package var name: String
    package var description: String?
    package var type: GraphQLTypeReference
    /// A constant as GraphQL text.
    package var defaultValue: String?
    package var deprecation: String?
    package var origin = GraphQLOrigin.none

    /// Whether a value must be given.
    package var isRequired: Bool { type.isNonNull && defaultValue == nil }
}

package struct GraphQLEnumValue: Sendable, Hashable {
    package var name: String
    package var description: String?
    package var deprecation: String?
}

package struct GraphQLDirective: Sendable, Hashable {
    /// Without the `@`.
    package var name: String
    package var description: String?
    package var arguments: [GraphQLInputValue] = []
    package var isRepeatable = false
    /// Such as `FIELD` and `FIELD_DEFINITION` (section 3.13).
    package var locations: [String] = []
    package var origin = GraphQLOrigin.none

    package func argument(_ name: String) -> GraphQLInputValue? { arguments.first { $0.name == name } }
}
