/// Goes through a JSON text value by value, without building anything: for those who need a few members of it.
///
/// Nothing is copied until a text is asked for, and bytes are never changed, so a value can be repeated as it was
/// written.
package struct JSONCursor: Sendable {
    package struct Value: Sendable, Hashable {
        /// `objectStart` for an object, `arrayStart` for an array.
        package var kind: JSONReader.Token
        /// The value's bytes, including its quotation marks or brackets.
        package var range: Range<Int>
        /// Whether it is a string with escapes; else its bytes are its text.
        package var hasEscapes = false
    }

    package let bytes: [UInt8]
    private var reader: JSONReader

    /// - Parameter range: what to read of the bytes; nil means all of them.
    package init(
        _ bytes: [UInt8], _ range: Range<Int>? = nil,
        options: JSONReader.Options = JSONReader.Options(maxDepth: JSONReader.recursionDepth)
    ) {
        self.bytes = bytes
        reader = bytes.withUnsafeBufferPointer { JSONReader($0, range, options: options) }
    }

    /// A cursor at a value inside a text that is known to be correct.
    init(_ bytes: [UInt8], at place: Int) {
        self.init(bytes, place..<bytes.count, options: JSONReader.Options(checksUTF8: false))
    }

    /// The first thing that plain JSON does not allow; see `JSONReader.Options.allowsComments`.
    package var leniency: Int? { reader.leniency }

    // MARK: Steps

    package mutating func next() throws(JSONSyntaxError) -> JSONReader.Token {
        try bytes.withUnsafeBufferPointer { text throws(JSONSyntaxError) in try reader.next(in: text) }
    }

    /// The token read last; for the start of an array or object all of it, which is skipped.
    package mutating func value(_ token: JSONReader.Token) throws(JSONSyntaxError) -> Value {
        let hasEscapes = token == .string && reader.hasEscapes
        let range = try bytes.withUnsafeBufferPointer { text throws(JSONSyntaxError) in
            try reader.skipValue(from: token, in: text)
        }
        return Value(kind: token, range: range, hasEscapes: hasEscapes)
    }

    /// The next value, with everything inside it.
    package mutating func value() throws(JSONSyntaxError) -> Value { try value(try next()) }

    /// After the start of an object or a member's value: the name of the next member, or nil at the end of the object.
    package mutating func nextName() throws(JSONSyntaxError) -> Value? {
        guard try next() == .name else { return nil }
        return string
    }

    /// After the start of an array or an element: the next element, or nil at the end of the array.
    package mutating func nextElement() throws(JSONSyntaxError) -> Value? {
        let token = try next()
        return token == .arrayEnd ? nil : try value(token)
    }

    /// Where the token read last begins, and where it ends.
    package var range: Range<Int> { reader.tokenStart..<reader.place }

    /// The string or name that was read last.
    package var string: Value { Value(kind: .string, range: range, hasEscapes: reader.hasEscapes) }

    // MARK: Meanings

    /// The value's bytes exactly as they were written.
    package func raw(_ value: Value) -> ArraySlice<UInt8> { bytes[value.range] }

    package func written(_ value: Value) -> String { String(decoding: raw(value), as: UTF8.self) }

    /// The text of a string or name.
    /// - Throws: where half of a surrogate pair is escaped, which no text can express.
    package func text(_ string: Value) throws(JSONSyntaxError) -> String {
        String(decoding: try checked(string), as: UTF8.self)
    }

    /// `text` as UTF-8, or nil where half of a surrogate pair is escaped.
    package func utf8(_ string: Value) -> [UInt8]? { try? checked(string) }

    private func checked(_ string: Value) throws(JSONSyntaxError) -> [UInt8] {
        let inside = string.range.dropFirst().dropLast()
        guard string.hasEscapes else { return Array(bytes[inside]) }
        let (text, half) = JSONText.decoded(bytes, inside)
        guard let half else { return text }
        throw JSONSyntaxError(
            offset: half, reason: "half of a surrogate pair is missing", tokenStart: string.range.lowerBound)
    }

    /// The text of a string with each code point as the byte of that number, or nil if one is above 255.
    package func latin1(_ string: Value) -> [UInt8]? {
        guard let text = utf8(string) else { return nil }
        guard text.contains(where: { $0 >= 0x80 }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
