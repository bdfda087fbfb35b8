import Base
import Glibc
import Workspace

/// Asks on the terminal for the values of prompts; without a terminal, uses the defaults in the files.
struct PromptReader {
    /// True if the user can be asked.
    var isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1

    /// The answers by `PromptField.key`. Throws if the user cannot be asked and a prompt has no default.
    /// - Parameter leavesOut: leaves such a prompt without an answer instead: its requests fail, the others are sent.
    func answers(to fields: [PromptField], leavesOut: Bool = false) throws -> [String: String] {
        var answers: [String: String] = [:]
        guard isInteractive else {
            let missing = fields.filter { $0.initial == nil }
            guard missing.isEmpty || leavesOut else {
                throw CommandFailure(
                    ["Nothing was sent: there is no terminal to ask on."]
                        + missing.map { field in
                            let name = field.key.hasPrefix("$") ? "{{\(field.key)}}" : field.key
                            let way =
                                field.key.hasPrefix("$")
                                ? "write a default after $value:, or give it with --var '\(field.key)=…'"
                                : "give it with --var \(field.key)=…"
                            return "\(field.file):\(field.line): \(name) is asked for (\(field.label)); \(way)"
                        })
            }
            for field in fields { answers[field.key] = field.initial }
            return answers
        }
        for field in fields {
            guard let answer = ask(field) else { throw CommandFailure([], status: .interrupted) }
            answers[field.key] = answer
        }
        return answers
    }

    /// nil if the user declines to answer.
    private func ask(_ field: PromptField) -> String? {
        var question = field.label
        if !field.choices.isEmpty { question += " (\(field.choices.joined(separator: ", ")))" }
        if let initial = field.initial, !field.isSecret { question += " [\(initial)]" }
        while true {
            _ = StandardStreams.write(Array("\(SafeText(question).string): ".utf8), to: STDERR_FILENO)
            guard let typed = line(isHidden: field.isSecret) else { return nil }
            let answer = typed.isEmpty ? field.initial ?? "" : typed
            if field.choices.isEmpty || field.choices.contains(answer) { return answer }
            StandardStreams.live.report("Choose one of \(SafeText(field.choices.joined(separator: ", "))).")
        }
    }

    /// A line without its line end; nil at the end of input or after ^C.
    private func line(isHidden: Bool) -> String? {
        var saved = termios()
        // While echo is off ^C is read as a byte, so that no signal leaves the terminal without echo.
        if isHidden, tcgetattr(STDIN_FILENO, &saved) == 0 {
            var quiet = saved
            quiet.c_lflag &= ~tcflag_t(ECHO | ISIG)
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
        }
        defer {
            if isHidden {
                tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
                StandardStreams.live.report("")
            }
        }
        var bytes: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
            if byte == 0x03 || byte == 0x1C { return nil }
            if byte == Byte.lineFeed { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }
}
