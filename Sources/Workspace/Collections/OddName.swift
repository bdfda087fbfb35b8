import Glibc

/// Names on disk that are not UTF-8. Our paths cannot express them, so such files and folders are reported instead of
/// read.
package enum OddName {
    /// The end of a sentence about such a name.
    package static let clause = "its name is not UTF-8; rename it, and it can be read"

    /// Why a typed path cannot be used: it leads through such a name, by the working directory or by a link.
    /// - Returns: one sentence; nil for every other path.
    package static func problem(with path: String) -> String? {
        if path.utf8.first != UInt8(ascii: "/"), let folder = DiskFile.oddWorkingDirectory {
            return "The current folder \(folder) cannot be read: \(clause)."
        }
        guard let real = DiskFile.realPath(path), real.utf8.contains(0) else { return nil }
        return "\(path) cannot be read: it is a link, and where it leads to, \(clause)."
    }

    enum Interest { case file, folder }

    /// Why the collection loses something by the name: it is a request file, or a folder that contains one; nil if it
    /// loses nothing.
    static func interest(_ entry: DiskFile.Entry, in folder: String) -> Interest? {
        let path = Array(folder.utf8) + [UInt8(ascii: "/")] + entry.name
        if holdsFolder(entry, path) { return holdsRequestFile(path, depth: 0) ? .folder : nil }
        return isRequestFile(entry.name) ? .file : nil
    }

    private static func isRequestFile(_ name: [UInt8]) -> Bool {
        CollectionStore.isRequestFile(String(decoding: name, as: UTF8.self))
    }

    private static func holdsFolder(_ entry: DiskFile.Entry, _ path: [UInt8]) -> Bool {
        if entry.type != Int32(DT_LNK), entry.type != Int32(DT_UNKNOWN) { return entry.type == Int32(DT_DIR) }
        var info = stat()
        let isThere = (path + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { path in
            path.baseAddress.map { stat($0, &info) == 0 } ?? false
        }
        return isThere && info.st_mode & S_IFMT == S_IFDIR
    }

    /// Searches a few levels deep and does not follow links.
    private static func holdsRequestFile(_ folder: [UInt8], depth: Int) -> Bool {
        guard depth < 8, case .success(let entries) = DiskFile.entries(in: folder) else { return false }
        let seen = entries.filter { $0.name.first != UInt8(ascii: ".") }
        if seen.contains(where: { $0.type != Int32(DT_DIR) && isRequestFile($0.name) }) { return true }
        return seen.contains { entry in
            entry.type == Int32(DT_DIR) && !entry.name.elementsEqual("node_modules".utf8)
                && holdsRequestFile(folder + [UInt8(ascii: "/")] + entry.name, depth: depth + 1)
        }
    }
}
