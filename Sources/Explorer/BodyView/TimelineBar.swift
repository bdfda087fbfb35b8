import Base
import NetEngine
import TerminalUI

/// A bar on an axis of time, in eighths of a column where the terminal has them.
struct TimelineBar {
    /// The time that the whole axis stands for.
    let span: Duration
    let columns: Int
    let glyphs: Glyphs

    /// The spaces before a bar and the bar: at least a sliver, never beyond the axis.
    func bar(start: Duration, length: Duration) -> (blank: Int, bar: String) {
        let span = max(1, DurationText.microseconds(span))
        let first = min(DurationText.microseconds(start), span)
        let end = min(first + DurationText.microseconds(length), span)
        let steps = glyphs.bar.count
        let blank = min(columns - 1, first * columns / span)
        // Where the bar ends, in parts of a column.
        let parts = max(1, (end * columns * steps + span / 2) / span - blank * steps)
        let full = min(parts / steps, columns - blank)
        var bar = String(repeating: String(glyphs.bar[steps - 1]), count: full)
        let rest = parts % steps
        if full < columns - blank, rest > 0 || full == 0 { bar.append(glyphs.bar[max(0, rest - 1)]) }
        return (blank, bar)
    }

    /// The bar with the spaces around it: as many columns as the axis has.
    func spans(start: Duration, length: Duration, _ role: Role) -> [Span] {
        guard columns > 0 else { return [] }
        let (blank, bar) = bar(start: start, length: length)
        return [
            Span(SafeText(String(repeating: " ", count: blank))), Span(SafeText(bar), role),
            Span(SafeText(String(repeating: " ", count: max(0, columns - blank - bar.count)))),
        ]
    }
}
