import Base
import Dispatch
import Glibc
import HTTPFormat
import NetEngine

/// The only code that reads and writes the user's files.
///
/// `load` finds the request files (`FolderWalk`), reads them (`DiskFile`) and parses them (`HTTPDocument`) on all cores;
/// `save` replaces one file or leaves it as it was (`AtomicSave`).
package struct CollectionStore: Sendable {
    package init() {}

    /// Larger body files are refused where they must be held in memory (`<@`, or parts of a longer body).
    static let maxBodyFileBytes = 256 << 20

    /// Reads a folder or one file. Unreadable files inside a folder become files with a `problem`.
    ///
    /// Never waits for a FIFO or a device. A single file may have any name; in a folder, only `.http` and `.rest` files
    /// are read. Environments and trust come from the collection that the path belongs to (`CollectionRoot`).
    package func load(path: String) throws(CollectionError) -> CollectionFolder {
        try load(path: path, defersLarge: false)
    }

    private func load(path: String, defersLarge: Bool) throws(CollectionError) -> CollectionFolder {
        var folder = try read(path: path, defersLarge: defersLarge)
        folder.asked = path
        return folder
    }

    /// Reads what the screen shows: a folder or one file, with a description also the request file in which its requests are kept. Large
    /// descriptions are left unread; `reload` reads them. A file with something else in it is refused: its first request would be written
    /// below that.
    package func open(path: String) throws(CollectionError) -> CollectionFolder {
        let folder = try load(path: path, defersLarge: true)
        if let single = folder.single, Self.isSomethingElse(single) {
            throw CollectionError(
                sentence:
                    "\(single.path) has no requests; 'apitui import' turns files of other tools into request files.")
        }
        return withKept(folder)
    }

    /// Whether a file that is not named as one of requests has text and nothing of a request file in it.
    private static func isSomethingElse(_ file: CollectionFile) -> Bool {
        let document = file.document
        return !isRequestFile(PathText.name(of: file.path)) && !file.isDescription && !document.bytes.isEmpty
            && document.requests.isEmpty && document.definitions.isEmpty && document.imports.isEmpty
    }

    /// A description that was opened by itself, with the request file in which its requests are kept.
    package func withKept(_ folder: CollectionFolder) -> CollectionFolder {
        guard let single = folder.single, single.isDescription else { return folder }
        let path = DescribedFile.requestFile(beside: single.path)
        let parent = PathText.folder(of: single.relativePath)
        let name = PathText.name(of: path)
        guard let file = reload(path: path, relativePath: parent == "." ? name : PathText.join(parent, name)) else {
            return folder
        }
        var folder = folder
        folder.nodes.append(.file(file))
        return folder
    }

    private func read(path: String, defersLarge: Bool) throws(CollectionError) -> CollectionFolder {
        if let problem = OddName.problem(with: path) { throw CollectionError(sentence: problem) }
        // What a script passes as a variable without a value: all requests of the current folder would be sent.
        guard !path.isEmpty else {
            throw CollectionError(sentence: "The path of a file or folder is empty; '.' names the current folder.")
        }
        let absolute = PathText.normalised(path, workingDirectory: DiskFile.workingDirectory)
        guard let info = DiskFile.info(absolute) else {
            let code = errno
            if code == ENOENT || code == ENOTDIR {
                throw CollectionError(sentence: "There is no file or folder \(absolute).")
            }
            throw CollectionError(sentence: "\(absolute) cannot be read: \(DiskFile.systemMessage(code)).")
        }
        switch info.st_mode & S_IFMT {
        case S_IFDIR: return try folder(absolute, defersLarge: defersLarge)
        case S_IFREG:
            let root = CollectionRoot.find(forFile: absolute, home: processEnvironment("HOME"))
            let relative =
                String(absolute.utf8.dropFirst(root == "/" ? 1 : root.utf8.count + 1)) ?? PathText.name(of: absolute)
            let file = Self.file(FolderWalk.Entry(path: absolute, relativePath: relative), defersLarge: defersLarge)
            if let problem = file.problemSentence { throw CollectionError(sentence: problem) }
            return CollectionFolder(
                root: root, name: PathText.name(of: absolute), nodes: [.file(file)],
                folders: Self.watched(from: file.folder, to: root),
                place: CollectionPlace(root: root, opened: file.folder))
        default:
            throw CollectionError(sentence: "\(absolute) is neither a file nor a folder that can be read.")
        }
    }

    /// Whether anything exists at an absolute path.
    package func isThere(_ path: String) -> Bool { DiskFile.info(path) != nil }

    /// Reads one file of a collection again from disk.
    package func reload(_ file: CollectionFile) -> CollectionFile {
        Self.file(FolderWalk.Entry(path: file.path, relativePath: file.relativePath))
    }

    /// Reads a file again; nil if it no longer exists.
    /// - Parameter progress: gets how many bytes of a description were read by now, and says whether to go on.
    package func reload(
        path: String, relativePath: String, progress: (Int) -> Bool = { _ in true }
    ) -> CollectionFile? {
        guard !DiskFile.isMissing(path) else { return nil }
        return Self.file(FolderWalk.Entry(path: path, relativePath: relativePath), progress: progress)
    }

    /// Whether a file with that name in a folder is a request file.
    package static func isRequestFile(_ name: String) -> Bool {
        name.utf8.first != Byte.dot && hasRequestEnding(name)
    }

    /// Whether a path ends as that of a request file does, in `.http` or `.rest`. Letter case is ignored; otherwise a file that a
    /// case-insensitive system named `A.HTTP` would silently be left out.
    package static func hasRequestEnding(_ path: some StringProtocol) -> Bool { requestEnding(of: path) != nil }

    /// A path without the ending of a request file.
    package static func withoutRequestEnding(_ path: String) -> String {
        String(decoding: path.utf8.dropLast(requestEnding(of: path)?.utf8.count ?? 0), as: UTF8.self)
    }

    private static func requestEnding(of path: some StringProtocol) -> String? {
        [".http", ".rest"].first { ending in
            path.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) { LineText.lower($0) == $1 }
        }
    }

    /// Whether a file with that name may describe an API.
    package static func mayBeDescription(_ name: String) -> Bool { DescriptionFinder.mayBe(name) }

    /// Whether a file with that name may define variables.
    package static func isEnvironmentFile(_ name: String) -> Bool {
        name.hasSuffix(".env.json") || name.hasSuffix(".env.json.user") || name == ".env" || name.hasPrefix(".env.")
            || name.hasSuffix(".env") || name.hasSuffix(".code-workspace") || name == "settings.json"
    }

    /// Whether the collection may have changed on disk: something was added, removed or written.
    /// - Parameter start: when reading it began.
    package func mayHaveChanged(_ folder: CollectionFolder, since start: WallMoment) -> Bool {
        guard !folder.files.contains(where: { DiskFile.info($0.path).map { start.isNotAfter($0) } ?? true }) else {
            return true
        }
        return folder.folders.contains { DiskFile.info($0).map { start.isNotAfter($0) } ?? true }
    }

    private func folder(_ root: String, defersLarge: Bool) throws(CollectionError) -> CollectionFolder {
        var walk = FolderWalk(root: root)
        let trees: [FolderWalk.Tree]
        switch walk.walk(root) {
        case .success(let found): trees = found
        case .failure(let failure):
            throw CollectionError(sentence: "The folder \(root) cannot be read: \(failure.clause).")
        }
        let files = Self.files(walk.entries, defersLarge: defersLarge)
        func node(_ tree: FolderWalk.Tree) -> CollectionNode {
            switch tree {
            case .folder(let name, let nodes): .folder(name: name, nodes: nodes.map(node))
            case .file(let index): .file(files[index])
            }
        }
        let name = PathText.name(of: root)
        let place = CollectionPlace(
            root: CollectionRoot.find(forFolder: root, home: processEnvironment("HOME")), opened: root)
        return CollectionFolder(
            root: root, name: name.isEmpty ? root : name, nodes: trees.map(node),
            folders: Self.watched(from: root, to: place.root) + walk.folderPaths.filter { $0 != root }, place: place)
    }

    /// The folders from here up to the root, and their subfolders in which environments may be defined.
    private static func watched(from folder: String, to root: String) -> [String] {
        PathText.foldersUp(from: folder, to: root).flatMap { folder in
            [folder]
                + [".vscode", "env"].map { PathText.join(folder, $0) }.filter {
                    (DiskFile.info($0)?.st_mode ?? 0) & S_IFMT == S_IFDIR
                }
        }
    }

    /// Reads and parses files on all cores, because the first frame waits for it.
    private static func files(_ entries: [FolderWalk.Entry], defersLarge: Bool) -> [CollectionFile] {
        let batch = 16
        // Under an address-space limit a thread may be unavailable, and the runtime would wait for it forever.
        guard entries.count > batch, FreeMemory.addressLimit == nil else {
            return entries.map { file($0, defersLarge: defersLarge) }
        }
        return [CollectionFile](unsafeUninitializedCapacity: entries.count) { buffer, count in
            // Each iteration initialises only its own elements, and nothing reads them before all iterations have
            // ended.
            nonisolated(unsafe) let results = buffer
            DispatchQueue.concurrentPerform(iterations: (entries.count + batch - 1) / batch) { iteration in
                for index in iteration * batch..<min((iteration + 1) * batch, entries.count) {
                    results.initializeElement(at: index, to: file(entries[index], defersLarge: defersLarge))
                }
            }
            count = entries.count
        }
    }

    private static func file(
        _ entry: FolderWalk.Entry, defersLarge: Bool = false, progress: (Int) -> Bool = { _ in true }
    ) -> CollectionFile {
        guard !DescriptionFinder.mayBe(PathText.name(of: entry.path)) else {
            return DescriptionReader.file(entry, defersLarge: defersLarge, progress: progress)
        }
        var problem = entry.problem
        var bytes: [UInt8] = []
        if problem == nil {
            switch DiskFile.read(entry.path, limit: DiskFile.maxRequestFileBytes) {
            // As PowerShell's > writes: it has no line that could be read, so its requests would be missing unnoticed.
            case .success(let content) where content.starts(with: [0xFF, 0xFE]) || content.starts(with: [0xFE, 0xFF]):
                problem = FileProblem("cannot be read: it is UTF-16; save it as UTF-8.")
            case .success(let content): bytes = content
            case .failure(let failure): problem = FileProblem("cannot be read: \(failure.clause).")
            }
        }
        return CollectionFile(
            path: entry.path, relativePath: entry.relativePath, document: HTTPDocument(bytes: bytes),
            stamp: FileStamp(bytes: bytes), problem: problem)
    }

    /// Writes atomically: a temporary file next to the target, fsync, then rename; the mode is kept. `force` overwrites
    /// a file that changed on disk.
    ///
    /// A symbolic link stays a link: the file it leads to is replaced. A missing file is created only if the stamp is
    /// empty or `force` is set; then its folder is, too.
    /// - Parameter newFileMode: mode of a file that is created; nil uses the umask's default.
    package func save(
        path: String, bytes: [UInt8], expecting stamp: FileStamp, force: Bool = false, newFileMode: UInt32? = nil
    ) -> SaveOutcome {
        AtomicSave(newFileMode: newFileMode).save(path: path, bytes: bytes, expecting: stamp, force: force)
    }

    /// Replaces a file, whatever is in it, by parts that may be too large for memory.
    /// - Returns: why it was not; nil if it was.
    package func replace(path: String, with content: [BodyBytes]) -> String? {
        let outcome = AtomicSave().replace(path: path, content: content, expecting: nil, makesFolder: false)
        guard case .failed(let sentence) = outcome else { return nil }
        return sentence
    }
}

/// A moment on the clock that the file system uses for timestamps.
package struct WallMoment: Sendable, Hashable {
    private let nanoseconds: Int64

    /// Slightly before now, because the kernel's file timestamps come from a clock that ticks every few milliseconds.
    package static var justBeforeNow: WallMoment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallMoment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) - 20_000_000)
    }

    /// Whether the content, name or location of a file changed at this moment or later.
    func isNotAfter(_ info: stat) -> Bool {
        nanoseconds <= Int64(info.st_ctim.tv_sec) * 1_000_000_000 + Int64(info.st_ctim.tv_nsec)
    }
}
