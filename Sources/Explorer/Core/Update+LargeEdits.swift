import HTTPFormat
import TerminalUI
import Workspace

// Edits of large files. Reading an edited file anew takes time in proportion to its size (some 16 ms a MB), so above a limit it
// is done outside of `update`: the action that needs it is taken back as if it had never come, waits with all that is
// typed after it, and is taken again when the edited document is there. What comes out is what would have come at once.

/// A change of a whole document.
package enum DocumentChange: Sendable, Hashable {
    case edit(HTTPDocument.Edit, request: Int)
    case replaceLines(Range<Int>, with: String)
    case addRequest(method: String, target: String, title: String, after: Int?)
    case clone(Int)
    case move(Int, to: Int)
    /// A request of another document.
    case take(Int, of: HTTPDocument, at: Int)
    case remove(Int)
    case content([UInt8])
    case setDefinition(line: Int, value: String)
    case addDefinition(name: String, value: String)
    case removeDefinition(line: Int)

    func applied(to document: HTTPDocument) throws(HTTPDocument.EditRefusal) -> HTTPDocument {
        switch self {
        case .edit(let edit, let request): try document.applying(edit, toRequest: request)
        case .replaceLines(let lines, let text): try document.replacingLines(lines, with: text)
        case .addRequest(let method, let target, let title, let after):
            try document.addingRequest(method: method, target: target, title: title, after: after)
        case .move(let request, let place): try document.movingRequest(request, to: place)
        case .take(let request, let other, let place): try document.taking(request, of: other, at: place)
        case .clone(let request): try document.cloningRequest(request)
        case .remove(let request): try document.removingRequest(request)
        case .content(let bytes): HTTPDocument(bytes: bytes)
        case .setDefinition(let line, let value): try document.settingDefinition(line: line, to: value)
        case .addDefinition(let name, let value): try document.addingDefinition(name, value: value)
        case .removeDefinition(let line): try document.removingDefinition(line: line)
        }
    }

    /// Bytes that it brings along.
    var size: Int { if case .content(let bytes) = self { bytes.count } else { 0 } }
}

/// What large files add to the model.
struct LargeEdits: Sendable {
    /// Work on more bytes than these is done in the background.
    static let limit = 512 << 10

    /// Off when nobody waits for a frame any more.
    var isOn = true
    /// What the action that is being taken lacks.
    fileprivate var wanted: LargeWork?
    /// What was made for the action that is taken again.
    fileprivate var ready: [(work: LargeWork, outcome: LargeWork.Outcome)] = []
    /// Actions in the order they came; the first lacks a document, which is being made.
    fileprivate var waiting: [Action] = []

    var isWaiting: Bool { !waiting.isEmpty }

    /// What comes of some work: at once where it is little, else only when the action is taken for the second time. nil the
    /// first time, when the result does not matter, for all of it is taken back.
    mutating func outcome(of work: LargeWork) -> LargeWork.Outcome? {
        guard isOn, work.size > Self.limit else { return work.run() }
        if let made = ready.first(where: { $0.work == work }) { return made.outcome }
        wanted = wanted ?? work
        return nil
    }
}

extension Model {
    /// The document as changed; of a large file the first time as it is.
    package mutating func changed(
        _ document: HTTPDocument, of path: String, by change: DocumentChange
    ) throws(HTTPDocument.EditRefusal) -> HTTPDocument {
        let work = LargeWork.edit(EditJob(path: path, base: document, change: change))
        guard case .edited(let outcome)? = largeEdits.outcome(of: work) else { return document }
        return try outcome.get()
    }

    /// Where a request is named; nil the first time, if that takes long.
    package mutating func plan(_ job: RenameJob) throws(HTTPDocument.EditRefusal) -> RenamePlan? {
        guard case .renamed(let outcome)? = largeEdits.outcome(of: .naming(job)) else { return nil }
        return try outcome.get()
    }

    /// Files that were read, beside the edits of the tree.
    mutating func join<News>(_ take: (inout CollectionTree, CollectionTree.Join) -> News) -> News {
        var large = largeEdits
        let news = take(&tree) { job in
            guard case .joined(let outcome)? = large.outcome(of: .join(job)) else { return nil }
            return outcome
        }
        largeEdits = large
        return news
    }

    /// Takes an action, or lets it wait for the one before it.
    mutating func takeInTurn(_ action: Action) -> [Effect] {
        let mayWait = action.mayEdit && (largeEdits.isWaiting || tree.hasLargeFiles)
        guard mayWait || action.mayJoin, largeEdits.isOn else { return take(action) }
        if largeEdits.isWaiting, action.mayEdit, !action.isInterrupt {
            largeEdits.waiting.append(action)
            return []
        }
        let before = self
        let effects = take(action)
        guard let work = largeEdits.wanted else { return effects }
        self = before
        largeEdits.waiting.append(action)
        guard largeEdits.waiting.count == 1 else { return [] }
        say(workingText(work.path))
        return [.work(work)]
    }

    /// The document that the first waiting action lacked is there.
    mutating func workFinished(_ work: LargeWork, _ outcome: LargeWork.Outcome) -> [Effect] {
        if toast?.text == workingText(work.path) { toast = nil }
        largeEdits.ready.append((work, outcome))
        let waiting = largeEdits.waiting
        largeEdits.waiting = []
        var effects: [Effect] = []
        for action in waiting {
            effects += takeInTurn(action)
            if !largeEdits.isWaiting { largeEdits.ready = [] }
        }
        return effects
    }

    /// Takes what waits now, however long it takes: for the end of the program.
    mutating func takeWaiting() {
        largeEdits.isOn = false
        let waiting = largeEdits.waiting
        largeEdits.waiting = []
        for action in waiting { _ = take(action) }
    }

    private func workingText(_ path: String) -> String {
        "Editing \(tree.files[path]?.file.relativePath ?? path), which is large…"
    }
}

extension Action {
    fileprivate var mayEdit: Bool {
        switch self {
        case .input(.resize, _): false
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
        if case .input(.key(.control("c")), _) = self { true } else { false }
    }
}
