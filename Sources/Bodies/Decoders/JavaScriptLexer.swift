import Base
import NetEngine

/// Colours JavaScript and TypeScript line by line. It checks nothing.
struct JavaScriptLexer: LineLexer {
    struct State: Sendable, Hashable {
        var isInComment = false
        /// For each open template, how many braces are open in its current `${`; -1 in its text. The last 8 are kept.
        var templates: [Int] = []
        /// True where a slash begins a regular expression, not a division.
        var expectsValue = true
    }

    var start: State { State() }

    /// Longer regular expressions are taken for divisions, so that a line of slashes stays linear.
    private static let longestPattern = 1024

    private static let keywords: Set<String> = Set(
        """
        async await break case catch class const continue debugger default delete do else enum export extends finally \
        for from function get if implements import in instanceof interface let new of return set static super switch \
        this throw try type typeof var void while with yield
        """.split(separator: " ").map(String.init))
    private static let literals: Set<String> = ["true", "false", "null", "undefined", "NaN", "Infinity"]

    func lex(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, state: inout State, into line: inout StyledLine) {
        var cursor = LineCursor(text, range)
        while !cursor.isAtEnd {
            if state.templates.last == -1 {
                takeTemplate(&cursor, &state, &line)
                continue
            }
            if state.isInComment || cursor.starts(with: "/*") {
                let end = cursor.end(of: "*/", from: cursor.place + (state.isInComment ? 0 : 2))
                state.isInComment = end == nil
                cursor.take(to: end ?? cursor.end, .comment, &line)
                continue
            }
            if cursor.starts(with: "//") { return cursor.takeRest(.comment, &line) }
            let byte = cursor.byte
            switch byte {
            case Byte.space, Byte.tab, 0: cursor.take(1, .text, &line)
            case Byte.quote, Byte.apostrophe:
                cursor.take(to: cursor.endOfString(quote: byte, from: cursor.place + 1) ?? cursor.end, .string, &line)
                state.expectsValue = false
            case Byte.backtick:
                if state.templates.count == 8 { state.templates.removeFirst() }
                state.templates.append(-1)
                cursor.take(1, .string, &line)
            case Byte.slash where state.expectsValue:
                cursor.take(to: endOfPattern(cursor), .string, &line)
                state.expectsValue = false
            case _ where ASCII.isDigit(byte):
                cursor.take(to: cursor.first { !LineCursor.isWord($0) && $0 != Byte.dot }, .number, &line)
                state.expectsValue = false
            case _ where LineCursor.isWord(byte): takeWord(&cursor, &state, &line)
            default: takeSign(&cursor, &state, &line)
            }
        }
    }

    private func takeWord(_ cursor: inout LineCursor, _ state: inout State, _ line: inout StyledLine) {
        let end = cursor.endOfWord()
        let isShort = end - cursor.place <= 12
        let word = isShort ? String(decoding: cursor.text[cursor.place..<end], as: UTF8.self) : ""
        let isKeyword = Self.keywords.contains(word)
        let next = cursor.first(from: end) { $0 != Byte.space && $0 != Byte.tab }
        let isName = next < cursor.end && cursor.text[next] == Byte.colon
        let role: TextKind =
            isName ? .name : isKeyword ? .heading : Self.literals.contains(word) ? .literal : .text
        cursor.take(to: end, role, &line)
        state.expectsValue = isKeyword && word != "this" && word != "super"
    }

    private func takeSign(_ cursor: inout LineCursor, _ state: inout State, _ line: inout StyledLine) {
        let byte = cursor.byte
        if let braces = state.templates.last {
            if byte == Byte.openBrace { state.templates[state.templates.count - 1] = braces + 1 }
            if byte == Byte.closeBrace {
                state.templates[state.templates.count - 1] = braces - 1
                if braces <= 1 {
                    state.templates[state.templates.count - 1] = -1
                    return cursor.take(1, .punctuation, &line)
                }
            }
        }
        state.expectsValue = byte != Byte.closeParenthesis && byte != Byte.closeBracket
        cursor.take(1, .punctuation, &line)
    }

    /// The text of a template up to its end or the next `${`.
    private func takeTemplate(_ cursor: inout LineCursor, _ state: inout State, _ line: inout StyledLine) {
        var offset = cursor.place
        countWork(1)
        while offset < cursor.end {
            switch cursor.text[offset] {
            case Byte.backslash: offset += 1
            case Byte.backtick:
                state.templates.removeLast()
                state.expectsValue = false
                return cursor.take(to: offset + 1, .string, &line)
            case Byte.dollar where offset + 1 < cursor.end && cursor.text[offset + 1] == Byte.openBrace:
                state.templates[state.templates.count - 1] = 1
                state.expectsValue = true
                cursor.take(to: offset, .string, &line)
                return cursor.take(2, .punctuation, &line)
            default: break
            }
            offset += 1
        }
        cursor.takeRest(.string, &line)
    }

    /// The offset after a regular expression and its flags; it ends on its line.
    private func endOfPattern(_ cursor: LineCursor) -> Int {
        var offset = cursor.place + 1
        var isInClass = false
        defer { countWork(offset - cursor.place) }
        while offset < min(cursor.end, cursor.place + Self.longestPattern) {
            switch cursor.text[offset] {
            case Byte.backslash: offset += 1
            case Byte.openBracket: isInClass = true
            case Byte.closeBracket: isInClass = false
            case Byte.slash where !isInClass: return cursor.endOfWord(from: offset + 1)
            default: break
            }
            offset += 1
        }
        return cursor.place + 1
    }
}
