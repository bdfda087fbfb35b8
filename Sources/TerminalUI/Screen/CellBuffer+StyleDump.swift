extension CellBuffer {
    /// The styles as a grid of letters, one line per row, with a legend below: tests compare it where styles matter.
    /// `.` is plain text; other letters are assigned in order of first use.
    func styleDump() -> String {
        var letters: [Style: Character] = [.text: "."]
        var legend = [". = text"]
        var rows: [String] = []
        for y in 0..<size.rows {
            var row = ""
            for x in 0..<size.columns {
                let style = self[x, y].style
                if letters[style] == nil {
                    let number = letters.count - 1
                    let base = number < 26 ? 65 : 97 - 26
                    letters[style] = Character(Unicode.Scalar(UInt8(min(126, base + number))))
                    legend.append("\(letters[style] ?? "?") = \(style.words)")
                }
                row.append(letters[style] ?? "?")
            }
            rows.append(row)
        }
        return (rows + legend).joined(separator: "\n")
    }
}

extension Style {
    /// The role and the emphasis as words.
    fileprivate var words: String {
        var words = ["\(role)"]
        if emphasis.contains(.bold) { words.append("bold") }
        if emphasis.contains(.underline) { words.append("underline") }
        if emphasis.contains(.reverse) { words.append("reverse") }
        return words.joined(separator: " ")
    }
}
