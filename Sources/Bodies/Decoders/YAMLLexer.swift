import Base
import NetEngine

/// Colours YAML 1.2 line by line. It checks nothing: what is not YAML is shown all the same.
struct YAMLLexer: LineLexer {
    struct State: Sendable, Hashable {
        /// The indentation above which lines belong to a text after `|` or `>`; nil outside one.
        var blockIndent: Int?
        /// The quote of a string that goes on; 0 outside one.
        var quote: UInt8 = 0
        /// Open brackets and braces.
        var flow = 0
    }

    var start: State { State() }

    func lex(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, state: inout State, into line: inout StyledLine) {
        var cursor = LineCursor(text, range)
        if let indent = state.blockIndent {
            let first = cursor.first { $0 != Byte.space }
            if first == range.upperBound || first - range.lowerBound > indent {
                return cursor.takeRest(.string, &line)
            }
            state.blockIndent = nil
        }
        if state.quote != 0 {
            guard takeString(&cursor, from: cursor.place, &state, &line) else { return }
        } else if state.flow == 0, cursor.starts(with: "---") || cursor.starts(with: "...") {
            cursor.take(3, .heading, &line)
        } else if cursor.byte == Byte.percent {
            return cursor.takeRest(.literal, &line)
        }
        lexValues(&cursor, range.lowerBound, &state, &line)
    }

    private func lexValues(_ cursor: inout LineCursor, _ lineStart: Int, _ state: inout State, _ line: inout StyledLine)
    {
        var indent = 0
        while !cursor.isAtEnd {
            cursor.takeSpaces(&line)
            let byte = cursor.byte
            let isSpaced = cursor.byte(1) == 0 || cursor.byte(1) == Byte.space
            switch byte {
            case Byte.hash: return cursor.takeRest(.comment, &line)
            case Byte.minus where isSpaced && state.flow == 0, Byte.questionMark where isSpaced,
                Byte.colon where isSpaced || state.flow > 0:
                if byte != Byte.colon { indent = cursor.place - lineStart }
                cursor.take(1, .punctuation, &line)
            case Byte.openBracket, Byte.openBrace:
                state.flow += 1
                cursor.take(1, .punctuation, &line)
            case Byte.closeBracket, Byte.closeBrace:
                state.flow = max(0, state.flow - 1)
                cursor.take(1, .punctuation, &line)
            case Byte.comma where state.flow > 0: cursor.take(1, .punctuation, &line)
            case Byte.ampersand, Byte.asterisk, Byte.exclamationMark:
                cursor.take(to: cursor.first { $0 == Byte.space || ",]}".utf8.contains($0) }, .literal, &line)
            case Byte.verticalBar where state.flow == 0, Byte.greaterThan where state.flow == 0:
                cursor.take(to: cursor.first { $0 == Byte.space }, .punctuation, &line)
                state.blockIndent = indent
            case Byte.quote, Byte.apostrophe:
                state.quote = byte
                let isKey = isKeyAfterString(cursor, quote: byte)
                let start = cursor.place
                guard takeString(&cursor, from: start + 1, role: isKey ? .name : .string, &state, &line) else { return }
                if isKey { indent = start - lineStart }
            default:
                let start = cursor.place
                if takePlain(&cursor, isInFlow: state.flow > 0, &line) { indent = start - lineStart }
            }
        }
    }

    /// A word without quotes: a key if a colon follows. Returns whether it was one.
    private func takePlain(_ cursor: inout LineCursor, isInFlow: Bool, _ line: inout StyledLine) -> Bool {
        var end = cursor.place
        var last = end
        while end < cursor.end {
            let byte = cursor.text[end]
            let next = end + 1 < cursor.end ? cursor.text[end + 1] : Byte.space
            if byte == Byte.colon, next == Byte.space || (isInFlow && ",]}[{".utf8.contains(next)) { break }
            if byte == Byte.hash, end > cursor.place, cursor.text[end - 1] == Byte.space { break }
            if isInFlow, ",]}[{".utf8.contains(byte) { break }
            end += 1
            if byte != Byte.space { last = end }
        }
        countWork(end - cursor.place + 1)
        let isKey = end < cursor.end && cursor.text[end] == Byte.colon
        let word = cursor.text[cursor.place..<last]
        cursor.take(to: max(last, cursor.place + (isKey ? 0 : 1)), isKey ? .name : Self.role(of: word), &line)
        return isKey
    }

    private static func role(of word: Slice<UnsafeBufferPointer<UInt8>>) -> TextKind {
        let literals = ["true", "false", "null", "~", "True", "False", "Null", "TRUE", "FALSE", "NULL"]
        if word.count < 6, literals.contains(where: { word.elementsEqual($0.utf8) }) { return .literal }
        return ScalarWords.isNumber(word) ? .number : .string
    }

    private func isKeyAfterString(_ cursor: LineCursor, quote: UInt8) -> Bool {
        guard let end = cursor.endOfString(quote: quote, from: cursor.place + 1, hasEscapes: quote == Byte.quote) else {
            return false
        }
        let next = cursor.first(from: end) { $0 != Byte.space }
        return next < cursor.end && cursor.text[next] == Byte.colon
    }

    /// Takes the rest of a string; false if it goes on in the next line.
    private func takeString(
        _ cursor: inout LineCursor, from start: Int, role: TextKind = .string, _ state: inout State,
        _ line: inout StyledLine
    ) -> Bool {
        guard let end = cursor.endOfString(quote: state.quote, from: start, hasEscapes: state.quote == Byte.quote)
        else {
            cursor.takeRest(role, &line)
            return false
        }
        cursor.take(to: end, role, &line)
        state.quote = 0
        return true
    }
}
