import Base
import GraphQL
import NetEngine

/// An object that an operation selects fields of.
struct GraphQLObject: Sendable {
    /// The name of its type.
    var type: String
    /// The value of a field.
    var value: @Sendable (_ field: String, _ arguments: GraphQLInput) throws(GraphQLFailure) -> GraphQLResult
}

/// What a field is, before anything of it is selected.
indirect enum GraphQLResult: Sendable {
    case null
    case leaf(JSONOutput)
    case object(GraphQLObject)
    case list([GraphQLResult])
}

/// Why a field has no value.
struct GraphQLFailure: Error, Hashable {
    var message: String
    /// For programs, in `extensions`.
    var code: String
}

/// Executes one operation of a valid document (GraphQL specification, section 6).
struct GraphQLExecution {
    typealias Node = GraphQLDocument

    /// Deeper selections are refused, and more fields are not resolved.
    static let mostLevels = 20
    static let mostFields = 10_000

    private let schema: GraphQLSchema
    private let text: [UInt8]
    private let collector: GraphQLFieldCollector
    private let inputs: GraphQLInputReader
    private var errors: [JSONOutput] = []
    private var fieldCount = 0

    /// - Parameter variables: an object with their values, checked already.
    init(_ schema: GraphQLSchema, _ document: Node, _ operation: Node.Operation, variables: JSONOutput) {
        self.schema = schema
        text = document.text
        collector = GraphQLFieldCollector(document)
        inputs = GraphQLInputReader(schema, operation, variables)
    }

    /// - Returns: the response, errors first.
    mutating func run(_ operation: Node.Operation, on root: GraphQLObject) -> JSONOutput {
        let data = object(root, [operation.selections], []) ?? .null
        let found: [(String, JSONOutput)] = errors.isEmpty ? [] : [("errors", .array(errors))]
        return .object(found + [("data", data)])
    }

    // MARK: Values

    /// - Returns: nil if a field that may not be null is.
    private mutating func object(
        _ object: GraphQLObject, _ sets: [Node.SelectionSet], _ path: [JSONOutput]
    ) -> JSONOutput? {
        guard let type = schema.type(object.type) else { return nil }
        var members: [(String, JSONOutput)] = []
        for fields in collected(sets, of: type) {
            guard let field = fields.first, let definition = schema.field(field.name.text, of: type) else { continue }
            let place = path + [.string(field.responseName)]
            guard let value = complete(resolve(field, definition, object, place), definition.type, fields, place) else {
                return nil
            }
            members.append((field.responseName, value))
        }
        return .object(members)
    }

    private mutating func resolve(
        _ field: Node.Field, _ definition: GraphQLField, _ object: GraphQLObject, _ path: [JSONOutput]
    ) -> GraphQLResult {
        fieldCount += 1
        do throws(GraphQLFailure) {
            guard fieldCount <= Self.mostFields, path.count <= 2 * Self.mostLevels else {
                throw GraphQLFailure(
                    message:
                        "The demo server resolves at most \(Self.mostFields) fields, in \(Self.mostLevels) levels.",
                    code: "QUERY_TOO_LARGE")
            }
            if field.name.text == "__typename" { return .leaf(.string(object.type)) }
            return try object.value(field.name.text, inputs.arguments(of: field, definition))
        } catch {
            report(error, field, path)
            return .null
        }
    }

    /// A result as JSON.
    /// - Returns: nil for null where the type has none; then the parent is null (section 6.4.4).
    private mutating func complete(
        _ result: GraphQLResult, _ type: GraphQLTypeReference, _ fields: [Node.Field], _ path: [JSONOutput]
    ) -> JSONOutput? {
        let value: JSONOutput
        switch result {
        case .null: value = .null
        case .leaf(let leaf): value = leaf
        case .object(let found): value = object(found, fields.compactMap(\.selections), path) ?? .null
        case .list(let items):
            guard let item = type.item else { return nil }
            var values: [JSONOutput] = []
            for (index, result) in items.enumerated() {
                guard let value = complete(result, item, fields, path + [.number(index)]) else { break }
                values.append(value)
            }
            value = values.count == items.count ? .array(values) : .null
        }
        if case .null = value, type.isNonNull { return nil }
        return value
    }

    private func collected(_ sets: [Node.SelectionSet], of type: GraphQLType) -> [[Node.Field]] {
        let boolean = { value in if case .bool(let isTrue)? = inputs.value(value) { isTrue } else { nil as Bool? } }
        return collector.fields(
            of: sets, boolean: boolean, applies: { schema.possibleTypes(of: $0).contains(type.name) })
    }

    private mutating func report(_ failure: GraphQLFailure, _ field: Node.Field, _ path: [JSONOutput]) {
        // One sentence for a limit, not thousands.
        guard errors.count < 100 else { return }
        let place = TextPosition(byteOffset: field.range.lowerBound, in: text)
        errors.append(
            [
                "message": .string(failure.message),
                "locations": [["line": .number(place.line), "column": .number(place.column)]], "path": .array(path),
                "extensions": ["code": .string(failure.code)],
            ])
    }
}
