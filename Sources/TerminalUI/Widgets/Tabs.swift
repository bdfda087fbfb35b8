import Base

/// A row of titles, one of them selected: `Body  Headers 12  Timing`. The selected one is bold and underlined or
/// reversed. An ellipsis at an end says that there are more.
package struct Tabs: Sendable, Hashable {
    package var titles: [SafeText]
    package var selected: Int
    package var isFocused: Bool

    package init(_ titles: [SafeText], selected: Int, isFocused: Bool) {
        self.titles = titles
        self.selected = selected
        self.isFocused = isFocused
    }

    /// The position of each title; those that do not fit have width 0. The selected one is always visible.
    package func places(in row: Rect) -> [Rect] {
        let widths = titles.map { DisplayWidth.of($0) + 2 }
        var first = 0
        if titles.indices.contains(selected) {
            while first < selected, widths[first...selected].reduce(0, +) > row.width { first += 1 }
        }
        var x = row.x
        return titles.indices.map { index in
            guard index >= first, x < row.maxX else { return Rect(x: x, y: row.y, width: 0, height: 1) }
            let width = min(widths[index], row.maxX - x)
            defer { x += width }
            return Rect(x: x, y: row.y, width: width, height: 1)
        }
    }

    package func draw(in row: Rect, on buffer: inout CellBuffer) {
        guard !row.isEmpty else { return }
        let places = places(in: row)
        for (index, place) in places.enumerated() where place.width > 2 {
            let isSelected = index == selected
            buffer.note(target: place)
            let style =
                isSelected
                ? Style(isFocused ? .selection : .selectionUnfocused, .bold) : Style(.dim)
            if isSelected {
                buffer.fill(place, style: style)
                // What is selected in the tab is drawn later.
                if isFocused { buffer.selected = Point(x: place.x, y: place.y) }
            }
            buffer.drawTruncated(
                titles[index], at: Point(x: place.x + 1, y: place.y), width: place.width - 2, style: style)
            if isSelected, buffer.glyphs.usesWords {
                buffer.draw("[", at: Point(x: place.x, y: place.y), style: style)
                buffer.draw("]", at: Point(x: place.maxX - 1, y: place.y), style: style)
            }
        }
        let drawn = places.indices.filter { places[$0].width > 2 }
        guard let first = drawn.first, let last = drawn.last else { return }
        if first > 0 { mark(row.x, besideTab: first, in: row, on: &buffer) }
        // A title that is cut ends in an ellipsis itself.
        if last < titles.count - 1, places[last].width == DisplayWidth.of(titles[last]) + 2 {
            mark(row.maxX - 1, besideTab: last, in: row, on: &buffer)
        }
    }

    /// Says that there are more titles there. The brackets of a selected title stay.
    private func mark(_ x: Int, besideTab tab: Int, in row: Rect, on buffer: inout CellBuffer) {
        let isOnSelected = tab == selected && places(in: row)[tab].contains(Point(x: x, y: row.y))
        if isOnSelected, buffer.glyphs.usesWords { return }
        let style = isOnSelected ? Style(isFocused ? .selection : .selectionUnfocused, .bold) : Style(.dim)
        buffer.draw(buffer.glyphs.ellipsis, at: Point(x: x, y: row.y), style: style)
    }

    /// The tab under a point.
    package func tab(at point: Point, in row: Rect) -> Int? { places(in: row).firstIndex { $0.contains(point) } }
}
