/// A parsed XPath 1.0 expression, known to be well-formed.
///
/// Chains of one operator and the steps of a path are flat arrays, so a long expression costs no stack; only
/// parentheses, brackets and arguments nest, and their depth is limited.
package struct XPathQuery: Sendable {
    package var expression: Expression

    package indirect enum Expression: Sendable {
        case string(String)
        case number(Double)
        case call(XPathFunction, [Expression])
        case path(Path)
        /// Operands of `or` (XPath 1.0 §3.4).
        case or([Expression])
        case and([Expression])
        /// Left to right: the first operand, then operators each with their right operand.
        case chain(Expression, [Link])
        /// An odd number of minus signs.
        case negated(Expression)
        case union([Expression])
    }

    package struct Link: Sendable {
        var operation: Operation
        var operand: Expression
    }

    package enum Operation: String, Sendable {
        case equal = "="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "div"
        case remainder = "mod"
    }

    /// A location path, or a filter expression followed by steps.
    package struct Path: Sendable {
        enum Start: Sendable {
            /// `/…`
            case document
            /// The context node.
            case context
            /// The nodes of an expression, filtered by predicates (§3.3).
            case filter(Expression, [Expression])
        }

        var start: Start
        var steps: [Step]
    }

    package struct Step: Sendable {
        package var axis: Axis
        package var test: Test
        package var predicates: [Expression]

        package init(axis: Axis, test: Test, predicates: [Expression]) {
            self.axis = axis
            self.test = test
            self.predicates = predicates
        }

        /// `//`: the node itself and all its descendants.
        package static let anywhere = Step(axis: .descendantOrSelf, test: .node, predicates: [])
    }

    package enum Axis: String, Sendable, CaseIterable {
        case ancestor
        case ancestorOrSelf = "ancestor-or-self"
        case attribute
        case child
        case descendant
        case descendantOrSelf = "descendant-or-self"
        case following
        case followingSibling = "following-sibling"
        case parent
        case preceding
        case precedingSibling = "preceding-sibling"
        case itself = "self"
    }

    package enum Test: Sendable, Hashable {
        /// `*`: any name of the axis' principal node type.
        case anyName
        /// `prefix:*`
        case namespace(prefix: String)
        case name(prefix: String?, local: String)
        case node
        case text
        case comment
        /// With a target, if one is given.
        case processingInstruction(String?)
    }
}

/// The functions of the core library (XPath 1.0 §4).
package enum XPathFunction: String, Sendable, CaseIterable {
    case last, position, count, id
    case localName = "local-name"
    case namespaceURI = "namespace-uri"
    case name, string, concat
    case startsWith = "starts-with"
    case contains
    case substringBefore = "substring-before"
    case substringAfter = "substring-after"
    case substring
    case stringLength = "string-length"
    case normalizeSpace = "normalize-space"
    case translate, boolean, not
    case isTrue = "true"
    case isFalse = "false"
    case lang, number, sum, floor, ceiling, round

    /// How many arguments the function takes.
    var arguments: ClosedRange<Int> {
        switch self {
        case .last, .position, .isTrue, .isFalse: 0...0
        case .localName, .namespaceURI, .name, .string, .stringLength, .normalizeSpace, .number: 0...1
        case .count, .id, .boolean, .not, .lang, .sum, .floor, .ceiling, .round: 1...1
        case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
        case .substring: 2...3
        case .translate: 3...3
        case .concat: 2...1000
        }
    }

    /// Whether the first argument must be a node-set.
    var wantsNodes: Bool {
        switch self {
        case .count, .sum, .localName, .namespaceURI, .name: true
        default: false
        }
    }
}
