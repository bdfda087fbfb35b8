import NetEngine

/// Puts JSON together, byte by byte, in a buffer that is used again for the next line.
///
/// Unlike `JSONOutput` it builds no tree: a batch writes tens of thousands of lines a second.
struct JSONLineWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether all but printable ASCII is escaped: for a terminal, where a body must not move the cursor.
    let isASCIIOnly: Bool

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
            let isPlain = JSONString.plainCount(text, from: 0, isASCIIOnly: true) == text.count
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

    private mutating func string(_ text: UnsafeRawBufferPointer) {
        JSONString.append(text, to: &bytes, isASCIIOnly: isASCIIOnly)
    }
}
