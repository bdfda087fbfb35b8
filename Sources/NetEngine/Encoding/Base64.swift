/// Base64 with the standard alphabet and padding (RFC 4648 §4).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    package static func encode(_ text: String) -> String { encode(Array(text.utf8)) }

    package static func encode(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        encode(bytes, to: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// The alphabet of URLs, without padding (RFC 4648 §5).
    package static func urlEncode(_ bytes: [UInt8]) -> String {
        encode(bytes).replacing(bytes: "+", with: "-").replacing(bytes: "/", with: "_").replacing(bytes: "=", with: "")
    }

    /// Appends the text to bytes that are there already.
    package static func encode(_ bytes: [UInt8], to out: inout [UInt8]) {
        out.reserveCapacity(out.count + (bytes.count + 2) / 3 * 4)
        var at = 0
        while at + 3 <= bytes.count {
            let group = Int(bytes[at]) << 16 | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2])
            out.append(alphabet[group >> 18])
            out.append(alphabet[group >> 12 & 63])
            out.append(alphabet[group >> 6 & 63])
            out.append(alphabet[group & 63])
            at += 3
        }
        let rest = bytes.count - at
        guard rest > 0 else { return }
        let group = Int(bytes[at]) << 16 | (rest == 2 ? Int(bytes[at + 1]) << 8 : 0)
        out.append(alphabet[group >> 18])
        out.append(alphabet[group >> 12 & 63])
        out.append(rest == 2 ? alphabet[group >> 6 & 63] : UInt8(ascii: "="))
        out.append(UInt8(ascii: "="))
    }

    /// Reads Base64 strictly; nil if a character is not in the alphabet, if the padding is wrong, or if unused bits are not zero (§3.5:
    /// otherwise two texts would decode to the same bytes).
    package static func decode(_ text: [UInt8]) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        guard text.last == UInt8(ascii: "=") else { return decodeUnpadded(text[...]) }
        let padding = text[text.count - 2] == UInt8(ascii: "=") ? 2 : 1
        return decodeUnpadded(text.dropLast(padding))
    }

    /// Reads Base64 in lines, as in PEM files. Unused bits may have any value.
    /// - Returns: nil if there is anything else in the text, or the end is cut off.
    static func decode(lines text: some Sequence<UInt8>) -> [UInt8]? {
        let text = text.filter { $0 != 10 && $0 != 13 }
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let (bytes, count, _) = read(text.dropLast(padding))
        let isWhole = count + padding == text.count && count % 4 != 1 && padding == (4 - count % 4) % 4
        return isWhole ? bytes : nil
    }

    /// What a text holds up to its first byte outside the alphabet, whatever follows.
    static func decodeBeginning(_ text: [UInt8]) -> [UInt8] { read(text[...]).bytes }

    private static func decodeUnpadded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let (bytes, count, unused) = read(text)
        return count == text.count && unused == 0 ? bytes : nil
    }

    /// Reads up to the first byte outside the alphabet: the bytes, how many characters that were, and the bits that made no byte.
    private static func read(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], count: Int, unused: UInt32) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var group: UInt32 = 0
        var bits = 0
        var count = 0
        for character in text {
            let value = values[Int(character)]
            guard value < 64 else { break }
            count += 1
            group = group << 6 | UInt32(value)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
        }
        return (bytes, count, group & (1 << UInt32(bits) - 1))
    }
}
