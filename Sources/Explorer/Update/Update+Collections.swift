import Base
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

extension Model {
    // MARK: Loading

    func loadEnvironments() -> [Effect] {
        var folders = Set(openRequests.list.map { PathText.folder(of: $0.key.file) })
        folders.insert(tree.root)
        return folders.sorted().map { .loadEnvironments(folder: $0, tree.place) }
    }

    /// The first request of the tree is looked at from the start, so that no pane begins empty.
    mutating func openFirstRequest() -> [Effect] {
        guard let place = tree.rows.firstIndex(where: { if case .request = $0.kind { true } else { false } }) else {
            return []
        }
        tree.selection = place
        guard case .request(let key)? = tree.selectedRow?.kind, let request = tree.request(key) else { return [] }
        return bring(key, request)
    }

    // MARK: Commands

    mutating func performInCollections(_ command: Command) -> [Effect] {
        let page = max(
            1, CollectionsPane.listRect(in: window.layout.inside(.collections), model: self).height)
        switch command {
        case .moveUp: tree.selection -= 1
        case .moveDown: tree.selection += 1
        case .pageUp: tree.selection -= page
        case .pageDown: tree.selection += page
        case .halfPageUp: tree.selection -= max(1, page / 2)
        case .halfPageDown: tree.selection += max(1, page / 2)
        case .top: tree.selection = 0
        case .bottom: tree.selection = tree.rows.count - 1
        case .moveLeft: closeOrGoToParent()
        case .moveRight: openOrEnter()
        case .open: return openSelected()
        case .toggle: if let row = tree.selectedRow { tree.toggle(row.kind) }
        case .search: tree.filterField = TextField(tree.filter)
        case .addItem: addRequest()
        case .cloneItem: return cloneRequest()
        case .deleteItem: askToDelete()
        case .renameRequest: askForNewName()
        case .moveRequest: askWhereToMove()
        case .moveRequestUp: return moveRequest(by: -1)
        case .moveRequestDown: return moveRequest(by: 1)
        case .undo: return undoEdit()
        default: break
        }
        return []
    }

    private mutating func closeOrGoToParent() {
        guard let row = tree.selectedRow else { return }
        if tree.filter.isEmpty, tree.isOpen(row.kind) {
            tree.toggle(row.kind)
        } else if let parent = tree.parent(of: tree.selection) {
            tree.selection = parent
        }
    }

    private mutating func openOrEnter() {
        guard let row = tree.selectedRow else { return }
        switch row.kind {
        case .request, .heading: return
        case .folder, .file: break
        }
        if tree.isOpen(row.kind) { tree.selection += 1 } else { tree.toggle(row.kind) }
    }

    private mutating func openSelected() -> [Effect] {
        guard let row = tree.selectedRow else { return [] }
        switch row.kind {
        case .folder: tree.toggle(row.kind)
        case .file(let path):
            if let problem = tree.files[path]?.file.problem {
                overlays.show(Message(title: tree.name(of: row), lines: [problem]))
            } else {
                tree.toggle(row.kind)
            }
        case .request(let key):
            let effects = open(key)
            window.focus = .request
            return effects
        case .heading: break
        }
        return []
    }

    mutating func filterKey(_ key: Key) -> [Effect] {
        switch key {
        case .enter:
            tree.filterField = nil
        case .up: tree.selection -= 1
        case .down: tree.selection += 1
        default:
            guard var field = tree.filterField, field.handle(key) else { return [] }
            tree.filterField = field
            tree.setFilter(field.text)
        }
        return []
    }

    // MARK: Opening a request

    /// Brings a request into the request pane; it comes back as it was left.
    package mutating func open(_ key: RequestKey) -> [Effect] {
        guard let request = tree.request(key) else { return [] }
        guard let effects = finishTyping() else { return [] }
        return effects + bring(key, request)
    }

    /// Moving in the tree shows the selected request, so that what is shown and what a send would take are the same.
    mutating func previewSelected() -> [Effect] {
        guard window.focus == .collections else {
            // A user who goes to another pane works on the request.
            if openRequests.current?.isPreview == true { openRequests.current?.isPreview = false }
            return []
        }
        guard case .request(let key)? = tree.selectedRow?.kind, key != current?.key, let request = tree.request(key)
        else { return [] }
        let passed = current.flatMap { $0.isPreview && $0.isUntouched ? $0.id : nil }
        let isNew = openRequests[key] == nil
        let effects = bring(key, request)
        if let passed, !chains.contains(where: { $0.owner == passed }) {
            openRequests.remove { $0.id == passed }
        }
        if isNew { openRequests.current?.isPreview = true }
        return effects
    }

    /// Shows the whole tree again, with the selection where it is; on the open request if nothing matched.
    mutating func clearFilter() {
        let selected = tree.selectedRow?.kind
        tree.setFilter("")
        switch selected {
        case .request(let key)?: tree.reveal(key)
        case .file(let path)?: tree.reveal(file: path)
        case nil: if let current { tree.reveal(current.key) }
        case .folder?, .heading?: break
        }
    }

    /// Fills the request pane. Whatever is typed goes on.
    private mutating func bring(_ key: RequestKey, _ request: SavedRequest) -> [Effect] {
        if let known = openRequests[key] {
            openRequests.bring(known.id)
        } else {
            let opened = OpenRequest(
                id: OpenRequest.ID(rawValue: clock.nextTicket()), key: key,
                pane: RequestPaneState(for: request))
            openRequests.add(opened, isBusy: sending.isBusy)
        }
        let folder = PathText.folder(of: key.file)
        let environment: [Effect] =
            surroundings.environments[folder] == nil ? [.loadEnvironments(folder: folder, tree.place)] : []
        return environment + showVariables()
    }

    // MARK: Adding, copying, deleting

    /// The file that a new request would go to, and the request that it would follow.
    private var placeForNewRequest: (file: String, after: RequestKey?)? {
        guard let row = tree.selectedRow else { return tree.filePaths.first.map { ($0, nil) } }
        switch row.kind {
        case .request(let key): return (key.file, key)
        case .file(let path): return (path, nil)
        case .heading(let file, let block): return (file, tree.lastRequest(of: file, upToBlock: block))
        case .folder(let folder):
            let inside = tree.filePaths.first { tree.files[$0]?.file.relativePath.hasPrefix(folder + "/") == true }
            return (inside ?? tree.filePaths.first).map { ($0, nil) }
        }
    }

    private mutating func addRequest() {
        guard tree.phase == .ready else { return }
        let place = placeForNewRequest
        let file = place.flatMap { tree.files[$0.file]?.file.relativePath } ?? "requests.http"
        overlays.show(

            Form(
                title: "New request", labels: ["File", "Title", "Request"],
                fields: [TextField(file), TextField(""), TextField(Form.emptyRequestLine)], focus: 1,
                purpose: .newRequest(after: place?.after)))
    }

    private mutating func cloneRequest() -> [Effect] {
        guard case .request(let key)? = tree.selectedRow?.kind, let index = tree.index(of: key),
            let document = editableDocument(key.file)
        else { return [] }
        do throws(HTTPDocument.EditRefusal) {
            try edit(document, of: key.file, by: .clone(index))
        } catch {
            say(error.sentence, .failure)
            return []
        }
        guard let copy = tree.key(key.file, index + 1) else { return [] }
        tree.reveal(copy)
        return open(copy)
    }

    private mutating func askToDelete() {
        guard case .request(let key)? = tree.selectedRow?.kind, let request = tree.request(key) else {
            say("Only requests can be deleted here; files are yours to delete.", .warning)
            return
        }
        guard editableDocument(key.file) != nil else { return }
        overlays.show(Question.delete(request, key: key, file: tree.files[key.file]?.file.relativePath ?? ""))
    }

    mutating func delete(_ key: RequestKey) -> [Effect] {
        guard let document = editableDocument(key.file), let index = tree.index(of: key) else { return [] }
        do throws(HTTPDocument.EditRefusal) {
            try edit(document, of: key.file, by: .remove(index))
        } catch {
            say(error.sentence, .failure)
            return []
        }
        let removed = openRequests[key]
        openRequests.remove { $0.key == key }
        say("Deleted. u takes it back, Ctrl-S writes the file.")
        return removed?.exchange.flatMap { sending.isInFlight($0) ? [.cancel($0)] : nil } ?? []
    }

    /// The document of a file that may be edited; says why when it may not.
    mutating func editableDocument(_ path: String) -> HTTPDocument? {
        guard let file = tree.files[path]?.file else { return nil }
        if let problem = file.problem {
            say(problem, .failure)
            return nil
        }
        if file.document.isReadOnly {
            say("\(file.relativePath) is not UTF-8; it can be sent from but not edited.", .failure)
            return nil
        }
        return file.document
    }

    // MARK: Open requests of files that change

    /// Lets the open requests of a file follow a change of its text that we did not make step by step. In place of one that
    /// is gone comes its neighbour.
    mutating func requestsChanged(in file: String, from old: FileState?) {
        guard let old else { return }
        let new = tree.files[file]
        let last = (new?.requests.count ?? 0) - 1
        openRequests.modifyAll { open in
            guard open.key.file == file, let index = old.index(of: open.key.id), let new, last >= 0 else { return }
            let place = new.index(of: open.key.id) ?? min(index, last)
            open.key = new.key(place) ?? open.key
            open.pane.followRow(from: old.requests[index], to: new.requests[place])
        }
        openRequests.remove { last < 0 && $0.key.file == file && !sending.isBusy($0.id) }
    }

    mutating func undoEdit() -> [Effect] {
        let selected: String? =
            switch tree.selectedRow?.kind {
            case .request(let key)?: key.file
            case .file(let path)?: path
            default: nil
            }
        guard let path = window.focus == .request ? current?.key.file : selected else { return [] }
        let old = tree.files[path]
        guard tree.undo(path) else {
            say("Nothing to take back in this file.")
            return []
        }
        requestsChanged(in: path, from: old)
        say("Edit taken back.")
        return showVariables()
    }
}
