import Base
import HTTPFormat

/// Finds references in a text.
package enum ReferenceText {
    /// Finds closing braces in one text from left to right. A stretch without closing braces is searched once, however
    /// many braces open in it.
    struct Braces {
        private let text: LineText
        private let lastClose: Int
        /// Nothing closes before this offset.
        private var unclosedUntil: Int

        init(_ text: LineText) {
            self.text = text
            lastClose = text.lastIndex(of: "}}") ?? text.start
            unclosedUntil = text.start
        }

        /// The offset of the `}}` that closes a `{{` at a position: the first on the same line with something before
        /// it. nil if there is no `{{`, or nothing closes it.
        mutating func close(_ position: Int) -> Int? {
            guard position < lastClose, position >= unclosedUntil, text.bytes[position] == Byte.openBrace,
                text.bytes[position + 1] == Byte.openBrace
            else { return nil }
            let start = position + 2
            var index = start
            while index + 1 < text.end {
                let byte = text.bytes[index]
                if byte == Byte.lineFeed || byte == Byte.carriageReturn { break }
                if byte == Byte.closeBrace, text.bytes[index + 1] == Byte.closeBrace, index > start {
                    countWork(index - position)
                    return index
                }
                index += 1
            }
            countWork(index - position)
            unclosedUntil = index
            return nil
        }
    }

    /// The expressions between braces in a text, in order, trimmed, without a leading `%`.
    static func expressions(in text: LineText) -> [String] {
        var found: [String] = []
        forEach(in: text) { _, written in
            var expression = written
            if expression.first == UInt8(ascii: "%") { expression = expression.dropFirst(1).trimmed }
            found.append(expression.string)
        }
        return found
    }

    /// Calls a closure for each reference, in order.
    /// - Parameter body: gets where the reference is with its braces, and what is between them, trimmed.
    private static func forEach(in text: LineText, _ body: (_ range: Range<Int>, _ expression: LineText) -> Void) {
        var position = text.start
        countWork(text.count)
        var braces = Braces(text)
        while position < text.end {
            guard text.bytes[position] == Byte.openBrace, let close = braces.close(position) else {
                position += 1
                continue
            }
            body(position..<close + 2, text.from(position + 2).upTo(close).trimmed)
            position = close + 2
        }
    }

    /// The text with something else for its references.
    /// - Parameter replacement: gets what is between the braces, trimmed; nil leaves the reference as it is.
    package static func replacing(in text: String, _ replacement: (String) -> String?) -> String {
        rewritten(text) { _, expression in replacement(expression.string).map { Array($0.utf8) } }
    }

    /// The text with each reference escaped, so that it is sent as it is written. Braces that are not a reference stay, because an
    /// escape stands only for a pair.
    package static func escaped(_ text: String) -> String {
        rewritten(text) { written, _ in
            Array("\\{\\{".utf8) + Array(written.dropFirst(2).dropLast(2)) + Array("\\}\\}".utf8)
        }
    }

    /// - Parameter replacement: gets the reference with its braces, and what is between them, trimmed.
    private static func rewritten(
        _ text: String, _ replacement: (_ written: ArraySlice<UInt8>, _ expression: LineText) -> [UInt8]?
    ) -> String {
        guard text.utf8.contains(Byte.openBrace) else { return text }
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        var copied = 0
        bytes.withUnsafeBufferPointer { buffer in
            forEach(in: LineText(buffer, 0..<buffer.count)) { range, expression in
                guard let replaced = replacement(bytes[range], expression) else { return }
                output += bytes[copied..<range.lowerBound]
                output += replaced
                copied = range.upperBound
            }
        }
        output += bytes[copied...]
        return String(decoding: output, as: UTF8.self)
    }

    static func expressions(in text: String) -> [String] {
        guard text.utf8.contains(Byte.openBrace) else { return [] }
        return expressions(in: Array(text.utf8))
    }

    static func expressions(in bytes: [UInt8]) -> [String] {
        bytes.withUnsafeBufferPointer { expressions(in: LineText($0, 0..<$0.count)) }
    }

    /// Resolves `\n`, `\r`, `\t` and `\\` if the value has no other backslash.
    static func unescaped(_ raw: String) -> String {
        guard raw.utf8.contains(Byte.backslash) else { return raw }
        let bytes = Array(raw.utf8)
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == Byte.backslash else {
                output.append(bytes[index])
                index += 1
                continue
            }
            switch index + 1 < bytes.count ? bytes[index + 1] : 0 {
            case UInt8(ascii: "n"): output.append(Byte.lineFeed)
            case UInt8(ascii: "r"): output.append(Byte.carriageReturn)
            case UInt8(ascii: "t"): output.append(Byte.tab)
            case UInt8(ascii: "\\"): output.append(Byte.backslash)
            default: return raw
            }
            index += 2
        }
        return String(decoding: output, as: UTF8.self)
    }
}
