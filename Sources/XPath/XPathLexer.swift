import NetEngine

/// Splits an XPath expression into tokens by the rules of XPath 1.0 §3.7: whether `*` multiplies and `div` divides
/// depends on the token before.
struct XPathLexer {
    enum Token: Sendable, Hashable {
        /// `( ) [ ] . .. @ , ::` and `/ //`.
        case mark(String)
        /// `or and = != < <= > >= + - * div mod |`.
        case operation(String)
        case literal(String)
        case number(Double)
        /// A function name: it is followed by `(`.
        case function(String)
        /// `comment`, `text`, `node` or `processing-instruction`, followed by `(`.
        case nodeType(String)
        /// An axis name: it is followed by `::`.
        case axis(String)
        case nameTest(XPathQuery.Test)
    }

    struct Placed: Sendable {
        var token: Token
        /// Byte offset of the token's first byte.
        var offset: Int
    }

    static let maxTokens = 10_000

    private let text: [UInt8]
    private var place = 0
    private var tokens: [Placed] = []

    static func tokens(_ text: String) throws(XPathParser.SyntaxError) -> [Placed] {
        var lexer = XPathLexer(text: Array(text.utf8))
        while try lexer.readToken() {
            guard lexer.tokens.count <= maxTokens else {
                throw XPathParser.SyntaxError(offset: lexer.place, reason: "the expression is too long")
            }
        }
        return lexer.tokens
    }

    private init(text: [UInt8]) { self.text = text }

    private var byte: UInt8? { place < text.count ? text[place] : nil }

    private func failure(_ reason: String, at offset: Int? = nil) -> XPathParser.SyntaxError {
        XPathParser.SyntaxError(offset: offset ?? place, reason: reason)
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
    }

    private func starts(_ word: StaticString, at offset: Int) -> Bool {
        guard offset + word.utf8CodeUnitCount <= text.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where text[offset + index] != word.utf8Start[index] { return false }
        return true
    }

    /// Whether the previous token ends an operand, so that an operator may follow.
    private var isAfterOperand: Bool {
        switch tokens.last?.token {
        case nil, .operation, .axis, .function, .nodeType: false
        case .mark(let mark): mark == ")" || mark == "]" || mark == "." || mark == ".."
        case .literal, .number, .nameTest: true
        }
    }

    /// Reads one token; false at the end of the text.
    private mutating func readToken() throws(XPathParser.SyntaxError) -> Bool {
        skipSpace()
        let start = place
        guard let byte else { return false }
        let token: Token
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): token = .literal(try literal(byte))
        case UInt8(ascii: "$"): throw failure("variables are not supported here")
        case UInt8(ascii: "*"):
            place += 1
            token = isAfterOperand ? .operation("*") : .nameTest(.anyName)
        case let byte where ASCII.isDigit(byte): token = .number(number())
        case UInt8(ascii: ".") where place + 1 < text.count && ASCII.isDigit(text[place + 1]):
            token = .number(number())
        case let byte where Self.isNameStart(byte): token = try word()
        default:
            guard let sign = sign() else { throw failure("this is not part of an expression") }
            token = sign
        }
        tokens.append(Placed(token: token, offset: start))
        return true
    }

    private mutating func sign() -> Token? {
        for (word, isOperation) in Self.signs where starts(word, at: place) {
            place += word.utf8CodeUnitCount
            let text = word.description
            return isOperation ? .operation(text) : .mark(text)
        }
        return nil
    }

    /// Longer signs come first.
    private static let signs: [(StaticString, Bool)] = [
        ("::", false), ("..", false), ("//", false), ("!=", true), ("<=", true), (">=", true), ("(", false),
        (")", false), ("[", false), ("]", false), (".", false), ("@", false), (",", false), ("/", false), ("=", true),
        ("<", true), (">", true), ("+", true), ("-", true), ("|", true),
    ]

    private mutating func literal(_ quote: UInt8) throws(XPathParser.SyntaxError) -> String {
        let start = place + 1
        guard let end = text[start...].firstIndex(of: quote) else {
            throw failure("the string that begins here is not closed")
        }
        place = end + 1
        return String(decoding: text[start..<end], as: UTF8.self)
    }

    private mutating func number() -> Double {
        let start = place
        while let byte, ASCII.isDigit(byte) { place += 1 }
        if byte == UInt8(ascii: ".") {
            place += 1
            while let byte, ASCII.isDigit(byte) { place += 1 }
        }
        return XPathNumber.value(of: String(decoding: text[start..<place], as: UTF8.self))
    }

    private mutating func name() -> String {
        let start = place
        while let byte,
            Self.isNameStart(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        { place += 1 }
        return String(decoding: text[start..<place], as: UTF8.self)
    }

    /// Reads the name of an operator, function, node type, axis or node.
    private mutating func word() throws(XPathParser.SyntaxError) -> Token {
        let start = place
        let first = name()
        if isAfterOperand {
            guard ["and", "or", "mod", "div"].contains(first) else {
                throw failure("an operator is expected here", at: start)
            }
            return .operation(first)
        }
        // A colon belongs to the name only if no space precedes it and it is not half of `::`.
        if byte == UInt8(ascii: ":"), !starts("::", at: place) {
            place += 1
            if byte == UInt8(ascii: "*") {
                place += 1
                return .nameTest(.namespace(prefix: first))
            }
            guard let byte, Self.isNameStart(byte) else { throw failure("a name is expected after the colon") }
            let local = name()
            let end = place
            skipSpace()
            guard self.byte != UInt8(ascii: "(") else {
                throw failure("there is no function \(first):\(local)", at: start)
            }
            place = end
            return .nameTest(.name(prefix: first, local: local))
        }
        let end = place
        skipSpace()
        defer { place = end }
        if byte == UInt8(ascii: "(") {
            let isType = ["comment", "text", "node", "processing-instruction"].contains(first)
            return isType ? .nodeType(first) : .function(first)
        }
        if starts("::", at: place) { return .axis(first) }
        return .nameTest(.name(prefix: nil, local: first))
    }

    /// Every character beyond ASCII counts as a letter.
    private static func isNameStart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }
}
