import Base

/// One stretch of a shown line.
package enum LineStretch: Sendable, Hashable {
    /// Bytes of the text.
    case bytes(Range<Int>, TextRole)
    /// Spaces that the layout adds.
    case gap(Int)
}

/// A shown line: its indentation, and what follows it.
package struct StyledLine: Sendable, Hashable {
    package var indent = 0
    package private(set) var stretches: [LineStretch] = []
    /// False while lines are only counted: then only long stretches are kept.
    var isShown = true

    mutating func clear() {
        indent = 0
        stretches.removeAll(keepingCapacity: true)
    }

    /// Adds bytes; empty ranges are left out, and neighbours of one role are joined.
    mutating func add(_ range: Range<Int>, _ role: TextRole) {
        guard !range.isEmpty, isShown || range.count > MarkedLayoutLimits.longStretch else { return }
        if case .bytes(let last, role) = stretches.last, last.upperBound == range.lowerBound {
            stretches[stretches.count - 1] = .bytes(last.lowerBound..<range.upperBound, role)
        } else {
            stretches.append(.bytes(range, role))
        }
    }

    mutating func add(gap: Int) {
        if isShown, gap > 0 { stretches.append(.gap(gap)) }
    }
}

/// A text divided into shown lines, each made when it is asked for.
///
/// The layout holds no text: every call must be given the text from which it was made.
package protocol StyledLayout: Sendable {
    var lineCount: Int { get }
    /// Stretches that are so long that a viewer wants to measure them once, in order.
    var longStretches: [Range<Int>] { get }
    func line(_ index: Int, of text: UnsafeBufferPointer<UInt8>) -> StyledLine
    /// Visits lines in order, until the body returns false.
    func forEachLine(from first: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, StyledLine) -> Bool)
    /// The line that shows an offset, or the nearest before it.
    func line(atOffset offset: Int, of text: UnsafeBufferPointer<UInt8>) -> Int
}

/// Reads a text as shown lines, one after the other.
package protocol LineGrammar: Sendable {
    /// What must be known at the start of a shown line, beside the text.
    associatedtype State: Sendable
    var start: State { get }
    /// Reads the shown line that begins at an offset, and returns where the next begins, at the latest at the text's end.
    ///
    /// The same offset and state always give the same line.
    func read(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, state: inout State, into line: inout StyledLine
    ) -> Int
}

enum MarkedLayoutLimits {
    /// A mark is set after this many lines or bytes.
    static let linesPerMark = 64
    static let bytesPerMark = 4096
    static let longStretch = 2048
}

/// The lines of a grammar, with a mark for some of them, so that any line is found by reading few others.
package struct MarkedLayout<Grammar: LineGrammar>: StyledLayout {
    private struct Mark: Sendable {
        var line: Int
        var offset: Int
        var state: Grammar.State
    }

    package let grammar: Grammar
    package private(set) var lineCount = 0
    package private(set) var longStretches: [Range<Int>] = []
    private var marks: [Mark] = []

    /// Reads the whole text once.
    package init(_ grammar: Grammar, _ text: UnsafeBufferPointer<UInt8>) {
        self.grammar = grammar
        countWork(text.count)
        var state = grammar.start
        var line = StyledLine()
        line.isShown = false
        var offset = 0
        while offset < text.count {
            if marks.last.map({
                lineCount - $0.line >= MarkedLayoutLimits.linesPerMark
                    || offset - $0.offset >= MarkedLayoutLimits.bytesPerMark
            }) ?? true {
                marks.append(Mark(line: lineCount, offset: offset, state: state))
            }
            line.clear()
            let next = grammar.read(text, at: offset, state: &state, into: &line)
            for case .bytes(let range, _) in line.stretches { longStretches.append(range) }
            offset = max(next, offset + 1)
            lineCount += 1
        }
    }

    package func line(_ index: Int, of text: UnsafeBufferPointer<UInt8>) -> StyledLine {
        var found = StyledLine()
        forEachLine(from: index, of: text) { _, line in
            found = line
            return false
        }
        return found
    }

    package func forEachLine(from first: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, StyledLine) -> Bool) {
        let after = marks.partitioningIndex { $0.line > first }
        guard first >= 0, first < lineCount, after > 0 else { return }
        let mark = marks[after - 1]
        var (number, offset, state) = (mark.line, mark.offset, mark.state)
        var line = StyledLine()
        while number < lineCount, offset < text.count {
            line.clear()
            line.isShown = number >= first
            countWork(1)
            offset = max(grammar.read(text, at: offset, state: &state, into: &line), offset + 1)
            if number >= first, !body(number, line) { return }
            number += 1
        }
    }

    package func line(atOffset place: Int, of text: UnsafeBufferPointer<UInt8>) -> Int {
        let after = marks.partitioningIndex { $0.offset > place }
        guard after > 0 else { return 0 }
        let mark = marks[after - 1]
        var (number, offset, state) = (mark.line, mark.offset, mark.state)
        var line = StyledLine()
        line.isShown = false
        while offset < text.count {
            line.clear()
            offset = max(grammar.read(text, at: offset, state: &state, into: &line), offset + 1)
            if offset > place || number + 1 >= lineCount { break }
            number += 1
        }
        return number
    }
}
