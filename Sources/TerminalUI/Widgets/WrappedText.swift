import Base

/// Text broken into lines at spaces; words longer than a line are cut.
package enum WrappedText {
    package static func lines(_ text: String, width: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            var used = 0
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                var word = word
                var needed = columns(word)
                if !line.isEmpty, used + 1 + needed > width {
                    lines.append(line)
                    line = ""
                    used = 0
                } else if !line.isEmpty {
                    line += " "
                    used += 1
                }
                while used + needed > width {
                    while let first = word.first, used + columns(word.prefix(1)) <= width || line.isEmpty {
                        used += columns(word.prefix(1))
                        line.append(first)
                        word.removeFirst()
                    }
                    lines.append(line)
                    line = ""
                    used = 0
                    needed = columns(word)
                }
                line += word
                used += needed
            }
            lines.append(line)
        }
        return lines
    }

    /// At most so many lines. The last one has all that is left, so that it ends in an ellipsis where it is drawn.
    package static func lines(_ text: String, width: Int, atMost count: Int) -> [String] {
        fitting(lines(text, width: width)[...], atMost: count)
    }

    fileprivate static func fitting(_ lines: ArraySlice<String>, atMost count: Int) -> [String] {
        guard count > 0, lines.count > count else { return Array(lines.prefix(max(0, count))) }
        return lines.prefix(count - 1) + [lines.dropFirst(count - 1).joined(separator: " ")]
    }

    private static func columns(_ text: Substring) -> Int { DisplayWidth.of(SafeText(String(text))) }
}

extension CellBuffer {
    /// Draws text in as many rows as it needs. If there are fewer, the last one ends in an ellipsis.
    package mutating func drawWrapped(_ text: SafeText, in rect: Rect, style: Style) {
        drawWrapped([text.string], in: rect, style: style)
    }

    /// Draws texts below each other, each in as many rows as it needs. If there are fewer for all, the last one ends in an ellipsis.
    package mutating func drawWrapped(_ texts: [String], in rect: Rect, style: Style) {
        guard !rect.isEmpty else { return }
        let lines = WrappedText.lines(texts.joined(separator: "\n"), width: rect.width)
        drawLines(lines[...], in: rect, style: style)
    }

    /// Draws lines that were broken at the width of the room. If there are more than rows, the last one ends in an ellipsis.
    package mutating func drawLines(_ lines: ArraySlice<String>, in rect: Rect, style: Style) {
        guard !rect.isEmpty else { return }
        // Each line after the first adds at least a column, the space before it: these more than fill the last row.
        let fitting = WrappedText.fitting(lines.prefix(rect.height + rect.width + 2), atMost: rect.height)
        for (place, line) in fitting.enumerated() {
            drawTruncated(SafeText(line), at: Point(x: rect.x, y: rect.y + place), width: rect.width, style: style)
        }
    }
}
