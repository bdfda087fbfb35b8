import Base
import HTTPFormat
import NetEngine
import TerminalUI
import Workspace

extension Model {
    // MARK: Loading

    func loadEnvironments() -> [Effect] {
        var folders = Set(openRequests.list.map { environmentKey(of: $0.key.file) })
        folders.insert(tree.root)
        return folders.sorted().map { loadEnvironments($0) }
    }

    /// - Parameter key: a folder, or a description, which adds its servers.
    private func loadEnvironments(_ key: String) -> Effect {
        let described = tree.files[key]?.file.described
        return .loadEnvironments(
            folder: key, tree.place, described: described)
    }

    /// The first request of the tree is looked at from the start, so that no pane begins empty.
    mutating func openFirstRequest() -> [Effect] {
        guard let place = tree.rows.firstIndex(where: { if case .request = $0.kind { true } else { false } }) else {
            return []
        }
        tree.selection = place
        guard let key = tree.selectedRequest, let request = tree.request(key) else { return [] }
        return bring(key, request)
    }

    // MARK: Opening a request

    /// Brings a request into the request pane; it comes back as it was left.
    package mutating func open(_ key: RequestKey) -> [Effect] {
        guard let request = tree.request(key) else { return [] }
        guard let effects = finishTyping() else { return [] }
        return effects + bring(key, request)
    }

    /// Goes to a request in the tree, also if a filter leaves it out, and opens it.
    mutating func go(to key: RequestKey) -> [Effect] {
        tree.setFilter("")
        tree.reveal(key)
        let effects = open(key)
        window.focus = .request
        return effects
    }

    /// Moving in the tree shows the selected request, so that what is shown and what a send would take are the same.
    mutating func previewSelected() -> [Effect] {
        guard window.focus == .collections else {
            // A user who goes to another pane works on the request.
            if openRequests.current?.isPreview == true { openRequests.current?.isPreview = false }
            return []
        }
        guard let key = tree.selectedRequest, key != current?.key, let request = tree.request(key)
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

    /// Fills the request pane. Whatever is typed goes on.
    private mutating func bring(_ key: RequestKey, _ request: SavedRequest) -> [Effect] {
        if let known = openRequests[key] {
            openRequests.bring(known.id)
        } else {
            openRequests.add(opened(key, request), isBusy: sending.isBusy)
        }
        let folder = environmentKey(of: key.file)
        let environment = surroundings.environments[folder] == nil ? [loadEnvironments(folder)] : []
        return environment + showVariables()
    }

    /// Opens a request behind the one in view, unless it is open already.
    /// - Returns: nil if there is no such request.
    mutating func openBehind(_ key: RequestKey) -> OpenRequest.ID? {
        if let known = openRequests[key] { return known.id }
        guard let request = tree.request(key) else { return nil }
        let opened = opened(key, request)
        openRequests.addBehind(opened)
        return opened.id
    }

    private mutating func opened(_ key: RequestKey, _ request: SavedRequest) -> OpenRequest {
        OpenRequest(
            id: OpenRequest.ID(rawValue: clock.nextTicket()), key: key, pane: RequestPaneState(for: request))
    }

    // MARK: Editing files

    mutating func delete(_ key: RequestKey) -> [Effect] {
        guard let index = tree.index(of: key) else { return [] }
        do throws(EditStop) { try edit(key.file, by: .remove(index)) } catch { return stop(error) }
        let removed = openRequests[key]
        openRequests.remove { $0.key == key }
        say("Deleted. \(keyName(.undo)) takes it back, \(keyName(.save)) writes the file.")
        return removed?.exchange.flatMap { sending.isInFlight($0) ? [.cancel($0)] : nil } ?? []
    }

    /// The document of a file that may be edited.
    func document(toEdit path: String) throws(EditStop) -> HTTPDocument {
        guard let file = tree.files[path]?.file else { throw EditStop(sentence: "That file cannot be edited.") }
        if let problem = file.problemSentence { throw EditStop(sentence: problem) }
        if file.isUnread {
            throw EditStop(sentence: "\(file.relativePath) is a description that is not read yet.")
        }
        guard file.document.isReadOnly else { return file.document }
        throw EditStop(sentence: "\(file.relativePath) is not UTF-8; it can be sent from but not edited.")
    }

    /// The same; says why when it may not be edited.
    mutating func editableDocument(_ path: String) -> HTTPDocument? {
        do throws(EditStop) {
            return try document(toEdit: path)
        } catch {
            _ = stop(error)
            return nil
        }
    }

    // MARK: Open requests of files that change

    /// Changes the tree, and lets the open requests follow what was not changed step by step.
    mutating func changeTree<Result>(_ change: (inout CollectionTree) -> Result) -> Result {
        let result = change(&tree)
        for (path, old) in tree.takeMatched() { follow(path, from: old) }
        return result
    }

    /// Makes the open request whole, if it is one of a description that was not looked at yet.
    mutating func expandCurrent() -> [Effect] {
        guard let key = current?.key, expand(key) else { return [] }
        return showVariables()
    }

    /// Makes a request of a description whole.
    /// - Returns: whether anything changed.
    mutating func expand(_ key: RequestKey) -> Bool {
        guard let old = tree.files[key.file], old.file.described != nil, tree.expand(key) else { return false }
        follow(key.file, from: old)
        return true
    }

    /// In place of an open request that is gone comes its neighbour.
    private mutating func follow(_ file: String, from old: FileState) {
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

    /// Takes back the last edit of a file, or a value of an environment file that was written after it.
    mutating func undoEdit(in path: String?) -> [Effect] { takeEdit(.back, in: path) }

    /// Makes the edit of a file again that was taken back last.
    mutating func redoEdit(in path: String?) -> [Effect] { takeEdit(.again, in: path) }

    /// Which way an edit is taken.
    private enum EditDirection {
        case back, again

        var steps: KeyPath<FileState, [EditStep]> { self == .back ? \.undo : \.redo }

        func take(_ path: String, of tree: inout CollectionTree) -> Bool {
            self == .back ? tree.undo(path) : tree.redo(path)
        }
    }

    private mutating func takeEdit(_ direction: EditDirection, in path: String?) -> [Effect] {
        let isBack = direction == .back
        if isBack, let value = valueToTakeBack(before: path) { return takeBack(value) }
        if !isBack, let value = valueToMakeAgain(before: path) { return makeAgain(value) }
        guard let path else {
            say(isBack ? "Nothing to take back." : "No change of files and folders was taken back.")
            return []
        }
        let (before, open) = (tree.files[path], current?.key)
        do throws(EditStop) {
            if let other = try otherFileOfMove(path, direction) {
                takeMove(direction, in: [path, other])
                say(isBack ? "The move is taken back, in both files." : "The request is moved again, in both files.")
            } else if changeTree({ direction.take(path, of: &$0) }) {
                guard let before, let after = tree.files[path] else { return showVariables() }
                let edit = TakenEdit(from: before, to: after, open: open)
                say(edit.sentence(of: after, again: !isBack))
                return edit.place(from: open).map { goTo($0) } ?? showVariables()
            } else {
                say(isBack ? "Nothing to take back in this file." : "Nothing was taken back in this file.")
                return []
            }
        } catch {
            return stop(error)
        }
        return showVariables()
    }

    /// Brings what changed into view; the focus stays where it is.
    private mutating func goTo(_ key: RequestKey) -> [Effect] {
        guard let request = tree.request(key) else { return showVariables() }
        if tree.selectedRequest != key { tree.reveal(key) }
        return key == current?.key ? showVariables() : bring(key, request)
    }

    /// The file that holds the other half, where the last step of a file is half of a request's move; nil where it is taken alone.
    private func otherFileOfMove(_ path: String, _ direction: EditDirection) throws(EditStop) -> String? {
        let (steps, isBack) = (direction.steps, direction == .back)
        guard let move = tree.files[path]?[keyPath: steps].last?.move else { return nil }
        let other = tree.files.values.first { state in
            state.file.path != path && state[keyPath: steps].contains { $0.move?.number == move.number }
        }
        guard let other else {
            // Taken back alone, the half in the file that lost the request brings it back.
            if isBack, !move.isArrival { return nil }
            throw EditStop(
                sentence: isBack
                    ? "The move cannot be taken back: its edit of the other file is forgotten; move the request yourself."
                    : "The move cannot be made again: what the other file took back is forgotten; move the request yourself."
            )
        }
        guard other[keyPath: steps].last?.move?.number != move.number else { return other.file.path }
        let name = other.file.relativePath
        throw EditStop(
            sentence: isBack
                ? "A move is taken back in both files: first take back what was edited in \(name) after it."
                : "A move is made again in both files: first make again what was taken back in \(name) after it.")
    }

    /// Takes both halves of a move back, or does them again; the request stays open and selected.
    private mutating func takeMove(_ direction: EditDirection, in paths: [String]) {
        let before = paths.compactMap { tree.files[$0] }
        for path in paths { _ = direction.take(path, of: &tree) }
        func keys(of states: [FileState], without others: [FileState]) -> [RequestKey] {
            zip(states, others).flatMap { state, other in
                state.ids.filter { other.index(of: $0) == nil }.map { RequestKey(file: state.file.path, id: $0) }
            }
        }
        let now = paths.compactMap { tree.files[$0] }
        let (gone, came) = (keys(of: before, without: now), keys(of: now, without: before))
        if gone.count == 1, came.count == 1 {
            requestMoved(gone[0], to: came[0])
            tree.reveal(came[0])
        }
        // What else was open in the two files follows.
        changeTree { _ in }
    }
}
