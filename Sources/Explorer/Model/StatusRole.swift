import TerminalUI

extension Role {
    /// The colour of a status code's class.
    static func ofStatus(_ status: Int) -> Role {
        switch status {
        case 200..<300: .success
        case 300..<400: .redirect
        case 400..<500: .clientError
        case 500..<600: .serverError
        default: .warning
        }
    }
}
