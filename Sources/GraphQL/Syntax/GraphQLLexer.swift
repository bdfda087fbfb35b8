import Base
import NetEngine

/// Splits a text into tokens in one pass (section 2.1).
struct GraphQLLexer {
    let bytes: UnsafeBufferPointer<UInt8>
    let limit: Int
    private(set) var tokens: [GraphQLToken] = []
    private(set) var problems: [GraphQLProblem] = []
    private var place = 0

    init(bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    mutating func run() {
        guard bytes.count < Int(UInt32.max) else {
            tokens.append(GraphQLToken(.end, 0, 0))
            return report("The text is longer than 4 GiB", 0..<0, .limit)
        }
        tokens.reserveCapacity(min(limit, bytes.count / 5 + 8))
        while place < bytes.count {
            let start = place
            step()
            guard tokens.count <= limit else {
                tokens.removeLast()
                report("The text has more than \(limit) tokens", start..<start, .limit)
                break
            }
        }
        tokens.append(GraphQLToken(.end, bytes.count, bytes.count))
        countWork(bytes.count)
    }

    private mutating func step() {
        let byte = bytes[place]
        switch byte {
        case Byte.space, Byte.tab, Byte.lineFeed, Byte.carriageReturn, Byte.comma: place += 1
        case Byte.hash:
            while place < bytes.count, bytes[place] != Byte.lineFeed, bytes[place] != Byte.carriageReturn { place += 1 }
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), Byte.underscore:
            let start = place
            place += 1
            while place < bytes.count, Self.isNamePart(bytes[place]) { place += 1 }
            tokens.append(GraphQLToken(.name, start, place))
        case Byte.quote: string()
        case Byte.minus, UInt8(ascii: "0")...UInt8(ascii: "9"): number()
        case Byte.exclamationMark: mark(.exclamationMark)
        case Byte.dollar: mark(.dollar)
        case Byte.ampersand: mark(.ampersand)
        case Byte.openParenthesis: mark(.openParenthesis)
        case Byte.closeParenthesis: mark(.closeParenthesis)
        case Byte.colon: mark(.colon)
        case Byte.equals: mark(.equals)
        case Byte.at: mark(.at)
        case Byte.openBracket: mark(.openBracket)
        case Byte.closeBracket: mark(.closeBracket)
        case Byte.openBrace: mark(.openBrace)
        case Byte.verticalBar: mark(.verticalBar)
        case Byte.closeBrace: mark(.closeBrace)
        case Byte.dot where at(1) == Byte.dot && at(2) == Byte.dot:
            tokens.append(GraphQLToken(.spread, place, place + 3))
            place += 3
        case 0xEF where at(1) == 0xBB && at(2) == 0xBF: place += 3
        default: invalid()
        }
    }

    static func isNamePart(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == Byte.underscore
    }

    private func at(_ distance: Int) -> UInt8 { place + distance < bytes.count ? bytes[place + distance] : 0 }

    private mutating func mark(_ kind: GraphQLToken.Kind) {
        tokens.append(GraphQLToken(kind, place, place + 1))
        place += 1
    }

    private mutating func report(_ reason: String, _ range: Range<Int>, _ rule: GraphQLRule = .syntax) {
        guard problems.count < GraphQLLimits.problems else { return }
        problems.append(GraphQLProblem(reason, at: range, rule: rule))
    }

    /// Skips everything up to the next byte that could begin a token.
    private mutating func invalid() {
        let start = place
        let first = bytes[place]
        place += 1
        while place < bytes.count, bytes[place] >= 0x80, bytes[place] != 0xEF { place += 1 }
        switch first {
        case Byte.dot: report("A fragment spread begins with three dots", start..<place)
        case Byte.apostrophe: report("A string is written in double quotation marks", start..<place)
        case 0x21..<0x7F:
            report("The character \(Character(UnicodeScalar(first))) has no meaning in GraphQL here", start..<place)
        default:
            report("Only names, numbers, strings and punctuation marks are expected outside strings", start..<place)
        }
    }

    // MARK: Numbers (sections 2.9.1 and 2.9.2)

    private mutating func number() {
        let start = place
        var kind = GraphQLToken.Kind.int
        var isValid = true
        if bytes[place] == Byte.minus { place += 1 }
        let first = at(0)
        isValid = digits()
        if isValid, first == UInt8(ascii: "0"), place - start > (bytes[start] == Byte.minus ? 2 : 1) {
            report("A number does not begin with 0 followed by a digit", start..<place)
        }
        if at(0) == Byte.dot, at(1) != Byte.dot {
            kind = .float
            place += 1
            isValid = digits() && isValid
        }
        if at(0) | 0x20 == UInt8(ascii: "e") {
            kind = .float
            place += 1
            if at(0) == Byte.plus || at(0) == Byte.minus { place += 1 }
            isValid = digits() && isValid
        }
        if Self.isNamePart(at(0)) || at(0) == Byte.dot && at(1) != Byte.dot {
            while Self.isNamePart(at(0)) || at(0) == Byte.dot { place += 1 }
            isValid = false
        }
        if !isValid { report("This is not a number", start..<place) }
        tokens.append(GraphQLToken(kind, start, place))
    }

    private mutating func digits() -> Bool {
        let start = place
        while ASCII.isDigit(at(0)) { place += 1 }
        return place > start
    }

    // MARK: Strings (section 2.9.4)

    private mutating func string() {
        let start = place
        if at(1) == Byte.quote, at(2) == Byte.quote { return blockString() }
        place += 1
        while place < bytes.count {
            switch bytes[place] {
            case Byte.quote:
                place += 1
                tokens.append(GraphQLToken(.string, start, place))
                return
            case Byte.lineFeed, Byte.carriageReturn:
                report("A string ends in the line where it begins; close it with a quotation mark", start..<place)
                tokens.append(GraphQLToken(.string, start, place))
                return
            case Byte.backslash: escape()
            default: place += 1
            }
        }
        report("The string has no closing quotation mark", start..<place)
        tokens.append(GraphQLToken(.string, start, place))
    }

    private mutating func escape() {
        let start = place
        place += 2
        switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
        case Byte.quote, Byte.backslash, Byte.slash, UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            if let (_, length) = GraphQLStringText.scalar(bytes, start, end: bytes.count) {
                place = start + length
                return
            }
        default: place = start + 1
        }
        place = min(place, bytes.count)
        report("This escape is not one of GraphQL's (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX \\u{X…})", start..<place)
    }

    private mutating func blockString() {
        let start = place
        place += 3
        while place < bytes.count {
            if bytes[place] == Byte.backslash, at(1) == Byte.quote, at(2) == Byte.quote, at(3) == Byte.quote {
                place += 4
            } else if bytes[place] == Byte.quote, at(1) == Byte.quote, at(2) == Byte.quote {
                place += 3
                tokens.append(GraphQLToken(.blockString, start, place))
                return
            } else {
                place += 1
            }
        }
        report("The block string has no closing \"\"\"", start..<place)
        tokens.append(GraphQLToken(.blockString, start, place))
    }
}
