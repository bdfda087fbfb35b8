import Base
import Comparison
import Glibc
import Workspace

/// The rules that `compare` applies, and the file that they are from.
struct ComparisonRulesFile {
    var rules = ComparisonRules()
    /// nil if no file was read.
    var path: String?

    /// No rules.
    init() {}

    /// Reads the file that the user named.
    init(named path: String) throws {
        try self.init(path, flag: "--rules ", wayOut: "")
    }

    /// Reads the usual file in the folder of a path or, if there is none, at the root of its collection.
    /// - Parameter paths: folders, files and `FILE#NAME`, as `run` takes them; the current folder if there is none.
    init(besides paths: [String]) throws {
        let current = StandardInput.currentFolder
        let folders = paths.map { path -> String in
            let absolute = PathText.normalised(RequestReference(path).path, workingDirectory: current)
            let isFolder = DiskFile.info(absolute).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
            return isFolder ? absolute : PathText.folder(of: absolute)
        }
        let near = folders.isEmpty ? [current] : folders
        let home = processEnvironment("HOME")
        let found = (near + near.map { CollectionRoot.find(forFolder: $0, home: home) })
            .map { PathText.join($0, ComparisonRules.usualFileName) }.first { access($0, F_OK) == 0 }
        guard let found else {
            self.init()
            return
        }
        let below = "\(current)/"
        let shown = found.hasPrefix(below) ? String(found.dropFirst(below.count)) : found
        try self.init(shown, flag: "", wayOut: " --no-rules compares without it.")
    }

    private init(_ path: String, flag: String, wayOut: String) throws {
        switch DiskFile.read(path, limit: 16 << 20) {
        case .success(let bytes): rules = try ComparisonRules(text: String(decoding: bytes, as: UTF8.self), file: path)
        case .failure(let error): throw ComparisonError(sentence: "\(flag)\(path): \(error.clause).\(wayOut)")
        }
        self.path = path
    }
}
