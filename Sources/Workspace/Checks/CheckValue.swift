import JSONPath

/// The value that a check reads from a response, with its type.
enum CheckValue: Sendable, Hashable {
    /// No value; the clause says why.
    case missing(String)
    case null
    case bool(Bool)
    /// A number as written.
    case number(String)
    case text(String)
    /// An object or an array, as JSON.
    case json(String, isArray: Bool)

    init(_ number: Int) { self = .number(String(number)) }

    /// The text to compare with; nil without a value.
    var asText: String? {
        switch self {
        case .missing, .null: nil
        case .bool(let flag): String(flag)
        case .number(let text), .text(let text), .json(let text, _): text
        }
    }

    /// Whether JavaScript would treat it as true.
    var isTruthy: Bool {
        switch self {
        case .missing, .null: false
        case .bool(let flag): flag
        case .number(let text): JSONNumber(text.utf8) != JSONNumber(0)
        case .text(let text): !text.isEmpty
        case .json: true
        }
    }

    /// The actual value as the user sees it.
    var shown: String {
        switch self {
        case .missing: "nothing"
        case .null: "null"
        case .bool(let flag): String(flag)
        case .number(let text), .json(let text, _): text
        case .text(let text): text.isEmpty ? "an empty text" : text
        }
    }

    /// Whether it is a part of what was looked at, and not a fact about it, such as a length.
    var isItsOwnText: Bool {
        switch self {
        case .text, .json: true
        case .missing, .null, .bool, .number: false
        }
    }

    /// The type with its article: `a number`.
    var kind: String {
        switch self {
        case .missing: "nothing"
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .text: "a text"
        case .json(_, let isArray): isArray ? "an array" : "an object"
        }
    }
}
