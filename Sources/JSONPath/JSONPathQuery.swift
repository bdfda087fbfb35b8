/// A JSONPath query (RFC 9535) that was read and found to be well-formed and well-typed.
package struct JSONPathQuery: Sendable {
    package var segments: [Segment]

    package struct Segment: Sendable {
        /// Whether it selects from all descendants too (`..`), §2.5.2.
        var isDescendant: Bool
        var selectors: [Selector]

        /// Whether it gives at most one node for each node.
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

    /// A query within a filter.
    package struct Inner: Sendable {
        /// Whether it begins at the root (`$`) and not at the node in question (`@`).
        var isAbsolute: Bool
        var segments: [Segment]
        /// Tells absolute queries apart: their result is the same wherever they stand, and found once.
        var number: Int

        var isSingular: Bool { segments.allSatisfy(\.isSingular) }
    }

    /// What is true or false (LogicalType, §2.4.1).
    indirect enum Logical: Sendable {
        case or([Logical])
        case and([Logical])
        case not(Logical)
        case exists(Inner)
        case compare(Value, Comparison, Value)
        /// `match`, of the whole text, or `search`, anywhere in it (§2.4.6, §2.4.7).
        case matches(text: Value, pattern: Value, isWhole: Bool)
    }

    /// What is a value or nothing (ValueType).
    package indirect enum Value: Sendable {
        case string([UInt8])
        case number(JSONNumber)
        case bool(Bool)
        case null
        /// A query that gives at most one node.
        case node(Inner)
        case length(Value)
        case count(Inner)
        /// The value of the only node; nothing if there are none or several.
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
