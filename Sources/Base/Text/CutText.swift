extension String {
    /// At most so many characters, the last of which is an ellipsis if there are more.
    package func cut(to most: Int) -> String {
        // Most texts are short, and bytes are counted without a look at them.
        guard utf8.count > most, count > most else { return self }
        return prefix(most - 1) + "…"
    }
}
