@testable import Explorer
@testable import TerminalUI

// Tables of what a user does and what the program says.
extension Robot {
    /// Presses keys that are written as users write them, with spaces between them: `2 ] A Enter`. A word that is the name of no
    /// key is typed.
    func strike(_ keys: some StringProtocol) {
        for word in keys.split(separator: " ") {
            if let key = KeyText.hinted(String(word)) { press(key) } else { type(String(word)) }
        }
    }

    /// The same; `@Auth` goes to that tab of the request.
    func script(_ script: some StringProtocol) {
        for word in script.split(separator: " ") {
            guard word.hasPrefix("@"), word.count > 1 else {
                strike(word)
                continue
            }
            press("2")
            for _ in 0..<7 where tab != String(word.dropFirst()) { press("]") }
        }
    }

    /// What the dialog on top says, in parts: of a question its lines and choices, of a form its fields and why it was refused.
    var spoken: String {
        var parts: [String] = []
        switch model.overlays.top {
        case let question as Question:
            parts = [question.name] + question.lines
            for (place, choice) in question.choices.enumerated() {
                parts.append("\(place == question.selection ? "> " : "")\(choice.key.label) \(choice.label)")
            }
        case let form as Form:
            parts = [form.name]
            for (place, field) in form.fields.enumerated() {
                parts.append("\(place == form.focus ? "> " : "")\(form.labels[place]): \(field.text)")
            }
            if let refusal = form.refusal { parts.append("! \(refusal)") }
        case let message as Message: parts = [message.name] + message.lines
        case let other?: parts = ["\(Swift.type(of: other))"]
        case nil: break
        }
        return parts.joined(separator: " | ")
    }

    /// The words of all rows of a pane, with one space between them.
    func words(_ pane: Pane) -> String { Self.words(inside(pane)) }

    /// The same of the rows of the dialog on top.
    var dialogWords: String { Self.words(dialog) }

    private static func words(_ rows: [String]) -> String {
        rows.flatMap { $0.split(separator: " ") }.filter { $0 != "│" && $0 != "█" }.joined(separator: " ")
    }
}

/// The lines of a table: what is before ` -> ` in each, and what is after it; either may be missing.
func table(_ text: String) -> [(input: String, output: String)] {
    text.split(separator: "\n").map { line in
        if line.hasPrefix("-> ") { return ("", String(line.dropFirst(3))) }
        guard let arrow = line.firstRange(of: " ->") else { return (String(line), "") }
        return (String(line[..<arrow.lowerBound]), String(line[arrow.upperBound...].drop { $0 == " " }))
    }
}
