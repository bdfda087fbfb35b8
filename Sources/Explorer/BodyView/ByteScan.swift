import Glibc

/// Finding and testing bytes eight at a time.
enum ByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The offset of the next line feed in a part of a text, or the part's end.
    static func lineEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int = .max) -> Int {
        let end = min(limit, text.count)
        guard start < end, let base = text.baseAddress, let hit = memchr(base + start, 0x0A, end - start) else {
            return max(start, end)
        }
        return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
    }

    /// The first offset in a range that does not hold printable ASCII; the range's end if all does.
    static func endOfPlain(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        guard let base = UnsafeRawPointer(text.baseAddress) else { return range.upperBound }
        var place = range.lowerBound
        while place + 8 <= range.upperBound {
            let word = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if (word | below(word, 0x20) | equal(word, 0x7F)) & highs != 0 { break }
            place += 8
        }
        while place < range.upperBound, text[place] &- 0x20 < 0x5F { place += 1 }
        return place
    }

    /// The first offset at or after `start` that holds a quote, a backslash or a C0 control, or the end of the text.
    static func endOfStringStretch(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = UnsafeRawPointer(text.baseAddress) else { return start }
        var place = start
        while place + 8 <= text.count {
            let word = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if (below(word, 0x20) | equal(word, 0x22) | equal(word, 0x5C)) != 0 { break }
            place += 8
        }
        while place < text.count, text[place] >= 0x20, text[place] != 0x22, text[place] != 0x5C { place += 1 }
        return place
    }

    /// A high bit at the first byte below `limit` (at most 0x80), and perhaps at later ones.
    private static func below(_ word: UInt64, _ limit: UInt64) -> UInt64 { (word &- ones &* limit) & ~word & highs }

    /// A high bit at the first byte equal to `value`, and perhaps at later ones.
    private static func equal(_ word: UInt64, _ value: UInt64) -> UInt64 {
        let difference = word ^ (ones &* value)
        return (difference &- ones) & ~difference & highs
    }
}
