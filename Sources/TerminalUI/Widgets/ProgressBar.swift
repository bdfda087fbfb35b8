/// A bar filled from the left, in eighths of a column if the terminal can show them.
package struct ProgressBar: Sendable, Hashable {
    /// 0 to 1.
    var fraction: Double
    var style: Style

    package init(fraction: Double, style: Style = Style(.info)) {
        self.fraction = fraction
        self.style = style
    }

    package func draw(in row: Rect, on buffer: inout CellBuffer) {
        let share = fraction.isFinite ? min(max(0, fraction), 1) : 0
        ProgressBar.drawBar(from: 0, to: share * Double(row.width), in: row, style: style, on: &buffer)
    }

    /// Draws a bar from one column to another, both as fractions of columns from the row's left edge. Any length above
    /// zero is visible. The start is rounded down to a whole column; only the last cell is drawn in eighths.
    static func drawBar(from start: Double, to end: Double, in row: Rect, style: Style, on buffer: inout CellBuffer) {
        guard start.isFinite, end.isFinite, end > 0, row.width > 0 else { return }
        let steps = buffer.glyphs.bar
        let first = min(Int(max(0, start)), row.width - 1)
        let end = min(end, Double(row.width))
        guard end > start else { return }
        var x = first
        while x < row.width, Double(x) < end {
            let part = min(1, end - Double(x))
            let step = max(0, min(steps.count - 1, Int((part * Double(steps.count)).rounded(.up)) - 1))
            buffer.draw(steps[step], at: Point(x: row.x + x, y: row.y), style: style)
            x += 1
        }
    }
}
