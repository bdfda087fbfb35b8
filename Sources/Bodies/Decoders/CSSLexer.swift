import Base
import NetEngine

/// Colours CSS line by line. It checks nothing.
struct CSSLexer: LineLexer {
    struct State: Sendable, Hashable {
        var isInComment = false
        /// Open braces.
        var depth = 0
        /// True after the colon of a declaration.
        var isValue = false
    }

    /// The longest way that is looked ahead, so that a line of colons stays linear.
    private static let lookAhead = 256

    var start: State { State() }

    func lex(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, state: inout State, into line: inout StyledLine) {
        var cursor = LineCursor(text, range)
        while !cursor.isAtEnd {
            if state.isInComment || cursor.starts(with: "/*") {
                let end = cursor.end(of: "*/", from: cursor.place + (state.isInComment ? 0 : 2))
                state.isInComment = end == nil
                cursor.take(to: end ?? cursor.end, .comment, &line)
                continue
            }
            cursor.takeSpaces(&line)
            let byte = cursor.byte
            switch byte {
            case Byte.quote, Byte.apostrophe:
                cursor.take(to: cursor.endOfString(quote: byte, from: cursor.place + 1) ?? cursor.end, .string, &line)
            case Byte.openBrace:
                state.depth += 1
                state.isValue = false
                cursor.take(1, .punctuation, &line)
            case Byte.closeBrace, Byte.semicolon:
                if byte == Byte.closeBrace { state.depth = max(0, state.depth - 1) }
                state.isValue = false
                cursor.take(1, .punctuation, &line)
            case Byte.at:
                cursor.take(to: cursor.endOfWord(from: cursor.place + 1, alsoMinus: true), .heading, &line)
            case Byte.colon where state.depth > 0 && !state.isValue && isDeclaration(cursor):
                state.isValue = true
                cursor.take(1, .punctuation, &line)
            case Byte.exclamationMark:
                cursor.take(to: cursor.endOfWord(from: cursor.place + 1), .literal, &line)
            case Byte.hash where state.isValue:
                cursor.take(to: cursor.endOfWord(from: cursor.place + 1), .number, &line)
            case _ where state.isValue && isNumber(cursor):
                cursor.take(to: cursor.first(from: cursor.place + 1) { !isNumberByte($0) }, .number, &line)
            case _ where LineCursor.isWord(byte) || byte == Byte.minus:
                let end = cursor.endOfWord(from: cursor.place + 1, alsoMinus: true)
                cursor.take(to: end, role(cursor, to: end, state), &line)
            case 0: cursor.take(1, .text, &line)
            default: cursor.take(1, state.isValue || ",()>+~".utf8.contains(byte) ? .punctuation : .literal, &line)
            }
        }
    }

    private func role(_ cursor: LineCursor, to end: Int, _ state: State) -> TextKind {
        if state.isValue { return .text }
        let next = cursor.first(from: end) { $0 != Byte.space && $0 != Byte.tab }
        let isProperty = state.depth > 0 && next < cursor.end && cursor.text[next] == Byte.colon
        return isProperty && isDeclaration(cursor, from: next) ? .name : .literal
    }

    /// Whether a colon begins a value: not the colon of a selector, which a brace follows before any semicolon.
    private func isDeclaration(_ cursor: LineCursor, from colon: Int? = nil) -> Bool {
        let start = colon ?? cursor.place
        let limit = min(cursor.end, start + Self.lookAhead)
        var next = start
        while next < limit, ![Byte.semicolon, Byte.openBrace, Byte.closeBrace].contains(cursor.text[next]) { next += 1 }
        countWork(next - start + 1)
        return next >= limit || cursor.text[next] != Byte.openBrace
    }

    private func isNumber(_ cursor: LineCursor) -> Bool {
        let sign = cursor.byte == Byte.minus || cursor.byte == Byte.plus ? 1 : 0
        let point = cursor.byte(sign) == Byte.dot ? 1 : 0
        return ASCII.isDigit(cursor.byte(sign + point))
    }

    private func isNumberByte(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || ASCII.isLetter(byte) || byte == Byte.dot || byte == Byte.percent
    }
}
