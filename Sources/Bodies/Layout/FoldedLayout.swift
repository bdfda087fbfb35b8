import Base
import NetEngine

/// JSON laid out for reading, in which folded objects and arrays take one row each: `"list": [ 1,000 items, 2 MB ],`.
///
/// Lines keep the numbers that they have without folds; those inside of a fold are not shown. So no line is counted again when
/// something is folded: a step from one shown line to the next costs a few blocks.
package struct FoldedLayout: LineLayout {
    package let base: JSONLayout
    package let folds: JSONFolds

    package init(_ base: JSONLayout, _ folds: JSONFolds) {
        self.base = base
        self.folds = folds
    }

    package var lineCount: Int { base.lineCount }
    package var columns: ColumnIndex { base.columns }
    package var expandsTabs: Bool { false }
    package var hidesLines: Bool { !folds.isEmpty }

    package func segments(
        ofLine line: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> (indent: Int, segments: [LineSegment]) {
        folds.memo.fact(\.content, ofLine: line, end: base.formattedEnd) { content(ofLine: line, of: text) }
    }

    private func content(
        ofLine line: Int, of text: UnsafeBufferPointer<UInt8>
    ) -> (indent: Int, segments: [LineSegment]) {
        var (indent, segments) = base.segments(ofLine: line, of: text)
        guard let fold = fold(atLine: line, in: text) else { return (indent, segments) }
        let (container, last) = (fold.container, fold.last)
        let noun = container.isObject ? "member" : "item"
        let count = "\(Self.grouped(container.count)) \(noun)\(container.count == 1 ? "" : "s")"
        let note = "\(count)\(container.isWhole ? "" : " so far"), \(Formatting.byteCount(container.range.count))"
        segments.append(.added(" \(note) ", .note))
        if container.isWhole { segments += base.segments(ofLine: last, of: text).segments }
        return (indent, segments)
    }

    /// All lines, also those that are not shown: what is searched is found in folds too.
    package func forEachLine(
        from line: Int, of text: UnsafeBufferPointer<UInt8>, _ body: (Int, _ indent: Int, [LineSegment]) -> Bool
    ) {
        base.forEachLine(from: line, of: text, body)
    }

    package func line(atOffset offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        base.line(atOffset: offset, in: text)
    }

    // MARK: Lines that are not shown

    package func nextLine(after line: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let fold = fold(atLine: line, in: text) else { return line + 1 }
        return fold.container.isWhole ? fold.last + 1 : base.rowCount
    }

    package func shownLine(for line: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        folds.memo.fact(\.shown, ofLine: line, end: base.formattedEnd) {
            guard let opening = enclosingFolds(ofLine: line, in: text).first else { return line }
            return base.line(atOffset: opening.offset, in: text)
        }
    }

    private static func grouped(_ count: Int) -> String {
        let digits = Array(String(count))
        return digits.indices.map { (digits.count - $0) % 3 == 0 && $0 > 0 ? ",\(digits[$0])" : "\(digits[$0])" }
            .joined()
    }

    private func fold(atLine line: Int, in text: UnsafeBufferPointer<UInt8>) -> FoldMemo.Fold? {
        guard !folds.isEmpty else { return nil }
        return folds.memo.fact(\.fold, ofLine: line, end: base.formattedEnd) {
            guard let opening = base.opening(ofLine: line, in: text),
                folds.contains(opening.offset, depth: opening.depth),
                let container = base.index.container(at: opening.offset, in: text)
            else { return nil }
            return FoldMemo.Fold(
                container: container, last: base.line(atOffset: container.range.upperBound - 1, in: text))
        }
    }

    /// The folds that a line is inside of, the outermost first. Of those that the rule folds, only the outermost.
    package func enclosingFolds(
        ofLine line: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> [(offset: Int, depth: Int)] {
        guard !folds.isEmpty, let row = base.row(line, in: text) else { return [] }
        let index = base.index
        // A closing bracket is inside of what it closes.
        let isClosing = text[row.offset] == UInt8(ascii: "}") || text[row.offset] == UInt8(ascii: "]")
        let depths = isClosing ? row.depth + 1 : row.depth
        var found: [(offset: Int, depth: Int)] = []
        for depth in Set(folds.closed.values) where depth < depths {
            guard let offset = index.opening(atDepth: depth, around: row.offset, in: text) else { continue }
            if folds.closed[offset] != nil { found.append((offset, depth)) }
        }
        var depth = folds.depth ?? .max
        while depth < depths, let offset = index.opening(atDepth: depth, around: row.offset, in: text) {
            if !folds.opened.contains(offset) {
                found.append((offset, depth))
                break
            }
            depth += 1
        }
        return found.sorted { $0.offset < $1.offset }
    }
}

extension JSONLayout {
    /// The bracket that a line opens and does not close, and how deep it is.
    package func opening(ofLine line: Int, in text: UnsafeBufferPointer<UInt8>) -> (offset: Int, depth: Int)? {
        guard let row = row(line, in: text),
            case .bytes(let range, .jsonPunctuation)? = segments(ofLine: line, of: text).segments.last,
            text[range.lowerBound] == UInt8(ascii: "{") || text[range.lowerBound] == UInt8(ascii: "[")
        else { return nil }
        return (range.lowerBound, row.depth)
    }

    /// The bracket of what a line opens or closes, else of what it is in.
    package func innermostOpening(
        ofLine line: Int, in text: UnsafeBufferPointer<UInt8>
    ) -> (offset: Int, depth: Int)? {
        if let opening = opening(ofLine: line, in: text) { return opening }
        guard let row = row(line, in: text) else { return nil }
        let isClosing = text[row.offset] == UInt8(ascii: "}") || text[row.offset] == UInt8(ascii: "]")
        let depth = isClosing ? row.depth : row.depth - 1
        return index.opening(atDepth: depth, around: row.offset, in: text).map { ($0, depth) }
    }
}
