import Base
import Explain
import TerminalUI

/// Explains what is in view: a list of its words, and the text of the selected one. What is typed finds any other word.
struct ExplainOverlay: OverlayPart {
    /// What the focused pane shows.
    let subjects: [Explanation]
    /// Seconds since 1970, for dates in what is typed.
    let now: Int64
    var filter = TextField()
    var isTyping = false
    var list = ListSelection()
    /// The first line of the text in view.
    var scroll = 0
    /// What is listed.
    private(set) var shown: [Explanation]

    init(subjects: [Explanation], now: Int64) {
        self.subjects = subjects
        self.now = now
        shown = subjects
    }

    static func open(on model: inout Model) -> [Effect] {
        let subjects = model.focused.explanations(model)
        var overlay = ExplainOverlay(subjects: subjects, now: model.wallSeconds)
        // Nothing to explain is there: the user can only ask for a word.
        overlay.isTyping = subjects.isEmpty
        model.overlays.show(overlay)
        return []
    }

    var title: SafeText { "Explain" }

    var keys: [(String, String)] {
        if isTyping {
            return [("Enter", "keep"), ("Esc", filter.text.isEmpty && subjects.isEmpty ? "close" : "clear")]
        }
        return [("j k", "next"), ("/", "any word"), ("Esc", filter.text.isEmpty ? "close" : "back")]
    }

    /// What a text finds: of what is in view without one, else what it means and the terms like it.
    private func found(by text: String) -> [Explanation] {
        guard !text.isEmpty else { return subjects }
        let found = Glossary.explanations(of: text, now: now)
        let near = Glossary.near(text).flatMap { Glossary.terms(named: $0) }.map { Explanation($0) }
        return found + near.filter { term in !found.contains { $0.heading == term.heading && $0.kind == term.kind } }
    }

    // MARK: Places

    func size(in room: OverlayRoom) -> Size { Size(columns: room.width, rows: room.height) }

    /// The field for a word, the list, an empty line, the text.
    private func parts(of inside: Rect) -> (field: Rect, list: Rect, text: Rect) {
        let field = inside.row(0)
        let height = max(1, min(shown.count, (inside.height - 2) * 2 / 5))
        let list = Rect(x: inside.x, y: inside.y + 1, width: inside.width, height: height)
        let text = Rect(x: inside.x, y: list.maxY + 1, width: inside.width, height: max(0, inside.maxY - list.maxY - 1))
        return (field, list, text)
    }

    func content(of inside: Rect) -> Rect { parts(of: inside).list }

    func row(at row: Int, in content: Rect) -> Int? { list.top + row }

    // MARK: Keys

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        if isTyping {
            typed(key, on: &model)
            return []
        }
        switch key {
        case .pageDown, .control("d"), " ": scroll += 5
        case .pageUp, .control("u"): scroll -= 5
        case "/": isTyping = true
        case .escape where !filter.text.isEmpty: search("")
        case .escape, "q": model.overlays.close()
        default:
            let page = content(on: model.window.size).height
            if let step = model.scrollStep(key, page: page, count: shown.count) {
                list.index += step
                scroll = 0
            } else if model.isKey(key, of: .explain) {
                model.overlays.close()
            }
        }
        return []
    }

    private mutating func typed(_ key: Key, on model: inout Model) {
        switch key {
        case .enter: isTyping = false
        case .escape where filter.text.isEmpty && subjects.isEmpty: model.overlays.close()
        case .escape:
            search("")
            isTyping = subjects.isEmpty
        case .up: list.index -= 1
        case .down: list.index += 1
        default: if filter.handle(key) { search(filter.text, keepsField: true) }
        }
    }

    /// Lists what matches, from the beginning.
    private mutating func search(_ text: String, keepsField: Bool = false) {
        if !keepsField { filter = TextField(text) }
        shown = found(by: text)
        list = ListSelection()
        scroll = 0
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        guard isTyping else { return [] }
        filter.paste(text)
        search(filter.text, keepsField: true)
        return []
    }

    mutating func choose(_ row: Int, on model: inout Model) -> [Effect] {
        guard shown.indices.contains(row) else { return [] }
        list.index = row
        scroll = 0
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        list.settle(shown.count, in: content.height)
        scroll = max(0, min(scroll, textLines(width: content.width).count - 1))
    }

    // MARK: Drawing

    private func textLines(width: Int) -> [Line] {
        let shown = shown
        guard shown.indices.contains(list.index) else { return [] }
        return ReportLines.lines(shown[list.index], width: width)
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        let (row, _, text) = parts(of: inside)
        buffer.draw("/", at: Point(x: row.x, y: row.y), style: Style(.key, .bold))
        var field = filter
        field.placeholder = "a status, a header with its value, a word of TLS"
        field.draw(in: Rect(x: row.x + 2, y: row.y, width: row.width - 2, height: 1), isFocused: isTyping, on: &buffer)
        let shown = shown
        List(
            count: shown.count, selection: list, isFocused: true,
            emptyText: filter.text.isEmpty ? "Type a word." : "Nothing like that is known."
        ) { place in
            Line(
                [Span(SafeText(shown[place].heading), .headerName)],
                trailing: shown[place].kind.map { [Span(SafeText("\($0.title) "), .dim)] } ?? [])
        }.draw(in: content, on: &buffer)
        for (offset, line) in textLines(width: text.width).dropFirst(scroll).prefix(text.height).enumerated() {
            buffer.draw(line, in: text.row(offset))
        }
    }
}
