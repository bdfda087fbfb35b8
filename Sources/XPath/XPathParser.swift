/// Parses an XPath 1.0 expression by the grammar of §2 and §3.
package struct XPathParser {
    /// Why a text is not an expression.
    package struct SyntaxError: Error, Hashable {
        /// Byte offset in the text.
        package var offset: Int
        /// A clause for the user: `a name is expected here`.
        package var reason: String

        package init(offset: Int, reason: String) {
            self.offset = offset
            self.reason = reason
        }
    }

    private typealias Expression = XPathQuery.Expression

    /// Deepest nesting of parentheses, predicates and arguments; deeper expressions are an error rather than a risk to
    /// the stack.
    package static let maxDepth = 32

    private let tokens: [XPathLexer.Placed]
    private let end: Int
    private var place = 0
    private var depth = 0

    /// - Throws: `SyntaxError`: why the text is not an expression, and where.
    package static func parse(_ text: String) throws(SyntaxError) -> XPathQuery {
        let tokens = try XPathLexer.tokens(text)
        var parser = XPathParser(tokens: tokens, end: text.utf8.count)
        let expression = try parser.expression()
        guard parser.token == nil else { throw parser.failure("nothing more is expected here") }
        return XPathQuery(expression: expression)
    }

    private init(tokens: [XPathLexer.Placed], end: Int) {
        self.tokens = tokens
        self.end = end
    }

    private var token: XPathLexer.Token? { place < tokens.count ? tokens[place].token : nil }

    private func failure(_ reason: String) -> SyntaxError {
        SyntaxError(offset: place < tokens.count ? tokens[place].offset : end, reason: reason)
    }

    private mutating func take(_ mark: String) -> Bool {
        guard token == .mark(mark) else { return false }
        place += 1
        return true
    }

    private mutating func take(operation: String) -> Bool {
        guard token == .operation(operation) else { return false }
        place += 1
        return true
    }

    // MARK: Operators

    private mutating func expression() throws(SyntaxError) -> Expression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maxDepth else {
            throw failure("the expression is nested more than \(Self.maxDepth) levels deep")
        }
        var parts = [try conjunction()]
        while take(operation: "or") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(SyntaxError) -> Expression {
        var parts = [try chain(0)]
        while take(operation: "and") { parts.append(try chain(0)) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    /// Operators by precedence, the loosest first.
    private static let levels: [Set<String>] = [
        ["=", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "div", "mod"],
    ]

    private mutating func chain(_ level: Int) throws(SyntaxError) -> Expression {
        guard level < Self.levels.count else { return try unary() }
        let first = try chain(level + 1)
        var links: [XPathQuery.Link] = []
        while case .operation(let word)? = token, Self.levels[level].contains(word),
            let operation = XPathQuery.Operation(rawValue: word)
        {
            place += 1
            links.append(XPathQuery.Link(operation: operation, operand: try chain(level + 1)))
        }
        return links.isEmpty ? first : .chain(first, links)
    }

    private mutating func unary() throws(SyntaxError) -> Expression {
        var signs = 0
        while take(operation: "-") { signs += 1 }
        var parts = [try path()]
        while take(operation: "|") { parts.append(try path()) }
        if parts.count > 1, let other = parts.first(where: { !$0.givesNodes }) {
            _ = other
            throw failure("| joins node-sets only")
        }
        let operand: Expression = parts.count == 1 ? parts[0] : .union(parts)
        guard signs > 0 else { return operand }
        // An even number of minus signs still converts the operand to a number.
        return signs % 2 == 1 ? .negated(operand) : .negated(.negated(operand))
    }

    // MARK: Paths

    private mutating func path() throws(SyntaxError) -> Expression {
        switch token {
        case .mark("("), .literal, .number, .function: return try filter()
        case .mark("/"):
            place += 1
            guard beginsStep else { return .path(.init(start: .document, steps: [])) }
            return .path(.init(start: .document, steps: try steps()))
        case .mark("//"):
            place += 1
            return .path(.init(start: .document, steps: [.anywhere] + (try steps())))
        default: return .path(.init(start: .context, steps: try steps()))
        }
    }

    private var beginsStep: Bool {
        switch token {
        case .mark("."), .mark(".."), .mark("@"), .axis, .nameTest, .nodeType: true
        default: false
        }
    }

    /// Reads a primary expression with any predicates and steps after it.
    private mutating func filter() throws(SyntaxError) -> Expression {
        let primary = try primary()
        let start = place
        let predicates = try predicates()
        var steps: [XPathQuery.Step] = []
        if take("//") {
            steps = [.anywhere] + (try self.steps())
        } else if take("/") {
            steps = try self.steps()
        }
        guard !predicates.isEmpty || !steps.isEmpty else { return primary }
        guard primary.givesNodes else {
            place = start
            throw failure("only a node-set can be filtered or stepped into")
        }
        return .path(.init(start: .filter(primary, predicates), steps: steps))
    }

    private mutating func primary() throws(SyntaxError) -> Expression {
        switch token {
        case .literal(let text):
            place += 1
            return .string(text)
        case .number(let value):
            place += 1
            return .number(value)
        case .function(let name): return try call(name)
        default:
            place += 1
            let inner = try expression()
            guard take(")") else { throw failure("a ) is expected here") }
            return inner
        }
    }

    private mutating func call(_ name: String) throws(SyntaxError) -> Expression {
        guard let function = XPathFunction(rawValue: name) else { throw failure("there is no function \(name)") }
        let start = place
        place += 2
        var arguments: [Expression] = []
        if !take(")") {
            repeat { arguments.append(try expression()) } while take(",")
            guard take(")") else { throw failure("a comma or ) is expected here") }
        }
        guard function.arguments.contains(arguments.count) else {
            place = start
            let range = function.arguments
            let count =
                range.count == 1
                ? "\(range.lowerBound)"
                : range.upperBound > 3
                    ? "\(range.lowerBound) or more" : "\(range.lowerBound) or \(range.upperBound)"
            throw failure("\(name) takes \(count) argument\(count == "1" ? "" : "s")")
        }
        if function.wantsNodes, let first = arguments.first, !first.givesNodes {
            place = start
            throw failure("\(name) takes a node-set")
        }
        return .call(function, arguments)
    }

    private mutating func steps() throws(SyntaxError) -> [XPathQuery.Step] {
        var steps = [try step()]
        while true {
            if take("//") {
                steps.append(.anywhere)
            } else if !take("/") {
                return steps
            }
            steps.append(try step())
        }
    }

    private mutating func step() throws(SyntaxError) -> XPathQuery.Step {
        if take(".") { return XPathQuery.Step(axis: .itself, test: .node, predicates: []) }
        if take("..") { return XPathQuery.Step(axis: .parent, test: .node, predicates: []) }
        var axis = XPathQuery.Axis.child
        if take("@") {
            axis = .attribute
        } else if case .axis(let name)? = token {
            guard let known = XPathQuery.Axis(rawValue: name) else {
                throw failure(
                    name == "namespace" ? "the namespace axis is not supported" : "there is no axis \(name)")
            }
            axis = known
            place += 2
        }
        let test = try test()
        return XPathQuery.Step(axis: axis, test: test, predicates: try predicates())
    }

    private mutating func test() throws(SyntaxError) -> XPathQuery.Test {
        switch token {
        case .nameTest(let test):
            place += 1
            return test
        case .nodeType(let name):
            place += 2
            var target: String?
            if name == "processing-instruction", case .literal(let text)? = token {
                target = text
                place += 1
            }
            guard take(")") else { throw failure("a ) is expected here") }
            switch name {
            case "text": return .text
            case "comment": return .comment
            case "node": return .node
            default: return .processingInstruction(target)
            }
        default: throw failure(place < tokens.count ? "a step is expected here" : "a step is missing at the end")
        }
    }

    private mutating func predicates() throws(SyntaxError) -> [Expression] {
        var predicates: [Expression] = []
        while take("[") {
            predicates.append(try expression())
            guard take("]") else { throw failure("a ] is expected here") }
        }
        return predicates
    }
}

extension XPathQuery.Expression {
    /// Whether it is a node-set for every document.
    var givesNodes: Bool {
        switch self {
        case .path, .union, .call(.id, _): true
        default: false
        }
    }
}
