import TerminalUI

/// How a method is written in a list.
enum MethodText {
    /// At most five characters; long known methods are shortened.
    static func short(_ method: String) -> String {
        switch method {
        case "DELETE": "DEL"
        case "OPTIONS": "OPT"
        case "CONNECT": "CONN"
        default: String(method.prefix(5))
        }
    }

    /// Five columns and a space.
    static func padded(_ method: String) -> String {
        let short = short(method)
        return short + String(repeating: " ", count: max(1, 6 - short.count))
    }

    static func role(_ method: String) -> Role {
        switch method {
        case "GET", "HEAD": .info
        case "POST": .success
        case "PUT", "PATCH": .warning
        case "DELETE": .failure
        default: .method
        }
    }
}
