import Base
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

extension Model {
    // MARK: Loading

    func loadEnvironments() -> [Effect] {
        var folders = Set(openRequests.map { PathText.folder(of: $0.key.file) })
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
        let page = max(1, CollectionsPane.listRect(in: layout.inside(.collections), model: self).height)
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
        case .search: filterField = TextField(tree.filter)
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
            focus = .request
            return effects
        case .heading: break
        }
        return []
    }

    mutating func filterKey(_ key: Key) -> [Effect] {
        switch key {
        case .enter:
            filterField = nil
        case .up: tree.selection -= 1
        case .down: tree.selection += 1
        default:
            guard var field = filterField, field.handle(key) else { return [] }
            filterField = field
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
        guard focus == .collections else {
            // Whoever goes to another pane is at work on the request.
            if let currentID, current?.isPreview == true { modify(currentID) { $0.isPreview = false } }
            return []
        }
        guard case .request(let key)? = tree.selectedRow?.kind, key != current?.key, let request = tree.request(key)
        else { return [] }
        let passed = current.flatMap { $0.isPreview && $0.isUntouched ? $0.id : nil }
        let isNew = !openRequests.contains { $0.key == key }
        let effects = bring(key, request)
        if let passed, !chains.contains(where: { $0.owner == passed }) { openRequests.removeAll { $0.id == passed } }
        if isNew, let currentID { modify(currentID) { $0.isPreview = true } }
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
        if let place = openRequests.firstIndex(where: { $0.key == key }) {
            let known = openRequests.remove(at: place)
            openRequests.append(known)
            currentID = known.id
        } else {
            let opened = OpenRequest(
                id: OpenRequest.ID(rawValue: nextTicket()), key: key, pane: RequestPaneState(for: request))
            openRequests.append(opened)
            currentID = opened.id
            forgetOldest()
        }
        let folder = PathText.folder(of: key.file)
        let environment: [Effect] =
            environments[folder] == nil ? [.loadEnvironments(folder: folder, tree.place)] : []
        return environment + showVariables()
    }

    private mutating func forgetOldest() {
        guard openRequests.count > Self.openLimit else { return }
        let busy = Set(inFlight.values)
        if let place = openRequests.firstIndex(where: { !busy.contains($0.id) && $0.id != currentID }) {
            openRequests.remove(at: place)
        }
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
        guard case .request(let key)? = tree.selectedRow?.kind, let document = editableDocument(key.file) else {
            return []
        }
        do throws(HTTPDocument.EditRefusal) {
            tree.edit(key.file, to: try changed(document, of: key.file, by: .clone(key.index)))
        } catch {
            say(error.sentence, .failure)
            return []
        }
        shiftKeys(in: key.file, from: key.index + 1, by: 1)
        let copy = RequestKey(file: key.file, index: key.index + 1)
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
        guard let document = editableDocument(key.file), tree.request(key) != nil else { return [] }
        let edited: HTTPDocument
        do throws(HTTPDocument.EditRefusal) {
            edited = try changed(document, of: key.file, by: .remove(key.index))
        } catch {
            say(error.sentence, .failure)
            return []
        }
        let removed = openRequests.first { $0.key == key }
        openRequests.removeAll { $0.key == key }
        tree.edit(key.file, to: edited)
        shiftKeys(in: key.file, from: key.index + 1, by: -1)
        say("Deleted. u takes it back, Ctrl-S writes the file.")
        if let removed, removed.id == currentID { currentID = openRequests.last?.id }
        return removed?.exchange.flatMap { inFlight[$0] != nil ? [.cancel($0)] : nil } ?? []
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

    // MARK: Keys into files that change

    private mutating func shiftKeys(in file: String, from index: Int, by step: Int) {
        for place in openRequests.indices where openRequests[place].key.file == file {
            if openRequests[place].key.index >= index { openRequests[place].key.index += step }
        }
    }

    /// Finds each open request of a file again after its text changed in a way that we did not make step by step.
    mutating func requestsChanged(in file: String, from old: [SavedRequest]) {
        let new = tree.files[file]?.file.document.requests ?? []
        for position in openRequests.indices where openRequests[position].key.file == file {
            let index = openRequests[position].key.index
            let found = old.indices.contains(index) ? place(of: old[index], in: file) : nil
            openRequests[position].key.index = found ?? max(0, new.count - 1)
            if let found { openRequests[position].pane.followRow(from: old[index], to: new[found]) }
        }
        if new.isEmpty { openRequests.removeAll { $0.key.file == file && inFlight.values.contains($0.id) == false } }
        if let id = currentID, openRequest(id) == nil { currentID = openRequests.last?.id }
    }

    /// Where a request of an earlier text of a file stands now; what stands in its place, where it is gone.
    package func place(of before: SavedRequest, in file: String) -> Int? {
        let new = tree.files[file]?.file.document.requests ?? []
        let found =
            new.first { $0.id == before.id && $0.target == before.target && $0.method == before.method }
            ?? new.first { $0.id == before.id } ?? new.first { $0.index == before.index }
        return found?.index
    }

    mutating func undoEdit() -> [Effect] {
        let selected: String? =
            switch tree.selectedRow?.kind {
            case .request(let key)?: key.file
            case .file(let path)?: path
            default: nil
            }
        guard let path = focus == .request ? current?.key.file : selected else { return [] }
        let old = tree.files[path]?.file.document.requests ?? []
        guard tree.undo(path) else {
            say("Nothing to take back in this file.")
            return []
        }
        requestsChanged(in: path, from: old)
        say("Edit taken back.")
        return showVariables()
    }
}
