import Glibc

/// What says that a file is the one that it was, without a look into it.
package struct FileMark: Sendable, Hashable {
    /// Bytes.
    package var size: Int
    private var inode: UInt
    private var seconds: Int
    private var nanoseconds: Int

    /// nil if there is none.
    init?(_ path: String) {
        guard let info = DiskFile.info(path) else { return nil }
        (size, inode) = (Int(info.st_size), UInt(info.st_ino))
        (seconds, nanoseconds) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
    }
}
