extension String {
    /// At most so many characters, the last of which is an ellipsis if there are more.
    package func cut(to most: Int) -> String {
        // Most texts are short, and bytes are counted without a look at them.
        guard utf8.count > most, count > most else { return self }
        return prefix(most - 1) + "…"
    }
}

extension SafeText {
    /// At most so many columns, with an ellipsis for the rest.
    ///
    /// - Parameter keepsEnd: whether the end stays instead of the beginning.
    package func cut(toColumns width: Int, _ ellipsis: Character = "…", keepsEnd: Bool = false) -> SafeText {
        guard DisplayWidth.of(self) > width else { return self }
        var cells = Array(CellGraphemes(string).map { ($0, $1) })
        if keepsEnd { cells.reverse() }
        var kept: [String] = []
        var used = 0
        for (cell, columns) in cells {
            guard used + columns < width else { break }
            kept.append(String(cell))
            used += columns
        }
        let mark = String(ellipsis)
        return SafeText(keepsEnd ? mark + kept.reversed().joined() : kept.joined() + mark)
    }
}
