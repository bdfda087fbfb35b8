/// Tests of eight bytes at a time, for loops over long texts.
///
/// Each test sets the high bit of the first byte that it holds for, and perhaps of later ones: the lowest bit is exact.
package enum ByteWord {
    /// The bytes below `limit`, which is at most 0x80.
    @inlinable
    @inline(__always)
    package static func below(_ word: UInt64, _ limit: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101 &* limit) & ~word & 0x8080_8080_8080_8080
    }

    @inlinable
    @inline(__always)
    package static func equal(_ word: UInt64, _ value: UInt64) -> UInt64 {
        let difference = word ^ (0x0101_0101_0101_0101 &* value)
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }

    /// The first offset at or after `start` of a quote, a backslash or a C0 control; `end` if there is none.
    @inline(__always)
    static func endOfStringRun(in text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(text)
        var place = start
        while place + 8 <= end {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let found = below(word, 0x20) | equal(word, 0x22) | equal(word, 0x5C)
            if found != 0 { return place + found.trailingZeroBitCount >> 3 }
            place += 8
        }
        while place < end, text[place] >= 0x20, text[place] != 0x22, text[place] != 0x5C { place += 1 }
        return place
    }
}
