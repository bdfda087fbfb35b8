import TerminalUI

/// How a method is written in a list.
enum MethodText {
    /// Five columns and a space; long known methods are shortened.
    static func padded(_ method: String) -> String {
        let short =
            switch method {
            case "DELETE": "DEL"
            case "OPTIONS": "OPT"
            case "CONNECT": "CONN"
            default: String(method.prefix(5))
            }
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
