import NetEngine

@testable import Explorer
@testable import TerminalUI

// What a user sees: everything is read from a frame.
extension Robot {
    var screen: String { frame.dump() }

    var screenWithoutFooter: String {
        screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast(footerArea.height)
            .joined(separator: "\n")
    }

    /// A row of the screen.
    func row(_ number: Int) -> String {
        let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
        return rows.indices.contains(number) ? String(rows[number]) : ""
    }

    /// The last row, with those above it that a long sentence takes.
    var footer: String {
        let area = footerArea
        guard area.height > 1 else { return row(model.window.size.rows - 1) }
        return (area.y..<area.maxY).flatMap { row($0).split(separator: " ") }.joined(separator: " ")
    }

    var footerArea: Rect { FooterView.area(model, in: model.window.layout.footer) }

    /// The text of a pane's upper border; empty if the pane is not on the screen.
    func border(_ pane: Pane) -> String {
        model.window.layout.panes[pane].flatMap { text(in: $0.row(0)).first } ?? ""
    }

    /// The rows within a pane's border.
    func inside(_ pane: Pane) -> [String] { text(in: model.window.layout.inside(pane)) }

    /// The rows of what covers the panes.
    var dialog: [String] { text(in: dialogContent) }

    /// The selected row of a pane's list, without its mark.
    func selectedRow(_ pane: Pane = .collections) -> String? {
        inside(pane).first { $0.hasPrefix("›") || $0.hasPrefix("> ") }.map { row in
            row.dropFirst().split(separator: " ").filter { !["›", "█", "│"].contains($0) }.joined(separator: " ")
        }
    }

    /// The rows of the log that show an exchange.
    var logRows: [String] { inside(.log).filter { $0.contains(":") && !$0.hasPrefix("/") } }

    /// The selected tab of the request pane, without the number beside its title.
    var tab: String? { selectedTab(.request) }

    /// The selected tab of the response pane.
    var responseTab: String? { selectedTab(.response) }

    /// Where a text begins on the screen.
    func place(of text: String) -> Point? {
        let (frame, wanted) = (frame, text.map(String.init))
        for y in 0..<frame.size.rows {
            let row = (0..<frame.size.columns).map { frame[$0, y].grapheme }
            guard row.count >= wanted.count else { continue }
            for x in 0...row.count - wanted.count where row[x..<x + wanted.count].elementsEqual(wanted) {
                return Point(x: x, y: y)
            }
        }
        return nil
    }

    func text(in rect: Rect) -> [String] {
        let frame = frame
        return (rect.y..<rect.maxY).map { y in
            (rect.x..<rect.maxX).map { frame[$0, y].grapheme }.joined()
        }
    }

    private func selectedTab(_ pane: Pane) -> String? {
        let (frame, rect) = (frame, model.window.layout.inside(pane))
        guard rect.height > 0 else { return nil }
        let marked = (rect.x..<rect.maxX).filter {
            [.selection, .selectionUnfocused].contains(frame[$0, rect.y].style.role)
        }
        let title = marked.map { frame[$0, rect.y].grapheme }.joined()
        return title.split(separator: " ").first.map(String.init)
    }
}

// The list of what may be written at the cursor.
extension Robot {
    /// Where it is; nil while there is none.
    var listFrame: Rect? { frame.cursor.flatMap { RequestPane.listFrame(model, at: $0) } }

    var hasList: Bool { listFrame != nil }

    /// The rows within its frame, as one text.
    var listRows: String { listFrame.map { text(in: $0.inset()).joined(separator: "\n") } ?? "" }

    /// The word of its highlighted row.
    var highlighted: String? {
        let row = listRows.split(separator: "\n").first { $0.hasPrefix("›") || $0.hasPrefix("> ") }
        guard let word = row?.dropFirst().drop(while: { $0 == " " }) else { return nil }
        let end = word.firstIndex { $0 == " " } ?? word.endIndex
        return String(word[..<end])
    }
}
