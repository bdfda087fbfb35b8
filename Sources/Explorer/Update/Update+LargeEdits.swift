import HTTPFormat
import TerminalUI
import Workspace

// Edits of large files. Reading an edited file again takes time in proportion to its size (some 16 ms a MB), so above a limit it
// is done outside of `update`: the action that needs it is taken back as if it had never come, waits with all that is
// typed after it, and is taken again when the edited document is there. What comes out is what would have come at once.

extension Model {
    /// The document as changed; of a large file the first time as it is.
    package mutating func changed(
        _ document: HTTPDocument, of path: String, by change: DocumentChange
    ) throws(HTTPDocument.EditRefusal) -> HTTPDocument {
        let work = LargeWork.edit(EditJob(path: path, base: document, change: change))
        guard case .edited(let outcome)? = files.largeEdits.outcome(of: work) else { return document }
        return try outcome.get()
    }

    /// Edits a file, or lets that wait as `changed` does.
    mutating func edit(
        _ document: HTTPDocument, of path: String, by change: DocumentChange
    ) throws(HTTPDocument.EditRefusal) {
        let edited = try changed(document, of: path, by: change)
        let before = tree.files[path]
        let order = change.order(from: document, to: edited)
        tree.edit(path, to: edited, order)
        if order == .matched { requestsChanged(in: path, from: before) }
    }

    /// Where a request is named; nil the first time, if that takes long.
    package mutating func plan(_ job: RenameJob) throws(HTTPDocument.EditRefusal) -> RenamePlan? {
        guard case .renamed(let outcome)? = files.largeEdits.outcome(of: .naming(job)) else {
            return nil
        }
        return try outcome.get()
    }

    /// Files that were read, beside the edits of the tree.
    mutating func join<News>(_ take: (inout CollectionTree, CollectionTree.Join) -> News) -> News {
        var large = files.largeEdits
        let news = take(&tree) { job in
            guard case .joined(let outcome)? = large.outcome(of: .join(job)) else { return nil }
            return outcome
        }
        files.largeEdits = large
        return news
    }

    /// Takes an action, or lets it wait for the one before it.
    mutating func takeInTurn(_ action: Action) -> [Effect] {
        let mayWait = action.mayEdit && (files.largeEdits.isWaiting || tree.hasLargeFiles)
        guard mayWait || action.mayJoin, files.largeEdits.isOn else { return take(action) }
        if files.largeEdits.isWaiting, action.mayEdit, !action.isInterrupt {
            files.largeEdits.waiting.append(action)
            return []
        }
        let before = self
        let effects = take(action)
        guard let work = files.largeEdits.wanted else { return effects }
        self = before
        files.largeEdits.waiting.append(action)
        guard files.largeEdits.waiting.count == 1 else { return [] }
        say(workingText(work.path))
        return [.work(work)]
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
        for action in waiting { _ = take(action) }
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

    /// Whether it may bring what changed on disk beside edits.
    fileprivate var mayJoin: Bool {
        switch self {
        case .filesRead, .collectionLoaded, .saveFinished: true
        default: false
        }
    }

    /// Ctrl-C is heard at once.
    fileprivate var isInterrupt: Bool {
        if case .input(.key(.control("c"))) = self { true } else { false }
    }
}
