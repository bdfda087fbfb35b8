import Base
import Glibc
import NetEngineRequestLog
import NetEngineSQLite
import Workspace

extension Repair {
    /// Does it.
    /// - Returns: what was done, or why it could not be, as a sentence.
    package func perform() -> (isDone: Bool, sentence: String) {
        switch self {
        case .makePrivate(let path, let mode):
            // A link of the user's own is followed, as it was when it was looked at.
            guard chmod(path, mode_t(mode)) == 0 else { return failed(path) }
            return (true, "\(SafeText(path).string) has the permissions \(KeptItem.octal(mode)) now.")
        case .remove(let paths):
            var failure: (Bool, String)?
            for path in paths where unlink(path) != 0 { failure = failure ?? failed(path) }
            return failure ?? (true, "\(Formatting.count(paths.count, "half-written file")) removed.")
        case .setAside(let path):
            guard let name = Self.moveAside(path) else { return failed(path) }
            return (
                true,
                "\(SafeText(path).string) is \(SafeText(PathText.name(of: name)).string) now; nothing of it was deleted."
            )
        case .setLogAside(let folder): return Self.setLogAside(folder)
        case .emptyCache(let folder): return Self.emptyCache(folder)
        }
    }

    private func failed(_ path: String) -> (Bool, String) {
        (false, "\(SafeText(path).string) was not changed: \(DiskFile.systemMessage(errno)).")
    }

    /// Gives a file the first free name beside its own, and what belongs to it likewise.
    /// - Parameter ends: of the names of such files: `-wal`.
    /// - Returns: the new path; nil if that could not be done.
    private static func moveAside(_ path: String, with ends: [String] = []) -> String? {
        for number in 1...1000 {
            let name = "\(path).damaged\(number == 1 ? "" : "-\(number)")"
            // `link` and not `rename`: it never overwrites.
            guard link(path, name) == 0 else {
                if errno == EEXIST { continue }
                return nil
            }
            for end in ends { rename(path + end, name + end) }
            return unlink(path) == 0 ? name : nil
        }
        return nil
    }

    private static func setLogAside(_ folder: String) -> (Bool, String) {
        let files = LogFolder.files(in: folder)
        return files.locked(.alone) {
            // Without its write-ahead log the copy would lack what was written last.
            guard let name = moveAside(files.databasePath, with: ["-wal", "-shm"]) else {
                return (false, "The request log was not changed: \(DiskFile.systemMessage(errno)).")
            }
            return (
                true,
                "The request log is \(SafeText(PathText.name(of: name)).string) now, with all that can be read of it; a new one begins with the next request."
            )
        }
    }

    private static func emptyCache(_ folder: String) -> (Bool, String) {
        let files = DatabaseFolder(
            path: folder, names: .init(database: "cache.sqlite", bodies: "bodies", lock: "mending.lock"))
        return files.locked(.alone) {
            guard unlink(files.databasePath) == 0 else {
                return (false, "The cache was not removed: \(DiskFile.systemMessage(errno)).")
            }
            for end in ["-wal", "-shm"] { unlink(files.databasePath + end) }
            files.removeAllBodies()
            return (true, "The cache was removed; its responses are requested again when needed.")
        }
    }
}
