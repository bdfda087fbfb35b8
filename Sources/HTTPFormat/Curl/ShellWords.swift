import Base

/// Splits one shell command into words as a POSIX shell does; nothing is executed.
///
/// Resolves single and double quotes, `$'…'`, backslashes and line continuations; skips comments. The command ends at a
/// line end that is neither quoted nor escaped. Variables and `$(…)` stay as written, and are reported.
struct ShellWords {
    private(set) var words: [String] = []
    /// The first byte after the command: the line end that ended it.
    private(set) var end: Int
    /// True if a quotation mark is not closed.
    private(set) var isUnclosed = false
    /// True if the command ended at `|`, `>`, `;` or `&`; what follows belongs to the shell and is not read.
    private(set) var stoppedAtOperator = false
    /// Where that operator is; nil if there is none.
    private(set) var operatorPlace: Int?
    /// True if `$NAME`, `$(…)` or backquotes occur outside single quotes.
    private(set) var holdsExpansion = false

    /// The names of the variables that became references, in their order.
    private(set) var variables: [String] = []

    private let namesVariables: Bool
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let limit: Int
    private let endsAtOperator: Bool
    private var word: [UInt8] = []
    private var isInWord = false

    /// - Parameters:
    ///   - range: from the first byte of the command to the end of what may belong to it.
    ///   - endsAtOperator: whether `end` is the operator, and not the end of its line.
    ///   - namesVariables: whether `$NAME` and `${NAME}` become `{{NAME}}`.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, endsAtOperator: Bool = false,
        namesVariables: Bool = false
    ) {
        self.namesVariables = namesVariables
        self.bytes = bytes
        self.endsAtOperator = endsAtOperator
        position = range.lowerBound
        limit = range.upperBound
        end = range.lowerBound
        scan()
    }

    private mutating func scan() {
        var skips = false
        while position < limit, !(endsAtOperator && stoppedAtOperator) {
            let byte = bytes[position]
            if byte == Byte.lineFeed || byte == Byte.carriageReturn { break }
            if skips {
                position += 1
                continue
            }
            switch byte {
            case Byte.space, Byte.tab:
                finishWord()
                position += 1
            case Byte.apostrophe: singleQuoted()
            case Byte.quote: doubleQuoted()
            case Byte.backslash: escaped()
            case Byte.dollar where next == Byte.apostrophe: ansiQuoted()
            case Byte.hash where !isInWord: skips = true
            case Byte.verticalBar, Byte.greaterThan, Byte.semicolon, Byte.ampersand, Byte.lessThan:
                if isRedirectedNumber {
                    word = []
                    isInWord = false
                }
                finishWord()
                stoppedAtOperator = true
                operatorPlace = position
                skips = true
            case Byte.dollar where takeVariable(): break
            default:
                if byte == Byte.backtick || byte == Byte.dollar && isExpansion(next) { holdsExpansion = true }
                append(byte)
                position += 1
            }
        }
        finishWord()
        countWork(position - end)
        end = position
    }

    /// Whether the word before `>` or `<` is the number of what is redirected (`2>/dev/null`).
    private var isRedirectedNumber: Bool {
        (bytes[position] == Byte.greaterThan || bytes[position] == Byte.lessThan)
            && CommandWords.isRedirectedNumber(word, before: position, in: bytes)
    }

    private var next: UInt8 { position + 1 < limit ? bytes[position + 1] : 0 }

    private func isExpansion(_ byte: UInt8) -> Bool {
        LineText.isLetter(byte) || byte == Byte.underscore || byte == Byte.openParenthesis || byte == Byte.openBrace
    }

    /// Writes a reference for `$NAME` or `${NAME}`; what else may stand in the braces stays as it is written.
    private mutating func takeVariable() -> Bool {
        guard namesVariables else { return false }
        let isBraced = next == Byte.openBrace
        let start = position + (isBraced ? 2 : 1)
        var end = start
        while end < limit,
            LineText.isLetter(bytes[end]) || bytes[end] == Byte.underscore
                || end > start && LineText.isDigit(bytes[end])
        {
            end += 1
        }
        guard end > start, !isBraced || end < limit && bytes[end] == Byte.closeBrace else { return false }
        let name = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        for byte in "{{\(name)}}".utf8 { append(byte) }
        variables.append(name)
        position = isBraced ? end + 1 : end
        return true
    }

    private mutating func append(_ byte: UInt8) {
        word.append(byte)
        isInWord = true
    }

    private mutating func finishWord() {
        guard isInWord else { return }
        words.append(String(decoding: word, as: UTF8.self))
        word = []
        isInWord = false
    }

    /// Skips a line end after a backslash, which joins two lines.
    private mutating func skipLineEnd() {
        let isPair = bytes[position] == Byte.carriageReturn && next == Byte.lineFeed
        position += isPair ? 2 : 1
    }

    private mutating func escaped() {
        guard position + 1 < limit else {
            // A backslash at the very end joins nothing.
            position += 1
            return
        }
        position += 1
        if bytes[position] == Byte.lineFeed || bytes[position] == Byte.carriageReturn {
            skipLineEnd()
        } else {
            append(bytes[position])
            position += 1
        }
    }

    private mutating func singleQuoted() {
        isInWord = true
        position += 1
        while position < limit, bytes[position] != Byte.apostrophe { takeQuoted() }
        closeQuote()
    }

    private mutating func doubleQuoted() {
        isInWord = true
        position += 1
        while position < limit, bytes[position] != Byte.quote {
            let byte = bytes[position]
            if byte == Byte.backslash,
                next == Byte.quote || next == Byte.backslash || next == Byte.dollar || next == Byte.backtick
            {
                append(next)
                position += 2
            } else if byte == Byte.backslash, next == Byte.lineFeed || next == Byte.carriageReturn {
                position += 1
                skipLineEnd()
            } else if byte != Byte.dollar || !takeVariable() {
                if byte == Byte.backtick || byte == Byte.dollar && isExpansion(next) { holdsExpansion = true }
                takeQuoted()
            }
        }
        closeQuote()
    }

    /// Appends a byte inside quotes; line ends become LF.
    private mutating func takeQuoted() {
        if bytes[position] == Byte.carriageReturn {
            append(Byte.lineFeed)
            skipLineEnd()
        } else {
            append(bytes[position])
            position += 1
        }
    }

    private mutating func closeQuote() {
        if position < limit { position += 1 } else { isUnclosed = true }
    }

    /// Reads `$'…'` with the escapes that browsers write: `\n`, `\'`, `\u0021`, `\x21`.
    private mutating func ansiQuoted() {
        isInWord = true
        position += 2
        while position < limit, bytes[position] != Byte.apostrophe {
            guard bytes[position] == Byte.backslash, position + 1 < limit else {
                takeQuoted()
                continue
            }
            position += 1
            let letter = bytes[position]
            position += 1
            switch letter {
            case UInt8(ascii: "n"): append(Byte.lineFeed)
            case UInt8(ascii: "r"): append(Byte.carriageReturn)
            case UInt8(ascii: "t"): append(Byte.tab)
            case UInt8(ascii: "a"): append(0x07)
            case UInt8(ascii: "b"): append(0x08)
            case UInt8(ascii: "e"), UInt8(ascii: "E"): append(0x1B)
            case UInt8(ascii: "f"): append(0x0C)
            case UInt8(ascii: "v"): append(0x0B)
            case UInt8(ascii: "x"): appendByte(first: 0, digits: 2, radix: 16)
            case 0x30...0x37: appendByte(first: letter - 0x30, digits: 2, radix: 8)
            case UInt8(ascii: "u"): appendScalar(digits: 4)
            case UInt8(ascii: "U"): appendScalar(digits: 8)
            default: append(letter)
            }
        }
        closeQuote()
    }

    /// `\x41` and `\101`: a byte, not a character.
    private mutating func appendByte(first: UInt8, digits: Int, radix: UInt32) {
        var value = UInt32(first)
        var count = 0
        while count < digits, position < limit, let digit = hex(bytes[position]), digit < radix {
            value = value * radix + digit
            position += 1
            count += 1
        }
        append(UInt8(truncatingIfNeeded: value))
    }

    private mutating func appendScalar(digits: Int) {
        var value: UInt32 = 0
        var count = 0
        while count < digits, position < limit, let digit = hex(bytes[position]) {
            value = value &* 16 &+ digit
            position += 1
            count += 1
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        for byte in String(Character(scalar)).utf8 { append(byte) }
    }

    private func hex(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x37)
        case 0x61...0x66: UInt32(byte - 0x57)
        default: nil
        }
    }
}
