import NetEngine

/// A stretch of bytes within one line, without copying them.
///
/// Offsets count from the start of the file. A value is valid only inside the `withUnsafeBufferPointer` call that made
/// it; copy out whatever must outlive the parser.
@usableFromInline
package struct LineText {
    @usableFromInline package let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline package var start: Int
    @usableFromInline package var end: Int

    @inlinable package init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        start = range.lowerBound
        end = range.upperBound
    }

    @inlinable package var range: Range<Int> { start..<end }
    @inlinable package var count: Int { end - start }
    @inlinable package var isEmpty: Bool { start >= end }
    @inlinable package var first: UInt8? { start < end ? bytes[start] : nil }
    @inlinable package var last: UInt8? { start < end ? bytes[end - 1] : nil }

    /// The byte at a distance from the start, or 0 past the end.
    @inlinable package func byte(_ distance: Int) -> UInt8 { start + distance < end ? bytes[start + distance] : 0 }

    @inlinable package var isIndented: Bool { start < end && Self.isSpace(bytes[start]) }

    /// The text without spaces and tabs at either end.
    @inlinable package var trimmed: LineText {
        var result = self
        while result.start < result.end, Self.isSpace(bytes[result.start]) { result.start += 1 }
        while result.end > result.start, Self.isSpace(bytes[result.end - 1]) { result.end -= 1 }
        countWork(1 + count - result.count)
        return result
    }

    @inlinable package func from(_ offset: Int) -> LineText {
        var result = self
        result.start = Swift.min(Swift.max(offset, start), end)
        return result
    }

    @inlinable package func upTo(_ offset: Int) -> LineText {
        var result = self
        result.end = Swift.max(Swift.min(offset, end), start)
        return result
    }

    @inlinable package func dropFirst(_ count: Int) -> LineText { from(start + count) }

    @inlinable package func starts(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard count >= length else { return false }
        let pointer = text.utf8Start
        for index in 0..<length where bytes[start + index] != pointer[index] { return false }
        return true
    }

    /// Like `starts(with:)`, ignoring ASCII case; `text` must be lower-case.
    @inlinable package func startsIgnoringCase(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard count >= length else { return false }
        let pointer = text.utf8Start
        for index in 0..<length where Self.lower(bytes[start + index]) != pointer[index] { return false }
        return true
    }

    @inlinable package func equalsIgnoringCase(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && startsIgnoringCase(with: text)
    }

    @inlinable package func ends(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && from(end - text.utf8CodeUnitCount).starts(with: text)
    }

    @inlinable package func firstIndex(of byte: UInt8) -> Int? {
        var index = start
        defer { countWork(index - start + 1) }
        while index < end {
            if bytes[index] == byte { return index }
            index += 1
        }
        return nil
    }

    package func firstIndex(of text: StaticString) -> Int? {
        let length = text.utf8CodeUnitCount
        guard length > 0, count >= length else { return nil }
        let head = text.utf8Start[0]
        var index = start
        defer { countWork(index - start + 1) }
        while index <= end - length {
            if bytes[index] == head, from(index).starts(with: text) { return index }
            index += 1
        }
        return nil
    }

    /// Where `text` occurs for the last time. Check this before searching repeatedly for a closing bracket: a line of
    /// brackets that nothing closes then stays linear.
    package func lastIndex(of text: StaticString) -> Int? {
        var index = end - text.utf8CodeUnitCount
        defer { countWork(end - index) }
        while index >= start {
            if from(index).starts(with: text) { return index }
            index -= 1
        }
        return nil
    }

    /// The text up to the first space or tab.
    package var firstWord: LineText {
        var index = start
        while index < end, !Self.isSpace(bytes[index]) { index += 1 }
        countWork(index - start + 1)
        return upTo(index)
    }

    /// The text as a string; bytes that are not UTF-8 become U+FFFD.
    package var string: String {
        countWork(count)
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }

    @inlinable package static func isSpace(_ byte: UInt8) -> Bool { byte == Byte.space || byte == Byte.tab }
    @inlinable package static func isDigit(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) }
    @inlinable package static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
    @inlinable package static func isLetter(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) }
    @inlinable package static func lower(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }

    /// Whether a byte may be in a token (RFC 9110 §5.6.2). A table, because every byte of every header name is looked
    /// up.
    package static func isToken(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? tokenLow >> UInt64(byte) : tokenHigh >> UInt64(byte - 64)) & 1 == 1
    }

    private static let tokenLow: UInt64 = tokenBits(0..<64)
    private static let tokenHigh: UInt64 = tokenBits(64..<128)

    private static func tokenBits(_ range: Range<UInt8>) -> UInt64 {
        var bits: UInt64 = 0
        for byte in range where isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte) {
            bits |= 1 << UInt64(byte - range.lowerBound)
        }
        return bits
    }
}

extension LineText {
    /// Whether the last line of a file has no end. It may be the beginning of one that meant something else, if a full disk cut it.
    package static func isCut(_ bytes: [UInt8]) -> Bool { !bytes.isEmpty && bytes.last != Byte.lineFeed }

    /// The bytes without spaces and tabs at either end.
    package static func trimmedBytes(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { buffer in
            Array(UnsafeBufferPointer(rebasing: buffer[LineText(buffer, 0..<buffer.count).trimmed.range]))
        }
    }
}
