import Base

/// A shown line: its indentation, and what follows it.
package struct StyledLine: Sendable {
    package var indent = 0
    package private(set) var segments: [LineSegment] = []
    /// False while lines are only counted: then only long segments are kept.
    var isShown = true

    mutating func clear() {
        indent = 0
        segments.removeAll(keepingCapacity: true)
    }

    /// Adds bytes; empty ranges are left out, and neighbours of one role are joined.
    mutating func add(_ range: Range<Int>, _ role: TextKind) {
        guard !range.isEmpty, isShown || range.count > ColumnIndex.shortStretch else { return }
        if case .bytes(let last, role) = segments.last, last.upperBound == range.lowerBound {
            segments[segments.count - 1] = .bytes(last.lowerBound..<range.upperBound, role)
        } else {
            segments.append(.bytes(range, role))
        }
    }

    mutating func add(gap: Int) {
        if isShown, gap > 0 { segments.append(.gap(gap)) }
    }
}

/// Reads a text as shown lines, one after the other.
package protocol LineGrammar: Sendable {
    /// What must be known at the start of a shown line, beside the text.
    associatedtype State: Sendable
    var start: State { get }
    /// Reads the shown line that begins at an offset, and returns where the next begins, at the latest at the text's end.
    ///
    /// The same offset and state always give the same line. After a line that is shown and longer than
    /// `MarkedLayout.bytesPerMark` the state may be left as it is: the next line has a mark.
    func read(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, state: inout State, into line: inout StyledLine
    ) -> Int
}

/// The lines of a grammar, with a mark for some of them, so that any line is found by reading few others.
///
/// It is made of a whole text, which is read once; what is added to it later is not looked at.
package struct MarkedLayout<Grammar: LineGrammar>: LineLayout {
    private struct Mark: Sendable {
        var line: Int
        var offset: Int
        var state: Grammar.State
    }

    /// A mark is set after this many lines or bytes.
    private static var linesPerMark: Int { 64 }
    package static var bytesPerMark: Int { 4096 }

    private let grammar: Grammar
    package private(set) var lineCount = 0
    package private(set) var columns = ColumnIndex()
    private var marks: [Mark] = []
    private let end: Int

    package init(_ grammar: Grammar, _ text: UnsafeBufferPointer<UInt8>, from start: Int = 0) {
        self.grammar = grammar
        end = text.count
        countWork(text.count)
        var place = Mark(line: 0, offset: start, state: grammar.start)
        var line = StyledLine()
        line.isShown = false
        while place.offset < end {
            if marks.last.map({ isFar(place, from: $0) }) ?? true { marks.append(place) }
            step(&place, in: text, &line)
            for case .bytes(let range, _) in line.segments {
                columns.measure(range, to: range.upperBound, of: text)
            }
        }
        lineCount = place.line
    }

    package var expandsTabs: Bool { true }

    private func isFar(_ place: Mark, from mark: Mark) -> Bool {
        place.line - mark.line >= Self.linesPerMark || place.offset - mark.offset >= Self.bytesPerMark
    }

    /// Reads one line.
    private func step(_ place: inout Mark, in text: UnsafeBufferPointer<UInt8>, _ line: inout StyledLine) {
        countWork(1)
        line.clear()
        let next = grammar.read(text, at: place.offset, state: &place.state, into: &line)
        place.offset = max(next, place.offset + 1)
        place.line += 1
    }

    private func known(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: text.prefix(end))
    }

    // MARK: Lines

    package func segments(
        ofLine line: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> (indent: Int, segments: [LineSegment]) {
        var found = StyledLine()
        forEachStyledLine(from: line, of: text) { _, line in
            found = line
            return false
        }
        return (found.indent, found.segments)
    }

    package func forEachLine(
        from line: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, _ indent: Int, [LineSegment]) -> Bool
    ) {
        forEachStyledLine(from: line, of: text) { body($0, $1.indent, $1.segments) }
    }

    private func forEachStyledLine(
        from first: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, StyledLine) -> Bool
    ) {
        let text = known(text)
        let after = marks.partitioningIndex { $0.line > first }
        guard first >= 0, first < lineCount, after > 0 else { return }
        var next = after - 1
        var place = marks[next]
        var line = StyledLine()
        while place.line < lineCount, place.offset < text.count {
            if next < marks.count, marks[next].line == place.line {
                place = marks[next]
                next += 1
            }
            line.isShown = place.line >= first
            let number = place.line
            step(&place, in: text, &line)
            if line.isShown, !body(number, line) { return }
        }
    }

    package func line(atOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        let text = known(text)
        let after = marks.partitioningIndex { $0.offset > offset }
        guard after > 0 else { return 0 }
        var place = marks[after - 1]
        var line = StyledLine()
        line.isShown = false
        while place.offset < text.count {
            step(&place, in: text, &line)
            if place.offset > offset { return place.line - 1 }
        }
        return max(0, place.line - 1)
    }
}
