import Base
import Glibc
import NetEngine

/// Finding and testing bytes eight at a time.
package enum ByteScan {
    /// The offset of the next line feed in a part of a text, or the part's end.
    package static func lineEnd(in text: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int = .max) -> Int {
        next(0x0A, in: text, from: start, limit: limit)
    }

    /// The offset of the next byte of that value in a part of a text, or the part's end.
    package static func next(
        _ byte: UInt8, in text: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int = .max
    ) -> Int {
        let end = min(limit, text.count)
        guard start < end, let base = text.baseAddress, let hit = memchr(base + start, Int32(byte), end - start) else {
            countWork(max(0, end - start))
            return max(start, end)
        }
        let place = UnsafeRawPointer(hit) - UnsafeRawPointer(base)
        countWork(place - start + 1)
        return place
    }

    /// The first offset in a range that does not hold printable ASCII; the range's end if all does.
    package static func endOfPlain(in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
        guard let base = UnsafeRawPointer(text.baseAddress) else { return range.upperBound }
        var place = range.lowerBound
        while place + 8 <= range.upperBound {
            let word = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 | ByteWord.below(word, 0x20) | ByteWord.equal(word, 0x7F) != 0 { break }
            place += 8
        }
        while place < range.upperBound, text[place] &- 0x20 < 0x5F { place += 1 }
        return place
    }
}
