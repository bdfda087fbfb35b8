import Base
import CommandGuide
import Glibc
import HTTPFormat
import Workspace

/// Files, folders and the requests in them, for completion. Reads one folder, or one file, and no pipe or device.
///
/// An answer is to be there within 50 ms; `Benchmarks/run completion` measures it at these limits.
struct CompletionFiles {
    /// Larger request files are not looked into: their requests are not offered. So many bytes of a collection are read for its tags.
    static let mostBytes = 2 << 20

    /// The same of a description. YAML takes twice as long as JSON.
    static func mostBytes(ofDescription path: String) -> Int {
        let name = path.lowercased()
        return name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? 512 << 10 : 768 << 10
    }

    private let typed: String
    private let time: ReadingTime

    init(typed: String, time: ReadingTime = ReadingTime()) {
        self.typed = typed
        self.time = time
    }

    /// No more files and folders are offered: what is done with them after they were read takes time too.
    static let mostFiles = 1_000

    /// How many entries of a folder are read from one look at the clock to the next.
    static let entriesBetweenLooks = 64

    /// Folders, and the files whose name passes. Of a very large folder those that can be read in the time.
    func files(_ passes: (String) -> Bool) -> [CompletionCandidate] {
        let shownFolder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let begun = typed.dropFirst(shownFolder.count)
        let folder = shownFolder.isEmpty ? StandardInput.currentFolder : absolute(shownFolder)
        var found: [CompletionCandidate] = []
        forEachEntry(in: folder, begunBy: Array(begun.utf8)) { name, type in
            guard name != ".", name != "..", !name.hasPrefix(".") || begun.hasPrefix(".") else { return true }
            if isFolder(type, "\(folder)/\(name)") {
                found.append(CompletionCandidate("\(shownFolder)\(name)/", isPartial: true))
            } else if passes(name) {
                found.append(CompletionCandidate(shownFolder + name))
            }
            return found.count < Self.mostFiles
        }
        return found.sorted { PathText.precedes($0.value, $1.value) }
    }

    /// The entries of a folder whose names are text, as many as can be read in the time; none if the folder cannot be read.
    /// - Parameters:
    ///   - begun: the first bytes of the names.
    ///   - each: returns false to end the reading.
    private func forEachEntry(
        in folder: String, begunBy begun: [UInt8] = [], _ each: (_ name: String, _ type: Int32) -> Bool
    ) {
        var count = 0
        DiskFile.forEachEntry(in: Array(folder.utf8)) { bytes, type in
            count += 1
            if count.isMultiple(of: Self.entriesBetweenLooks), !time.isLeft { return false }
            guard bytes.starts(with: begun), let name = String(validating: bytes, as: UTF8.self) else { return true }
            return each(name, type)
        }
    }

    private func isFolder(_ type: Int32, _ path: String) -> Bool {
        if type == Int32(DT_DIR) { return true }
        guard type == Int32(DT_LNK) || type == Int32(DT_UNKNOWN) else { return false }
        return DiskFile.info(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }

    /// `FILE#NAME`, and the files and folders on the way to it.
    /// - Parameter needsName: whether a file alone is not enough, unless it has one request.
    func requests(needsName: Bool) -> [CompletionCandidate] {
        if TypedRequest.isURL(typed), DiskFile.info(absolute(typed)) == nil { return [] }
        let reference = RequestReference(typed, exists: { DiskFile.info(absolute($0)) != nil })
        if reference.name != nil || typed.hasSuffix("#"), reference.path != typed {
            return names(of: reference.path)
        }
        let found = files { CollectionStore.isRequestFile($0) || CollectionStore.mayBeDescription($0) }
        guard let only = found.first, found.count == 1, !only.isPartial else { return found }
        let names = names(of: only.value)
        // With one choice its requests come next.
        if needsName { return names.isEmpty ? found : names }
        return found + (typed == only.value ? names : [])
    }

    private func names(of path: String) -> [CompletionCandidate] {
        var found: [CompletionCandidate] = []
        forEachRequest(in: absolute(path)) { request in
            let help = request.title ?? "\(request.method) \(request.target)"
            found.append(CompletionCandidate("\(path)#\(request.id)", help))
        }
        return found
    }

    /// The folder of a file, or the folder itself.
    func folder(of path: String) -> String {
        let path = absolute(path)
        let isFolder = DiskFile.info(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
        return isFolder ? path : PathText.folder(of: path)
    }

    private func absolute(_ path: String) -> String {
        var path = path
        if path.hasPrefix("~/"), let home = processEnvironment("HOME") { path = home + path.dropFirst() }
        return PathText.normalised(path, workingDirectory: StandardInput.currentFolder)
    }

    // MARK: Requests

    /// How many requests are read from one look at the clock to the next.
    static let requestsBetweenLooks = 16

    /// Of one file, in order, as many as can be read in the time; a description is read as a whole or not at all. None if it is too large,
    /// no regular file, or has none.
    private func forEachRequest(in path: String, _ each: (SavedRequest) -> Void) {
        guard CollectionStore.mayBeDescription(PathText.name(of: path)) else {
            _ = forEachRequest(ofRequestFile: path, limit: Self.mostBytes, each)
            return
        }
        guard let info = DiskFile.info(path), info.st_size <= Self.mostBytes(ofDescription: path),
            let described = try? DescriptionReader.read(path: path, progress: { _ in time.isLeft })
        else { return }
        forEachRequest(of: described.skeleton, each)
    }

    private func forEachRequest(of bytes: [UInt8], _ each: (SavedRequest) -> Void) {
        var count = 0
        HTTPDocument.forEachRequest(in: bytes) { request in
            each(request)
            count += 1
            return !count.isMultiple(of: Self.requestsBetweenLooks) || time.isLeft
        }
    }

    /// - Returns: how many bytes were read.
    private func forEachRequest(
        ofRequestFile path: String, limit: Int, _ each: (SavedRequest) -> Void
    ) -> Int {
        guard case .success(let bytes) = DiskFile.read(path, limit: limit) else { return 0 }
        forEachRequest(of: bytes, each)
        return bytes.count
    }

    /// Those of request files in folders and files. A large collection is not read to its end: a key is waited for.
    func forEachRequest(below paths: [String], _ each: (SavedRequest) -> Void) {
        var budget = (bytes: Self.mostBytes, entries: 20_000)
        var folders: [String] = []
        func read(_ path: String) {
            budget.bytes -= forEachRequest(ofRequestFile: path, limit: max(0, budget.bytes), each)
        }
        for path in paths {
            let path = absolute(RequestReference(path).path)
            guard let info = DiskFile.info(path) else { continue }
            if info.st_mode & S_IFMT == S_IFDIR { folders.append(path) } else { read(path) }
        }
        // Breadth first, so that what is near is read first.
        var next = 0
        while next < folders.count, budget.bytes > 0, budget.entries > 0, time.isLeft {
            let folder = folders[next]
            next += 1
            forEachEntry(in: folder) { name, type in
                budget.entries -= 1
                if name.hasPrefix(".") { return true }
                if type == Int32(DT_DIR) {
                    if name != "node_modules" { folders.append("\(folder)/\(name)") }
                } else if CollectionStore.isRequestFile(name) {
                    guard time.isLeft else { return false }
                    read("\(folder)/\(name)")
                }
                return budget.entries > 0
            }
        }
    }
}
