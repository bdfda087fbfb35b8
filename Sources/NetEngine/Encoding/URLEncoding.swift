/// Percent-encoding of bytes that a part of a URL may not contain (RFC 3986 §2.1); legal bytes and triplets stay.
package enum URLEncoding {
    static func path(_ bytes: [UInt8]) -> String { encode(bytes) { isPathByte($0) } }
    static func query(_ bytes: [UInt8]) -> String { encode(bytes) { isQueryByte($0) } }
    /// Only what would not stay in the request line: everything but visible ASCII, and the mark of a fragment, which is never sent.
    package static func asWritten(_ bytes: [UInt8]) -> String {
        encode(bytes) { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
    }
    static func userInfo(_ bytes: [UInt8]) -> String {
        encode(bytes) { isUnreserved($0) || isSubDelimiter($0) || $0 == UInt8(ascii: ":") }
    }

    /// Encodes text that is meant literally, percent signs too.
    static func component(_ text: String) -> String {
        encode(Array(text.replacing(bytes: "%", with: "%25").utf8), isLegal: isUnreserved)
    }

    /// The decoded bytes; a `%` that begins no triplet is kept.
    package static func decode(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if isTriplet(bytes, at: index), let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    private static func encode(_ bytes: [UInt8], isLegal: (UInt8) -> Bool) -> String {
        if bytes.allSatisfy(isLegal) { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if isLegal(byte) || (byte == UInt8(ascii: "%") && isTriplet(bytes, at: index)) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isTriplet(_ bytes: [UInt8], at index: Int) -> Bool {
        index + 2 < bytes.count && bytes[index] == UInt8(ascii: "%") && hexValue(bytes[index + 1]) != nil
            && hexValue(bytes[index + 2]) != nil
    }

    package static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }

    /// `pchar` and the slash (RFC 3986 §3.3).
    static func isPathByte(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || isSubDelimiter(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "@")
            || byte == UInt8(ascii: "/")
    }

    /// The same and the question mark (RFC 3986 §3.4).
    package static func isQueryByte(_ byte: UInt8) -> Bool { isPathByte(byte) || byte == UInt8(ascii: "?") }

    /// Of an ASCII byte.
    static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 0x20 : byte }

    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func isSubDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="):
            true
        default: false
        }
    }
}
