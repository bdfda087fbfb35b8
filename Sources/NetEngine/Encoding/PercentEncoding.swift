/// Percent-encoding of text that is data in a URL, not syntax.
public enum PercentEncoding {
    /// Text as one segment of a path or one part of a query: everything but letters, digits and `-._~` is encoded, so
    /// `a/b` stays one segment.
    public static func component(_ text: String) -> String { encode(text, isLegal: URLEncoding.isUnreserved) }

    static func form(_ text: String) -> String {
        encode(text) { isFormByte($0) || $0 == 32 }.replacing(" ", with: "+")
    }

    private static func isFormByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "*") || (URLEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~"))
    }

    private static func encode(_ text: String, isLegal: (UInt8) -> Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isLegal(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
