import Base

/// What a command pipes into curl, as `CurlWriter` writes it: `printf 'a\r\n' | curl …`, or several such in braces. Nothing is run.
struct PipedInput {
    /// What curl reads; without the files.
    private(set) var bytes: [UInt8] = []
    /// Whether `cat` adds a file.
    private(set) var sendsFile = false
    /// Whether a variable of the shell is in it, which stays as it is written.
    private(set) var holdsExpansion = false
    /// The first byte after the pipe and its spaces.
    private(set) var end: Int

    /// nil if the text has something else there.
    init?(_ text: [UInt8], from start: Int) {
        end = start
        let isGroup = text[start...].starts(with: "{ ".utf8)
        if isGroup { end += 2 }
        repeat {
            Self.skipSpaces(text, &end)
            if isGroup, end < text.count, text[end] == Byte.closeBrace {
                end += 1
                Self.skipSpaces(text, &end)
                break
            }
            guard ["printf ", "cat "].contains(where: { text[end...].starts(with: $0.utf8) }) else { return nil }
            let command = text.withUnsafeBufferPointer { ShellWords($0, end..<$0.count, endsAtOperator: true) }
            guard !command.isUnclosed, command.stoppedAtOperator, take(command.words) else { return nil }
            holdsExpansion = holdsExpansion || command.holdsExpansion
            end = command.end
            if isGroup {
                guard text[end] == Byte.semicolon else { return nil }
                end += 1
            }
        } while isGroup
        guard end < text.count, text[end] == Byte.verticalBar else { return nil }
        end += 1
        Self.skipSpaces(text, &end)
    }

    private static func skipSpaces(_ text: [UInt8], _ place: inout Int) {
        while place < text.count, LineText.isSpace(text[place]) { place += 1 }
    }

    /// - Returns: whether the command is one that is read.
    private mutating func take(_ words: [String]) -> Bool {
        switch words.count {
        case 2 where words[0] == "printf":
            guard let printed = Self.printed(Array(words[1].utf8)) else { return false }
            bytes += printed
        case 3 where words[0] == "printf" && words[1] == "%s": bytes += Array(words[2].utf8)
        case 3 where words[0] == "cat" && words[1] == "--": sendsFile = true
        default: return false
        }
        return true
    }

    /// What `printf` prints of a format without values; nil if it has some, or another escape than `\n`, `\r`, `\t`, `\\` and `\000`.
    private static func printed(_ format: [UInt8]) -> [UInt8]? {
        var printed: [UInt8] = []
        var place = 0
        while place < format.count {
            let byte = format[place]
            place += 1
            guard byte == Byte.backslash || byte == Byte.percent else {
                printed.append(byte)
                continue
            }
            guard place < format.count else { return nil }
            let letter = format[place]
            place += 1
            switch (byte, letter) {
            case (Byte.percent, Byte.percent), (Byte.backslash, Byte.backslash): printed.append(letter)
            case (Byte.backslash, UInt8(ascii: "n")): printed.append(Byte.lineFeed)
            case (Byte.backslash, UInt8(ascii: "r")): printed.append(Byte.carriageReturn)
            case (Byte.backslash, UInt8(ascii: "t")): printed.append(Byte.tab)
            case (Byte.backslash, 0x30...0x37):
                let digits = format[(place - 1)...].prefix(3).prefix { (0x30...0x37).contains($0) }
                printed.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }))
                place = digits.endIndex
            default: return nil
            }
        }
        return printed
    }
}
