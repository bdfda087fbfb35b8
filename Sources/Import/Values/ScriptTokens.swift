import Base

/// The words of a script, as far as checks and captures need them. Nothing is executed.
struct ScriptTokens {
    enum Token: Hashable {
        case name(String)
        case string(String)
        case number(String)
        case sign(String)
        /// Something that is not read: a regular expression, a template with values.
        case other
    }

    private(set) var tokens: [Token] = []
    /// For each token, whether it is the first of its line.
    private(set) var beginsLine: [Bool] = []
    /// For each opening bracket, the token that closes it; its own place for all others.
    private(set) var closers: [Int] = []
    /// The text between the slashes of each regular expression without flags.
    private(set) var patterns: [Int: String] = [:]
    /// The text of each template with values.
    private(set) var templates: [Int: String] = [:]

    /// Longer ones first. Bytes, as they are looked at for each sign of each script.
    private static let longSigns: [[UInt8]] = [
        "===", "!==", "...", "=>", "==", "!=", ">=", "<=", "&&", "||", "?.", "++", "--", "+=",
    ].map { Array($0.utf8) }

    init(_ text: String) {
        let bytes = Array(text.utf8)
        countWork(bytes.count)
        var place = 0
        var isFirst = true
        func add(_ token: Token) {
            tokens.append(token)
            beginsLine.append(isFirst)
            isFirst = false
        }
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case Byte.lineFeed, Byte.carriageReturn:
                isFirst = true
                place += 1
            case let byte where byte <= Byte.space: place += 1
            case Byte.slash where place + 1 < bytes.count && bytes[place + 1] == Byte.slash:
                while place < bytes.count, bytes[place] != Byte.lineFeed { place += 1 }
            case Byte.slash where place + 1 < bytes.count && bytes[place + 1] == Byte.asterisk:
                place += 2
                while place + 1 < bytes.count, bytes[place] != Byte.asterisk || bytes[place + 1] != Byte.slash {
                    place += 1
                }
                place = min(place + 2, bytes.count)
            case Byte.quote, Byte.apostrophe, Byte.backtick:
                let start = place
                let token = Self.string(bytes, &place)
                if token == .other, byte == Byte.backtick {
                    templates[tokens.count] = String(decoding: bytes[start..<place], as: UTF8.self)
                }
                add(token)
            case Byte.slash where !Self.isOperand(tokens.last):
                if let end = Self.patternEnd(bytes, place) {
                    if end - place > 2, bytes[end - 1] == Byte.slash {
                        patterns[tokens.count] = String(decoding: bytes[(place + 1)..<(end - 1)], as: UTF8.self)
                    }
                    place = end
                    add(.other)
                } else {
                    add(.sign("/"))
                    place += 1
                }
            case let byte
            where LineText.isLetter(byte) || byte == Byte.underscore || byte == Byte.dollar || byte >= 0x80:
                let start = place
                while place < bytes.count, Self.isName(bytes[place]) { place += 1 }
                add(.name(String(decoding: bytes[start..<place], as: UTF8.self)))
            case let byte where LineText.isDigit(byte):
                let start = place
                while place < bytes.count, LineText.isDigit(bytes[place]) || bytes[place] == Byte.dot { place += 1 }
                add(.number(String(decoding: bytes[start..<place], as: UTF8.self)))
            default:
                let sign = Self.sign(bytes, place)
                place += sign.utf8.count
                add(.sign(sign))
            }
        }
        findClosers()
    }

    /// Whether a slash after the token divides.
    private static func isOperand(_ token: Token?) -> Bool {
        switch token {
        case nil: false
        case .sign(let sign)?: [")", "]", "}"].contains(sign)
        case .name(let name)?: !["return", "typeof", "case", "in"].contains(name)
        case .string?, .number?, .other?: true
        }
    }

    /// Just past a regular expression and its flags; nil if the slash begins none.
    private static func patternEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
        var place = start + 1
        var isInClass = false
        while place < min(bytes.count, start + 2_000), bytes[place] != Byte.lineFeed {
            switch bytes[place] {
            case Byte.backslash: place += 1
            case Byte.openBracket: isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case Byte.slash where !isInClass:
                place += 1
                while place < bytes.count, LineText.isLetter(bytes[place]) { place += 1 }
                return place
            default: break
            }
            place += 1
        }
        return nil
    }

    private static func sign(_ bytes: [UInt8], _ place: Int) -> String {
        for sign in longSigns where sign[0] == bytes[place] && bytes[place...].starts(with: sign) {
            return String(decoding: sign, as: UTF8.self)
        }
        return String(UnicodeScalar(bytes[place]))
    }

    private static func isName(_ byte: UInt8) -> Bool {
        LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.underscore || byte == Byte.dollar
            || byte >= 0x80
    }

    private static func string(_ bytes: [UInt8], _ place: inout Int) -> Token {
        let quote = bytes[place]
        var content: [UInt8] = []
        var isPlain = true
        place += 1
        while place < bytes.count, bytes[place] != quote {
            if bytes[place] == Byte.backslash {
                place += 1
                guard place < bytes.count else { break }
                switch bytes[place] {
                case UInt8(ascii: "n"): content.append(Byte.lineFeed)
                case UInt8(ascii: "t"): content.append(Byte.tab)
                // Another character, or none: such texts are not taken over.
                case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "r"), UInt8(ascii: "u"), UInt8(ascii: "v"),
                    UInt8(ascii: "x"), UInt8(ascii: "0")...UInt8(ascii: "9"), Byte.lineFeed, Byte.carriageReturn:
                    isPlain = false
                default: content.append(bytes[place])
                }
            } else {
                if quote == Byte.backtick, bytes[place] == Byte.dollar { isPlain = false }
                if quote != Byte.backtick, bytes[place] == Byte.lineFeed { isPlain = false }
                content.append(bytes[place])
            }
            place += 1
        }
        place = min(place + 1, bytes.count)
        return isPlain ? .string(String(decoding: content, as: UTF8.self)) : .other
    }

    private mutating func findClosers() {
        closers = Array(tokens.indices)
        var open: [Int] = []
        for (index, token) in tokens.enumerated() {
            guard case .sign(let sign) = token else { continue }
            if sign == "(" || sign == "[" || sign == "{" {
                open.append(index)
            } else if sign == ")" || sign == "]" || sign == "}", let start = open.popLast() {
                closers[start] = index
            }
        }
        // What is never closed goes to the end.
        for index in open { closers[index] = tokens.count }
    }

    /// The names that `….set("name", …)`, Bruno's calls and the older ones of Postman give a value.
    var setNames: [String] {
        let calls: Set<String> = [
            "set", "setEnvironmentVariable", "setGlobalVariable", "setVar", "setEnvVar", "setGlobalEnvVar",
        ]
        return tokens.indices.compactMap { place in
            guard let call = name(at: place), calls.contains(call), isSign("(", at: place + 1),
                place + 2 < tokens.count,
                case .string(let name) = tokens[place + 2]
            else { return nil }
            return name
        }
    }

    func isSign(_ sign: String, at index: Int) -> Bool {
        tokens.indices.contains(index) && tokens[index] == .sign(sign)
    }

    func name(at index: Int) -> String? {
        guard tokens.indices.contains(index), case .name(let name) = tokens[index] else { return nil }
        return name
    }
}
