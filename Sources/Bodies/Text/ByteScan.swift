import Base
import CBodyScan
import Glibc

/// Finding and testing bytes many at a time.
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
        guard let base = text.baseAddress, !range.isEmpty else { return range.upperBound }
        return range.lowerBound + Int(cbs_printable(base + range.lowerBound, UInt64(range.count)))
    }

    /// Whether all of a text is ASCII.
    package static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        countWork(text.count)
        return text.baseAddress.map { cbs_look($0, UInt64(text.count)).is_ascii } ?? true
    }
}
