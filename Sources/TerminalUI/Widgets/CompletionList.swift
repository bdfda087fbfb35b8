import Base

/// Rows that are offered for what is typed, in a frame below the cursor, or above it where there is no room below.
///
/// Each row has a word and a note; below them the note of the highlighted row is shown whole if its row has no room for it.
package struct CompletionList {
    package struct Row {
        package var text: SafeText
        package var style: Style
        package var note: SafeText

        package init(_ text: SafeText, _ style: Style, note: SafeText) {
            self.text = text
            self.style = style
            self.note = note
        }
    }

    /// More rows scroll.
    package static let mostRows = 8
    private static let mostColumns = 76
    private static let detailRows = 2

    /// Those in view only.
    package var rows: [Row]
    package var first: Int
    package var count: Int
    /// nil if none is highlighted.
    package var selection: Int?

    /// - Parameter rows: those in view, from `first` of `count`.
    package init(rows: [Row], first: Int, count: Int, selection: Int?) {
        self.rows = rows
        self.first = first
        self.count = count
        self.selection = selection
    }

    /// The frame's place on a screen.
    /// - Parameters:
    ///   - cursor: where the next letter goes.
    ///   - typed: columns before it that a row would replace.
    package func frame(at cursor: Point, typed: Int, in bounds: Rect) -> Rect {
        let text = rows.map { DisplayWidth.of($0.text) }.max() ?? 0
        let note = rows.map { DisplayWidth.of($0.note) }.max() ?? 0
        let width = min(bounds.width, Self.mostColumns, max(20, text + note + 6))
        let wanted = rows.count + 2 + (needsDetail(width: width) ? Self.detailRows : 0)
        let (below, above) = (bounds.maxY - cursor.y - 1, cursor.y - bounds.y)
        let isBelow = below >= min(wanted, 4) && (below >= wanted || below >= above)
        let height = min(wanted, isBelow ? below : above)
        // The words are in the columns of what is typed.
        let x = max(bounds.x, min(cursor.x - typed - 2, bounds.maxX - width))
        return Rect(x: x, y: isBelow ? cursor.y + 1 : cursor.y - height, width: width, height: max(0, height))
    }

    /// The row at a point of the frame.
    package func row(at point: Point, in frame: Rect) -> Int? {
        let list = parts(of: frame).list
        guard list.contains(point) else { return nil }
        let row = top(height: list.height) + point.y - list.y
        return row < count ? row : nil
    }

    package func draw(in frame: Rect, on buffer: inout CellBuffer) {
        guard frame.height >= 3, frame.width >= 8 else { return }
        buffer.fill(frame)
        let title: [Span] = count > rows.count ? [Span(SafeText("\((selection ?? -1) + 1)/\(count)"), .dim)] : []
        Box(trailing: title, isFocused: false).draw(in: frame, on: &buffer)
        let (list, detail) = parts(of: frame)
        let noteColumn = noteColumn(width: list.width)
        let top = top(height: list.height)
        for offset in 0..<min(list.height, rows.count) {
            let place = top - first + offset
            guard rows.indices.contains(place) else { break }
            let (row, area) = (rows[place], list.row(offset))
            buffer.drawTruncated(
                row.text, at: Point(x: area.x + 1, y: area.y), width: noteColumn - 2, style: row.style)
            buffer.drawTruncated(
                row.note, at: Point(x: area.x + noteColumn, y: area.y), width: area.width - noteColumn,
                style: Style(.dim))
            guard top + offset == selection else { continue }
            buffer.draw(buffer.glyphs.selected, at: Point(x: area.x, y: area.y), style: Style(.selection))
            buffer.restyle(area) { Style(.selection, $0.emphasis) }
        }
        guard !detail.isEmpty, let selection, rows.indices.contains(selection - first) else { return }
        let lines = WrappedText.lines(rows[selection - first].note.string, width: detail.width - 1)
        for (offset, line) in lines.prefix(detail.height).enumerated() {
            let isCut = offset == detail.height - 1 && lines.count > detail.height
            buffer.drawTruncated(
                SafeText(isCut ? line + " " + lines[offset + 1] : line),
                at: Point(x: detail.x + 1, y: detail.y + offset), width: detail.width - 1, style: Style(.info))
        }
    }

    private func top(height: Int) -> Int {
        // The rows that were given begin at `first`, so that the highlighted one is in view of all of them.
        guard let selection, height < rows.count else { return first }
        return max(first, min(selection - height + 1, first + rows.count - height))
    }

    private func parts(of frame: Rect) -> (list: Rect, detail: Rect) {
        let inside = frame.inset()
        let hasDetail = needsDetail(width: frame.width) && inside.height > Self.detailRows + 1
        let height = min(inside.height - (hasDetail ? Self.detailRows : 0), rows.count)
        let list = Rect(x: inside.x, y: inside.y, width: inside.width, height: height)
        let detail = Rect(
            x: inside.x, y: list.maxY, width: inside.width, height: hasDetail ? inside.maxY - list.maxY : 0)
        return (list, detail)
    }

    private func noteColumn(width: Int) -> Int {
        let longest = rows.map { DisplayWidth.of($0.text) }.max() ?? 0
        // Notes keep two fifths at most, and no more than they need.
        let note = rows.map { DisplayWidth.of($0.note) }.max() ?? 0
        return min(longest + 3, max(12, width * 3 / 5, width - note))
    }

    private func needsDetail(width: Int) -> Bool {
        let room = width - 2 - noteColumn(width: width - 2)
        return rows.contains { DisplayWidth.of($0.note) > room }
    }
}
