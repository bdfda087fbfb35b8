import Base
import TerminalUI

/// The keys of the focused pane, then all others; on a second page what the screen shows.
struct HelpOverlay: OverlayPart {
    var pane: Pane
    var keymap = Keymap.standard
    var filter = TextField()
    var isTyping = false
    var scroll = 0
    var glyphs = Glyphs.unicode
    /// Whether the second page is shown.
    var isAboutScreen = false

    static func open(on model: inout Model) -> [Effect] {
        model.overlays.show(
            HelpOverlay(
                pane: model.window.focus, keymap: model.settings.keymap, glyphs: model.settings.glyphs))
        return []
    }

    var title: SafeText { isAboutScreen ? "The screen" : "Keys" }

    var keys: [(String, String)] {
        if isTyping { return [("Enter", "keep the search"), ("Esc", "clear it")] }
        return [
            ("/", "search"), ("Tab", isAboutScreen ? "keys" : "the screen"), ("j k", "scroll"),
            ("Esc", filter.text.isEmpty ? "close" : "all"),
        ]
    }

    func size(in room: OverlayRoom) -> Size { Size(columns: room.width, rows: room.height) }

    func content(of inside: Rect) -> Rect { inside.dropping(1) }

    mutating func handle(_ key: Key, on model: inout Model) -> [Effect] {
        let content = content(on: model.window.size)
        if isTyping {
            switch key {
            case .enter: isTyping = false
            case .escape:
                isTyping = false
                filter = TextField()
            case .up: scroll -= 1
            case .down: scroll += 1
            default: if filter.handle(key) { scroll = 0 }
            }
        } else if let step = model.scrollStep(key, page: content.height, count: lines(width: content.width).count) {
            scroll += step
        } else if key == "/" {
            isTyping = true
        } else if key == .tab || key == .backTab {
            isAboutScreen.toggle()
            scroll = 0
        } else if key == .escape, !filter.text.isEmpty {
            filter = TextField()
        } else if key == .escape || key == "q" || model.isKey(key, of: .showHelp) {
            model.overlays.close()
        }
        return []
    }

    mutating func paste(_ text: String, on model: inout Model) -> [Effect] {
        if isTyping { filter.paste(text) }
        return []
    }

    mutating func settle(in content: Rect, at now: MonotonicTime) {
        scroll = max(0, min(scroll, lines(width: content.width).count - content.height))
    }
}

// MARK: Lines

extension HelpOverlay {
    /// A line of the help: a heading, or a command's keys and sentence.
    enum Line: Sendable, Hashable {
        case heading(String)
        case row(keys: String, title: String, help: String)
    }

    /// The lines that match the search.
    var lines: [Line] {
        let filter = TextFilter(filter.text)
        if isAboutScreen { return screenLines(filter) }
        func section(_ title: String, _ rows: [CommandRow]) -> [Line] {
            let lines = rows.compactMap { row -> Line? in
                let keys = row.keys.isEmpty ? "(:)" : row.keys.map(\.label).joined(separator: " ")
                guard filter.matches("\(keys) \(row.title) \(row.help)") else { return nil }
                return .row(keys: keys, title: row.title, help: row.help)
            }
            return lines.isEmpty ? [] : [.heading(title)] + lines
        }
        let rows = keymap.rows(in: pane)
        let own = rows.filter { $0.scope != .anywhere && $0.scope.includes(pane) }
        var lines = section(pane.title, own) + section("Everywhere", rows.filter { $0.scope == .anywhere })
        for other in Pane.allCases where other != pane {
            let rows = keymap.rows(in: other).filter {
                $0.scope != .anywhere && $0.scope.includes(other) && !$0.scope.includes(pane)
            }
            lines += section(other.title, rows)
        }
        return lines + textLines(filter) + mouseLines(filter)
    }

    private func mouseLines(_ filter: TextFilter) -> [Line] {
        let text = "Select text by the terminal itself, also while the screen takes the mouse."
        guard filter.matches("Shift-drag mouse \(text)") else { return [] }
        return [.heading("The mouse"), .row(keys: "Shift-drag", title: "", help: text)]
    }

    /// Keys of every text field, which are not in the table of commands.
    private func textLines(_ filter: TextFilter) -> [Line] {
        let rows: [(String, String)] = [
            ("Enter", "Finish a field."), ("Esc", "Leave a field; Request keeps what was typed, a dialog drops it."),
            ("^G", "In Request drop what was typed."), ("Alt-U Alt-R", "Undo, redo what was typed."),
            ("Tab", "Next field."), ("^A ^E", "Start, end of the line."), ("Alt-B Alt-F", "A word back, forward."),
            ("^W", "Delete the word before the cursor."), ("^K ^U", "Delete to the end, to the start of the line."),
            ("Alt-any", "Any other key with Alt is Esc and then the key, everywhere."),
        ]
        let lines = rows.filter { filter.matches("\($0.0) \($0.1)") }
            .map { Line.row(keys: $0.0, title: "", help: $0.1) }
        return lines.isEmpty ? [] : [.heading("While typing")] + lines
    }

    /// Columns before the sentences.
    private static let indent = 14

    /// The lines with their sentences wrapped; the rows that continue a sentence have no keys.
    private func lines(width: Int) -> [Line] {
        lines.flatMap { line -> [Line] in
            guard case .row(let keys, let title, let text) = line else { return [line] }
            return WrappedText.lines(text, width: max(1, width - Self.indent - 1)).enumerated().map { place, part in
                .row(keys: place == 0 ? keys : "", title: title, help: part)
            }
        }
    }

    func draw(_ model: Model, inside: Rect, content: Rect, on buffer: inout CellBuffer) {
        buffer.draw("/", at: Point(x: inside.x, y: inside.y), style: Style(.key, .bold))
        var field = filter
        field.placeholder = isAboutScreen ? "search this page" : "search the keys"
        field.draw(
            in: Rect(x: inside.x + 2, y: inside.y, width: inside.width - 2, height: 1), isFocused: isTyping,
            on: &buffer)
        let lines = lines(width: content.width)
        if lines.isEmpty { buffer.draw("Nothing matches.", at: Point(x: content.x, y: content.y), style: Style(.dim)) }
        for (offset, line) in lines.dropFirst(scroll).prefix(content.height).enumerated() {
            let row = content.row(offset)
            switch line {
            case .heading(let title):
                buffer.draw(SafeText(title), at: Point(x: row.x, y: row.y), style: Style(.title, .bold))
            case .row(let keys, _, let text):
                buffer.drawTruncated(
                    SafeText(keys), at: Point(x: row.x + 1, y: row.y), width: 12, style: Style(.key, .bold))
                buffer.drawTruncated(
                    SafeText(text), at: Point(x: row.x + Self.indent, y: row.y), width: row.width - Self.indent - 1,
                    style: .text)
            }
        }
        if lines.count > content.height {
            Scrollbar(total: lines.count, visible: content.height, first: scroll).draw(
                in: Rect(x: content.maxX - 1, y: content.y, width: 1, height: content.height), on: &buffer)
        }
    }
}
