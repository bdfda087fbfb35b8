import Base
import Glibc
import NetEngine
import Workspace

/// A file that is written piece by piece to a draft beside it, and gets its name at the end: a reader sees the old file or the whole
/// new one. A file that takes the place of another keeps its permissions.
final class StreamedFile {
    private let path: String
    private let draft: String
    private let descriptor: Int32
    private var isDone = false

    private static let mark = "apitui"

    /// Fails if the draft cannot be made, before anything else is done.
    /// - Parameters:
    ///   - flag: the one that names it.
    ///   - isPrivate: whether only its owner may read a new file; else the umask decides.
    init(_ path: String, flag: String = "--output", isPrivate: Bool = true) throws(CommandFailure) {
        guard !path.isEmpty else {
            throw CommandFailure("\(flag) needs the name of a file, or - for standard output.")
        }
        let target = DiskFile.realPath(path) ?? path
        let old = DiskFile.info(target)
        if let clause = DiskFile.folderProblem(ofFile: target) { throw CommandFailure("\(flag) \(path): \(clause).") }
        if let old, let failure = DiskFile.Failure(old) {
            throw CommandFailure("\(flag) \(path): \(failure.clause); name a file.")
        }
        self.path = target
        draft = DraftFile.path(for: target, mark: Self.mark)
        descriptor = open(
            draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, isPrivate || old != nil ? 0o600 : 0o666)
        guard descriptor >= 0 else {
            throw CommandFailure("\(flag) \(path): \(DiskFile.systemMessage(errno)).")
        }
        if let old { _ = fchmod(descriptor, old.st_mode & 0o777) }
    }

    deinit {
        close(descriptor)
        if !isDone { unlink(draft) }
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        let code = StandardStreams.write(bytes, to: descriptor)
        if code != 0 { throw failure(code) }
    }

    /// Gives the file its name.
    func finish() throws(CommandFailure) {
        guard fsync(descriptor) == 0, rename(draft, path) == 0 else { throw failure(errno) }
        isDone = true
        DraftFile.removeAbandoned(beside: path, mark: Self.mark)
    }

    private func failure(_ code: Int32) -> CommandFailure {
        CommandFailure("\(path) was not written: \(DiskFile.systemMessage(code)).", status: .failed)
    }
}
