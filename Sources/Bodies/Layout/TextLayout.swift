import Base

/// Lines divided at line feeds; a carriage return before one belongs to the line end. A text that ends in a line feed
/// has no empty line after it.
package struct TextLayout: LineLayout {
    package let index: LineIndex
    /// True to show carriage returns at line ends.
    package var showsLineEnds = false

    package init(_ index: LineIndex) { self.index = index }

    /// All of a text.
    package init(_ text: UnsafeBufferPointer<UInt8>) {
        var index = LineIndex()
        index.read(text, to: text.count)
        index.finish(text)
        self.index = index
    }

    package var lineCount: Int { index.lineCount }
    package var columns: ColumnIndex { index.columns }
    package var expandsTabs: Bool { true }

    package func segments(
        ofLine line: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> (indent: Int, segments: [LineSegment]) {
        guard let range = range(ofLine: line, in: text) else { return (0, []) }
        return (0, range.isEmpty ? [] : [.bytes(range, .text)])
    }

    package func forEachLine(
        from line: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, _ indent: Int, [LineSegment]) -> Bool
    ) {
        guard var start = index.lineStart(line, in: text) else { return }
        for line in line..<lineCount {
            let end = index.lineEnd(from: start, in: text)
            guard body(line, 0, [.bytes(content(start..<end, in: text), .text)]) else { return }
            start = end + 1
        }
    }

    /// The bytes of a line without its line end.
    func range(ofLine line: Int, in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard let start = index.lineStart(line, in: text) else { return nil }
        return content(start..<index.lineEnd(from: start, in: text), in: text)
    }

    private func content(_ line: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let hidesReturn = !showsLineEnds && !line.isEmpty && line.upperBound < index.end
        return hidesReturn && text[line.upperBound - 1] == 0x0D ? line.lowerBound..<line.upperBound - 1 : line
    }

    /// The line that contains an offset.
    package func line(atOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        index.line(atOffset: offset, in: text)
    }
}
