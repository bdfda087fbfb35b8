import Base

/// Reads the few statements of a response script that can be understood without running it (HTTP-FORMAT §13):
/// `client.global.set("x", response.body.a[0]["b"])`, `client.global.set("x", response.headers.valueOf("H"))` and
/// `client.assert(response.status === 200)`. Statements inside a condition or a loop are not read.
///
/// One pass over the bytes of the code; strings and comments are skipped.
struct ScriptReading {
    struct Capture: Hashable {
        package var variable: String
        package var expression: String
        /// From the start of the code.
        package var offset: Int
    }

    struct StatusAssertion: Hashable {
        var status: Int
        var offset: Int
    }

    private(set) var captures: [Capture] = []
    private(set) var assertions: [StatusAssertion] = []
    /// True if the script has nothing else than what was read, comments and `client.log(…)`.
    let isWhole: Bool

    init(_ code: [UInt8]) {
        var reader = Reader(code: code)
        reader.run()
        isWhole = !reader.ignoresCode
        captures = reader.captures
        assertions = reader.assertions
    }

    private struct Reader {
        let code: [UInt8]
        var position = 0
        var captures: [Capture] = []
        var assertions: [StatusAssertion] = []
        /// For each open brace, whether its content runs whenever the surrounding code does.
        var isPlain: [Bool] = []
        /// True while the current statement has only whitespace and comments so far.
        var isAtStart = true
        /// The current statement began with `if` and the like, and may continue on the next line.
        var isConditional = false
        /// The current statement is `client.test("name", function () {`.
        var isTest = false
        /// True if the script has code that is not read and would have an effect.
        var ignoresCode = false

        mutating func run() {
            while position < code.count {
                let byte = code[position]
                if skipComment() { continue }
                switch byte {
                case Byte.quote, Byte.apostrophe, Byte.backtick:
                    skipString(byte)
                    isAtStart = false
                    if !isTest { ignoresCode = true }
                case Byte.openBrace:
                    if !isTest { ignoresCode = true }
                    isPlain.append(isTest && isPlain.last != false)
                    beginStatement()
                case Byte.closeBrace:
                    _ = isPlain.popLast()
                    beginStatement()
                case Byte.semicolon:
                    if isTest { ignoresCode = true }
                    beginStatement()
                case Byte.lineFeed, Byte.carriageReturn:
                    if isConditional || isTest { position += 1 } else { beginStatement() }
                case let byte where byte <= Byte.space: position += 1
                case let byte where LineText.isLetter(byte): word()
                default:
                    // The end of `client.test(…, function () { … })`.
                    if !isTest, byte != UInt8(ascii: ")") { ignoresCode = true }
                    isAtStart = false
                    position += 1
                }
            }
            // A test whose function is defined elsewhere.
            if isTest { ignoresCode = true }
        }

        private mutating func beginStatement() {
            position += 1
            isAtStart = true
            isConditional = false
            isTest = false
        }

        private mutating func word() {
            let start = position
            if isAtStart, isPlain.last != false {
                isAtStart = false
                if take("client.global.set(") {
                    if let capture = capture(start) { captures.append(capture) } else { ignoresCode = true }
                    return
                }
                if take("client.assert(") {
                    if let assertion = assertion(start) { assertions.append(assertion) } else { ignoresCode = true }
                    return
                }
                isTest = take("client.test(")
                if isTest { return }
                if take("client.log(") || take("console.log(") {
                    skipArguments()
                    return
                }
                isConditional = ["if", "for", "while", "else", "do"].contains { code[start...].starts(with: $0.utf8) }
            }
            isAtStart = false
            if !isTest { ignoresCode = true }
            while position < code.count, isName(code[position]) || code[position] == Byte.dot { position += 1 }
        }

        private mutating func capture(_ start: Int) -> Capture? {
            guard let name = literal(), take(","), take("response.") else { return nil }
            var expression: String
            if take("body") {
                guard let path = path() else { return nil }
                expression = path.isEmpty ? "body" : "body.$\(path)"
            } else if take("headers.valueOf(") {
                guard let header = literal(), take(")") else { return nil }
                expression = "headers.\(header)"
            } else {
                return nil
            }
            guard take(")") else { return nil }
            return Capture(variable: name, expression: expression, offset: start)
        }

        private mutating func assertion(_ start: Int) -> StatusAssertion? {
            guard take("response.status") else { return nil }
            guard take("===") || take("==") else { return nil }
            skipSpace()
            let digits = code[position...].prefix { LineText.isDigit($0) }
            guard digits.count == 3, let status = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
            position += 3
            // A message may follow, which a tool that runs the script would log.
            if take(",") { skipArguments() } else if !take(")") { return nil }
            return StatusAssertion(status: status, offset: start)
        }

        /// Moves to the parenthesis that closes the call.
        private mutating func skipArguments() {
            var depth = 1
            while position < code.count {
                if skipComment() { continue }
                switch code[position] {
                case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
                    skipString(code[position])
                    continue
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                default: break
                }
                position += 1
                if depth == 0 { return }
            }
            ignoresCode = true
        }

        /// Reads `.ident`, `[0]`, `["key"]`, any number of them, as a JSONPath without `$`.
        private mutating func path() -> String? {
            var path = ""
            while true {
                if take(".") {
                    let name = code[position...].prefix(while: isName)
                    guard !name.isEmpty else { return nil }
                    position += name.count
                    if position < code.count, code[position] == Byte.openParenthesis { return nil }
                    path += ".\(String(decoding: name, as: UTF8.self))"
                } else if take("[") {
                    skipSpace()
                    let digits = code[position...].prefix { LineText.isDigit($0) }
                    if !digits.isEmpty {
                        position += digits.count
                        path += "[\(String(decoding: digits, as: UTF8.self))]"
                    } else if let key = literal() {
                        path += "['\(key)']"
                    } else {
                        return nil
                    }
                    guard take("]") else { return nil }
                } else {
                    return path
                }
            }
        }

        /// Reads a string without escapes and quotes.
        private mutating func literal() -> String? {
            skipSpace()
            guard position < code.count, code[position] == Byte.quote || code[position] == Byte.apostrophe else {
                return nil
            }
            let text = code[(position + 1)...].prefix {
                $0 != Byte.quote && $0 != Byte.apostrophe && $0 != Byte.backslash && $0 != Byte.lineFeed
                    && $0 != Byte.carriageReturn
            }
            let end = position + 1 + text.count
            guard !text.isEmpty, end < code.count, code[end] == code[position] else { return nil }
            position = end + 1
            return String(decoding: text, as: UTF8.self)
        }

        private mutating func take(_ text: StaticString) -> Bool {
            skipSpace()
            let length = text.utf8CodeUnitCount
            guard position + length <= code.count else { return false }
            for index in 0..<length where code[position + index] != text.utf8Start[index] { return false }
            position += length
            return true
        }

        private mutating func skipSpace() {
            while position < code.count, code[position] <= Byte.space { position += 1 }
        }

        private func isName(_ byte: UInt8) -> Bool {
            LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.underscore || byte == Byte.dollar
        }

        private mutating func skipComment() -> Bool {
            guard code[position] == Byte.slash, position + 1 < code.count else { return false }
            if code[position + 1] == Byte.slash {
                while position < code.count, code[position] != Byte.lineFeed, code[position] != Byte.carriageReturn {
                    position += 1
                }
                return true
            }
            guard code[position + 1] == Byte.asterisk else { return false }
            position += 2
            while position + 1 < code.count, code[position] != Byte.asterisk || code[position + 1] != Byte.slash {
                position += 1
            }
            position = min(position + 2, code.count)
            return true
        }

        private mutating func skipString(_ quote: UInt8) {
            position += 1
            while position < code.count, code[position] != quote {
                if quote != Byte.backtick, code[position] == Byte.lineFeed || code[position] == Byte.carriageReturn {
                    return
                }
                position += code[position] == Byte.backslash ? 2 : 1
            }
            position = min(position + 1, code.count)
        }
    }
}
