/// The operations and fragments of a text by their names, and the fragments that it spreads. It is read by its tokens alone, so that
/// neither errors nor deep nesting hide anything.
package struct GraphQLDefinitionNames: Sendable, Hashable {
    package struct Operation: Sendable, Hashable {
        package var kind: GraphQLDocument.OperationKind
        package var name: String?
    }

    package private(set) var operations: [Operation] = []
    package private(set) var fragments: Set<String> = []
    package private(set) var spreads: Set<String> = []
    /// Whether there is a query without the keyword: the text begins with `{`.
    package private(set) var hasShorthand = false

    /// The keyword whose name comes next.
    private var pending: Keyword?
    private var isInDefinition = false

    private enum Keyword: Hashable {
        case operation(GraphQLDocument.OperationKind)
        case fragment
    }

    /// - Parameter range: the part of the text that is read.
    package init(_ source: GraphQLTokens, in range: Range<Int>) {
        var depth = 0
        var isSpread = false
        for token in source.tokens where range.contains(token.range.lowerBound) {
            let followsSpread = isSpread
            isSpread = token.kind == .spread
            switch token.kind {
            case .name where followsSpread:
                let name = source.string(token)
                if name != "on" { spreads.insert(name) }
            case .name where depth == 0: take(source.string(token))
            case .openBrace, .openParenthesis, .openBracket:
                if depth == 0 { begin(isSelection: token.kind == .openBrace) }
                depth += 1
            case .at where depth == 0: begin(isSelection: false)
            case .closeBrace, .closeParenthesis, .closeBracket: depth = max(0, depth - 1)
            default: break
            }
        }
    }

    /// A selection, variables or directives follow: what has no name by now has none.
    private mutating func begin(isSelection: Bool) {
        if case .operation(let kind)? = pending { operations.append(Operation(kind: kind)) }
        pending = nil
        if isSelection, !isInDefinition { hasShorthand = true }
        isInDefinition = !isSelection
    }

    private mutating func take(_ word: String) {
        switch pending {
        case .fragment?: fragments.insert(word)
        case .operation(let kind)?: operations.append(Operation(kind: kind, name: word))
        case nil:
            guard !isInDefinition else { return }
            if let kind = GraphQLDocument.OperationKind(rawValue: word) {
                pending = .operation(kind)
            } else if word == "fragment" {
                pending = .fragment
            } else {
                return
            }
            isInDefinition = true
            return
        }
        pending = nil
    }
}
