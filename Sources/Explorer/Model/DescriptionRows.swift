import HTTPFormat
import Workspace

/// What the tree keeps of the descriptions in it: their tags are folders, and their requests are edited without being saved.
struct DescriptionRows: Sendable {
    /// Tags that are closed.
    private var closed: Set<TreeRow.Kind> = []
    /// Descriptions whose tags were closed when they were opened first.
    private var shortened: Set<String> = []
    /// Descriptions whose requests were edited since they were asked for.
    private var edited: Set<String> = []
    /// The paths of all descriptions, by their folders.
    private var byFolder: [String: Set<String>] = [:]

    // MARK: Finding

    /// A file of the collection was read, or has another path.
    mutating func note(_ file: CollectionFile) {
        if file.described != nil {
            byFolder[file.folder, default: []].insert(file.path)
        } else {
            byFolder[file.folder]?.remove(file.path)
        }
    }

    /// The paths that are or were descriptions of a folder, in the order of their names.
    func paths(in folder: String) -> [String] { byFolder[folder]?.sorted() ?? [] }

    // MARK: Tags

    func isOpen(_ tag: TreeRow.Kind) -> Bool { !closed.contains(tag) }

    mutating func open(_ tag: TreeRow.Kind) { closed.remove(tag) }

    mutating func close(_ tag: TreeRow.Kind) { closed.insert(tag) }

    mutating func openAll() { closed = [] }

    /// Closes the tags of a long description when it is opened first, so that all of them can be seen.
    mutating func shorten(_ state: FileState) {
        guard let described = state.file.described, shortened.insert(state.file.path).inserted else { return }
        closed.formUnion(described.groups.indices.map { .heading(file: state.file.path, block: $0) })
    }

    /// Opens the tag that hides a request.
    mutating func openTag(of id: RequestKey.ID, in state: FileState) {
        guard let described = state.file.described, let index = state.index(of: id),
            let tag = described.groups.firstIndex(where: { $0.operations.contains(index) })
        else { return }
        closed.remove(.heading(file: state.file.path, block: tag))
    }

    static func tag(_ place: Int, of described: DescribedFile) -> String {
        described.groups.indices.contains(place) ? described.groups[place].name : ""
    }

    /// The tags of a description as folders, the operations of the open ones below them.
    static func rows(
        of described: DescribedFile, _ state: FileState, _ top: Int, isOpen: (TreeRow.Kind) -> Bool
    ) -> [TreeRow] {
        var rows: [TreeRow] = []
        for (place, group) in described.groups.enumerated() {
            let heading = TreeRow.Kind.heading(file: state.file.path, block: place)
            rows.append(TreeRow(kind: heading, depth: top))
            guard isOpen(heading) else { continue }
            rows += group.operations.compactMap { index in
                state.key(index).map { TreeRow(kind: .request($0), depth: top + 1) }
            }
        }
        return rows
    }

    // MARK: Edits

    mutating func noteEdit(of state: FileState) {
        if state.file.described != nil { edited.insert(state.file.path) }
    }

    /// The paths of the descriptions whose requests were edited since the last call.
    mutating func takeEdited() -> [String] {
        guard !edited.isEmpty else { return [] }
        defer { edited = [] }
        return edited.sorted()
    }
}

extension CollectionTree {
    /// The descriptions in a folder, in the order of their names.
    func descriptions(in folder: String) -> [DescribedFile] {
        descriptions.paths(in: folder).compactMap { files[$0]?.file.described }
    }

    /// Whether a row is a tag of a description, which holds the operations below it.
    func isTag(_ kind: TreeRow.Kind) -> Bool {
        guard case .heading(let file, _) = kind else { return false }
        return files[file]?.file.described != nil
    }
}

extension FileState {
    /// Whether a request is of a description and was not looked at yet.
    func needsExpanding(_ id: RequestKey.ID) -> Bool {
        file.described != nil && index(of: id) != nil && !expanded.contains(id)
    }

    /// Makes a request of a description whole, of which only the first line is there until it is looked at.
    /// - Returns: whether anything changed.
    mutating func expand(_ id: RequestKey.ID, _ news: inout RequestIDs) -> Bool {
        guard let index = index(of: id) else { return false }
        self.expanded.insert(id)
        let filled = file.expanding([index])
        guard filled.document.bytes != file.document.bytes else { return false }
        take(filled.document, .same, &news)
        file.stamp = filled.stamp
        // What an undo brings back has it whole, too: else its first line alone would look like an edit.
        func whole(_ earlier: EditStep) -> EditStep {
            let bytes = file.described?.expanded(earlier.document, request: index)
            return bytes.map { earlier.with(HTTPDocument(bytes: $0)) } ?? earlier
        }
        undo = undo.map(whole)
        redo = redo.map(whole)
        return true
    }
}
