import Base
import TerminalUI

/// Lines that are made on demand; every tab of the response pane scrolls through one.
///
/// A line costs time proportional to the requested columns, not to its length.
package protocol LineSource: Sendable {
    var lineCount: Int { get }
    /// The columns that a line takes.
    func columnCount(ofLine line: Int) -> Int
    /// The characters of a line that begin in the given columns; a wide one may reach one column beyond them.
    /// Occurrences of the needle take the style `match`.
    func line(_ index: Int, columns: Range<Int>, matching needle: SearchNeedle?) -> Line
    /// Where a search hit begins.
    func place(of hit: BodySearch.Hit) -> (line: Int, column: Int)
    /// Visits the lines from a place on, in order, each as the bytes to search: what it shows without its indentation.
    /// Ends when the body returns false.
    ///
    /// - Parameter window: a longer piece may be cut to this many bytes; the walk ends after a cut piece.
    func forEachPiece(from start: BodySearch.Hit, window: Int, _ body: (SearchPiece) -> Bool)
}

/// A line to search, or a part of a very long one.
package struct SearchPiece {
    var line: Int
    /// The offset in the line where the bytes begin.
    var firstByte: Int
    /// True if the line ends with them.
    var endsLine: Bool
    var bytes: UnsafeBufferPointer<UInt8>
}

/// A few prepared lines: headers, error texts.
struct StaticLines: LineSource, Sendable {
    var lines: [Line]

    init(_ lines: [Line] = []) { self.lines = lines }

    var lineCount: Int { lines.count }

    func columnCount(ofLine line: Int) -> Int { lines[line].width }

    func line(_ index: Int, columns: Range<Int>, matching needle: SearchNeedle?) -> Line {
        var cells = CellRun()
        for span in lines[index].spans { cells.append(span.text, span.style) }
        return cells.line(columns: columns, matching: needle)
    }

    func place(of hit: BodySearch.Hit) -> (line: Int, column: Int) {
        var cells = CellRun()
        for span in lines[hit.line].spans { cells.append(span.text, span.style) }
        return (hit.line, cells.column(ofByte: hit.byte))
    }

    func forEachPiece(from start: BodySearch.Hit, window: Int, _ body: (SearchPiece) -> Bool) {
        for index in lines.indices.dropFirst(start.line) {
            let bytes = Array(lines[index].spans.map(\.text.string).joined().utf8)
            let first = index == start.line ? min(start.byte, bytes.count) : 0
            let goesOn = bytes.withUnsafeBufferPointer { bytes in
                let rest = UnsafeBufferPointer(rebasing: bytes[first...])
                return body(SearchPiece(line: index, firstByte: first, endsLine: true, bytes: rest))
            }
            guard goesOn else { return }
        }
    }
}

/// Several sources, one below the other.
struct JoinedLines: LineSource {
    private let parts: [any LineSource]
    /// The first line of each part, and the end of the last.
    private let starts: [Int]

    init(_ parts: [any LineSource]) {
        self.parts = parts
        starts = parts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.lineCount) }
    }

    var lineCount: Int { starts.last ?? 0 }

    func columnCount(ofLine line: Int) -> Int { at(line) { $0.columnCount(ofLine: $1) } ?? 0 }

    func line(_ index: Int, columns: Range<Int>, matching needle: SearchNeedle?) -> Line {
        at(index) { $0.line($1, columns: columns, matching: needle) } ?? []
    }

    func place(of hit: BodySearch.Hit) -> (line: Int, column: Int) {
        at(hit.line) { part, line in
            let place = part.place(of: BodySearch.Hit(line: line, byte: hit.byte))
            return (hit.line - line + place.line, place.column)
        } ?? (hit.line, 0)
    }

    func forEachPiece(from start: BodySearch.Hit, window: Int, _ body: (SearchPiece) -> Bool) {
        var goesOn = true
        for (part, first) in zip(parts, starts) where goesOn && start.line < first + part.lineCount {
            let own = BodySearch.Hit(line: max(0, start.line - first), byte: start.line >= first ? start.byte : 0)
            part.forEachPiece(from: own, window: window) { piece in
                var piece = piece
                piece.line += first
                goesOn = body(piece) && piece.endsLine
                return goesOn
            }
        }
    }

    private func at<R>(_ line: Int, _ body: (any LineSource, Int) -> R) -> R? {
        let place = starts.partitioningIndex { $0 > line } - 1
        guard place >= 0, place < parts.count else { return nil }
        return body(parts[place], line - starts[place])
    }
}
