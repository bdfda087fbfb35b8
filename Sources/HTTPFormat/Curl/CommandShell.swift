import Base
import NetEngine

/// The shell that a command was written for, by its way to quote.
enum CommandShell: String, Sendable, Hashable {
    case posix, cmd, powerShell

    /// A caret at the end of a line or before a quotation mark is cmd's, a backtick at the end of a line is PowerShell's.
    init(of text: [UInt8]) {
        var hasCaret = false
        var hasBacktick = false
        var hasBackslash = false
        var hasApostrophe = false
        for (index, byte) in text.enumerated() {
            let next = index + 1 < text.count ? text[index + 1] : Byte.lineFeed
            let isAtEnd = next == Byte.lineFeed || next == Byte.carriageReturn
            switch byte {
            case 0x5E where isAtEnd || next == Byte.quote: hasCaret = true
            case Byte.backtick where isAtEnd: hasBacktick = true
            case Byte.backslash where isAtEnd: hasBackslash = true
            case Byte.apostrophe: hasApostrophe = true
            default: break
            }
        }
        let isWindows = ByteSearch.contains(Array("curl.exe".utf8), in: text)
        if hasBackslash {
            self = .posix
        } else if hasCaret {
            self = .cmd
        } else if hasBacktick || isWindows && hasApostrophe {
            self = .powerShell
        } else {
            self = isWindows ? .cmd : .posix
        }
    }
}

/// A command as words, with what is left after it.
struct CommandWords {
    var words: [String] = []
    /// The first byte that does not belong to the command.
    var end: Int
    var isUnclosed = false
    /// Whether the command ended at an operator of the shell.
    var stoppedAtOperator = false
    var holdsExpansion = false
    /// The names of the shell's variables that became references.
    var variables: [String] = []

    /// Whether an unfinished word is the number of what an operator there redirects: digits without quotation marks, glued to it.
    static func isRedirectedNumber(
        _ word: [UInt8], before place: Int, in text: some RandomAccessCollection<UInt8>
    ) -> Bool {
        guard !word.isEmpty, word.allSatisfy(LineText.isDigit) else { return false }
        let before = text.prefix(place)
        return before.suffix(word.count).elementsEqual(word)
            && before.dropLast(word.count).last.map { $0 <= Byte.space } == true
    }

    /// - Parameters:
    ///   - start: the first byte of the command.
    ///   - namesVariables: whether `$NAME` of a POSIX shell becomes `{{NAME}}`.
    static func read(
        _ text: [UInt8], from start: Int, shell: CommandShell, namesVariables: Bool = false
    ) -> CommandWords {
        switch shell {
        case .posix:
            let words = text.withUnsafeBufferPointer {
                ShellWords($0, start..<$0.count, namesVariables: namesVariables)
            }
            return CommandWords(
                words: words.words, end: words.operatorPlace ?? words.end, isUnclosed: words.isUnclosed,
                stoppedAtOperator: words.stoppedAtOperator, holdsExpansion: words.holdsExpansion,
                variables: words.variables)
        case .cmd:
            var reader = CmdReader(text: text, position: start)
            return reader.read()
        case .powerShell:
            var reader = PowerShellReader(text: text, position: start)
            return reader.read()
        }
    }
}

/// Words as cmd and the C library of Windows make them: first carets, then quotation marks and backslashes.
private struct CmdReader {
    let text: [UInt8]
    var position: Int
    private var command: [UInt8] = []

    init(text: [UInt8], position: Int) {
        self.text = text
        self.position = position
    }

    mutating func read() -> CommandWords {
        var isQuoted = false
        var result = CommandWords(end: position)
        scan: while position < text.count {
            let byte = text[position]
            switch byte {
            case 0x5E where !isQuoted:
                position += 1
                guard position < text.count else { break scan }
                if text[position] == Byte.carriageReturn { position += 1 }
                if position < text.count, text[position] == Byte.lineFeed {
                    position += 1
                    // After a joined line, the first character is taken as it is; an empty line is a line end in the text.
                    if position < text.count, text[position] == Byte.lineFeed || text[position] == Byte.carriageReturn {
                        command.append(Byte.lineFeed)
                        if text[position] == Byte.carriageReturn { position += 1 }
                        if position < text.count, text[position] == Byte.lineFeed { position += 1 }
                    }
                } else if position < text.count {
                    command.append(text[position])
                    position += 1
                }
                continue
            case Byte.quote: isQuoted.toggle()
            case Byte.lineFeed, Byte.carriageReturn: break scan
            case Byte.ampersand, Byte.verticalBar, Byte.lessThan, Byte.greaterThan:
                if !isQuoted {
                    let digits = Array(command.reversed().prefix(while: LineText.isDigit).reversed())
                    if byte == Byte.greaterThan || byte == Byte.lessThan,
                        CommandWords.isRedirectedNumber(digits, before: position, in: text)
                    {
                        command.removeLast(digits.count)
                    }
                    result.stoppedAtOperator = true
                    break scan
                }
            case Byte.percent:
                let rest = text[(position + 1)...].prefix {
                    LineText.isLetter($0) || LineText.isDigit($0) || $0 == Byte.underscore
                }
                if !rest.isEmpty, rest.endIndex < text.count, text[rest.endIndex] == Byte.percent {
                    result.holdsExpansion = true
                }
            default: break
            }
            command.append(byte)
            position += 1
        }
        countWork(position - result.end)
        result.end = position
        split(into: &result)
        return result
    }

    private func split(into result: inout CommandWords) {
        var word: [UInt8] = []
        var isInWord = false
        var isQuoted = false
        var index = 0
        while index < command.count {
            let byte = command[index]
            if byte == Byte.backslash {
                var count = 0
                while index < command.count, command[index] == Byte.backslash {
                    count += 1
                    index += 1
                }
                isInWord = true
                if index < command.count, command[index] == Byte.quote {
                    word += [UInt8](repeating: Byte.backslash, count: count / 2)
                    if count % 2 == 1 {
                        word.append(Byte.quote)
                        index += 1
                    }
                } else {
                    word += [UInt8](repeating: Byte.backslash, count: count)
                }
                continue
            }
            if byte == Byte.quote {
                isInWord = true
                if isQuoted, index + 1 < command.count, command[index + 1] == Byte.quote {
                    word.append(Byte.quote)
                    index += 1
                } else {
                    isQuoted.toggle()
                }
            } else if !isQuoted, byte == Byte.space || byte == Byte.tab {
                if isInWord { result.words.append(String(decoding: word, as: UTF8.self)) }
                word = []
                isInWord = false
            } else {
                word.append(byte)
                isInWord = true
            }
            index += 1
        }
        if isInWord { result.words.append(String(decoding: word, as: UTF8.self)) }
        result.isUnclosed = isQuoted
    }
}

/// Words as PowerShell makes them: `'…'` as it is, `"…"` with backticks, backticks at line ends.
private struct PowerShellReader {
    let text: [UInt8]
    var position: Int

    mutating func read() -> CommandWords {
        var result = CommandWords(end: position)
        let start = position
        var word: [UInt8] = []
        var isInWord = false
        func finish() {
            // Windows PowerShell leaves it to the user to escape quotation marks for programs.
            if isInWord {
                result.words.append(String(decoding: word, as: UTF8.self).replacing(bytes: "\\\"", with: "\""))
            }
            word = []
            isInWord = false
        }
        scan: while position < text.count {
            let byte = text[position]
            switch byte {
            case Byte.space, Byte.tab: finish()
            case Byte.lineFeed, Byte.carriageReturn: break scan
            case Byte.semicolon, Byte.verticalBar, Byte.ampersand, Byte.greaterThan, Byte.lessThan:
                if byte == Byte.greaterThan, CommandWords.isRedirectedNumber(word, before: position, in: text) {
                    word = []
                    isInWord = false
                }
                result.stoppedAtOperator = true
                break scan
            case Byte.hash where !isInWord:
                while position < text.count, text[position] != Byte.lineFeed { position += 1 }
                break scan
            case Byte.backtick:
                position += 1
                guard position < text.count else { break scan }
                if text[position] == Byte.carriageReturn { position += 1 }
                if position < text.count, text[position] == Byte.lineFeed {
                    finish()
                } else if position < text.count {
                    word.append(Self.escape(text[position]))
                    isInWord = true
                }
            case Byte.apostrophe, Byte.quote:
                isInWord = true
                if !quoted(byte, &word, &result) { result.isUnclosed = true }
            default:
                if byte == Byte.dollar, position + 1 < text.count, LineText.isLetter(text[position + 1]) {
                    result.holdsExpansion = true
                }
                word.append(byte)
                isInWord = true
            }
            position += 1
        }
        finish()
        countWork(position - start)
        result.end = min(position, text.count)
        return result
    }

    /// Reads up to the closing mark, and stays on it. Returns false if there is none.
    private mutating func quoted(_ mark: UInt8, _ word: inout [UInt8], _ result: inout CommandWords) -> Bool {
        position += 1
        while position < text.count {
            let byte = text[position]
            if byte == mark {
                guard position + 1 < text.count, text[position + 1] == mark else { return true }
                position += 1
            } else if mark == Byte.quote, byte == Byte.backtick, position + 1 < text.count {
                position += 1
                word.append(Self.escape(text[position]))
                position += 1
                continue
            } else if mark == Byte.quote, byte == Byte.dollar, position + 1 < text.count,
                LineText.isLetter(text[position + 1]) || text[position + 1] == Byte.openParenthesis
            {
                result.holdsExpansion = true
            }
            word.append(text[position])
            position += 1
        }
        return false
    }

    private static func escape(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "n"): Byte.lineFeed
        case UInt8(ascii: "r"): Byte.carriageReturn
        case UInt8(ascii: "t"): Byte.tab
        case UInt8(ascii: "0"): 0
        case UInt8(ascii: "a"): 0x07
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "v"): 0x0B
        default: letter
        }
    }
}
