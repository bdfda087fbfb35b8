import NetEngine
import TerminalUI

/// Where a JSON text stops being JSON.
package struct JSONErrorPlace: Sendable, Hashable {
    var error: JSONSyntaxError
    var place: TextLines.Place
}

/// JSON laid out for reading: a value or a member a line, two spaces a level, every token byte for byte as it came.
///
/// Works on tokens (RFC 8259 §2), never on values, so digits, key order, duplicate keys and escapes stay. Only
/// insignificant whitespace is left out and added. Where the text is not JSON, what follows is shown as plain lines.
/// The stack is one bit a level; time and memory are linear in the text.
struct JSONLayout: LineLayout {
    /// Deeper levels are not indented further.
    static let deepestIndent = 64
    static let indentWidth = 2

    private(set) var index = LineIndex()
    private(set) var columns = ColumnIndex()
    private(set) var error: JSONErrorPlace?
    /// Values at the top: 1 in JSON, any number in JSON lines.
    private(set) var rootCount = 0
    /// Formatted text ends here.
    private(set) var formattedEnd = 0
    /// From the beginning of a very long token or gap to its end, so that drawing beside it does not walk over it.
    private var jumps: [Int: Int] = [:]
    /// Lines of the rest that is not JSON: the text's own, from this one on.
    private var tail: TextLayout?
    private var tailFirstLine = 0

    /// - Parameter plain: the text's own lines; the rest after an error is shown by them.
    init(_ text: UnsafeBufferPointer<UInt8>, allowsManyRoots: Bool, plain: TextLayout) {
        let scanner = JSONScanner(text, allowsManyRoots: allowsManyRoots)
        index = scanner.index
        columns = scanner.columns
        jumps = scanner.jumps
        rootCount = scanner.rootCount
        formattedEnd = scanner.tailStart
        if let error = scanner.error {
            self.error = JSONErrorPlace(error: error, place: TextLines.place(of: error.offset, in: text))
            if formattedEnd < text.count {
                tail = plain
                tailFirstLine = plain.line(atOffset: formattedEnd, in: text)
            }
        }
    }

    /// Whether all of the text is laid out; it may still contain bytes that are not UTF-8.
    var isWhole: Bool { error.map { $0.error.cause == .invalidUTF8 && tail == nil } ?? true }
    /// Whether the text is correct as far as it goes.
    var isCut: Bool { error?.error.cause == .endsEarly }

    var expandsTabs: Bool { false }

    var lineCount: Int { index.lineCount + (tail.map { $0.lineCount - tailFirstLine } ?? 0) }

    func segments(ofLine line: Int, of text: UnsafeBufferPointer<UInt8>) -> (indent: Int, segments: [LineSegment]) {
        guard line >= 0, line < lineCount else { return (0, []) }
        if line >= index.lineCount {
            guard let tail, let range = tail.range(ofLine: tailFirstLine + line - index.lineCount, in: text) else {
                return (0, [])
            }
            let start = max(range.lowerBound, formattedEnd)
            return start < range.upperBound ? (0, [.bytes(start..<range.upperBound, .text)]) : (0, [])
        }
        guard let mark = index.mark(before: line) else { return (0, []) }
        var place: (offset: Int, depth: Int)? = (mark.offset, mark.depth)
        for _ in mark.line..<line {
            guard let start = place else { break }
            place = walk(text, from: start) { _ in }
        }
        guard let place else { return (0, []) }
        var segments: [LineSegment] = []
        _ = walk(text, from: place) { segments.append($0) }
        return (min(place.depth, Self.deepestIndent) * Self.indentWidth, segments)
    }

    func forEachLine(from line: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, [LineSegment]) -> Bool) {
        var line = line
        var segments: [LineSegment] = []
        if line < index.lineCount, let mark = index.mark(before: line) {
            var place: (offset: Int, depth: Int)? = (mark.offset, mark.depth)
            for _ in mark.line..<line {
                guard let start = place else { break }
                place = walk(text, from: start) { _ in }
            }
            while line < index.lineCount, let start = place {
                segments.removeAll(keepingCapacity: true)
                place = walk(text, from: start) { segments.append($0) }
                guard body(line, segments) else { return }
                line += 1
            }
        }
        guard let tail, line < lineCount else { return }
        tail.forEachLine(from: tailFirstLine + line - index.lineCount, of: text) { number, parts in
            let cut = parts.map { part in
                guard case .bytes(let range, let role) = part, range.lowerBound < formattedEnd else { return part }
                return .bytes(min(formattedEnd, range.upperBound)..<range.upperBound, role)
            }
            return body(number - tailFirstLine + index.lineCount, cut)
        }
    }

    func line(atOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        if let tail, offset >= formattedEnd {
            return index.lineCount + max(0, tail.line(atOffset: offset, in: text) - tailFirstLine)
        }
        guard let mark = index.mark(beforeOffset: offset) else { return 0 }
        var line = mark.line
        var place = (offset: mark.offset, depth: mark.depth)
        while line + 1 < index.lineCount, let next = walk(text, from: place, emit: { _ in }), next.offset <= offset {
            place = next
            line += 1
        }
        return line
    }

    /// Scans the line that begins at a token, and returns where the next begins. The text is known to be valid.
    private func walk(
        _ text: UnsafeBufferPointer<UInt8>, from start: (offset: Int, depth: Int), emit: (LineSegment) -> Void
    ) -> (offset: Int, depth: Int)? {
        var place = start.offset
        while true {
            place = skipSpace(text, from: place)
            guard place < formattedEnd else { return nil }
            var endsValue = true
            switch text[place] {
            case UInt8(ascii: "\""):
                let end = stringEnd(text, from: place)
                let next = skipSpace(text, from: end)
                let isKey = next < formattedEnd && text[next] == UInt8(ascii: ":")
                emit(.bytes(place..<end, isKey ? .jsonKey : .jsonString))
                place = end
                endsValue = !isKey
            case UInt8(ascii: ":"):
                emit(.bytes(place..<place + 1, .jsonPunctuation))
                emit(.gap(1))
                place += 1
                endsValue = false
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                emit(.bytes(place..<place + 1, .jsonPunctuation))
                let close = text[place] + 2
                let next = skipSpace(text, from: place + 1)
                guard next < formattedEnd else { return nil }
                guard text[next] == close else { return (next, start.depth + 1) }
                emit(.bytes(next..<next + 1, .jsonPunctuation))
                place = next + 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                emit(.bytes(place..<place + 1, .jsonPunctuation))
                place += 1
            case UInt8(ascii: ","):
                emit(.bytes(place..<place + 1, .jsonPunctuation))
                let next = skipSpace(text, from: place + 1)
                return next < formattedEnd ? (next, start.depth) : nil
            case let byte:
                let end = scalarEnd(text, from: place)
                let isLiteral = byte >= UInt8(ascii: "a")
                emit(.bytes(place..<end, isLiteral ? .jsonLiteral : .jsonNumber))
                place = end
            }
            guard endsValue else { continue }
            let next = skipSpace(text, from: place)
            guard next < formattedEnd else { return nil }
            switch text[next] {
            case UInt8(ascii: ","): place = next
            case UInt8(ascii: "}"), UInt8(ascii: "]"): return (next, start.depth - 1)
            default: return (next, start.depth)
            }
        }
    }

    private func skipSpace(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        while place < formattedEnd, JSONText.isSpace(text[place]) {
            place += 1
            if place - start == JSONScanner.longToken, let end = jumps[start] { return end }
        }
        return place
    }

    private func stringEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start + 1
        while place < formattedEnd {
            let byte = text[place]
            if byte == UInt8(ascii: "\"") { return place + 1 }
            place += byte == UInt8(ascii: "\\") ? 2 : 1
            if place - start >= JSONScanner.longToken, place - start <= JSONScanner.longToken + 1,
                let end = jumps[start]
            {
                return end
            }
        }
        return formattedEnd
    }

    private func scalarEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start + 1
        while place < formattedEnd, JSONReader.continuesWord(text[place]) {
            place += 1
            if place - start == JSONScanner.longToken, let end = jumps[start] { return end }
        }
        return place
    }
}
