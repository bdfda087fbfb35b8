import Base
import TerminalUI

/// Lines that are made on demand; every tab of the response pane scrolls through one.
///
/// A line costs time proportional to the requested columns, not to its length.
package protocol LineSource: Sendable {
    var lineCount: Int { get }
    /// The columns that a line takes.
    func columnCount(ofLine line: Int) -> Int
    /// Whether some character may be two columns wide.
    var mayBeWide: Bool { get }
    /// The characters of a line that begin in the given columns; a wide one may reach one column beyond them.
    func line(_ index: Int, columns: Range<Int>) -> Line
    /// The texts whose bytes are shown, in the order of the lines: what is searched.
    var textCount: Int { get }
    func text(_ index: Int) -> SearchText
    /// Another number when the texts of the same pane are others, unless they only have grown.
    var version: Int { get }
    /// Where a byte is shown.
    func place(of place: TextPlace) -> (line: Int, column: Int)
    /// The bytes that columns of a line show.
    func bytes(ofLine line: Int, columns: Range<Int>) -> TextRange
    /// The columns of a line that show some of these bytes.
    func columns(of range: TextRange, inLine line: Int) -> [Range<Int>]
    /// Whether some lines are not shown, because they are folded.
    var hidesLines: Bool { get }
    /// The line that is shown below a line; after the last one the number of lines.
    func nextLine(after line: Int) -> Int
    /// The line that is shown in place of one that may be folded.
    func shownLine(for line: Int) -> Int
}

extension LineSource {
    package var mayBeWide: Bool { true }
    package var hidesLines: Bool { false }
    package func nextLine(after line: Int) -> Int { line + 1 }
    package func shownLine(for line: Int) -> Int { line }

    /// Visits the text of a line in parts, because it may be as long as the body. Ends when the body returns false.
    /// - Parameter columns: what to visit; the whole line without it.
    func forEachPart(ofLine line: Int, columns: Range<Int>? = nil, _ body: (String) -> Bool) {
        let most = 8192
        let end = min(columns?.upperBound ?? .max, columnCount(ofLine: line))
        var column = columns?.lowerBound ?? 0
        while column < end {
            let part = self.line(line, columns: column..<min(column + most, end))
            guard body(part.spans.map(\.text.string).joined()) else { return }
            // A wide character in the last column goes one beyond it, where the next part would begin with a space.
            column += max(most, part.width)
        }
    }

    /// The shown line that is `steps` shown lines further down, or up; not past an end.
    func line(_ start: Int, movedBy steps: Int) -> Int {
        guard hidesLines else { return max(0, min(lineCount - 1, start + steps)) }
        var line = start
        for _ in 0..<abs(steps) {
            let next = steps > 0 ? nextLine(after: line) : line - 1
            guard (0..<lineCount).contains(next) else { break }
            line = steps > 0 ? next : shownLine(for: next)
        }
        return line
    }
}

extension LineSource {
    var version: Int { textCount }
}

/// A few prepared lines: headers, error texts.
struct StaticLines: LineSource, Sendable {
    let lines: [Line]
    let mayBeWide: Bool

    init(_ lines: [Line] = []) {
        self.lines = lines
        mayBeWide = lines.contains { line in line.spans.contains { !$0.text.string.utf8.allSatisfy { $0 < 0x80 } } }
    }

    var lineCount: Int { lines.count }

    func columnCount(ofLine line: Int) -> Int { lines[line].width }

    func line(_ index: Int, columns: Range<Int>) -> Line {
        cells(ofLine: index).line(columns: columns)
    }

    var version: Int {
        var hasher = Hasher()
        for line in lines { for span in line.spans { hasher.combine(span.text) } }
        return hasher.finalize()
    }

    // Each line is a text.
    var textCount: Int { lines.count }
    func text(_ index: Int) -> SearchText {
        guard lines.indices.contains(index) else { return SearchText([]) }
        return SearchText(Array(lines[index].spans.map(\.text.string).joined().utf8))
    }

    func place(of place: TextPlace) -> (line: Int, column: Int) {
        (place.text, cells(ofLine: place.text).column(ofByte: place.offset))
    }

    func bytes(ofLine line: Int, columns: Range<Int>) -> TextRange {
        let cells = cells(ofLine: line)
        let start = cells.byte(atColumn: columns.lowerBound)
        return TextRange(text: line, bytes: start..<max(start, cells.byte(atColumn: columns.upperBound)))
    }

    func columns(of range: TextRange, inLine line: Int) -> [Range<Int>] {
        guard range.text == line else { return [] }
        let cells = cells(ofLine: line)
        let start = cells.column(ofByte: range.bytes.lowerBound)
        return [start..<max(start, cells.column(ofByte: range.bytes.upperBound))]
    }

    private func cells(ofLine line: Int) -> CellRun {
        var cells = CellRun()
        guard lines.indices.contains(line) else { return cells }
        for span in lines[line].spans { cells.append(span.text, span.style) }
        return cells
    }
}

/// Several sources, one below the other.
struct JoinedLines: LineSource {
    private let parts: [any LineSource]
    /// The first line of each part, and the end of the last.
    private let starts: [Int]
    /// The same of texts.
    private let firstTexts: [Int]

    init(_ parts: [any LineSource]) {
        self.parts = parts
        starts = parts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.lineCount) }
        firstTexts = parts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.textCount) }
    }

    var lineCount: Int { starts.last ?? 0 }
    var mayBeWide: Bool { parts.contains { $0.mayBeWide } }

    func columnCount(ofLine line: Int) -> Int { at(line, of: starts) { $0.columnCount(ofLine: $1) } ?? 0 }

    func line(_ index: Int, columns: Range<Int>) -> Line {
        at(index, of: starts) { $0.line($1, columns: columns) } ?? []
    }

    var textCount: Int { firstTexts.last ?? 0 }

    func text(_ index: Int) -> SearchText { at(index, of: firstTexts) { $0.text($1) } ?? SearchText([]) }

    func place(of place: TextPlace) -> (line: Int, column: Int) {
        guard let part = part(of: place.text, in: firstTexts) else { return (lineCount, 0) }
        let own = parts[part].place(of: TextPlace(text: place.text - firstTexts[part], offset: place.offset))
        return (starts[part] + own.line, own.column)
    }

    func bytes(ofLine line: Int, columns: Range<Int>) -> TextRange {
        guard let part = part(of: line, in: starts) else { return TextRange(text: 0, bytes: 0..<0) }
        var range = parts[part].bytes(ofLine: line - starts[part], columns: columns)
        range.text += firstTexts[part]
        return range
    }

    func columns(of range: TextRange, inLine line: Int) -> [Range<Int>] {
        guard let part = part(of: line, in: starts), range.text >= firstTexts[part] else { return [] }
        let own = TextRange(text: range.text - firstTexts[part], bytes: range.bytes)
        return parts[part].columns(of: own, inLine: line - starts[part])
    }

    private func at<R>(_ index: Int, of starts: [Int], _ body: (any LineSource, Int) -> R) -> R? {
        part(of: index, in: starts).map { body(parts[$0], index - starts[$0]) }
    }

    private func part(of index: Int, in starts: [Int]) -> Int? {
        let place = starts.partitioningIndex { $0 > index } - 1
        return parts.indices.contains(place) ? place : nil
    }
}
