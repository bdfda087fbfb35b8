import Base

@testable import TerminalUI

/// What a box or block character (U+2500 to U+259F) looks like, as shapes in its cell: fonts draw them with gaps.
enum BoxShape: Hashable {
    /// Lines from the middle of the cell to its edges.
    case lines(light: FrameGlyphs.Arms, heavy: FrameGlyphs.Arms)
    /// Filled rectangles, in eighths of the cell; how opaque they are.
    case blocks([Eighths], opacity: Double)

    /// A part of a cell: its left, upper, right and lower edge, in eighths.
    struct Eighths: Hashable {
        var left, top, right, bottom: Int
    }

    /// nil if it is another character, or one that the program does not draw frames with.
    init?(_ character: Character) {
        guard let shape = Self.known[character] else { return nil }
        self = shape
    }

    private static let known: [Character: BoxShape] = {
        var known = solid
        let arms = (0..<16).map { FrameGlyphs.Arms(rawValue: $0) }
        for light in arms {
            for heavy in arms where light.isDisjoint(with: heavy) && !light.union(heavy).isEmpty {
                known[FrameGlyphs.unicode[light: light, heavy: heavy]] = .lines(light: light, heavy: heavy)
            }
        }
        return known
    }()

    private static let solid: [Character: BoxShape] = {
        var solid: [Character: BoxShape] = [:]
        func add(_ character: Character, _ parts: [Eighths], opacity: Double = 1) {
            solid[character] = .blocks(parts, opacity: opacity)
        }
        let whole = Eighths(left: 0, top: 0, right: 8, bottom: 8)
        for (index, character) in "▁▂▃▄▅▆▇█".enumerated() {
            add(character, [Eighths(left: 0, top: 7 - index, right: 8, bottom: 8)])
        }
        for (index, character) in "▏▎▍▌▋▊▉".enumerated() {
            add(character, [Eighths(left: 0, top: 0, right: index + 1, bottom: 8)])
        }
        add("▀", [Eighths(left: 0, top: 0, right: 8, bottom: 4)])
        add("▐", [Eighths(left: 4, top: 0, right: 8, bottom: 8)])
        add("▔", [Eighths(left: 0, top: 0, right: 8, bottom: 1)])
        add("▕", [Eighths(left: 7, top: 0, right: 8, bottom: 8)])
        for (index, character) in "░▒▓".enumerated() {
            add(character, [whole], opacity: 0.25 * Double(index + 1))
        }
        // Upper left, upper right, lower left, lower right.
        let quarters = [(0, 0), (4, 0), (0, 4), (4, 4)].map { x, y in
            Eighths(left: x, top: y, right: x + 4, bottom: y + 4)
        }
        let kinds: [(Character, [Int])] = [
            ("▖", [2]), ("▗", [3]), ("▘", [0]), ("▙", [0, 2, 3]), ("▚", [0, 3]), ("▛", [0, 1, 2]), ("▜", [0, 1, 3]),
            ("▝", [1]), ("▞", [1, 2]), ("▟", [1, 2, 3]),
        ]
        for (character, parts) in kinds { add(character, parts.map { quarters[$0] }) }
        return solid
    }()
}
