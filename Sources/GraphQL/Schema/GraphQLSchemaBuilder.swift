import Base

extension GraphQLSchema {
    /// Joins the type systems of several documents, extensions included, in whatever order they come.
    package init(documents: [GraphQLDocument]) {
        var builder = GraphQLSchemaBuilder()
        builder.add(documents)
        self = builder.schema
    }

    /// The schema of one text of SDL.
    package init(sdl text: [UInt8], limits: GraphQLLimits = GraphQLLimits()) {
        self.init(documents: [GraphQLDocument.parse(text, limits: limits)])
    }
}

/// Builds the types from their definitions; extensions come last.
struct GraphQLSchemaBuilder {
    typealias Node = GraphQLDocument

    private var types: [GraphQLType] = []
    private var index: [String: Int] = [:]
    private(set) var directives: [GraphQLDirective] = []
    private var directiveNames: Set<String> = []
    private var description: String?
    private var roots: [Node.OperationKind: String] = [:]
    private var hasSchemaDefinition = false
    private var notices: [GraphQLSchemaNotice] = []
    private var document: Int? = 0

    var finishedTypes: [GraphQLType] { types }

    var schema: GraphQLSchema {
        var roots = roots
        if !hasSchemaDefinition {
            for (kind, name) in Self.defaultRoots where roots[kind] == nil {
                if let place = index[name], types[place].kind == .object { roots[kind] = name }
            }
        }
        let standard = GraphQLBuiltIns.directives.filter { !directiveNames.contains($0.name) }
        return GraphQLSchema(
            description: description, roots: roots, types: types, directives: directives + standard, notices: notices)
    }

    static let defaultRoots: [(Node.OperationKind, String)] = [
        (.query, "Query"), (.mutation, "Mutation"), (.subscription, "Subscription"),
    ]

    mutating func add(_ documents: [Node], isBuiltIn: Bool = false) {
        for isExtension in [false, true] {
            for (number, document) in documents.enumerated() {
                self.document = isBuiltIn ? nil : number
                if !isExtension {
                    for problem in document.problems { note(problem.reason, problem.range) }
                }
                for definition in document.definitions { add(definition, isExtension) }
            }
        }
    }

    private mutating func note(_ reason: String, _ range: Range<Int>) {
        guard notices.count < GraphQLSchemaCheck.maxNotices else { return }
        notices.append(GraphQLSchemaNotice(reason: reason, origin: origin(range)))
    }

    private func origin(_ range: Range<Int>) -> GraphQLOrigin { GraphQLOrigin(document: document, range: range) }

    private mutating func add(_ definition: Node.Definition, _ isExtension: Bool) {
        switch definition {
        case .schema(let node) where node.isExtension == isExtension: add(node)
        case .type(let node) where node.isExtension == isExtension: add(node)
        case .directive(let node) where !isExtension: add(node)
        case .operation(let node) where !isExtension:
            note("A schema has no operations; this one is left out", node.range)
        case .fragment(let node) where !isExtension: note("A schema has no fragments; this one is left out", node.range)
        default: break
        }
    }

    private mutating func add(_ node: Node.SchemaDefinition) {
        if !node.isExtension {
            if hasSchemaDefinition { note("There is a second schema definition; both are joined", node.range) }
            hasSchemaDefinition = true
            description = description ?? node.description
        }
        for root in node.roots {
            if roots[root.kind] != nil {
                note("The schema names its \(root.kind.rawValue) type twice; the first counts", root.type.range)
            } else {
                roots[root.kind] = root.type.text
            }
        }
    }

    private mutating func add(_ node: Node.DirectiveDefinition) {
        guard directiveNames.insert(node.name.text).inserted else {
            return note("The directive @\(node.name.text) is defined twice; the first counts", node.name.range)
        }
        directives.append(
            GraphQLDirective(
                name: node.name.text, description: node.description,
                arguments: inputs(node.arguments, "@\(node.name.text)"), isRepeatable: node.isRepeatable,
                locations: node.locations.map(\.text), origin: origin(node.name.range)))
    }

    private mutating func add(_ node: Node.TypeDefinition) {
        countWork(1 + node.fields.count + node.values.count + node.inputFields.count)
        let name = node.name.text
        guard let place = index[name] else {
            if node.isExtension, !GraphQLBuiltIns.scalarNames.contains(name) {
                note("The type \(name) is extended but nowhere defined", node.name.range)
            }
            var type = GraphQLType(name: name, kind: node.kind)
            type.description = node.description
            type.origin = origin(node.name.range)
            fill(&type, node)
            index[name] = types.count
            types.append(type)
            return
        }
        guard node.isExtension else {
            return note("The type \(name) is defined twice; the first counts", node.name.range)
        }
        guard types[place].kind == node.kind else {
            return note(
                "\(name) is defined as \(types[place].kind.keyword) and extended as \(node.kind.keyword)",
                node.name.range)
        }
        // Taken out of the array, so that adding does not copy it.
        var type = types[place]
        types[place] = GraphQLType(name: "", kind: .scalar)
        fill(&type, node)
        types[place] = type
    }

    private mutating func fill(_ type: inout GraphQLType, _ node: Node.TypeDefinition) {
        type.specifiedBy = string("specifiedBy", "url", node.directives) ?? type.specifiedBy
        if node.directives.contains(where: { $0.name.text == "oneOf" }) { type.isOneOf = true }
        add(node.interfaces, to: &type.interfaces, "\(type.name) implements")
        add(node.members, to: &type.members, "\(type.name) contains")
        for field in node.fields {
            let added = type.add(
                GraphQLField(
                    name: field.name.text, description: field.description,
                    arguments: inputs(field.arguments, "\(type.name).\(field.name.text)"), type: field.type.type,
                    deprecation: deprecation(field.directives), origin: origin(field.name.range)))
            if !added { note("\(type.name).\(field.name.text) is defined twice; the first counts", field.name.range) }
        }
        for field in node.inputFields where !type.add(input(field)) {
            note("\(type.name).\(field.name.text) is defined twice; the first counts", field.name.range)
        }
        for value in node.values {
            let added = type.add(
                GraphQLEnumValue(
                    name: value.name.text, description: value.description, deprecation: deprecation(value.directives)))
            if !added { note("\(type.name).\(value.name.text) is defined twice", value.name.range) }
        }
    }

    private mutating func add(_ names: [Node.Name], to list: inout [String], _ what: String) {
        guard !names.isEmpty else { return }
        var known = Set(list)
        for name in names {
            if known.insert(name.text).inserted {
                list.append(name.text)
            } else {
                note("\(what) \(name.text) twice", name.range)
            }
        }
    }

    private mutating func inputs(_ nodes: [Node.InputValueDefinition], _ owner: String) -> [GraphQLInputValue] {
        guard !nodes.isEmpty else { return [] }
        var known: Set<String> = []
        var inputs: [GraphQLInputValue] = []
        inputs.reserveCapacity(nodes.count)
        for node in nodes {
            if nodes.count > 1, !known.insert(node.name.text).inserted {
                note("The argument \(node.name.text) of \(owner) is defined twice; the first counts", node.name.range)
            } else {
                inputs.append(input(node))
            }
        }
        return inputs
    }

    private func input(_ node: Node.InputValueDefinition) -> GraphQLInputValue {
        GraphQLInputValue(
            name: node.name.text, description: node.description, type: node.type.type,
            defaultValue: node.defaultValue?.text, deprecation: deprecation(node.directives),
            origin: origin(node.name.range))
    }

    static let defaultReason = "No longer supported"

    private func deprecation(_ directives: [Node.Directive]) -> String? {
        guard !directives.isEmpty, directives.contains(where: { $0.name.text == "deprecated" }) else { return nil }
        return string("deprecated", "reason", directives) ?? Self.defaultReason
    }

    private func string(_ directive: String, _ argument: String, _ directives: [Node.Directive]) -> String? {
        guard let directive = directives.first(where: { $0.name.text == directive }),
            case .string(let text)? = directive.arguments.first(where: { $0.name.text == argument })?.value.kind
        else { return nil }
        return text
    }
}
