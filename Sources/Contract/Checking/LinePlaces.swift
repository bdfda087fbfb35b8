import NetEngine

/// Lines and columns of a body by the one rule (`TextLines`). Costs nothing until the first place is asked for, and
/// places in the order of the text cost one pass together, also in a body of one long line.
struct LinePlaces {
    private let text: [UInt8]
    private var lines: TextLines?
    private var last: (offset: Int, line: Int, column: Int)?

    init(_ text: [UInt8]) { self.text = text }

    mutating func place(of offset: Int) -> (line: Int, column: Int) {
        let offset = min(max(0, offset), text.count)
        let lines = lines ?? TextLines(text)
        self.lines = lines
        if let last, last.offset <= offset, lines.line(of: offset) == last.line {
            let between = text[last.offset..<offset]
            self.last = (offset, last.line, last.column + between.count { $0 & 0xC0 != 0x80 })
        } else {
            let place = lines.place(of: offset)
            last = (offset, place.line, place.column)
        }
        return last.map { ($0.line, $0.column) } ?? (1, 1)
    }
}
