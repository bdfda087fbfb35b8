import Base
import NetEngine

/// Reads and writes strings in quotation marks (section 2.9.4).
package enum GraphQLStringText {
    /// The characters of a string token; escapes that mean nothing are kept as written.
    static func value(_ text: [UInt8], _ token: Range<Int>) -> String {
        let start = token.lowerBound + 1
        var end = token.upperBound
        if end > start, text[end - 1] == Byte.quote { end -= 1 }
        guard start < end else { return "" }
        guard text[start..<end].contains(Byte.backslash) else {
            return String(decoding: text[start..<end], as: UTF8.self)
        }
        return text.withUnsafeBufferPointer { decoded($0, start, end) }
    }

    private static func decoded(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(end - start)
        var place = start
        while place < end {
            guard text[place] == Byte.backslash, place + 1 < end else {
                result.append(text[place])
                place += 1
                continue
            }
            switch text[place + 1] {
            case UInt8(ascii: "b"): result.append(Byte.backspace)
            case UInt8(ascii: "f"): result.append(Byte.formFeed)
            case UInt8(ascii: "n"): result.append(Byte.lineFeed)
            case UInt8(ascii: "r"): result.append(Byte.carriageReturn)
            case UInt8(ascii: "t"): result.append(Byte.tab)
            case Byte.quote, Byte.backslash, Byte.slash: result.append(text[place + 1])
            case UInt8(ascii: "u"):
                if let (scalar, length) = scalar(text, place, end: end) {
                    JSONText.append(scalar, to: &result)
                    place += length
                    continue
                }
                result.append(contentsOf: [text[place], text[place + 1]])
            default: result.append(contentsOf: [text[place], text[place + 1]])
            }
            place += 2
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The scalar of `\uXXXX`, of a pair of surrogates or of `\u{X…}` at a backslash, and the length of all of it.
    static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, end: Int) -> (UInt32, Int)? {
        var place = start + 2
        if place < end, text[place] == Byte.openBrace {
            var value: UInt32 = 0
            place += 1
            let first = place
            while place < end, let digit = URLEncoding.hexValue(text[place]) {
                guard value < 0x11_0000 else { return nil }
                value = value << 4 | UInt32(digit)
                place += 1
            }
            guard place > first, place < end, text[place] == Byte.closeBrace, UnicodeScalar(value) != nil else {
                return nil
            }
            return (value, place + 1 - start)
        }
        guard let unit = unit(text, place, end) else { return nil }
        if UnicodeScalar(unit) != nil { return (unit, 6) }
        guard unit < 0xDC00, place + 5 < end, text[place + 4] == Byte.backslash, text[place + 5] == UInt8(ascii: "u"),
            let low = self.unit(text, place + 6, end), low & 0xFC00 == 0xDC00
        else { return nil }
        return (0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), 12)
    }

    private static func unit(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> UInt32? {
        guard start + 4 <= end else { return nil }
        var value: UInt32 = 0
        for place in start..<(start + 4) {
            guard let digit = URLEncoding.hexValue(text[place]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// A text as a string of GraphQL, in one line. Control characters become escapes.
    package static func quoted(_ text: String) -> String {
        var result: [UInt8] = [Byte.quote]
        for byte in text.utf8 {
            switch byte {
            case Byte.quote: result += "\\\"".utf8
            case Byte.backslash: result += "\\\\".utf8
            case Byte.lineFeed: result += "\\n".utf8
            case Byte.carriageReturn: result += "\\r".utf8
            case Byte.tab: result += "\\t".utf8
            case Byte.backspace: result += "\\b".utf8
            case Byte.formFeed: result += "\\f".utf8
            case ..<0x20, 0x7F:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
            default: result.append(byte)
            }
        }
        return String(decoding: result + [Byte.quote], as: UTF8.self)
    }
}
