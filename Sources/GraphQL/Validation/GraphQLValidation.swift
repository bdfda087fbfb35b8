import Base

extension GraphQLDocument {
    /// What keeps the document from being executed with a schema (specification, section 5), in the order of the text;
    /// at most 100. Errors of the syntax are in `problems`; definitions that could not be parsed are not checked.
    package func problems(in schema: GraphQLSchema) -> [GraphQLProblem] {
        var validation = GraphQLValidation(schema, self)
        return validation.run()
    }
}

/// One walk over all definitions records what the rules need; then each rule looks at the records. Nothing is walked
/// twice, so the work grows with the document. What combines parts freely (variables in shared fragments, merging)
/// has a budget.
struct GraphQLValidation {
    typealias Node = GraphQLDocument

    let schema: GraphQLSchema
    let document: Node
    /// Uses of variables that are looked at for one document; fragments count again for each operation.
    var maxUses = 2_000_000
    /// Fields that are looked at for one document, whether they can be merged.
    var maxFields = 500_000
    private(set) var problems: [GraphQLProblem] = []
    private let suggestions = ReasonBudget()

    /// An operation or fragment, with what it uses.
    struct Scope {
        var spreads: [SpreadUse] = []
        var variables: [VariableUse] = []
        /// Its selections, as an index of `sets`.
        var set = 0
    }

    struct SpreadUse {
        var name: Node.Name
        /// Index of the type that the selection around it is about.
        var parent: Int?
    }

    struct VariableUse {
        var name: String
        var range: Range<Int>
        /// The type that the place has; nil if it is not known.
        var type: GraphQLTypeReference?
        var hasDefault: Bool
        /// Whether it is the one member of a `@oneOf` object.
        var isOneOf: Bool
    }

    /// A field where it is selected, for the rules about several fields.
    struct FieldUse {
        var responseName: String
        var name: Node.Name
        var parent: Int?
        var type: GraphQLTypeReference?
        /// Fields with equal arguments have equal numbers; 0 for none.
        var arguments: Int
        var set: Int?
        var hasCondition: Bool
    }

    enum Entry {
        case field(Int)
        case spread(Int, hasCondition: Bool)
        case inline(Int, hasCondition: Bool)
    }

    var scopes: [Scope] = []
    /// The scope that is being walked.
    var scope = Scope()
    var fields: [FieldUse] = []
    var sets: [[Entry]] = []
    private(set) var operations: [(node: Node.Operation, scope: Int)] = []
    private(set) var fragments: [(node: Node.Fragment, scope: Int)] = []
    /// The first fragment of each name, as an index of `fragments`.
    private(set) var fragmentIndex: [String: Int] = [:]
    private var argumentTexts: [String: Int] = [:]

    init(_ schema: GraphQLSchema, _ document: Node) {
        self.schema = schema
        self.document = document
    }

    mutating func run() -> [GraphQLProblem] {
        gather()
        for place in operations.indices { walk(operation: place) }
        for place in fragments.indices { walk(fragment: place) }
        checkSpreads()
        checkCycles()
        checkVariables()
        checkSubscriptions()
        checkMerging()
        problems.sort { $0.range.lowerBound < $1.range.lowerBound }
        return problems
    }

    // MARK: Reporting

    mutating func report(_ reason: String, _ range: Range<Int>, _ rule: GraphQLRule) {
        guard problems.count < GraphQLLimits.problems else { return }
        problems.append(GraphQLProblem(reason, at: range, rule: rule))
    }

    /// `; did you mean name?` or nothing.
    func suggestion(_ name: String, _ names: @autoclosure () -> [String]) -> String {
        guard problems.count < GraphQLLimits.problems else { return "" }
        return NameSuggestion.nearest(to: name, among: names(), suggestions).map { "; did you mean \($0)?" } ?? ""
    }

    // MARK: Definitions (sections 5.1, 5.2 and 5.5.1)

    private mutating func gather() {
        var names: Set<String> = []
        for definition in document.definitions {
            switch definition {
            case .operation(let node):
                operations.append((node, 0))
                if let name = node.name, !names.insert(name.text).inserted {
                    report("There is another operation named \(name.text)", name.range, .uniqueOperationNames)
                }
            case .fragment(let node):
                if fragmentIndex[node.name.text] == nil {
                    fragmentIndex[node.name.text] = fragments.count
                } else {
                    report("There is another fragment named \(node.name.text)", node.name.range, .uniqueFragmentNames)
                }
                fragments.append((node, 0))
            case .schema(let node): reportDefinition(node.range)
            case .type(let node): reportDefinition(node.name.range)
            case .directive(let node): reportDefinition(node.name.range)
            }
        }
        guard operations.count > 1 else { return }
        for (node, _) in operations where node.name == nil {
            let start = node.range.lowerBound
            report(
                "An operation without a name must be the only one of its document", start..<(start + 1),
                .loneAnonymousOperation)
        }
    }

    private mutating func reportDefinition(_ range: Range<Int>) {
        report("A definition of a type cannot be sent as a query", range, .executableDefinitions)
    }

    private mutating func walk(operation place: Int) {
        let node = operations[place].node
        scope = Scope()
        let root = schema.roots[node.kind].flatMap(schema.typeIndex)
        if root == nil {
            let start = node.range.lowerBound
            let word = node.name?.range ?? start..<(start + 1)
            report("The schema has no \(node.kind.rawValue) type", word, .operationTypes)
        }
        check(node.variables)
        check(node.directives, at: node.kind.rawValue.uppercased())
        scope.set = walk(node.selections, root)
        operations[place].scope = scopes.count
        scopes.append(scope)
    }

    private mutating func walk(fragment place: Int) {
        let node = fragments[place].node
        scope = Scope()
        check(node.directives, at: "FRAGMENT_DEFINITION")
        scope.set = walk(node.selections, condition(node.typeCondition, "The fragment \(node.name.text)"))
        fragments[place].scope = scopes.count
        scopes.append(scope)
    }

    /// The type after `on`, if it can have fields (sections 5.5.1.2 and 5.5.1.3).
    private mutating func condition(_ name: Node.Name, _ what: @autoclosure () -> String) -> Int? {
        guard let place = schema.typeIndex(name.text) else {
            let advice = suggestion(name.text, schema.types.filter(\.isComposite).map(\.name))
            report("There is no type \(name.text)\(advice)", name.range, .knownTypeNames)
            return nil
        }
        guard schema.types[place].isComposite else {
            report(
                "\(what()) cannot be on \(name.text), which has no fields", name.range, .fragmentsOnCompositeTypes)
            return nil
        }
        return place
    }

    // MARK: Selections (section 5.3)

    /// - Returns: the index of the set.
    private mutating func walk(_ selections: Node.SelectionSet, _ parent: Int?) -> Int {
        let place = sets.count
        sets.append([])
        var entries: [Entry] = []
        entries.reserveCapacity(selections.selections.count)
        countWork(selections.selections.count)
        for selection in selections.selections {
            switch selection {
            case .field(let node): entries.append(.field(walk(node, parent)))
            case .spread(let node):
                check(node.directives, at: "FRAGMENT_SPREAD")
                scope.spreads.append(SpreadUse(name: node.name, parent: parent))
                if let fragment = fragmentIndex[node.name.text] {
                    entries.append(.spread(fragment, hasCondition: hasCondition(node.directives)))
                }
            case .inline(let node):
                check(node.directives, at: "INLINE_FRAGMENT")
                var type = parent
                if let name = node.typeCondition {
                    type = condition(name, "A fragment")
                    if let type, let parent, !schema.overlap(type, parent) {
                        report(
                            "Nothing of the type \(schema.types[parent].name) can be \(name.text)", name.range,
                            .possibleFragmentSpreads)
                    }
                }
                entries.append(.inline(walk(node.selections, type), hasCondition: hasCondition(node.directives)))
            }
        }
        sets[place] = entries
        return place
    }

    private func hasCondition(_ directives: [Node.Directive]) -> Bool {
        directives.contains { $0.name.text == "skip" || $0.name.text == "include" }
    }

    private mutating func walk(_ node: Node.Field, _ parent: Int?) -> Int {
        var definition: GraphQLField?
        if let parent {
            definition = schema.field(node.name.text, of: schema.types[parent])
            if definition == nil { reportUnknown(node.name, of: schema.types[parent]) }
        }
        let name = node.name.text
        check(
            node.arguments, definition?.arguments, .field(parent.map { schema.types[$0].name }, name), node.name.range)
        check(node.directives, at: "FIELD")
        let type = definition.flatMap { schema.typeIndex($0.type.name) }
        if let definition, let type {
            let isComposite = schema.types[type].isComposite
            if isComposite, node.selections == nil {
                report(
                    "\(name) is \(definition.type), so its fields must be selected: \(name) { … }", node.name.range,
                    .scalarLeafs)
            } else if !isComposite, let selections = node.selections {
                let start = selections.range.lowerBound
                report(
                    "\(name) is \(definition.type), which has no fields to select", start..<(start + 1), .scalarLeafs)
            }
        }
        let composite = type.flatMap { schema.types[$0].isComposite ? $0 : nil }
        let set = node.selections.map { walk($0, composite) }
        fields.append(
            FieldUse(
                responseName: node.responseName, name: node.name, parent: parent, type: definition?.type,
                arguments: number(of: node.arguments), set: set, hasCondition: hasCondition(node.directives)))
        return fields.count - 1
    }

    private mutating func reportUnknown(_ name: Node.Name, of type: GraphQLType) {
        guard problems.count < GraphQLLimits.problems else { return }
        if type.kind == .union {
            return report(
                "\(type.name) is a union, which has no field \(name.text); select it in ... on with one of its types",
                name.range, .fieldsOnCorrectType)
        }
        var advice = suggestion(name.text, type.fields.map(\.name))
        if advice.isEmpty, type.kind == .interface {
            let owner = schema.possibleTypes(of: type.name).first { schema.type($0)?.field(name.text) != nil }
            if let owner { advice = "; \(owner) has it: ... on \(owner) { \(name.text) }" }
        }
        report("The type \(type.name) has no field \(name.text)\(advice)", name.range, .fieldsOnCorrectType)
    }

    /// The same number for the same arguments with the same values, in whatever order.
    private mutating func number(of arguments: [Node.Argument]) -> Int {
        guard !arguments.isEmpty else { return 0 }
        let text = Node.Value(.object(arguments), 0..<0).sortedText
        if let number = argumentTexts[text] { return number }
        argumentTexts[text] = argumentTexts.count + 1
        return argumentTexts.count
    }
}

extension GraphQLDocument.Value {
    /// Like `text`, with the members of objects in order of their names.
    fileprivate var sortedText: String { sorted.text }

    private var sorted: GraphQLDocument.Value {
        switch kind {
        case .list(let values): GraphQLDocument.Value(.list(values.map(\.sorted)), range)
        case .object(let members):
            GraphQLDocument.Value(
                .object(
                    members.map { GraphQLDocument.Argument(name: $0.name, value: $0.value.sorted) }
                        .sorted { $0.name.text < $1.name.text }), range)
        default: self
        }
    }
}
