import Base

/// A piece of text with its style.
package struct Span: Sendable, Hashable {
    package var text: SafeText
    package var style: Style

    package init(_ text: SafeText, _ style: Style = .text) {
        self.text = text
        self.style = style
    }

    package init(_ text: SafeText, _ role: Role, _ emphasis: Style.Emphasis = []) {
        self.init(text, Style(role, emphasis))
    }
}

/// One line of styled text, with an optional part at the right edge.
package struct Line: Sendable, Hashable, ExpressibleByArrayLiteral {
    package var spans: [Span]
    /// Drawn at the right edge; the left part is shortened to make room for it.
    package var trailing: [Span]
    /// Whether the right part is shortened instead.
    package var cutsTrailing: Bool

    package init(_ spans: [Span], trailing: [Span] = [], cutsTrailing: Bool = false) {
        self.spans = spans
        self.trailing = trailing
        self.cutsTrailing = cutsTrailing
    }

    package init(_ text: SafeText, _ style: Style = .text) { self.init([Span(text, style)]) }

    package init(arrayLiteral elements: Span...) { self.init(elements) }

    /// Columns of the left part.
    package var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }
}

extension CellBuffer {
    /// Draws spans one after another, at most `width` columns; longer text ends in an ellipsis. Returns the columns
    /// used.
    @discardableResult
    package mutating func draw(_ spans: [Span], at point: Point, width: Int) -> Int {
        let total = spans.reduce(0) { $0 + DisplayWidth.of($1.text) }
        guard width > 0 else { return 0 }
        let room = total > width ? width - 1 : width
        var used = 0
        var lastStyle = Style.text
        for span in spans where used < room {
            let drawn = draw(span.text, at: Point(x: point.x + used, y: point.y), width: room - used, style: span.style)
            lastStyle = span.style
            used += drawn
            if drawn < DisplayWidth.of(span.text) { break }
        }
        if total > width {
            draw(glyphs.ellipsis, at: Point(x: point.x + used, y: point.y), style: lastStyle)
            used += 1
        }
        return used
    }

    /// Draws a line into a row: the trailing part at the right edge, the rest to its left with a column between.
    package mutating func draw(_ line: Line, in row: Rect) {
        guard !row.isEmpty else { return }
        var trailing = line.trailing
        var tail = trailing.reduce(0) { $0 + DisplayWidth.of($1.text) }
        if line.cutsTrailing {
            let room = max(0, row.width - line.width - 1)
            // A space at the edge gives way before the text.
            if tail > room, trailing.last?.text == " " {
                trailing.removeLast()
                tail -= 1
            }
            tail = min(tail, room)
        }
        if tail > 0, tail <= row.width {
            draw(trailing, at: Point(x: row.maxX - tail, y: row.y), width: tail)
            draw(line.spans, at: Point(x: row.x, y: row.y), width: row.width - tail - 1)
        } else {
            draw(line.spans, at: Point(x: row.x, y: row.y), width: row.width)
        }
    }

    /// Draws lines below each other. If there are fewer rows, the last one ends in an ellipsis.
    package mutating func draw(_ lines: [Line], in rect: Rect) {
        for (place, line) in lines.prefix(max(0, rect.height)).enumerated() {
            var line = line
            if place == rect.height - 1, lines.count > rect.height {
                line.spans.append(Span(SafeText(String(glyphs.ellipsis)), line.spans.last?.style ?? .text))
            }
            draw(line, in: rect.row(place))
        }
    }
}
