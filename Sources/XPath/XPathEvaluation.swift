import Base
import NetEngine
import Pattern

/// Evaluates XPath 1.0 expressions over one document.
///
/// Recursion depth is bounded by the nesting of the expression, not of the document. The number of visited nodes is
/// limited, so no expression and no document can hang the program.
package final class XPathEvaluation {
    /// Why evaluation was given up.
    package enum Failure: Error, Hashable {
        case tooMuchWork
        /// The budget shared with other work ran out.
        case givenUp(QueryBudget.End)
        /// A prefix that neither the caller nor the document declares.
        case unknownPrefix(String)

        /// A clause for the user: `the prefix "a" is not declared in the document`.
        package var reason: String {
            switch self {
            case .tooMuchWork: "the expression looks at too many nodes"
            case .givenUp(let end): "the expression was given up: \(end.clause)"
            case .unknownPrefix(let prefix): "the prefix \"\(prefix)\" is not declared in the document"
            }
        }
    }

    package typealias Expression = XPathQuery.Expression

    /// The context node, its position, and the size of the node-set (§1).
    package struct Context {
        package var node: XPathNode
        package var position = 1
        package var size = 1

        package init(node: XPathNode, position: Int = 1, size: Int = 1) {
            self.node = node
            self.position = position
            self.size = size
        }
    }

    package let document: XPathDocument
    private var namespaces: [String: String]
    private var work: Int
    private let budget: QueryBudget?

    /// - Parameters:
    ///   - namespaces: the namespaces of prefixes in expressions; other prefixes are looked up in the document, where
    ///     the first declaration counts. A name without a prefix is in no namespace (§2.3).
    ///   - maxWork: roughly how many nodes may be visited and characters copied; the default is about a second's work.
    ///   - budget: shared with other work; nil applies `maxWork` only.
    package init(
        _ tree: XMLTree, namespaces: [String: String] = [:], maxWork: Int = 30_000_000, budget: QueryBudget? = nil
    ) {
        self.budget = budget
        document = XPathDocument(tree)
        self.namespaces = namespaces
        work = maxWork
    }

    /// The value of an expression for the whole document.
    package func value(_ query: XPathQuery) throws(Failure) -> XPathValue {
        try value(query.expression, Context(node: XPathNode(order: 0)))
    }

    package func spend(_ count: Int) throws(Failure) {
        work -= count
        countWork(count)
        guard work >= 0 else { throw .tooMuchWork }
        // Visiting a node costs about as much as a dozen steps of a pattern.
        if let budget, !budget.spends(12 * count) { throw .givenUp(budget.end ?? .exhausted) }
    }

    package func value(_ expression: Expression, _ context: Context) throws(Failure) -> XPathValue {
        try spend(1)
        switch expression {
        case .string(let text): return .string(text)
        case .number(let number): return .number(number)
        case .call(let function, let arguments): return try call(function, arguments, context)
        case .path(let path): return .nodes(try nodes(path, context))
        case .or(let parts):
            for part in parts where try boolean(value(part, context)) { return .boolean(true) }
            return .boolean(false)
        case .and(let parts):
            for part in parts where try !boolean(value(part, context)) { return .boolean(false) }
            return .boolean(true)
        case .chain(let first, let links):
            var result = try value(first, context)
            for link in links { result = try apply(link.operation, result, value(link.operand, context)) }
            return result
        case .negated(let inner): return .number(-(try number(value(inner, context))))
        case .union(let parts):
            var all: [XPathNode] = []
            for part in parts { all += try nodes(part, context) }
            return .nodes(Self.ordered(all))
        }
    }

    /// The nodes of an expression that is a node-set; the parser rejects any other kind here.
    package func nodes(_ expression: Expression, _ context: Context) throws(Failure) -> [XPathNode] {
        guard case .nodes(let nodes) = try value(expression, context) else { return [] }
        return nodes
    }

    // MARK: Conversions

    package func boolean(_ value: XPathValue) -> Bool {
        switch value {
        case .nodes(let nodes): !nodes.isEmpty
        case .string(let text): !text.isEmpty
        case .number(let number): number != 0 && !number.isNaN
        case .boolean(let flag): flag
        }
    }

    package func number(_ value: XPathValue) throws(Failure) -> Double {
        switch value {
        case .nodes: XPathNumber.value(of: try string(value))
        case .string(let text): XPathNumber.value(of: text)
        case .number(let number): number
        case .boolean(let flag): flag ? 1 : 0
        }
    }

    package func string(_ value: XPathValue) throws(Failure) -> String {
        switch value {
        case .nodes(let nodes):
            guard let first = nodes.first else { return "" }
            return try string(first)
        case .string(let text): return text
        case .number(let number): return XPathNumber.text(number)
        case .boolean(let flag): return flag ? "true" : "false"
        }
    }

    package func string(_ node: XPathNode) throws(Failure) -> String {
        if !node.isAttribute { try spend(document.node(node).descendantOrders.count) }
        let text = document.string(node)
        try spend(text.utf8.count / 16)
        return text
    }

    // MARK: Operators

    private func apply(
        _ operation: XPathQuery.Operation, _ left: XPathValue, _ right: XPathValue
    ) throws(Failure) -> XPathValue {
        switch operation {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
            return .boolean(try compare(operation, left, right))
        case .add: return .number(try number(left) + number(right))
        case .subtract: return .number(try number(left) - number(right))
        case .multiply: return .number(try number(left) * number(right))
        case .divide: return .number(try number(left) / number(right))
        case .remainder: return .number(try number(left).truncatingRemainder(dividingBy: number(right)))
        }
    }

    /// Compares two values (§3.4).
    private func compare(
        _ operation: XPathQuery.Operation, _ left: XPathValue, _ right: XPathValue
    ) throws(Failure) -> Bool {
        switch (left, right) {
        case (.nodes(let ours), .nodes(let theirs)): return try compare(operation, ours, theirs)
        case (.nodes(let nodes), .boolean), (.boolean, .nodes(let nodes)):
            let flag = XPathValue.boolean(!nodes.isEmpty)
            if case .nodes = left { return try compareValues(operation, flag, right) }
            return try compareValues(operation, left, flag)
        case (.nodes(let nodes), _):
            for node in nodes where try compareValues(operation, .string(string(node)), right) { return true }
            return false
        case (_, .nodes(let nodes)):
            for node in nodes where try compareValues(operation, left, .string(string(node))) { return true }
            return false
        default: return try compareValues(operation, left, right)
        }
    }

    /// Whether the comparison is true for any pair of nodes; takes linear time.
    private func compare(
        _ operation: XPathQuery.Operation, _ ours: [XPathNode], _ theirs: [XPathNode]
    ) throws(Failure) -> Bool {
        guard !ours.isEmpty, !theirs.isEmpty else { return false }
        var left: [String] = []
        for node in ours { left.append(try string(node)) }
        var right: [String] = []
        for node in theirs { right.append(try string(node)) }
        switch operation {
        case .equal: return !Set(left.map { Array($0.utf8) }).isDisjoint(with: right.map { Array($0.utf8) })
        case .notEqual:
            let all = Set((left + right).map { Array($0.utf8) })
            return all.count > 1
        default:
            let (a, b) = (
                left.map(XPathNumber.value).filter { !$0.isNaN }, right.map(XPathNumber.value).filter { !$0.isNaN }
            )
            guard let leastA = a.min(), let mostA = a.max(), let leastB = b.min(), let mostB = b.max() else {
                return false
            }
            switch operation {
            case .less: return leastA < mostB
            case .lessOrEqual: return leastA <= mostB
            case .greater: return mostA > leastB
            default: return mostA >= leastB
            }
        }
    }

    /// Compares two values of which neither is a node-set.
    private func compareValues(
        _ operation: XPathQuery.Operation, _ left: XPathValue, _ right: XPathValue
    ) throws(Failure) -> Bool {
        switch operation {
        case .equal: return try areEqual(left, right)
        case .notEqual: return try !areEqual(left, right)
        case .less: return try number(left) < number(right)
        case .lessOrEqual: return try number(left) <= number(right)
        case .greater: return try number(left) > number(right)
        default: return try number(left) >= number(right)
        }
    }

    private func areEqual(_ left: XPathValue, _ right: XPathValue) throws(Failure) -> Bool {
        switch (left, right) {
        case (.boolean, _), (_, .boolean): boolean(left) == boolean(right)
        case (.number, _), (_, .number): try number(left) == number(right)
        default: try string(left).utf8.elementsEqual(string(right).utf8)
        }
    }

    package static func ordered(_ nodes: [XPathNode]) -> [XPathNode] {
        if zip(nodes, nodes.dropFirst()).allSatisfy({ $0 < $1 }) { return nodes }
        var result: [XPathNode] = []
        result.reserveCapacity(nodes.count)
        for node in nodes.sorted() where node != result.last { result.append(node) }
        return result
    }

    // MARK: Names

    /// The namespace that a prefix in an expression refers to.
    package func namespace(_ prefix: String) throws(Failure) -> String {
        if let known = namespaces[prefix] { return known }
        if prefix == "xml" { return "http://www.w3.org/XML/1998/namespace" }
        for order in 0..<document.tree.nodeCount {
            try spend(1)
            guard let node = document.tree.node(order), node.kind == .element else { continue }
            for declaration in node.namespaceDeclarations
            where declaration.name.prefix == "xmlns" && declaration.name.local == prefix {
                namespaces[prefix] = declaration.value
                return declaration.value
            }
        }
        throw .unknownPrefix(prefix)
    }
}
