/// RFC 4648 §4.
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let chunk = bytes[index..<min(index + 3, bytes.count)]
            let value = chunk.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - chunk.count))
            for position in 0..<4 {
                let digit = alphabet[Int(value >> (18 - 6 * UInt32(position)) & 63)]
                result.append(position <= chunk.count ? digit : UInt8(ascii: "="))
            }
            index += 3
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// RFC 4648 §5, without padding.
    static func urlEncode(_ bytes: [UInt8]) -> String {
        encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
