/// A folder (or one file) of saved requests as read from disk.
struct CollectionFolder: Sendable {
    /// Absolute path of the folder that the files' names begin at: the one that was opened, or of a single file the
    /// collection's root.
    var root: String
    /// Up to where environments hold, and what is trusted.
    var place: CollectionPlace
    /// The root's display name.
    var name: String
    /// Sorted: folders first, then files, by name. Folders without any request file are left out.
    var nodes: [CollectionNode]
    /// Absolute paths of every folder whose content matters: those that were looked into, without request files too.
    var folders: [String] = []

    /// - Parameter place: default: the root alone.
    init(
        root: String, name: String, nodes: [CollectionNode], folders: [String] = [], place: CollectionPlace? = nil
    ) {
        self.root = root
        self.place = place ?? CollectionPlace(root: root, opened: root)
        self.name = name
        self.nodes = nodes
        self.folders = folders
    }

    /// Every file, in the order of the tree.
    var files: [CollectionFile] { Self.files(of: nodes) }

    private static func files(of nodes: [CollectionNode]) -> [CollectionFile] {
        nodes.flatMap { node in
            switch node {
            case .folder(_, let nodes): files(of: nodes)
            case .file(let file): [file]
            }
        }
    }
}

enum CollectionNode: Sendable {
    case folder(name: String, nodes: [CollectionNode])
    /// Also a folder that could not be read: its path ends in a slash and it has a `problem`.
    case file(CollectionFile)
}

/// A `.http` or `.rest` file on disk.
struct CollectionFile: Sendable, Hashable {
    /// Absolute.
    var path: String
    /// From the root, with slashes.
    var relativePath: String
    /// As read, or as edited since.
    var document: HTTPDocument
    /// What stood on disk when it was read or last saved.
    var stamp: FileStamp
    /// Why it could not be read; the document is empty then and saving is refused.
    var problem: String?

    /// `problem` for a line that names the file already.
    var problemWithoutPath: String? {
        guard let problem else { return nil }
        let name = path.hasSuffix("/") ? String(path.dropLast()) : path
        return problem.hasPrefix(name + " ") ? String(problem.dropFirst(name.count + 1)) : problem
    }

    var hasUnsavedChanges: Bool { document.bytes != stamp.bytes }

    /// Absolute path of the folder that holds it.
    var folder: String { PathText.folder(of: path) }
}

/// The content of a file when we last knew it, to see whether somebody else changed it since.
struct FileStamp: Sendable, Hashable {
    var bytes: [UInt8]
}

/// A collection that cannot be used at all.
struct CollectionError: Error, Sendable, Hashable {
    /// One sentence: what, where, what to do.
    var sentence: String
}

enum SaveOutcome: Sendable, Hashable {
    case saved(FileStamp)
    /// The file changed on disk since it was read; nothing was written. Holds what stands there now (nil: deleted).
    case conflict(onDisk: [UInt8]?)
    /// Nothing was written.
    case failed(sentence: String)
}
