import Base
import NetEngine

/// What a bare word of a configuration language is.
enum ScalarWords {
    /// A number in any of the usual spellings: `-1_000.5e3`, `0xFF`, `.inf`; a date is one too.
    static func isNumber(_ word: some BidirectionalCollection<UInt8>) -> Bool {
        var word = word[...]
        if let first = word.first, first == Byte.minus || first == Byte.plus { word.removeFirst() }
        guard let first = word.first else { return false }
        if first == Byte.dot || first == UInt8(ascii: "i") || first == UInt8(ascii: "n") {
            if ["inf", ".inf", "nan", ".nan"].contains(where: { word.elementsEqual($0.utf8) }) { return true }
        }
        guard ASCII.isDigit(first) || (first == Byte.dot && word.count > 1) else { return false }
        if first == UInt8(ascii: "0"), let second = word.dropFirst().first, [0x78, 0x6F, 0x62].contains(second | 0x20) {
            return word.dropFirst(2).allSatisfy { isHexadecimal($0) || $0 == Byte.underscore }
        }
        return word.contains(where: ASCII.isDigit)
            && word.allSatisfy {
                ASCII.isDigit($0) || [0x2B, 0x2D, 0x2E, 0x3A, 0x5F, 0x45, 0x65, 0x54, 0x5A].contains($0)
            }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
