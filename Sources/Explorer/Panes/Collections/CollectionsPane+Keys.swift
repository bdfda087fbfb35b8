import HTTPFormat
import TerminalUI
import Workspace

extension CollectionsPane {
    static func perform(_ command: Command, on model: inout Model) -> [Effect] {
        if let sentence = refusal(of: command, model) {
            model.say(sentence, .warning)
            return []
        }
        let page = max(1, listRect(in: model.window.layout.inside(pane), model: model).height)
        switch command {
        case .moveUp: model.tree.selection -= 1
        case .moveDown: model.tree.selection += 1
        case .pageUp: model.tree.selection -= page
        case .pageDown: model.tree.selection += page
        case .halfPageUp: model.tree.selection -= max(1, page / 2)
        case .halfPageDown: model.tree.selection += max(1, page / 2)
        case .top: model.tree.selection = 0
        case .bottom: model.tree.selection = model.tree.rows.count - 1
        case .moveLeft: closeOrGoToParent(on: &model)
        case .moveRight: openOrEnter(on: &model)
        case .open: return openSelected(on: &model)
        case .toggle: toggleSelected(on: &model)
        case .foldAll: model.tree.setAllOpen(false)
        case .unfoldAll: model.tree.setAllOpen(true)
        case .search:
            model.collections.filter = TextField(model.tree.filter)
            model.collections.beforeFilter = PlaceBeforeFilter(
                row: model.tree.selectedRow?.kind, open: model.current?.key)
        case .addItem: addRequest(on: &model)
        case .cloneItem: return cloneRequest(on: &model)
        case .deleteItem: askToDelete(on: &model)
        case .renameRequest: if model.selectedPlace == nil { model.askForNewName() } else { model.askForNewPlace() }
        case .moveRequest:
            if model.selectedPlace == nil { model.askWhereToMove() } else { model.askForNewPlace(isMove: true) }
        case .moveRequestUp: return model.moveRequest(by: -1)
        case .moveRequestDown: return model.moveRequest(by: 1)
        case .undo: return model.undoInCollections()
        case .redo: return model.redoInCollections()
        default: break
        }
        return []
    }

    /// Opens or closes a folder or file; marks a request and goes to the next row, so that several are marked in a row.
    private static func toggleSelected(on model: inout Model) {
        guard let row = model.tree.selectedRow else { return }
        guard case .request(let key) = row.kind else { return model.tree.toggle(row.kind) }
        if model.collections.marked.remove(key) == nil { model.collections.marked.insert(key) }
        model.tree.selection += 1
    }

    private static func closeOrGoToParent(on model: inout Model) {
        guard let row = model.tree.selectedRow else { return }
        if model.tree.filter.isEmpty, model.tree.isOpen(row.kind) {
            model.tree.toggle(row.kind)
        } else if let parent = model.tree.parent(of: model.tree.selection) {
            model.tree.selection = parent
        }
    }

    private static func openOrEnter(on model: inout Model) {
        guard let row = model.tree.selectedRow else { return }
        switch row.kind {
        case .request: return
        case .heading where !model.tree.isTag(row.kind): return
        case .folder, .file, .heading: break
        }
        if model.tree.isOpen(row.kind) { model.tree.selection += 1 } else { model.tree.toggle(row.kind) }
    }

    private static func openSelected(on model: inout Model) -> [Effect] {
        guard let row = model.tree.selectedRow else { return [] }
        switch row.kind {
        case .folder: model.tree.toggle(row.kind)
        case .file(let path):
            if let problem = model.tree.files[path]?.file.problemSentence {
                model.overlays.show(Message(title: model.tree.name(of: row), lines: [problem]))
            } else if model.tree.files[path]?.file.isUnread == true {
                return model.readAgain(path)
            } else {
                model.tree.toggle(row.kind)
            }
        case .request(let key):
            let effects = model.open(key)
            model.window.focus = .request
            return effects
        case .heading: if model.tree.isTag(row.kind) { model.tree.toggle(row.kind) }
        }
        return []
    }

    /// Shows the whole tree again, with the selection where it is; on the open request if nothing matched.
    static func clearFilter(on model: inout Model) {
        let selected = model.tree.selectedRow?.kind
        model.tree.setFilter("")
        switch selected {
        case .request(let key)?: model.tree.reveal(key)
        case .file(let path)?: model.tree.reveal(file: path)
        case nil: if let current = model.current { model.tree.reveal(current.key) }
        case .folder?, .heading?: break
        }
    }

    // MARK: Adding, copying, deleting

    /// The file that a new request would go to.
    private static func fileForNewRequest(_ model: Model) -> String? {
        switch model.tree.selectedRow?.kind {
        case .request(let key): return key.file
        case .file(let path), .heading(let path, _): return path
        case .folder(let folder):
            let inside = model.tree.filePaths.first {
                model.tree.files[$0]?.file.relativePath.hasPrefix(folder + "/") == true
            }
            return inside ?? model.tree.filePaths.first
        case nil: return model.tree.filePaths.first
        }
    }

    private static func addRequest(on model: inout Model) {
        guard model.tree.phase == .ready else { return }
        let file = fileForNewRequest(model).flatMap { model.tree.files[$0]?.file.relativePath } ?? "requests.http"
        model.overlays.show(
            Form(
                title: "New request", labels: ["File", "Title", "Request"],
                fields: [TextField(file), TextField(""), TextField(Form.emptyRequestLine)], focus: 1,
                purpose: .newRequest(at: model.tree.selectedRow?.kind)))
    }

    private static func cloneRequest(on model: inout Model) -> [Effect] {
        guard let key = model.tree.selectedRequest, let index = model.tree.index(of: key) else {
            model.say("Select a request to clone it.", .warning)
            return []
        }
        do throws(EditStop) { try model.edit(key.file, by: .clone(index)) } catch { return model.stop(error) }
        guard let copy = model.tree.key(key.file, index + 1) else { return [] }
        model.tree.reveal(copy)
        return model.open(copy)
    }

    private static func askToDelete(on model: inout Model) {
        if model.selectedPlace != nil { return model.askToDiscard() }
        guard let key = model.tree.selectedRequest, let request = model.tree.request(key) else {
            model.say("Select a request, a file or a folder to delete it.", .warning)
            return
        }
        guard model.editableDocument(key.file) != nil else { return }
        var question = Question.delete(
            request, key: key, file: model.tree.files[key.file]?.file.relativePath ?? "")
        if let remark = model.remarkOnMarks { question.lines.append(remark) }
        model.overlays.show(question)
    }
}
