import Base
import Descriptions
import TerminalUI
import Workspace

// The Docs tab: what the description says of the operation or field that the request is one of, as an outline.

/// The outline as it is folded, laid out for a width.
struct DocsTabState: Sendable {
    /// A line of the screen and the row that it is part of.
    struct Shown: Sendable {
        var row: Int
        var line: Line
    }

    let subject: DocsSubject
    private let docs: RequestDocs
    private var open: Set<DocsRow.ID>
    private var rows: [DocsRow]
    private(set) var shown: [Shown] = []
    private var layout: (width: Int, glyphs: Glyphs)?

    init(_ subject: DocsSubject, _ docs: RequestDocs) {
        self.subject = subject
        self.docs = docs
        open = docs.initiallyOpen
        rows = docs.rows(open: open)
    }

    /// Opens or closes what a line is part of.
    mutating func toggle(line: Int) {
        guard shown.indices.contains(line) else { return }
        let row = rows[shown[line].row]
        guard row.hasChildren else { return }
        if open.remove(row.id) == nil { open.insert(row.id) }
        rows = docs.rows(open: open)
        shown = []
        if let layout { lay(out: layout.width, layout.glyphs) }
    }

    /// Whether a line can be opened or closed.
    func folds(line: Int) -> Bool { shown.indices.contains(line) && rows[shown[line].row].hasChildren }

    /// Whether Enter does something on a line.
    func opens(line: Int) -> Bool { folds(line: line) || link(ofLine: line) != nil }

    /// The documented link that a line is about.
    func link(ofLine line: Int) -> DocumentedLink? { shown.indices.contains(line) ? rows[shown[line].row].link : nil }

    /// The place in the description of what a line is about: `openapi.yaml:12:5`.
    func place(ofLine line: Int) -> String? {
        shown.indices.contains(line) ? docs.place(of: rows[shown[line].row]) : nil
    }

    mutating func lay(out width: Int, _ glyphs: Glyphs) {
        if let layout, layout.width == width, layout.glyphs.open == glyphs.open, !shown.isEmpty { return }
        layout = (width, glyphs)
        shown = rows.indices.flatMap { row in Self.lines(rows[row], width, glyphs).map { Shown(row: row, line: $0) } }
    }

    /// What does not fit goes on below, under its beginning.
    private static func lines(_ row: DocsRow, _ width: Int, _ glyphs: Glyphs) -> [Line] {
        let indent = String(repeating: " ", count: min(row.depth * 2, max(0, width / 2)))
        let mark = row.hasChildren ? "\(row.isOpen ? glyphs.open : glyphs.closed) " : "  "
        let room = max(8, width - DisplayWidth.of(SafeText(indent + mark)) - 2)
        var spans: [Span] = [Span(SafeText(indent + mark), .dim)]
        var lines: [Line] = []
        var used = 0
        for part in row.parts {
            let style = style(part.role)
            let needed = DisplayWidth.of(SafeText(part.text))
            if used > 0, used + 2 + needed <= room {
                spans.append(Span(SafeText("  " + part.text), style))
                used += 2 + needed
                continue
            }
            for (place, text) in WrappedText.lines(part.text, width: room).enumerated() {
                if used > 0 || place > 0 {
                    lines.append(Line(spans))
                    spans = [Span(SafeText(indent + "  "), .dim)]
                }
                spans.append(Span(SafeText(text), style))
                used = DisplayWidth.of(SafeText(text))
            }
        }
        return lines + [Line(spans)]
    }

    private static func style(_ role: DocsRow.Role) -> Style {
        switch role {
        case .heading: Style(.title, .bold)
        case .name: Style(.headerName)
        case .type: Style(.dim)
        case .text, .code: Style(.text)
        case .example: Style(.url)
        case .deprecated: Style(.warning)
        case .problem: Style(.failure)
        }
    }
}

extension RequestPaneState {
    /// The tabs that the request has.
    var tabs: [RequestTab] { docs == nil ? RequestTab.allCases.filter { $0 != .docs } : RequestTab.allCases }

    /// Opens or closes the selected part of the outline.
    mutating func toggleDocs() {
        let line = selection
        docs?.toggle(line: line)
    }

    /// The tab that many places further, around the end.
    func tab(further step: Int) -> RequestTab {
        let tabs = tabs
        guard let place = tabs.firstIndex(of: tab) else { return .params }
        return tabs[(place + step + tabs.count) % tabs.count]
    }

    /// Shows what a description says of the request, or nothing if none does.
    mutating func keepDocs(of subject: DocsSubject?) {
        guard let subject else {
            docs = nil
            if tab == .docs { show(.headers) }
            return
        }
        if docs?.subject != subject { docs = subject.docs.map { DocsTabState(subject, $0) } }
    }
}

extension RequestPane {
    /// - Parameter openKey: follows a link.
    static func drawDocs(
        _ pane: RequestPaneState, in rect: Rect, isFocused: Bool, openKey: SafeText, on buffer: inout CellBuffer
    ) {
        guard let docs = pane.docs else { return }
        let selection = ListSelection(index: pane.isTitleSelected ? -1 : pane.selection, top: pane.scroll)
        let list = Rect(x: rect.x, y: rect.y, width: rect.width - 1, height: rect.height)
        List(count: docs.shown.count, selection: selection, isFocused: isFocused) { place in
            let line = docs.shown[place].line
            guard isFocused, place == selection.index, let source = docs.place(ofLine: place) else { return line }
            let key = docs.link(ofLine: place) == nil ? [] : [Span(" \(openKey) follows ", .info)]
            return Line(line.spans, trailing: key + [Span(SafeText(" \(source) "), .dim)])
        }.draw(in: list, on: &buffer)
    }
}
