import HTTPFormat
import Workspace

/// Names a request as long as the program runs, wherever it is in its file.
package struct RequestKey: Sendable, Hashable {
    struct ID: Sendable, Hashable {
        fileprivate let rawValue: Int
    }

    /// Absolute path.
    var file: String
    let id: ID
}

/// What a change of a document does to the order of its requests.
enum OrderChange: Sendable, Hashable {
    case same
    /// Under the id that it had in another file, if it comes from one.
    case inserted(at: Int, as: RequestKey.ID? = nil)
    case removed(at: Int)
    case moved(from: Int, to: Int)
    /// Unknown: each request is found again by its name, target and method, else by its name, else by its place.
    case matched
}

/// Gives out the ids of requests, each once.
struct RequestIDs: Sendable {
    private var count = 0

    mutating func next() -> RequestKey.ID {
        count += 1
        return RequestKey.ID(rawValue: count)
    }
}

/// One half of a request's move from one file to another. Both halves are taken back or neither, else the request would be in
/// no file.
package struct RequestMove: Sendable, Hashable {
    /// The same in both files, and of no other move.
    let number: Int
    /// Whether this is the file that got the request.
    let isArrival: Bool
}

/// A document to go back to, or to go on to again.
package struct EditStep: Sendable, Hashable {
    var document: HTTPDocument
    var move: RequestMove?
    /// How many edits came before it was made, made again, or taken back, as in `WrittenValue`; -1 if nobody knows.
    var edits = -1

    /// The same step of another text of the file.
    func with(_ document: HTTPDocument) -> EditStep {
        var step = self
        step.document = document
        return step
    }

    /// What leads back to a document when this step is taken back, or made again.
    func reversed(to document: HTTPDocument, edits: Int) -> EditStep {
        var step = with(document)
        step.edits = edits
        return step
    }
}

/// A file of the collection with what the program knows beyond its text.
struct FileState: Sendable {
    var file: CollectionFile
    /// Earlier documents, the last edit's at the end; bounded.
    var undo: [EditStep] = []
    /// Documents whose edits were taken back, the last at the end.
    var redo: [EditStep] = []
    /// A reload found other bytes on disk than we read, and unsaved edits here: nothing was taken over.
    var isChangedOnDisk = false
    /// It is no longer on disk and is kept for its edits, as the last row of the tree.
    var isGone = false
    /// Requests of a description that were made whole.
    var expanded: Set<RequestKey.ID> = []
    /// Of the requests, in the order of the document.
    private(set) var ids: [RequestKey.ID] = []
    private var places: [RequestKey.ID: Int] = [:]

    init(_ file: CollectionFile, _ news: inout RequestIDs) {
        self.file = file
        setIDs(file.document.requests.map { _ in news.next() })
    }

    /// How many earlier documents are kept; fewer of large files.
    var undoLimit: Int { file.document.bytes.count > 1 << 20 ? 4 : 100 }

    var requests: [SavedRequest] { file.document.requests }

    func index(of id: RequestKey.ID) -> Int? { places[id] }

    func key(_ index: Int) -> RequestKey? {
        ids.indices.contains(index) ? RequestKey(file: file.path, id: ids[index]) : nil
    }

    /// Keeps a document for undo.
    mutating func keep(_ step: EditStep) {
        undo.append(step)
        if undo.count > undoLimit { undo.removeFirst(undo.count - undoLimit) }
    }

    // MARK: Taking over documents

    /// The only way by which the document changes: the ids stay with their requests.
    mutating func take(_ document: HTTPDocument, _ change: OrderChange, _ news: inout RequestIDs) {
        var ids = ids
        switch change {
        case .same: break
        case .inserted(let place, let id): ids.insert(id ?? news.next(), at: min(place, ids.count))
        case .removed(let place): if ids.indices.contains(place) { ids.remove(at: place) }
        case .moved(let old, let new):
            if ids.indices.contains(old), ids.indices.contains(new) { ids.insert(ids.remove(at: old), at: new) }
        case .matched: ids = matched(document.requests, &news)
        }
        if ids.count != document.requests.count { ids = matched(document.requests, &news) }
        file.document = document
        if ids != self.ids { setIDs(ids) }
    }

    /// Adopts the merged document; the bytes on disk become the new baseline.
    mutating func take(
        _ joined: HTTPDocument, undo: [EditStep], disk: [UInt8], _ news: inout RequestIDs
    ) {
        take(joined, .matched, &news)
        self.undo = undo
        redo = []
        file.stamp = FileStamp(bytes: disk)
        file.problem = nil
        isChangedOnDisk = false
    }

    /// Replaces everything but the ids by a file that was read again.
    mutating func replace(by read: CollectionFile, _ news: inout RequestIDs) {
        take(read.document, .matched, &news)
        file = read
        expanded = []
        undo = []
        redo = []
        isChangedOnDisk = false
    }

    private mutating func setIDs(_ ids: [RequestKey.ID]) {
        self.ids = ids
        places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    }

    /// The ids of another text's requests: each of ours is given to one of them at most.
    private func matched(_ new: [SavedRequest], _ news: inout RequestIDs) -> [RequestKey.ID] {
        let old = requests
        func isLike(_ before: SavedRequest, _ now: SavedRequest) -> Bool {
            before.id == now.id && before.target == now.target && before.method == now.method
        }
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, isLike(old[head], new[head]) { head += 1 }
        var tail = 0
        while tail < shorter - head, isLike(old[old.count - 1 - tail], new[new.count - 1 - tail]) { tail += 1 }
        var found = [RequestKey.ID?](repeating: nil, count: new.count)
        for place in 0..<head { found[place] = ids[place] }
        for step in 1..<tail + 1 { found[new.count - step] = ids[old.count - step] }
        var lost = Array(head..<old.count - tail)
        func match(by name: (SavedRequest) -> [String]) {
            var free: [[String]: [Int]] = [:]
            for place in (head..<new.count - tail).reversed() where found[place] == nil {
                free[name(new[place]), default: []].append(place)
            }
            lost.removeAll { index in
                guard let place = free[name(old[index])]?.popLast() else { return false }
                found[place] = ids[index]
                return true
            }
        }
        match { [$0.id, $0.target, $0.method] }
        match { [$0.id] }
        for index in lost where found.indices.contains(index) && found[index] == nil { found[index] = ids[index] }
        return found.map { $0 ?? news.next() }
    }
}
