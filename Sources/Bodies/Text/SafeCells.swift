import Base

/// How many columns bytes of a body take on the screen.
package enum SafeCells {
    /// Columns between tab stops.
    package static let tabWidth = 4

    /// The columns that bytes take when shown; a tab is one escape.
    package static func width(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        if let width = harmlessWidth(text, range) { return width }
        // Pieces between two ASCII letters look the same when shown separately.
        var width = 0
        var start = range.lowerBound
        while start < range.upperBound {
            let end =
                range.upperBound - start > 96
                ? plainBoundary(after: start + 64, in: text, limit: range.upperBound) : range.upperBound
            width += harmlessWidth(text, start..<end) ?? shownWidth(text, start..<end)
            start = end
        }
        return width
    }

    private static func shownWidth(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        DisplayWidth.of(SafeText(bytes: UnsafeBufferPointer(rebasing: text[range])))
    }

    /// True if all bytes are printable ASCII, so that each byte is one column.
    package static func isPlain(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        ByteScan.endOfPlain(in: text, range) == range.upperBound
    }

    /// The columns of text that has only printable ASCII and letters of Latin, Cyrillic, Japanese, Chinese and Korean
    /// whose appearance does not depend on their neighbours; nil for any other text. Tabs count as `tabColumns`, if
    /// given.
    static func harmlessWidth(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, tabColumns: Int? = nil
    ) -> Int? {
        var place = range.lowerBound
        let end = range.upperBound
        var width = 0
        while true {
            let next = ByteScan.endOfPlain(in: text, place..<end)
            width += next - place
            place = next
            guard place < end else { return width }
            switch text[place] {
            case 0x09:
                guard let tabColumns else { return nil }
                width += tabColumns
                place += 1
            case 0xC3...0xC9, 0xD0...0xD1:
                guard place + 2 <= end, text[place + 1] & 0xC0 == 0x80 else { return nil }
                width += 1
                place += 2
            case let lead where isWideLead(lead):
                guard place + 3 <= end, isWide(lead, text[place + 1], text[place + 2]) else { return nil }
                width += 2
                place += 3
            default: return nil
            }
        }
    }

    private static func isWideLead(_ byte: UInt8) -> Bool {
        (0xE3...0xE9).contains(byte) || byte == 0xEB || byte == 0xEC
    }

    /// Hiragana and katakana except the marks among them, ideographs from U+4E00, syllables from U+B000 to U+CFFF.
    private static func isWide(_ lead: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return false }
        switch (lead, second) {
        case (0xE3, 0x81): return third >= 0x82
        case (0xE3, 0x82): return third < 0x97 || third > 0x9A
        case (0xE3, 0x83): return true
        case (0xE3, _): return false
        case (0xE4, _): return second >= 0xB8
        default: return true
        }
    }

    // MARK: Cutting

    /// The first offset after `offset` between two printable ASCII characters, or the limit.
    static func plainBoundary(after offset: Int, in text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        var place = offset
        while place < limit {
            if (0x20...0x7E).contains(text[place - 1]), (0x20...0x7E).contains(text[place]) { return place }
            place += 1
        }
        return limit
    }

    /// How far `boundary` looks.
    static let boundaryWindow = 512

    /// An offset where text can be cut without splitting a grapheme: between two printable ASCII characters if possible
    /// nearby, else before a whole UTF-8 character.
    package static func boundary(after offset: Int, in text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
        let window = min(limit, offset + boundaryWindow)
        var place = offset
        while place < window {
            if (0x20...0x7E).contains(text[place - 1]), (0x20...0x7E).contains(text[place]) { return place }
            place += 1
        }
        place = offset
        while place < window, text[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }
}
