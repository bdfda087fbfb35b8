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
        filter = text
        rebuild()
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

    /// Requests whose method (as listed, too), name or target hold the filter's words, under the files and folders that hold them.
    private func matchingRows() -> [TreeRow] {
        let filter = TextFilter(filter)
        var rows: [TreeRow] = []
        var pending: [(entry: Entry, isShown: Bool)] = []
        for entry in entries {
            while let last = pending.last, last.entry.depth >= entry.depth { pending.removeLast() }
            pending.append((entry, false))
            guard case .file(let path) = entry.kind else { continue }
            let described = files[path]?.file.described
            let requests = requestRows(path, entry.depth + 1) { request in
                let word = MethodText.word(request, of: described)
                let method = word == request.method ? word : "\(request.method) \(word)"
                return filter.matches("\(method) \(request.label) \(request.name ?? "") \(request.target)")
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
