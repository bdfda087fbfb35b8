import Base
import HTTPFormat
import NetEngine

/// A `.env` file: `NAME=value` lines, parsed as the dotenv package does, with every byte kept.
///
/// Supports `export` before a name, comments after `#`, and values in `'`, `"` or `` ` `` that may span several lines;
/// inside `"`, `\n` and `\r` are line ends. References to other variables are not expanded. Other lines are skipped.
struct DotEnvFile: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        package var name: String
        package var value: String
        /// The bytes of the value, including its quotation marks.
        package var range: Range<Int>
        /// Line number, counted from 1.
        package var line: Int
    }

    let bytes: [UInt8]
    let entries: [Entry]

    init(bytes: [UInt8]) {
        self.bytes = bytes
        var reader = Reader(bytes: bytes)
        reader.run()
        entries = reader.entries
    }

    /// The entry with that name; if it is repeated, the last one, as in dotenv.
    subscript(name: String) -> Entry? { entries.last { $0.name == name } }

    /// The file with a value changed, or with a line added at the end; nil if no quoting can express the value.
    func setting(_ name: String, to value: String) -> [UInt8]? {
        // A quotation mark further down could close this value, or one in this value could close an earlier one.
        Self.forms(of: value).lazy.compactMap { setting(name, written: $0) }.first { edited in
            let after = DotEnvFile(bytes: edited)
            guard after[name]?.value == value else { return false }
            return entries.filter { $0.name != name }.map(\.value)
                == after.entries.filter { $0.name != name }.map(\.value)
        }
    }

    private func setting(_ name: String, written: String) -> [UInt8]? {
        if let entry = self[name] {
            return Array(bytes[..<entry.range.lowerBound]) + Array(written.utf8)
                + Array(bytes[entry.range.upperBound...])
        }
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
        let (isOpen, end) = bytes.withUnsafeBufferPointer { buffer in
            let lines = SourceLines(buffer)
            let last = (0..<lines.count).last { lines.isTerminated($0) }
            let end = last.map { Array(buffer[lines.content($0).upperBound..<lines.end($0)]) } ?? [Byte.lineFeed]
            return (lines.count > 0 && !lines.isTerminated(lines.count - 1), end)
        }
        // The file still ends with a line break, or without one, as before.
        return bytes + (isOpen ? end : []) + Array("\(name)=\(written)".utf8) + (isOpen ? [] : end)
    }

    /// The ways to write a value, best first.
    private static func forms(of value: String) -> [String] {
        let isPlain = value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"#'\"`".utf8.contains($0) }
        if isPlain { return [value] }
        // The value would take the file's own line ends; and a lone CR would be read as a line end too.
        guard !value.utf8.contains(Byte.carriageReturn) else {
            let escapes = !value.contains(bytes: "\"") && !value.contains(bytes: "\\")
            return escapes
                ? ["\"" + value.replacing(bytes: "\r", with: "\\r").replacing(bytes: "\n", with: "\\n") + "\""] : []
        }
        var quotes: [String] = ["'", "`"].filter { !value.contains(bytes: $0) }
        if !value.contains(bytes: "\""), !value.contains(bytes: "\\") { quotes.append("\"") }
        return quotes.map { $0 + value + $0 }
    }

    fileprivate static func isNameByte(_ byte: UInt8) -> Bool {
        LineText.isLetter(byte) || LineText.isDigit(byte) || byte == Byte.underscore || byte == Byte.dot
            || byte == Byte.minus
    }

    private struct Reader {
        let bytes: [UInt8]
        var entries: [Entry] = []
        private var position = 0
        private var line = 1

        init(bytes: [UInt8]) {
            self.bytes = bytes
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        }

        private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }
        private var isAtLineEnd: Bool { byte == nil || byte == Byte.lineFeed || byte == Byte.carriageReturn }

        mutating func run() {
            while position < bytes.count {
                entry()
                endLine()
            }
        }

        private mutating func endLine() {
            while !isAtLineEnd { position += 1 }
            if byte == Byte.carriageReturn, position + 1 < bytes.count, bytes[position + 1] == Byte.lineFeed {
                position += 1
            }
            position += 1
            line += 1
        }

        private mutating func skipSpaces() {
            while let byte, LineText.isSpace(byte) { position += 1 }
        }

        private mutating func name() -> String {
            let start = position
            while let byte, DotEnvFile.isNameByte(byte) { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        private mutating func entry() {
            skipSpaces()
            var name = name()
            if name == "export", let next = byte, LineText.isSpace(next) {
                skipSpaces()
                let exported = self.name()
                if !exported.isEmpty { name = exported }
            }
            skipSpaces()
            guard !name.isEmpty, byte == UInt8(ascii: "=") else { return }
            position += 1
            skipSpaces()
            let first = line
            if let byte, Self.isQuote(byte), let end = closing(byte) {
                let start = position
                let inside = bytes[(start + 1)..<end]
                position = end + 1
                entries.append(
                    Entry(name: name, value: Self.text(inside, quote: byte), range: start..<position, line: first))
                line += Self.lineEnds(inside)
                return
            }
            let start = position
            while !isAtLineEnd, byte != UInt8(ascii: "#") { position += 1 }
            var end = position
            while end > start, LineText.isSpace(bytes[end - 1]) { end -= 1 }
            var value = String(decoding: bytes[start..<end], as: UTF8.self)
            // `"a" and "b"` loses its outermost quotation marks.
            if end - start > 1, Self.isQuote(bytes[start]), bytes[start] == bytes[end - 1] {
                value = Self.text(bytes[(start + 1)..<(end - 1)], quote: bytes[start])
            }
            entries.append(Entry(name: name, value: value, range: start..<end, line: first))
        }

        private static func isQuote(_ byte: UInt8) -> Bool { "'\"`".utf8.contains(byte) }

        /// Finds the quotation mark that closes the one here. Marks after a `\` do not count. If a `\` precedes one,
        /// the last mark followed only by a comment on its line also counts (`"C:\dir\"`). nil if the marks are part of
        /// the value.
        private func closing(_ quote: UInt8) -> Int? {
            var found: Int?
            var place = position + 1
            while place < bytes.count {
                let isEscaped =
                    bytes[place] == UInt8(ascii: "\\") && place + 1 < bytes.count && bytes[place + 1] == quote
                if isEscaped { place += 1 }
                if bytes[place] == quote {
                    if endsValue(at: place + 1) { found = place }
                    if !isEscaped { break }
                }
                place += 1
            }
            return found
        }

        private func endsValue(at place: Int) -> Bool {
            let next = bytes[place...].first { !LineText.isSpace($0) }
            return next.map { $0 == Byte.lineFeed || $0 == Byte.carriageReturn || $0 == UInt8(ascii: "#") } ?? true
        }

        private static func lineEnds(_ text: ArraySlice<UInt8>) -> Int {
            var count = 0
            var wasReturn = false
            for byte in text {
                if byte == Byte.carriageReturn || byte == Byte.lineFeed && !wasReturn { count += 1 }
                wasReturn = byte == Byte.carriageReturn
            }
            return count
        }

        private static func text(_ inside: ArraySlice<UInt8>, quote: UInt8) -> String {
            guard quote == UInt8(ascii: "\"") else { return String(decoding: inside, as: UTF8.self) }
            var output: [UInt8] = []
            var wasBackslash = false
            for byte in inside {
                guard wasBackslash else {
                    wasBackslash = byte == UInt8(ascii: "\\")
                    if !wasBackslash { output.append(byte) }
                    continue
                }
                wasBackslash = false
                switch byte {
                case UInt8(ascii: "n"): output.append(Byte.lineFeed)
                case UInt8(ascii: "r"): output.append(Byte.carriageReturn)
                case UInt8(ascii: "\""): output.append(byte)
                default: output += [UInt8(ascii: "\\"), byte]
                }
            }
            if wasBackslash { output.append(UInt8(ascii: "\\")) }
            return String(decoding: output, as: UTF8.self)
        }
    }
}
