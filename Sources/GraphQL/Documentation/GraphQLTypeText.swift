import Base

/// What the schema says about a type, field, argument, enum value or directive, for the screen to render.
package struct GraphQLTypeText: Sendable, Hashable {
    /// A field, argument, input field or enum value.
    package struct Member: Sendable, Hashable {
        package var name: String
        /// Where its own text is: `User.name`.
        package var coordinate: String
        package var type: GraphQLTypeReference?
        package var defaultValue: String?
        package var description: String?
        package var deprecation: String?
        /// Of a field.
        package var arguments: [String]
        package var isRequired: Bool
    }

    /// `User`, `User.name`, `Role.ADMIN`, `User.friends(first:)` or `@skip`.
    package var coordinate: String
    /// `type`, `interface`, `enum`, `field`, `argument`, `input field`, `enum value`, `directive` …
    package var kind: String
    /// As in SDL, in one line: `friends(first: Int! = 10): [User!]!`.
    package var signature: String
    package var description: String?
    package var deprecation: String?
    package var specifiedBy: String?
    package var isOneOf = false
    /// The type of a field or argument.
    package var type: GraphQLTypeReference?
    package var arguments: [Member] = []
    /// Fields of a type, input fields, enum values.
    package var members: [Member] = []
    package var interfaces: [String] = []
    /// Members of a union, objects and interfaces that implement an interface.
    package var possibleTypes: [String] = []
    /// Where a directive can be used.
    package var locations: [String] = []
    /// Coordinates of fields and arguments that have this type; at most 200.
    package var usedBy: [String] = []
    package var usedByCount = 0
}

extension GraphQLSchema {
    /// Looks up a coordinate: `Type`, `Type.field`, `Type.field(argument:)`, `@directive` or `@directive(argument:)`.
    package func text(of coordinate: String) -> GraphQLTypeText? {
        var head = coordinate[...]
        var argument: String?
        if let open = head.firstIndex(of: "(") {
            guard head.hasSuffix(":)") else { return nil }
            argument = String(head[head.index(after: open)...].dropLast(2))
            head = head[..<open]
        }
        if head.hasPrefix("@") {
            guard let directive = directive(String(head.dropFirst())) else { return nil }
            guard let argument else { return text(of: directive) }
            return directive.argument(argument).map { text(of: $0, "argument", coordinate) }
        }
        let parts = head.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let type = type(parts[0]), parts.count < 3 else { return nil }
        guard parts.count == 2 else { return argument == nil ? text(of: type) : nil }
        if let field = field(parts[1], of: type) {
            guard let argument else { return text(of: field, type) }
            return field.argument(argument).map { text(of: $0, "argument", coordinate) }
        }
        guard argument == nil else { return nil }
        if let field = type.inputField(parts[1]) { return text(of: field, "input field", coordinate) }
        return type.value(parts[1]).map {
            GraphQLTypeText(
                coordinate: coordinate, kind: "enum value", signature: $0.name, description: $0.description,
                deprecation: $0.deprecation)
        }
    }

    private func text(of type: GraphQLType) -> GraphQLTypeText {
        var signature = "\(type.kind.keyword) \(type.name)"
        if !type.interfaces.isEmpty { signature += " implements " + type.interfaces.joined(separator: " & ") }
        var text = GraphQLTypeText(
            coordinate: type.name, kind: type.kind.keyword, signature: signature, description: type.description,
            specifiedBy: type.specifiedBy, isOneOf: type.isOneOf)
        text.interfaces = type.interfaces
        text.members =
            type.fields.map { member($0, type.name) } + type.inputFields.map { member($0, "\(type.name).\($0.name)") }
            + type.values.map {
                GraphQLTypeText.Member(
                    name: $0.name, coordinate: "\(type.name).\($0.name)", description: $0.description,
                    deprecation: $0.deprecation, arguments: [], isRequired: false)
            }
        if type.kind == .union { text.possibleTypes = type.members }
        if type.kind == .interface {
            text.possibleTypes = types.filter { $0.interfaces.contains(type.name) }.map(\.name)
        }
        (text.usedBy, text.usedByCount) = uses(of: type.name)
        return text
    }

    private func text(of field: GraphQLField, _ type: GraphQLType) -> GraphQLTypeText {
        let arguments = field.arguments.map(signature).joined(separator: ", ")
        var text = GraphQLTypeText(
            coordinate: "\(type.name).\(field.name)", kind: "field",
            signature: field.name + (arguments.isEmpty ? "" : "(\(arguments))") + ": \(field.type)",
            description: field.description, deprecation: field.deprecation)
        text.type = field.type
        text.arguments = field.arguments.map { member($0, "\(type.name).\(field.name)(\($0.name):)") }
        return text
    }

    private func text(of input: GraphQLInputValue, _ kind: String, _ coordinate: String) -> GraphQLTypeText {
        var text = GraphQLTypeText(
            coordinate: coordinate, kind: kind, signature: signature(input), description: input.description,
            deprecation: input.deprecation)
        text.type = input.type
        return text
    }

    private func text(of directive: GraphQLDirective) -> GraphQLTypeText {
        let arguments = directive.arguments.map(signature).joined(separator: ", ")
        var text = GraphQLTypeText(
            coordinate: "@\(directive.name)", kind: "directive",
            signature: "@\(directive.name)" + (arguments.isEmpty ? "" : "(\(arguments))")
                + (directive.isRepeatable ? " repeatable" : ""), description: directive.description)
        text.arguments = directive.arguments.map { member($0, "@\(directive.name)(\($0.name):)") }
        text.locations = directive.locations
        return text
    }

    private func signature(_ input: GraphQLInputValue) -> String {
        "\(input.name): \(input.type)" + (input.defaultValue.map { " = \($0)" } ?? "")
    }

    private func member(_ field: GraphQLField, _ owner: String) -> GraphQLTypeText.Member {
        GraphQLTypeText.Member(
            name: field.name, coordinate: "\(owner).\(field.name)", type: field.type, description: field.description,
            deprecation: field.deprecation, arguments: field.arguments.map(signature), isRequired: false)
    }

    private func member(_ input: GraphQLInputValue, _ coordinate: String) -> GraphQLTypeText.Member {
        GraphQLTypeText.Member(
            name: input.name, coordinate: coordinate, type: input.type, defaultValue: input.defaultValue,
            description: input.description, deprecation: input.deprecation, arguments: [], isRequired: input.isRequired)
    }

    /// One pass over all types.
    private func uses(of name: String) -> ([String], Int) {
        var found: [String] = []
        var count = 0
        func add(_ coordinate: @autoclosure () -> String) {
            count += 1
            if found.count < 200 { found.append(coordinate()) }
        }
        for type in types where !type.isIntrospection {
            countWork(type.fields.count + type.inputFields.count)
            if type.members.contains(name) { add(type.name) }
            for field in type.fields {
                if field.type.name == name { add("\(type.name).\(field.name)") }
                for argument in field.arguments where argument.type.name == name {
                    add("\(type.name).\(field.name)(\(argument.name):)")
                }
            }
            for field in type.inputFields where field.type.name == name { add("\(type.name).\(field.name)") }
        }
        for directive in directives {
            for argument in directive.arguments where argument.type.name == name {
                add("@\(directive.name)(\(argument.name):)")
            }
        }
        return (found, count)
    }
}
