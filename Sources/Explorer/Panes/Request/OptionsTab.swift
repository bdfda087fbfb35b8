import Base
import HTTPFormat
import TerminalUI

// The Options tab: what `# @` lines set, changed in place.

extension RequestEdit {
    /// The value of an option, as written.
    package struct OptionEdit: Sendable {
        var option: RequestOption
        var field: TextField
        /// nil: there was no line.
        var original: String?

        /// nil if nothing was changed.
        var change: HTTPDocument.Edit? {
            guard field.text != original ?? "" else { return nil }
            // An empty field takes the line away.
            return .setOption(option, field.text.isEmpty ? nil : field.text)
        }

        /// Up and Down walk through the words of a choice.
        mutating func step(by step: Int) {
            let words = option.choices
            guard !words.isEmpty else { return }
            let place = words.firstIndex(of: field.text).map { ($0 + step + words.count) % words.count }
            field.set(words[place ?? (step > 0 ? 0 : words.count - 1)])
        }
    }
}

extension RequestPaneState {
    var selectedOption: OptionRow? {
        tab == .options && optionRows.indices.contains(selection) ? optionRows[selection] : nil
    }
}

extension RequestPane {
    /// Enter: a switch is switched, everything else becomes a field.
    static func beginOption(_ pane: inout RequestPaneState, on model: inout Model) -> [Effect] {
        guard let row = pane.selectedOption else { return [] }
        guard let option = row.option else {
            model.say("\(row.title) follows from the request line and the body.")
            return []
        }
        if option.kind == .switchesOff { return toggleOption(row, on: &model) }
        pane.edit = .option(
            .init(option: option, field: TextField(row.written ?? ""), original: row.written))
        pane.refusal = nil
        return []
    }

    /// Space: on and off, or the next word of a choice.
    static func toggleOption(_ row: OptionRow, on model: inout Model) -> [Effect] {
        guard let option = row.option else { return [] }
        let value: String?
        switch option.kind {
        case .switchesOff, .text(mayBeBare: true): value = row.isSet ? nil : ""
        case .choice(let words):
            let next = row.written.flatMap { words.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            value = next < words.count ? words[next] : nil
        case .text: return []
        }
        return applyAndShow(.setOption(option, value), on: &model)
    }

    /// D: as it is without a line.
    static func resetOption(_ row: OptionRow, on model: inout Model) -> [Effect] {
        guard let option = row.option else { return [] }
        return applyAndShow(
            .setOption(option, nil),
            saying: "The line of @\(option.key) is removed. \(model.keyName(.undo)) takes it back.", on: &model)
    }

    static func drawOptions(
        _ pane: RequestPaneState, in rect: Rect, isFocused: Bool, on buffer: inout CellBuffer
    ) {
        var edited: RequestEdit.OptionEdit?
        if case .option(let edit)? = pane.edit { edited = edit }
        let selection = ListSelection(index: pane.isTitleSelected ? -1 : pane.selection, top: pane.scroll)
        let rows = pane.optionRows
        let list = listRect(in: rect)
        let glyphs = buffer.glyphs
        List(count: rows.count, selection: selection, isFocused: isFocused) { place in
            guard edited == nil || place != pane.selection else { return [] }
            let row = rows[place]
            var line = row.row
            if let worst = row.line.flatMap({ pane.worstNotice(on: .options, line: $0) }) {
                line.spans.insert(Span(SafeText("\(worst.mark(glyphs) ?? " ") "), worst.role), at: 0)
            }
            return line
        }.draw(in: list, on: &buffer)
        guard let edited, let row = fieldRow(pane.selection, of: rows.count, pane, in: list) else { return }
        buffer.fill(row)
        buffer.draw(SafeText(edited.option.title), at: Point(x: row.x + 1, y: row.y), style: Style(.headerName))
        edited.field.draw(in: optionField(in: row), isFocused: isFocused, on: &buffer)
    }
}
