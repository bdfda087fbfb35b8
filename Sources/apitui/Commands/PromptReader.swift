import Base
import Glibc
import TerminalUI
import Workspace

/// Asks on the terminal for the values of prompts; without a terminal, uses the defaults in the files.
struct PromptReader {
    /// True if the user can be asked.
    var isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    /// What is typed, byte by byte; nil at the end of input.
    var nextByte: () -> UInt8? = Self.readByte
    /// Writes to the terminal.
    var write: (String) -> Void = { _ = StandardStreams.write(Array($0.utf8), to: STDERR_FILENO) }

    /// What the user answers, by `PromptField.key`. Throws if the user cannot be asked and a prompt has no default.
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
                            let label = field.label == field.key ? "" : " (\(field.label))"
                            return "\(field.file):\(field.line): \(name) is asked for\(label); \(way)"
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

    /// Asks once whether requests that ask to be confirmed (`# @note`) are sent. Without a terminal there is nobody to ask, and
    /// they are.
    func confirm(_ steps: [SendPlan.Step]) throws {
        guard isInteractive, !steps.isEmpty else { return }
        guard let answer = line(Self.question(steps)) else { throw CommandFailure([], status: .interrupted) }
        guard Confirmation.isYes(answer) else { throw CommandFailure("Nothing was sent.", status: .failed) }
    }

    /// The requests with their notes, one a line, and what is asked about them.
    static func question(_ steps: [SendPlan.Step]) -> String {
        steps.map { "\(SafeText($0.confirmation).string)\n" }.joined()
            + "Send \(steps.count == 1 ? "it" : "them")? [y/N]: "
    }

    /// What is asked, with what may be answered, and what Enter means: not of a secret.
    static func question(_ field: PromptField) -> String {
        var question = field.label
        if !field.choices.isEmpty { question += " (\(field.choices.joined(separator: ", ")))" }
        if let initial = field.initial, !field.isSecret { question += " [\(initial)]" }
        return "\(SafeText(question).string): "
    }

    /// nil if the user declines to answer.
    private func ask(_ field: PromptField) -> String? {
        let question = Self.question(field)
        while true {
            guard let typed = line(question, isHidden: field.isSecret) else { return nil }
            let answer = typed.isEmpty ? field.initial ?? "" : typed
            if field.choices.isEmpty || field.choices.contains(answer) { return answer }
            write("Choose one of \(SafeText(field.choices.joined(separator: ", ")).string).\n")
        }
    }

    /// Asks for a line, which comes without its line end; nil at the end of input or after ^C.
    private func line(_ question: String, isHidden: Bool) -> String? {
        guard isHidden else { return line(question) }
        defer { write("\n") }
        return TerminalGuard.withModes(Self.hide) { line(question) } ?? nil
    }

    /// Echo is off, and ^C and ^\ are read as bytes, which end the line as Enter does.
    private static func hide(_ modes: inout termios) {
        modes.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &modes.c_cc) { characters in
            characters[Int(VEOL)] = cancellations[0]
            characters[Int(VEOL2)] = cancellations[1]
        }
    }

    /// ^C and ^\.
    private static let cancellations: [UInt8] = [0x03, 0x1C]

    private func line(_ question: String) -> String? {
        write(question)
        return Self.line(of: nextByte)
    }

    /// The bytes before the next line feed; at the end of input what came before it. nil if nothing came, or after ^C.
    static func line(of nextByte: () -> UInt8?) -> String? {
        var bytes: [UInt8] = []
        while let byte = nextByte() {
            if cancellations.contains(byte) { return nil }
            if byte == Byte.lineFeed { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private static func readByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            return count == 1 ? byte : nil
        }
    }
}
