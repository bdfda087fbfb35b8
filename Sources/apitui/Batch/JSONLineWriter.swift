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

    /// JSON as it shall stand.
    mutating func raw(_ json: String) { bytes.append(contentsOf: json.utf8) }
    mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }
    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func number(_ value: Int) {
        if (0..<10).contains(value) { byte(UInt8(ascii: "0") + UInt8(value)) } else { raw(String(value)) }
    }

    mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    /// Milliseconds with three places: `12.345`.
    mutating func milliseconds(_ duration: Duration?) {
        guard let duration else { return raw("null") }
        let (seconds, attoseconds) = duration.components
        let microseconds = max(0, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
        number(Int(microseconds / 1000))
        byte(UInt8(ascii: "."))
        for unit in [100, 10, 1] as [Int64] { byte(UInt8(ascii: "0") + UInt8(microseconds % 1000 / unit % 10)) }
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
        guard text.contains(where: { $0 >= 0x80 }) else { return utf8(text) }
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

    /// RFC 8259 §7: quotation mark, reverse solidus and controls are escaped, all else stands as it is.
    private mutating func string(_ text: UnsafeRawBufferPointer) {
        byte(UInt8(ascii: "\""))
        var start = 0
        var at = 0
        while at < text.count {
            let byte = text[at]
            let isPlain =
                byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                && !(isASCIIOnly && byte >= 0x7F)
            if isPlain {
                at += 1
                continue
            }
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<at]))
            if byte < 0x80 {
                escape(byte)
                at += 1
            } else {
                at += escapeScalar(text, at)
            }
            start = at
        }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<at]))
        byte(UInt8(ascii: "\""))
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
