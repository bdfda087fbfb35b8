/// Text of a manual page in the language of man(7).
enum RoffText {
    /// Longer lines are broken between words.
    private static let width = 78

    /// The text with what roff would read otherwise as escapes, for any place but the beginning of a line.
    static func escaped(_ text: some StringProtocol) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": out += "\\e"
            // As typed: roff makes typographic signs of them.
            case "-": out += "\\-"
            case "'": out += "\\(aq"
            case "`": out += "\\(ga"
            case "^": out += "\\(ha"
            case "~": out += "\\(ti"
            case "\"": out += "\\(dq"
            case _ where scalar.value >= 0x7F:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                out += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            case _ where scalar.value < 0x20: out += " "
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// One line that is shown as it is.
    static func literal(_ line: some StringProtocol) -> String { guarded(escaped(line)) }

    /// A paragraph, broken into lines between words.
    static func paragraph(_ text: some StringProtocol) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }).map({ escaped($0) }) {
            if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > width {
                lines.append(guarded(line))
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { lines.append(guarded(line)) }
        return lines.joined(separator: "\n")
    }

    /// The argument of a macro.
    static func quoted(_ text: some StringProtocol) -> String { "\"" + escaped(text) + "\"" }

    /// A line that begins with a period would be a macro. (An apostrophe is escaped already.)
    private static func guarded(_ line: String) -> String { line.hasPrefix(".") ? "\\&" + line : line }
}
