import Base
import CNcurses

/// The characters actually sent for a cell: text whose width the terminal and the C library agree on, so that nothing
/// after it shifts.
///
/// A curses cell holds one spacing scalar and up to four marks. So an emoji sequence is shown as its first pictograph
/// (a family as its first member, a thumb without its skin tone, a keycap as its digit), a flag as its two letters, and
/// scalars unknown to the C library as U+FFFD. If the locale is not UTF-8, each column of anything beyond ASCII becomes
/// `?`.
enum TerminalText {
    /// The scalars for one or two cells, which together fill `cell.width` columns.
    static func parts(of cell: Cell, isUTF8: Bool) -> [[Unicode.Scalar]] {
        var scalars = cell.grapheme.unicodeScalars.makeIterator()
        let width = Int(cell.width)
        guard let first = scalars.next() else { return Array(repeating: [" "], count: width) }
        if first.value < 0x7F, width == 1, cell.grapheme.utf8.count == 1 { return [[first]] }
        guard isUTF8 else { return Array(repeating: ["?"], count: width) }
        if EmojiSequence.isRegional(first), let second = scalars.next() {
            return [[letter(first)], [letter(second)]]
        }
        let libraryWidth = Int(cnc_wcwidth(first.value))
        guard libraryWidth == width || libraryWidth == 1 else { return padded(["\u{FFFD}"], to: width) }
        var kept = [first]
        while kept.count < 5, let mark = scalars.next() {
            if mark.value == 0xFE0F || mark.value == 0xFE0E { continue }
            guard mark.value != 0x200D, cnc_wcwidth(mark.value) == 0 else { break }
            kept.append(mark)
        }
        return libraryWidth == width ? [kept] : padded(kept, to: width)
    }

    private static func padded(_ scalars: [Unicode.Scalar], to width: Int) -> [[Unicode.Scalar]] {
        [scalars] + Array(repeating: [" "], count: max(0, width - 1))
    }

    private static func letter(_ regional: Unicode.Scalar) -> Unicode.Scalar {
        Unicode.Scalar(regional.value - 0x1F1E6 + 0x41) ?? "?"
    }
}
