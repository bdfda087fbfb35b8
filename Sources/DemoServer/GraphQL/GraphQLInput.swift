import Base
import GraphQL
import JSONPath

/// The arguments of a field, with defaults; those that were not given are not there.
struct GraphQLInput: Sendable {
    private let values: [String: JSONOutput]

    init(_ values: [String: JSONOutput]) { self.values = values }

    /// - Parameter value: an input object.
    init(_ value: JSONOutput) {
        var members: [(String, JSONOutput)] = []
        if case .object(let given) = value { members = given }
        self.init(Dictionary(members, uniquingKeysWith: { first, _ in first }))
    }

    /// nil for null, too.
    func integer(_ name: String) -> Int? {
        if case .number(let digits)? = values[name] { Int(digits) } else { nil }
    }

    /// A string, or the value of an enumeration.
    func text(_ name: String) -> String? {
        if case .string(let text)? = values[name] { text } else { nil }
    }

    func object(_ name: String) -> GraphQLInput { GraphQLInput(values[name] ?? .null) }

    func objects(_ name: String) -> [GraphQLInput] {
        if case .array(let items)? = values[name] { items.map { GraphQLInput($0) } } else { [] }
    }
}

/// Reads literals and variables as values of their types (GraphQL specification, section 6.4.1).
struct GraphQLInputReader: Sendable {
    private let schema: GraphQLSchema
    private let variables: [String: JSONOutput]

    init(_ schema: GraphQLSchema, _ operation: GraphQLDocument.Operation, _ given: JSONOutput) {
        self.schema = schema
        var variables: [String: JSONOutput] = [:]
        if case .object(let members) = given {
            variables = Dictionary(members, uniquingKeysWith: { first, _ in first })
        }
        for definition in operation.variables where variables[definition.name.text] == nil {
            variables[definition.name.text] = definition.defaultValue.flatMap { Self.constant($0) }
        }
        self.variables = variables
    }

    func arguments(of field: GraphQLDocument.Field, _ definition: GraphQLField) -> GraphQLInput {
        var values: [String: JSONOutput] = [:]
        for argument in definition.arguments {
            let given = field.arguments.first { $0.name.text == argument.name }.flatMap { value($0.value) }
            values[argument.name] = (given ?? standard(of: argument)).map { fitted($0, to: argument.type) }
        }
        return GraphQLInput(values)
    }

    /// - Returns: nil for a variable without a value.
    func value(_ value: GraphQLDocument.Value) -> JSONOutput? { Self.read(value, variables) }

    private static func constant(_ value: GraphQLDocument.Value) -> JSONOutput? { read(value, [:]) }

    /// The parser limits how deep values are.
    private static func read(_ value: GraphQLDocument.Value, _ variables: [String: JSONOutput]) -> JSONOutput? {
        switch value.kind {
        case .variable(let name): variables[name]
        case .int(let digits), .float(let digits): .number(digits)
        case .string(let text), .enumeration(let text): .string(text)
        case .boolean(let flag): .bool(flag)
        case .null: .null
        case .list(let items): .array(items.map { read($0, variables) ?? .null })
        case .object(let members):
            .object(members.compactMap { member in read(member.value, variables).map { (member.name.text, $0) } })
        }
    }

    private func standard(of input: GraphQLInputValue) -> JSONOutput? {
        input.defaultValue.flatMap { GraphQLDocument.Value(constant: $0) }.flatMap { Self.constant($0) }
    }

    /// With the defaults of input objects; a single value where a list is expected is a list of one.
    private func fitted(_ value: JSONOutput, to type: GraphQLTypeReference) -> JSONOutput {
        if case .null = value { return value }
        if let item = type.item {
            guard case .array(let items) = value else { return .array([fitted(value, to: item)]) }
            return .array(items.map { fitted($0, to: item) })
        }
        guard case .object(let members) = value, let input = schema.type(type.name) else { return value }
        return .object(
            input.inputFields.compactMap { field in
                let given = members.first { $0.0 == field.name }?.1 ?? standard(of: field)
                return given.map { (field.name, fitted($0, to: field.type)) }
            })
    }
}

extension JSONOutput {
    /// A value of a JSON text; nil if it is nested deeper than 50 levels.
    init?(_ tree: JSONTree, _ node: Int, depth: Int = 50) {
        guard depth > 0 else { return nil }
        switch tree.kind(node) {
        case .null: self = .null
        case .bool: self = .bool(tree.slice(node).first == UInt8(ascii: "t"))
        case .number: self = .number(String(decoding: tree.slice(node), as: UTF8.self))
        case .string: self = .string(String(decoding: tree.string(node), as: UTF8.self))
        case .array, .object:
            var items: [(String, JSONOutput)] = []
            var isWhole = true
            tree.forEachChild(of: node) { child in
                guard let value = JSONOutput(tree, child, depth: depth - 1) else {
                    isWhole = false
                    return false
                }
                items.append((tree.name(child).map { String(decoding: $0, as: UTF8.self) } ?? "", value))
                return true
            }
            guard isWhole else { return nil }
            self = tree.kind(node) == .object ? .object(items) : .array(items.map(\.1))
        }
    }
}
