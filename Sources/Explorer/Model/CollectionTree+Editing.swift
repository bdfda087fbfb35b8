import Base
import HTTPFormat
import Workspace

// Files change: edits, what takes them back, other paths, saving, conflicts, and kept edits of descriptions.
extension CollectionTree {
    /// Replaces a file's document by an edited one; the old one can be taken back.
    /// - Parameter move: the move between two files of which this is one half.
    mutating func edit(
        _ path: String, to document: HTTPDocument, _ change: OrderChange = .same, move: RequestMove? = nil
    ) {
        guard var state = files[path] else { return }
        if state.file.document.bytes == document.bytes {
            // A request may have changed places with one of the same text.
            guard case .moved = change else { return }
        } else {
            state.keep(EditStep(document: state.file.document, move: move, edits: editCount))
            state.redo = []
        }
        countEdit()
        descriptions.noteEdit(of: state)
        state.take(document, change, &requestIDs)
        if case .matched = change { matched[path] = files[path] }
        put(state)
    }

    private mutating func countEdit() {
        editCount += 1
        lastEdit = editCount
    }

    /// The descriptions whose requests were edited since the last call.
    mutating func takeEditedDescriptions() -> [CollectionFile] {
        descriptions.takeEdited().compactMap { files[$0]?.file }
    }

    /// The files whose requests may have changed places since the last call, as they were before.
    mutating func takeMatched() -> [String: FileState] {
        defer { matched = [:] }
        return matched
    }

    /// Takes over a file's new state; the rows follow.
    private mutating func put(_ state: FileState) {
        let path = state.file.path
        let old = files.updateValue(state, forKey: path)
        rebuild(after: old.map { [path: $0] } ?? [:])
    }

    /// Takes back the last edit. False when there is none.
    mutating func undo(_ path: String) -> Bool {
        guard var state = files[path], let before = state.undo.popLast() else { return false }
        state.redo.append(before.reversed(to: state.file.document, edits: editCount))
        go(to: before, state)
        return true
    }

    /// Makes the edit that was taken back last again. False when there is none.
    mutating func redo(_ path: String) -> Bool {
        guard var state = files[path], let after = state.redo.popLast() else { return false }
        state.keep(after.reversed(to: state.file.document, edits: editCount))
        go(to: after, state)
        return true
    }

    private mutating func go(to step: EditStep, _ state: FileState) {
        var state = state
        editCount += 1
        descriptions.noteEdit(of: state)
        matched[state.file.path] = files[state.file.path]
        state.take(step.document, .matched, &requestIDs)
        put(state)
    }

    /// Gives files other paths, and folders other names.
    mutating func giveNewPaths(_ renamed: [String: String], folder: (String) -> String?) {
        for (path, new) in renamed {
            guard var state = files.removeValue(forKey: path) else { continue }
            state.file.relativePath = relativePath(of: new)
            state.file.path = new
            files[new] = state
            descriptions.note(state.file)
            if opened.remove(path) != nil { opened.insert(new) }
        }
        for place in entries.indices {
            switch entries[place].kind {
            case .file(let path):
                guard let new = renamed[path], let file = files[new]?.file else { continue }
                (entries[place].kind, entries[place].name) = (.file(new), file.relativePath)
            case .folder(let name):
                guard let new = folder(name) else { continue }
                if opened.remove(name) != nil { opened.insert(new) }
                entries[place].kind = .folder(new)
                entries[place].name = PathText.name(of: new)
            case .request, .heading: continue
            }
        }
    }

    /// Takes files out; folders stay until all is read again.
    mutating func remove(_ paths: Set<String>) {
        for path in paths { files[path] = nil }
        var places = [Int](repeating: 0, count: entries.count + 1)
        var kept: [Entry] = []
        for (place, entry) in entries.enumerated() {
            places[place] = kept.count
            if case .file(let path) = entry.kind, paths.contains(path) { continue }
            kept.append(entry)
        }
        places[entries.count] = kept.count
        for place in kept.indices { kept[place].end = places[kept[place].end] }
        entries = kept
    }

    /// Takes over a copy's document as an unsaved edit. If the file is not what the edits were made on, a save will find
    /// the conflict.
    mutating func restore(_ copy: RecoveryCopy) {
        guard let stamp = files[copy.path]?.file.stamp else { return }
        edit(copy.path, to: copy.document, .matched)
        if ContentMark(stamp.bytes) != copy.base {
            files[copy.path]?.file.stamp = FileStamp(bytes: [])
            files[copy.path]?.isChangedOnDisk = true
        }
    }

    /// The file was written: what is on disk now is `stamp`.
    mutating func saved(_ path: String, stamp: FileStamp) {
        files[path]?.file.stamp = stamp
        files[path]?.isChangedOnDisk = false
        files[path]?.isGone = false
    }

    /// Replaces the edits of a file by its content on disk.
    mutating func replace(_ path: String, withDisk document: HTTPDocument) {
        guard var state = files[path] else { return }
        matched[path] = state
        state.take(document, undo: [], disk: document.bytes, &requestIDs)
        put(state)
    }

    /// Resolves a conflict: the bytes are the document, and the disk's are what it is compared with. What stood before can be
    /// taken back.
    mutating func settle(_ path: String, with bytes: [UInt8], disk: [UInt8], join: Join) {
        guard var state = files[path] else { return }
        let before = state.file.document
        let job = JoinJob(
            path: path, base: state.file.stamp.bytes, mine: before, undo: state.undo, disk: disk, choice: bytes)
        guard case .joined(let document, let undo)? = join(job) else { return }
        descriptions.noteEdit(of: state)
        matched[path] = state
        state.take(document, undo: undo, disk: disk, &requestIDs)
        if before.bytes != bytes {
            state.keep(EditStep(document: before, edits: editCount))
            countEdit()
        }
        put(state)
    }

    /// Makes a request of a description whole, of which only the first line is there until it is looked at.
    /// - Returns: whether anything changed.
    mutating func expand(_ key: RequestKey) -> Bool {
        guard var state = files[key.file], state.needsExpanding(key.id) else { return false }
        defer { files[key.file] = state }
        return state.expand(key.id, &requestIDs)
    }

    /// Brings kept edits into the description they belong to.
    /// - Returns: requests whose block changed in the description, too.
    mutating func take(_ edits: DescriptionEdits) -> [String] {
        guard let file = files[edits.path]?.file, file.described != nil, !file.isEdited else { return [] }
        let (joined, conflicts) = edits.joined(with: file)
        guard var state = files[edits.path], joined.document.bytes != file.document.bytes else { return conflicts }
        matched[edits.path] = state
        state.take(joined.document, .matched, &requestIDs)
        state.file.stamp = joined.stamp
        let most = max(1, min(state.undoLimit, Self.mostRereadBytes / max(1, joined.document.bytes.count)))
        state.undo = Self.steps(of: edits, in: joined, most: most)
        put(state)
        return conflicts
    }

    /// For each step of the edits of an earlier session the document is read once more, which a user waits for.
    private static let mostRereadBytes = 1 << 20

    /// What takes back the edits of an earlier session: those of one request at a time, and of many the first ones together.
    private static func steps(of edits: DescriptionEdits, in joined: CollectionFile, most: Int) -> [EditStep] {
        var described = joined
        described.document = HTTPDocument(bytes: joined.stamp.bytes)
        var documents = [described.document]
        for count in edits.blocks.indices.dropFirst().suffix(most - 1) {
            let part = DescriptionEdits(path: edits.path, blocks: Array(edits.blocks.prefix(count)))
            let next = part.joined(with: described).file.document
            // Of a request that the description no longer has there is nothing to take back.
            if next.bytes != documents.last?.bytes { documents.append(next) }
        }
        if documents.last?.bytes == joined.document.bytes { documents.removeLast() }
        return documents.map { EditStep(document: $0) }
    }
}
