import Base
import Glibc
import NetEngine
import Synchronization
import Workspace

/// The file of `--output`, which gets what would go to standard output.
///
/// A regular file is replaced atomically at the end, and only if every response is complete. A device or a pipe, such as
/// `/dev/null`, is written to at once.
final class OutputFile: Sendable {
    private struct State {
        var content: [BodyBytes] = []
        /// Why nothing is written; nil if it may be.
        var problem: SafeText?
        var isEmpty = true
        /// The device or pipe, open.
        var descriptor: Int32?
        /// Nobody reads the pipe any more.
        var readerLeft = false
    }

    /// True for a device or a pipe.
    let isDevice: Bool
    private let path: String
    private let state = Mutex(State())

    /// Fails if the folder is missing or the path is a folder, before anything is sent.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        isDevice = DiskFile.info(path).map { $0.st_mode & S_IFMT != S_IFREG } ?? false
        guard !path.isEmpty else {
            throw CommandFailure("--output needs the name of a file, or - for standard output.")
        }
        if let clause = DiskFile.folderProblem(ofFile: path) { throw CommandFailure("--output \(path): \(clause).") }
        if let info = DiskFile.info(path), info.st_mode & S_IFMT == S_IFDIR {
            throw CommandFailure("--output \(path): it is a folder; name a file.")
        }
    }

    deinit { if let descriptor = state.withLock(\.descriptor) { close(descriptor) } }

    /// Appends a response, which may be empty, or a part of one. May block if it is a device or a pipe.
    func append(_ content: BodyBytes) {
        state.withLock { state in
            if isDevice { stream(content, &state) } else { state.content.append(content) }
            state.isEmpty = false
        }
    }

    /// Appends what has just arrived to a device or a pipe. A response may have no end: the program ends once nobody reads the pipe,
    /// or the device takes no more, as with standard output.
    func appendArrived(_ bytes: [UInt8]) {
        append(BodyBytes(bytes))
        guard let failure else { return }
        for sentence in failure.sentences { StandardStreams.live.report("apitui: \(sentence)") }
        exit(failure.status.rawValue)
    }

    /// Leaves the file unchanged; `write` then fails with this reason.
    func refuse(because reason: SafeText) { state.withLock { $0.problem = $0.problem ?? reason } }

    /// Why not all of it is written; nil if it may be.
    private var failure: CommandFailure? {
        let (problem, readerLeft) = state.withLock { ($0.problem, $0.readerLeft) }
        // As of standard output: nobody reads a message.
        if readerLeft { return CommandFailure([], status: .readerLeft) }
        return problem.map { CommandFailure("\(path) was not written: \($0)", status: .failed) }
    }

    /// Writes what was appended; does nothing if nothing was.
    func write() throws(CommandFailure) {
        if let failure { throw failure }
        let (content, isEmpty) = state.withLock { ($0.content, $0.isEmpty) }
        guard !isEmpty, !isDevice else { return }
        if let sentence = CollectionStore().replace(path: path, with: content) {
            throw CommandFailure(SafeText(sentence), status: .failed)
        }
    }

    private func stream(_ content: BodyBytes, _ state: inout State) {
        guard state.problem == nil, !state.readerLeft else { return }
        let descriptor = state.descriptor ?? open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            state.problem = SafeText("\(DiskFile.systemMessage(errno)).")
            return
        }
        state.descriptor = descriptor
        var code: Int32 = 0
        content.forEachPiece { if code == 0 { code = StandardStreams.write($0, to: descriptor) } }
        switch code {
        case 0: break
        case EPIPE: state.readerLeft = true
        default: state.problem = SafeText("\(DiskFile.systemMessage(code)).")
        }
    }
}
