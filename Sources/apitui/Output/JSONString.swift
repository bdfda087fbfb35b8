/// The strings of JSON (RFC 8259 §7): quotation mark, reverse solidus and controls are escaped, all else stands as it is.
enum JSONString {
    /// Writes a text between quotation marks behind other bytes.
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - isASCIIOnly: whether all but printable ASCII is escaped too.
    static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8], isASCIIOnly: Bool = false) {
        bytes.append(UInt8(ascii: "\""))
        var at = 0
        while true {
            let end = plainCount(text, from: at, isASCIIOnly: isASCIIOnly)
            if end > at { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[at..<end])) }
            guard end < text.count else { break }
            at = end + (text[end] < 0x80 ? escape(text[end], &bytes) : escapeScalar(text, end, &bytes))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &bytes) }
    }

    /// The place of the first byte that needs an escape, or the end. Eight bytes at a time: bodies are long, and most of
    /// them need few escapes.
    static func plainCount(_ text: UnsafeRawBufferPointer, from start: Int, isASCIIOnly: Bool) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var at = start
        while at + 8 <= text.count {
            let word = text.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            let quotes = word ^ (ones &* 0x22)
            let slashes = word ^ (ones &* 0x5C)
            // A byte below 0x20, or one that is zero after the exclusive or, borrows from its highest bit.
            var found = (word &- ones &* 0x20) & ~word
            found |= (quotes &- ones) & ~quotes
            found |= (slashes &- ones) & ~slashes
            // DEL is 0x7F: one more carries into the highest bit.
            if isASCIIOnly { found |= word | ((word & ~highs) &+ ones) }
            // Where nothing is found this is exact; which byte it was is looked at below.
            if found & highs != 0 { break }
            at += 8
        }
        while at < text.count {
            let byte = text[at]
            let isPlain =
                byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                && !(isASCIIOnly && byte >= 0x7F)
            if !isPlain { return at }
            at += 1
        }
        return at
    }

    // Each returns how many bytes of the text it took.

    private static func escape(_ character: UInt8, _ bytes: inout [UInt8]) -> Int {
        let letter: UInt8
        switch character {
        case UInt8(ascii: "\n"): letter = UInt8(ascii: "n")
        case UInt8(ascii: "\r"): letter = UInt8(ascii: "r")
        case UInt8(ascii: "\t"): letter = UInt8(ascii: "t")
        case 0..<0x20, 0x7F:
            escape(unit: UInt16(character), &bytes)
            return 1
        default: letter = character
        }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
        return 1
    }

    private static func escapeScalar(_ text: UnsafeRawBufferPointer, _ at: Int, _ bytes: inout [UInt8]) -> Int {
        let length = text[at] < 0xE0 ? 2 : text[at] < 0xF0 ? 3 : 4
        let end = min(text.count, at + length)
        for unit in String(decoding: text[at..<end], as: UTF8.self).utf16 { escape(unit: unit, &bytes) }
        return end - at
    }

    private static func escape(unit: UInt16, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(ascii: "u"))
        for shift in [12, 8, 4, 0] as [UInt16] { bytes.append(hex[Int(unit >> shift & 15)]) }
    }

    private static let hex = Array("0123456789abcdef".utf8)
}
