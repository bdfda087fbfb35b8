/// A parsed JSONPath query (RFC 9535), known to be well-formed and well-typed.
package struct JSONPathQuery: Sendable {
    package var segments: [Segment]

    package struct Segment: Sendable {
        /// Whether it also selects from all descendants (`..`, §2.5.2).
        var isDescendant: Bool
        var selectors: [Selector]

        /// Whether it selects at most one node for each input node.
        var isSingular: Bool { !isDescendant && selectors.count == 1 && selectors[0].isSingular }
    }

    enum Selector: Sendable {
        case name([UInt8])
        case wildcard
        case index(Int)
        case slice(start: Int?, end: Int?, step: Int)
        case filter(Logical)

        var isSingular: Bool {
            switch self {
            case .name, .index: true
            case .wildcard, .slice, .filter: false
            }
        }
    }

    /// A query inside a filter.
    package struct Inner: Sendable {
        /// True if it begins at the root (`$`), false if at the current node (`@`).
        var isAbsolute: Bool
        var segments: [Segment]
        /// Identifies an absolute query, whose result is always the same and so is computed only once.
        var number: Int

        var isSingular: Bool { segments.allSatisfy(\.isSingular) }
    }

    /// An expression that is true or false (LogicalType, §2.4.1).
    indirect enum Logical: Sendable {
        case or([Logical])
        case and([Logical])
        case not(Logical)
        case exists(Inner)
        case compare(Value, Comparison, Value)
        /// `match` tests the whole text, `search` any part of it (§2.4.6, §2.4.7).
        case matches(text: Value, pattern: Value, isWhole: Bool)
    }

    /// An expression that yields a value or nothing (ValueType).
    package indirect enum Value: Sendable {
        case string([UInt8])
        case number(JSONNumber)
        case bool(Bool)
        case null
        /// A query that selects at most one node.
        case node(Inner)
        case length(Value)
        case count(Inner)
        /// The `value` function: the value of the only node, or nothing if there are none or several.
        case value(Inner)
    }

    enum Comparison: String, Sendable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
    }
}
