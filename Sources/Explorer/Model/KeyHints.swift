import Base
import TerminalUI

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

    /// Where each is in a row.
    static func places(_ hints: [Hint], in row: Rect) -> [(hint: Hint, place: Rect)] {
        var x = row.x
        return hints.map { hint in
            defer { x += width(hint) }
            return (hint, Rect(x: x, y: row.y, width: width(hint) - gap, height: 1))
        }
    }

    /// The key that a click on a hint stands for; nil beside the hints, and for those that name several keys.
    static func key(_ hints: [Hint], in row: Rect, at point: Point) -> Key? {
        places(hints, in: row).first { $0.place.contains(point) }.flatMap { KeyText.hinted($0.hint.key) }
    }

    private static func width(_ hint: Hint) -> Int {
        DisplayWidth.of(SafeText(hint.key)) + 1 + DisplayWidth.of(SafeText(hint.word)) + gap
    }
}
