import Base
import HTTPFormat
import TerminalUI
import Workspace

extension RequestPane {
    /// The Vars tab: each variable of the request with its value and where that came from.
    static func drawVariables(
        _ pane: RequestPaneState, _ request: SavedRequest, in rect: Rect, _ isFocused: Bool, on buffer: inout CellBuffer
    ) {
        let list = listRect(in: rect)
        if case .unknown = pane.variables, !VariableNames.all(in: request).isEmpty {
            buffer.drawTruncated(
                "Looking up the variables.", at: Point(x: rect.x + 1, y: rect.y), width: rect.width - 1,
                style: Style(.pending))
            return
        }
        let rows = pane.variableRows(request)
        let width = nameWidth(rows)
        var edited: RequestEdit.VariableEdit?
        if case .variable(let edit)? = pane.edit { edited = edit }
        let isEditing = edited != nil
        let selection = ListSelection(index: pane.isTitleSelected ? -1 : pane.selection, top: pane.scroll)
        List(
            count: rows.count, selection: selection, isFocused: isFocused, emptyText: "This request uses no variables."
        ) { place in
            guard !isEditing || place != pane.selection else { return [] }
            return line(rows[place], width: width, isRevealed: pane.revealed.contains(rows[place].name))
        }.draw(in: list, on: &buffer)
        guard let edited, let row = fieldRow(pane.selection, of: rows.count, pane, in: list) else { return }
        buffer.fill(row)
        buffer.draw(
            SafeText(edited.row.name), at: Point(x: row.x + 1, y: row.y), width: row.width / 2, style: Style(.variable))
        edited.field.draw(
            in: variableField(edited, nameWidth: width, in: row), isFocused: isFocused, on: &buffer)
        drawDestination(edited, below: row.y - list.y, in: list, on: &buffer)
    }

    /// Where a secret goes: over the rows below the field, above it where those are too few.
    private static func drawDestination(
        _ edit: RequestEdit.VariableEdit, below offset: Int, in list: Rect, on buffer: inout CellBuffer
    ) {
        guard let sentence = edit.destination else { return }
        let lines = WrappedText.lines(sentence, width: max(10, list.width - 3), atMost: list.height - 1)
        let isBelow = offset + lines.count < list.height
        let first = isBelow ? offset + 1 : max(0, offset - lines.count)
        for (place, line) in lines.enumerated() where first + place != offset {
            let row = list.row(first + place)
            buffer.fill(row)
            buffer.drawTruncated(
                SafeText(line), at: Point(x: row.x + 2, y: row.y), width: row.width - 3,
                style: Style(edit.goesToPrivateFile ? .info : .warning))
        }
    }

    /// The value is what a reader looks for, so where it comes from gives way to it.
    static func line(_ row: VariableRow, width: Int, isRevealed: Bool) -> Line {
        let name = SafeText(row.name)
        let blanks = SafeText(String(repeating: " ", count: max(0, width - DisplayWidth.of(name))))
        if row.isProblem {
            guard !row.name.isEmpty else { return Line(SafeText(row.remark ?? ""), Style(.warning)) }
            return [
                Span(name + blanks, .unresolved, .bold), Span("  unresolved: ", .failure),
                Span(SafeText(row.remark ?? ""), .text),
            ]
        }
        let value: Span
        if row.isSecret, !isRevealed {
            value = Span("(private)", .dim)
        } else if let text = row.value {
            value = Span(SafeText(text), .text)
        } else {
            value = Span(SafeText(row.remark ?? ""), .dim)
        }
        return Line(
            [Span(name + blanks, .variable), Span("  "), value],
            trailing: row.value == nil ? [] : [Span(SafeText(row.source?.text ?? ""), .dim)], cutsTrailing: true)
    }
}

extension VariableUse.Source {
    /// For the Vars tab.
    package var text: String {
        switch self {
        case .override: "given at the start"
        case .prompt: "asked before the send"
        case .loop: "of the loop"
        case .request(let id): "response of \(id)"
        case .file(let line): "this file, line \(line)"
        case .imported(let file, let line): "\(file), line \(line)"
        case .environment(let name, let file, _): "env \(name), \(PathText.name(of: file))"
        case .shared(let file, _): "$shared, \(PathText.name(of: file))"
        case .dotEnv(let file): PathText.name(of: file)
        case .processEnvironment: "your environment"
        case .dynamic: "made at each send"
        case .token(let fact): fact
        }
    }
}
