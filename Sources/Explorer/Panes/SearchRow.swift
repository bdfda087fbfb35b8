import Base
import Bodies
import TerminalUI

/// The row of a search: the field, or what was searched for, and how many hits there are.
enum SearchRow {
    /// What is searched, and the row below it; empty where there is no room.
    static func places(in rect: Rect, isSearching: Bool) -> (content: Rect, row: Rect) {
        let height = isSearching && rect.height >= 3 ? 1 : 0
        return (
            Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height - height),
            Rect(x: rect.x, y: rect.maxY - height, width: rect.width, height: height)
        )
    }

    /// Marks what is searched for in rows as they were drawn.
    static func mark(_ search: PaneSearch, in rect: Rect, on buffer: inout CellBuffer) {
        guard let needle = search.run?.needle else { return }
        for y in rect.y..<rect.maxY {
            var (bytes, owners): ([UInt8], [Int]) = ([], [])
            for x in rect.x..<rect.maxX {
                let cell = buffer[x, y].grapheme.utf8
                bytes += cell
                owners += repeatElement(x, count: cell.count)
            }
            let hits = bytes.withUnsafeBufferPointer {
                Bodies.ByteSearch(needle, count: $0.count).hits(in: 0..<$0.count, of: $0)
            }
            for hit in hits {
                let (first, last) = (owners[hit.lowerBound], owners[hit.upperBound - 1])
                buffer.restyle(Rect(x: first, y: y, width: last - first + 1, height: 1)) { Style(.match, $0.emphasis) }
            }
        }
    }

    static func draw(_ search: PaneSearch, in row: Rect, isFocused: Bool, on buffer: inout CellBuffer) {
        guard !row.isEmpty else { return }
        buffer.fill(row)
        let note = note(search)
        let noteWidth = min(DisplayWidth.of(note), max(0, row.width - 8))
        buffer.drawTruncated(
            note, at: Point(x: row.maxX - noteWidth, y: row.y), width: noteWidth,
            style: Style(search.problem == nil ? .dim : .warning))
        let label: SafeText = search.isPattern ? "pattern /" : "/"
        let used = buffer.draw(label, at: Point(x: row.x, y: row.y), width: row.width, style: Style(.key))
        let place = Rect(x: row.x + used, y: row.y, width: max(0, row.width - used - 1 - noteWidth), height: 1)
        if let field = search.field {
            field.draw(in: place, isFocused: isFocused, on: &buffer)
        } else {
            buffer.drawTruncated(SafeText(search.text), at: Point(x: place.x, y: place.y), width: place.width)
        }
    }

    /// `3 of 27`, `3 of 27 so far, 12 MB of 226 MB`, `nothing found`.
    private static func note(_ search: PaneSearch) -> SafeText {
        if let problem = search.problem { return SafeText(problem) }
        guard let run = search.run else { return .empty }
        let total = "\(run.total)\(run.isLimited && run.isComplete ? "+" : "")"
        let progress =
            run.isComplete
            ? ""
            : " so far, \(Formatting.byteCount(run.searchedBytes)) of \(Formatting.byteCount(run.byteCount)) searched"
        guard run.total > 0 else {
            return run.isComplete ? "nothing found" : SafeText("nothing\(progress)")
        }
        let wrapped =
            switch search.wrappedTo {
            case .top?: "from the top, "
            case .bottom?: "from the end, "
            case nil: ""
            }
        guard let number = search.number else { return SafeText("\(total)\(run.isComplete ? " found" : progress)") }
        return SafeText("\(wrapped)\(number) of \(total)\(progress)")
    }
}

extension BodySearch {
    /// Marks the hits in the rows of a window that was drawn.
    /// - Parameter content: where its first row is.
    func mark(
        _ rows: [Viewport.Row], of source: any LineSource, current: TextRange?, in content: Rect,
        on buffer: inout CellBuffer
    ) {
        func restyle(_ columns: Range<Int>, _ row: Viewport.Row, _ place: Rect, _ role: Role) {
            let shown = columns.clamped(to: row.columns)
            let start = place.x + shown.lowerBound - row.columns.lowerBound
            buffer.restyle(Rect(x: start, y: place.y, width: min(shown.count, place.maxX - start), height: 1)) {
                Style(role, $0.emphasis)
            }
        }
        for (offset, marks) in marks(in: source, rows: rows).enumerated() {
            for columns in marks { restyle(columns, rows[offset], content.row(offset), .match) }
            guard let current else { continue }
            for columns in source.columns(of: current, inLine: rows[offset].line) {
                restyle(columns, rows[offset], content.row(offset), .matchCurrent)
            }
        }
    }
}
