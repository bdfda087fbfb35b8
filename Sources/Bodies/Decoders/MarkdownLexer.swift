import Base
import NetEngine

/// Colours Markdown (CommonMark) line by line.
struct MarkdownLexer: LineLexer {
    struct State: Sendable, Hashable {
        /// The fence that ends a block of code: its character and how many; nil outside one.
        var fence: Fence?

        struct Fence: Sendable, Hashable {
            var character: UInt8
            var count: Int
        }
    }

    var start: State { State() }

    func lex(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, state: inout State, into line: inout StyledLine) {
        var cursor = LineCursor(text, range)
        let fence = Self.fence(cursor)
        if let open = state.fence {
            let isEnd = fence.map { $0.character == open.character && $0.count >= open.count } ?? false
            if isEnd { state.fence = nil }
            return cursor.takeRest(isEnd ? .punctuation : .string, &line)
        }
        if let fence {
            state.fence = fence
            return cursor.takeRest(.punctuation, &line)
        }
        cursor.takeSpaces(&line)
        switch cursor.byte {
        case Byte.hash:
            let end = cursor.first { $0 != Byte.hash }
            if end - cursor.place <= 6, end == cursor.end || cursor.text[end] == Byte.space {
                return cursor.takeRest(.heading, &line)
            }
        case Byte.greaterThan: cursor.take(to: cursor.first { $0 != Byte.greaterThan }, .punctuation, &line)
        case Byte.minus, Byte.asterisk, Byte.plus, Byte.underscore, Byte.equals:
            let sign = cursor.byte
            if cursor.first(where: { $0 != sign && $0 != Byte.space }) == cursor.end, cursor.byte(1) != 0 {
                return cursor.takeRest(.punctuation, &line)
            }
            if sign != Byte.underscore, cursor.byte(1) == Byte.space { cursor.take(1, .punctuation, &line) }
        default:
            let end = cursor.first { !ASCII.isDigit($0) }
            let isItem = end > cursor.place && end < cursor.end && ".)".utf8.contains(cursor.text[end])
            if isItem { cursor.take(to: end + 1, .punctuation, &line) }
        }
        lexInline(&cursor, &line)
    }

    private static func fence(_ cursor: LineCursor) -> State.Fence? {
        let start = cursor.first { $0 != Byte.space }
        guard start < cursor.end, start - cursor.place < 4 else { return nil }
        let character = cursor.text[start]
        guard character == Byte.backtick || character == Byte.tilde else { return nil }
        let end = cursor.first(from: start) { $0 != character }
        return end - start >= 3 ? State.Fence(character: character, count: end - start) : nil
    }

    private func lexInline(_ cursor: inout LineCursor, _ line: inout StyledLine) {
        // Behind the last of each there is nothing to pair with: a line of openers stays linear.
        let rest = LineText(cursor.text, cursor.place..<cursor.end)
        let lastTick = rest.lastIndex(of: "`") ?? -1
        let lastStars = rest.lastIndex(of: "**") ?? -1
        let lastLink = rest.lastIndex(of: "](") ?? -1
        while !cursor.isAtEnd {
            let place = cursor.place
            switch cursor.byte {
            case Byte.backslash: cursor.take(2, .text, &line)
            case Byte.backtick where place < lastTick:
                let end = cursor.first(from: place + 1) { $0 == Byte.backtick }
                cursor.take(to: end + 1, .string, &line)
            case Byte.asterisk where place + 1 < lastStars && cursor.byte(1) == Byte.asterisk:
                cursor.take(to: cursor.end(of: "**", from: place + 2) ?? place + 2, .heading, &line)
            case Byte.openBracket where place < lastLink: takeLink(&cursor, &line)
            default:
                let next = cursor.first(from: place + 1) { "\\`*[".utf8.contains($0) }
                cursor.take(to: next, .text, &line)
            }
        }
    }

    /// `[text](target)`, or only the bracket.
    private func takeLink(_ cursor: inout LineCursor, _ line: inout StyledLine) {
        let close = cursor.first(from: cursor.place + 1) { $0 == Byte.closeBracket || $0 == Byte.openBracket }
        guard close + 1 < cursor.end, cursor.text[close] == Byte.closeBracket,
            cursor.text[close + 1] == Byte.openParenthesis
        else { return cursor.take(1, .text, &line) }
        let end = cursor.first(from: close + 2) { $0 == Byte.closeParenthesis }
        cursor.take(to: close + 1, .name, &line)
        cursor.take(to: end + 1, .string, &line)
    }
}
