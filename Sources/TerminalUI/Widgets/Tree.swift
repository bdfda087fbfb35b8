import Base

/// The open rows of a tree as a list with indents and marks.
package struct Tree {
    package struct Row: Sendable, Hashable {
        /// 0 at the top level.
        package var depth: Int
        /// nil for a leaf.
        package var isOpen: Bool?
        package var line: Line

        package init(depth: Int, isOpen: Bool? = nil, line: Line) {
            self.depth = depth
            self.isOpen = isOpen
            self.line = line
        }
    }

    package var count: Int
    package var selection: ListSelection
    package var isFocused: Bool
    package var emptyText: SafeText = .empty
    package var row: (Int) -> Row

    package init(
        count: Int, selection: ListSelection, isFocused: Bool, emptyText: SafeText = .empty,
        row: @escaping (Int) -> Row
    ) {
        self.count = count
        self.selection = selection
        self.isFocused = isFocused
        self.emptyText = emptyText
        self.row = row
    }

    package func draw(in rect: Rect, on buffer: inout CellBuffer) {
        let glyphs = buffer.glyphs
        List(count: count, selection: selection, isFocused: isFocused, emptyText: emptyText) { index in
            let row = row(index)
            let mark = row.isOpen.map { $0 ? glyphs.open : glyphs.closed } ?? " "
            // Deep rows give up their indents, so that their names stay readable.
            let indent = String(repeating: "  ", count: min(max(0, row.depth), max(2, rect.width / 6)))
            return Line([Span(SafeText("\(indent)\(mark) "), .dim)] + row.line.spans, trailing: row.line.trailing)
        }.draw(in: rect, on: &buffer)
    }
}
