import Base
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

// Completion while typing. The list opens by itself on `{{`, on a letter of a header's name, in a value that is chosen from a few,
// and after `< ` in a body; Ctrl-N or Ctrl-Space opens it anywhere. It takes no key that is text.

extension RequestPane {
    /// Keys that the open list takes. nil: the key is the field's.
    static func typeInList(_ key: Key, on model: inout Model) -> [Effect]? {
        guard let open = model.current, open.pane.edit != nil else { return nil }
        let completion = open.pane.completion.flatMap { $0.isVisible ? $0 : nil }
        switch key {
        case .control("n"), .control(" "):
            guard completion != nil else { return askForList(on: &model) }
            model.modify(open.id) { $0.pane.completion?.move(by: 1) }
        case .down where completion != nil: model.modify(open.id) { $0.pane.completion?.move(by: 1) }
        case .up where completion != nil: model.modify(open.id) { $0.pane.completion?.move(by: -1) }
        case .tab:
            guard let entry = completion?.selected else { return nil }
            return accept(entry, on: &model)
        case .enter:
            guard let completion, completion.hasMoved, let entry = completion.selected else { return nil }
            return accept(entry, on: &model)
        default: return nil
        }
        return []
    }

    /// Closes the list, if there is one, until the cursor is in another place.
    static func closeList(on model: inout Model) -> Bool {
        guard let open = model.current, let completion = open.pane.completion, completion.isVisible else {
            return false
        }
        model.modify(open.id) { open in
            open.pane.completion = nil
            open.pane.closedCompletion = completion.place.kind
        }
        return true
    }

    /// Opens, narrows or closes the list after a key of the field.
    static func followTyping(_ key: Key?, on model: inout Model) -> [Effect] {
        guard let open = model.current, let edit = open.pane.edit, let request = model.currentRequest else { return [] }
        let sources = CompletionSources(model: model, open: open, request: request)
        guard let place = sources.place(in: edit) else {
            model.modify(open.id) { open in
                open.pane.completion = nil
                open.pane.closedCompletion = nil
            }
            return []
        }
        if open.pane.closedCompletion != nil, open.pane.closedCompletion != place.kind {
            model.modify(open.id) { $0.pane.closedCompletion = nil }
        }
        if open.pane.completion?.place.kind == place.kind {
            model.modify(open.id) { $0.pane.completion?.take(place) }
            return []
        }
        guard opensByItself(place, after: key), model.current?.pane.closedCompletion != place.kind else {
            model.modify(open.id) { $0.pane.completion = nil }
            return []
        }
        return openList(at: place, sources, on: &model)
    }

    private static func opensByItself(_ place: CompletionPlace, after key: Key?) -> Bool {
        let isText: Bool
        switch key {
        case .character?: isText = true
        case .tab?, .backTab?, .enter?: isText = false
        case nil: isText = true
        default: return false
        }
        switch place.kind {
        case .method, .headerName, .described, .path, .queryName: return isText && !place.typed.isEmpty
        // On arrival too: what may be there is not easily guessed.
        case .headerValue, .queryValue, .variableValue: return isText || place.typed.isEmpty
        default: return isText
        }
    }

    private static func askForList(on model: inout Model) -> [Effect] {
        guard let open = model.current, let edit = open.pane.edit, let request = model.currentRequest else { return [] }
        let sources = CompletionSources(model: model, open: open, request: request)
        guard let place = sources.place(in: edit) else {
            model.say("Nothing to choose from here; {{ begins a variable.")
            return []
        }
        model.modify(open.id) { $0.pane.closedCompletion = nil }
        let effects = openList(at: place, sources, on: &model)
        if effects.isEmpty, model.current?.pane.completion?.isVisible != true {
            model.say("There is nothing to suggest here.")
        }
        return effects
    }

    private static func openList(
        at place: CompletionPlace, _ sources: CompletionSources, on model: inout Model
    ) -> [Effect] {
        let open = sources.open
        if case .file(let folder) = place.kind {
            model.modify(open.id) { $0.pane.completion = Completion(place) }
            return [
                .listBodyFiles(
                    BodyFilesJob(owner: open.id, file: open.key.file, folder: folder, place: model.tree.place))
            ]
        }
        let completion = Completion(place, sources.entries(for: place.kind))
        model.modify(open.id) { $0.pane.completion = completion }
        return []
    }

    /// The files of a folder were read.
    static func take(_ job: BodyFilesJob, _ names: [String], on model: inout Model) {
        model.modify(job.owner) { open in
            guard case .file(job.folder)? = open.pane.completion?.place.kind else { return }
            open.pane.completion?.take(CompletionEntry.files(names))
        }
    }

    // MARK: Accepting

    private static func accept(_ entry: CompletionEntry, on model: inout Model) -> [Effect] {
        guard let open = model.current, var edit = open.pane.edit, let place = open.pane.completion?.place else {
            return []
        }
        edit.accept(entry, at: place, in: contentRect(in: model.window.layout.inside(pane)).size)
        model.modify(open.id) { open in
            open.pane.edit = edit
            open.pane.refusal = nil
            open.pane.completion = nil
            open.pane.closedCompletion = nil
        }
        // What must follow is offered at once.
        return entry.continues ? followTyping(nil, on: &model) : []
    }

    /// A click on a row of the list takes it. nil: the click was elsewhere.
    static func clickInList(_ mouse: MouseEvent, cursor: Point?, on model: inout Model) -> [Effect]? {
        guard let cursor, let frame = listFrame(model, at: cursor), frame.contains(mouse.at),
            let completion = model.current?.pane.completion
        else { return nil }
        switch mouse.kind {
        case .scrollDown: model.modifyCurrentPane { $0.completion?.move(by: 1) }
        case .scrollUp: model.modifyCurrentPane { $0.completion?.move(by: -1) }
        case .press:
            guard let row = completion.list.row(at: mouse.at, in: frame), let entry = completion.entry(row) else {
                break
            }
            return accept(entry, on: &model)
        default: break
        }
        return []
    }

    // MARK: Drawing

    /// Where the list is; nil while none is shown.
    static func listFrame(_ model: Model, at cursor: Point) -> Rect? {
        guard hasFocus(model), model.overlays.isEmpty, let open = model.current, open.pane.edit != nil,
            let completion = open.pane.completion, completion.isVisible
        else { return nil }
        let size = model.window.size
        let bounds = Rect(x: 0, y: 0, width: size.columns, height: size.rows - 1)
        let frame = completion.list.frame(
            at: cursor, typed: DisplayWidth.of(SafeText(completion.place.typed)), in: bounds)
        return frame.height >= 3 && frame.width >= 8 ? frame : nil
    }

    /// Draws the list over whatever is there, with private values masked.
    static func drawList(_ model: Model, veil: PrivateVeil, on buffer: inout CellBuffer) {
        guard let cursor = buffer.cursor, let frame = listFrame(model, at: cursor),
            let completion = model.current?.pane.completion
        else { return }
        completion.list.draw(in: frame, on: &buffer)
        veil.cover(frame, of: &buffer)
    }
}

extension RequestEdit {
    /// What may be written at the cursor.
    func completionPlace(isRequest: (String) -> Bool) -> CompletionPlace? {
        func place(_ field: TextField, _ kind: CompletionPlace.Field) -> CompletionPlace? {
            let cursor = field.text.index(field.text.startIndex, offsetBy: field.cursor)
            return CompletionPlace(
                CompletionPlace.Line(before: field.text[..<cursor], after: field.text[cursor...]), in: kind,
                isRequest: isRequest)
        }
        switch self {
        case .method(let field): return place(field, .method)
        case .url(let field): return place(field, .url)
        case .variable(let edit): return edit.field.isSecret ? nil : place(edit.field, .variable)
        // Its words are walked through with Up and Down, and examples are shown below it.
        case .option: return nil
        case .row(let row):
            let field = row.isNameFocused ? row.name : row.value
            switch row.table {
            case .parameter: return place(field, .parameter)
            case .header: return place(field, row.isNameFocused ? .headerName : .headerValue(of: row.name.text))
            }
        case .body(let area):
            let line = area.lines[area.cursor.line]
            let cursor = line.utf8.index(line.startIndex, offsetBy: min(area.cursor.offset, line.utf8.count))
            // Nobody completes a line of a megabyte, and each key would read it.
            guard line.utf8.count < 64 << 10 else { return nil }
            return CompletionPlace(
                CompletionPlace.Line(before: line[..<cursor], after: line[cursor...]), in: .body, isRequest: isRequest)
        }
    }

    /// Writes an entry in place of what is typed, and closes its braces.
    mutating func accept(_ entry: CompletionEntry, at place: CompletionPlace, in size: Size) {
        var text = entry.text
        if entry.continues {
            switch place.kind {
            case .variable: text += ".response.body."
            case .side, .part: text += "."
            case .member: text += "."
            default: break
            }
        } else if place.wantsClosing {
            text += "}}"
        }
        let leavesBraces = place.isClosed && !entry.continues
        func write(_ field: inout TextField) {
            field.replaceBeforeCursor(place.typed.count, with: text)
            if leavesBraces { for _ in 0..<2 { _ = field.handle(.right) } }
        }
        switch self {
        case .method(var field):
            write(&field)
            self = .method(field)
        case .url(var field):
            write(&field)
            self = .url(field)
        case .variable(var edit):
            write(&edit.field)
            self = .variable(edit)
        case .option: break
        case .row(var row):
            if row.isNameFocused { write(&row.name) } else { write(&row.value) }
            self = .row(row)
        case .body(var area):
            area.replaceBeforeCursor(place.typed.count, with: text)
            if leavesBraces { for _ in 0..<2 { _ = area.handle(.right, height: size.rows) } }
            area.keepInView(height: size.rows, columns: RequestPane.fieldRect(in: Rect(size)).width)
            self = .body(area)
        }
    }
}
