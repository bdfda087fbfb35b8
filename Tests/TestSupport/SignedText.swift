import NetEngine

/// Texts of test cases in which signs stand for characters that a line cannot hold, or that nobody would see.
package enum SignedText {
    private static let signs = [
        ("␤", "\n"), ("␍", "\r"), ("␉", "\t"), ("␀", "\0"), ("␛", "\u{1B}"), ("␞", "\u{1E}"), ("␣", " "),
    ]

    /// ␤ is a line feed, ␍ a carriage return, ␉ a tab, ␀ a zero byte, ␛ Esc, ␞ a record separator, ␣ a space at an end.
    ///
    /// - Parameter own: signs that only these cases have.
    package static func read(_ text: some StringProtocol, own: [(sign: String, meaning: String)] = []) -> String {
        (signs + own).reduce(String(text)) { $0.replacing(bytes: $1.0, with: $1.1) }
    }
}
