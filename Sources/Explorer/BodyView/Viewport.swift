import TerminalUI

/// The scroll position in a body: the first visible line, which of its wrapped rows, and the first column.
struct ScrollPosition: Sendable, Hashable {
    var line = 0
    /// The wrapped rows of that line above the view.
    var row = 0
    /// The first visible column; 0 if lines are wrapped.
    var column = 0
}

/// A window on lines. The cost of each operation depends on the visible rows only.
struct Viewport {
    /// One row of the screen: a line, and its columns that are shown there.
    struct Row: Sendable, Hashable {
        var line: Int
        var columns: Range<Int>
    }

    let source: any LineSource
    let size: Size
    let wraps: Bool

    /// The columns of a wrapped row. A wide character that begins in the last one extends one column further, so that one is
    /// left free where there may be such a character.
    var rowWidth: Int { max(1, size.columns - (source.mayBeWide ? 1 : 0)) }

    func rowCount(ofLine line: Int) -> Int {
        guard wraps else { return 1 }
        return max(1, (source.columnCount(ofLine: line) + rowWidth - 1) / rowWidth)
    }

    /// The visible rows, from the top.
    func rows(from position: ScrollPosition) -> [Row] {
        var rows: [Row] = []
        var line = position.line
        var row = position.row
        while rows.count < size.rows, line < source.lineCount {
            guard wraps else {
                rows.append(Row(line: line, columns: position.column..<position.column + max(0, size.columns)))
                line = source.nextLine(after: line)
                continue
            }
            let count = rowCount(ofLine: line)
            while row < count, rows.count < size.rows {
                rows.append(Row(line: line, columns: row * rowWidth..<(row + 1) * rowWidth))
                row += 1
            }
            row = 0
            line = source.nextLine(after: line)
        }
        return rows
    }

    /// The position moved down, or up, by rows; never past an end.
    func moved(_ position: ScrollPosition, by rows: Int) -> ScrollPosition {
        var position = clamped(position)
        if rows > 0 {
            let last = bottom(column: position.column)
            guard wraps else {
                position.line = min(source.line(position.line, movedBy: rows), max(last.line, position.line))
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
                    position.line = source.nextLine(after: position.line)
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
            position.line = source.line(position.line, movedBy: -rows)
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
            position.line = source.shownLine(for: position.line - 1)
            position.row = rowCount(ofLine: position.line) - 1
        }
        return position
    }

    /// The last position that still fills the window.
    func bottom(column: Int = 0) -> ScrollPosition {
        let count = source.lineCount
        guard count > 0, size.rows > 0 else { return ScrollPosition(column: column) }
        let line = source.shownLine(for: count - 1)
        return up(ScrollPosition(line: line, row: rowCount(ofLine: line) - 1, column: column), by: size.rows - 1)
    }

    /// The position moved sideways, as far as the visible lines reach.
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

    /// The position scrolled so that a place is visible; if it has to move, the place is a third from the top.
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

    /// The position limited to the lines, after a change of size, wrapping or body.
    func clamped(_ position: ScrollPosition) -> ScrollPosition {
        guard source.lineCount > 0 else { return ScrollPosition() }
        var position = position
        if position.line >= source.lineCount { position = ScrollPosition(line: source.lineCount - 1) }
        position.line = source.shownLine(for: position.line)
        position.row = wraps ? min(position.row, rowCount(ofLine: position.line) - 1) : 0
        if wraps { position.column = 0 }
        let last = bottom(column: position.column)
        return (position.line, position.row) > (last.line, last.row) ? last : position
    }
}
