import Base

extension SafeText {
    /// As it is if it fits; else as much as fits, with an ellipsis for the rest.
    ///
    /// - Parameter keepsEnd: whether the end stays instead of the beginning.
    func shortened(to columns: Int, _ ellipsis: Character, keepsEnd: Bool = false) -> SafeText {
        guard DisplayWidth.of(self) > columns else { return self }
        var cells = Array(CellGraphemes(string).map { ($0, $1) })
        if keepsEnd { cells.reverse() }
        var cut: [String] = []
        var used = 1
        for (cell, width) in cells {
            guard used + width <= columns else { break }
            cut.append(String(cell))
            used += width
        }
        let mark = String(ellipsis)
        return SafeText(keepsEnd ? mark + cut.reversed().joined() : cut.joined() + mark)
    }
}
