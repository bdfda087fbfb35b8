import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

extension Model {
    // MARK: Commands

    mutating func performInRequest(_ command: Command) -> [Effect] {
        guard var open = current, let request = currentRequest else {
            say("No request is open. Select one in Collections.", .warning)
            return []
        }
        let content = RequestPane.contentRect(in: window.layout.inside(.request))
        let rows = RequestPane.places(open.pane, request, in: content).rows
        if open.pane.scrollBody(command, in: rows.size) {
            current = open
            return []
        }
        let page = max(1, rows.height)
        switch command {
        case .moveUp: open.pane.move(by: -1, in: request)
        case .moveDown: open.pane.move(by: 1, in: request)
        case .pageUp: open.pane.move(by: -page, in: request)
        case .pageDown: open.pane.move(by: page, in: request)
        case .halfPageUp: open.pane.move(by: -max(1, page / 2), in: request)
        case .halfPageDown: open.pane.move(by: max(1, page / 2), in: request)
        case .top: open.pane.goToTop()
        case .bottom: open.pane.move(by: Int.max / 2, in: request)
        case .previousTab, .moveLeft: open.pane.show(open.pane.tab.previous)
        case .nextTab, .moveRight: open.pane.show(open.pane.tab.next)
        case .open, .editHere: beginEdit(&open.pane, request)
        case .editMethod: begin(.method(TextField(request.method)), &open.pane)
        case .editURL: begin(.url(TextField(request.target)), &open.pane)
        case .addItem: beginAdding(&open.pane)
        case .editExternally: return editExternally(open, request)
        case .toggle: return toggleRow(open, request)
        case .deleteItem: return removeRow(open, request)
        case .undo: return undoEdit(in: open.key.file)
        case .renameRequest:
            askForNewName()
            return []
        default: return []
        }
        if open.pane.edit != nil, editableDocument(open.key.file) == nil { open.pane.edit = nil }
        current = open
        return []
    }

    private func begin(_ edit: RequestEdit, _ pane: inout RequestPaneState) {
        pane.edit = edit
        pane.refusal = nil
    }

    /// Enter and `e`: what is selected becomes a field.
    private mutating func beginEdit(_ pane: inout RequestPaneState, _ request: SavedRequest) {
        if pane.isTitleSelected { return begin(.url(TextField(request.target)), &pane) }
        switch pane.tab {
        case .params:
            guard request.parameters.indices.contains(pane.selection) else { return beginAdding(&pane) }
            let row = request.parameters[pane.selection]
            begin(.row(.init(.parameter, pane.selection, row.name, row.value)), &pane)
        case .headers:
            guard request.headers.indices.contains(pane.selection) else { return beginAdding(&pane) }
            let row = request.headers[pane.selection]
            begin(.row(.init(.header, pane.selection, row.name, row.value)), &pane)
        case .body: begin(.body(TextArea(request.body.text)), &pane)
        case .variables: beginVariableEdit(&pane, request)
        case .options: say("Options come from the request's # @ lines; E opens its text.")
        }
    }

    private mutating func beginAdding(_ pane: inout RequestPaneState) {
        pane.isTitleSelected = false
        switch pane.tab {
        case .params: begin(.row(.init(.parameter, nil, "", "")), &pane)
        case .headers: begin(.row(.init(.header, nil, "", "")), &pane)
        case .body, .variables, .options: say("Rows are added on the Params and Headers tabs.")
        }
    }

    private mutating func toggleRow(_ open: OpenRequest, _ request: SavedRequest) -> [Effect] {
        guard !open.pane.isTitleSelected else { return [] }
        switch open.pane.tab {
        case .params where request.parameters.indices.contains(open.pane.selection):
            return applyAndShow(.toggleParameter(open.pane.selection))
        case .headers where request.headers.indices.contains(open.pane.selection):
            return applyAndShow(.toggleHeader(open.pane.selection))
        case .variables:
            toggleSecret(open, request)
            return []
        default: return []
        }
    }

    private mutating func removeRow(_ open: OpenRequest, _ request: SavedRequest) -> [Effect] {
        guard !open.pane.isTitleSelected else { return [] }
        switch open.pane.tab {
        case .params where request.parameters.indices.contains(open.pane.selection):
            say("Parameter removed. u takes it back.")
            return applyAndShow(.removeParameter(open.pane.selection))
        case .headers where request.headers.indices.contains(open.pane.selection):
            say("Header removed. u takes it back.")
            return applyAndShow(.removeHeader(open.pane.selection))
        default: return []
        }
    }

    // MARK: Applying

    /// Applies an edit to the open request's document; the sentence when it is refused.
    private mutating func apply(_ change: HTTPDocument.Edit) -> String? {
        guard let key = current?.key, let index = tree.index(of: key) else { return nil }
        guard let document = editableDocument(key.file) else { return toast?.text }
        do throws(HTTPDocument.EditRefusal) {
            try edit(document, of: key.file, by: .edit(change, request: index))
            return nil
        } catch {
            return error.sentence
        }
    }

    private mutating func applyAndShow(_ edit: HTTPDocument.Edit) -> [Effect] {
        if let refusal = apply(edit) {
            say(refusal, .failure)
            return []
        }
        return showVariables()
    }

    /// Turns what is typed into an edit. nil: it was refused, the field stays open with the text and the reason.
    mutating func finishEdit() -> [Effect]? {
        guard let open = current, let edit = open.pane.edit, let request = currentRequest else { return [] }
        if case .variable(let variable) = edit { return finish(variable) }
        guard let change = edit.change(of: request) else {
            modify(open.id) { $0.pane.edit = nil }
            return []
        }
        if let refusal = apply(change) {
            modify(open.id) { $0.pane.refusal = refusal }
            say(refusal, .failure)
            return nil
        }
        modify(open.id) { open in
            open.pane.closeEdit()
            switch change {
            case .addParameter: open.pane.selection = request.parameters.count
            case .addHeader: open.pane.selection = request.headers.count
            default: break
            }
        }
        return showVariables()
    }

    /// Esc in a field: the body keeps what was typed, a field of one line is left as it was.
    mutating func leaveEdit() -> [Effect] {
        guard let open = current, let edit = open.pane.edit else { return [] }
        if case .body = edit { return finishEdit() ?? [] }
        modify(open.id) { $0.pane.closeEdit() }
        return []
    }

    // MARK: Keys while typing

    mutating func editKey(_ key: Key) -> [Effect] {
        guard let open = current, var edit = open.pane.edit else { return [] }
        switch (key, edit) {
        case (.enter, .method), (.enter, .url):
            return finishEdit() ?? []
        case (.enter, .variable(var variable)):
            variable.isConfirmed = true
            modify(open.id) { $0.pane.edit = .variable(variable) }
            return finishEdit() ?? []
        case (.tab, .variable(var variable)), (.backTab, .variable(var variable)):
            guard variable.secret?.mayStay == true else { return [] }
            variable.staysInPlace.toggle()
            edit = .variable(variable)
        case (.enter, .row(var row)):
            guard row.isNameFocused else { return finishEdit() ?? [] }
            row.isNameFocused = false
            edit = .row(row)
        case (.tab, .row(var row)), (.backTab, .row(var row)):
            row.isNameFocused.toggle()
            edit = .row(row)
        case (.tab, .method), (.backTab, .method):
            guard let effects = finishEdit(), let target = currentRequest?.target else { return [] }
            modify(open.id) { $0.pane.edit = .url(TextField(target)) }
            return effects
        case (.tab, .url), (.backTab, .url):
            guard let effects = finishEdit(), let method = currentRequest?.method else { return [] }
            modify(open.id) { $0.pane.edit = .method(TextField(method)) }
            return effects
        case (.up, .method(let field)): edit = .method(TextField(KnownMethods.before(field.text)))
        case (.down, .method(let field)): edit = .method(TextField(KnownMethods.after(field.text)))
        default:
            edit.handle(key, in: RequestPane.contentRect(in: window.layout.inside(.request)).size)
        }
        modify(open.id) { open in
            open.pane.edit = edit
            open.pane.refusal = nil
        }
        return []
    }

    // MARK: $EDITOR

    private mutating func editExternally(_ open: OpenRequest, _ request: SavedRequest) -> [Effect] {
        guard let document = editableDocument(open.key.file) else { return [] }
        if open.pane.tab == .body {
            return [
                .editExternally(
                    EditorJob(
                        owner: open.id, part: .body, text: request.body.text, fileExtension: request.bodyExtension))
            ]
        }
        let text = document.text(ofLines: request.lines)
        return [.editExternally(EditorJob(owner: open.id, part: .block, text: text, fileExtension: "http"))]
    }

    package mutating func editedExternally(_ job: EditorJob, _ outcome: EditorOutcome) -> [Effect] {
        switch outcome {
        case .unchanged:
            say("The editor changed nothing.")
            return []
        case .failed(let sentence):
            say(sentence, .failure)
            return []
        case .changed(let text):
            guard let open = openRequest(job.owner), let request = tree.request(open.key) else { return [] }
            openRequests.currentID = open.id
            switch job.part {
            case .body:
                if let refusal = apply(.setBody(text)) {
                    // The text is not lost: it stays in the field, to be fixed or dropped.
                    modify(open.id) { open in
                        open.pane.tab = .body
                        open.pane.edit = .body(TextArea(text))
                        open.pane.refusal = refusal
                    }
                    window.focus = .request
                    say(refusal, .failure)
                    return []
                }
            case .block:
                guard let document = editableDocument(open.key.file),
                    (try? edit(document, of: open.key.file, by: .replaceLines(request.lines, with: text))) != nil
                else { return [] }
            }
            say("Taken over from the editor. Ctrl-S writes the file.")
            return showVariables()
        }
    }

    // MARK: After every action

    mutating func settleRequest() {
        guard let open = current else { return }
        guard let request = tree.request(open.key) else {
            openRequests.remove { $0.id == open.id }
            openRequests.currentID = nil
            return
        }
        let content = RequestPane.contentRect(in: window.layout.inside(.request))
        let document = tree.files[open.key.file]?.file.document
        modify(open.id) { open in
            if let document { open.pane.keepNotices(of: request, in: document) }
            open.pane.settle(request, in: RequestPane.places(open.pane, request, in: content).rows.size)
        }
    }
}

extension RequestEdit.RowEdit {
    init(_ table: Table, _ index: Int?, _ name: String, _ value: String) {
        self.table = table
        self.index = index
        self.name = TextField(name)
        self.value = TextField(value)
        isNameFocused = index == nil
    }
}

extension RequestEdit {
    /// The edit of the document that this text means; nil if nothing was changed.
    func change(of request: SavedRequest) -> HTTPDocument.Edit? {
        switch self {
        case .method(let field): return field.text == request.method ? nil : .setMethod(field.text)
        case .url(let field): return field.text == request.target ? nil : .setTarget(field.text)
        case .body(let area): return area.text == request.body.text ? nil : .setBody(area.text)
        case .variable: return nil
        case .row(let row):
            let name = row.name.text
            let value = row.value.text
            switch (row.table, row.index) {
            case (_, nil) where name.isEmpty && value.isEmpty: return nil
            case (.parameter, nil): return .addParameter(name: name, value: value)
            case (.header, nil): return .addHeader(name: name, value: value)
            case (.parameter, let index?):
                guard request.parameters.indices.contains(index) else { return nil }
                let old = request.parameters[index]
                return old.name == name && old.value == value
                    ? nil : .setParameter(index, name: name, value: value)
            case (.header, let index?):
                guard request.headers.indices.contains(index) else { return nil }
                let old = request.headers[index]
                return old.name == name && old.value == value ? nil : .setHeader(index, name: name, value: value)
            }
        }
    }

    package mutating func handle(_ key: Key, in size: Size) {
        switch self {
        case .method(var field):
            _ = field.handle(key)
            self = .method(field)
        case .url(var field):
            _ = field.handle(key)
            self = .url(field)
        case .variable(var edit):
            _ = edit.field.handle(key)
            self = .variable(edit)
        case .row(var row):
            if row.isNameFocused { _ = row.name.handle(key) } else { _ = row.value.handle(key) }
            self = .row(row)
        case .body(var area):
            _ = area.handle(key, height: size.rows)
            area.keepInView(height: size.rows)
            self = .body(area)
        }
    }

    package mutating func paste(_ text: String) {
        switch self {
        case .method(var field):
            field.paste(text)
            self = .method(field)
        case .url(var field):
            field.paste(text)
            self = .url(field)
        case .variable(var edit):
            edit.field.paste(text)
            self = .variable(edit)
        case .row(var row):
            if row.isNameFocused { row.name.paste(text) } else { row.value.paste(text) }
            self = .row(row)
        case .body(var area):
            area.paste(text)
            self = .body(area)
        }
    }
}

/// The methods that the method field offers, in the order in which Up and Down walk.
enum KnownMethods {
    static let all = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT"]

    static func after(_ method: String) -> String { step(method, 1) }
    static func before(_ method: String) -> String { step(method, all.count - 1) }

    private static func step(_ method: String, _ step: Int) -> String {
        let typed = method.uppercased()
        if let place = all.firstIndex(of: typed) { return all[(place + step) % all.count] }
        return all.first { $0.hasPrefix(typed) } ?? all[0]
    }
}

extension RequestPaneState {
    /// How many rows the selection walks through; nil where the tab only scrolls.
    func rowCount(_ request: SavedRequest) -> Int? {
        switch tab {
        case .params: request.parameters.count
        case .headers: request.headers.count
        case .variables: variableRows(request).count
        case .body, .options: nil
        }
    }

    /// Keeps the selection on its parameter or header, wherever that is in a changed text.
    mutating func followRow(from old: SavedRequest, to new: SavedRequest) {
        func rows(_ request: SavedRequest) -> [[String]] {
            switch tab {
            case .params: request.parameters.map { [$0.name, $0.value] }
            case .headers: request.headers.map { [$0.name, $0.value] }
            case .body, .variables, .options: []
            }
        }
        let (before, now) = (rows(old), rows(new))
        guard before.indices.contains(selection) else { return }
        let row = before[selection]
        if now.indices.contains(selection), now[selection] == row { return }
        selection = now.firstIndex(of: row) ?? now.firstIndex { $0[0] == row[0] } ?? selection
    }

    /// Moves the selection, over the title row above the first row; tabs without rows scroll.
    mutating func move(by step: Int, in request: SavedRequest) {
        if step > 0, isTitleSelected {
            isTitleSelected = false
            return
        }
        if let count = rowCount(request) {
            if step < 0, selection == 0 { isTitleSelected = true }
            selection = max(0, min(count - 1, selection + step))
        } else {
            if step < 0, scroll == 0 { isTitleSelected = true }
            scroll = max(0, scroll + step)
        }
    }

    mutating func goToTop() {
        isTitleSelected = true
        selection = 0
        scroll = 0
        bodyScroll = ScrollPosition()
    }

    mutating func settle(_ request: SavedRequest, in size: Size) {
        keepBodyLines(of: request)
        if tab == .body { bodyScroll = bodyWindow(in: size).clamped(bodyScroll) }
        if let count = rowCount(request) {
            selection = max(0, min(selection, count - 1))
            let isAdding = if case .row(let row)? = edit { row.index == nil } else { false }
            scroll = ListSelection(index: isAdding ? count : selection, top: scroll)
                .top(count: count + (isAdding ? 1 : 0), height: size.rows)
        } else {
            let lines = RequestPane.lineCount(self, request, width: size.columns)
            scroll = max(0, min(scroll, lines - size.rows))
        }
    }
}

extension SavedRequest {
    /// The file name extension by which an editor knows what the body is.
    var bodyExtension: String {
        let type = headers.first { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
        return switch true {
        case _ where type.contains("json"): "json"
        case _ where type.contains("xml"): "xml"
        case _ where type.contains("html"): "html"
        case _ where type.contains("graphql"): "graphql"
        default: "txt"
        }
    }
}
