/// Writes JSON (RFC 8259) byte by byte into a reusable buffer: the one writer of this package.
///
/// Equal values always give equal bytes. Characters that a terminal would obey, or a reader could not see, are escaped
/// (`HiddenScalar`), so that JSON can be printed anywhere.
package struct JSONWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    /// Whether all but printable ASCII is escaped too.
    package let isASCIIOnly: Bool

    /// An empty buffer.
    package init(isASCIIOnly: Bool = false) { self.isASCIIOnly = isASCIIOnly }

    /// `bytes` as text.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Empties the buffer; the memory of a huge line is given back.
    package mutating func clear() { bytes.removeAll(keepingCapacity: bytes.capacity <= 64 << 10) }

    /// Reserves memory for this many more bytes, so that a line does not grow piece by piece.
    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    // MARK: Values

    /// JSON as it is.
    package mutating func raw(_ json: StaticString) { json.withUTF8Buffer { bytes.append(contentsOf: $0) } }
    /// JSON as it is.
    package mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }
    package mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    /// A word of ours, which needs no escapes, in quotation marks.
    package mutating func word(_ word: String) { plain { $0.append(contentsOf: word.utf8) } }

    /// A string of bytes that need no escapes, as the closure appends them.
    package mutating func plain(_ append: (inout [UInt8]) -> Void) {
        byte(UInt8(ascii: "\""))
        append(&bytes)
        byte(UInt8(ascii: "\""))
    }

    package mutating func number(_ value: Int) {
        guard value >= 0 else { return bytes.append(contentsOf: String(value).utf8) }
        if value >= 10 { number(value / 10) }
        byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    }

    package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    /// Milliseconds with three places, as in `12.345`; `null` for nil.
    package mutating func milliseconds(_ duration: Duration?) {
        guard let duration else { return raw("null") }
        let microseconds = DurationText.microseconds(duration)
        number(microseconds / 1000)
        let rest = microseconds % 1000
        byte(UInt8(ascii: "."))
        byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 100))
        byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / 10 % 10))
        byte(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
    }

    /// A string; `null` for nil.
    package mutating func string(_ text: String?) {
        guard let text else { return raw("null") }
        var copy = text
        copy.withUTF8 { JSONEscapes.append($0, to: &bytes, isASCIIOnly: isASCIIOnly) }
    }

    /// Bytes that are valid UTF-8, as a string.
    package mutating func utf8(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { JSONEscapes.append($0, to: &bytes, isASCIIOnly: isASCIIOnly) }
    }

    /// Any bytes as a string: each the code point of the same number.
    package mutating func latin1(_ text: [UInt8]) {
        if text.withUnsafeBufferPointer({ JSONEscapes.plainCount($0, from: 0, isASCIIOnly: true) }) == text.count {
            return plain { $0.append(contentsOf: text) }
        }
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

    // MARK: Objects and arrays

    /// An object with the members that the closure writes.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        byte(UInt8(ascii: "{"))
        members(&self)
        byte(UInt8(ascii: "}"))
    }

    /// An array with a value for each item.
    package mutating func array<Item>(_ items: some Sequence<Item>, _ write: (inout JSONWriter, Item) -> Void) {
        byte(UInt8(ascii: "["))
        var isFirst = true
        for item in items {
            if !isFirst { byte(UInt8(ascii: ",")) }
            isFirst = false
            write(&self, item)
        }
        byte(UInt8(ascii: "]"))
    }

    /// A name and its colon, with the comma before it where it is not the first of its object.
    package mutating func key(_ name: String) {
        if bytes.last != UInt8(ascii: "{") { byte(UInt8(ascii: ",")) }
        string(name)
        byte(UInt8(ascii: ":"))
    }

    // Members; those without a value are left out.

    package mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        key(name)
        string(text)
    }

    package mutating func member(_ name: String, _ value: (some FixedWidthInteger)?) {
        guard let value else { return }
        key(name)
        raw(Array(String(value).utf8))
    }

    package mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    package mutating func member(_ name: String, milliseconds duration: Duration) {
        key(name)
        milliseconds(duration)
    }
}

extension JSONWriter {
    /// A text as a string of JSON.
    package static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.string(text)
        return writer.text
    }

    /// A text as it is between the quotation marks of a JSON string.
    package static func escaped(_ text: String) -> String { String(quoted(text).dropFirst().dropLast()) }

    /// JSON that somebody else wrote, valid UTF-8, with escapes for what a terminal would obey or a reader could not
    /// see. Such characters can only occur in strings, so the value stays the same.
    package static func append(json: [UInt8], to bytes: inout [UInt8]) {
        json.withUnsafeBufferPointer { JSONEscapes.appendWritten($0, to: &bytes) }
    }
}
