import Base

extension JSONTree {
    /// Why a text is not JSON.
    package struct SyntaxError: Error, Hashable {
        package var offset: Int
        /// A clause for the user: `a comma or } is expected here`.
        package var reason: String
        /// True if the text up to here is a complete value.
        package var isAfterValue = false

        package init(offset: Int, reason: String, isAfterValue: Bool = false) {
            self.offset = offset
            self.reason = reason
            self.isAfterValue = isAfterValue
        }
    }

    /// - Throws: where the text departs from RFC 8259. A byte order mark at the start is skipped (§8.1).
    package static func parse(_ text: [UInt8]) throws(SyntaxError) -> JSONTree {
        guard text.count < Int(UInt32.max) else {
            throw SyntaxError(offset: 0, reason: "the text is longer than 4 GiB")
        }
        do { _ = try UTF8Span(validating: text.span) } catch {
            throw SyntaxError(offset: error.byteOffsets.lowerBound, reason: "these bytes are not valid UTF-8")
        }
        var parser = Parser(text: text)
        try parser.run()
        return JSONTree(text: text, nodes: parser.nodes)
    }

    private struct Parser {
        let text: [UInt8]
        var nodes: [Node] = []
        /// The open containers, outermost first.
        var open: [UInt32] = []
        var place: Int
        var name = JSONTree.noName

        init(text: [UInt8]) {
            self.text = text
            place = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            nodes.reserveCapacity(text.count / 16)
        }

        private var byte: UInt8? { place < text.count ? text[place] : nil }

        private mutating func skipSpace() {
            while place < text.count, text[place] <= Byte.space,
                text[place] == Byte.space || text[place] == Byte.lineFeed || text[place] == Byte.carriageReturn
                    || text[place] == Byte.tab
            { place += 1 }
        }

        private func failure(_ reason: String, at offset: Int? = nil) -> SyntaxError {
            SyntaxError(offset: offset ?? place, reason: reason)
        }

        private var isInObject: Bool {
            open.last.map { text[Int(nodes[Int($0)].start)] == Byte.openBrace } ?? false
        }

        mutating func run() throws(SyntaxError) {
            repeat { try value() } while try goesOn()
            skipSpace()
            guard byte == nil else {
                throw SyntaxError(offset: place, reason: "nothing more is expected after the value", isAfterValue: true)
            }
        }

        /// Reads a scalar value, or opens a container.
        private mutating func value() throws(SyntaxError) {
            let before = place
            defer { countWork(place - before + 1) }
            skipSpace()
            let start = UInt32(place)
            nodes.append(Node(start: start, end: start, next: 0, name: name))
            name = JSONTree.noName
            switch byte {
            case Byte.openBrace, Byte.openBracket:
                open.append(UInt32(nodes.count - 1))
                place += 1
                return
            case Byte.quote: try string()
            case UInt8(ascii: "t"): try literal("true")
            case UInt8(ascii: "f"): try literal("false")
            case UInt8(ascii: "n"): try literal("null")
            case let byte? where byte == Byte.minus || Self.isDigit(byte): try number()
            case nil: throw failure("the text ends where a value is expected")
            default: throw failure("a value is expected here")
            }
            nodes[nodes.count - 1].end = UInt32(place)
            nodes[nodes.count - 1].next = UInt32(nodes.count)
        }

        /// Moves to the next value and closes the containers that end before it. Returns false at the end of the root.
        private mutating func goesOn() throws(SyntaxError) -> Bool {
            while let container = open.last {
                skipSpace()
                let isEmpty = Int(container) == nodes.count - 1
                switch byte {
                case Byte.closeBrace where isInObject, Byte.closeBracket where !isInObject:
                    place += 1
                    nodes[Int(container)].end = UInt32(place)
                    nodes[Int(container)].next = UInt32(nodes.count)
                    open.removeLast()
                    continue
                case Byte.comma where !isEmpty:
                    place += 1
                default:
                    guard isEmpty else {
                        throw failure(
                            byte == nil
                                ? "the text ends before every bracket is closed"
                                : isInObject ? "a comma or } is expected here" : "a comma or ] is expected here")
                    }
                }
                if isInObject {
                    skipSpace()
                    guard byte == Byte.quote else { throw failure("a name in double quotes is expected here") }
                    name = UInt32(place)
                    try string()
                    skipSpace()
                    guard byte == Byte.colon else { throw failure("a colon is expected here") }
                    place += 1
                }
                return true
            }
            return false
        }

        private mutating func string() throws(SyntaxError) {
            let start = place
            place += 1
            while place < text.count {
                let byte = text[place]
                if byte == Byte.quote {
                    place += 1
                    return
                }
                if byte == Byte.backslash {
                    try escape()
                } else if byte < Byte.space {
                    throw failure("a control character must be escaped in a string")
                } else {
                    place += 1
                }
            }
            throw failure("the string that begins here is not closed", at: start)
        }

        private mutating func escape() throws(SyntaxError) {
            let start = place
            guard place + 1 < text.count else { throw failure("the text ends within a string") }
            switch text[place + 1] {
            case Byte.quote, Byte.backslash, Byte.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
                UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
                place += 2
            case UInt8(ascii: "u"):
                place += 2
                guard place + 4 <= text.count, text[place..<(place + 4)].allSatisfy(Self.isHexDigit) else {
                    throw failure("four hexadecimal digits are expected after \\u", at: start)
                }
                place += 4
            default: throw failure("there is no such escape", at: start)
            }
        }

        private mutating func literal(_ word: StaticString) throws(SyntaxError) {
            for index in 0..<word.utf8CodeUnitCount {
                guard place + index < text.count, text[place + index] == word.utf8Start[index] else {
                    throw failure("a value is expected here")
                }
            }
            place += word.utf8CodeUnitCount
        }

        /// Reads a number by the grammar of RFC 8259 §6.
        private mutating func number() throws(SyntaxError) {
            let start = place
            if byte == Byte.minus { place += 1 }
            if byte == UInt8(ascii: "0") { place += 1 } else { try digits(start) }
            if byte == Byte.dot {
                place += 1
                try digits(start)
            }
            if let letter = byte, letter | 0x20 == UInt8(ascii: "e") {
                place += 1
                if byte == Byte.plus || byte == Byte.minus { place += 1 }
                try digits(start)
            }
        }

        private mutating func digits(_ start: Int) throws(SyntaxError) {
            let first = place
            while let byte, Self.isDigit(byte) { place += 1 }
            guard place > first else { throw failure("this is not a number", at: start) }
        }

        private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
        private static func isHexDigit(_ byte: UInt8) -> Bool {
            isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
        }
    }
}
