/// Reads one JSON text (RFC 8259) inside a larger array of bytes.
///
/// It checks the grammar and finds where values begin and end; values are decoded only on demand. Nothing is copied and
/// nothing recurses, and the bytes are never changed, so a value can be repeated exactly as it was written.
/// The caller checks that the text is UTF-8, once for the whole line.
package struct LineJSON {
    package struct SyntaxError: Error, Hashable {
        /// A clause for the user: `a colon is expected here`.
        package var text: String
        /// Byte offset in the array that is read.
        package var offset: Int

        package init(text: String, offset: Int) {
            self.text = text
            self.offset = offset
        }
    }

    package enum Kind: Hashable { case string, number, bool, null, array, object }

    package struct Value: Hashable {
        package var kind: Kind
        /// The value's bytes in the array, including its quotation marks or brackets.
        package var range: Range<Int>
        /// True for a string without escapes: its bytes are its text.
        package var isPlain = true
    }

    package let bytes: [UInt8]
    package let end: Int
    package private(set) var position: Int

    /// Deepest nesting of arrays and objects; deeper text is an error.
    package static let maxDepth = 1000

    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Skips whitespace and returns the next byte without consuming it, or nil at the end.
    package mutating func next() -> UInt8? {
        while position < end {
            let byte = bytes[position]
            guard byte == Byte.space || byte == Byte.lineFeed || byte == Byte.carriageReturn || byte == Byte.tab else {
                return byte
            }
            position += 1
        }
        return nil
    }

    /// Consumes the byte if it is the next one after whitespace.
    package mutating func take(_ wanted: UInt8) -> Bool {
        guard next() == wanted else { return false }
        position += 1
        return true
    }

    package func failure(_ text: String, at offset: Int? = nil) -> SyntaxError {
        SyntaxError(text: text, offset: offset ?? position)
    }

    /// Reads the next value, with everything inside it.
    package mutating func value() throws(SyntaxError) -> Value {
        switch next() {
        case Byte.openBrace, Byte.openBracket: return try container()
        default: return try scalar()
        }
    }

    /// Starts reading an object's members or an array's elements one by one; continue with `nextName` or `nextElement`.
    package mutating func open(_ bracket: UInt8) -> Bool { take(bracket) }

    /// The name of the next member, or nil at the closing brace.
    /// - Parameter isFirst: true until the first member has been read.
    package mutating func nextName(isFirst: Bool) throws(SyntaxError) -> Value? {
        if take(Byte.closeBrace) { return nil }
        if !isFirst, !take(Byte.comma) { throw failure("a comma or } is expected here") }
        guard next() == Byte.quote else { throw failure("a name in double quotes is expected here") }
        let name = try string()
        guard take(Byte.colon) else { throw failure("a colon is expected here") }
        return name
    }

    /// Moves to the next element; false at the closing bracket.
    /// - Parameter isFirst: true until the first element has been read.
    package mutating func nextElement(isFirst: Bool) throws(SyntaxError) -> Value? {
        if take(Byte.closeBracket) { return nil }
        if !isFirst, !take(Byte.comma) { throw failure("a comma or ] is expected here") }
        return try value()
    }

    // MARK: - The grammar

    private mutating func scalar() throws(SyntaxError) -> Value {
        _ = next()
        let start = position
        switch next() {
        case Byte.quote: return try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"):
            try word("null")
            return Value(kind: .null, range: start..<position)
        case let byte? where byte == Byte.minus || (0x30...0x39).contains(byte): return try number()
        case nil: throw failure("the line ends where a value is expected")
        default: throw failure("a value is expected here")
        }
        return Value(kind: .bool, range: start..<position)
    }

    private mutating func word(_ word: StaticString) throws(SyntaxError) {
        let length = word.utf8CodeUnitCount
        let isThere =
            position + length <= end
            && word.withUTF8Buffer { $0.elementsEqual(bytes[position..<position + length]) }
        guard isThere else { throw failure("a value is expected here") }
        position += length
    }

    private mutating func number() throws(SyntaxError) -> Value {
        let start = position
        if bytes[position] == Byte.minus { position += 1 }
        let whole = digits()
        guard whole == 1 || (whole > 1 && bytes[position - whole] != UInt8(ascii: "0")) else {
            throw failure("this is not a number", at: start)
        }
        if position < end, bytes[position] == Byte.dot {
            position += 1
            guard digits() > 0 else { throw failure("this is not a number", at: start) }
        }
        if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < end, bytes[position] == Byte.plus || bytes[position] == Byte.minus {
                position += 1
            }
            guard digits() > 0 else { throw failure("this is not a number", at: start) }
        }
        return Value(kind: .number, range: start..<position)
    }

    private mutating func digits() -> Int {
        let start = position
        while position < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) { position += 1 }
        return position - start
    }

    private mutating func string() throws(SyntaxError) -> Value {
        let start = position
        var isPlain = true
        position += 1
        while position < end {
            let byte = bytes[position]
            if byte == Byte.quote {
                position += 1
                return Value(kind: .string, range: start..<position, isPlain: isPlain)
            }
            if byte == Byte.backslash {
                isPlain = false
                try escape()
            } else if byte < Byte.space {
                throw failure("a control character must be escaped in a string")
            } else {
                position += 1
            }
        }
        throw failure("the string that begins here is not closed", at: start)
    }

    private mutating func escape() throws(SyntaxError) {
        let start = position
        position += 1
        guard position < end else { return }
        let kind = bytes[position]
        position += 1
        switch kind {
        case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            Byte.quote, Byte.backslash, Byte.slash:
            break
        case UInt8(ascii: "u"):
            guard position + 4 <= end, bytes[position..<position + 4].allSatisfy({ Self.hexValue($0) != nil }) else {
                throw failure("four hexadecimal digits are expected after \\u", at: start)
            }
            position += 4
        default: throw failure("this escape is not known", at: start)
        }
    }

    private static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
            UInt32(byte | 0x20 - UInt8(ascii: "a")) + 10
        default: nil
        }
    }

    /// Reads an array or object with a list instead of recursion: a line full of brackets must not overflow the stack.
    private mutating func container() throws(SyntaxError) -> Value {
        let start = position
        let isObject = bytes[position] == Byte.openBrace
        /// The closing brackets still expected, innermost last.
        var closers: [UInt8] = []
        func closer(of bracket: UInt8) -> UInt8 { bracket + 2 }
        closers.append(closer(of: bytes[position]))
        position += 1
        var isFirst = true
        while let closer = closers.last {
            if take(closer) {
                closers.removeLast()
                isFirst = false
                continue
            }
            if closer == Byte.closeBrace {
                _ = try nextName(isFirst: isFirst)
            } else if !isFirst, !take(Byte.comma) {
                throw failure(
                    next() == nil ? "the bracket that begins here is not closed" : "a comma or ] is expected here",
                    at: next() == nil ? start : nil)
            }
            isFirst = false
            guard let byte = next() else { throw failure("the line ends where a value is expected") }
            if byte == Byte.openBracket || byte == Byte.openBrace {
                guard closers.count < Self.maxDepth else { throw failure("the values are nested too deeply") }
                closers.append(byte + 2)
                position += 1
                isFirst = true
            } else {
                _ = try scalar()
            }
        }
        return Value(kind: isObject ? .object : .array, range: start..<position)
    }

    // MARK: - Meanings

    /// The value's bytes exactly as they were written.
    package func raw(_ value: Value) -> ArraySlice<UInt8> { bytes[value.range] }

    /// The decoded text of a string as UTF-8, or nil if an escape names half a surrogate pair, which UTF-8 cannot
    /// express.
    package func utf8(_ string: Value) -> [UInt8]? {
        let inside = string.range.dropFirst().dropLast()
        if string.isPlain { return Array(bytes[inside]) }
        var text: [UInt8] = []
        text.reserveCapacity(inside.count)
        var at = inside.lowerBound
        while at < inside.upperBound {
            let byte = bytes[at]
            guard byte == Byte.backslash else {
                text.append(byte)
                at += 1
                continue
            }
            let kind = bytes[at + 1]
            at += 2
            switch kind {
            case UInt8(ascii: "n"): text.append(Byte.lineFeed)
            case UInt8(ascii: "t"): text.append(Byte.tab)
            case UInt8(ascii: "r"): text.append(Byte.carriageReturn)
            case UInt8(ascii: "b"): text.append(Byte.backspace)
            case UInt8(ascii: "f"): text.append(Byte.formFeed)
            case UInt8(ascii: "u"):
                guard let scalar = scalar(&at, end: inside.upperBound) else { return nil }
                text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            default: text.append(kind)
            }
        }
        return text
    }

    /// Reads the code point after `\u`, or after `\uD83D\u`, and moves `at` past it.
    private func scalar(_ at: inout Int, end: Int) -> Unicode.Scalar? {
        let first = codeUnit(at)
        at += 4
        guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
        guard at + 6 <= end, bytes[at] == Byte.backslash, bytes[at + 1] == UInt8(ascii: "u") else { return nil }
        let second = codeUnit(at + 2)
        guard (0xDC00...0xDFFF).contains(second) else { return nil }
        at += 6
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private func codeUnit(_ at: Int) -> UInt32 {
        bytes[at..<at + 4].reduce(0) { $0 << 4 | (Self.hexValue($1) ?? 0) }
    }

    /// The decoded text of a string with each code point as the byte of that number, or nil if one is above 255.
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
