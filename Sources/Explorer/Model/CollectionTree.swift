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

        /// The absolute path of the file that it is, or is in.
        var file: String? {
            switch self {
            case .folder: nil
            case .file(let path), .heading(let path, _): path
            case .request(let key): key.file
            }
        }
    }
    var kind: Kind
    var depth: Int
}

/// The collection as the left pane shows it: what was read, what is open, what the filter lets through.
///
/// `rows` is kept up to date by the mutating functions, so that drawing looks only at the rows on the screen. These functions are in
/// `CollectionTree+Reading.swift`, `+Editing` and `+Rows`, and only they change what is stored here, but for the selection.
package struct CollectionTree: Sendable {
    package enum Phase: Sendable, Hashable {
        case reading
        case ready
        /// One sentence.
        case failed(String)
    }

    /// Brings the edits of a file and what changed on disk together; nil where that is not known yet.
    typealias Join = (JoinJob) -> JoinJob.Outcome?

    struct Entry: Sendable {
        var kind: TreeRow.Kind
        var name: String
        var depth: Int
        /// The entry after the last one below this folder.
        var end: Int
    }

    package var phase: Phase = .reading
    var root = ""
    var place = CollectionPlace(root: "", opened: "")
    var name = ""
    /// Folders and files in display order.
    var entries: [Entry] = []
    var files: [String: FileState] = [:] { didSet { revision += 1 } }
    /// Counts changes of `files`.
    private(set) var revision = 0
    var requestIDs = RequestIDs()
    /// Files whose requests got their ids by comparing them, as they were before.
    var matched: [String: FileState] = [:]
    /// Folders (relative path) and files (absolute path) that are open.
    var opened: Set<String> = []
    var descriptions = DescriptionRows()
    /// Descriptions that refer to a file that changed. Until they are read again, the same list of operations does not mean that nothing
    /// changed.
    var outdated: Set<String> = []
    var filter = ""
    var rows: [TreeRow] = []
    /// The selected row; 0 also when there is none.
    var selection = 0
    /// How many edits were made, made again, or taken back.
    var editCount = 0
    /// The same when the last edit was made; one that is made again is none.
    var lastEdit = 0

    /// Collections up to this many requests begin with everything open.
    static let openedAtStart = 200

    var requestCount: Int { files.values.reduce(0) { $0 + $1.file.document.requests.count } }
    var filePaths: [String] {
        entries.compactMap { if case .file(let path) = $0.kind { path } else { nil } }
    }
    /// The absolute path of the file with this relative one.
    func filePath(of relativePath: String) -> String? {
        filePaths.first { files[$0]?.file.relativePath == relativePath }
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

    /// The first request of that name in a file.
    func key(named name: String, in file: String) -> RequestKey? {
        files[file]?.requests.firstIndex { $0.id == name }.flatMap { key(file, $0) }
    }

    /// The worst of what the reader says about the lines of a request.
    func worstNotice(of key: RequestKey) -> Notice.Severity? {
        guard let request = request(key), let document = files[key.file]?.file.document else { return nil }
        return Notice.Severity.worst(document.notices(of: request).lazy.map(\.severity))
    }

    func name(of row: TreeRow) -> String {
        switch row.kind {
        case .folder(let path): PathText.name(of: path)
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

    /// A heading without the dashes and signs that make it stand out in an editor.
    private func heading(_ file: String, _ block: Int) -> String {
        if let described = files[file]?.file.described { return DescriptionRows.tag(block, of: described) }
        guard let blocks = files[file]?.file.document.blocks, blocks.indices.contains(block) else { return "" }
        let title = blocks[block].title ?? ""
        let signs: Set<Character> = ["-", "=", "*", "~", "_", "#", " "]
        let bare = String(title.drop(while: signs.contains).reversed().drop(while: signs.contains).reversed())
        return bare.isEmpty ? title : bare
    }

    /// From the root, with slashes.
    package func relativePath(of path: String) -> String {
        if let known = files[path]?.file.relativePath { return known }
        return root == "/" ? String(path.dropFirst()) : String(path.dropFirst(root.count + 1))
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

    /// Where a request is added to a file: below the row if it is a request or a heading of that file, else at the end.
    func requestPlace(in file: String, at row: TreeRow.Kind) -> HTTPDocument.RequestPlace {
        switch row {
        case .request(let key) where key.file == file: index(of: key).map { .after($0) } ?? .end
        case .heading(file, let block): .belowHeading(block: block)
        case .request, .heading, .file, .folder: .end
        }
    }
}
