import Base
import NetEngine

/// What a script of Postman checks and keeps, as far as our checks and captures say the same. Read in one pass; never run.
///
/// Only statements that always run are read: those of the script itself, and those of the functions of `pm.test`. What a statement that is
/// not read may have changed is not read any more (`ScriptEffects`).
struct PostmanScript {
    struct Capture: Hashable {
        var variable: String
        var expression: String
    }

    private(set) var checks: [String] = []
    private(set) var captures: [Capture] = []
    /// False if a part of the script says something else.
    private(set) var isWhole = true
    /// Whether the script does nothing.
    private(set) var isEmpty = false

    init(_ text: String) {
        var reader = Reader(tokens: ScriptTokens(text))
        isEmpty = reader.tokens.tokens.isEmpty
        if reader.effects.redefinesTool {
            reader.isWhole = isEmpty
        } else {
            reader.statements(0..<reader.tokens.tokens.count, depth: 0)
        }
        checks = reader.checks
        captures = reader.captures
        isWhole = reader.isWhole
    }

    /// What a value of a script is.
    enum Value: Hashable {
        case status, duration, bodyText
        /// A JSONPath that begins with `$`.
        case body(String)
        case header(String)
        /// - Parameter isText: whether it is a text, and not a number, `true`, `false` or `null`.
        case literal(String, isText: Bool)

        /// As the subject of a check.
        var subject: String? {
            switch self {
            case .status: "status"
            case .duration: "duration"
            case .bodyText: "body"
            case .body(let path): "body \(path)"
            case .header(let name): "header \(name)"
            case .literal: nil
            }
        }

        /// As after `response.`.
        var capture: String? {
            switch self {
            case .bodyText: "body"
            case .body(let path): path == "$" ? "body" : "body.\(path)"
            case .header(let name): "headers.\(name)"
            case .status, .duration, .literal: nil
            }
        }
    }
}
