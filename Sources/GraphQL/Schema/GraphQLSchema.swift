/// The types of a GraphQL service (specification, section 3), from SDL or from introspection.
///
/// It may be imperfect: `notices` says what is wrong, and the rest works. Comparing two schemas ignores notices and
/// where definitions are.
package struct GraphQLSchema: Sendable {
    package typealias OperationKind = GraphQLDocument.OperationKind

    package let description: String?
    /// The root types that exist, by name.
    package let roots: [OperationKind: String]
    /// In the order of the source; then those of introspection and the built-in scalars, if the source left them out.
    package let types: [GraphQLType]
    package let directives: [GraphQLDirective]
    /// What is wrong in the schema; at most 200.
    package let notices: [GraphQLSchemaNotice]
    private let index: [String: Int]
    private let directiveIndex: [String: Int]
    /// The objects that implement an interface or belong to a union, by the index of that type.
    private let objects: [Int: Set<Int>]

    /// - Parameters:
    ///   - types: of repeated names the first counts.
    ///   - notices: what was found before.
    init(
        description: String?, roots: [OperationKind: String], types given: [GraphQLType],
        directives: [GraphQLDirective], notices: [GraphQLSchemaNotice]
    ) {
        self.description = description
        self.roots = roots
        var types: [GraphQLType] = []
        types.reserveCapacity(given.count + GraphQLBuiltIns.types.count)
        var index: [String: Int] = [:]
        index.reserveCapacity(given.count + GraphQLBuiltIns.types.count)
        // A server's own types of introspection take the place of ours, so that equal schemas have equal orders.
        var theirs: [String: GraphQLType] = [:]
        for type in given {
            // Their descriptions of the standard scalars differ; ours are the same for every schema.
            if type.kind == .scalar, GraphQLBuiltIns.scalarNames.contains(type.name) { continue }
            if GraphQLBuiltIns.typeNames.contains(type.name) {
                theirs[type.name] = type
            } else if index[type.name] == nil {
                index[type.name] = types.count
                types.append(type)
            }
        }
        for type in GraphQLBuiltIns.types {
            index[type.name] = types.count
            types.append(theirs[type.name] ?? type)
        }
        var objects: [Int: Set<Int>] = [:]
        for (place, type) in types.enumerated() {
            for name in type.interfaces where type.kind == .object {
                if let interface = index[name] { objects[interface, default: []].insert(place) }
            }
            for name in type.members {
                if let member = index[name], types[member].kind == .object {
                    objects[place, default: []].insert(member)
                }
            }
        }
        self.types = types
        self.index = index
        self.objects = objects
        self.directives = directives
        directiveIndex = Dictionary(
            directives.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        var check = GraphQLSchemaCheck(
            types: types, index: index, roots: roots, directives: directives, notices: notices)
        self.notices = check.run()
    }

    // MARK: Looking up

    package func type(_ name: String) -> GraphQLType? { index[name].map { types[$0] } }
    func typeIndex(_ name: String) -> Int? { index[name] }
    package func directive(_ name: String) -> GraphQLDirective? { directiveIndex[name].map { directives[$0] } }

    package func root(_ kind: OperationKind) -> GraphQLType? { roots[kind].flatMap(type) }

    /// A field of a type, the introspection fields `__typename`, `__schema` and `__type` included (section 4).
    package func field(_ name: String, of type: GraphQLType) -> GraphQLField? {
        if let field = type.field(name) { return field }
        guard name.hasPrefix("__") else { return nil }
        if name == "__typename" { return type.isComposite ? GraphQLBuiltIns.typename : nil }
        guard type.name == roots[.query] else { return nil }
        return GraphQLBuiltIns.queryFields.first { $0.name == name }
    }

    /// The objects that a value of the type can be: for an object itself.
    package func possibleTypes(of name: String) -> [String] {
        guard let place = index[name] else { return [] }
        if types[place].kind == .object { return [name] }
        return (objects[place] ?? []).sorted().map { types[$0].name }
    }

    /// Whether a value can be of both types.
    func overlap(_ left: Int, _ right: Int) -> Bool {
        if left == right { return true }
        let ours = objects[left] ?? [left]
        let theirs = objects[right] ?? [right]
        return ours.count <= theirs.count ? !ours.isDisjoint(with: theirs) : !theirs.isDisjoint(with: ours)
    }

    /// Whether the type is scalar or enum; unknown types count as such.
    package func isLeaf(_ type: GraphQLTypeReference) -> Bool { self.type(type.name)?.isComposite != true }
}

extension GraphQLSchema: Equatable {
    package static func == (left: GraphQLSchema, right: GraphQLSchema) -> Bool {
        left.description == right.description && left.roots == right.roots && left.types == right.types
            && left.directives == right.directives
    }
}

/// What is wrong in a schema, as a sentence without a full stop.
package struct GraphQLSchemaNotice: Sendable, Hashable {
    package var reason: String
    package var origin: GraphQLOrigin
}

/// Where a definition is in the texts of a schema. It takes no part in comparisons: all are equal.
package struct GraphQLOrigin: Sendable, Hashable {
    /// Index of the text; nil for introspection and for what every schema has.
    package var document: Int?
    package var range: Range<Int>

    static let none = GraphQLOrigin(document: nil, range: 0..<0)

    package static func == (left: GraphQLOrigin, right: GraphQLOrigin) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
