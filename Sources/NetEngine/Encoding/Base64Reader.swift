/// Base64 back to bytes (RFC 4648 §4); line breaks are ignored, as in PEM files.
enum Base64Reader {
    /// nil if there is anything else in the text, or the end is cut off.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for byte in text where byte != 10 && byte != 13 {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count.isMultiple(of: 4) {
                result += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
                bits = 0
            }
        }
        switch (count % 4, padding) {
        case (0, 0): break
        case (2, 2): result.append(UInt8(bits >> 4 & 255))
        case (3, 1): result += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
        default: return nil
        }
        return result
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
