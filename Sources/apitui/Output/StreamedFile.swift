import Base
import Glibc
import NetEngine
import Workspace

/// The file that a flag names, written piece by piece: a reader sees the old file or the whole new one (`ReplacementFile`).
final class StreamedFile {
    private let path: String
    private let file: ReplacementFile

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
        if let old, DiskFile.isReadOnly(target, old) {
            throw CommandFailure("\(flag) \(path): the file is read-only; name another file.")
        }
        self.path = target
        do throws(ReplacementFile.Failure) {
            file = try ReplacementFile(target, replacing: old, newFileMode: isPrivate ? 0o600 : 0o666)
        } catch {
            throw CommandFailure("\(flag) \(path): \(DiskFile.systemMessage(error.errno)).")
        }
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        let code = StandardStreams.write(bytes, to: file.descriptor)
        if code != 0 { throw failure(code) }
    }

    /// Gives the file its name.
    func finish() throws(CommandFailure) {
        do throws(ReplacementFile.Failure) { try file.finish() } catch { throw failure(error.errno) }
    }

    private func failure(_ code: Int32) -> CommandFailure {
        CommandFailure("\(path) was not written: \(DiskFile.systemMessage(code)).", status: .failed)
    }
}
