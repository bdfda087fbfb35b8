import Base
import Bodies
import TerminalUI

/// One stretch of a line: bytes of the text, or spaces added by the layout.
enum LineSegment: Sendable, Hashable {
    case bytes(Range<Int>, Role)
    /// Spaces between tokens that the layout adds.
    case gap(Int)
}

/// A way to divide a text into lines.
protocol LineLayout: Sendable {
    var lineCount: Int { get }
    var columns: ColumnIndex { get }
    /// The content of a line, after its indentation.
    func segments(ofLine line: Int, of text: UnsafeBufferPointer<UInt8>) -> (indent: Int, segments: [LineSegment])
    /// Visits the lines from one on, in order. Ends when the body returns false.
    func forEachLine(from line: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, [LineSegment]) -> Bool)
    /// The line that shows an offset of the text, or the nearest before it.
    func line(atOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int
    /// True if tabs are expanded; otherwise they are escapes.
    var expandsTabs: Bool { get }
}

/// Lines divided at line feeds; a carriage return before one belongs to the line end. A text that ends in a line feed
/// has no empty line after it.
struct TextLayout: LineLayout {
    private(set) var index = LineIndex()
    private(set) var columns = ColumnIndex()
    /// The end of each long line by its start, so that drawing a part of it need not search for the end.
    private var longLineEnds: [Int: Int] = [:]
    /// True to show carriage returns at line ends.
    var showsLineEnds = false

    init(_ text: UnsafeBufferPointer<UInt8>) {
        countWork(text.count)
        var start = 0
        while start < text.count {
            index.append(offset: start)
            let end = ByteScan.lineEnd(in: text, from: start)
            if end - start > ColumnIndex.bytesPerMark {
                columns.measure(start..<end, of: text)
                longLineEnds[start] = end
            }
            start = end + 1
        }
    }

    var lineCount: Int { index.lineCount }
    var expandsTabs: Bool { true }

    func segments(ofLine line: Int, of text: UnsafeBufferPointer<UInt8>) -> (indent: Int, segments: [LineSegment]) {
        guard let range = range(ofLine: line, in: text) else { return (0, []) }
        return (0, range.isEmpty ? [] : [.bytes(range, .text)])
    }

    func forEachLine(from line: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, [LineSegment]) -> Bool) {
        guard var start = range(ofLine: line, in: text)?.lowerBound else { return }
        for line in line..<lineCount {
            let end = lineEnd(from: start, in: text)
            guard body(line, [.bytes(content(start..<end, in: text), .text)]) else { return }
            start = end + 1
        }
    }

    /// The bytes of a line without its line end.
    func range(ofLine line: Int, in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard line >= 0, line < lineCount, let mark = index.mark(before: line) else { return nil }
        var start = mark.offset
        for _ in mark.line..<line { start = lineEnd(from: start, in: text) + 1 }
        return content(start..<lineEnd(from: start, in: text), in: text)
    }

    private func lineEnd(from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let near = start + ColumnIndex.bytesPerMark + 1
        let end = ByteScan.lineEnd(in: text, from: start, limit: near)
        guard end == near else { return end }
        return longLineEnds[start] ?? ByteScan.lineEnd(in: text, from: start)
    }

    private func content(_ line: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let hidesReturn = !showsLineEnds && !line.isEmpty && line.upperBound < text.count
        return hidesReturn && text[line.upperBound - 1] == 0x0D ? line.lowerBound..<line.upperBound - 1 : line
    }

    /// The line that contains an offset.
    func line(atOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let mark = index.mark(beforeOffset: offset) else { return 0 }
        var line = mark.line
        var start = mark.offset
        while line + 1 < lineCount {
            let end = lineEnd(from: start, in: text)
            if end >= offset { break }
            start = end + 1
            line += 1
        }
        return line
    }
}
