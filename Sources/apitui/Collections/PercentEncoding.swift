/// Percent-encoding (RFC 3986 §2.1).
enum PercentEncoding {
    /// Everything but unreserved characters, as for one value in a query.
    static func component(_ text: String) -> String {
        encode(Array(text.utf8)) { byte, _ in
            LineText.isLetter(byte) && byte < 0x80 || LineText.isDigit(byte) || "-._~".utf8.contains(byte)
        }
    }

    /// Only what may not stand in a URL at all; `%41` stays as it is, nothing is encoded twice.
    static func illegal(_ bytes: [UInt8]) -> String {
        encode(bytes) { byte, index in
            if byte == 0x25 {
                return index + 2 < bytes.count && isHexadecimal(bytes[index + 1]) && isHexadecimal(bytes[index + 2])
            }
            return byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        LineText.isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static func encode(_ bytes: [UInt8], keeping isKept: (UInt8, Int) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if isKept(byte, index) {
                output.append(byte)
            } else {
                output.append(contentsOf: [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

/// Base64 (RFC 4648 §4) of the credentials of the Basic scheme.
enum Base64 {
    static func encode(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0..<4 {
                output.append(index <= group.count ? alphabet[value >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
