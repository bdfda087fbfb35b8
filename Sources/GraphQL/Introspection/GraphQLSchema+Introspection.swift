import Base
import JSONPath
import NetEngine

extension GraphQLSchema {
    /// Why a JSON text is not the response to an introspection query, as a sentence without a full stop.
    package struct IntrospectionFailure: Error, Sendable, Hashable {
        package var reason: String
    }

    /// Reads `{"data": {"__schema": …}}` or `{"__schema": …}`.
    package init(introspection tree: JSONTree) throws(IntrospectionFailure) {
        let name = Array("__schema".utf8)
        var node: Int? = tree.member(name, of: 0)
        if node == nil, let data = tree.member(Array("data".utf8), of: 0) as Int? { node = tree.member(name, of: data) }
        guard let node, tree.kind(node) == .object else {
            let message = tree.elements("errors", of: 0).first.flatMap { tree.text("message", of: $0) }
            guard let message else {
                throw IntrospectionFailure(
                    reason: "The JSON has no __schema, so it is not the result of an introspection")
            }
            throw IntrospectionFailure(reason: "The server refuses introspection: \(message.prefix(300))")
        }
        guard tree.member(Array("types".utf8), of: node) as Int? != nil else {
            throw IntrospectionFailure(reason: "The __schema of the JSON has no types")
        }
        var reader = GraphQLIntrospectionReader(tree)
        self = reader.schema(node)
    }
}

/// Reads the types one after the other; what is wrong becomes a notice and is left out.
private struct GraphQLIntrospectionReader {
    private let tree: JSONTree
    private var notices: [GraphQLSchemaNotice] = []

    init(_ tree: JSONTree) { self.tree = tree }

    private mutating func note(_ reason: String) {
        guard notices.count < GraphQLSchemaCheck.maxNotices else { return }
        notices.append(GraphQLSchemaNotice(reason: reason, origin: .none))
    }

    mutating func schema(_ node: Int) -> GraphQLSchema {
        var roots: [GraphQLDocument.OperationKind: String] = [:]
        for kind in GraphQLDocument.OperationKind.allCases {
            guard let root = tree.member(Array("\(kind.rawValue)Type".utf8), of: node) as Int? else { continue }
            roots[kind] = tree.text("name", of: root)
        }
        var types: [GraphQLType] = []
        var known: Set<String> = []
        for element in tree.elements("types", of: node) {
            guard let type = type(element) else { continue }
            guard known.insert(type.name).inserted else {
                note("The type \(type.name) is there twice; the first counts")
                continue
            }
            types.append(type)
        }
        let directives = tree.elements("directives", of: node).compactMap { directive($0) }
        return GraphQLSchema(
            description: tree.text("description", of: node), roots: roots, types: types,
            directives: directives.isEmpty ? GraphQLBuiltIns.directives : directives, notices: notices)
    }

    private mutating func name(_ node: Int, _ what: String) -> String? {
        guard let name = tree.text("name", of: node) else {
            note("\(what) has no name")
            return nil
        }
        let isName =
            !name.isEmpty && name.utf8.allSatisfy(GraphQLLexer.isNamePart)
            && name.utf8.first.map(ASCII.isDigit) == false
        guard isName else {
            note(
                "\(what) has the name \(GraphQLStringText.quoted(String(name.prefix(80)))), which is not a name of GraphQL"
            )
            return nil
        }
        return name
    }

    private mutating func type(_ node: Int) -> GraphQLType? {
        guard let name = name(node, "A type") else { return nil }
        guard let kind = GraphQLType.Kind(rawValue: tree.text("kind", of: node) ?? "") else {
            note("The type \(name) has no kind that is known")
            return nil
        }
        var type = GraphQLType(name: name, kind: kind)
        type.description = tree.text("description", of: node)
        type.specifiedBy = kind == .scalar ? tree.text("specifiedByURL", of: node) : nil
        type.isOneOf = kind == .inputObject && tree.isTrue("isOneOf", of: node)
        if kind == .object || kind == .interface {
            type.interfaces = tree.elements("interfaces", of: node).compactMap { tree.text("name", of: $0) }
            for element in tree.elements("fields", of: node) {
                guard let field = field(element, name) else { continue }
                if !type.add(field) { note("\(name).\(field.name) is there twice; the first counts") }
            }
        }
        if kind == .union {
            type.members = tree.elements("possibleTypes", of: node).compactMap { tree.text("name", of: $0) }
        }
        if kind == .inputObject {
            for element in tree.elements("inputFields", of: node) {
                guard let field = input(element, name) else { continue }
                if !type.add(field) { note("\(name).\(field.name) is there twice; the first counts") }
            }
        }
        for element in kind == .enumeration ? tree.elements("enumValues", of: node) : [] {
            guard let value = self.name(element, "A value of \(name)") else { continue }
            _ = type.add(
                GraphQLEnumValue(
                    name: value, description: tree.text("description", of: element), deprecation: deprecation(element)))
        }
        return type
    }

    private mutating func field(_ node: Int, _ owner: String) -> GraphQLField? {
        guard let name = name(node, "A field of \(owner)"), let type = reference(node, "\(owner).\(name)") else {
            return nil
        }
        return GraphQLField(
            name: name, description: tree.text("description", of: node),
            arguments: tree.elements("args", of: node).compactMap { input($0, "\(owner).\(name)") }, type: type,
            deprecation: deprecation(node))
    }

    private mutating func input(_ node: Int, _ owner: String) -> GraphQLInputValue? {
        guard let name = name(node, "An input of \(owner)"), let type = reference(node, "\(owner).\(name)") else {
            return nil
        }
        var value = tree.text("defaultValue", of: node)
        if let written = value {
            if let constant = GraphQLDocument.Value(constant: written) {
                value = constant.text
            } else {
                note("The default value of \(owner).\(name) is not a constant of GraphQL")
            }
        }
        return GraphQLInputValue(
            name: name, description: tree.text("description", of: node), type: type, defaultValue: value,
            deprecation: deprecation(node))
    }

    private func deprecation(_ node: Int) -> String? {
        guard tree.isTrue("isDeprecated", of: node) else { return nil }
        return tree.text("deprecationReason", of: node) ?? GraphQLSchemaBuilder.defaultReason
    }

    private mutating func directive(_ node: Int) -> GraphQLDirective? {
        guard let name = name(node, "A directive") else { return nil }
        var locations: [String] = []
        for element in tree.elements("locations", of: node) where tree.kind(element) == .string {
            locations.append(String(decoding: tree.string(element), as: UTF8.self))
        }
        return GraphQLDirective(
            name: name, description: tree.text("description", of: node),
            arguments: tree.elements("args", of: node).compactMap { input($0, "@\(name)") },
            isRepeatable: tree.isTrue("isRepeatable", of: node), locations: locations)
    }

    /// The type below `type`: wrappers with `ofType` around a name.
    private mutating func reference(_ node: Int, _ owner: String) -> GraphQLTypeReference? {
        var next: Int? = tree.member(Array("type".utf8), of: node)
        var wrappers: [Bool] = []
        while let node = next, wrappers.count <= GraphQLTypeReference.maxWrappers {
            switch tree.text("kind", of: node) {
            case "LIST": wrappers.append(true)
            case "NON_NULL": wrappers.append(false)
            default:
                guard let name = tree.text("name", of: node) else {
                    next = nil
                    continue
                }
                var type = GraphQLTypeReference(name)
                for isList in wrappers.reversed() { type = (isList ? type.list : type.nonNull) ?? type }
                return type
            }
            next = tree.member(Array("ofType".utf8), of: node)
        }
        note("The type of \(owner) is nested deeper than the introspection query reads")
        return nil
    }
}
