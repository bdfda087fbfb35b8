/// Definitions and extensions of types (sections 3.3 to 3.13).
extension GraphQLParser {
    mutating func typeSystem(_ description: String?, _ start: Int) throws(GraphQLProblem) -> Node.Definition {
        let isExtension = isWord("extend")
        if isExtension {
            if description != nil { throw failure("An extension cannot have a description") }
            advance()
        }
        if takeWord("schema") { return .schema(try schema(description, isExtension, start)) }
        if !isExtension, takeWord("directive") { return .directive(try directive(description, start)) }
        for kind in Node.TypeKind.allCases where self.kind == .name && source.string(token) == kind.keyword {
            advance()
            return .type(try type(kind, description, isExtension, start))
        }
        throw expected(
            isExtension ? "the kind of type that is extended" : "query, mutation, fragment, type or another definition")
    }

    private mutating func schema(
        _ description: String?, _ isExtension: Bool, _ start: Int
    ) throws(GraphQLProblem) -> Node.SchemaDefinition {
        let directives = try directives(isConstant: true)
        var roots: [Node.SchemaDefinition.Root] = []
        if kind == .openBrace || !isExtension {
            try require(.openBrace, "{ and the root types")
            repeat {
                guard kind == .name, let root = Node.OperationKind(rawValue: source.string(token)) else {
                    throw expected("query, mutation or subscription")
                }
                advance()
                try require(.colon, "a colon and a type")
                roots.append(Node.SchemaDefinition.Root(kind: root, type: try name("a type")))
            } while !take(.closeBrace)
        } else if directives.isEmpty {
            throw expected("a directive or {")
        }
        return Node.SchemaDefinition(
            isExtension: isExtension, description: description, directives: directives, roots: roots,
            range: range(from: start))
    }

    private mutating func directive(_ description: String?, _ start: Int) throws(GraphQLProblem)
        -> Node.DirectiveDefinition
    {
        try require(.at, "@ and the directive's name")
        let name = try name("the directive's name")
        let arguments = try inputValues(.openParenthesis, .closeParenthesis, "an argument or )")
        let isRepeatable = takeWord("repeatable")
        guard takeWord("on") else { throw expected("on and the directive's locations") }
        let locations = try names(separatedBy: .verticalBar, "a location such as FIELD")
        return Node.DirectiveDefinition(
            description: description, name: name, arguments: arguments, isRepeatable: isRepeatable,
            locations: locations,
            range: range(from: start))
    }

    private mutating func type(
        _ kind: Node.TypeKind, _ description: String?, _ isExtension: Bool, _ start: Int
    ) throws(GraphQLProblem) -> Node.TypeDefinition {
        var type = Node.TypeDefinition(
            kind: kind, isExtension: isExtension, description: description, name: try name("the type's name"),
            range: start..<start)
        if kind == .object || kind == .interface, takeWord("implements") {
            type.interfaces = try names(separatedBy: .ampersand, "an interface")
        }
        type.directives = try directives(isConstant: true)
        switch kind {
        case .scalar: break
        case .object, .interface: type.fields = try fields()
        case .union:
            if take(.equals) { type.members = try names(separatedBy: .verticalBar, "a type") }
        case .enumeration: type.values = try values()
        case .inputObject: type.inputFields = try inputValues(.openBrace, .closeBrace, "a field or }")
        }
        type.range = range(from: start)
        let isEmpty =
            type.interfaces.isEmpty && type.directives.isEmpty && type.fields.isEmpty && type.members.isEmpty
            && type.values.isEmpty && type.inputFields.isEmpty
        if isExtension, isEmpty { throw expected("what the extension adds") }
        return type
    }

    private mutating func names(
        separatedBy mark: GraphQLToken.Kind, _ what: String
    ) throws(GraphQLProblem) -> [Node.Name] {
        _ = take(mark)
        var names = [try name(what)]
        while take(mark) { names.append(try name(what)) }
        return names
    }

    private mutating func fields() throws(GraphQLProblem) -> [Node.FieldDefinition] {
        guard take(.openBrace) else { return [] }
        var fields: [Node.FieldDefinition] = []
        repeat {
            let start = start
            let description = description()
            let name = try name("a field or }")
            let arguments = try inputValues(.openParenthesis, .closeParenthesis, "an argument or )")
            try require(.colon, "a colon and the field's type")
            let type = try type()
            let directives = try directives(isConstant: true)
            fields.append(
                Node.FieldDefinition(
                    description: description, name: name, arguments: arguments, type: type, directives: directives,
                    range: range(from: start)))
        } while !take(.closeBrace)
        return fields
    }

    private mutating func inputValues(
        _ open: GraphQLToken.Kind, _ close: GraphQLToken.Kind, _ what: String
    ) throws(GraphQLProblem) -> [Node.InputValueDefinition] {
        guard take(open) else { return [] }
        var inputs: [Node.InputValueDefinition] = []
        repeat {
            let start = start
            let description = description()
            let name = try name(what)
            try require(.colon, "a colon and a type")
            let type = try type()
            let value = take(.equals) ? try value(isConstant: true) : nil
            let directives = try directives(isConstant: true)
            inputs.append(
                Node.InputValueDefinition(
                    description: description, name: name, type: type, defaultValue: value, directives: directives,
                    range: range(from: start)))
        } while !take(close)
        return inputs
    }

    private mutating func values() throws(GraphQLProblem) -> [Node.EnumValueDefinition] {
        guard take(.openBrace) else { return [] }
        var values: [Node.EnumValueDefinition] = []
        repeat {
            let start = start
            let description = description()
            if isWord("true") || isWord("false") || isWord("null") {
                throw failure("An enum value cannot be named \(source.string(token))")
            }
            let name = try name("an enum value or }")
            let directives = try directives(isConstant: true)
            values.append(
                Node.EnumValueDefinition(
                    description: description, name: name, directives: directives, range: range(from: start)))
        } while !take(.closeBrace)
        return values
    }
}
