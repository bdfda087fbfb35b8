import Descriptions

// Rows of an outline for recorded texts.
extension DocsRow {
    /// The indent, whether it can be opened or closed, and the parts with their roles.
    var line: String {
        let mark = hasChildren ? (isOpen ? "- " : "+ ") : "  "
        return String(repeating: "  ", count: depth) + mark
            + parts.map { "\($0.role):\($0.text)" }.joined(separator: "  ")
    }

    /// Each row that can be opened is, until there are more than `count`, or so many levels.
    static func opened(_ count: Int, levels: Int, _ rows: (Set<DocsRow.ID>) -> [DocsRow]) -> [DocsRow] {
        var open: Set<DocsRow.ID> = []
        var found: [DocsRow] = []
        for _ in 0..<levels {
            found = rows(open)
            let closed = found.filter { $0.hasChildren && !$0.isOpen }
            if closed.isEmpty || found.count > count { break }
            open.formUnion(closed.map(\.id))
        }
        return found
    }
}
