/// The strings of a JSON text that `JSONReader` has accepted.
package enum JSONText {
    /// The whitespace of RFC 8259 §2.
    @inlinable
    @inline(__always)
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
    }

    /// The bytes between the quotation marks.
    /// - Parameter quote: offset of the mark that opens the string.
    package static func slice(_ text: [UInt8], quote: Int) -> ArraySlice<UInt8> {
        text[(quote + 1)..<end(text, quote: quote)]
    }

    package static func isEqual(_ text: [UInt8], quote: Int, to other: [UInt8]) -> Bool {
        // The common case: without escapes, the first differing byte decides.
        var place = quote + 1
        for byte in other {
            guard place < text.count else { return false }
            if text[place] == UInt8(ascii: "\\") { return decoded(text, quote: quote) == other }
            guard text[place] == byte, byte != UInt8(ascii: "\"") else { return false }
            place += 1
        }
        return place < text.count && text[place] == UInt8(ascii: "\"")
    }

    /// The characters of a string as UTF-8. Half of a surrogate pair, written as an escape, becomes three bytes that
    /// valid UTF-8 never contains.
    package static func decoded(_ text: [UInt8], quote: Int) -> [UInt8] {
        decoded(text, (quote + 1)..<end(text, quote: quote)).text
    }

    /// - Parameter inside: the range between the quotation marks.
    /// - Returns: the characters, and the offset of the first escape that is half of a surrogate pair.
    package static func decoded(_ text: [UInt8], _ inside: Range<Int>) -> (text: [UInt8], half: Int?) {
        var result: [UInt8] = []
        var half: Int?
        var place = inside.lowerBound
        while let escape = text[place..<inside.upperBound].firstIndex(of: UInt8(ascii: "\\")) {
            result.append(contentsOf: text[place..<escape])
            place = escape
            // Of a text that is not JSON, an escape that is not complete stays as it is.
            let isUnicode = escape + 1 < inside.upperBound && text[escape + 1] == UInt8(ascii: "u")
            guard escape + (isUnicode ? 6 : 2) <= inside.upperBound else { break }
            place = escape + 2
            switch text[escape + 1] {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                var scalar = codeUnit(text, place)
                place += 4
                if scalar & 0xFC00 == 0xD800, place + 6 <= inside.upperBound, text[place] == UInt8(ascii: "\\"),
                    text[place + 1] == UInt8(ascii: "u"), codeUnit(text, place + 2) & 0xFC00 == 0xDC00
                {
                    scalar = 0x10000 + (scalar - 0xD800) << 10 + (codeUnit(text, place + 2) - 0xDC00)
                    place += 6
                }
                if scalar & 0xFFFF_F800 == 0xD800 { half = half ?? escape }
                append(scalar, to: &result)
            case let character: result.append(character)
            }
        }
        result.append(contentsOf: text[place..<inside.upperBound])
        return (result, half)
    }

    /// Appends a scalar as UTF-8, encoding surrogates as if they were characters too.
    package static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        switch scalar {
        case ..<0x80: bytes.append(UInt8(scalar))
        case ..<0x800: bytes += [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 0x3F)]
        case ..<0x10000:
            bytes += [UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F)]
        default:
            bytes += [
                UInt8(0xF0 | scalar >> 18 & 7), UInt8(0x80 | scalar >> 12 & 0x3F), UInt8(0x80 | scalar >> 6 & 0x3F),
                UInt8(0x80 | scalar & 0x3F),
            ]
        }
    }

    static func hexadecimal(_ byte: UInt8) -> UInt32? { URLEncoding.hexValue(byte).map(UInt32.init) }

    private static func codeUnit(_ text: [UInt8], _ place: Int) -> UInt32 {
        text[place..<(place + 4)].reduce(0) { $0 << 4 | (hexadecimal($1) ?? 0) }
    }

    /// The offset of the quotation mark that closes a string.
    private static func end(_ text: [UInt8], quote: Int) -> Int {
        text.withUnsafeBufferPointer { text in
            var place = quote + 1
            while true {
                place = ByteWord.endOfStringRun(in: text, from: place, to: text.count)
                guard place < text.count, text[place] != UInt8(ascii: "\"") else { return place }
                place += text[place] == UInt8(ascii: "\\") ? 2 : 1
            }
        }
    }
}
