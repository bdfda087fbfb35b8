import NetEngine

/// Puts JSON together, byte by byte, in a buffer that is used again for the next line.
///
/// Unlike `JSONOutput` it builds no tree: a batch writes tens of thousands of lines a second.
struct JSONLineWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether all but printable ASCII is escaped: for a terminal, where a body must not move the cursor.
    let isASCIIOnly: Bool
    private static let hex = Array("0123456789abcdef".utf8)

    init(isASCIIOnly: Bool = false) { self.isASCIIOnly = isASCIIOnly }

    /// Empties the buffer; the memory of a huge line is given back.
    mutating func clear() { bytes.removeAll(keepingCapacity: bytes.capacity <= 64 << 10) }

    /// Makes room for so many bytes more, so that a line does not grow piece by piece.
    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    /// JSON as it shall stand.
    mutating func raw(_ json: StaticString) { json.withUTF8Buffer { bytes.append(contentsOf: $0) } }
    mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }
    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    /// A word of ours, which needs no escapes, in quotation marks.
    mutating func word(_ word: String) {
        byte(UInt8(ascii: "\""))
        bytes.append(contentsOf: word.utf8)
        byte(UInt8(ascii: "\""))
    }

    mutating func number(_ value: Int) {
        guard value >= 0 else { return bytes.append(contentsOf: String(value).utf8) }
        if value >= 10 { number(value / 10) }
        byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    }

    mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    /// Milliseconds with three places: `12.345`.
    mutating func milliseconds(_ duration: Duration?) {
        guard let duration else { return raw("null") }
        let microseconds = max(0, Self.microseconds(duration))
        number(microseconds / 1000)
        let rest = microseconds % 1000
        byte(UInt8(ascii: "."))
        byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 100))
        byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 10 % 10))
        byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
    }

    private static func microseconds(_ duration: Duration) -> Int {
        // Most are below nine seconds: there a division of 128 bits is saved.
        if let attoseconds = Int64(exactly: duration.attoseconds) { return Int(attoseconds / 1_000_000_000_000) }
        let (seconds, attoseconds) = duration.components
        return Int(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    mutating func text(_ text: String?) {
        guard let text else { return raw("null") }
        var copy = text
        copy.withUTF8 { string(UnsafeRawBufferPointer($0)) }
    }

    /// Bytes that are valid UTF-8, as a string.
    mutating func utf8(_ text: [UInt8]) { text.withUnsafeBytes { string($0) } }

    /// Any bytes as a string: each the code point of the same number.
    mutating func latin1(_ text: [UInt8]) {
        let isPlain = text.withUnsafeBytes { text in
            let isPlain = Self.plainCount(text, from: 0, isASCIIOnly: true) == text.count
            if isPlain { quote(text) }
            return isPlain
        }
        if isPlain { return }
        var wide: [UInt8] = []
        wide.reserveCapacity(text.count * 2)
        for byte in text {
            if byte < 0x80 {
                wide.append(byte)
            } else {
                wide.append(0xC0 | byte >> 6)
                wide.append(0x80 | byte & 0x3F)
            }
        }
        utf8(wide)
    }

    mutating func base64(_ content: [UInt8]) {
        byte(UInt8(ascii: "\""))
        Base64Text.encode(content, to: &bytes)
        byte(UInt8(ascii: "\""))
    }

    /// Text without anything that needs an escape.
    private mutating func quote(_ text: UnsafeRawBufferPointer) {
        byte(UInt8(ascii: "\""))
        bytes.append(contentsOf: text)
        byte(UInt8(ascii: "\""))
    }

    /// RFC 8259 §7: quotation mark, reverse solidus and controls are escaped, all else stands as it is.
    private mutating func string(_ text: UnsafeRawBufferPointer) {
        byte(UInt8(ascii: "\""))
        var at = 0
        while true {
            let end = Self.plainCount(text, from: at, isASCIIOnly: isASCIIOnly)
            if end > at { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[at..<end])) }
            guard end < text.count else { break }
            let byte = text[end]
            if byte < 0x80 {
                escape(byte)
                at = end + 1
            } else {
                at = end + escapeScalar(text, end)
            }
        }
        byte(UInt8(ascii: "\""))
    }

    /// The place of the first byte that needs an escape, or the end. Eight bytes at a time: bodies are long, and most of
    /// them need few escapes.
    private static func plainCount(_ text: UnsafeRawBufferPointer, from start: Int, isASCIIOnly: Bool) -> Int {
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

    private mutating func escape(_ character: UInt8) {
        switch character {
        case UInt8(ascii: "\""): raw("\\\"")
        case UInt8(ascii: "\\"): raw("\\\\")
        case UInt8(ascii: "\n"): raw("\\n")
        case UInt8(ascii: "\r"): raw("\\r")
        case UInt8(ascii: "\t"): raw("\\t")
        default: escape(unit: UInt16(character))
        }
    }

    private mutating func escape(unit: UInt16) {
        raw("\\u")
        for shift in [12, 8, 4, 0] as [UInt16] { byte(Self.hex[Int(unit >> shift & 15)]) }
    }

    /// Returns how many bytes it took.
    private mutating func escapeScalar(_ text: UnsafeRawBufferPointer, _ at: Int) -> Int {
        let length = text[at] < 0xE0 ? 2 : text[at] < 0xF0 ? 3 : 4
        for unit in String(decoding: text[at..<min(text.count, at + length)], as: UTF8.self).utf16 {
            escape(unit: unit)
        }
        return min(length, text.count - at)
    }
}
