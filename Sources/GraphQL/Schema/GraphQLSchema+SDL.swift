extension GraphQLSchema {
    /// The schema as SDL, without what every schema has. Directives applied to types are not kept in a schema, except
    /// `@deprecated`, `@specifiedBy` and `@oneOf`.
    package var sdl: String {
        var printer = GraphQLSchemaPrinter()
        printer.schema(self)
        return printer.text
    }
}

private struct GraphQLSchemaPrinter {
    private(set) var text = ""

    mutating func schema(_ schema: GraphQLSchema) {
        let needed = GraphQLSchemaBuilder.defaultRoots.contains { kind, name in
            let root = schema.roots[kind]
            return root != nil && root != name || root == nil && schema.type(name)?.kind == .object
        }
        if needed || schema.description != nil {
            description(schema.description, "")
            text += "schema {\n"
            for kind in GraphQLDocument.OperationKind.allCases {
                if let name = schema.roots[kind] { text += "  \(kind.rawValue): \(name)\n" }
            }
            text += "}\n"
        }
        for directive in schema.directives where !GraphQLBuiltIns.directiveNames.contains(directive.name) {
            self.directive(directive)
        }
        for type in schema.types where !type.isIntrospection && !GraphQLBuiltIns.scalarNames.contains(type.name) {
            self.type(type)
        }
    }

    private mutating func gap() { if !text.isEmpty { text += "\n" } }

    private mutating func description(_ value: String?, _ indent: String) {
        guard let value else { return }
        let isShort = value.utf8.count < 80 && !value.utf8.contains(UInt8(ascii: "\n"))
        let block = isShort ? nil : GraphQLBlockString.text(value, indent: indent)
        text += "\(indent)\(block ?? GraphQLStringText.quoted(value))\n"
    }

    private mutating func directive(_ directive: GraphQLDirective) {
        gap()
        description(directive.description, "")
        text += "directive @\(directive.name)"
        arguments(directive.arguments, "")
        text += directive.isRepeatable ? " repeatable on " : " on "
        text += directive.locations.joined(separator: " | ") + "\n"
    }

    mutating func type(_ type: GraphQLType) {
        gap()
        description(type.description, "")
        text += "\(type.kind.keyword) \(type.name)"
        if !type.interfaces.isEmpty { text += " implements " + type.interfaces.joined(separator: " & ") }
        if let address = type.specifiedBy { text += " @specifiedBy(url: \(GraphQLStringText.quoted(address)))" }
        if type.isOneOf { text += " @oneOf" }
        if !type.members.isEmpty { text += " = " + type.members.joined(separator: " | ") }
        let hasBody = !(type.fields.isEmpty && type.inputFields.isEmpty && type.values.isEmpty)
        guard hasBody else {
            text += "\n"
            return
        }
        text += " {\n"
        for field in type.fields {
            description(field.description, "  ")
            text += "  " + field.name
            arguments(field.arguments, "  ")
            text += ": \(field.type)"
            deprecation(field.deprecation)
            text += "\n"
        }
        for field in type.inputFields {
            description(field.description, "  ")
            text += "  "
            input(field)
            text += "\n"
        }
        for value in type.values {
            description(value.description, "  ")
            text += "  " + value.name
            deprecation(value.deprecation)
            text += "\n"
        }
        text += "}\n"
    }

    private mutating func arguments(_ inputs: [GraphQLInputValue], _ indent: String) {
        guard !inputs.isEmpty else { return }
        let areMany = inputs.contains { $0.description != nil }
        text += areMany ? "(\n" : "("
        for (place, input) in inputs.enumerated() {
            if areMany {
                description(input.description, indent + "  ")
                text += indent + "  "
            } else if place > 0 {
                text += ", "
            }
            self.input(input)
            if areMany { text += "\n" }
        }
        text += areMany ? indent + ")" : ")"
    }

    private mutating func input(_ input: GraphQLInputValue) {
        text += "\(input.name): \(input.type)"
        if let value = input.defaultValue, GraphQLDocument.Value(constant: value) != nil { text += " = \(value)" }
        deprecation(input.deprecation)
    }

    private mutating func deprecation(_ reason: String?) {
        guard let reason else { return }
        text += " @deprecated"
        if reason != GraphQLSchemaBuilder.defaultReason { text += "(reason: \(GraphQLStringText.quoted(reason)))" }
    }
}
