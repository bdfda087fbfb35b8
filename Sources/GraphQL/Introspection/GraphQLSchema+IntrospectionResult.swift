import Base
import JSONPath
import NetEngine

extension GraphQLSchema {
    /// Executes an operation that selects nothing but `__schema`, `__type` and `__typename`, as servers do.
    ///
    /// - Parameters:
    ///   - document: must be valid; what is not is left out of the result.
    ///   - operation: one of the document; nil for the first.
    ///   - variables: an object with their values.
    /// - Returns: the JSON of the response; nil if it has no such operation or selects anything else.
    package func introspectionResult(
        of document: GraphQLDocument, operation: GraphQLDocument.Operation? = nil, variables: JSONTree? = nil
    ) -> [UInt8]? {
        guard let operation = operation ?? document.operations.first, operation.kind == .query else { return nil }
        var executor = GraphQLIntrospectionExecutor(self, document, operation, variables)
        return executor.run()
    }

    /// The JSON of the response to the introspection query with all features.
    package var introspectionResult: [UInt8] {
        let document = GraphQLDocument.parse(Array(GraphQLIntrospection.query(.all).utf8))
        return introspectionResult(of: document) ?? []
    }
}

/// Resolves the fields of `__Schema`, `__Type` and their parts.
private struct GraphQLIntrospectionExecutor {
    typealias Node = GraphQLDocument
    private enum Object {
        case schema
        case type(GraphQLTypeReference)
        case field(GraphQLField)
        case input(GraphQLInputValue)
        case value(GraphQLEnumValue)
        case directive(GraphQLDirective)

        var typename: String {
            switch self {
            case .schema: "__Schema"
            case .type: "__Type"
            case .field: "__Field"
            case .input: "__InputValue"
            case .value: "__EnumValue"
            case .directive: "__Directive"
            }
        }
    }

    private enum Result {
        case json(JSONOutput)
        case object(Object)
        case list([Object])
    }

    private let schema: GraphQLSchema
    private let operation: Node.Operation
    private let collector: GraphQLFieldCollector
    private let variables: JSONTree?
    private var out = JSONWriter()
    /// Fields that may still be written, so that no query makes an endless result.
    private var budget = 5_000_000
    private static let maxDepth = 60

    init(_ schema: GraphQLSchema, _ document: Node, _ operation: Node.Operation, _ variables: JSONTree?) {
        self.schema = schema
        self.operation = operation
        self.variables = variables
        collector = GraphQLFieldCollector(document)
    }

    mutating func run() -> [UInt8]? {
        let fields = collect([operation.selections])
        guard fields.allSatisfy({ ["__schema", "__type", "__typename"].contains($0[0].name.text) }) else { return nil }
        out.raw("{\"data\":{")
        for field in fields {
            out.key(field[0].responseName)
            switch field[0].name.text {
            case "__schema": write(.object(.schema), field, 1)
            case "__type":
                let name = argument("name", field[0])
                if case .string(let name)? = name, schema.type(name) != nil {
                    write(.object(.type(GraphQLTypeReference(name))), field, 1)
                } else {
                    out.raw("null")
                }
            default: out.string(schema.roots[.query])
            }
        }
        out.raw("}}")
        return out.bytes
    }

    private func collect(_ sets: [Node.SelectionSet]) -> [[Node.Field]] {
        let boolean = { value in if case .bool(let isTrue) = constant(value) { isTrue } else { nil as Bool? } }
        // Validation has compared the types, and introspection has no abstract ones.
        return collector.fields(of: sets, boolean: boolean, applies: { _ in true })
    }

    private func argument(_ name: String, _ field: Node.Field) -> JSONOutput? {
        field.arguments.first { $0.name.text == name }.map { constant($0.value) }
    }

    /// Strings and booleans; other values are not needed here.
    private func constant(_ value: Node.Value) -> JSONOutput {
        switch value.kind {
        case .string(let text): return .string(text)
        case .boolean(let value): return .bool(value)
        case .variable(let name):
            if let variables, let node = variables.member(Array(name.utf8), of: 0) as Int? {
                switch variables.kind(node) {
                case .string: return .string(String(decoding: variables.string(node), as: UTF8.self))
                case .bool: return .bool(variables.slice(node).first == UInt8(ascii: "t"))
                default: return .null
                }
            }
            let definition = operation.variables.first { $0.name.text == name }
            return definition?.defaultValue.map { constant($0) } ?? .null
        default: return .null
        }
    }

    // MARK: Writing

    private mutating func write(_ result: Result, _ fields: [Node.Field], _ depth: Int) {
        switch result {
        case .json(let value): value.write(to: &out)
        case .object(let object): write(object, fields, depth)
        case .list(let objects):
            out.byte(Byte.openBracket)
            for (place, object) in objects.enumerated() {
                if place > 0 { out.byte(Byte.comma) }
                write(object, fields, depth)
            }
            out.byte(Byte.closeBracket)
        }
    }

    private mutating func write(_ object: Object, _ parents: [Node.Field], _ depth: Int) {
        guard depth < Self.maxDepth, budget > 0 else { return out.raw("null") }
        let fields = collect(parents.compactMap(\.selections))
        budget -= fields.count + 1
        out.byte(Byte.openBrace)
        for field in fields {
            guard let result = resolve(field[0], of: object) else { continue }
            out.key(field[0].responseName)
            write(result, field, depth + 1)
        }
        out.byte(Byte.closeBrace)
    }

    private func resolve(_ field: Node.Field, of object: Object) -> Result? {
        let name = field.name.text
        if name == "__typename" { return .json(.string(object.typename)) }
        let all = argument("includeDeprecated", field).map { if case .bool(true) = $0 { true } else { false } } ?? false
        switch object {
        case .schema: return resolve(schema: name)
        case .type(let type): return type.isNamed ? resolve(type, name, all) : resolve(wrapper: type, name)
        case .field(let value):
            switch name {
            case "args": return .list(inputs(value.arguments, all))
            case "type": return .object(.type(value.type))
            default: return common(name, value.name, value.description, value.deprecation)
            }
        case .input(let value):
            switch name {
            case "type": return .object(.type(value.type))
            case "defaultValue": return .json(.optional(value.defaultValue))
            default: return common(name, value.name, value.description, value.deprecation)
            }
        case .value(let value): return common(name, value.name, value.description, value.deprecation)
        case .directive(let value):
            switch name {
            case "args": return .list(inputs(value.arguments, all))
            case "isRepeatable": return .json(.bool(value.isRepeatable))
            case "locations": return .json(.array(value.locations.map { .string($0) }))
            default: return name.hasPrefix("is") ? nil : common(name, value.name, value.description, nil)
            }
        }
    }

    private func inputs(_ inputs: [GraphQLInputValue], _ all: Bool) -> [Object] {
        inputs.filter { all || $0.deprecation == nil }.map { .input($0) }
    }

    private func common(_ field: String, _ name: String, _ description: String?, _ deprecation: String?) -> Result? {
        switch field {
        case "name": .json(.string(name))
        case "description": .json(.optional(description))
        case "isDeprecated": .json(.bool(deprecation != nil))
        case "deprecationReason": .json(.optional(deprecation))
        default: nil
        }
    }

    private func resolve(schema name: String) -> Result? {
        switch name {
        case "description": .json(.optional(schema.description))
        case "types": .list(schema.types.map { .type(GraphQLTypeReference($0.name)) })
        case "queryType": root(.query)
        case "mutationType": root(.mutation)
        case "subscriptionType": root(.subscription)
        case "directives": .list(schema.directives.map { .directive($0) })
        default: nil
        }
    }

    private func root(_ kind: Node.OperationKind) -> Result {
        schema.roots[kind].map { .object(.type(GraphQLTypeReference($0))) } ?? .json(.null)
    }

    private func resolve(wrapper type: GraphQLTypeReference, _ name: String) -> Result? {
        switch name {
        case "kind": .json(.string(type.isNonNull ? "NON_NULL" : "LIST"))
        case "ofType": .object(.type(type.inner))
        case "name", "description", "specifiedByURL", "fields", "interfaces", "possibleTypes", "enumValues",
            "inputFields", "isOneOf":
            .json(.null)
        default: nil
        }
    }

    private func resolve(_ reference: GraphQLTypeReference, _ name: String, _ all: Bool) -> Result? {
        guard let type = schema.type(reference.name) else {
            // A type that is not defined: its name is all that is known.
            switch name {
            case "name": return .json(.string(reference.name))
            case "kind": return .json("SCALAR")
            default: return .json(.null)
            }
        }
        let hasFields = type.kind == .object || type.kind == .interface
        switch name {
        case "kind": return .json(.string(type.kind.rawValue))
        case "name": return .json(.string(type.name))
        case "description": return .json(.optional(type.description))
        case "specifiedByURL": return .json(.optional(type.specifiedBy))
        case "isOneOf": return .json(type.kind == .inputObject ? .bool(type.isOneOf) : .null)
        case "fields":
            guard hasFields else { return .json(.null) }
            return .list(type.fields.filter { all || $0.deprecation == nil }.map { .field($0) })
        case "interfaces":
            return hasFields ? .list(type.interfaces.map { .type(GraphQLTypeReference($0)) }) : .json(.null)
        case "possibleTypes":
            guard type.kind == .union || type.kind == .interface else { return .json(.null) }
            let names = type.kind == .union ? type.members : schema.possibleTypes(of: type.name)
            return .list(names.map { .type(GraphQLTypeReference($0)) })
        case "enumValues":
            guard type.kind == .enumeration else { return .json(.null) }
            return .list(type.values.filter { all || $0.deprecation == nil }.map { .value($0) })
        case "inputFields":
            return type.kind == .inputObject ? .list(inputs(type.inputFields, all)) : .json(.null)
        case "ofType": return .json(.null)
        default: return nil
        }
    }
}
