/// A place in a text, with the text around it.
public struct TextPosition: Sendable, Hashable, CustomStringConvertible {
    /// The offset of the byte in the text, counted from 0.
    public let byteOffset: Int
    /// Counted from 1. A line ends with LF, CR or CR LF.
    public let line: Int
    /// The column, counted from 1 in Unicode scalars.
    public let column: Int
    /// At most 60 scalars of the line around the place, control characters as spaces, cut ends marked with `…`.
    public let excerpt: String
    /// The column of the place in `excerpt`, counted from 1, in Unicode scalars.
    public let excerptColumn: Int

    /// Line, column and byte, without the excerpt.
    public var description: String { "line \(line), column \(column) (byte \(byteOffset))" }

    /// The place of a byte in a text; one past the end is the end.
    public init(byteOffset offset: Int, in text: [UInt8]) {
        self = text.withUnsafeBufferPointer { TextPosition(byteOffset: offset, in: $0) }
    }

    /// The same in bytes that are not in an array.
    package init(byteOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) {
        let offset = min(max(0, offset), text.count)
        byteOffset = offset
        let place = TextLines.place(of: offset, in: text)
        line = place.line
        column = place.column

        // The excerpt: up to 30 scalars on either side, never half a scalar.
        let lineStart = place.start
        var start = offset
        var before = 0
        while start > lineStart, before < 30 {
            start -= 1
            if !Self.isContinuation(text[start]) { before += 1 }
        }
        var end = offset
        var after = 0
        while end < text.count, text[end] != 10, text[end] != 13, after < 30 {
            end += 1
            while end < text.count, Self.isContinuation(text[end]) { end += 1 }
            after += 1
        }
        let isCutBefore = start > lineStart
        let isCutAfter = end < text.count && text[end] != 10 && text[end] != 13
        excerpt = (isCutBefore ? "…" : "") + Self.shown(text[start..<end]) + (isCutAfter ? "…" : "")
        excerptColumn = 1 + Self.shown(text[start..<offset]).unicodeScalars.count + (isCutBefore ? 1 : 0)
    }

    /// The same place with other text around it.
    func replacing(excerpt: String) -> TextPosition {
        excerpt == self.excerpt
            ? self
            : TextPosition(
                byteOffset: byteOffset, line: line, column: column, excerpt: excerpt,
                excerptColumn: min(excerptColumn, excerpt.unicodeScalars.count + 1))
    }

    private init(byteOffset: Int, line: Int, column: Int, excerpt: String, excerptColumn: Int) {
        (self.byteOffset, self.line, self.column) = (byteOffset, line, column)
        (self.excerpt, self.excerptColumn) = (excerpt, excerptColumn)
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    private static func shown(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            let isControl =
                scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            scalars.append(isControl ? " " : scalar)
        }
        return String(scalars)
    }
}
