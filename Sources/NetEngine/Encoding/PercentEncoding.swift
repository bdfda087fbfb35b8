/// Percent-encoding (RFC 3986 §2.1) of text that is data in a URL, not syntax.
public enum PercentEncoding {
    /// Text as one segment of a path or one part of a query: its UTF-8 bytes, of which everything but ASCII letters, digits
    /// and `-._~` (RFC 3986 §2.3) is encoded, so `a/b` stays one segment.
    public static func component(_ text: String) -> String {
        encode(text.utf8) { byte, _ in URLEncoding.isUnreserved(byte) }
    }

    static func form(_ text: String) -> String {
        encode(text.utf8) { byte, _ in isFormByte(byte) || byte == 32 }.replacing(bytes: " ", with: "+")
    }

    private static func isFormByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "*") || (URLEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~"))
    }

    /// Encodes every byte that is not to be kept.
    ///
    /// - Parameter isKept: gets each byte and its place in the text.
    package static func encode(
        _ bytes: some Collection<UInt8>, keeping isKept: (_ byte: UInt8, _ index: Int) -> Bool
    ) -> String {
        if let text = bytes.withContiguousStorageIfAvailable({ encode($0, keeping: isKept) }) { return text }
        return Array(bytes).withUnsafeBufferPointer { encode($0, keeping: isKept) }
    }

    // Not generic: other modules call the one above unspecialized, which costs a thousand instructions for each byte.
    private static func encode(
        _ bytes: UnsafeBufferPointer<UInt8>, keeping isKept: (_ byte: UInt8, _ index: Int) -> Bool
    ) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if isKept(byte, index) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
