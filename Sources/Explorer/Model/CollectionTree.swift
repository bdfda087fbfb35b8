import Base
import Descriptions
import HTTPFormat
import TerminalUI
import Workspace

/// One line of the tree as shown.
struct TreeRow: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// Path from the root, with slashes.
        case folder(String)
        /// Absolute path.
        case file(String)
        case request(RequestKey)
        /// A title over the requests below it: the block of the file, or the group of a description.
        case heading(file: String, block: Int)
    }
    var kind: Kind
    var depth: Int
}

/// The collection as the left pane shows it: what was read, what is open, what the filter lets through.
///
/// `rows` is kept up to date by the mutating functions, so that drawing looks only at the rows on the screen.
package struct CollectionTree: Sendable {
    package enum Phase: Sendable, Hashable {
        case reading
        case ready
        /// One sentence.
        case failed(String)
    }

    /// Brings the edits of a file and what changed on disk together; nil where that is not known yet.
    typealias Join = (JoinJob) -> JoinJob.Outcome?

    private struct Entry: Sendable {
        var kind: TreeRow.Kind
        var name: String
        var depth: Int
        /// The entry after the last one below this folder.
        var end: Int
    }

    package var phase: Phase = .reading
    private(set) var root = ""
    private(set) var place = CollectionPlace(root: "", opened: "")
    private(set) var name = ""
    /// Folders and files in display order.
    private var entries: [Entry] = []
    private(set) var files: [String: FileState] = [:] { didSet { revision += 1 } }
    /// Counts changes of `files`.
    private(set) var revision = 0
    private var requestIDs = RequestIDs()
    /// Files whose requests got their ids by comparing them, as they were before.
    private var matched: [String: FileState] = [:]
    /// Folders (relative path) and files (absolute path) that are open.
    private var opened: Set<String> = []
    private(set) var descriptions = DescriptionRows()
    private(set) var filter = ""
    private(set) var rows: [TreeRow] = []
    /// The selected row; 0 also when there is none.
    var selection = 0
    /// How many edits were made, made again, or taken back.
    private(set) var editCount = 0
    /// The same when the last edit was made; one that is made again is none.
    private(set) var lastEdit = 0

    /// Collections up to this many requests begin with everything open.
    private static let openedAtStart = 200

    var requestCount: Int { files.values.reduce(0) { $0 + $1.file.document.requests.count } }
    var filePaths: [String] {
        entries.compactMap { if case .file(let path) = $0.kind { path } else { nil } }
    }
    /// Large descriptions that are to be read.
    var unreadPaths: [String] { filePaths.filter { files[$0]?.file.isUnread == true } }
    var unsavedPaths: [String] { filePaths.filter { files[$0]?.file.hasUnsavedChanges == true } }
    var selectedRow: TreeRow? { rows.indices.contains(selection) ? rows[selection] : nil }
    var selectedRequest: RequestKey? { if case .request(let key)? = selectedRow?.kind { key } else { nil } }

    func request(_ key: RequestKey) -> SavedRequest? {
        index(of: key).flatMap { files[key.file]?.requests[$0] }
    }

    /// The place of a request in its file; nil if it is gone.
    func index(of key: RequestKey) -> Int? { files[key.file]?.index(of: key.id) }

    func key(_ file: String, _ index: Int) -> RequestKey? { files[file]?.key(index) }

    /// The worst of what the reader says about the lines of a request.
    func worstNotice(of key: RequestKey) -> Notice.Severity? {
        guard let request = request(key), let document = files[key.file]?.file.document else { return nil }
        return Notice.Severity.worst(document.notices(of: request).lazy.map(\.severity))
    }

    func name(of row: TreeRow) -> String {
        switch row.kind {
        case .folder(let path): path.split(separator: "/").last.map(String.init) ?? path
        case .file(let path): fileName(path, depth: row.depth)
        case .request(let key): request(key).map(\.label) ?? ""
        case .heading(let file, let block): heading(file, block)
        }
    }

    /// A new file is outside of its folders until it is saved, so its name says which they are.
    private func fileName(_ path: String, depth: Int) -> String {
        let name = PathText.name(of: path)
        guard depth == 0, relativePath(of: path).contains("/") else { return name }
        return entries.first { $0.kind == .file(path) }?.name ?? name
    }

    /// What the narrow tree calls a request, beside its method: a target without title shows its path, because the host is the same in every row.
    static func shortLabel(_ request: SavedRequest) -> String {
        let label = request.label
        guard label == request.target else {
            // The method is beside it.
            let method = request.method + " "
            return label.hasPrefix(method) ? String(label.dropFirst(method.count)) : label
        }
        var rest = label[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        var depth = 0
        let slash = rest.indices.first { index in
            if rest[index] == "{" { depth += 1 }
            if rest[index] == "}" { depth -= 1 }
            return depth == 0 && rest[index] == "/"
        }
        guard let slash, rest.index(after: slash) < rest.endIndex else { return label }
        return String(rest[slash...])
    }

    func isOpen(_ kind: TreeRow.Kind) -> Bool {
        switch kind {
        case .folder(let path): !filter.isEmpty || opened.contains(path)
        case .file(let path): !filter.isEmpty || opened.contains(path)
        case .heading: isTag(kind) && (!filter.isEmpty || descriptions.isOpen(kind))
        case .request: false
        }
    }

    /// The last request above a block of a file, nil if none is.
    func lastRequest(of file: String, upToBlock block: Int) -> RequestKey? {
        files[file]?.file.document.blocks.prefix(block).compactMap(\.requestIndex).last
            .flatMap { key(file, $0) }
    }

    // MARK: Taking over what was read

    /// Takes over a folder as read. Files with unsaved edits keep them, beside what changed on disk in other blocks; files
    /// that are gone from disk but hold unsaved edits stay.
    /// - Parameters:
    ///   - busy: files that must not change now; they are left as they are.
    ///   - join: brings edits and disk together.
    mutating func take(
        _ folder: CollectionFolder, busy: Set<String> = [], join: Join = { $0.run() }
    ) -> TreeNews {
        let isFirst = files.isEmpty
        var news = TreeNews()
        var old = files
        root = folder.root
        place = folder.place
        name = folder.name
        entries = []
        files = [:]
        if !isFirst { carryOver(folder.files, &old, &news) }
        add(folder.nodes, depth: 0, prefix: "", old: &old, busy: busy, join, &news)
        for (path, state) in old.sorted(by: { $0.key < $1.key }) {
            let relativePath = state.file.relativePath
            guard state.file.hasUnsavedChanges || busy.contains(path) else {
                news.removed.append(relativePath)
                continue
            }
            if !state.isChangedOnDisk, !state.file.stamp.bytes.isEmpty { news.orphaned.append(relativePath) }
            var kept = state
            kept.isChangedOnDisk = true
            files[path] = kept
            entries.append(Entry(kind: .file(path), name: relativePath, depth: 0, end: entries.count + 1))
        }
        if isFirst {
            news = TreeNews()
            openAtStart()
        }
        phase = .ready
        rebuild(after: news.changed, renamed: news.renamed)
        return news
    }

    /// Takes over files of this collection that were read again.
    mutating func take(_ read: [CollectionFile], busy: Set<String>, join: Join = { $0.run() }) -> TreeNews {
        var news = TreeNews()
        for file in read {
            guard let before = files[file.path] else { continue }
            files[file.path] = merged(file, with: before, busy: busy, join, &news)
            // What is open is opened as one of its size.
            if before.file.isUnread, opened.contains(file.path) { open(.file(file.path)) }
        }
        if !news.changed.isEmpty || !news.read.isEmpty { rebuild(after: news.changed) }
        return news
    }

    /// A file that is gone while another came that holds the very same bytes was renamed: its edits go along.
    private mutating func carryOver(
        _ read: [CollectionFile], _ old: inout [String: FileState], _ news: inout TreeNews
    ) {
        let present = Set(read.map(\.path))
        let gone = old.filter { !present.contains($0.key) && !$0.value.file.stamp.bytes.isEmpty }
        let came = Dictionary(grouping: read.filter { old[$0.path] == nil && $0.problem == nil }, by: \.stamp)
        guard !gone.isEmpty, !came.isEmpty else { return }
        for (path, state) in gone.sorted(by: { $0.key < $1.key }) {
            let twins = came[state.file.stamp, default: []].filter { old[$0.path] == nil }
            guard twins.count == 1, let file = twins.first else { continue }
            var moved = state
            moved.file.path = file.path
            moved.file.relativePath = file.relativePath
            old[path] = nil
            old[file.path] = moved
            if opened.remove(path) != nil { opened.insert(file.path) }
            // The folders above it, as far as they are others now, are as open as they were.
            var (before, now) = (state.file.relativePath[...], file.relativePath[...])
            while let cut = before.lastIndex(of: "/"), let place = now.lastIndex(of: "/") {
                (before, now) = (before[..<cut], now[..<place])
                if before != now, opened.contains(String(before)) { opened.insert(String(now)) }
            }
            news.renamed[path] = file.path
        }
    }

    private mutating func add(
        _ nodes: [CollectionNode], depth: Int, prefix: String, old: inout [String: FileState], busy: Set<String>,
        _ join: Join, _ news: inout TreeNews
    ) {
        for node in nodes {
            switch node {
            case .folder(let name, let children):
                let path = prefix + name
                let place = entries.count
                entries.append(Entry(kind: .folder(path), name: name, depth: depth, end: place + 1))
                add(children, depth: depth + 1, prefix: path + "/", old: &old, busy: busy, join, &news)
                entries[place].end = entries.count
            case .file(let file):
                let place = entries.count
                entries.append(
                    Entry(kind: .file(file.path), name: file.relativePath, depth: depth, end: place + 1))
                files[file.path] = merged(file, with: old.removeValue(forKey: file.path), busy: busy, join, &news)
            }
        }
    }

    private mutating func merged(
        _ file: CollectionFile, with before: FileState?, busy: Set<String>, _ join: Join, _ news: inout TreeNews
    ) -> FileState {
        descriptions.note(file)
        guard var before else {
            news.added.append(file.relativePath)
            return FileState(file, &requestIDs)
        }
        if file.isUnread {
            if file.marks.first != before.file.marks.first { news.deferred.append(file.path) }
            return before
        }
        if before.file.isUnread {
            news.read.append(file.path)
            before.replace(by: file, &requestIDs)
            return before
        }
        // What a description says may change without a change of its list of operations.
        let isSame =
            file.stamp == before.file.stamp && file.problem == before.file.problem && file.marks == before.file.marks
        if busy.contains(file.path) {
            if !isSame { news.postponed.append(file.path) }
            return before
        }
        if isSame {
            before.isChangedOnDisk = false
            return before
        }
        // What was edited is looked at whole on both sides.
        let file = file.expanding(like: before.file)
        guard before.file.isEdited else {
            news.changed[file.path] = before
            matched[file.path] = before
            before.replace(by: file, &requestIDs)
            return before
        }
        guard file.problem == nil else {
            before.isChangedOnDisk = true
            return before
        }
        let job = JoinJob(
            path: file.path, base: before.file.stamp.bytes, mine: before.file.document, undo: before.undo,
            disk: file.document.bytes, diskDocument: file.document)
        (before.file.described, before.file.marks) = (file.described, file.marks)
        switch join(job) {
        case nil: break
        case .conflict(let conflict)?:
            before.isChangedOnDisk = true
            news.conflicts.append((file.path, conflict, file.stamp))
        case .joined(let document, let undo)?:
            news.changed[file.path] = before
            matched[file.path] = before
            news.merged.append(file.path)
            before.take(document, undo: undo, disk: file.stamp.bytes, &requestIDs)
            before.expanded = []
        }
        return before
    }

    private mutating func openAtStart() {
        let fileCount = filePaths.count
        if requestCount <= Self.openedAtStart {
            for entry in entries { open(entry.kind) }
        } else if fileCount == 1 {
            entries.first.map { open($0.kind) }
        }
    }

    /// Adds a file that is not on disk.
    mutating func addNewFile(path: String, relativePath: String, document: HTTPDocument = HTTPDocument(bytes: [])) {
        guard files[path] == nil else { return }
        let stamp = FileStamp(bytes: [])
        files[path] = FileState(
            CollectionFile(path: path, relativePath: relativePath, document: document, stamp: stamp), &requestIDs)
        entries.append(Entry(kind: .file(path), name: relativePath, depth: 0, end: entries.count + 1))
        opened.insert(path)
        // Once it is saved it is found in its folders, which must not hide it then.
        var folder = relativePath[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            opened.insert(String(folder))
        }
        rebuild()
    }

    // MARK: Changing files

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
        editCount += 1
        descriptions.noteEdit(of: state)
        matched[path] = files[path]
        state.take(before.document, .matched, &requestIDs)
        put(state)
        return true
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

    /// Makes the edit that was taken back last again. False when there is none.
    mutating func redo(_ path: String) -> Bool {
        guard var state = files[path], let after = state.redo.popLast() else { return false }
        state.keep(after.reversed(to: state.file.document, edits: editCount))
        editCount += 1
        descriptions.noteEdit(of: state)
        matched[path] = files[path]
        state.take(after.document, .matched, &requestIDs)
        put(state)
        return true
    }

    /// From the root, with slashes.
    package func relativePath(of path: String) -> String {
        if let known = files[path]?.file.relativePath { return known }
        return root == "/" ? String(path.dropFirst()) : String(path.dropFirst(root.count + 1))
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

    // MARK: Opening, filtering, selecting

    mutating func open(_ kind: TreeRow.Kind) {
        switch kind {
        case .folder(let path): opened.insert(path)
        case .file(let path):
            opened.insert(path)
            if let state = files[path], state.requests.count > Self.openedAtStart { descriptions.shorten(state) }
        case .heading: descriptions.open(kind)
        case .request: return
        }
    }

    mutating func close(_ kind: TreeRow.Kind) {
        switch kind {
        case .folder(let path): opened.remove(path)
        case .file(let path): opened.remove(path)
        case .heading: if isTag(kind) { descriptions.close(kind) }
        case .request: return
        }
    }

    mutating func toggle(_ kind: TreeRow.Kind) {
        if isOpen(kind) { close(kind) } else { open(kind) }
        rebuild()
    }

    /// Opens all folders and files, or closes them; the selection goes to what hides its row then.
    mutating func setAllOpen(_ isOpen: Bool) {
        // The selected row and what hides it, from the inside out.
        var around: [TreeRow.Kind] = []
        var next: Int? = selection
        while let row = next, rows.indices.contains(row) {
            around.append(rows[row].kind)
            next = parent(of: row)
        }
        if isOpen {
            for entry in entries { open(entry.kind) }
            descriptions.openAll()
        } else {
            opened = []
        }
        rebuild()
        for kind in around {
            guard let place = rows.firstIndex(where: { $0.kind == kind }) else { continue }
            selection = place
            return
        }
    }

    mutating func setFilter(_ text: String) {
        filter = text
        rebuild()
        guard !filter.isEmpty else { return }
        if selectedRequest != nil { return }
        selection = rows.firstIndex { if case .request = $0.kind { true } else { false } } ?? 0
    }

    /// Selects a request's row, opening what hides it.
    mutating func reveal(_ key: RequestKey) {
        if let place = entries.firstIndex(where: { $0.kind == .file(key.file) }) {
            for entry in entries[..<place] where entry.end > place { open(entry.kind) }
            open(.file(key.file))
            if let state = files[key.file] { descriptions.openTag(of: key.id, in: state) }
            rebuild()
        }
        if let row = rows.firstIndex(where: { $0.kind == .request(key) }) { selection = row }
    }

    /// Selects a file's row, opening the folders that hide it.
    mutating func reveal(file: String) {
        guard let place = entries.firstIndex(where: { $0.kind == .file(file) }) else { return }
        for entry in entries[..<place] where entry.end > place { open(entry.kind) }
        rebuild()
        if let row = rows.firstIndex(where: { $0.kind == .file(file) }) { selection = row }
    }

    /// The row of the folder or file that holds a row.
    func parent(of row: Int) -> Int? {
        guard rows.indices.contains(row) else { return nil }
        return rows[..<row].lastIndex { $0.depth < rows[row].depth }
    }

    /// Recomputes the rows; the selection stays on the same thing, or near its place.
    /// - Parameters:
    ///   - old: files that changed, as they were before.
    ///   - renamed: old paths and new ones.
    mutating func rebuild(after old: [String: FileState] = [:], renamed: [String: String] = [:]) {
        var selected = selectedRow?.kind
        if case .request(var key)? = selected {
            key.file = renamed[key.file] ?? key.file
            selected = .request(key)
            // In place of a request that is gone the next of its file, else the one before it, else the file.
            if index(of: key) == nil, let place = old[key.file]?.index(of: key.id) {
                let last = (files[key.file]?.requests.count ?? 0) - 1
                selected = self.key(key.file, min(place, last)).map { .request($0) } ?? .file(key.file)
            }
        } else if case .file(let path)? = selected, let new = renamed[path] {
            selected = .file(new)
        }
        rows = filter.isEmpty ? openRows() : matchingRows()
        if let selected, let place = rows.firstIndex(where: { $0.kind == selected }) {
            selection = place
        } else {
            selection = max(0, min(selection, rows.count - 1))
        }
    }

    private func openRows() -> [TreeRow] {
        var rows: [TreeRow] = []
        var place = 0
        while place < entries.count {
            let entry = entries[place]
            rows.append(TreeRow(kind: entry.kind, depth: entry.depth))
            let isOpen = isOpen(entry.kind)
            if isOpen, case .file(let path) = entry.kind { rows += fileRows(path, entry.depth + 1) }
            if case .folder = entry.kind, !isOpen { place = entry.end } else { place += 1 }
        }
        return rows
    }

    /// A heading without the dashes and signs that make it stand out in an editor.
    private func heading(_ file: String, _ block: Int) -> String {
        if let described = files[file]?.file.described { return DescriptionRows.tag(block, of: described) }
        guard let blocks = files[file]?.file.document.blocks, blocks.indices.contains(block) else { return "" }
        let title = blocks[block].title ?? ""
        let signs: Set<Character> = ["-", "=", "*", "~", "_", "#", " "]
        let bare = String(title.drop(while: signs.contains).reversed().drop(while: signs.contains).reversed())
        return bare.isEmpty ? title : bare
    }

    /// The requests of a file with the headings between them.
    private func fileRows(_ path: String, _ top: Int) -> [TreeRow] {
        guard let state = files[path] else { return [] }
        if let described = state.file.described {
            return DescriptionRows.rows(of: described, state, top, isOpen: isOpen)
        }
        let document = state.file.document
        guard document.blocks.count != document.requests.count else { return requestRows(path, top) { _ in true } }
        return document.blocks.indices.compactMap { place in
            if let index = document.blocks[place].requestIndex {
                return state.key(index).map { TreeRow(kind: .request($0), depth: top) }
            }
            guard document.blocks[place].isHeading else { return nil }
            return TreeRow(kind: .heading(file: path, block: place), depth: top)
        }
    }

    private func requestRows(_ path: String, _ depth: Int, where isShown: (SavedRequest) -> Bool) -> [TreeRow] {
        guard let state = files[path] else { return [] }
        let requests = state.requests
        return requests.indices.filter { isShown(requests[$0]) }
            .map { TreeRow(kind: .request(RequestKey(file: path, id: state.ids[$0])), depth: depth) }
    }

    /// Requests whose method, name or target hold the filter's words, under the files and folders that hold them.
    private func matchingRows() -> [TreeRow] {
        let filter = TextFilter(filter)
        var rows: [TreeRow] = []
        var pending: [(entry: Entry, isShown: Bool)] = []
        for entry in entries {
            while let last = pending.last, last.entry.depth >= entry.depth { pending.removeLast() }
            pending.append((entry, false))
            guard case .file(let path) = entry.kind else { continue }
            let requests = requestRows(path, entry.depth + 1) { request in
                filter.matches("\(request.method) \(request.label) \(request.name ?? "") \(request.target)")
            }
            guard !requests.isEmpty || filter.matches(entry.name) else { continue }
            for place in pending.indices where !pending[place].isShown {
                rows.append(TreeRow(kind: pending[place].entry.kind, depth: pending[place].entry.depth))
                pending[place].isShown = true
            }
            rows += requests.isEmpty ? requestRows(path, entry.depth + 1) { _ in true } : requests
        }
        return rows
    }
}
