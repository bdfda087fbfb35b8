import Base
import Descriptions
import HTTPFormat
import Workspace

// What is open, what the filter lets through, and the rows that come of it.
extension CollectionTree {
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
        let selected = selectedRow?.kind
        filter = text
        showRows()
        if !select(selected) { keepSelectionInRange() }
        guard !filter.isEmpty else { return }
        // The selected request stays selected unless another one fits better.
        let words = FilterFit(filter)
        var best = selectedRequest.flatMap { request($0) }.map { words.fit(of: $0.label) } ?? -1
        var found = best < 0 ? 0 : selection
        for (place, row) in rows.enumerated() where best < FilterFit.best {
            guard case .request(let key) = row.kind, let request = request(key) else { continue }
            let fit = words.fit(of: request.label)
            if fit > best { (best, found) = (fit, place) }
        }
        selection = found
    }

    /// Selects a request's row, opening what hides it.
    mutating func reveal(_ key: RequestKey) {
        guard let place = entries.firstIndex(where: { $0.kind == .file(key.file) }), index(of: key) != nil else {
            return
        }
        for entry in entries[..<place] where entry.end > place { open(entry.kind) }
        open(.file(key.file))
        if let state = files[key.file] { descriptions.openTag(of: key.id, in: state) }
        show(.request(key))
    }

    /// Selects a file's row, opening the folders that hide it.
    mutating func reveal(file: String) {
        guard let place = entries.firstIndex(where: { $0.kind == .file(file) }) else { return }
        for entry in entries[..<place] where entry.end > place { open(entry.kind) }
        show(.file(file))
    }

    /// Recomputes the rows and selects one of them, also one that the filter hides.
    private mutating func show(_ kind: TreeRow.Kind) {
        let before = selectedRow?.kind
        showRows(and: kind)
        if !select(kind), !select(before) { keepSelectionInRange() }
    }

    /// The row of the folder or file that holds a row.
    func parent(of row: Int) -> Int? {
        guard rows.indices.contains(row) else { return nil }
        return rows[..<row].lastIndex { $0.depth < rows[row].depth }
    }

    /// Recomputes the rows; the selection stays on the same thing, or near its place. What is selected is shown also where the filter
    /// would hide it now: the next key is meant for it, and not for a row of another file that came into its place. Once another
    /// row is selected, it goes with the next change.
    /// - Parameters:
    ///   - old: files that changed, as they were before.
    ///   - renamed: old paths and new ones.
    mutating func rebuild(after old: [String: FileState] = [:], renamed: [String: String] = [:]) {
        let before = selectedRow?.kind.renamed(renamed)
        showRows(and: before)
        if select(before) { return }
        guard let selected = before, let file = selected.file, let state = files[file] else {
            return keepSelectionInRange()
        }
        if case .request(let key) = selected, let place = old[file]?.index(of: key.id) {
            selectBeside(place, of: state)
        } else {
            selectNearest(in: file)
        }
    }

    /// In place of a request that is gone comes the next one of its file that is shown, else the one before it. Where the filter
    /// hides them all, it is the one beside it nevertheless, or the file.
    private mutating func selectBeside(_ place: Int, of state: FileState) {
        let shown = rows.indices.compactMap { row -> (row: Int, place: Int)? in
            guard case .request(let key) = rows[row].kind, key.file == state.file.path else { return nil }
            return state.index(of: key.id).map { (row: row, place: $0) }
        }
        let next = shown.filter { $0.place >= place }.min { $0.place < $1.place }
        if let found = next ?? shown.max(by: { $0.place < $1.place }) {
            selection = found.row
            return
        }
        let beside = state.key(min(place, state.requests.count - 1))
        show(beside.map(TreeRow.Kind.request) ?? .file(state.file.path))
        selectNearest(in: state.file.path)
    }

    /// Keeps the selection in a file, if that has rows.
    private mutating func selectNearest(in file: String) {
        let inFile = rows.indices.filter { rows[$0].kind.file == file }
        if let nearest = inFile.last(where: { $0 <= selection }) ?? inFile.first { selection = nearest }
        keepSelectionInRange()
    }

    private mutating func keepSelectionInRange() { selection = max(0, min(selection, rows.count - 1)) }

    /// Selects a row. False if it is not shown.
    private mutating func select(_ kind: TreeRow.Kind?) -> Bool {
        guard let kind, let place = rows.firstIndex(where: { $0.kind == kind }) else { return false }
        selection = place
        return true
    }

    /// - Parameter kept: what is shown whatever the filter says.
    private mutating func showRows(and kept: TreeRow.Kind? = nil) {
        rows = filter.isEmpty ? openRows() : matchingRows(and: kept)
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

    /// The requests of a file with the headings between them.
    private func fileRows(_ path: String, _ top: Int) -> [TreeRow] {
        guard let state = files[path] else { return [] }
        if let described = state.file.described {
            return DescriptionRows.rows(of: described, state, top, isOpen: isOpen)
        }
        let document = state.file.document
        guard document.blocks.count != document.requests.count else { return requestRows(path, top) }
        return document.blocks.indices.compactMap { place in
            if let index = document.blocks[place].requestIndex {
                return state.key(index).map { TreeRow(kind: .request($0), depth: top) }
            }
            guard document.blocks[place].isHeading else { return nil }
            return TreeRow(kind: .heading(file: path, block: place), depth: top)
        }
    }

    private func requestRows(
        _ path: String, _ depth: Int, where isShown: (SavedRequest, RequestKey) -> Bool = { _, _ in true }
    ) -> [TreeRow] {
        guard let state = files[path] else { return [] }
        return zip(state.requests, state.ids).compactMap { request, id in
            let key = RequestKey(file: path, id: id)
            return isShown(request, key) ? TreeRow(kind: .request(key), depth: depth) : nil
        }
    }

    /// Requests whose method (as listed, too), name or target hold the filter's words, under the files and folders that hold them.
    private func matchingRows(and kept: TreeRow.Kind?) -> [TreeRow] {
        let filter = TextFilter(filter)
        var rows: [TreeRow] = []
        var pending: [(entry: Entry, isShown: Bool)] = []
        for entry in entries {
            while let last = pending.last, last.entry.depth >= entry.depth { pending.removeLast() }
            pending.append((entry, false))
            var isShown = entry.kind == kept
            var requests: [TreeRow] = []
            if case .file(let path) = entry.kind {
                let described = files[path]?.file.described
                requests = requestRows(path, entry.depth + 1) { request, key in
                    if kept == TreeRow.Kind.request(key) { return true }
                    let word = MethodText.word(request, of: described)
                    let method = word == request.method ? word : "\(request.method) \(word)"
                    return filter.matches("\(method) \(request.label) \(request.name ?? "") \(request.target)")
                }
                isShown = isShown || !requests.isEmpty || filter.matches(entry.name)
                if isShown, requests.isEmpty { requests = requestRows(path, entry.depth + 1) }
            }
            guard isShown else { continue }
            for place in pending.indices where !pending[place].isShown {
                rows.append(TreeRow(kind: pending[place].entry.kind, depth: pending[place].entry.depth))
                pending[place].isShown = true
            }
            rows += requests
        }
        return rows
    }
}

extension TreeRow.Kind {
    /// The same in a file that has another path now.
    fileprivate func renamed(_ renamed: [String: String]) -> TreeRow.Kind {
        switch self {
        case .request(var key):
            key.file = renamed[key.file] ?? key.file
            return .request(key)
        case .file(let path): return .file(renamed[path] ?? path)
        case .heading(let file, let block): return .heading(file: renamed[file] ?? file, block: block)
        case .folder: return self
        }
    }
}
