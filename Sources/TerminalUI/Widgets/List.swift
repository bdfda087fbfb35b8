import Base

/// The selected row of a list, and the first visible row.
package struct ListSelection: Sendable, Hashable {
    /// Negative if no row is selected.
    package var index: Int
    /// The first visible row as of the last move; `top(count:height:)` returns the current one.
    package var top: Int

    package init(index: Int = 0, top: Int = 0) {
        self.index = index
        self.top = top
    }

    /// The first row to draw so that the selection is in view with as little scrolling as possible.
    package func top(count: Int, height: Int) -> Int {
        guard height > 0, count > 0 else { return 0 }
        let index = min(max(0, index), count - 1)
        var top = min(max(0, top), max(0, count - height))
        if index < top { top = index }
        if index >= top + height { top = index - height + 1 }
        return top
    }

    /// The rows to draw, from `top(count:height:)` on.
    package func shown(count: Int, height: Int) -> Range<Int> {
        let top = top(count: count, height: height)
        return top..<min(count, top + max(0, height))
    }

    /// Brings selection and scroll position into range.
    package mutating func settle(_ count: Int, in height: Int) {
        index = max(0, min(index, count - 1))
        top = top(count: count, height: height)
    }

    /// Moves by rows, never past an end.
    package mutating func move(by rows: Int, count: Int, height: Int) {
        select(index + rows, count: count, height: height)
    }

    package mutating func select(_ row: Int, count: Int, height: Int) {
        index = min(max(0, row), max(0, count - 1))
        top = top(count: count, height: height)
    }

    /// Scrolls the view; the selection moves only as far as it must to stay visible.
    package mutating func scroll(by rows: Int, count: Int, height: Int) {
        guard count > 0, height > 0 else { return }
        top = min(max(0, top(count: count, height: height) + rows), max(0, count - height))
        index = min(max(index, top), min(top + height, count) - 1)
    }

    /// Follows the selected row to where it is now, and leaves it at its place on the screen. nil: it is gone, and what
    /// has its place is selected.
    package mutating func follow(to row: Int?) {
        guard let row else { return }
        top = max(0, top + row - index)
        index = row
    }

    /// The same where the whole list was replaced. If the selected row is gone, the next one that is left is selected, else the last.
    package mutating func follow<Row: Hashable>(from before: [Row], to rows: [Row]) {
        guard before.indices.contains(index) else { return }
        guard !rows.indices.contains(index) || rows[index] != before[index] else { return }
        let places = Dictionary(zip(rows, rows.indices)) { first, _ in first }
        follow(to: before[index...].lazy.compactMap { places[$0] }.first ?? rows.indices.last)
    }

    /// Handles arrows, j, k, g, G, Home, End, page keys, Ctrl-D and Ctrl-U. Returns false for other keys.
    package mutating func handle(_ key: Key, count: Int, height: Int) -> Bool {
        let page = max(1, height - 1)
        switch key {
        case .up, .character("k"): move(by: -1, count: count, height: height)
        case .down, .character("j"): move(by: 1, count: count, height: height)
        case .pageUp: move(by: -page, count: count, height: height)
        case .pageDown: move(by: page, count: count, height: height)
        case .control("u"): move(by: -max(1, height / 2), count: count, height: height)
        case .control("d"): move(by: max(1, height / 2), count: count, height: height)
        case .home, .character("g"): select(0, count: count, height: height)
        case .end, .character("G"): select(count - 1, count: count, height: height)
        default: return false
        }
        return true
    }

    /// Handles the keys of a list beside a field that takes letters: arrows, page keys, Ctrl-P, Ctrl-K and Ctrl-N. `settle` brings the
    /// selection into range. Returns false for other keys.
    package mutating func handleBesideText(_ key: Key, height: Int) -> Bool {
        switch key {
        case .up, .control("k"), .control("p"): index -= 1
        case .down, .control("n"): index += 1
        case .pageUp: index -= height
        case .pageDown: index += height
        default: return false
        }
        return true
    }

    /// The row under a point of the list's rectangle, or nil below the last one.
    package func row(at point: Point, in rect: Rect, count: Int) -> Int? {
        guard rect.contains(point) else { return nil }
        let row = top(count: count, height: rect.height) + point.y - rect.y
        return row < count ? row : nil
    }
}

/// Rows of which one is selected. `row` is called only for visible rows.
///
/// The first column holds the mark of the selected row, so that it is visible without colour. A scrollbar takes the
/// last column if the rows do not fit.
package struct List {
    package var count: Int
    package var selection: ListSelection
    package var isFocused: Bool
    /// Shown if the list is empty.
    package var emptyText: SafeText = .empty
    package var row: (Int) -> Line

    package init(
        count: Int, selection: ListSelection, isFocused: Bool, emptyText: SafeText = .empty,
        row: @escaping (Int) -> Line
    ) {
        self.count = count
        self.selection = selection
        self.isFocused = isFocused
        self.emptyText = emptyText
        self.row = row
    }

    package func draw(in rect: Rect, on buffer: inout CellBuffer) {
        guard !rect.isEmpty else { return }
        guard count > 0 else {
            let text = Rect(x: rect.x + 1, y: rect.y, width: rect.width - 1, height: rect.height)
            return buffer.drawWrapped(emptyText, in: text, style: Style(.dim))
        }
        let top = selection.top(count: count, height: rect.height)
        let scrolls = count > rect.height && rect.width > 2
        let inner = Rect(
            x: rect.x, y: rect.y, width: rect.width - (scrolls ? buffer.scrollbarColumns : 0), height: rect.height)
        let selected = min(selection.index, count - 1)
        for offset in 0..<min(rect.height, count - top) {
            draw(row(top + offset), isSelected: top + offset == selected, in: inner.row(offset), on: &buffer)
        }
        if scrolls {
            Scrollbar(total: count, visible: rect.height, first: top)
                .draw(in: Rect(x: rect.maxX - 1, y: rect.y, width: 1, height: rect.height), on: &buffer)
        }
    }

    private func draw(_ line: Line, isSelected: Bool, in row: Rect, on buffer: inout CellBuffer) {
        let text = Rect(x: row.x + 1, y: row.y, width: row.width - 1, height: 1)
        buffer.clipped(to: row) { buffer in
            if isSelected {
                let role: Role = isFocused ? .selection : .selectionUnfocused
                buffer.fill(row, style: Style(role))
                buffer.draw(line, in: text)
                buffer.draw(buffer.glyphs.selected, at: Point(x: row.x, y: row.y), style: Style(role))
                buffer.restyle(row) { $0.selected(role) }
                if isFocused { buffer.selected = Point(x: row.x, y: row.y) }
            } else {
                buffer.draw(line, in: text)
            }
        }
    }
}
