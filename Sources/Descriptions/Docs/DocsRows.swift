import Base
import OpenAPI

/// Rows of an outline while they are written: below what is closed nothing is.
struct DocsRows: Sendable {
    /// More are cut with a row that says so.
    static let most = 5_000
    /// Levels of a tree that can be opened.
    static let mostLevels = 100

    let open: Set<DocsRow.ID>
    private(set) var rows: [DocsRow] = []

    init(open: Set<DocsRow.ID>) { self.open = open }

    /// Adds a row; true if its children are to be written.
    mutating func add(
        _ id: DocsRow.ID, _ depth: Int, _ parts: [DocsRow.Part], _ place: DocumentPlace? = nil,
        hasChildren: Bool = false, link: DocumentedLink? = nil
    ) -> Bool {
        countWork(1)
        guard rows.count < Self.most else { return false }
        if rows.count == Self.most - 1 {
            rows.append(
                DocsRow(id: DocsRow.ID("more"), depth: 0, parts: [DocsRow.Part(.text, "… more rows are not shown")]))
            return false
        }
        let isOpen = hasChildren && open.contains(id)
        rows.append(
            DocsRow(
                id: id, depth: depth, parts: parts.filter { !$0.text.isEmpty }, hasChildren: hasChildren,
                isOpen: isOpen,
                place: place, link: link))
        return isOpen
    }

    mutating func addText(_ markdown: String?, _ id: DocsRow.ID, _ depth: Int, _ place: DocumentPlace? = nil) {
        guard let markdown, !markdown.isEmpty else { return }
        for (index, line) in MarkdownLines.lines(of: markdown).enumerated() {
            _ = add(id.child("text\(index)"), depth, [DocsRow.Part(line.role, line.text)], place)
        }
    }
}
