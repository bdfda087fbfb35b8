import HTTPFormat

/// A value while a script is evaluated, as JavaScript has them.
enum HandlerValue {
    case undefined
    case null
    case bool(Bool)
    /// - Parameter exact: the digits of a whole number that is too large for a double.
    case number(Double, exact: String?)
    case text(String)
    /// An object or an array: the number of its document, and its node.
    case json(document: Int, node: Int)
    /// An array that the script made; two are never the same.
    case list(id: HandlerIdentity, [HandlerValue])
    /// An object that the script made, its members in the order in which JavaScript has them.
    case object(id: HandlerIdentity, [(name: String, value: HandlerValue)])

    static func number(_ value: Double) -> HandlerValue { .number(value, exact: nil) }
    static func number(_ value: Int) -> HandlerValue { .number(Double(value)) }

    /// How deep arrays and objects that the script made are nested in it.
    var depth: Int {
        switch self {
        case .list(let id, _), .object(let id, _): id.depth
        case .undefined, .null, .bool, .number, .text, .json: 0
        }
    }

    var isNullish: Bool {
        switch self {
        case .undefined, .null: true
        default: false
        }
    }

    var isTruthy: Bool {
        switch self {
        case .undefined, .null: false
        case .bool(let flag): flag
        case .number(let value, _): value != 0 && !value.isNaN
        case .text(let text): !text.isEmpty
        case .json, .list, .object: true
        }
    }

    var isObject: Bool {
        switch self {
        case .json, .list, .object: true
        default: false
        }
    }

    /// What `typeof` calls it.
    var type: String {
        switch self {
        case .undefined: "undefined"
        case .null, .json, .list, .object: "object"
        case .bool: "boolean"
        case .number: "number"
        case .text: "string"
        }
    }
}

/// Tells an array or an object from all others.
struct HandlerIdentity {
    /// 0 is not even the same as itself: each call of JavaScript makes a new one.
    var number: Int
    /// Recursion into values must end: it counts the levels.
    var depth: Int
    /// What `match()` found has members that other arrays do not have: `index`, `input`, `groups`.
    var isMatch = false

    static let unknown = HandlerIdentity(number: 0, depth: 1)
}

/// Why the evaluation of a script ended early, or a test failed.
enum HandlerFailure: Error {
    /// An assertion, or an error that JavaScript would throw; the clause says what is wrong.
    case thrown(String)
    /// Something is not available that the script asks for.
    case unavailable(String)
    /// The budget is used up, or a text grows too long.
    case givenUp(String)
    /// `client.exit()`.
    case exit
}
