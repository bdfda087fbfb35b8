import Base
import Bodies
import NetEngine
import TerminalUI

/// Lines that know the bytes that they show.
protocol PlacedLines: LineSource {
    var text: BodyBytes { get }
    func offset(ofLine line: Int, column: Int) -> Int
    func place(ofOffset offset: Int) -> (line: Int, column: Int)
}

/// The lines of a text under a layout. Only requested lines are made.
struct BodyLines<Layout: LineLayout>: PlacedLines {
    let text: BodyBytes
    let layout: Layout
    /// What the layout knows ends here; nil if that is all of the text.
    let end: Int?
    let mayBeWide: Bool

    /// - Parameter isASCII: whether the text is, as far as the layout knows it.
    init(text: BodyBytes, layout: Layout, end: Int? = nil, isASCII: Bool) {
        self.text = text
        self.layout = layout
        self.end = end
        mayBeWide = !isASCII
    }

    /// Reads all of the text once.
    init(text: BodyBytes, layout: Layout) {
        self.init(text: text, layout: layout, isASCII: text.withBytes { ByteScan.isASCII($0) })
    }

    init(text: [UInt8], layout: Layout) { self.init(text: BodyBytes(text), layout: layout) }

    var lineCount: Int { layout.lineCount }
    var hidesLines: Bool { layout.hidesLines }
    func nextLine(after line: Int) -> Int {
        hidesLines ? text.withBytes { layout.nextLine(after: line, in: $0) } : line + 1
    }
    func shownLine(for line: Int) -> Int {
        hidesLines ? text.withBytes { layout.shownLine(for: line, in: $0) } : line
    }

    func columnCount(ofLine line: Int) -> Int {
        text.withBytes { text in
            let (indent, segments) = layout.segments(ofLine: line, of: text)
            return segments.reduce(indent) { column, segment in
                switch segment {
                case .gap(let count): column + count
                case .added(let note, _): column + note.utf8.count
                case .bytes(let range, _): column + width(of: range, to: range.upperBound, at: column, in: text)
                }
            }
        }
    }

    func line(_ index: Int, columns: Range<Int>) -> Line {
        return text.withBytes { text in
            let (indent, segments) = layout.segments(ofLine: index, of: text)
            var cells = CellRun()
            cells.append(spaces: min(indent, columns.upperBound))
            for segment in segments where cells.end < columns.upperBound {
                switch segment {
                case .gap(let count): cells.append(spaces: count)
                case .added(let note, let kind): cells.append(ascii: note.utf8, Style(kind.role))
                case .bytes(let range, let kind): append(range, of: text, Style(kind.role), columns, to: &cells)
                }
            }
            return cells.line(columns: columns)
        }
    }

    var textCount: Int { 1 }
    func text(_ index: Int) -> SearchText { SearchText(text, count: end ?? text.count) }
    func place(of place: TextPlace) -> (line: Int, column: Int) { self.place(ofOffset: place.offset) }

    func bytes(ofLine line: Int, columns: Range<Int>) -> TextRange {
        let start = offset(ofLine: line, column: columns.lowerBound)
        let end = columns.isEmpty ? start : offset(ofLine: line, column: columns.upperBound)
        return TextRange(text: 0, bytes: start..<max(start, end))
    }

    /// With what the layout adds between those bytes.
    func columns(of range: TextRange, inLine line: Int) -> [Range<Int>] {
        text.withBytes { text in
            let (indent, segments) = layout.segments(ofLine: line, of: text)
            var column = indent
            var shown: Range<Int>?
            for segment in segments {
                guard case .bytes(let own, _) = segment else {
                    column += segment.addedCount
                    continue
                }
                let part = range.bytes.clamped(to: own)
                if !part.isEmpty {
                    let start = column + width(of: own, to: part.lowerBound, at: column, in: text)
                    let end = column + width(of: own, to: part.upperBound, at: column, in: text)
                    shown = (shown?.lowerBound ?? start)..<end
                }
                guard own.upperBound < range.bytes.upperBound else { break }
                column += width(of: own, to: own.upperBound, at: column, in: text)
            }
            return shown.map { [$0] } ?? []
        }
    }

    /// The offset in the text of the first character at or after a column of a line.
    func offset(ofLine line: Int, column: Int) -> Int {
        text.withBytes { text in
            let (indent, segments) = layout.segments(ofLine: line, of: text)
            var start = indent
            var offset = text.count
            for segment in segments {
                switch segment {
                case .gap, .added: start += segment.addedCount
                case .bytes(let range, _):
                    let end = start + width(of: range, to: range.upperBound, at: start, in: text)
                    guard end <= column else {
                        let first = start
                        return (range.lowerBound..<range.upperBound).partitioningIndex {
                            first
                                + width(
                                    of: range, to: Self.characterStart($0, in: range, of: text), at: first, in: text)
                                >= column
                        }
                    }
                    (start, offset) = (end, range.upperBound)
                }
            }
            return offset
        }
    }

    /// Where an offset of the text is shown.
    func place(ofOffset offset: Int) -> (line: Int, column: Int) {
        text.withBytes { text in
            let line = layout.line(atOffset: offset, in: text)
            let (indent, segments) = layout.segments(ofLine: line, of: text)
            var column = indent
            for segment in segments {
                switch segment {
                case .gap, .added: column += segment.addedCount
                case .bytes(let range, _):
                    guard range.upperBound <= offset else {
                        let offset = Self.characterStart(max(range.lowerBound, offset), in: range, of: text)
                        return (
                            line, column + width(of: range, to: offset, at: column, in: text)
                        )
                    }
                    column += width(of: range, to: range.upperBound, at: column, in: text)
                }
            }
            return (line, column)
        }
    }

    /// The offset, moved back to the start of its character if it is inside one.
    private static func characterStart(_ offset: Int, in range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> Int
    {
        var start = offset
        while start > range.lowerBound, offset - start < 3, start < text.count, text[start] & 0xC0 == 0x80 {
            start -= 1
        }
        return start
    }

    // MARK: Stretches

    /// Columns from the beginning of a stretch to an offset in it. `column` is the column of the stretch in its line.
    private func width(of range: Range<Int>, to end: Int, at column: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        guard range.count > ColumnIndex.shortStretch else {
            guard layout.expandsTabs else { return SafeCells.width(text, range.lowerBound..<end) }
            var now = column
            forEachTabbed(range.lowerBound..<end, of: text) { piece, endsInTab in
                now += SafeCells.width(text, piece)
                if endsInTab { now += SafeCells.tabWidth - now % SafeCells.tabWidth }
            }
            return now - column
        }
        let mark = layout.columns.mark(beforeOffset: end, in: range)
        return mark.column + SafeCells.width(text, mark.offset..<max(mark.offset, end))
    }

    private func append(
        _ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ style: Style, _ wanted: Range<Int>,
        to cells: inout CellRun
    ) {
        guard range.count > ColumnIndex.shortStretch else {
            guard layout.expandsTabs else { return appendPiece(range, of: text, style, wanted, to: &cells) }
            forEachTabbed(range, of: text) { piece, endsInTab in
                appendPiece(piece, of: text, style, wanted, to: &cells)
                if endsInTab { cells.append(spaces: SafeCells.tabWidth - cells.end % SafeCells.tabWidth, style) }
            }
            return
        }
        let start = cells.end
        let mark = layout.columns.mark(beforeColumn: wanted.lowerBound - start, in: range)
        cells.skip(toColumn: start + mark.column)
        var offset = mark.offset
        while offset < range.upperBound, cells.end < wanted.upperBound {
            // Of plain text a piece may be all of the body.
            let room = offset == mark.offset && mark.isPlain ? wanted.upperBound - cells.end : .max
            let end = min(layout.columns.pieceEnd(after: offset, in: range), offset + min(room, range.count))
            appendPiece(offset..<end, of: text, style, wanted, to: &cells)
            offset = end
        }
    }

    private func appendPiece(
        _ piece: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ style: Style, _ wanted: Range<Int>,
        to cells: inout CellRun
    ) {
        guard SafeCells.isPlain(text, piece) else {
            cells.append(SafeText(bytes: UnsafeBufferPointer(rebasing: text[piece])), style)
            return
        }
        let first = cells.end
        let end = first + piece.count
        let visible = max(first, wanted.lowerBound)..<max(first, wanted.lowerBound, min(end, wanted.upperBound))
        if visible.lowerBound < end {
            cells.skip(toColumn: visible.lowerBound)
            let offset = piece.lowerBound + visible.lowerBound - first
            cells.append(ascii: text[offset..<offset + min(visible.count, end - visible.lowerBound)], style)
        }
        cells.skip(toColumn: end)
    }

    private func forEachTabbed(
        _ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>, Bool) -> Void
    ) {
        var start = range.lowerBound
        for index in range where text[index] == 0x09 {
            body(start..<index, true)
            start = index + 1
        }
        body(start..<range.upperBound, false)
    }
}

extension LineSegment {
    /// Bytes, and columns, of what the layout adds.
    fileprivate var addedCount: Int {
        switch self {
        case .gap(let count): count
        case .added(let note, _): note.utf8.count
        case .bytes: 0
        }
    }
}

extension TextKind {
    var role: Role {
        switch self {
        case .text: .text
        case .jsonKey, .name: .jsonKey
        case .jsonString, .string: .jsonString
        case .jsonNumber, .number: .jsonNumber
        case .jsonLiteral, .literal: .jsonLiteral
        case .jsonPunctuation, .punctuation: .jsonPunctuation
        case .note, .comment: .dim
        case .heading: .title
        case .warning: .warning
        }
    }
}
