import Base
import HTTPFormat
import NetEngine

/// `btoa`, `atob`, `encodeURIComponent` and `decodeURIComponent`.
enum HandlerCoding {
    static func text(_ function: HandlerFunction, _ text: String) throws(HandlerFailure) -> String {
        switch function {
        case .toBase64:
            var bytes: [UInt8] = []
            for scalar in text.unicodeScalars {
                guard let byte = UInt8(exactly: scalar.value) else {
                    throw .thrown("btoa was given a character beyond U+00FF")
                }
                bytes.append(byte)
            }
            return Base64.encode(bytes)
        case .fromBase64:
            var code = text.utf8.filter {
                ![Byte.space, Byte.tab, Byte.lineFeed, Byte.formFeed, Byte.carriageReturn].contains($0)
            }
            if code.count.isMultiple(of: 4) {
                for _ in 0..<2 where code.last == UInt8(ascii: "=") { code.removeLast() }
            }
            guard code.count % 4 != 1, let bytes = decoded(code) else {
                throw .thrown("atob was given a text that is not Base64")
            }
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
            return String(scalars)
        case .encodeComponent: return encoded(text)
        case .decodeComponent:
            let bytes = Array(text.utf8)
            for (place, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") {
                let digits = bytes[(place + 1)...].prefix(2)
                guard digits.count == 2, digits.allSatisfy({ URLEncoding.hexValue($0) != nil }) else {
                    throw .thrown("decodeURIComponent was given a % that begins no escape")
                }
            }
            guard let decoded = String(validating: URLEncoding.decode(bytes), as: UTF8.self) else {
                throw .thrown("decodeURIComponent was given escapes that are not UTF-8")
            }
            return decoded
        default: return text
        }
    }

    /// Unlike a strict reader, JavaScript takes unused bits that are not zero.
    private static func decoded(_ code: [UInt8]) -> [UInt8]? {
        let rest = code.count % 4
        guard rest > 0 else { return Base64.decode(code) }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: 4 - rest)
        if let bytes = Base64.decode(code + padding) { return bytes }
        // A last character with the bits set to zero: its group is read with two more characters.
        let filler = [UInt8](repeating: UInt8(ascii: "A"), count: 4 - rest)
        return Base64.decode(code + filler).map { $0.dropLast(4 - rest) }
    }

    /// All bytes but letters, digits and `-_.!~*'()` are escaped.
    private static func encoded(_ text: String) -> String {
        var out: [UInt8] = []
        for byte in text.utf8 {
            if LineText.isLetter(byte) || LineText.isDigit(byte) || "-_.!~*'()".utf8.contains(byte) {
                out.append(byte)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                out += Array("%\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
