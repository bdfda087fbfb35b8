import TerminalUI

/// Where a reader stands in a body: the first line in view, which of its wrapped rows, and the first column.
struct ScrollPosition: Sendable, Hashable {
    var line = 0
    /// Wrapped rows of that line that are above the view.
    var row = 0
    /// The first column in view; 0 when lines are wrapped.
    var column = 0
}

/// A window on lines. All its work is in the order of the rows in view.
struct Viewport {
    /// One row of the screen: a line, and the columns of it that stand there.
    struct Row: Sendable, Hashable {
        var line: Int
        var columns: Range<Int>
    }

    let source: any LineSource
    let size: Size
    let wraps: Bool

    /// Columns of a wrapped row. A wide character that begins in the last of them reaches one column further: leave one
    /// free beside the window (the scrollbar's).
    private var rowWidth: Int { max(1, size.columns) }

    func rowCount(ofLine line: Int) -> Int {
        guard wraps else { return 1 }
        return max(1, (source.columnCount(ofLine: line) + rowWidth - 1) / rowWidth)
    }

    /// What stands on the screen, from the top.
    func rows(from position: ScrollPosition) -> [Row] {
        var rows: [Row] = []
        var line = position.line
        var row = position.row
        while rows.count < size.rows, line < source.lineCount {
            guard wraps else {
                rows.append(Row(line: line, columns: position.column..<position.column + max(0, size.columns)))
                line += 1
                continue
            }
            let count = rowCount(ofLine: line)
            while row < count, rows.count < size.rows {
                rows.append(Row(line: line, columns: row * rowWidth..<(row + 1) * rowWidth))
                row += 1
            }
            row = 0
            line += 1
        }
        return rows
    }

    /// The position some rows further down, or up; never past the ends.
    func moved(_ position: ScrollPosition, by rows: Int) -> ScrollPosition {
        var position = clamped(position)
        if rows > 0 {
            let last = bottom(column: position.column)
            guard wraps else {
                position.line = min(position.line + rows, max(last.line, position.line))
                return position
            }
            var left = rows
            while left > 0, (position.line, position.row) < (last.line, last.row) {
                let rest = rowCount(ofLine: position.line) - position.row
                if left < rest {
                    position.row += left
                    left = 0
                } else {
                    left -= rest
                    position.line += 1
                    position.row = 0
                }
            }
            if (position.line, position.row) > (last.line, last.row) { position = last }
        } else {
            position = up(position, by: -rows)
        }
        return position
    }

    private func up(_ start: ScrollPosition, by rows: Int) -> ScrollPosition {
        var position = start
        guard wraps else {
            position.line = max(0, position.line - rows)
            return position
        }
        var left = rows
        while left > 0 {
            if position.row >= left {
                position.row -= left
                break
            }
            guard position.line > 0 else {
                position.row = 0
                break
            }
            left -= position.row + 1
            position.line -= 1
            position.row = rowCount(ofLine: position.line) - 1
        }
        return position
    }

    /// The last position that still fills the window.
    func bottom(column: Int = 0) -> ScrollPosition {
        let count = source.lineCount
        guard count > 0, size.rows > 0 else { return ScrollPosition(column: column) }
        guard wraps else { return ScrollPosition(line: max(0, count - size.rows), column: column) }
        let last = ScrollPosition(line: count - 1, row: rowCount(ofLine: count - 1) - 1)
        return up(last, by: size.rows - 1)
    }

    /// The position moved sideways, as far as the lines in view reach.
    func shifted(_ position: ScrollPosition, by columns: Int) -> ScrollPosition {
        guard !wraps else { return position }
        var position = clamped(position)
        let widest = rows(from: position).map { source.columnCount(ofLine: $0.line) }.max() ?? 0
        let last = max(0, widest - size.columns)
        position.column =
            columns > 0 ? max(position.column, min(position.column + columns, last)) : position.column + columns
        position.column = max(0, position.column)
        return position
    }

    /// The position with a place in view, moved only if it is not; then the place stands a third from the top.
    func revealing(line: Int, column: Int, width: Int, from position: ScrollPosition) -> ScrollPosition {
        var position = clamped(position)
        let row = wraps ? column / rowWidth : 0
        let isVisible = rows(from: position).contains {
            $0.line == line && (!wraps || $0.columns.contains(column))
        }
        if !isVisible {
            position = up(ScrollPosition(line: line, row: row, column: position.column), by: size.rows / 3)
            let last = bottom(column: position.column)
            if (position.line, position.row) > (last.line, last.row) { position = last }
        }
        if !wraps, column < position.column || column + width > position.column + size.columns {
            position.column = column + width <= size.columns ? 0 : max(0, column - size.columns / 3)
        }
        return position
    }

    /// The position inside the lines, whatever changed since it was taken: another size, wrap, another body.
    func clamped(_ position: ScrollPosition) -> ScrollPosition {
        guard source.lineCount > 0 else { return ScrollPosition() }
        var position = position
        if position.line >= source.lineCount { position = ScrollPosition(line: source.lineCount - 1) }
        position.row = wraps ? min(position.row, rowCount(ofLine: position.line) - 1) : 0
        if wraps { position.column = 0 }
        let last = bottom(column: position.column)
        return (position.line, position.row) > (last.line, last.row) ? last : position
    }
}
