import Base
import HTTPFormat
import TerminalUI
import Workspace

// Edits of large files. Reading an edited file again takes time in proportion to its size (some 16 ms a MB), so above a limit it
// is done outside of `update`: the action that needs it stops before it changes anything, waits with all that is
// typed after it, and is taken again when the edited document is there. What comes out is what would have come at once.

extension Model {
    /// The document as changed.
    package mutating func changed(
        _ document: HTTPDocument, of path: String, by change: DocumentChange
    ) throws(EditStop) -> HTTPDocument {
        let described = tree.files[path]?.file.described != nil ? tree.files[path]?.file : nil
        if change.changesRequestList, let described { throw .fixedRequests(of: described, saveKey: keyName(.save)) }
        let work = LargeWork.edit(EditJob(path: path, base: document, change: change))
        guard case .edited(let outcome) = try files.largeEdits.outcome(of: work) else { throw .waits }
        let edited = try outcome.mapError { EditStop($0) }.get()
        if let described, edited.requests.count != document.requests.count {
            throw .fixedRequests(of: described, saveKey: keyName(.save))
        }
        return edited
    }

    /// Edits a file.
    mutating func edit(_ path: String, by change: DocumentChange) throws(EditStop) {
        let document = try document(toEdit: path)
        take(try changed(document, of: path, by: change), of: path, after: change)
    }

    /// Takes over an edited document.
    mutating func take(_ edited: HTTPDocument, of path: String, after change: DocumentChange) {
        guard let before = tree.files[path]?.file.document else { return }
        changeTree { $0.edit(path, to: edited, change.order(from: before, to: edited)) }
    }

    /// Where a request is named.
    package mutating func plan(_ job: RenameJob) throws(EditStop) -> RenamePlan {
        guard case .renamed(let outcome) = try files.largeEdits.outcome(of: .naming(job)) else { throw .waits }
        return try outcome.mapError { EditStop($0) }.get()
    }

    /// Files that were read, beside the edits of the tree.
    mutating func join<News>(_ take: (inout CollectionTree, CollectionTree.Join) -> News) throws(EditStop) -> News {
        var (joined, large) = (tree, files.largeEdits)
        let news = take(&joined) { job in
            guard case .joined(let outcome)? = try? large.outcome(of: .join(job)) else { return nil }
            return outcome
        }
        files.largeEdits.wanted = large.wanted
        if large.wanted != nil { throw .waits }
        changeTree { $0 = joined }
        return news
    }

    /// Says why nothing was changed.
    mutating func stop(_ stop: EditStop) -> [Effect] {
        if let sentence = stop.sentence { say(sentence, .failure) }
        return []
    }

    /// Takes an action, or lets it wait for the one before it.
    mutating func takeInTurn(_ action: Action) -> [Effect] {
        if files.largeEdits.isWaiting, action.mayEdit, !action.isInterrupt {
            files.largeEdits.waiting.append(action)
            return []
        }
        if case .input(.key(.alt(let character))) = action, !(isTextFocused && TextArea.altKeys.contains(character)) {
            // A slow line brings Esc and the key after it together, which looks like Alt: both are taken, as in vim.
            let key: Key = character == "\u{7F}" ? .backspace : .character(character)
            return takeInTurn(.input(.key(.escape))) + takeInTurn(.input(.key(key)))
        }
        let effects = take(action)
        guard let work = files.largeEdits.wanted else { return effects }
        files.largeEdits.wanted = nil
        files.largeEdits.waiting.append(action)
        guard files.largeEdits.waiting.count == 1 else { return effects }
        say(workingText(work.path))
        return effects + [.work(work)]
    }

    /// The document that the first waiting action lacked is there.
    mutating func workFinished(_ work: LargeWork, _ outcome: LargeWork.Outcome) -> [Effect] {
        if toast?.text == workingText(work.path) { toast = nil }
        files.largeEdits.ready.append((work, outcome))
        let waiting = files.largeEdits.waiting
        files.largeEdits.waiting = []
        var effects: [Effect] = []
        for action in waiting {
            effects += takeInTurn(action)
            if !files.largeEdits.isWaiting { files.largeEdits.ready = [] }
        }
        return effects
    }

    /// Takes what waits now, however long it takes. Called when the program ends.
    mutating func takeWaiting() {
        files.largeEdits.isOn = false
        let waiting = files.largeEdits.waiting
        files.largeEdits.waiting = []
        for action in waiting { _ = takeInTurn(action) }
    }

    private func workingText(_ path: String) -> String {
        "Editing \(tree.files[path]?.file.relativePath ?? path), which is large…"
    }
}

extension Action {
    fileprivate var mayEdit: Bool {
        switch self {
        case .input(.resize): false
        case .input, .editedExternally: true
        default: false
        }
    }

    /// Ctrl-C is heard at once.
    fileprivate var isInterrupt: Bool {
        if case .input(.key(.control("c"))) = self { true } else { false }
    }
}
