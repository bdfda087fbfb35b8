import Base
import HTTPFormat
import Workspace

// What was read from the disk comes into the tree, beside the edits that are there.
extension CollectionTree {
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
            kept.isGone = !state.file.stamp.bytes.isEmpty
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
            if file.marks.first != before.file.marks.first || outdated.contains(file.path) {
                news.deferred.append(file.path)
            }
            return before
        }
        if before.file.isUnread {
            news.read.append(file.path)
            before.replace(by: file, &requestIDs)
            return before
        }
        // Another server answered: what was edited is not for it.
        guard file.address == before.file.address else {
            news.changed[file.path] = before
            return FileState(file, &requestIDs)
        }
        // What a description says may change without a change of its list of operations.
        let isSame =
            file.stamp == before.file.stamp && file.problem == before.file.problem
            && file.marks == before.file.marks && !outdated.contains(file.path)
        if before.isGone, isSame {
            before.isChangedOnDisk = false
            news.returned.append(file.relativePath)
        }
        before.isGone = false
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
            outdated.remove(file.path)
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
        outdated.remove(file.path)
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
}
