import HTTPFormat
import TerminalUI
import Workspace

/// The open request: method and URL in the border, tabs below, one tab's content.
enum RequestPane: SearchedPane {
    static let pane = Pane.request
    static func mainCommands(_ model: Model) -> [Command] { [.editHere, .send] }

    static func scroll(by rows: Int, on model: inout Model) -> [Effect] {
        guard let request = model.currentRequest, model.current?.pane.edit == nil else { return [] }
        model.modifyCurrentPane { $0.move(by: rows, in: request) }
        return []
    }

    /// What a click may select.
    private enum Target: Equatable {
        /// Method and URL, in the border.
        case title
        case tab(RequestTab)
        case row(Int)
    }

    /// In a field it moves the cursor. Elsewhere what is typed is taken first, as by a click on another pane; if that is refused,
    /// nothing else happens.
    static func click(_ mouse: MouseEvent, inside: Rect, on model: inout Model) -> [Effect] {
        if placeCursor(at: mouse.at, inside: inside, on: &model) { return [] }
        guard let clicked = target(at: mouse.at, inside: inside, model) else { return [] }
        guard var effects = finishTyping(on: &model) else { return [] }
        let isDouble = mouse.kind == .doublePress
        switch clicked {
        case .title:
            model.modifyCurrentPane { $0.isTitleSelected = true }
            if isDouble { effects += model.perform(.editURL) }
        case .tab(let tab): model.modifyCurrentPane { $0.show(tab) }
        case .row(let row):
            model.modifyCurrentPane { pane in
                pane.isTitleSelected = false
                pane.selection = row
            }
            if isDouble { effects += model.perform(.open) }
        }
        return effects
    }

    /// What is at a point, as it is drawn; nil for nothing, and for the row in which something is typed.
    private static func target(at point: Point, inside: Rect, _ model: Model) -> Target? {
        guard let open = model.current, let request = model.currentRequest else { return nil }
        if point.y < inside.y { return .title }
        if let tab = tabs(open.pane, request, model.settings.glyphs, isFocused: true)
            .tab(at: point, in: tabRow(in: inside)), let chosen = RequestTab(rawValue: tab)
        {
            return .tab(chosen)
        }
        let content = places(open.pane, request, in: contentRect(in: inside)).rows
        guard content.contains(point), let count = open.pane.rowCount(request) else { return nil }
        let row = open.pane.scroll + point.y - content.y
        return row < count && row != editedRow(open.pane, count) ? .row(row) : nil
    }

    /// Puts the cursor of the field where it was clicked. False beside it, and without one.
    private static func placeCursor(at point: Point, inside: Rect, on model: inout Model) -> Bool {
        guard let open = model.current, let request = model.currentRequest, var edit = open.pane.edit else {
            return false
        }
        let rows = places(open.pane, request, in: contentRect(in: inside)).rows
        if case .body(var area) = edit {
            guard rows.contains(point) else { return false }
            let place = area.position(at: point, in: fieldRect(in: rows))
            let line = area.lines[place.line]
            let end = line.utf8.index(line.startIndex, offsetBy: place.offset)
            area.moveCursor(line: place.line, character: line[..<end].count)
            edit = .body(area)
        } else {
            let frame = model.window.layout.panes[pane] ?? inside
            let fields = fieldPlaces(open.pane, request, frame: frame, rows: rows)
            guard let field = fields.firstIndex(where: { $0.contains(point) }) else { return false }
            edit.moveCursor(inField: field, toColumn: point.x - fields[field].x, width: fields[field].width)
        }
        model.modify(open.id) { open in
            open.pane.edit = edit
            open.pane.completion = nil
        }
        return true
    }

    static func settle(_ model: inout Model) {
        guard let open = model.current else { return }
        guard let request = model.tree.request(open.key) else {
            model.openRequests.remove { $0.id == open.id }
            model.openRequests.currentID = nil
            return
        }
        let content = contentRect(in: model.window.layout.inside(pane))
        let document = model.tree.files[open.key.file]?.file.document
        let configured = model.settings.configured
        let subject = model.docsSubject(of: open.key)
        let glyphs = model.settings.glyphs
        model.modify(open.id) { open in
            open.pane.keepDocs(of: subject)
            if open.pane.tab == .docs { open.pane.docs?.lay(out: content.width, glyphs) }
            if let document {
                open.pane.keepNotices(of: request, in: document)
                open.pane.optionRows =
                    open.pane.tab == .options ? OptionRow.rows(of: request, in: document, configured: configured) : []
            }
            open.pane.settle(request, in: places(open.pane, request, in: content).rows.size)
        }
    }

    // MARK: Search

    static func searched(_ model: Model) -> RequestPaneState { model.openRequests.panes[RequestPaneState.self] }

    static func modifySearched<R>(_ model: inout Model, _ change: (inout RequestPaneState) -> R) -> R {
        change(&model.openRequests.panes[RequestPaneState.self])
    }

    static func searchedSize(_ model: Model) -> Size {
        guard let open = model.current, let request = model.currentRequest else { return Size(columns: 0, rows: 0) }
        return places(open.pane, request, in: contentRect(in: Rect(size(model)))).rows.size
    }

    // MARK: Typing

    static func isTyping(_ model: Model) -> Bool {
        model.current.map { $0.pane.edit != nil || $0.pane.isTypingSearch } ?? false
    }

    static func typingKeys(_ model: Model) -> [(key: String, word: String)] {
        if model.current?.pane.edit == nil { return searchKeys(model) }
        let always = [(Command.send, "send"), (.save, "save")].compactMap { command, word in
            model.settings.keymap.typingLabel(command).map { ($0, word) }
        }
        if model.current?.pane.completion?.isVisible == true {
            let accept = model.current?.pane.completion?.selected == nil ? [] : [("Tab", "accept")]
            return accept + [("Up Down", "choose"), ("Esc", "close the list")] + always
        }
        let more = [("^N", "complete"), ("Alt-U", "undo")]
        switch model.current?.pane.edit {
        case .body?:
            let format = model.currentRequest?.isJSONBody == true ? [("^T", "format")] : []
            return [("Esc", "keep"), ("^G", "drop")] + always + format + [("^N", "complete"), ("Alt-U", "undo")]
                + [("Alt-R", "redo"), ("^K ^Y", "cut, paste")]
        case .method?:
            return [("Enter", "apply"), ("^G", "drop"), ("Up Down", "known methods"), ("Tab", "URL")] + always
        case .variable(let edit)?:
            let other =
                edit.secret?.mayStay == true ? [("Tab", edit.staysInPlace ? "private file" : "leave it")] : []
            return [("Enter", "apply"), ("^G", "drop")] + other + always + more
        case .url?: return [("Enter", "apply"), ("^G", "drop"), ("Tab", "method")] + always + more
        case .option(let edit)?:
            if !edit.option.choices.isEmpty {
                return [("Enter", "apply"), ("Up Down", "choose"), ("^G", "drop")] + always
            }
            return [("Enter", "apply"), ("^G", "drop")] + always + more
        case .row(let row)? where row.isNameFocused:
            return [("Enter", "value"), ("^G", "drop"), ("Tab", "name, value")] + always + more
        default: return [("Enter", "apply"), ("^G", "drop"), ("Tab", "name, value")] + always + more
        }
    }

    static func joinsPastedLines(_ model: Model) -> Bool {
        switch model.current?.pane.edit {
        case .body?: false
        case .variable(let edit)?: !edit.field.keepsLineBreaks
        default: isTyping(model)
        }
    }

    static func paste(_ text: String, on model: inout Model) {
        guard let open = model.current, var edit = open.pane.edit else { return pasteIntoSearch(text, on: &model) }
        edit.paste(text)
        model.modify(open.id) { open in
            open.pane.edit = edit
            open.pane.completion = nil
        }
    }

    /// Why what was typed was refused.
    static func footerWarning(_ model: Model) -> String? { model.current?.pane.refusal }

    /// Text as it is in the files. The Vars tab hides values itself, but the reason why a request is refused may name one.
    static func mask(_ veil: PrivateVeil, _ model: Model, frame: Rect, inside: Rect, on buffer: inout CellBuffer) {
        guard let open = model.current, let request = model.currentRequest else { return }
        veil.cover(places(open.pane, request, in: contentRect(in: inside)).notices, of: &buffer)
    }
}
