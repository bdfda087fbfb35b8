/// JSON (RFC 8259) with the order of members, the text of numbers and the place of every value kept.
///
/// For small files that people write: environments. With `allowsComments` also JSON as editors keep their settings in it:
/// `//` and `/* */` are passed over, and a comma may stand behind the last value. Faults are told with line and column, counted from 1, columns in
/// characters (Unicode scalars).
package struct OrderedJSON {
    package enum Content {
        case object([Member])
        /// As written, on as many lines.
        case array(String)
        case string(String)
        /// A number, `true`, `false` or `null`, as written.
        case literal(String)
    }

    package struct Member {
        package var key: String
        /// Where the name begins, in bytes, at its quotation mark.
        package var offset: Int
        package var value: OrderedJSON
    }

    package struct Fault: Error, Hashable {
        package var line: Int
        package var column: Int
        /// A clause: `a comma or } is expected here`.
        package var text: String

        package init(line: Int, column: Int, text: String) {
            self.line = line
            self.column = column
            self.text = text
        }
    }

    package var content: Content
    /// Where it begins in the file, in bytes.
    package var offset: Int
    /// Behind its last byte.
    package var end: Int

    package var isObject: Bool {
        if case .object = content { return true }
        return false
    }

    /// The member of that name; of several the last, as in other readers. nil if this is no object.
    package func member(_ key: String) -> OrderedJSON? {
        guard case .object(let members) = content else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// Values within values; deeper input is refused rather than risking the stack.
    package static let maxDepth = 200

    package static func parse(_ bytes: [UInt8], allowsComments: Bool = false) throws(Fault) -> OrderedJSON {
        var leniency: Int?
        return try parse(bytes, allowsComments: allowsComments, leniency: &leniency)
    }

    /// - Parameter leniency: where the first thing stands that plain JSON does not have, in bytes; nil if there is none.
    package static func parse(_ bytes: [UInt8], allowsComments: Bool, leniency: inout Int?) throws(Fault) -> OrderedJSON
    {
        var reader = Reader(bytes: bytes, allowsComments: allowsComments)
        guard String(validating: bytes, as: UTF8.self) != nil else { throw reader.fault("the file is not UTF-8") }
        let value = try reader.document()
        leniency = reader.leniency
        return value
    }

    /// A fault at a byte of the file, told by line and column.
    package static func fault(_ text: String, at offset: Int, in bytes: [UInt8]) -> Fault {
        var fault = Fault(line: 1, column: 1, text: text)
        for byte in bytes[..<min(offset, bytes.count)].dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0) {
            if byte == 0x0A {
                fault.line += 1
                fault.column = 1
            } else if byte & 0xC0 != 0x80 {
                fault.column += 1
            }
        }
        return fault
    }

    private struct Reader {
        let bytes: [UInt8]
        let allowsComments: Bool
        var position = 0
        var depth = 0
        /// Arrays around the value that is read.
        var arrays = 0
        /// The first place that plain JSON does not allow.
        var leniency: Int?

        init(bytes: [UInt8], allowsComments: Bool) {
            self.bytes = bytes
            self.allowsComments = allowsComments
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        }

        var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

        func fault(_ text: String, at offset: Int? = nil) -> Fault {
            OrderedJSON.fault(text, at: offset ?? position, in: bytes)
        }

        mutating func skipSpace() throws(Fault) {
            while let byte {
                if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
                    position += 1
                } else if allowsComments, byte == UInt8(ascii: "/") {
                    try skipComment()
                } else {
                    return
                }
            }
        }

        private mutating func skipComment() throws(Fault) {
            let start = position
            leniency = leniency ?? start
            switch position + 1 < bytes.count ? bytes[position + 1] : 0 {
            case UInt8(ascii: "/"):
                while let byte, byte != 0x0A, byte != 0x0D { position += 1 }
            case UInt8(ascii: "*"):
                position += 2
                while position + 1 < bytes.count,
                    bytes[position] != UInt8(ascii: "*") || bytes[position + 1] != UInt8(ascii: "/")
                { position += 1 }
                guard position + 1 < bytes.count else { throw fault("the comment is not closed", at: start) }
                position += 2
            default: throw fault("a value is expected here")
            }
        }

        mutating func document() throws(Fault) -> OrderedJSON {
            let value = try value()
            try skipSpace()
            guard byte == nil else { throw fault("nothing more is expected after the value") }
            return value
        }

        mutating func value() throws(Fault) -> OrderedJSON {
            try skipSpace()
            let start = position
            depth += 1
            defer { depth -= 1 }
            guard depth <= OrderedJSON.maxDepth else { throw fault("the values are nested too deeply") }
            let content: Content
            switch byte {
            case nil: throw fault("the file ends where a value is expected")
            case UInt8(ascii: "{"): content = .object(try members())
            case UInt8(ascii: "["):
                try elements()
                // An array within another is part of that one's text, and asked for by nobody.
                content = .array(arrays > 0 ? "" : String(decoding: bytes[start..<position], as: UTF8.self))
            case UInt8(ascii: "\""): content = .string(try string())
            default: content = .literal(try literal())
            }
            return OrderedJSON(content: content, offset: start, end: position)
        }

        mutating func members() throws(Fault) -> [Member] {
            position += 1
            var members: [Member] = []
            try skipSpace()
            if byte == UInt8(ascii: "}") {
                position += 1
                return members
            }
            while true {
                try skipSpace()
                let start = position
                guard byte == UInt8(ascii: "\"") else { throw fault("a name in double quotes is expected here") }
                let key = try string()
                try skipSpace()
                guard byte == UInt8(ascii: ":") else { throw fault("a colon is expected here") }
                position += 1
                members.append(Member(key: key, offset: start, value: try value()))
                try skipSpace()
                switch byte {
                case UInt8(ascii: ","):
                    position += 1
                    if try closesAfterComma(UInt8(ascii: "}")) { return members }
                case UInt8(ascii: "}"):
                    position += 1
                    return members
                default: throw fault("a comma or } is expected here")
                }
            }
        }

        /// Whether nothing but the closing bracket follows a comma, where that is allowed; goes past the bracket.
        private mutating func closesAfterComma(_ bracket: UInt8) throws(Fault) -> Bool {
            guard allowsComments else { return false }
            try skipSpace()
            guard byte == bracket else { return false }
            leniency = leniency ?? position
            position += 1
            return true
        }

        mutating func elements() throws(Fault) {
            position += 1
            arrays += 1
            defer { arrays -= 1 }
            try skipSpace()
            if byte == UInt8(ascii: "]") {
                position += 1
                return
            }
            while true {
                _ = try value()
                try skipSpace()
                switch byte {
                case UInt8(ascii: ","):
                    position += 1
                    if try closesAfterComma(UInt8(ascii: "]")) { return }
                case UInt8(ascii: "]"):
                    position += 1
                    return
                default: throw fault("a comma or ] is expected here")
                }
            }
        }

        mutating func literal() throws(Fault) -> String {
            let start = position
            while let byte, LineText.isLetter(byte) || LineText.isDigit(byte) || "+-.".utf8.contains(byte) {
                position += 1
            }
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            guard ["true", "false", "null"].contains(text) || Self.isNumber(bytes[start..<position]) else {
                position = start
                throw fault("a value is expected here")
            }
            return text
        }

        /// RFC 8259 §6.
        static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
            var rest = text
            if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            let whole = rest.prefix(while: LineText.isDigit)
            guard !whole.isEmpty, whole.count == 1 || whole.first != UInt8(ascii: "0") else { return false }
            rest = rest.dropFirst(whole.count)
            if rest.first == UInt8(ascii: ".") {
                let fraction = rest.dropFirst().prefix(while: LineText.isDigit)
                guard !fraction.isEmpty else { return false }
                rest = rest.dropFirst(1 + fraction.count)
            }
            if let first = rest.first, first | 0x20 == UInt8(ascii: "e") {
                rest = rest.dropFirst()
                if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
                let exponent = rest.prefix(while: LineText.isDigit)
                guard !exponent.isEmpty else { return false }
                rest = rest.dropFirst(exponent.count)
            }
            return rest.isEmpty
        }

        mutating func string() throws(Fault) -> String {
            let start = position
            position += 1
            var text: [UInt8] = []
            while let byte {
                switch byte {
                case UInt8(ascii: "\""):
                    position += 1
                    return String(decoding: text, as: UTF8.self)
                case UInt8(ascii: "\\"):
                    text.append(contentsOf: try escape())
                case 0..<0x20:
                    throw fault("a control character must be escaped in a string")
                default:
                    text.append(byte)
                    position += 1
                }
            }
            throw fault("the string that begins here is not closed", at: start)
        }

        mutating func escape() throws(Fault) -> [UInt8] {
            let start = position
            position += 1
            let escaped = byte
            position += 1
            switch escaped {
            case UInt8(ascii: "n"): return [0x0A]
            case UInt8(ascii: "t"): return [0x09]
            case UInt8(ascii: "r"): return [0x0D]
            case UInt8(ascii: "b"): return [0x08]
            case UInt8(ascii: "f"): return [0x0C]
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [escaped ?? 0]
            case UInt8(ascii: "u"): return Array(String(try scalar(start)).utf8)
            default: throw fault("this escape is not known", at: start)
            }
        }

        /// `\u1234`, or a surrogate pair of two; a lone surrogate is refused.
        mutating func scalar(_ start: Int) throws(Fault) -> Unicode.Scalar {
            let first = try hexadecimal(start)
            if let scalar = Unicode.Scalar(first) { return scalar }
            guard first < 0xDC00, byte == UInt8(ascii: "\\"), position + 1 < bytes.count,
                bytes[position + 1] == UInt8(ascii: "u")
            else { throw fault("half of a surrogate pair is missing", at: start) }
            position += 2
            let second = try hexadecimal(start)
            guard (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            else { throw fault("half of a surrogate pair is missing", at: start) }
            return scalar
        }

        mutating func hexadecimal(_ start: Int) throws(Fault) -> UInt32 {
            guard position + 4 <= bytes.count,
                bytes[position..<position + 4].allSatisfy({ LineText.isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
                ),
                let value = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
            else { throw fault("four hexadecimal digits are expected after \\u", at: start) }
            position += 4
            return value
        }
    }
}
