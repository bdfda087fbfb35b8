import Base
import TerminalUI
import Workspace

/// The bottom line: what just happened, or the keys that work now.
enum FooterView {
    static func draw(_ model: Model, in row: Rect, on buffer: inout CellBuffer) {
        guard !row.isEmpty else { return }
        if let message = message(model) {
            let area = area(model, in: row)
            buffer.fill(area, style: message.style)
            let lines = lines(message.text, width: row.width - 1, atMost: area.height)
            for (offset, line) in lines.enumerated() {
                buffer.drawTruncated(
                    line, at: Point(x: row.x + 1, y: area.y + offset), width: row.width - 1, style: message.style)
            }
            return
        }
        for (hint, place) in KeyHints.places(shown(model, in: row), in: hintRow(row)) {
            let used = buffer.draw(SafeText(hint.key), at: Point(x: place.x, y: place.y), style: Style(.key, .bold))
            buffer.draw(SafeText(hint.word), at: Point(x: place.x + used + 1, y: place.y), style: Style(.footer))
        }
    }

    /// Where the footer is drawn: its row, and the rows above it that a long sentence needs.
    static func area(_ model: Model, in row: Rect) -> Rect {
        guard !row.isEmpty, let message = message(model) else { return row }
        let rows = min(mostRows, max(1, row.y / 3))
        let height = lines(message.text, width: row.width - 1, atMost: rows).count
        return Rect(x: row.x, y: row.y - (height - 1), width: row.width, height: height)
    }

    private static let mostRows = 4

    private static func message(_ model: Model) -> (text: SafeText, style: Style)? {
        let (mark, text, style): (SafeText, String, Style)
        if let toast = model.toast {
            let role: Role =
                switch toast.kind {
                case .info: .info
                case .warning: .warning
                case .failure: .failure
                }
            let isInfo = toast.kind == .info
            (mark, text, style) = (isInfo ? "" : "! ", toast.text, Style(role, isInfo ? [] : .bold))
        } else if let warning = model.focused.footerWarning(model) {
            (mark, text, style) = ("! ", warning, Style(.failure, .bold))
        } else {
            return nil
        }
        // Before it is cut into rows, of which each may hold a part of a value.
        return (mark + SentSecrets([], model.hiddenValues).hidden(SafeText(text)), style)
    }

    /// What does not fit into the rows is left in the last one, which is cut where it is drawn.
    private static func lines(_ text: SafeText, width: Int, atMost rows: Int) -> [SafeText] {
        let lines = WrappedText.lines(text.string, width: max(1, width)).map { SafeText($0) }
        guard lines.count > rows else { return lines }
        let rest = lines[(rows - 1)...].map(\.string).joined(separator: " ")
        return lines.prefix(rows - 1) + [SafeText(rest)]
    }

    /// The key that a click on the footer stands for.
    static func key(_ model: Model, in row: Rect, at point: Point) -> Key? {
        guard model.toast == nil, model.focused.footerWarning(model) == nil else { return nil }
        return KeyHints.key(shown(model, in: row), in: hintRow(row), at: point)
    }

    private static func hintRow(_ row: Rect) -> Rect { Rect(x: row.x + 1, y: row.y, width: row.width - 1, height: 1) }

    /// As many as fit; the last place is kept for the help key.
    private static func shown(_ model: Model, in row: Rect) -> [(key: String, word: String)] {
        let hints = hints(model)
        let help = hints.last { $0.key == "?" }
        return KeyHints.fitting(hints.filter { $0.key != "?" }, beside: help, in: row.width - 1)
    }

    /// Keys and their words, the least important last.
    static func hints(_ model: Model) -> [(key: String, word: String)] {
        // A dialog has the keys, and names them in its own frame.
        guard model.overlays.isEmpty else { return [] }
        if model.isTyping { return model.focused.typingKeys(model) }
        let pane = model.focused
        let rows = model.settings.keymap.footerRows(for: model.window.focus, first: pane.mainCommands(model))
        let hints = rows.filter { model.obstacle(to: $0.command) == nil }
            .compactMap { row in
                row.keys.first.map { ($0.label, pane.footerWord(row.command, model) ?? row.footer ?? row.title) }
            }.filter { !$0.1.isEmpty }
        let isInFlight = model.isInFlight
        let isFilteredOut = model.window.focus == .collections && model.tree.rows.isEmpty && !model.tree.filter.isEmpty
        guard isInFlight || isFilteredOut || model.window.focus == .runs else { return hints }
        let word = pane.escapeWord(model) ?? (isInFlight ? "cancel" : nil)
        return (word.map { [("Esc", $0)] } ?? []) + hints
    }
}
