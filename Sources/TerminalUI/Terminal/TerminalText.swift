import Base
import CNcurses

/// What is really sent for a cell: text whose width the terminal and the C library agree on, so that nothing behind it shifts.
///
/// A curses cell holds one spacing scalar and up to four marks. So an emoji sequence is shown by its first pictograph (a family by
/// its first member, a thumb without its skin tone, a keycap by its digit), a flag by its two letters, and what the C library
/// does not know by U+FFFD. Where the locale is not UTF-8, `?` stands for each column of anything beyond ASCII.
enum TerminalText {
    /// One or two cells' scalars that fill `cell.width` columns.
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
