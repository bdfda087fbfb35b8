import NetEngine

extension PercentEncoding {
    /// Encodes only bytes that are not allowed anywhere in a URL; `%41` is left alone, so nothing is encoded twice.
    package static func illegal(_ bytes: [UInt8]) -> String {
        encode(bytes) { byte, index in
            if byte == Byte.percent {
                return index + 2 < bytes.count && isHexadecimal(bytes[index + 1]) && isHexadecimal(bytes[index + 2])
            }
            return byte > Byte.space && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        LineText.isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
