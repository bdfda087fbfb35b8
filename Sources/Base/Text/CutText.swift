extension String {
    /// At most so many characters, the last of which is an ellipsis if there are more.
    package func cut(to most: Int) -> String {
        // Most texts are short, and bytes are counted without a look at them.
        guard utf8.count > most, count > most else { return self }
        return prefix(most - 1) + "…"
    }
}

extension SafeText {
    /// At most so many columns, the last of which is an ellipsis if there are more.
    package func cut(toColumns width: Int) -> SafeText {
        guard DisplayWidth.of(self) > width else { return self }
        var kept = ""
        var used = 0
        for (piece, columns) in CellGraphemes(string) {
            guard used + columns < width else { break }
            kept += piece
            used += columns
        }
        return SafeText(kept + "…")
    }
}
