/// A scrollbar on the frame of a pane or dialog.
package struct PlacedScrollbar: Sendable, Hashable {
    package var bar: Scrollbar
    /// Its column.
    package var place: Rect

    /// The cells of the thumb.
    package var thumb: Rect {
        let rows = bar.thumb(height: place.height)
        return Rect(x: place.x, y: place.y + rows.lowerBound, width: 1, height: rows.count)
    }

    /// The first line in view if the thumb begins at a row of the column.
    package func first(forThumbAt row: Int) -> Int {
        let room = place.height - thumb.height
        guard room > 0 else { return 0 }
        return (bar.total - bar.visible) * min(max(0, row), room) / room
    }
}

/// One column that shows which part of a long content is visible.
package struct Scrollbar: Sendable, Hashable {
    package var total: Int
    package var visible: Int
    package var first: Int

    package init(total: Int, visible: Int, first: Int) {
        self.total = total
        self.visible = visible
        self.first = first
    }

    /// The rows of the thumb, from the top of the bar; at least one, and at an end only if the view is.
    func thumb(height: Int) -> Range<Int> {
        guard height > 0, total > visible, visible > 0 else { return 0..<max(0, height) }
        let length = min(height, max(1, height * visible / total))
        let last = total - visible
        let first = min(max(0, first), last)
        var start = (height - length) * first / last
        if first > 0, start == 0, height - length > 0 { start = 1 }
        if first < last, start + length == height, start > 0 { start -= 1 }
        if first < last, first > 0, height - length == 1 { start = first * 2 > last ? 1 : 0 }
        return start..<start + length
    }

    package func draw(in rect: Rect, on buffer: inout CellBuffer) {
        guard total > visible, !buffer.drawOnFrame(self, rows: rect) else { return }
        let thumb = thumb(height: rect.height)
        for row in 0..<rect.height {
            let glyph = thumb.contains(row) ? buffer.glyphs.scrollThumb : buffer.glyphs.scrollTrack
            buffer.draw(glyph, at: Point(x: rect.x, y: rect.y + row), style: Style(.border))
        }
    }
}
