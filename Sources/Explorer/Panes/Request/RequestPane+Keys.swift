import HTTPFormat
import TerminalUI
import Workspace

extension RequestPane {
    // MARK: Commands

    static func perform(_ command: Command, on model: inout Model) -> [Effect] {
        guard var open = model.current, let request = model.currentRequest else {
            model.say("No request is open. Select one in Collections.", .warning)
            return []
        }
        if performSearch(command, on: &model) { return [] }
        let content = contentRect(in: model.window.layout.inside(pane))
        let rows = places(open.pane, request, in: content).rows
        if open.pane.scrollBody(command, in: rows.size) {
            model.current = open
            return []
        }
        if let refusal = refusal(of: command, model) {
            model.say(refusal)
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
        case .previousTab, .moveLeft: open.pane.show(open.pane.tab(further: -1))
        case .nextTab, .moveRight: open.pane.show(open.pane.tab(further: 1))
        case .open, .editHere:
            switch open.pane.tab {
            case .docs where !open.pane.isTitleSelected:
                if let docs = open.pane.docs, let link = docs.link(ofLine: open.pane.selection) {
                    return model.follow(link, of: docs.subject)
                }
                open.pane.toggleDocs()
            case .auth where !open.pane.isTitleSelected: return beginAuth(open.pane, request, on: &model)
            case .options where !open.pane.isTitleSelected:
                if open.pane.selectedOption?.option?.kind == .switchesOff
                    || model.editableDocument(open.key.file) == nil
                {
                    return beginOption(&open.pane, on: &model)
                }
                _ = beginOption(&open.pane, on: &model)
            default: beginEdit(&open.pane, request, on: &model)
            }
        case .editMethod: begin(.method(TextField(request.method)), &open.pane)
        case .editURL: begin(.url(TextField(request.target)), &open.pane)
        case .addItem where open.pane.tab == .auth: return AuthKindPicker.open(on: &model)
        case .addItem: beginAdding(&open.pane)
        case .editExternally: return editExternally(open, request, on: &model)
        case .toggle: return toggleRow(open, request, on: &model)
        case .deleteItem: return removeRow(open, request, on: &model)
        case .chooseBodyType: return BodyTypePicker.open(on: &model)
        case .undo: return model.undoEdit(in: open.key.file)
        case .redo: return model.redoEdit(in: open.key.file)
        case .formatBody: return formatBody(request, on: &model)
        case .renameRequest:
            model.askForNewName()
            return []
        default: return []
        }
        if open.pane.edit != nil, model.editableDocument(open.key.file) == nil { open.pane.edit = nil }
        model.current = open
        return []
    }

    private static func begin(_ edit: RequestEdit, _ pane: inout RequestPaneState) {
        pane.edit = edit
        pane.refusal = nil
    }

    /// Enter and `e`: what is selected becomes a field.
    private static func beginEdit(_ pane: inout RequestPaneState, _ request: SavedRequest, on model: inout Model) {
        if pane.isTitleSelected { return begin(.url(TextField(request.target)), &pane) }
        switch pane.tab {
        case .params:
            guard request.parameters.indices.contains(pane.selection) else { return beginAdding(&pane) }
            let row = request.parameters[pane.selection]
            begin(
                .row(.init(.parameter, pane.selection, request.shown(row.name), request.shown(row.value))), &pane)
        case .headers:
            guard request.headers.indices.contains(pane.selection) else { return beginAdding(&pane) }
            let row = request.headers[pane.selection]
            begin(.row(.init(.header, pane.selection, row.name, row.value)), &pane)
        case .body: begin(.body(.ofBody(request.body.text, wraps: pane.wrapsBody)), &pane)
        case .variables: model.beginVariableEdit(&pane, request)
        case .auth, .options, .docs: break
        }
    }

    private static func beginAdding(_ pane: inout RequestPaneState) {
        pane.isTitleSelected = false
        switch pane.tab {
        case .params: begin(.row(.init(.parameter, nil, "", "")), &pane)
        case .headers: begin(.row(.init(.header, nil, "", "")), &pane)
        case .body, .auth, .variables, .options, .docs: break
        }
    }

    private static func toggleRow(_ open: OpenRequest, _ request: SavedRequest, on model: inout Model) -> [Effect] {
        switch open.pane.tab {
        case .params where request.parameters.indices.contains(open.pane.selection):
            return applyAndShow(.toggleParameter(open.pane.selection), on: &model)
        case .headers where request.headers.indices.contains(open.pane.selection):
            return applyAndShow(.toggleHeader(open.pane.selection), on: &model)
        case .variables:
            model.toggleSecret(open, request)
            return []
        case .options: return open.pane.selectedOption.map { toggleOption($0, on: &model) } ?? []
        case .docs:
            model.modifyCurrentPane { $0.toggleDocs() }
            return []
        default: return []
        }
    }

    private static func removeRow(_ open: OpenRequest, _ request: SavedRequest, on model: inout Model) -> [Effect] {
        switch open.pane.tab {
        case .params where request.parameters.indices.contains(open.pane.selection):
            return applyAndShow(
                .removeParameter(open.pane.selection),
                saying: "Parameter removed. \(model.keyName(.undo)) takes it back.", on: &model)
        case .headers where request.headers.indices.contains(open.pane.selection):
            return applyAndShow(
                .removeHeader(open.pane.selection), saying: "Header removed. \(model.keyName(.undo)) takes it back.",
                on: &model)
        case .auth: return removeLogin(on: &model)
        case .options: return open.pane.selectedOption.map { resetOption($0, on: &model) } ?? []
        default: return []
        }
    }
}
