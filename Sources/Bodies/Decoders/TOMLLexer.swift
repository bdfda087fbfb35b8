import Base
import NetEngine

/// Colours TOML 1.0 line by line. It checks nothing.
struct TOMLLexer: LineLexer {
    struct State: Sendable, Hashable {
        /// The quote of a string of several lines; 0 outside one.
        var quote: UInt8 = 0
        /// Open brackets of a value.
        var depth = 0
    }

    var start: State { State() }

    func lex(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, state: inout State, into line: inout StyledLine) {
        var cursor = LineCursor(text, range)
        if state.quote != 0, !takeLongString(&cursor, from: cursor.place, &state, &line) { return }
        cursor.takeSpaces(&line)
        // A line begins with a table or a key, unless it is inside an array.
        var isKey = state.depth == 0
        if isKey, cursor.byte == Byte.openBracket {
            let end = cursor.first { $0 == Byte.hash }
            cursor.take(to: end, .heading, &line)
        }
        while !cursor.isAtEnd {
            cursor.takeSpaces(&line)
            let byte = cursor.byte
            switch byte {
            case 0: cursor.take(1, .text, &line)
            case Byte.hash: return cursor.takeRest(.comment, &line)
            case Byte.equals:
                isKey = false
                cursor.take(1, .punctuation, &line)
            case Byte.openBracket, Byte.openBrace:
                state.depth += 1
                isKey = byte == Byte.openBrace
                cursor.take(1, .punctuation, &line)
            case Byte.closeBracket, Byte.closeBrace:
                state.depth = max(0, state.depth - 1)
                cursor.take(1, .punctuation, &line)
            case Byte.comma:
                isKey = isKeyAhead(cursor)
                cursor.take(1, .punctuation, &line)
            case Byte.dot where isKey: cursor.take(1, .punctuation, &line)
            case Byte.quote, Byte.apostrophe:
                if cursor.byte(1) == byte, cursor.byte(2) == byte {
                    state.quote = byte
                    guard takeLongString(&cursor, from: cursor.place + 3, &state, &line) else { return }
                } else {
                    let end = cursor.endOfString(quote: byte, from: cursor.place + 1, hasEscapes: byte == Byte.quote)
                    cursor.take(to: end ?? cursor.end, isKey ? .name : .string, &line)
                }
            default: takeWord(&cursor, isKey: isKey, &line)
            }
        }
    }

    private func takeWord(_ cursor: inout LineCursor, isKey: Bool, _ line: inout StyledLine) {
        let end = max(
            cursor.place + 1, cursor.first { $0 == Byte.space || $0 == Byte.tab || "=,]}#[{".utf8.contains($0) })
        let word = cursor.text[cursor.place..<end]
        if isKey {
            cursor.take(to: min(end, max(cursor.place + 1, cursor.first { $0 == Byte.dot })), .name, &line)
        } else if word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) {
            cursor.take(to: end, .literal, &line)
        } else {
            cursor.take(to: end, ScalarWords.isNumber(word) ? .number : .text, &line)
        }
    }

    /// Whether a key follows a comma, as in `{ a = 1, b = 2 }`: an equals sign comes before the next bracket or comma.
    private func isKeyAhead(_ cursor: LineCursor) -> Bool {
        let next = cursor.first(from: cursor.place + 1) { "=,]}[{".utf8.contains($0) }
        return next < cursor.end && cursor.text[next] == Byte.equals
    }

    private func takeLongString(
        _ cursor: inout LineCursor, from start: Int, _ state: inout State, _ line: inout StyledLine
    ) -> Bool {
        let end = state.quote == Byte.quote ? cursor.end(of: "\"\"\"", from: start) : cursor.end(of: "'''", from: start)
        cursor.take(to: end ?? cursor.end, .string, &line)
        if end != nil { state.quote = 0 }
        return end != nil
    }
}
