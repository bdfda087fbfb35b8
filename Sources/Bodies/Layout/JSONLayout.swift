import Base
import CBodyScan
import NetEngine

/// JSON laid out for reading: a value or a member a line, two spaces a level, every token byte for byte as it came.
///
/// Works on tokens (RFC 8259 §2), never on values, so digits, key order, duplicate keys and escapes stay. Only
/// insignificant whitespace is left out and added. Where the text is not JSON, what follows is shown as plain lines.
/// A line costs the block that it begins in and its own tokens, wherever it is.
package struct JSONLayout: LineLayout {
    /// Deeper levels are not indented further.
    package static let deepestIndent = 64
    package static let indentWidth = 2

    package let index: JSONIndex
    package let error: JSONErrorPlace?
    /// Rows that are laid out, and where they end in the text.
    let rowCount: Int
    let formattedEnd: Int
    /// Lines of the rest that is not JSON: the text's own, from this one on.
    private let tail: TextLayout?
    private let tailFirstLine: Int

    /// - Parameters:
    ///   - verdict: what the index came to.
    ///   - plain: the text's own lines; the rest after an error is shown by them.
    package init(
        _ index: JSONIndex, _ verdict: JSONVerdict, error: JSONErrorPlace?, plain: TextLayout,
        in text: UnsafeBufferPointer<UInt8>
    ) {
        self.index = index
        self.error = error
        rowCount = verdict.rowCount
        formattedEnd = verdict.layoutEnd
        let hasTail = verdict.hasRest && verdict.layoutEnd < plain.index.end
        tail = hasTail ? plain : nil
        tailFirstLine = hasTail ? plain.line(atOffset: verdict.layoutEnd, in: text) : 0
    }

    /// All of a text.
    package init(_ text: UnsafeBufferPointer<UInt8>, allowsManyRoots: Bool, plain: TextLayout) {
        let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
        var index = JSONIndex(from: hasMark ? 3 : 0)
        index.read(text, to: text.count)
        index.finish(text)
        let verdict = JSONVerdict(
            index, allowsManyRoots: allowsManyRoots, invalidUTF8: JSONReader.firstInvalidUTF8(in: text))
        self.init(
            index, verdict, error: verdict.error.map { JSONErrorPlace($0, in: text) }, plain: plain, in: text)
    }

    /// Where a line of the layout begins; nil for one of what is not JSON.
    package func row(_ line: Int, in text: UnsafeBufferPointer<UInt8>) -> JSONIndex.Row? {
        line < rowCount ? index.row(line, in: text) : nil
    }

    package var columns: ColumnIndex { index.columns }
    package var expandsTabs: Bool { false }

    package var lineCount: Int { rowCount + (tail.map { $0.lineCount - tailFirstLine } ?? 0) }

    package func segments(
        ofLine line: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> (indent: Int, segments: [LineSegment]) {
        guard line >= 0, line < lineCount else { return (0, []) }
        guard line < rowCount else {
            guard let tail, let range = tail.range(ofLine: tailFirstLine + line - rowCount, in: text) else {
                return (0, [])
            }
            let start = max(range.lowerBound, formattedEnd)
            return start < range.upperBound ? (0, [.bytes(start..<range.upperBound, .text)]) : (0, [])
        }
        guard let row = index.row(line, in: text) else { return (0, []) }
        var segments: [LineSegment] = []
        _ = walk(text, from: (row.offset, row.depth)) { segments.append($0) }
        return (indent(row.depth), segments)
    }

    private func indent(_ depth: Int) -> Int { min(depth, Self.deepestIndent) * Self.indentWidth }

    package func forEachLine(
        from line: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, _ indent: Int, [LineSegment]) -> Bool
    ) {
        var line = line
        var segments: [LineSegment] = []
        if line < rowCount, let row = index.row(line, in: text) {
            var place: (offset: Int, depth: Int)? = (row.offset, row.depth)
            while line < rowCount, let start = place {
                segments.removeAll(keepingCapacity: true)
                place = walk(text, from: start) { segments.append($0) }
                guard body(line, indent(start.depth), segments) else { return }
                line += 1
            }
        }
        guard let tail, line < lineCount else { return }
        tail.forEachLine(from: tailFirstLine + line - rowCount, of: text) { number, _, parts in
            let cut = parts.map { part in
                guard case .bytes(let range, let role) = part, range.lowerBound < formattedEnd else { return part }
                return .bytes(min(formattedEnd, range.upperBound)..<range.upperBound, role)
            }
            return body(number - tailFirstLine + rowCount, 0, cut)
        }
    }

    package func line(atOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        if let tail, offset >= formattedEnd {
            return rowCount + max(0, tail.line(atOffset: offset, in: text) - tailFirstLine)
        }
        return min(index.row(atOffset: offset, in: text)?.number ?? 0, max(0, rowCount - 1))
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
        index.skipSpace(from: start, to: formattedEnd, in: text)
    }

    private func stringEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = text.baseAddress else { return start }
        let near = min(formattedEnd, start + Int(cbs_long))
        let end = Int(cbs_string_end(base, UInt64(start + 1), UInt64(near)))
        guard end >= near, near < formattedEnd else { return min(end, formattedEnd) }
        return index.longEnd(from: start)
            ?? min(formattedEnd, Int(cbs_string_end(base, UInt64(start + 1), UInt64(formattedEnd))))
    }

    private func scalarEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start + 1
        while place < formattedEnd, JSONReader.continuesWord(text[place]) {
            place += 1
            if place - start == Int(cbs_long), let end = index.longEnd(from: start) { return end }
        }
        return place
    }
}
