import Base
import NetEngine

/// Texts that stand for numbers, and texts that nobody should read.
enum ScalarText {
    /// A whole number of up to 18 digits, without zeros in front, which would be part of an id.
    static func isInteger(_ text: some Collection<UInt8>) -> Bool {
        var digits = text[...]
        if digits.first == Byte.minus { digits = digits.dropFirst() }
        guard !digits.isEmpty, digits.count <= 18, digits.allSatisfy(ASCII.isDigit) else { return false }
        return digits.count == 1 || digits.first != UInt8(ascii: "0")
    }

    /// A whole number, or one with a fraction.
    static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        guard text.count <= 40 else { return false }
        guard let dot = text.firstIndex(of: Byte.dot) else { return isInteger(text) }
        let fraction = text[text.index(after: dot)...]
        let whole = text[..<dot]
        return !fraction.isEmpty && fraction.allSatisfy(ASCII.isDigit)
            && (isInteger(whole) || whole.elementsEqual("-0".utf8))
    }

    /// Long or random text that may be a credential, a card number or an id.
    static func looksSecret(_ bytes: [UInt8]) -> Bool {
        if IdentifierText.kind(ofSegment: bytes) != nil { return true }
        let digits = bytes.count(where: ASCII.isDigit)
        let longest = bytes.split { !ASCII.isLetter($0) && !ASCII.isDigit($0) }.map(\.count).max() ?? 0
        return digits >= 12 || longest > 24 || (longest >= 16 && digits >= 4)
    }
}
