import JSONPath

/// What stands in an answer where a check looks, with its type.
enum CheckValue: Sendable, Hashable {
    /// Nothing is there; a clause says why.
    case missing(String)
    case null
    case bool(Bool)
    /// As it is written.
    case number(String)
    case text(String)
    /// An object or an array, as JSON.
    case json(String, isArray: Bool)

    init(_ number: Int) { self = .number(String(number)) }

    /// What texts are compared with; nil where there is nothing.
    var asText: String? {
        switch self {
        case .missing, .null: nil
        case .bool(let flag): String(flag)
        case .number(let text), .text(let text), .json(let text, _): text
        }
    }

    /// Whether JavaScript takes it for true.
    var isTruthy: Bool {
        switch self {
        case .missing, .null: false
        case .bool(let flag): flag
        case .number(let text): JSONNumber(text.utf8) != JSONNumber(0)
        case .text(let text): !text.isEmpty
        case .json: true
        }
    }

    /// As a person reads it, for the side of what there is.
    var shown: String {
        switch self {
        case .missing: "nothing"
        case .null: "null"
        case .bool(let flag): String(flag)
        case .number(let text), .json(let text, _): text
        case .text(let text): text.isEmpty ? "an empty text" : text
        }
    }

    /// What kind of thing it is: `a number`.
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
