import Base

/// The error message for an expression on the command line: a sentence, the expression, and a caret under the place.
enum CaretMessage {
    /// Columns shown of a long expression, most of them before the place.
    private static let width = 76

    /// - Parameters:
    ///   - offset: in bytes of the text.
    ///   - sentence: made of the number of the character, from 1.
    static func failure(at offset: Int, in text: String, _ sentence: (Int) -> SafeText) -> CommandFailure {
        let bytes = Array(text.utf8)
        let before = String(decoding: bytes.prefix(offset), as: UTF8.self)
        let behind = String(decoding: bytes.dropFirst(offset), as: UTF8.self)
        let number = before.unicodeScalars.count + 1
        var shown = pieces(before)
        var columns = shown.reduce(0) { $0 + DisplayWidth.of($1) }
        var start = SafeText.empty
        while columns > width - 16, let first = shown.first {
            columns -= DisplayWidth.of(first)
            shown.removeFirst()
            start = "…"
        }
        var line = shown.reduce(start, +)
        let caret = DisplayWidth.of(line)
        for piece in pieces(behind) {
            guard DisplayWidth.of(line) + DisplayWidth.of(piece) < width else {
                line.append("…")
                break
            }
            line.append(piece)
        }
        var failure = CommandFailure(sentence(number))
        failure.details = ["  \(line)", "  \(String(repeating: " ", count: caret))^"]
        return failure
    }

    /// Single characters, so that a long text is never cut inside one.
    private static func pieces(_ text: String) -> [SafeText] { text.map { SafeText(String($0)) } }
}
