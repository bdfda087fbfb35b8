import Base
import NetEngine

/// Colours one line of a source text.
package protocol LineLexer: Sendable {
    /// What a line leaves to the next: an open comment, a block of text.
    associatedtype State: Sendable
    var start: State { get }
    /// Adds the segments of a line, which together are the whole line.
    /// - Parameter range: without its line end.
    func lex(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, state: inout State, into line: inout StyledLine)
}

/// The lines of a source text as they are, with colours. Very long lines (minified scripts) have none.
package struct SourceLines<Lexer: LineLexer>: LineGrammar {
    /// Longer lines are shown without colours.
    static var longestLine: Int { 16 << 10 }

    let lexer: Lexer

    package init(_ lexer: Lexer) { self.lexer = lexer }

    package var start: Lexer.State { lexer.start }

    package func read(
        _ text: UnsafeBufferPointer<UInt8>, at offset: Int, state: inout Lexer.State, into line: inout StyledLine
    ) -> Int {
        let end = ByteScan.lineEnd(in: text, from: offset)
        let hasReturn = end > offset && end < text.count && text[end - 1] == Byte.carriageReturn
        let range = offset..<(hasReturn ? end - 1 : end)
        if range.count > Self.longestLine {
            if !line.isShown {
                lexer.lex(text, range, state: &state, into: &line)
                line.clear()
            }
            line.add(range, .text)
        } else {
            lexer.lex(text, range, state: &state, into: &line)
        }
        return min(end + 1, text.count)
    }
}

/// Walks over one line for a lexer: finds words, strings and numbers, and adds them.
struct LineCursor {
    let text: UnsafeBufferPointer<UInt8>
    let end: Int
    private(set) var place: Int

    init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.text = text
        place = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { place >= end }
    /// 0 after the end.
    var byte: UInt8 { byte(0) }
    func byte(_ distance: Int) -> UInt8 { place + distance < end ? text[place + distance] : 0 }

    func starts(with word: StaticString) -> Bool {
        LineText(text, place..<end).starts(with: word)
    }

    /// Adds what follows up to an offset.
    mutating func take(to offset: Int, _ role: TextKind, _ line: inout StyledLine) {
        let stop = min(max(offset, place), end)
        line.add(place..<stop, role)
        place = stop
    }

    mutating func take(_ count: Int, _ role: TextKind, _ line: inout StyledLine) {
        take(to: place + count, role, &line)
    }

    mutating func takeRest(_ role: TextKind, _ line: inout StyledLine) { take(to: end, role, &line) }

    mutating func takeSpaces(_ line: inout StyledLine) {
        take(to: first { $0 != Byte.space && $0 != Byte.tab }, .text, &line)
    }

    /// The next offset whose byte meets a condition, or the end.
    func first(from start: Int? = nil, where condition: (UInt8) -> Bool) -> Int {
        let start = start ?? place
        var offset = start
        while offset < end, !condition(text[offset]) { offset += 1 }
        countWork(offset - start + 1)
        return offset
    }

    /// The offset after the next occurrence of a word; nil if the line has none.
    func end(of word: StaticString, from start: Int) -> Int? {
        guard start < end else { return nil }
        return LineText(text, start..<end).firstIndex(of: word).map { $0 + word.utf8CodeUnitCount }
    }

    /// The offset after the quote that closes a string; nil if the line ends before. A backslash hides what follows it.
    func endOfString(quote: UInt8, from start: Int, hasEscapes: Bool = true) -> Int? {
        var offset = start
        defer { countWork(offset - start + 1) }
        while offset < end {
            if text[offset] == quote { return offset + 1 }
            offset += hasEscapes && text[offset] == Byte.backslash ? 2 : 1
        }
        return nil
    }

    /// The offset after a word of letters, digits, `_` and `$`, and anything that is not ASCII.
    func endOfWord(from start: Int? = nil, alsoMinus: Bool = false) -> Int {
        first(from: start) { !Self.isWord($0) && !(alsoMinus && $0 == Byte.minus) }
    }

    static func isWord(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == Byte.underscore || byte == Byte.dollar || byte >= 0x80
    }
}
