import Base
import CommandGuide
import Glibc
import HTTPFormat
import Workspace

/// Files, folders and the requests in them, for completion. Reads one folder, or one file, and no pipe or device.
struct CompletionFiles {
    /// Larger files are not looked into: their requests are not offered.
    private static let mostBytes = 4 << 20

    private let typed: String

    init(typed: String) { self.typed = typed }

    /// Folders, and the files whose name passes.
    func files(_ passes: (String) -> Bool) -> [CompletionCandidate] {
        let shownFolder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let begun = typed.dropFirst(shownFolder.count)
        let folder = shownFolder.isEmpty ? StandardInput.currentFolder : absolute(shownFolder)
        guard case .success(let entries) = DiskFile.entries(in: folder) else { return [] }
        var found: [CompletionCandidate] = []
        for entry in entries {
            guard let name = String(validating: entry.name, as: UTF8.self), name.hasPrefix(begun),
                name != ".", name != "..", !name.hasPrefix(".") || begun.hasPrefix(".")
            else { continue }
            if isFolder(entry, "\(folder)/\(name)") {
                found.append(CompletionCandidate("\(shownFolder)\(name)/", isPartial: true))
            } else if passes(name) {
                found.append(CompletionCandidate(shownFolder + name))
            }
        }
        return found.sorted { PathText.precedes($0.value, $1.value) }
    }

    private func isFolder(_ entry: DiskFile.Entry, _ path: String) -> Bool {
        if entry.type == Int32(DT_DIR) { return true }
        guard entry.type == Int32(DT_LNK) || entry.type == Int32(DT_UNKNOWN) else { return false }
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
        Self.requests(in: absolute(path)).map {
            CompletionCandidate("\(path)#\($0.id)", $0.title.map { "\($0)" } ?? "\($0.method) \($0.target)")
        }
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

    /// None if it is too large, no regular file, or has none.
    private static func requests(in path: String) -> [SavedRequest] {
        guard let info = DiskFile.info(path), info.st_mode & S_IFMT == S_IFREG, info.st_size <= mostBytes,
            let folder = try? CollectionStore().load(path: path)
        else { return [] }
        return folder.single?.document.requests ?? []
    }

    /// Those of request files in folders and files. A large collection is not read to its end: a key is waited for.
    static func requests(below paths: [String]) -> [SavedRequest] {
        var budget = (bytes: 2 << 20, entries: 20_000)
        var found: [SavedRequest] = []
        var folders: [String] = []
        func read(_ path: String) {
            guard case .success(let bytes) = DiskFile.read(path, limit: min(mostBytes, max(0, budget.bytes))) else {
                return
            }
            budget.bytes -= bytes.count
            found += HTTPDocument(bytes: bytes).requests
        }
        for path in paths {
            let path = CompletionFiles(typed: "").absolute(RequestReference(path).path)
            guard let info = DiskFile.info(path) else { continue }
            if info.st_mode & S_IFMT == S_IFDIR { folders.append(path) } else { read(path) }
        }
        // Breadth first, so that what is near is read first.
        var next = 0
        while next < folders.count, budget.bytes > 0, budget.entries > 0 {
            let folder = folders[next]
            next += 1
            guard case .success(let entries) = DiskFile.entries(in: folder) else { continue }
            budget.entries -= entries.count
            for entry in entries {
                guard let name = String(validating: entry.name, as: UTF8.self), !name.hasPrefix(".") else { continue }
                if entry.type == Int32(DT_DIR) {
                    if name != "node_modules" { folders.append("\(folder)/\(name)") }
                } else if CollectionStore.isRequestFile(name) {
                    read("\(folder)/\(name)")
                }
            }
        }
        return found
    }
}
