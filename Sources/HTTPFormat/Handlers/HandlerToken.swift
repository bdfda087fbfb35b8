import Base

/// One word or sign of a script.
struct HandlerToken {
    enum Kind: Equatable {
        case name(String)
        /// A string, or a template without `${`.
        case text(String)
        /// The text of a template up to `${` or its end; the expressions follow it as tokens.
        case templatePart(String, isFirst: Bool, isLast: Bool)
        case number(Double)
        /// A regular expression.
        case pattern(source: String, flags: String)
        case sign(String)
        case end
    }

    var kind: Kind
    /// Offsets into the script.
    var range: Range<Int>
    /// From the first line of the script.
    var line: Int
    /// Whether a line break precedes it, which may end a statement.
    var followsLineBreak: Bool
}

/// Splits a script into words and signs, in one pass.
struct HandlerLexer {
    private let code: [UInt8]
    private var position = 0
    private var line = 0
    private var followsLineBreak = false
    /// Of the token that is being read.
    private var breakBefore = false
    private var tokens: [HandlerToken] = []
    /// For each open brace, whether it is the `${` of a template.
    private var braces: [Bool] = []

    static func tokens(_ code: [UInt8]) throws(HandlerRefusal) -> [HandlerToken] {
        var lexer = HandlerLexer(code: code)
        try lexer.run()
        return lexer.tokens
    }

    private init(code: [UInt8]) { self.code = code }

    private mutating func run() throws(HandlerRefusal) {
        while true {
            try skipSpace()
            breakBefore = followsLineBreak
            followsLineBreak = false
            guard position < code.count else { break }
            countWork(1)
            try token()
        }
        add(.end, from: position, line)
    }

    private mutating func add(_ kind: HandlerToken.Kind, from start: Int, _ first: Int) {
        tokens.append(
            HandlerToken(kind: kind, range: start..<position, line: first, followsLineBreak: breakBefore))
        followsLineBreak = false
    }

    private func refusal(_ construct: String, _ line: Int? = nil) -> HandlerRefusal {
        HandlerRefusal(construct: construct, line: line ?? self.line)
    }

    private func byte(_ distance: Int = 0) -> UInt8 {
        position + distance < code.count ? code[position + distance] : 0
    }

    // MARK: whitespace

    private mutating func skipSpace() throws(HandlerRefusal) {
        while position < code.count {
            switch code[position] {
            case Byte.lineFeed, Byte.carriageReturn: breakLine()
            case Byte.tab, 0x0B, Byte.formFeed, Byte.space: position += 1
            case 0xC2 where byte(1) == 0xA0: position += 2
            case 0xEF where byte(1) == 0xBB && byte(2) == 0xBF: position += 3
            case Byte.slash where byte(1) == Byte.slash:
                while position < code.count, code[position] != Byte.lineFeed, code[position] != Byte.carriageReturn {
                    position += 1
                }
            case Byte.slash where byte(1) == Byte.asterisk: try skipBlockComment()
            default: return
            }
        }
    }

    private mutating func skipBlockComment() throws(HandlerRefusal) {
        let first = line
        position += 2
        while position < code.count {
            if code[position] == Byte.asterisk, byte(1) == Byte.slash {
                position += 2
                return
            }
            step()
        }
        throw refusal("a comment that is not closed", first)
    }

    /// Passes a byte, and counts lines.
    private mutating func step() {
        if code[position] == Byte.lineFeed || code[position] == Byte.carriageReturn {
            breakLine()
        } else {
            position += 1
        }
    }

    private mutating func breakLine() {
        position += code[position] == Byte.carriageReturn && byte(1) == Byte.lineFeed ? 2 : 1
        line += 1
        followsLineBreak = true
    }

    // MARK: tokens

    private mutating func token() throws(HandlerRefusal) {
        let (start, first) = (position, line)
        switch code[position] {
        case Byte.quote, Byte.apostrophe:
            let text = try string(code[position])
            add(.text(text), from: start, first)
        case Byte.backtick:
            position += 1
            try template(isFirst: true, start, first)
        case Byte.closeBrace where braces.last == true:
            braces.removeLast()
            position += 1
            try template(isFirst: false, start, first)
        case let byte where LineText.isDigit(byte) || byte == Byte.dot && LineText.isDigit(self.byte(1)):
            let number = try number()
            add(.number(number), from: start, first)
        case Byte.slash where beginsOperand:
            let (source, flags) = try pattern()
            add(.pattern(source: source, flags: flags), from: start, first)
        case let byte where Self.isName(byte):
            while position < code.count, Self.isName(code[position]) { position += 1 }
            add(.name(String(decoding: code[start..<position], as: UTF8.self)), from: start, first)
        default:
            let sign = try sign()
            if sign == "{" { braces.append(false) }
            if sign == "}" { _ = braces.popLast() }
            add(.sign(sign), from: start, first)
        }
    }

    /// Letters of other alphabets are allowed in names too.
    private static func isName(_ byte: UInt8) -> Bool {
        LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.underscore || byte == Byte.dollar
            || byte >= 0x80
    }

    /// The longest come first.
    private static let signs: [[UInt8]] = [
        ">>>=", "===", "!==", "...", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=",
        "&&",
        "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**", "{", "}", "(",
        ")", "[", "]", ";", ",", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?", ":", "=", ".",
    ].map { Array($0.utf8) }

    private mutating func sign() throws(HandlerRefusal) -> String {
        for sign in Self.signs where code[position] == sign[0] && code[position...].starts(with: sign) {
            // `a ? .5 : 1` has no optional chaining.
            if sign == [Byte.questionMark, Byte.dot], LineText.isDigit(byte(2)) { continue }
            position += sign.count
            return String(decoding: sign, as: UTF8.self)
        }
        throw refusal("the character \(String(decoding: [code[position]], as: UTF8.self)) outside of a string")
    }

    /// Whether a value may begin here, so that a slash begins a regular expression.
    private var beginsOperand: Bool {
        switch tokens.last?.kind {
        case nil: true
        case .name(let name): ["return", "typeof", "in", "case", "void", "delete"].contains(name)
        case .sign(let sign): ![")", "]", "}"].contains(sign)
        case .templatePart(_, _, let isLast): !isLast
        case .text, .number, .pattern, .end: false
        }
    }

    private mutating func pattern() throws(HandlerRefusal) -> (source: String, flags: String) {
        position += 1
        let start = position
        var isInSet = false
        while true {
            switch byte() {
            case 0 where position >= code.count, Byte.lineFeed, Byte.carriageReturn:
                throw refusal("a regular expression that is not closed")
            case Byte.backslash where byte(1) != Byte.lineFeed && byte(1) != Byte.carriageReturn: position += 1
            case Byte.openBracket: isInSet = true
            case Byte.closeBracket: isInSet = false
            case Byte.slash where !isInSet:
                let source = String(decoding: code[start..<position], as: UTF8.self)
                position += 1
                let flags = position
                while position < code.count, Self.isName(code[position]) { position += 1 }
                return (source, String(decoding: code[flags..<position], as: UTF8.self))
            default: break
            }
            position += 1
        }
    }

    private mutating func number() throws(HandlerRefusal) -> Double {
        let start = position
        while position < code.count {
            let byte = code[position]
            let isSign = byte == Byte.plus || byte == Byte.minus
            let isHexadecimal = position > start + 1 && code[start + 1] | 0x20 == UInt8(ascii: "x")
            let follows = position > start && code[position - 1] | 0x20 == UInt8(ascii: "e") && !isHexadecimal
            guard Self.isName(byte) || byte == Byte.dot || isSign && follows else { break }
            position += 1
        }
        let text = String(decoding: code[start..<position], as: UTF8.self)
        let isOctal = text.utf8.count > 1 && text.utf8.first == UInt8(ascii: "0") && LineText.isDigit(code[start + 1])
        let value = HandlerNumber.value(of: text)
        guard !value.isNaN, !isOctal else { throw refusal("the number \(text.prefix(40))") }
        return value
    }

    // MARK: strings

    private mutating func string(_ quote: UInt8) throws(HandlerRefusal) -> String {
        let first = line
        position += 1
        var text: [UInt8] = []
        while position < code.count {
            let byte = code[position]
            switch byte {
            case quote:
                position += 1
                return String(decoding: text, as: UTF8.self)
            case Byte.lineFeed, Byte.carriageReturn: throw refusal("a string that is not closed", first)
            case Byte.backslash: try escape(into: &text)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw refusal("a string that is not closed", first)
    }

    private mutating func template(isFirst: Bool, _ start: Int, _ first: Int) throws(HandlerRefusal) {
        var text: [UInt8] = []
        while position < code.count {
            let byte = code[position]
            if byte == Byte.backtick || byte == Byte.dollar && self.byte(1) == Byte.openBrace {
                let isLast = byte == Byte.backtick
                position += isLast ? 1 : 2
                let content = String(decoding: text, as: UTF8.self)
                add(
                    isFirst && isLast ? .text(content) : .templatePart(content, isFirst: isFirst, isLast: isLast),
                    from: start, first)
                if !isLast { braces.append(true) }
                return
            }
            switch byte {
            case Byte.backslash: try escape(into: &text)
            case Byte.lineFeed, Byte.carriageReturn:
                text.append(Byte.lineFeed)
                step()
            default:
                text.append(byte)
                position += 1
            }
        }
        throw refusal("a template that is not closed", first)
    }

    private mutating func escape(into text: inout [UInt8]) throws(HandlerRefusal) {
        position += 1
        guard position < code.count else { return }
        let byte = code[position]
        switch byte {
        case Byte.lineFeed, Byte.carriageReturn:
            // A line that is continued.
            step()
            return
        case UInt8(ascii: "n"): text.append(Byte.lineFeed)
        case UInt8(ascii: "r"): text.append(Byte.carriageReturn)
        case UInt8(ascii: "t"): text.append(Byte.tab)
        case UInt8(ascii: "b"): text.append(Byte.backspace)
        case UInt8(ascii: "f"): text.append(Byte.formFeed)
        case UInt8(ascii: "v"): text.append(0x0B)
        case UInt8(ascii: "0") where !LineText.isDigit(self.byte(1)): text.append(0)
        case UInt8(ascii: "x"):
            try append(hexadecimal(at: position + 1, count: 2), to: &text)
            position += 2
        case UInt8(ascii: "u"): try unicodeEscape(into: &text)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): throw refusal("an octal escape in a string")
        default: text.append(byte)
        }
        position += 1
    }

    /// Leaves the position at the last character of the escape.
    private mutating func unicodeEscape(into text: inout [UInt8]) throws(HandlerRefusal) {
        if byte(1) == Byte.openBrace {
            let digits = code[(position + 2)...].prefix(9)
            guard let close = digits.firstIndex(of: Byte.closeBrace) else { throw refusal("an escape that is not one") }
            try append(hexadecimal(at: position + 2, count: close - position - 2), to: &text)
            position = close
            return
        }
        let unit = hexadecimal(at: position + 1, count: 4)
        position += 4
        if let high = unit, (0xD800..<0xDC00).contains(high), byte(1) == Byte.backslash, byte(2) == UInt8(ascii: "u"),
            let low = hexadecimal(at: position + 3, count: 4), (0xDC00..<0xE000).contains(low)
        {
            position += 6
            try append(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), to: &text)
            return
        }
        try append(unit, to: &text)
    }

    private func append(_ value: UInt32?, to text: inout [UInt8]) throws(HandlerRefusal) {
        guard let value, value <= 0x10FFFF else { throw refusal("an escape that is not one") }
        text += String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8
    }

    private func hexadecimal(at start: Int, count: Int) -> UInt32? {
        guard count > 0, start + count <= code.count,
            let value = HandlerNumber.whole(code[start..<start + count], 16)
        else { return nil }
        return UInt32(exactly: value)
    }
}
