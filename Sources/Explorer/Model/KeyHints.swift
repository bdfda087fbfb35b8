import Base

/// Keys and what they do, as the footer and the frames of overlays name them.
enum KeyHints {
    typealias Hint = (key: String, word: String)

    static let gap = 3

    /// As many as fit into a row beside one that is always shown, which comes last.
    static func fitting(_ hints: [Hint], beside last: Hint?, in columns: Int) -> [Hint] {
        var left = columns - (last.map(width) ?? 0)
        let shown = hints.prefix { hint in
            left -= width(hint)
            return left >= 0
        }
        return shown + (last.map { [$0] } ?? [])
    }

    private static func width(_ hint: Hint) -> Int {
        DisplayWidth.of(SafeText(hint.key)) + 1 + DisplayWidth.of(SafeText(hint.word)) + gap
    }
}
