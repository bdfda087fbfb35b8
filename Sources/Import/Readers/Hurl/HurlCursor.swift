import Base
import NetEngine

/// A place in a file of Hurl, with the small tokens of the language.
struct HurlCursor {
    let bytes: [UInt8]
    private(set) var offset = 0
    private(set) var line = 1
    private var lineStart = 0
    /// No `{{` before it is closed on its line.
    private var unclosedUntil = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var column: Int { offset - lineStart + 1 }
    var isAtEnd: Bool { offset >= bytes.count }
    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    func peek(_ distance: Int) -> UInt8? { offset + distance < bytes.count ? bytes[offset + distance] : nil }

    func isAt(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard offset + count <= bytes.count else { return false }
        for index in 0..<count where bytes[offset + index] != text.utf8Start[index] { return false }
        return true
    }

    func error(_ reason: String) -> HurlFile.SyntaxError {
        HurlFile.SyntaxError(line: line, column: column, reason: reason)
    }

    // MARK: Moving

    mutating func advance(_ count: Int = 1) {
        // Swift 6.3.1 optimises a loop with an early return wrongly: a read of `offset` after it gets the old value.
        for _ in 0..<min(count, bytes.count - offset) {
            let isLineEnd = bytes[offset] == Byte.lineFeed
            offset += 1
            if isLineEnd {
                line += 1
                lineStart = offset
            }
        }
        countWork(count)
    }

    mutating func skipSpaces() {
        while let byte = next, LineText.isSpace(byte) || byte == Byte.carriageReturn { advance() }
    }

    /// To the start of the next line.
    mutating func skipLine() {
        while let byte = next {
            advance()
            if byte == Byte.lineFeed { return }
        }
    }

    /// Spaces, a comment, the line end.
    mutating func endLine() throws(HurlFile.SyntaxError) {
        skipSpaces()
        guard let byte = next else { return }
        guard byte == Byte.lineFeed || byte == Byte.hash else { throw error("the line should end here") }
        skipLine()
    }

    /// Empty lines and comments, and the spaces before what follows.
    ///
    /// - Returns: the comments since the last empty line, without `#`.
    mutating func skipLines() -> [String] {
        var comments: [String] = []
        while true {
            skipSpaces()
            guard let byte = next else { return comments }
            if byte == Byte.lineFeed {
                comments = []
                advance()
            } else if byte == Byte.hash {
                comments.append(String(rest.dropFirst().trimmedText))
                skipLine()
            } else {
                return comments
            }
        }
    }

    /// The text up to the end of the line.
    var rest: String {
        var end = offset
        while end < bytes.count, bytes[end] != Byte.lineFeed { end += 1 }
        return text(offset..<end)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Letters, digits, `-` and `_`.
    mutating func word() -> String {
        let start = offset
        while let byte = next,
            ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == Byte.minus || byte == Byte.underscore
        {
            advance()
        }
        return text(start..<offset)
    }

    // MARK: Texts

    /// `{{…}}`, as it is written; nil if there is none here.
    mutating func reference() -> [UInt8]? {
        guard isAt("{{"), offset >= unclosedUntil else { return nil }
        var end = offset + 2
        while end + 1 < bytes.count, bytes[end] != Byte.lineFeed {
            if bytes[end] == Byte.closeBrace, bytes[end + 1] == Byte.closeBrace {
                let found = Array(bytes[offset..<(end + 2)])
                advance(end + 2 - offset)
                return found
            }
            end += 1
        }
        unclosedUntil = end
        return nil
    }

    /// A text up to one of the bytes, the line end, or a comment, with its escapes resolved.
    mutating func unquoted(until stops: Set<UInt8>) throws(HurlFile.SyntaxError) -> String {
        var text: [UInt8] = []
        while let byte = next, byte != Byte.lineFeed, byte != Byte.hash, !stops.contains(byte) {
            if let reference = reference() {
                text += reference
            } else if byte == Byte.backslash {
                text += try escape()
            } else {
                text.append(byte)
                advance()
            }
        }
        return text[...].trimmedText
    }

    /// `"…"`
    mutating func quoted() throws(HurlFile.SyntaxError) -> String {
        try delimited(by: Byte.quote, "the quoted text is not closed")
    }

    /// `` `…` ``
    mutating func oneLine() throws(HurlFile.SyntaxError) -> String {
        try delimited(by: Byte.backtick, "the text that begins with ` has no end")
    }

    /// A text between two equal bytes on one line, with its escapes resolved.
    private mutating func delimited(
        by delimiter: UInt8, _ reason: String
    ) throws(HurlFile.SyntaxError) -> String {
        let start = error(reason)
        advance()
        var text: [UInt8] = []
        while let byte = next, byte != Byte.lineFeed {
            if byte == delimiter {
                advance()
                return String(decoding: text, as: UTF8.self)
            }
            if let reference = reference() {
                text += reference
            } else if byte == Byte.backslash {
                text += try escape()
            } else {
                text.append(byte)
                advance()
            }
        }
        throw start
    }

    private mutating func escape() throws(HurlFile.SyntaxError) -> [UInt8] {
        guard let byte = peek(1) else { throw error("nothing follows the backslash") }
        switch byte {
        case UInt8(ascii: "n"):
            advance(2)
            return [Byte.lineFeed]
        case UInt8(ascii: "r"):
            advance(2)
            return [Byte.carriageReturn]
        case UInt8(ascii: "t"):
            advance(2)
            return [Byte.tab]
        case UInt8(ascii: "b"):
            advance(2)
            return [Byte.backspace]
        case UInt8(ascii: "f"):
            advance(2)
            return [Byte.formFeed]
        case UInt8(ascii: "u"):
            guard peek(2) == Byte.openBrace else { throw error("\\u must be followed by {hexadecimal digits}") }
            let start = offset
            var digits: [UInt8] = []
            var place = 3
            while let digit = peek(place), digit != Byte.closeBrace, digits.count < 7 {
                digits.append(digit)
                place += 1
            }
            guard peek(place) == Byte.closeBrace,
                let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(value)
            else { throw error("\\u{…} is not a character") }
            advance(place + 1)
            countWork(offset - start)
            return Array(String(Character(scalar)).utf8)
        case Byte.lineFeed: throw error("nothing follows the backslash")
        default:
            advance(2)
            return [byte]
        }
    }

    // MARK: Values of several lines

    /// `hex,…;`, `base64,…;` or `file,…;`; nil if there is none here.
    mutating func encoded() throws(HurlFile.SyntaxError) -> HurlFile.Value? {
        let kinds: [(StaticString, Int)] = [("hex,", 4), ("base64,", 7), ("file,", 5)]
        guard let kind = kinds.first(where: { isAt($0.0) }) else { return nil }
        let start = error("the value must end with a semicolon")
        let valueStart = offset + kind.1
        var end = valueStart
        let isPath = kind.1 == 5
        // A path is on one line; the others end where a byte is none of theirs.
        while end < bytes.count, bytes[end] != Byte.semicolon,
            isPath ? bytes[end] != Byte.lineFeed : Self.isEncodedByte(bytes[end])
        {
            end += 1
        }
        guard end < bytes.count, bytes[end] == Byte.semicolon else { throw start }
        let content = bytes[valueStart..<end]
        switch kind.1 {
        case 4:
            guard let decoded = Self.hexadecimal(content) else {
                throw error("these are not pairs of hexadecimal digits")
            }
            advance(end + 1 - offset)
            return .bytes(decoded)
        case 7:
            var text = content.filter { $0 > Byte.space }
            while !text.count.isMultiple(of: 4) { text.append(Byte.equals) }
            guard let decoded = Base64.decode(Array(text)) else { throw error("this is not Base64") }
            advance(end + 1 - offset)
            return .bytes(decoded)
        default:
            advance(end + 1 - offset)
            return .file(content.trimmedText)
        }
    }

    private static func isEncodedByte(_ byte: UInt8) -> Bool {
        switch byte {
        case Byte.plus, Byte.slash, Byte.equals, 0...Byte.space: true
        default: ASCII.isLetter(byte) || ASCII.isDigit(byte)
        }
    }

    private static func hexadecimal(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let digits = text.filter { $0 > Byte.space }
        guard digits.count.isMultiple(of: 2) else { return nil }
        var decoded: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = URLEncoding.hexValue(digits[index]), let low = URLEncoding.hexValue(digits[index + 1])
            else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        return decoded
    }

    /// Between three backticks.
    mutating func multiline() throws(HurlFile.SyntaxError) -> (text: String, language: String) {
        let start = error("the text that begins with ``` has no end")
        advance(3)
        let open = offset
        var lineEnd = open
        while lineEnd < bytes.count, bytes[lineEnd] != Byte.lineFeed, bytes[lineEnd] != Byte.backtick { lineEnd += 1 }
        var contentStart = open
        var language = ""
        if lineEnd < bytes.count, bytes[lineEnd] == Byte.lineFeed {
            let word = bytes[open..<lineEnd].trimmed
            if word.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == Byte.comma || $0 == Byte.space }) {
                language = String(decoding: word, as: UTF8.self)
                contentStart = lineEnd + 1
            }
        }
        var end = contentStart
        while end + 2 < bytes.count {
            if bytes[end] == Byte.backtick, bytes[end + 1] == Byte.backtick, bytes[end + 2] == Byte.backtick {
                let content = text(contentStart..<end).replacing(bytes: "\r\n", with: "\n")
                advance(end + 3 - offset)
                return (content, language)
            }
            end += 1
        }
        throw start
    }

    /// A JSON value, which may hold references, as it is written. Whether it is JSON is not checked.
    mutating func json() throws(HurlFile.SyntaxError) -> String {
        let start = error("the JSON body is not closed")
        var end = offset
        var depth = 0
        var isInString = false
        repeat {
            guard end < bytes.count else { throw start }
            let byte = bytes[end]
            if isInString {
                if byte == Byte.backslash { end += 1 } else if byte == Byte.quote { isInString = false }
            } else {
                switch byte {
                case Byte.quote: isInString = true
                case Byte.openBrace, Byte.openBracket: depth += 1
                case Byte.closeBrace, Byte.closeBracket: depth -= 1
                default: break
                }
            }
            end += 1
        } while depth > 0 || isInString
        guard end <= bytes.count else { throw start }
        let found = text(offset..<end)
        advance(end - offset)
        return found
    }

    /// An XML document, as it is written, up to the end of its root element.
    mutating func xml() throws(HurlFile.SyntaxError) -> String {
        let start = error("the XML body is not closed")
        var end = offset
        var depth = 0
        var hasRoot = false
        func find(_ text: [UInt8], from place: Int) -> Int? {
            var place = place
            while place + text.count <= bytes.count {
                if bytes[place] == text[0], bytes[place..<(place + text.count)].elementsEqual(text) {
                    return place + text.count
                }
                place += 1
            }
            return nil
        }
        while !hasRoot || depth > 0 {
            guard let open = bytes[end...].firstIndex(of: Byte.lessThan) else { throw start }
            end = open
            let rest = bytes[open...]
            let closer: String
            if rest.starts(with: Array("<!--".utf8)) {
                closer = "-->"
            } else if rest.starts(with: Array("<![CDATA[".utf8)) {
                closer = "]]>"
            } else if rest.starts(with: Array("<?".utf8)) {
                closer = "?>"
            } else {
                closer = ">"
            }
            guard let close = find(Array(closer.utf8), from: open + 1) else { throw start }
            if closer == ">", open + 1 < bytes.count {
                switch bytes[open + 1] {
                case Byte.slash: depth -= 1
                case Byte.exclamationMark: break
                default:
                    hasRoot = true
                    if bytes[close - 2] != Byte.slash { depth += 1 }
                }
            }
            end = close
        }
        let found = text(offset..<end)
        advance(end - offset)
        return found
    }
}
