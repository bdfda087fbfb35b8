import Base

/// Rows in columns under a header, one row selected.
package struct Table {
    package struct Column: Sendable, Hashable {
        package enum Width: Sendable, Hashable {
            case fixed(Int)
            /// Shares the width left by the fixed columns, by weight.
            case flexible(Int)
        }
        package enum Alignment: Sendable, Hashable { case left, right }

        var title: SafeText
        var width: Width
        var alignment: Alignment

        package init(_ title: SafeText, _ width: Width = .flexible(1), _ alignment: Alignment = .left) {
            self.title = title
            self.width = width
            self.alignment = alignment
        }
    }

    package var columns: [Column]
    package var count: Int
    /// nil for a table without a selected row, which starts at the first row.
    package var selection: ListSelection?
    package var isFocused: Bool
    var showsHeader: Bool
    /// Shown if there are no rows.
    package var emptyText: SafeText
    /// The cells of a row, one for each column; missing ones are empty.
    package var row: (Int) -> [Span]

    package init(
        columns: [Column], count: Int, selection: ListSelection?, isFocused: Bool, showsHeader: Bool = true,
        emptyText: SafeText = .empty, row: @escaping (Int) -> [Span]
    ) {
        self.columns = columns
        self.count = count
        self.selection = selection
        self.isFocused = isFocused
        self.showsHeader = showsHeader
        self.emptyText = emptyText
        self.row = row
    }

    /// The widths of the columns in `width` columns, with one space between two. Never negative; the last columns
    /// shrink first.
    package static func widths(of columns: [Column], in width: Int) -> [Int] {
        var left = max(0, width - max(0, columns.count - 1))
        let weights = columns.reduce(0) { if case .flexible(let w) = $1.width { $0 + max(1, w) } else { $0 } }
        var result = columns.map { column -> Int in
            guard case .fixed(let w) = column.width else { return 0 }
            let taken = min(max(0, w), left)
            left -= taken
            return taken
        }
        var remainingWeight = weights
        for (index, column) in columns.enumerated() {
            guard case .flexible(let w) = column.width else { continue }
            let share = left * max(1, w) / max(1, remainingWeight)
            result[index] = share
            left -= share
            remainingWeight -= max(1, w)
        }
        return result
    }

    package func draw(in rect: Rect, on buffer: inout CellBuffer) {
        guard !rect.isEmpty else { return }
        guard count > 0 || emptyText == .empty else {
            buffer.drawTruncated(
                emptyText, at: Point(x: rect.x + 1, y: rect.y), width: rect.width - 1, style: Style(.dim))
            return
        }
        let scrolls = count > rect.height - (showsHeader ? 1 : 0)
        let barColumns = scrolls ? buffer.scrollbarColumns : 0
        let widths = Table.widths(of: columns, in: rect.width - 1 - barColumns)
        var body = rect
        if showsHeader {
            drawCells(
                columns.map { Span($0.title, .dim, .bold) }, widths: widths, at: Point(x: rect.x + 1, y: rect.y),
                on: &buffer)
            body = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1)
        }
        guard !body.isEmpty, count > 0 else { return }
        let shown = selection ?? ListSelection()
        let top = shown.top(count: count, height: body.height)
        for offset in 0..<min(body.height, count - top) {
            let line = body.row(offset)
            drawCells(row(top + offset), widths: widths, at: Point(x: line.x + 1, y: line.y), on: &buffer)
            if let selection, min(max(0, selection.index), count - 1) == top + offset {
                let role: Role = isFocused ? .selection : .selectionUnfocused
                buffer.draw(buffer.glyphs.selected, at: Point(x: line.x, y: line.y), style: Style(role))
                let marked = Rect(x: line.x, y: line.y, width: line.width - barColumns, height: 1)
                buffer.restyle(marked) { $0.selected(role) }
                if isFocused { buffer.selected = Point(x: line.x, y: line.y) }
            }
        }
        if scrolls {
            Scrollbar(total: count, visible: body.height, first: top)
                .draw(in: Rect(x: rect.maxX - 1, y: body.y, width: 1, height: body.height), on: &buffer)
        }
    }

    private func drawCells(_ cells: [Span], widths: [Int], at point: Point, on buffer: inout CellBuffer) {
        var x = point.x
        for (index, width) in widths.enumerated() {
            if index < cells.count, width > 0 {
                let cell = cells[index]
                let isRight = columns[index].alignment == .right
                let shift = isRight ? max(0, width - DisplayWidth.of(cell.text)) : 0
                buffer.drawTruncated(
                    cell.text, at: Point(x: x + shift, y: point.y), width: width - shift, style: cell.style)
            }
            x += width + 1
        }
    }
}
