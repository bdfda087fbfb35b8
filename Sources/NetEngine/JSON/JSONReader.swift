/// Splits a JSON text into tokens and checks it: the one reader of JSON in this package. Trees, paths and layouts are
/// made from its tokens.
///
/// The rules are those of RFC 8259, for every caller:
/// - An error is at the first byte with which no JSON text can continue.
/// - The text is UTF-8. A byte order mark at the start is skipped (§8.1).
/// - Repeated names and numbers of any size are correct; what they mean is up to the caller.
/// - Half of a surrogate pair, written as an escape, is correct JSON (§8.2) but not text: `JSONText` reports it to
///   those who ask for the text.
/// - Depth costs one bit a level and no stack. Callers that recurse set `maxDepth`.
///
/// The reader is a value without the text, so that it works on arrays as well as on memory that somebody else owns:
/// every call must be given the same text.
package struct JSONReader: Sendable {
    package enum Token: Sendable, Hashable {
        case objectStart, objectEnd, arrayStart, arrayEnd
        /// The name of a member. The value that follows it is the next token.
        case name
        case string, number, bool, null
        /// Nothing follows.
        case end
    }

    package struct Options: Sendable {
        /// The deepest nesting of arrays and objects that is read.
        package var maxDepth = Int.max
        /// Reads the dialect of editor settings: `//` and `/* */` comments, and a comma after the last item.
        package var allowsComments = false
        /// Reads any number of values, one after the other.
        package var allowsManyValues = false
        /// Callers that check the text themselves turn this off.
        package var checksUTF8 = true

        package init(
            maxDepth: Int = .max, allowsComments: Bool = false, allowsManyValues: Bool = false, checksUTF8: Bool = true
        ) {
            self.maxDepth = maxDepth
            self.allowsComments = allowsComments
            self.allowsManyValues = allowsManyValues
            self.checksUTF8 = checksUTF8
        }
    }

    /// For callers that recurse: as deep as `JSONDecoder` reads.
    package static let recursionDepth = 512

    private enum Expectation {
        case value
        /// Directly after `[`.
        case valueOrClose
        /// Directly after `{`.
        case nameOrClose
        case colon
        case commaOrClose
        /// After a value that is in no other.
        case end
    }

    package let options: Options
    /// Just past the token read last.
    package private(set) var place: Int
    /// Where the token read last begins.
    package private(set) var tokenStart: Int
    /// Whether the string or name read last contains escapes.
    package private(set) var hasEscapes = false
    /// The first thing that plain JSON does not allow.
    package private(set) var leniency: Int?

    private let end: Int
    /// Whether `end` is a byte that is not UTF-8, and not the end of the text.
    private let endIsInvalid: Bool
    private var expectation = Expectation.value
    private var isEmpty = true
    /// True for each open object, false for each open array.
    private var nesting = BitStack()

    /// How many arrays and objects are open.
    package private(set) var depth = 0

    /// - Parameter range: what to read of the text; nil means all of it.
    package init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>? = nil, options: Options = Options()) {
        let range = range ?? 0..<text.count
        var end = range.upperBound
        if options.checksUTF8,
            let offset = Self.firstInvalidUTF8(in: UnsafeBufferPointer(rebasing: text[range]))
        {
            end = range.lowerBound + offset
        }
        self.options = options
        self.end = end
        endIsInvalid = end < range.upperBound
        let hasMark =
            range.lowerBound == 0 && end >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
        place = range.lowerBound + (hasMark ? 3 : 0)
        tokenStart = place
    }

    /// The offset of the first byte that is not UTF-8. A character that the end of the text cuts off is no such error:
    /// there the text ends early.
    package static func firstInvalidUTF8(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: text.span)
            return nil
        } catch {
            let isCut = error.kind == .truncatedScalar && error.byteOffsets.upperBound == text.count
            return isCut ? nil : error.byteOffsets.lowerBound
        }
    }

    /// Reads the next token; `end` when the text is complete.
    package mutating func next(in text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> Token {
        let before = place
        defer { WorkMeter.count(place - before + 1) }
        try skipSpace(text)
        tokenStart = place
        switch expectation {
        case .value: break
        case .valueOrClose: if place < end, text[place] == UInt8(ascii: "]") { return close() }
        case .nameOrClose:
            if place < end, text[place] == UInt8(ascii: "}") { return close() }
            return try name(text)
        case .colon:
            guard place < end else { throw cut("inside an object") }
            guard text[place] == UInt8(ascii: ":") else { throw error("a colon is expected here") }
            try step(text)
        case .commaOrClose:
            let isObject = nesting.top
            guard place < end else { throw cut(isObject ? "inside an object" : "inside an array") }
            let byte = text[place]
            if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return close() }
            guard byte == UInt8(ascii: ",") else {
                throw error(isObject ? "a comma or } is expected here" : "a comma or ] is expected here")
            }
            try step(text)
            if options.allowsComments, place < end, text[place] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                leniency = leniency ?? place
                return close()
            }
            if isObject { return try name(text) }
        case .end:
            guard place < end else {
                if endIsInvalid { throw cut("after a value") }
                return .end
            }
            guard options.allowsManyValues else {
                throw JSONSyntaxError(
                    offset: place, reason: "nothing more is expected after the value", cause: .afterValue)
            }
        }
        return try value(text)
    }

    /// Skips what is left of the value that began with the token read last, and returns the range of that value.
    package mutating func skipValue(
        from token: Token, in text: UnsafeBufferPointer<UInt8>
    ) throws(JSONSyntaxError) -> Range<Int> {
        let start = tokenStart
        guard token == .objectStart || token == .arrayStart else { return start..<place }
        let outside = depth - 1
        while depth > outside { _ = try next(in: text) }
        return start..<place
    }

    // MARK: Tokens

    @inline(__always)
    private mutating func value(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> Token {
        guard place < end else {
            guard isEmpty, !endIsInvalid else { throw cut("where a value is expected") }
            throw error("there is no value")
        }
        isEmpty = false
        switch text[place] {
        case UInt8(ascii: "\""):
            try string(text)
            endValue()
            return .string
        case UInt8(ascii: "{"):
            try open(isObject: true)
            return .objectStart
        case UInt8(ascii: "["):
            try open(isObject: false)
            return .arrayStart
        case UInt8(ascii: "t"): return try word("true", .bool, text)
        case UInt8(ascii: "f"): return try word("false", .bool, text)
        case UInt8(ascii: "n"): return try word("null", .null, text)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try number(text)
            endValue()
            return .number
        default: throw error("a value is expected here")
        }
    }

    @inline(__always)
    private mutating func name(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> Token {
        guard place < end else { throw cut("inside an object") }
        guard text[place] == UInt8(ascii: "\"") else { throw error("a name in double quotes is expected here") }
        try string(text)
        expectation = .colon
        return .name
    }

    private mutating func open(isObject: Bool) throws(JSONSyntaxError) {
        guard depth < options.maxDepth else { throw error("the nesting is deeper than \(options.maxDepth) levels") }
        nesting.push(isObject)
        depth += 1
        place += 1
        expectation = isObject ? .nameOrClose : .valueOrClose
    }

    private mutating func close() -> Token {
        let token = nesting.top ? Token.objectEnd : .arrayEnd
        nesting.pop()
        depth -= 1
        tokenStart = place
        place += 1
        endValue()
        return token
    }

    private mutating func endValue() { expectation = depth == 0 ? .end : .commaOrClose }

    @inline(__always)
    private mutating func string(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        hasEscapes = false
        place = ByteWord.endOfStringRun(in: text, from: place + 1, to: end)
        while place == end || text[place] != UInt8(ascii: "\"") {
            guard place < end else { throw cut("inside a string") }
            guard text[place] == UInt8(ascii: "\\") else {
                throw error("a control character must be escaped in a string")
            }
            hasEscapes = true
            try escape(text)
            place = ByteWord.endOfStringRun(in: text, from: place, to: end)
        }
        place += 1
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        place += 1
        guard place < end else { throw cut("inside a string") }
        switch text[place] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            place += 1
        case UInt8(ascii: "u"):
            place += 1
            for _ in 0..<4 {
                guard place < end else { throw cut("inside a string") }
                guard JSONText.hexadecimal(text[place]) != nil else {
                    throw error("four hexadecimal digits are expected after \\u")
                }
                place += 1
            }
        default: throw error("there is no such escape")
        }
    }

    private mutating func word(
        _ word: StaticString, _ token: Token, _ text: UnsafeBufferPointer<UInt8>
    ) throws(JSONSyntaxError) -> Token {
        let reason = "only true, false and null are written without quotes"
        for index in 0..<word.utf8CodeUnitCount {
            guard place < end else { throw cut("inside \(word)") }
            guard text[place] == word.utf8Start[index] else { throw error(reason) }
            place += 1
        }
        if place < end, Self.continuesWord(text[place]) { throw error(reason) }
        endValue()
        return token
    }

    /// RFC 8259 §6.
    private mutating func number(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        if text[place] == UInt8(ascii: "-") { place += 1 }
        if place < end, text[place] == UInt8(ascii: "0") {
            place += 1
            if place < end, ASCII.isDigit(text[place]) { throw error("a number may not begin with 0") }
        } else {
            try digits(text)
        }
        if place < end, text[place] == UInt8(ascii: ".") {
            place += 1
            try digits(text)
        }
        if place < end, text[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            if place < end, text[place] == UInt8(ascii: "+") || text[place] == UInt8(ascii: "-") { place += 1 }
            try digits(text)
        }
        if place < end, Self.continuesWord(text[place]) { throw error("this is not a number") }
    }

    private mutating func digits(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        let first = place
        var next = first
        while next < end, ASCII.isDigit(text[next]) { next += 1 }
        place = next
        guard next > first else { throw next < end ? error("a digit is expected here") : cut("inside a number") }
    }

    /// Whether a byte right after a number or a word belongs to it, so that the whole is wrong and not only the rest.
    package static func continuesWord(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || ASCII.isLetter(byte) || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    }

    // MARK: Between tokens

    /// Steps over a comma or colon and what space follows.
    @inline(__always)
    private mutating func step(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        place += 1
        try skipSpace(text)
        tokenStart = place
    }

    @inline(__always)
    private mutating func skipSpace(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        var next = place
        while next < end, JSONText.isSpace(text[next]) { next += 1 }
        place = next
        if options.allowsComments { try skipComments(text) }
    }

    private mutating func skipComments(_ text: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        while place < end, text[place] == UInt8(ascii: "/") {
            tokenStart = place
            leniency = leniency ?? place
            place += 1
            guard place < end else { throw cut("inside a comment") }
            switch text[place] {
            case UInt8(ascii: "/"): while place < end, text[place] != 0x0A, text[place] != 0x0D { place += 1 }
            case UInt8(ascii: "*"):
                place += 1
                var isStar = false
                while place < end, !isStar || text[place] != UInt8(ascii: "/") {
                    isStar = text[place] == UInt8(ascii: "*")
                    place += 1
                }
                guard place < end else { throw cut("inside a comment") }
                place += 1
            default: throw error("a comment begins with // or /*")
            }
            while place < end, JSONText.isSpace(text[place]) { place += 1 }
        }
    }

    // MARK: Errors

    @inline(never)
    private func error(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: place, reason: reason, tokenStart: tokenStart)
    }

    @inline(never)
    private func cut(_ state: String) -> JSONSyntaxError {
        endIsInvalid
            ? .invalidUTF8(at: place, tokenStart: tokenStart)
            : JSONSyntaxError(
                offset: end, reason: "the text ends \(state)", cause: .endsEarly, tokenStart: tokenStart)
    }
}
