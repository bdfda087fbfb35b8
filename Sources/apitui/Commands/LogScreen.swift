import Base

/// The lines of `apitui log --follow` on a terminal: those that ended scroll away, those of exchanges under way are below them and
/// are replaced.
struct LogScreen {
    /// Widths of the lines that will be replaced.
    private var drawn: [Int] = []

    /// The bytes that bring the terminal up to date.
    /// - Parameters:
    ///   - ended: lines that stay.
    ///   - running: lines that are replaced by the next call.
    ///   - size: of the terminal; a line that became too long for it takes several rows.
    mutating func draw(
        ended: [[LogTable.Span]], running: [[LogTable.Span]], columns: Int, rows: Int, usesColor: Bool
    ) -> [UInt8] {
        var out = erasing(columns: columns)
        for line in ended { out += Self.bytes(line, usesColor: usesColor) + [Byte.lineFeed] }
        var shown = running
        let room = max(1, rows - 2)
        if shown.count > room {
            let rest = shown.count - (room - 1)
            shown = shown.suffix(room - 1)
            shown.insert(
                [LogTable.Span(text: "… \(Formatting.count(rest, "more request")) under way", tone: .plain)], at: 0)
        }
        for line in shown { out += Self.bytes(line, usesColor: usesColor) + [Byte.lineFeed] }
        drawn = shown.map { $0.reduce(0) { $0 + DisplayWidth.of($1.text) } }
        return out
    }

    /// Removes the lines that are replaced: up to the first of them, then all that is below.
    private func erasing(columns: Int) -> [UInt8] {
        let rows = drawn.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(1, columns)) }
        return rows == 0 ? [] : Array("\u{1B}[\(rows)A\r\u{1B}[J".utf8)
    }

    static func bytes(_ line: [LogTable.Span], usesColor: Bool) -> [UInt8] {
        line.flatMap { span -> [UInt8] in
            guard usesColor, let color = span.tone.escape else { return Array(span.text.string.utf8) }
            return Array("\(color)\(span.text.string)\(StandardStreams.Tone.end)".utf8)
        }
    }
}
