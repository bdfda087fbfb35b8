/// A parsed JSON value (RFC 8259) that keeps the order of members, the text of numbers and the position of every value.
///
/// Meant for small files that users write, such as environments. With `allowsComments` it also reads the JSON dialect
/// of editor settings: `//` and `/* */` comments are skipped, and a comma may follow the last value. Errors give line
/// and column, counted from 1; columns count Unicode scalars.
package struct OrderedJSON {
    package enum Content {
        case object([Member])
        /// The source text of the whole array, line breaks included.
        case array(String)
        case string(String)
        /// The source text of a number, `true`, `false` or `null`.
        case literal(String)
    }

    package struct Member {
        package var key: String
        /// Byte offset of the quotation mark that opens the name.
        package var offset: Int
        package var value: OrderedJSON
    }

    package struct SyntaxError: Error, Hashable {
        package var line: Int
        package var column: Int
        /// A clause for the user: `a comma or } is expected here`.
        package var text: String

        package init(line: Int, column: Int, text: String) {
            self.line = line
            self.column = column
            self.text = text
        }
    }

    package var content: Content
    /// Byte offset in the file where the value begins.
    package var offset: Int
    /// Byte offset just past the value.
    package var end: Int

    package var isObject: Bool {
        if case .object = content { return true }
        return false
    }

    /// The member with that name, or nil; nil too if this is not an object. If the name is repeated, the last one
    /// counts.
    package func member(_ key: String) -> OrderedJSON? {
        guard case .object(let members) = content else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// Deepest nesting of values; deeper input is an error rather than a risk to the stack.
    package static let maxDepth = 200

    package static func parse(_ bytes: [UInt8], allowsComments: Bool = false) throws(SyntaxError) -> OrderedJSON {
        var leniency: Int?
        return try parse(bytes, allowsComments: allowsComments, leniency: &leniency)
    }

    /// - Parameter leniency: set to the byte offset of the first thing that plain JSON does not allow, or nil if there
    ///   is none.
    package static func parse(_ bytes: [UInt8], allowsComments: Bool, leniency: inout Int?) throws(SyntaxError)
        -> OrderedJSON
    {
        var reader = Reader(bytes: bytes, allowsComments: allowsComments)
        guard String(validating: bytes, as: UTF8.self) != nil else { throw reader.failure("the file is not UTF-8") }
        let value = try reader.document()
        leniency = reader.leniency
        return value
    }

    /// An error at a byte of the file, with its line and column.
    package static func failure(_ text: String, at offset: Int, in bytes: [UInt8]) -> SyntaxError {
        var error = SyntaxError(line: 1, column: 1, text: text)
        for byte in bytes[..<min(offset, bytes.count)].dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0) {
            if byte == Byte.lineFeed {
                error.line += 1
                error.column = 1
            } else if byte & 0xC0 != 0x80 {
                error.column += 1
            }
        }
        return error
    }

    private struct Reader {
        let bytes: [UInt8]
        let allowsComments: Bool
        var position = 0
        var depth = 0
        /// How many open arrays surround the current position.
        var arrays = 0
        /// Byte offset of the first thing that plain JSON does not allow.
        var leniency: Int?

        init(bytes: [UInt8], allowsComments: Bool) {
            self.bytes = bytes
            self.allowsComments = allowsComments
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        }

        var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

        func failure(_ text: String, at offset: Int? = nil) -> SyntaxError {
            OrderedJSON.failure(text, at: offset ?? position, in: bytes)
        }

        mutating func skipSpace() throws(SyntaxError) {
            while let byte {
                if byte == Byte.space || byte == Byte.tab || byte == Byte.lineFeed || byte == Byte.carriageReturn {
                    position += 1
                } else if allowsComments, byte == Byte.slash {
                    try skipComment()
                } else {
                    return
                }
            }
        }

        private mutating func skipComment() throws(SyntaxError) {
            let start = position
            leniency = leniency ?? start
            switch position + 1 < bytes.count ? bytes[position + 1] : 0 {
            case Byte.slash:
                while let byte, byte != Byte.lineFeed, byte != Byte.carriageReturn { position += 1 }
            case Byte.asterisk:
                position += 2
                while position + 1 < bytes.count,
                    bytes[position] != Byte.asterisk || bytes[position + 1] != Byte.slash
                { position += 1 }
                guard position + 1 < bytes.count else { throw failure("the comment is not closed", at: start) }
                position += 2
            default: throw failure("a value is expected here")
            }
        }

        mutating func document() throws(SyntaxError) -> OrderedJSON {
            let value = try value()
            try skipSpace()
            guard byte == nil else { throw failure("nothing more is expected after the value") }
            return value
        }

        mutating func value() throws(SyntaxError) -> OrderedJSON {
            try skipSpace()
            let start = position
            depth += 1
            defer { depth -= 1 }
            guard depth <= OrderedJSON.maxDepth else { throw failure("the values are nested too deeply") }
            let content: Content
            switch byte {
            case nil: throw failure("the file ends where a value is expected")
            case Byte.openBrace: content = .object(try members())
            case Byte.openBracket:
                try elements()
                // A nested array is part of the outer one's text; nobody asks for it separately.
                content = .array(arrays > 0 ? "" : String(decoding: bytes[start..<position], as: UTF8.self))
            case Byte.quote: content = .string(try string())
            default: content = .literal(try literal())
            }
            return OrderedJSON(content: content, offset: start, end: position)
        }

        mutating func members() throws(SyntaxError) -> [Member] {
            position += 1
            var members: [Member] = []
            try skipSpace()
            if byte == Byte.closeBrace {
                position += 1
                return members
            }
            while true {
                try skipSpace()
                let start = position
                guard byte == Byte.quote else { throw failure("a name in double quotes is expected here") }
                let key = try string()
                try skipSpace()
                guard byte == Byte.colon else { throw failure("a colon is expected here") }
                position += 1
                members.append(Member(key: key, offset: start, value: try value()))
                try skipSpace()
                switch byte {
                case Byte.comma:
                    position += 1
                    if try closesAfterComma(Byte.closeBrace) { return members }
                case Byte.closeBrace:
                    position += 1
                    return members
                default: throw failure("a comma or } is expected here")
                }
            }
        }

        /// Checks for a closing bracket right after a comma, where that is allowed, and consumes it.
        private mutating func closesAfterComma(_ bracket: UInt8) throws(SyntaxError) -> Bool {
            guard allowsComments else { return false }
            try skipSpace()
            guard byte == bracket else { return false }
            leniency = leniency ?? position
            position += 1
            return true
        }

        mutating func elements() throws(SyntaxError) {
            position += 1
            arrays += 1
            defer { arrays -= 1 }
            try skipSpace()
            if byte == Byte.closeBracket {
                position += 1
                return
            }
            while true {
                _ = try value()
                try skipSpace()
                switch byte {
                case Byte.comma:
                    position += 1
                    if try closesAfterComma(Byte.closeBracket) { return }
                case Byte.closeBracket:
                    position += 1
                    return
                default: throw failure("a comma or ] is expected here")
                }
            }
        }

        mutating func literal() throws(SyntaxError) -> String {
            let start = position
            while let byte, LineText.isLetter(byte) || LineText.isDigit(byte) || "+-.".utf8.contains(byte) {
                position += 1
            }
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            guard ["true", "false", "null"].contains(text) || Self.isNumber(bytes[start..<position]) else {
                position = start
                throw failure("a value is expected here")
            }
            return text
        }

        /// Whether the text is a number by the grammar of RFC 8259 §6.
        static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
            var rest = text
            if rest.first == Byte.minus { rest = rest.dropFirst() }
            let whole = rest.prefix(while: LineText.isDigit)
            guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
            rest = rest.dropFirst(whole.count)
            if rest.first == Byte.dot {
                let fraction = rest.dropFirst().prefix(while: LineText.isDigit)
                guard !fraction.isEmpty else { return false }
                rest = rest.dropFirst(1 + fraction.count)
            }
            if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
                rest = rest.dropFirst()
                if rest.first == Byte.plus || rest.first == Byte.minus { rest = rest.dropFirst() }
                let exponent = rest.prefix(while: LineText.isDigit)
                guard !exponent.isEmpty else { return false }
                rest = rest.dropFirst(exponent.count)
            }
            return rest.isEmpty
        }

        mutating func string() throws(SyntaxError) -> String {
            let start = position
            position += 1
            var text: [UInt8] = []
            while let byte {
                switch byte {
                case Byte.quote:
                    position += 1
                    return String(decoding: text, as: UTF8.self)
                case Byte.backslash:
                    text.append(contentsOf: try escape())
                case 0..<Byte.space:
                    throw failure("a control character must be escaped in a string")
                default:
                    text.append(byte)
                    position += 1
                }
            }
            throw failure("the string that begins here is not closed", at: start)
        }

        mutating func escape() throws(SyntaxError) -> [UInt8] {
            let start = position
            position += 1
            let escaped = byte
            position += 1
            switch escaped {
            case UInt8(ascii: "n"): return [Byte.lineFeed]
            case UInt8(ascii: "t"): return [Byte.tab]
            case UInt8(ascii: "r"): return [Byte.carriageReturn]
            case UInt8(ascii: "b"): return [Byte.backspace]
            case UInt8(ascii: "f"): return [Byte.formFeed]
            case Byte.quote, Byte.backslash, Byte.slash: return [escaped ?? 0]
            case UInt8(ascii: "u"): return Array(String(try scalar(start)).utf8)
            default: throw failure("this escape is not known", at: start)
            }
        }

        /// Decodes `\u1234`, or a surrogate pair written as two such escapes; a lone surrogate is an error.
        mutating func scalar(_ start: Int) throws(SyntaxError) -> Unicode.Scalar {
            let first = try hexadecimal(start)
            if let scalar = Unicode.Scalar(first) { return scalar }
            guard first < 0xDC00, byte == Byte.backslash, position + 1 < bytes.count,
                bytes[position + 1] == UInt8(ascii: "u")
            else { throw failure("half of a surrogate pair is missing", at: start) }
            position += 2
            let second = try hexadecimal(start)
            guard (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            else { throw failure("half of a surrogate pair is missing", at: start) }
            return scalar
        }

        mutating func hexadecimal(_ start: Int) throws(SyntaxError) -> UInt32 {
            guard position + 4 <= bytes.count,
                bytes[position..<position + 4].allSatisfy({ LineText.isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
                ),
                let value = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
            else { throw failure("four hexadecimal digits are expected after \\u", at: start) }
            position += 4
            return value
        }
    }
}
