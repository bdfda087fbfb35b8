/// What a stretch of a line is; decides its colour.
package enum TextKind: Sendable, Hashable {
    case text
    case jsonKey, jsonString, jsonNumber, jsonLiteral, jsonPunctuation
    /// Of other kinds than JSON.
    case comment, name, string, number, literal, punctuation, heading, warning
    /// What the layout says, and the text does not.
    case note
}

/// One stretch of a line: bytes of the text, or what the layout adds.
package enum LineSegment: Sendable, Hashable {
    case bytes(Range<Int>, TextKind)
    /// Spaces between tokens.
    case gap(Int)
    /// Printable ASCII.
    case added(String, TextKind)
}

/// A way to divide a text into lines. The text is the same memory in each call; there may be more of it than the layout knows.
package protocol LineLayout: Sendable {
    var lineCount: Int { get }
    /// Columns in stretches longer than `ColumnIndex.shortStretch`.
    var columns: ColumnIndex { get }
    /// The content of a line, after its indentation.
    func segments(ofLine line: Int, of text: UnsafeBufferPointer<UInt8>) -> (indent: Int, segments: [LineSegment])
    /// Visits the lines from one on, in order, each with its indentation. Ends when the body returns false.
    func forEachLine(
        from line: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, _ indent: Int, [LineSegment]) -> Bool)
    /// The line that shows an offset of the text, or the nearest before it.
    func line(atOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int
    /// True if tabs are expanded; otherwise they are escapes.
    var expandsTabs: Bool { get }
    /// Whether some lines are not shown.
    var hidesLines: Bool { get }
    /// The number of the line that is shown below a line; after the last one the number of lines or more.
    func nextLine(after line: Int, in text: UnsafeBufferPointer<UInt8>) -> Int
    /// The line that is shown in place of one that may be hidden.
    func shownLine(for line: Int, in text: UnsafeBufferPointer<UInt8>) -> Int
}

extension LineLayout {
    package var hidesLines: Bool { false }
    package func nextLine(after line: Int, in text: UnsafeBufferPointer<UInt8>) -> Int { line + 1 }
    package func shownLine(for line: Int, in text: UnsafeBufferPointer<UInt8>) -> Int { line }
}
