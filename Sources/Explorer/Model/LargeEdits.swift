import Base
import HTTPFormat
import TerminalUI
import Workspace

/// A change of a whole document.
package enum DocumentChange: Sendable, Hashable {
    case edit(HTTPDocument.Edit, request: Int)
    case replaceLines(Range<Int>, with: String)
    case addRequest(method: String, target: String, title: String, at: HTTPDocument.RequestPlace)
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
        case .addRequest(let method, let target, let title, let place):
            try document.addingRequest(method: method, target: target, title: title, at: place)
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

    /// What it does to the order of the requests, now that it made one document the other.
    func order(from old: HTTPDocument, to new: HTTPDocument) -> OrderChange {
        switch self {
        case .addRequest(_, _, _, let place): .inserted(at: old.requestIndex(at: place))
        case .clone(let request): .inserted(at: request + 1)
        case .move(let request, let place): .moved(from: request, to: place)
        case .take(_, _, let place): .inserted(at: place)
        case .remove(let request): .removed(at: request)
        case .replaceLines, .content: .matched
        case .edit, .setDefinition, .addDefinition, .removeDefinition:
            old.requests.count == new.requests.count ? .same : .matched
        }
    }

    /// Whether it adds, moves or removes requests, or changes what is above them.
    var changesRequestList: Bool {
        switch self {
        case .addRequest, .clone, .move, .take, .remove, .content, .addDefinition, .removeDefinition, .setDefinition:
            true
        case .edit, .replaceLines: false
        }
    }

    /// Bytes that it brings along.
    var size: Int { if case .content(let bytes) = self { bytes.count } else { 0 } }
}

/// Why nothing was changed. Whoever meets it has changed nothing of the model either, but for saying why.
package struct EditStop: Error {
    /// For the user; nil when work on a large file comes first: then the action is taken again.
    var sentence: String?

    static let waits = EditStop(sentence: nil)

    /// A description has the requests that it has.
    static func fixedRequests(of described: CollectionFile, saveKey: String) -> EditStop {
        let name = PathText.name(of: DescribedFile.requestFile(beside: described.path))
        return EditStop(
            sentence:
                "The requests of \(described.relativePath) are those that it describes; \(saveKey) keeps the selected "
                + "one in \(name), which you can change as you like.")
    }

    init(sentence: String?) { self.sentence = sentence }
    init(_ refusal: HTTPDocument.EditRefusal) { sentence = refusal.sentence }
}

/// What large files add to the model.
struct LargeEdits: Sendable {
    /// Work on more bytes than these is done in the background.
    static let limit = 512 << 10

    /// Off when nobody waits for a frame any more.
    var isOn = true
    /// What the action that is being taken lacks.
    var wanted: LargeWork?
    /// What was made for the action that is taken again.
    var ready: [(work: LargeWork, outcome: LargeWork.Outcome)] = []
    /// Actions in the order they came; the first lacks a document, which is being made.
    var waiting: [Action] = []

    var isWaiting: Bool { !waiting.isEmpty }

    /// What comes of some work: at once where it is little, else only when the action is taken for the second time.
    mutating func outcome(of work: LargeWork) throws(EditStop) -> LargeWork.Outcome {
        guard isOn, work.size > Self.limit else { return work.run() }
        if let made = ready.first(where: { $0.work == work }) { return made.outcome }
        wanted = wanted ?? work
        throw .waits
    }
}
