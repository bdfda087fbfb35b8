/// How many columns a text takes in a terminal.
///
/// Width belongs to the grapheme. An emoji sequence (ZWJ family, flag, keycap, skin tone, emoji presentation) takes two
/// columns whatever its scalars; any other grapheme takes the sum of its scalars, where marks count zero, so widths add
/// up however the text is cut. Ambiguous width counts as one. Meant for text that has passed through `SafeText`.
package enum DisplayWidth {
    /// The columns of one grapheme: 0, 1 or 2; more only for clusters of several spacing letters (an Indic conjunct,
    /// stray Hangul jamo).
    package static func of(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        return of(scalars: character.unicodeScalars)
    }

    package static func of(_ text: SafeText) -> Int {
        text.runs.reduce(0) { $0 + of(safe: $1.text) }
    }

    /// The columns of a text that is already safe.
    package static func of(safe text: String) -> Int {
        var text = text
        countWork(text.utf8.count)
        let ascii = text.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } ? bytes.count : nil }
        return ascii ?? text.reduce(0) { $0 + of($1) }
    }

    /// The columns of a scalar on its own: 0, 1 or 2.
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        if contains(WidthTable.zero, value) { return 0 }
        return value >= 0x1100 && contains(WidthTable.wide, value) ? 2 : 1
    }

    private static func of(scalars: some BidirectionalCollection<Unicode.Scalar>) -> Int {
        guard let first = scalars.first else { return 0 }
        if isEmojiSequence(scalars, first: first) { return 2 }
        return scalars.reduce(0) { $0 + of($1) }
    }

    static func isEmojiSequence(_ scalars: some BidirectionalCollection<Unicode.Scalar>, first: Unicode.Scalar) -> Bool
    {
        let second = scalars.dropFirst().first
        guard let second else { return false }
        if EmojiSequence.isRegional(first) { return EmojiSequence.isRegional(second) }
        guard EmojiSequence.isBase(first) || EmojiSequence.isKeycapBase(first) else { return false }
        return scalars.contains { $0.value == 0xFE0F || $0.value == 0x200D || $0.value == 0x20E3 }
            || second.properties.isEmojiModifier
    }

    private static func contains(_ table: [(UInt32, UInt32)], _ value: UInt32) -> Bool {
        var low = 0
        var high = table.count
        while low < high {
            let middle = (low + high) / 2
            if value > table[middle].1 { low = middle + 1 } else { high = middle }
        }
        return low < table.count && value >= table[low].0
    }
}

/// The scalars that make up emoji sequences (UTS #51 §1.4).
package enum EmojiSequence {
    package static func isRegional(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

    static func isKeycapBase(_ scalar: Unicode.Scalar) -> Bool {
        (0x30...0x39).contains(scalar.value) || scalar.value == 0x23 || scalar.value == 0x2A
    }

    /// Whether a scalar is a pictograph that can begin a sequence or follow a joiner.
    static func isBase(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0xA8 && scalar.properties.isEmoji && !isRegional(scalar) && !scalar.properties.isEmojiModifier
    }
}

/// Cuts safe text into pieces that each fit one cell or a wide pair of cells: a spacing scalar with its marks, or a
/// whole emoji sequence. A grapheme with several spacing scalars becomes several pieces.
package struct CellGraphemes: Sequence, IteratorProtocol {
    private var characters: String.Iterator
    /// Remaining pieces of a grapheme that takes several cells, in reverse order.
    private var pending: [(String, Int)] = []

    package init(_ text: String) { characters = text.makeIterator() }

    /// The next piece and its width, 1 or 2.
    package mutating func next() -> (String, Int)? {
        if let next = pending.popLast() { return next }
        guard let character = characters.next() else { return nil }
        if character.isASCII { return (String(character), 1) }
        let scalars = character.unicodeScalars
        if let first = scalars.first, DisplayWidth.isEmojiSequence(scalars, first: first) {
            return (String(character), 2)
        }
        for scalar in scalars {
            let width = DisplayWidth.of(scalar)
            if width == 0, !pending.isEmpty {
                pending[pending.count - 1].0.unicodeScalars.append(scalar)
            } else {
                pending.append((String(scalar), width))
            }
        }
        guard !pending.isEmpty else { return next() }
        countWork(pending.count)
        pending.reverse()
        return pending.popLast()
    }
}
