import Base
import Glibc
import NetEngine

/// Where a body goes that is too large for memory.
package enum SpoolFolders {
    /// For everything that this program sends on the screen and by `send` and `run`.
    package static let spooling = BodySpooling(folders: list())

    /// The cache's folder, `/var/tmp`, `TMPDIR` and `/tmp`, those on a disk first. A folder that does not exist stays: the
    /// next one is taken when the file is made.
    /// - Parameters:
    ///   - variable: looks up an environment variable.
    ///   - isInMemory: whether the files of a folder take memory.
    static func list(
        _ variable: (String) -> String? = processEnvironment, isInMemory: (String) -> Bool = isInMemory
    ) -> [String] {
        let temporary = variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        var folders: [String] = []
        for folder in [UserFolder.cache.path(variable), "/var/tmp", temporary, "/tmp"] {
            if let folder, !folders.contains(folder) { folders.append(folder) }
        }
        return folders.filter { !isInMemory($0) } + folders.filter(isInMemory)
    }

    static func isInMemory(_ folder: String) -> Bool {
        guard let device = DiskFile.info(folder)?.st_dev,
            case .success(let bytes) = DiskFile.read("/proc/self/mountinfo", limit: 1 << 20)
        else { return false }
        return isInMemory(String(decoding: bytes, as: UTF8.self), on: device)
    }

    /// Whether a device is tmpfs or ramfs.
    /// - Parameter mounts: the content of `/proc/self/mountinfo`.
    static func isInMemory(_ mounts: String, on device: dev_t) -> Bool {
        let (major, minor) = (device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & ~0xFF)
        for line in mounts.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 2, words[2] == "\(major):\(minor)", let dash = words.firstIndex(of: "-"),
                dash + 1 < words.count
            else { continue }
            return ["tmpfs", "ramfs"].contains(words[dash + 1])
        }
        return false
    }
}
