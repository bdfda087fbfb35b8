import Base
import NetEngine

/// Parses a JSONPath query by the grammar of RFC 9535 (appendix A) and checks its types (§2.4.3).
package struct JSONPathParser {
    /// Why a text is not a query.
    package struct SyntaxError: Error, Hashable {
        /// Byte offset in the text.
        package var offset: Int
        /// A clause for the user: `a name is expected here`.
        package var reason: String

        package init(offset: Int, reason: String) {
            self.offset = offset
            self.reason = reason
        }
    }

    private let text: [UInt8]
    private var place = 0
    private var depth = 0
    private var innerCount = 0
    private var branchingCount = 0

    /// Deepest nesting of parentheses and filters; deeper queries are an error rather than a risk to the stack.
    package static let maxDepth = 64

    /// How many segments of a query may select several nodes: each is one level of recursion in the evaluation.
    static let maxBranching = 500

    /// - Throws: `SyntaxError`: why the text is not a query, and where.
    package static func parse(_ text: String) throws(SyntaxError) -> JSONPathQuery {
        var parser = JSONPathParser(text: Array(text.utf8))
        guard parser.take("$") else { throw parser.failure("a query begins with $") }
        let segments = try parser.segments()
        guard parser.byte == nil else {
            throw parser.failure(
                parser.place == 1
                    ? "a segment (.name, ..name or [ ]) is expected here" : "nothing more is expected here")
        }
        return JSONPathQuery(segments: segments)
    }

    private init(text: [UInt8]) { self.text = text }

    // MARK: Bytes

    private var byte: UInt8? { place < text.count ? text[place] : nil }
    private func byte(after count: Int) -> UInt8? { place + count < text.count ? text[place + count] : nil }

    private func failure(_ reason: String, at offset: Int? = nil) -> SyntaxError {
        SyntaxError(offset: offset ?? place, reason: reason)
    }

    private mutating func take(_ word: StaticString) -> Bool {
        guard place + word.utf8CodeUnitCount <= text.count else { return false }
        for index in 0..<word.utf8CodeUnitCount where text[place + index] != word.utf8Start[index] { return false }
        place += word.utf8CodeUnitCount
        return true
    }

    /// Skips whitespace (`S` in the grammar).
    private mutating func skipSpace() {
        while let byte, byte == Byte.space || byte == Byte.tab || byte == Byte.lineFeed || byte == Byte.carriageReturn {
            place += 1
        }
    }

    // MARK: Segments

    private mutating func segments() throws(SyntaxError) -> [JSONPathQuery.Segment] {
        var segments: [JSONPathQuery.Segment] = []
        while true {
            if let last = segments.last, !last.isSingular {
                branchingCount += 1
                guard branchingCount <= Self.maxBranching else {
                    throw failure("more than \(Self.maxBranching) segments that select several values")
                }
            }
            let start = place
            skipSpace()
            if take("..") {
                let selectors = byte == Byte.openBracket ? try brackets() : [try shorthand()]
                segments.append(.init(isDescendant: true, selectors: selectors))
            } else if take(".") {
                segments.append(.init(isDescendant: false, selectors: [try shorthand()]))
            } else if byte == Byte.openBracket {
                segments.append(.init(isDescendant: false, selectors: try brackets()))
            } else {
                // Whitespace is allowed between segments only, not after the last.
                place = start
                return segments
            }
        }
    }

    /// Reads `*` or a name without quotes.
    private mutating func shorthand() throws(SyntaxError) -> JSONPathQuery.Selector {
        if take("*") { return .wildcard }
        let start = place
        while let byte, Self.isNameByte(byte) || (place > start && ASCII.isDigit(byte)) { place += 1 }
        guard place > start else { throw failure("a name, * or [ is expected here") }
        return .name(Array(text[start..<place]))
    }

    private mutating func brackets() throws(SyntaxError) -> [JSONPathQuery.Selector] {
        place += 1
        try enter()
        defer { depth -= 1 }
        var selectors: [JSONPathQuery.Selector] = []
        repeat {
            skipSpace()
            selectors.append(try selector())
            skipSpace()
        } while take(",")
        guard take("]") else { throw failure("a comma or ] is expected here") }
        return selectors
    }

    private mutating func selector() throws(SyntaxError) -> JSONPathQuery.Selector {
        switch byte {
        case Byte.apostrophe, Byte.quote: return .name(try string())
        case Byte.asterisk:
            place += 1
            return .wildcard
        case Byte.questionMark:
            place += 1
            skipSpace()
            return .filter(try logicalOr())
        case Byte.colon: return try slice(from: nil)
        case let byte? where byte == Byte.minus || ASCII.isDigit(byte):
            let index = try integer()
            let end = place
            skipSpace()
            if self.byte == Byte.colon { return try slice(from: index) }
            place = end
            return .index(index)
        default: throw failure("a name in quotes, an index, a slice, * or ?filter is expected here")
        }
    }

    private mutating func slice(from start: Int?) throws(SyntaxError) -> JSONPathQuery.Selector {
        place += 1
        func beginsInteger(_ byte: UInt8?) -> Bool { byte.map { $0 == Byte.minus || ASCII.isDigit($0) } ?? false }
        skipSpace()
        let end = beginsInteger(byte) ? try integer() : nil
        skipSpace()
        var step = 1
        if take(":") {
            skipSpace()
            if beginsInteger(byte) { step = try integer() }
        }
        return .slice(start: start, end: end, step: step)
    }

    /// Reads an integer within ±(2^53 − 1), without leading zeros (§2.1).
    private mutating func integer() throws(SyntaxError) -> Int {
        let start = place
        let isNegative = take("-")
        let first = place
        while let byte, ASCII.isDigit(byte) { place += 1 }
        let digits = text[first..<place]
        guard let lead = digits.first else { throw failure("a number is expected here", at: start) }
        guard lead != UInt8(ascii: "0") || (digits.count == 1 && !isNegative) else {
            throw failure("an integer has no leading zero and no minus before 0", at: start)
        }
        guard digits.count <= 16, let value = Int(String(decoding: digits, as: UTF8.self)), value < 1 << 53 else {
            throw failure("an integer lies between -9007199254740991 and 9007199254740991", at: start)
        }
        return isNegative ? -value : value
    }

    private mutating func enter() throws(SyntaxError) {
        depth += 1
        guard depth <= Self.maxDepth else {
            throw failure("the query is nested more than \(Self.maxDepth) levels deep")
        }
    }

    /// Whether a byte may begin a name without quotes: letters, `_` and everything beyond ASCII.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == Byte.underscore || byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26
    }
}

// MARK: - Strings

extension JSONPathParser {
    /// Reads a string in single or double quotes (§2.3.1.1).
    private mutating func string() throws(SyntaxError) -> [UInt8] {
        let start = place
        let quote = text[place]
        place += 1
        var result: [UInt8] = []
        while let byte {
            switch byte {
            case quote:
                place += 1
                return result
            case Byte.backslash: try escape(quote, &result)
            case 0..<Byte.space: throw failure("a control character must be escaped in a string")
            default:
                result.append(byte)
                place += 1
            }
        }
        throw failure("the string that begins here is not closed", at: start)
    }

    private mutating func escape(_ quote: UInt8, _ result: inout [UInt8]) throws(SyntaxError) {
        let start = place
        place += 1
        let escaped = byte
        place += 1
        switch escaped {
        case UInt8(ascii: "b"): result.append(Byte.backspace)
        case UInt8(ascii: "f"): result.append(Byte.formFeed)
        case UInt8(ascii: "n"): result.append(Byte.lineFeed)
        case UInt8(ascii: "r"): result.append(Byte.carriageReturn)
        case UInt8(ascii: "t"): result.append(Byte.tab)
        case Byte.slash, Byte.backslash, quote: result.append(escaped ?? quote)
        case UInt8(ascii: "u"):
            var scalar = try hexadecimal(start)
            if scalar & 0xFC00 == 0xD800, take("\\u") {
                let low = try hexadecimal(start)
                guard low & 0xFC00 == 0xDC00 else { throw failure("half of a surrogate pair is missing", at: start) }
                scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(scalar) else {
                throw failure("half of a surrogate pair is missing", at: start)
            }
            result += Array(String(scalar).utf8)
        default: throw failure("there is no such escape", at: start)
        }
    }

    private mutating func hexadecimal(_ start: Int) throws(SyntaxError) -> UInt32 {
        guard place + 4 <= text.count else {
            throw failure("four hexadecimal digits are expected after \\u", at: start)
        }
        var value: UInt32 = 0
        for byte in text[place..<(place + 4)] {
            let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 6
            guard isLetter || ASCII.isDigit(byte) else {
                throw failure("four hexadecimal digits are expected after \\u", at: start)
            }
            value = value << 4 | UInt32(byte & 0x0F) + (isLetter ? 9 : 0)
        }
        place += 4
        return value
    }
}

// MARK: - Filters

extension JSONPathParser {
    /// A part of a filter before its type has been checked.
    private enum Operand {
        case value(JSONPathQuery.Value)
        case query(JSONPathQuery.Inner)
        case logical(JSONPathQuery.Logical)
        /// The value of a function, which cannot be tested for existence.
        case function(JSONPathQuery.Value)
    }

    private mutating func logicalOr() throws(SyntaxError) -> JSONPathQuery.Logical {
        var parts = [try logicalAnd()]
        while true {
            let end = place
            skipSpace()
            guard take("||") else {
                place = end
                return parts.count == 1 ? parts[0] : .or(parts)
            }
            skipSpace()
            parts.append(try logicalAnd())
        }
    }

    private mutating func logicalAnd() throws(SyntaxError) -> JSONPathQuery.Logical {
        var parts = [try basic()]
        while true {
            let end = place
            skipSpace()
            guard take("&&") else {
                place = end
                return parts.count == 1 ? parts[0] : .and(parts)
            }
            skipSpace()
            parts.append(try basic())
        }
    }

    private mutating func basic() throws(SyntaxError) -> JSONPathQuery.Logical {
        let start = place
        let isNegated = take("!")
        if isNegated { skipSpace() }
        if byte == Byte.openParenthesis {
            try enter()
            defer { depth -= 1 }
            place += 1
            skipSpace()
            let inner = try logicalOr()
            skipSpace()
            guard take(")") else { throw failure("a ) is expected here") }
            return isNegated ? .not(inner) : inner
        }
        let left = try operand()
        let end = place
        skipSpace()
        if !isNegated, let comparison = comparison() {
            let value = try comparable(left, at: start)
            skipSpace()
            let rightStart = place
            return .compare(value, comparison, try comparable(try operand(), at: rightStart))
        }
        place = end
        let test: JSONPathQuery.Logical
        switch left {
        case .query(let query): test = .exists(query)
        case .logical(let logical): test = logical
        case .value: throw failure("a value alone is neither true nor false; compare it", at: start)
        case .function: throw failure("the result of this function must be compared", at: start)
        }
        return isNegated ? .not(test) : test
    }

    private mutating func comparison() -> JSONPathQuery.Comparison? {
        if take("==") { return .equal }
        if take("!=") { return .notEqual }
        if take("<=") { return .lessOrEqual }
        if take(">=") { return .greaterOrEqual }
        if take("<") { return .less }
        if take(">") { return .greater }
        return nil
    }

    private func comparable(_ operand: Operand, at start: Int) throws(SyntaxError) -> JSONPathQuery.Value {
        switch operand {
        case .value(let value), .function(let value): return value
        case .query(let query):
            guard query.isSingular else {
                throw failure(
                    "a query that is compared may select only one node: use names and indexes only", at: start)
            }
            return .node(query)
        case .logical: throw failure("an expression that is true or false cannot be compared", at: start)
        }
    }

    private mutating func operand() throws(SyntaxError) -> Operand {
        switch byte {
        case Byte.apostrophe, Byte.quote: return .value(.string(try string()))
        case Byte.at, Byte.dollar:
            let isAbsolute = byte == Byte.dollar
            place += 1
            let segments = try segments()
            innerCount += 1
            return .query(.init(isAbsolute: isAbsolute, segments: segments, number: innerCount))
        case let byte? where byte == Byte.minus || ASCII.isDigit(byte): return .value(.number(try number()))
        case let byte? where byte &- UInt8(ascii: "a") < 26: return try word()
        default: throw failure("a query, a value or a function is expected here")
        }
    }

    /// Reads `(int / "-0") [frac] [exp]`.
    private mutating func number() throws(SyntaxError) -> JSONNumber {
        let start = place
        func isDigitHere() -> Bool { byte.map(ASCII.isDigit) ?? false }
        _ = take("-")
        if take("0") {
            guard !isDigitHere() else { throw failure("a number has no leading zero", at: start) }
        } else {
            guard isDigitHere() else { throw failure("a number is expected here", at: start) }
            while isDigitHere() { place += 1 }
        }
        if take(".") {
            guard isDigitHere() else { throw failure("a digit is expected after the point") }
            while isDigitHere() { place += 1 }
        }
        if let letter = byte, letter | 0x20 == UInt8(ascii: "e") {
            place += 1
            if !take("-") { _ = take("+") }
            guard isDigitHere() else { throw failure("a digit is expected in the exponent") }
            while isDigitHere() { place += 1 }
        }
        return JSONNumber(text[start..<place])
    }

    /// Reads `true`, `false`, `null` or a function call.
    private mutating func word() throws(SyntaxError) -> Operand {
        let start = place
        while let byte, byte &- UInt8(ascii: "a") < 26 || ASCII.isDigit(byte) || byte == Byte.underscore { place += 1 }
        let word = String(decoding: text[start..<place], as: UTF8.self)
        guard byte == Byte.openParenthesis else {
            switch word {
            case "true": return .value(.bool(true))
            case "false": return .value(.bool(false))
            case "null": return .value(.null)
            default: throw failure("a query, a value or a function is expected here", at: start)
            }
        }
        guard let function = Function(rawValue: word) else {
            throw failure(
                "there is no function of this name; there are length, count, value, match and search", at: start)
        }
        return try call(function, at: start)
    }

    private enum Function: String {
        case length, count, value, match, search

        var parameterCount: Int {
            switch self {
            case .length, .count, .value: 1
            case .match, .search: 2
            }
        }
    }

    private mutating func call(_ function: Function, at start: Int) throws(SyntaxError) -> Operand {
        place += 1
        try enter()
        defer { depth -= 1 }
        var arguments: [(operand: Operand, offset: Int)] = []
        skipSpace()
        if byte != Byte.closeParenthesis {
            repeat {
                skipSpace()
                let offset = place
                arguments.append((try argument(), offset))
                skipSpace()
            } while take(",")
        }
        guard take(")") else { throw failure("a comma or ) is expected here") }
        guard arguments.count == function.parameterCount else {
            throw failure(
                "\(function.rawValue) takes \(function.parameterCount == 1 ? "one argument" : "two arguments"), not \(arguments.count)",
                at: start)
        }
        switch function {
        case .length: return .function(.length(try comparable(arguments[0].operand, at: arguments[0].offset)))
        case .count: return .function(.count(try nodes(arguments[0].operand, at: arguments[0].offset)))
        case .value: return .function(.value(try nodes(arguments[0].operand, at: arguments[0].offset)))
        case .match, .search:
            return .logical(
                .matches(
                    text: try comparable(arguments[0].operand, at: arguments[0].offset),
                    pattern: try comparable(arguments[1].operand, at: arguments[1].offset), isWhole: function == .match)
            )
        }
    }

    private func nodes(_ operand: Operand, at offset: Int) throws(SyntaxError) -> JSONPathQuery.Inner {
        guard case .query(let query) = operand else { throw failure("a query is expected here", at: offset) }
        return query
    }

    /// Reads one operand, or a whole condition if more follows (which no function accepts).
    private mutating func argument() throws(SyntaxError) -> Operand {
        let start = place
        if byte != Byte.exclamationMark, byte != Byte.openParenthesis {
            let operand = try operand()
            let end = place
            skipSpace()
            if byte == Byte.comma || byte == Byte.closeParenthesis { return operand }
            place = end
        }
        place = start
        return .logical(try logicalOr())
    }
}
