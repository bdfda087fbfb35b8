/// A folder (or one file) of saved requests as read from disk.
struct CollectionFolder: Sendable {
    /// Absolute path of the root folder.
    var root: String
    /// The root's display name.
    var name: String
    /// Sorted: folders first, then files, by name.
    var nodes: [CollectionNode]
}

enum CollectionNode: Sendable {
    case folder(name: String, nodes: [CollectionNode])
    case file(CollectionFile)
}

/// A `.http` or `.rest` file on disk.
struct CollectionFile: Sendable {
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

    var hasUnsavedChanges: Bool { document.bytes != stamp.bytes }
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

/// The only code that reads and writes the user's files.
struct CollectionStore: Sendable {
    /// Reads a folder or one file. Unreadable files inside a folder become files with a `problem`.
    func load(path: String) throws(CollectionError) -> CollectionFolder { fatalError("skeleton") }

    /// Writes atomically: temporary file beside it, fsync, rename; mode kept. `force` overwrites a changed file.
    func save(path: String, bytes: [UInt8], expecting stamp: FileStamp, force: Bool = false) -> SaveOutcome {
        fatalError("skeleton")
    }

    /// The environment files that hold for a request file, nearest folder first wins, from its folder up to `root`.
    func environments(forFolder folder: String, root: String) -> EnvironmentSet { fatalError("skeleton") }
}
