import Base
import NetEngine
import Pattern

/// Reads a filter from left to right, each byte a fixed number of times.
struct LogFilterParser {
    /// Parentheses and saved filters within each other.
    static let maxDepth = 50
    /// Conditions of one filter, so that the database can evaluate it: SQLite's expressions may be 1000 deep.
    static let maxTests = 300
    static let maxBytes = 100_000

    let bytes: [UInt8]
    let context: LogFilterContext
    var place = 0
    var testCount = 0
    /// Saved filters that are being read, so that none contains itself.
    var savedNames: [String] = []

    init(_ text: String, _ context: LogFilterContext) {
        bytes = Array(text.utf8)
        self.context = context
    }

    mutating func parse() throws(LogFilterError) -> LogFilterTerm {
        guard bytes.count <= Self.maxBytes else {
            throw LogFilterError(
                0..<bytes.count, "A filter has at most \(Self.maxBytes) bytes; this one has \(bytes.count).")
        }
        skipSpace()
        if isAtEnd { return .everything }
        let term = try choice(depth: savedNames.count)
        guard isAtEnd else {
            throw LogFilterError(
                place..<place + 1, "This parenthesis closes nothing; put it in quotation marks to search for it.")
        }
        return term
    }

    // MARK: Operators

    private mutating func choice(depth: Int) throws(LogFilterError) -> LogFilterTerm {
        var terms = [try conjunction(depth)]
        while let range = takeOperator(["OR", "||", "|"]) {
            if isAtEnd || current == Byte.closeParenthesis { throw Self.missing(after: "OR", range) }
            terms.append(try conjunction(depth))
        }
        return .any(terms)
    }

    private mutating func conjunction(_ depth: Int) throws(LogFilterError) -> LogFilterTerm {
        var terms: [LogFilterTerm] = []
        while true {
            skipSpace()
            if let range = takeOperator(["AND", "&&", "&"]) {
                guard !terms.isEmpty else { throw Self.missing(before: "AND", range) }
                guard !isAtTermEnd else { throw Self.missing(after: "AND", range) }
                continue
            }
            if isAtTermEnd {
                guard terms.isEmpty else { return .all(terms) }
                if let range = takeOperator(["OR", "||", "|"]) { throw Self.missing(before: "OR", range) }
                throw LogFilterError(place..<min(place + 1, bytes.count), "A term is missing here.")
            }
            terms.append(try negation(depth))
        }
    }

    private mutating func negation(_ depth: Int) throws(LogFilterError) -> LogFilterTerm {
        var isNegated = false
        var last: Range<Int>?
        while true {
            countWork(1)
            if current == Byte.minus || current == Byte.exclamationMark {
                last = place..<place + 1
                place += 1
                skipSpace()
            } else if let range = takeOperator(["NOT"]) {
                last = range
            } else {
                break
            }
            isNegated.toggle()
        }
        if let last, isAtTermEnd { throw Self.missing(after: "NOT", last) }
        let term = try primary(depth)
        return isNegated ? term.negated : term
    }

    private mutating func primary(_ depth: Int) throws(LogFilterError) -> LogFilterTerm {
        guard current == Byte.openParenthesis else {
            if current == Byte.tilde, let term = try mitmproxyTerm() { return term }
            return try predicate()
        }
        let opening = place..<place + 1
        guard depth < Self.maxDepth else {
            throw LogFilterError(opening, "Parentheses can be nested at most \(Self.maxDepth) deep.")
        }
        place += 1
        skipSpace()
        if current == Byte.closeParenthesis {
            throw LogFilterError(opening.lowerBound..<place + 1, "There is nothing between these parentheses.")
        }
        if isAtEnd { throw LogFilterError(opening, "The closing parenthesis is missing.") }
        let term = try choice(depth: depth + 1)
        guard current == Byte.closeParenthesis else {
            throw LogFilterError(opening, "The closing parenthesis is missing.")
        }
        place += 1
        skipSpace()
        return term
    }

    private static func missing(after word: String, _ range: Range<Int>) -> LogFilterError {
        LogFilterError(range, "A term is missing after \(word).")
    }

    private static func missing(before word: String, _ range: Range<Int>) -> LogFilterError {
        LogFilterError(range, "A term is missing before \(word); put it in quotation marks to search for it.")
    }

    // MARK: Characters

    var isAtEnd: Bool { place >= bytes.count }
    var current: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Whether no term can begin here.
    private var isAtTermEnd: Bool {
        isAtEnd || current == Byte.closeParenthesis || isOperator(["OR", "||", "|"], at: place) != nil
    }

    mutating func skipSpace() {
        while place < bytes.count, Self.isSpace(bytes[place]) {
            countWork(1)
            place += 1
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == Byte.space || (Byte.tab...Byte.carriageReturn).contains(byte)
    }

    /// Whether a word ends before this place.
    func isDelimiter(at place: Int) -> Bool {
        place >= bytes.count || Self.isSpace(bytes[place]) || bytes[place] == Byte.closeParenthesis
    }

    /// Takes one of the words, and the whitespace after it.
    private mutating func takeOperator(_ words: [String]) -> Range<Int>? {
        guard let length = isOperator(words, at: place) else { return nil }
        defer {
            place += length
            skipSpace()
        }
        return place..<place + length
    }

    /// The length of the word that is here as a word by itself; signs need nothing after them.
    private func isOperator(_ words: [String], at place: Int) -> Int? {
        for word in words {
            let length = word.utf8.count
            guard place + length <= bytes.count, bytes[place..<place + length].elementsEqual(word.utf8) else {
                continue
            }
            let isSign = !ASCII.isLetter(bytes[place])
            let end = place + length
            if isSign || isDelimiter(at: end) || bytes[end] == Byte.openParenthesis { return length }
        }
        return nil
    }

    // MARK: Words

    /// Reads to the next whitespace, to a parenthesis that closes an outer one, or to a comma if that ends a value.
    mutating func word(endsAtComma: Bool) throws(LogFilterError) -> LogFilterWord {
        var word = LogFilterWord(range: place..<place)
        var plain: [UInt8] = []
        var open = 0
        let start = place
        while let byte = current, !Self.isSpace(byte) {
            countWork(1)
            if byte == Byte.comma, endsAtComma { break }
            if byte == Byte.closeParenthesis {
                if open == 0 { break }
                open -= 1
            }
            if byte == Byte.openParenthesis { open += 1 }
            let isFirst = place == start
            if byte == Byte.quote || (byte == Byte.apostrophe && isFirst && hasClosingApostrophe) {
                if !plain.isEmpty { word.pieces.append((plain, false)) }
                plain = []
                word.pieces.append((try quotation(byte), true))
                continue
            }
            plain.append(byte)
            place += 1
        }
        if !plain.isEmpty { word.pieces.append((plain, false)) }
        word.range = start..<place
        return word
    }

    /// Whether the apostrophe here is the first of two, around a value: `it's` is a word.
    private var hasClosingApostrophe: Bool {
        var end = place + 1
        while end < bytes.count, bytes[end] != Byte.apostrophe { end += 1 }
        countWork(end - place)
        return end < bytes.count
    }

    /// What is between quotation marks; a backslash before one of them or before a backslash is left out.
    private mutating func quotation(_ mark: UInt8) throws(LogFilterError) -> [UInt8] {
        let start = place
        var text: [UInt8] = []
        place += 1
        while let byte = current, byte != mark {
            countWork(1)
            if byte == Byte.backslash, place + 1 < bytes.count, [mark, Byte.backslash].contains(bytes[place + 1]) {
                place += 1
            }
            text.append(bytes[place])
            place += 1
        }
        guard current == mark else {
            throw LogFilterError(start..<bytes.count, "The closing quotation mark is missing.")
        }
        place += 1
        return text
    }

    /// Takes `/pattern/`, `/pattern/i` or `/pattern/c` (with case) that begins here; nil if it is not one.
    mutating func slashedPattern(endsAtComma: Bool) throws(LogFilterError) -> LogPattern? {
        guard current == UInt8(ascii: "/") else { return nil }
        var end = place + 1
        while end < bytes.count, !Self.isSpace(bytes[end]) {
            countWork(1)
            if bytes[end] == Byte.backslash {
                end += 2
                continue
            }
            if bytes[end] == UInt8(ascii: "/"), end > place + 1 {
                let flag = end + 1 < bytes.count ? bytes[end + 1] | 0x20 : 0
                let hasFlag = flag == UInt8(ascii: "c") || flag == UInt8(ascii: "i")
                let after = end + (hasFlag ? 2 : 1)
                if isDelimiter(at: after) || (endsAtComma && bytes[after] == Byte.comma) {
                    let source = String(decoding: bytes[place + 1..<end], as: UTF8.self)
                    let pattern = try pattern(source, ignoresCase: !hasFlag || flag == UInt8(ascii: "i"), place..<after)
                    place = after
                    return pattern
                }
            }
            end += 1
        }
        return nil
    }

    /// - Parameter range: where it is written.
    func pattern(_ source: String, ignoresCase: Bool = true, _ range: Range<Int>) throws(LogFilterError) -> LogPattern {
        do throws(Pattern.SyntaxError) { return try LogPattern(source, ignoresCase: ignoresCase) } catch {
            throw LogFilterError(
                range, "The pattern cannot be used: \(error.reason), at its character \(error.offset + 1).")
        }
    }

    /// Counts the conditions of a term.
    mutating func count(_ tests: Int, _ range: Range<Int>) throws(LogFilterError) {
        testCount += tests
        guard testCount <= Self.maxTests else {
            throw LogFilterError(
                range, "A filter has at most \(Self.maxTests) conditions; from here on there are more.")
        }
    }
}
