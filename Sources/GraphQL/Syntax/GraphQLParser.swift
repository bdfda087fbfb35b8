import Base

/// A recursive descent parser (specification, appendix B). The depth limit bounds its recursion.
struct GraphQLParser {
    typealias Node = GraphQLDocument
    let source: GraphQLTokens
    private let limits: GraphQLLimits
    private var place = 0
    private var depth = 0

    init(_ source: GraphQLTokens, _ limits: GraphQLLimits) {
        self.source = source
        self.limits = limits
    }

    // MARK: Tokens

    var token: GraphQLToken { source.tokens[place] }
    var kind: GraphQLToken.Kind { source.tokens[place].kind }
    var isAtEnd: Bool { kind == .end }
    var hasNoProblems: Bool { source.problems.isEmpty }
    /// Where the last token that was taken ends.
    private var lastEnd: Int { place > 0 ? Int(source.tokens[place - 1].stop) : 0 }

    mutating func advance() { if place < source.tokens.count - 1 { place += 1 } }

    mutating func take(_ kind: GraphQLToken.Kind) -> Bool {
        guard self.kind == kind else { return false }
        advance()
        return true
    }

    func isWord(_ word: StaticString) -> Bool { source.isName(token, word) }

    mutating func takeWord(_ word: StaticString) -> Bool {
        guard isWord(word) else { return false }
        advance()
        return true
    }

    func range(from start: Int) -> Range<Int> { start..<max(start, lastEnd) }
    var start: Int { Int(token.start) }

    func failure(_ reason: String, at range: Range<Int>? = nil) -> GraphQLProblem {
        GraphQLProblem(reason, at: range ?? token.range, rule: .syntax)
    }

    /// `what` is expected where something else is.
    func expected(_ what: String) -> GraphQLProblem {
        let verb = what.split(separator: " ").contains("and") ? "are" : "is"
        return failure("\(isAtEnd ? "The text ends where" : "Here") \(what) \(verb) expected")
    }

    mutating func require(_ kind: GraphQLToken.Kind, _ what: String) throws(GraphQLProblem) {
        guard take(kind) else { throw expected(what) }
    }

    mutating func name(_ what: String = "a name") throws(GraphQLProblem) -> Node.Name {
        guard kind == .name else { throw expected(what) }
        let name = Node.Name(text: source.string(token), range: token.range)
        advance()
        return name
    }

    private mutating func enter() throws(GraphQLProblem) {
        depth += 1
        guard depth <= limits.depth else {
            throw GraphQLProblem("This is nested more than \(limits.depth) levels deep", at: token.range, rule: .limit)
        }
    }

    // MARK: Documents

    mutating func document() -> ([Node.Definition], [GraphQLProblem]) {
        var definitions: [Node.Definition] = []
        var problems = source.problems
        while !isAtEnd {
            let first = place
            depth = 0
            do throws(GraphQLProblem) { definitions.append(try definition()) } catch {
                if problems.count < 2 * GraphQLLimits.problems { problems.append(error) }
                skip(from: first)
            }
        }
        countWork(source.tokens.count)
        if definitions.isEmpty, problems.isEmpty { problems.append(expected("an operation or a type")) }
        problems.sort { $0.range.lowerBound < $1.range.lowerBound }
        return (definitions, Array(problems.prefix(GraphQLLimits.problems)))
    }

    /// Goes to the next definition: after the braces that are open here, or where a line begins with its keyword.
    private mutating func skip(from first: Int) {
        var open = 0
        countWork(place - first)
        for index in first..<place {
            if source.tokens[index].kind == .openBrace { open += 1 }
            if source.tokens[index].kind == .closeBrace { open = max(0, open - 1) }
        }
        if place == first { advance() }
        while !isAtEnd {
            if kind == .name, isDefinitionKeyword, open == 0 || isAtLineStart { return }
            if kind == .openBrace { open += 1 }
            if kind == .closeBrace {
                open = max(0, open - 1)
                advance()
                if open == 0 { return }
            } else {
                advance()
            }
        }
    }

    /// Of a token that is not the first.
    private var isAtLineStart: Bool {
        source.text[start - 1] == Byte.lineFeed || source.text[start - 1] == Byte.carriageReturn
    }

    private var isDefinitionKeyword: Bool {
        for word in GraphQLParser.keywords where isWord(word) { return true }
        return false
    }

    static let keywords: [StaticString] = [
        "query", "mutation", "subscription", "fragment", "schema", "scalar", "type", "interface", "union", "enum",
        "input", "directive", "extend",
    ]

    private mutating func definition() throws(GraphQLProblem) -> Node.Definition {
        let start = start
        if kind == .openBrace {
            let selections = try selectionSet()
            return .operation(
                Node.Operation(
                    kind: .query, name: nil, description: nil, variables: [], directives: [], selections: selections,
                    range: range(from: start)))
        }
        let description = description()
        guard kind == .name else { throw expected("an operation, a fragment or a type") }
        if let kind = Node.OperationKind(rawValue: source.string(token)) {
            return try operation(kind, description, start)
        }
        if takeWord("fragment") { return try fragment(description, start) }
        return try typeSystem(description, start)
    }

    mutating func description() -> String? {
        guard kind == .string || kind == .blockString else { return nil }
        defer { advance() }
        return source.stringValue(token)
    }

    // MARK: Operations (section 2.3)

    private mutating func operation(
        _ kind: Node.OperationKind, _ description: String?, _ start: Int
    ) throws(GraphQLProblem) -> Node.Definition {
        advance()
        let name = self.kind == .name ? try name() : nil
        var variables: [Node.VariableDefinition] = []
        if take(.openParenthesis) {
            repeat { variables.append(try variable()) } while !take(.closeParenthesis)
        }
        let directives = try directives(isConstant: false)
        guard self.kind == .openBrace else {
            throw expected(variables.isEmpty && directives.isEmpty ? "a selection of fields in { }" : "{")
        }
        let selections = try selectionSet()
        return .operation(
            Node.Operation(
                kind: kind, name: name, description: description, variables: variables, directives: directives,
                selections: selections, range: range(from: start)))
    }

    private mutating func variable() throws(GraphQLProblem) -> Node.VariableDefinition {
        let whole = start
        let description = description()
        let start = start
        try require(.dollar, "a variable such as $id or )")
        var name = try name("the name of a variable")
        name.range = start..<name.range.upperBound
        try require(.colon, "a colon and the variable's type")
        let type = try type()
        let value = take(.equals) ? try value(isConstant: true) : nil
        let directives = try directives(isConstant: true)
        return Node.VariableDefinition(
            name: name, description: description, type: type, defaultValue: value, directives: directives,
            range: range(from: whole))
    }

    private mutating func fragment(_ description: String?, _ start: Int) throws(GraphQLProblem) -> Node.Definition {
        if isWord("on") { throw failure("A fragment cannot be named on") }
        let name = try name("the fragment's name")
        guard takeWord("on") else { throw expected("on and a type") }
        let type = try self.name("a type")
        let directives = try directives(isConstant: false)
        let selections = try selectionSet()
        return .fragment(
            Node.Fragment(
                name: name, description: description, typeCondition: type, directives: directives,
                selections: selections,
                range: range(from: start)))
    }

    private mutating func selectionSet() throws(GraphQLProblem) -> Node.SelectionSet {
        let start = start
        try enter()
        try require(.openBrace, "a selection of fields in { }")
        if kind == .closeBrace { throw failure("A selection has at least one field") }
        var selections: [Node.Selection] = []
        repeat { selections.append(try selection()) } while !take(.closeBrace)
        depth -= 1
        return Node.SelectionSet(selections: selections, range: range(from: start))
    }

    private mutating func selection() throws(GraphQLProblem) -> Node.Selection {
        let start = start
        guard take(.spread) else { return .field(try field()) }
        if kind == .name, !isWord("on") {
            let name = try name()
            let directives = try directives(isConstant: false)
            return .spread(Node.Spread(name: name, directives: directives, range: range(from: start)))
        }
        let type = takeWord("on") ? try name("a type") : nil
        let directives = try directives(isConstant: false)
        let selections = try selectionSet()
        return .inline(
            Node.InlineFragment(
                typeCondition: type, directives: directives, selections: selections, range: range(from: start)))
    }

    private mutating func field() throws(GraphQLProblem) -> Node.Field {
        let start = start
        var name = try name("a field or }")
        var alias: Node.Name?
        if take(.colon) {
            alias = name
            name = try self.name("the name of a field")
        }
        let arguments = try arguments(isConstant: false)
        let directives = try directives(isConstant: false)
        let selections = kind == .openBrace ? try selectionSet() : nil
        return Node.Field(
            alias: alias, name: name, arguments: arguments, directives: directives, selections: selections,
            range: range(from: start))
    }

    mutating func directives(isConstant: Bool) throws(GraphQLProblem) -> [Node.Directive] {
        var directives: [Node.Directive] = []
        while kind == .at {
            let start = start
            advance()
            var name = try name("the name of a directive")
            name.range = start..<name.range.upperBound
            let arguments = try arguments(isConstant: isConstant)
            directives.append(Node.Directive(name: name, arguments: arguments, range: range(from: start)))
        }
        return directives
    }

    private mutating func arguments(isConstant: Bool) throws(GraphQLProblem) -> [Node.Argument] {
        guard take(.openParenthesis) else { return [] }
        var arguments: [Node.Argument] = []
        repeat { arguments.append(try argument("an argument or )", isConstant)) } while !take(.closeParenthesis)
        return arguments
    }

    private mutating func argument(_ what: String, _ isConstant: Bool) throws(GraphQLProblem) -> Node.Argument {
        let name = try name(what)
        try require(.colon, "a colon and a value")
        return Node.Argument(name: name, value: try value(isConstant: isConstant))
    }

    // MARK: Values and types (sections 2.9 and 2.11)

    mutating func value(isConstant: Bool) throws(GraphQLProblem) -> Node.Value {
        let start = start
        switch kind {
        case .int: return simple(.int(source.string(token)))
        case .float: return simple(.float(source.string(token)))
        case .string, .blockString: return simple(.string(source.stringValue(token)))
        case .name:
            switch source.string(token) {
            case "true": return simple(.boolean(true))
            case "false": return simple(.boolean(false))
            case "null": return simple(.null)
            case let name: return simple(.enumeration(name))
            }
        case .dollar:
            if isConstant { throw failure("A variable cannot be used here; only a constant can") }
            advance()
            let name = try name("the name of a variable")
            return Node.Value(.variable(name.text), range(from: start))
        case .openBracket:
            try enter()
            advance()
            var values: [Node.Value] = []
            while !take(.closeBracket) { values.append(try value(isConstant: isConstant)) }
            depth -= 1
            return Node.Value(.list(values), range(from: start))
        case .openBrace:
            try enter()
            advance()
            var members: [Node.Argument] = []
            while !take(.closeBrace) { members.append(try argument("a member or }", isConstant)) }
            depth -= 1
            return Node.Value(.object(members), range(from: start))
        default: throw expected("a value")
        }
    }

    private mutating func simple(_ kind: Node.Value.Kind) -> Node.Value {
        defer { advance() }
        return Node.Value(kind, token.range)
    }

    mutating func type() throws(GraphQLProblem) -> Node.TypeNode {
        let start = start
        var open = 0
        while take(.openBracket) {
            open += 1
            guard 2 * open < GraphQLTypeReference.maxWrappers else { throw tooManyLists() }
        }
        let name = try name("a type")
        var type = GraphQLTypeReference(name.text)
        if take(.exclamationMark) { type = type.nonNull ?? type }
        while open > 0 {
            try require(.closeBracket, "]")
            open -= 1
            type = type.list ?? type
            if take(.exclamationMark) { type = type.nonNull ?? type }
        }
        return Node.TypeNode(type: type, nameRange: name.range, range: range(from: start))
    }

    private func tooManyLists() -> GraphQLProblem {
        GraphQLProblem("A type is nested in more than 15 lists", at: token.range, rule: .limit)
    }
}
