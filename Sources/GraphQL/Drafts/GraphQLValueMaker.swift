import Base

/// Makes the smallest valid value of an input type, always the same one.
struct GraphQLValueMaker {
    private let schema: GraphQLSchema
    /// Input objects that are being made.
    private var path: Set<String> = []
    private var left = 2_000
    private static let maxDepth = 64
    /// Why no value could be made.
    private(set) var reason: String?
    private(set) var notes: [String] = []

    init(_ schema: GraphQLSchema) { self.schema = schema }

    mutating func value(of input: GraphQLInputValue) -> JSONOutput? {
        if let text = input.defaultValue, let constant = GraphQLDocument.Value(constant: text) { return constant.json }
        return value(input.type, input.name)
    }

    private mutating func value(_ type: GraphQLTypeReference, _ name: String) -> JSONOutput? {
        countWork(1)
        left -= 1
        guard left > 0 else {
            reason = "it has too many required fields"
            return nil
        }
        if let item = type.item {
            // An empty list ends what would go on for ever.
            let (before, length) = (reason, notes.count)
            if let value = value(item, name) { return .array([value]) }
            reason = before
            notes.removeLast(notes.count - length)
            return .array([])
        }
        guard let definition = schema.type(type.name) else {
            reason = "the type \(type.name) is not defined"
            return nil
        }
        switch definition.kind {
        case .scalar: return scalar(definition, name)
        case .enumeration:
            let value = definition.values.first { $0.deprecation == nil } ?? definition.values.first
            if value == nil { reason = "the enum \(type.name) has no values" }
            return value.map { .string($0.name) }
        case .inputObject: return object(definition)
        case .object, .interface, .union:
            reason = "\(type.name) is not an input type"
            return nil
        }
    }

    private mutating func object(_ type: GraphQLType) -> JSONOutput? {
        guard path.count < Self.maxDepth else {
            reason = "it is nested more than \(Self.maxDepth) levels deep"
            return nil
        }
        guard path.insert(type.name).inserted else {
            reason = "the input type \(type.name) needs itself"
            return nil
        }
        defer { path.remove(type.name) }
        if type.isOneOf {
            for field in type.inputFields where field.deprecation == nil {
                if let value = value(field.type, field.name) {
                    reason = nil
                    return .object([(field.name, value)])
                }
            }
            reason = reason ?? "the input type \(type.name) has no fields"
            return nil
        }
        var members: [(String, JSONOutput)] = []
        for field in type.inputFields where field.isRequired {
            guard let value = value(field.type, field.name) else { return nil }
            members.append((field.name, value))
        }
        return .object(members)
    }

    private mutating func scalar(_ type: GraphQLType, _ name: String) -> JSONOutput {
        switch type.name {
        case "Int": return 1
        case "Float": return .number("1.5")
        case "Boolean": return true
        case "String": return .string(name)
        case "ID": return "1"
        default: break
        }
        if let known = Self.known[type.name.lowercased()] { return known }
        let note = "A value of the scalar \(type.name) is made as a string; the server may want another form"
        if !notes.contains(note) { notes.append(note) }
        return .string(name)
    }

    /// Forms that servers commonly use for scalars of these names.
    private static let known: [String: JSONOutput] = [
        "date": "2025-01-31", "localdate": "2025-01-31", "datetime": "2025-01-31T12:00:00Z",
        "timestamp": "2025-01-31T12:00:00Z", "timestamptz": "2025-01-31T12:00:00Z", "instant": "2025-01-31T12:00:00Z",
        "time": "12:00:00Z", "localtime": "12:00:00", "duration": "PT1H",
        "uuid": "00000000-0000-4000-8000-000000000001",
        "guid": "00000000-0000-4000-8000-000000000001", "url": "https://example.com/", "uri": "https://example.com/",
        "email": "user@example.com", "emailaddress": "user@example.com", "json": [:], "jsonobject": [:], "map": [:],
        "long": 1, "bigint": 1, "int64": 1, "uint": 1, "positiveint": 1, "nonnegativeint": 1, "decimal": .number("1.5"),
        "bigdecimal": .number("1.5"), "numeric": .number("1.5"), "double": .number("1.5"), "base64": "YQ==",
        "base64string": "YQ==",
    ]
}

extension GraphQLDocument.Value {
    /// The constant as JSON; variables and enum values become strings of their names.
    package var json: JSONOutput {
        switch kind {
        case .variable(let name), .enumeration(let name): .string(name)
        case .int(let digits), .float(let digits): .number(digits)
        case .string(let text): .string(text)
        case .boolean(let value): .bool(value)
        case .null: .null
        case .list(let values): .array(values.map(\.json))
        case .object(let members): .object(members.map { ($0.name.text, $0.value.json) })
        }
    }
}
