import NetEngine

extension ExitStatus {
    /// Those that a command ends with, in the order of their numbers.
    /// - Parameter command: the name of a command; empty for all statuses of the program.
    static func used(by command: String) -> [ExitStatus] {
        // These send one request, and its error decides.
        if ["", "send", "history"].contains(command) { return allCases }
        return [.success, .failed, .usage, .hungUp, .interrupted, .readerLeft, .terminated]
    }

    /// What it means after a command, as a sentence.
    func meaning(for command: String) -> String {
        if let category = ErrorCategory.allCases.first(where: { ExitStatus($0) == self }), self != .interrupted {
            return "\(category.rawValue): \(category.title)."
        }
        return switch self {
        case .success: command == "doctor" ? "Success: nothing is wrong." : "Success."
        case .failed: Self.failures[command] ?? "It could not be done."
        case .usage:
            "Wrong usage: a wrong flag, a missing path, an unreadable file, an unknown environment, no request"
                + (command == "send"
                    ? ", a variable without a value." : command.isEmpty ? "; send: a variable without a value." : ".")
        case .interrupted: "Interrupted by ^C, or cancelled."
        case .readerLeft: "The reader of standard output closed it."
        case .hungUp: "Ended by SIGHUP, because the terminal was closed."
        case .terminated: "Ended by SIGTERM."
        default: ""
        }
    }

    private static let failures = [
        "":
            "A check failed, or a response was not written to its file; run: a request failed or could not be sent; other commands: it could not be done.",
        "send": "A check failed, or the response was not written to its file.",
        "run": "A request failed or could not be sent, or the run could not be recorded as a whole.",
        "runs": "The recording cannot be used; merge: a request failed.",
        "compare": "Something got worse.", "lint": "There is an error.",
        "config": "A line of the configuration cannot be understood.",
        "themes": "A theme file cannot be used.", "doctor": "Something is wrong.",
        "explain": "A word is not known.", "export": "A request was left out.",
        "import": "You declined, or the files could not be written.",
        "describe": "With --difference: the runs differ from the description.",
    ]
}
