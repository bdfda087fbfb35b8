import Glibc
import NetEngine

/// A file that is written piece by piece to a draft beside its target, and gets the target's name at the end: a reader sees the old
/// file or the whole new one. It keeps the permissions of the file that it replaces. A draft that did not come to its end is removed.
/// Used by one thread.
package final class ReplacementFile {
    /// What the system could not do.
    package struct Failure: Error {
        package let errno: Int32
    }

    /// The draft, open for writing.
    package let descriptor: Int32
    private let target: String
    private let draft: String
    private var isDone = false

    private static let mark = "apitui"

    /// - Parameters:
    ///   - target: its path, links followed.
    ///   - old: the file that is there; nil if there is none.
    ///   - newFileMode: the permissions of a new file, without those of the umask.
    package init(_ target: String, replacing old: stat?, newFileMode: mode_t = 0o600) throws(Failure) {
        self.target = target
        draft = DraftFile.path(for: target, mark: Self.mark)
        descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, old == nil ? newFileMode : 0o600)
        guard descriptor >= 0 else { throw Failure(errno: Glibc.errno) }
        if let old { _ = fchmod(descriptor, old.st_mode & 0o777) }
    }

    deinit {
        close(descriptor)
        if !isDone { unlink(draft) }
    }

    /// Gives the file its name. Nothing is written afterwards.
    package func finish() throws(Failure) {
        guard !isDone else { return }
        guard fsync(descriptor) == 0, rename(draft, target) == 0 else { throw Failure(errno: Glibc.errno) }
        isDone = true
        DraftFile.removeAbandoned(beside: target, mark: Self.mark)
    }
}
