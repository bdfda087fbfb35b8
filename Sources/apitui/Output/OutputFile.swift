import Base
import Glibc
import Synchronization
import Workspace

/// The file of `--output`: collects what would go to standard output, and is written as a whole at the end.
///
/// A regular file is replaced atomically, and only if every response is complete. A device or a pipe, such as
/// `/dev/null`, is written to directly.
final class OutputFile: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        /// Why nothing is written; nil if it may be.
        var problem: SafeText?
        var isEmpty = true
    }

    private let path: String
    private let state = Mutex(State())

    /// Fails if the folder is missing or the path is a folder, before anything is sent.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        guard !path.isEmpty else {
            throw CommandFailure("--output needs the name of a file, or - for standard output.")
        }
        let folder = PathText.folder(of: path)
        guard let info = DiskFile.info(folder), info.st_mode & S_IFMT == S_IFDIR else {
            throw CommandFailure("--output \(path): there is no folder \(folder).")
        }
        if let info = DiskFile.info(path), info.st_mode & S_IFMT == S_IFDIR {
            throw CommandFailure("--output \(path): it is a folder; name a file.")
        }
    }

    /// Appends a response, which may be empty.
    func append(_ bytes: [UInt8]) {
        state.withLock { state in
            state.bytes += bytes
            state.isEmpty = false
        }
    }

    /// Leaves the file unchanged; `write` then fails with this reason.
    func refuse(because reason: SafeText) { state.withLock { $0.problem = $0.problem ?? reason } }

    /// Writes what was appended; does nothing if nothing was.
    func write() throws(CommandFailure) {
        let (bytes, problem, isEmpty) = state.withLock { ($0.bytes, $0.problem, $0.isEmpty) }
        if let problem { throw CommandFailure("\(path) was not written: \(problem)", status: .failed) }
        guard !isEmpty else { return }
        if let info = DiskFile.info(path), info.st_mode & S_IFMT != S_IFREG { return try stream(bytes) }
        switch CollectionStore().save(path: path, bytes: bytes, expecting: FileStamp(bytes: bytes), force: true) {
        case .saved: return
        case .failed(let sentence): throw CommandFailure(SafeText(sentence), status: .failed)
        case .conflict: throw CommandFailure("\(path) was not saved.", status: .failed)
        }
    }

    private func stream(_ bytes: [UInt8]) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure("\(path) was not written: \(DiskFile.systemMessage(errno)).", status: .failed)
        }
        defer { close(descriptor) }
        let code = StandardStreams.write(bytes, to: descriptor)
        guard code == 0 else {
            throw CommandFailure("\(path) was not written: \(DiskFile.systemMessage(code)).", status: .failed)
        }
    }
}
