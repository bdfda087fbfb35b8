import Base
import Glibc
import Workspace

/// Where a report goes: a file, standard output (`-`), or a device or pipe such as `/dev/stderr`.
struct ReportTarget {
    /// For errors.
    private let place: String
    /// nil for what has a descriptor.
    private let file: StreamedFile?
    private let descriptor: Int32?

    /// Makes the file, before anything is sent.
    /// - Parameter flag: the one that names it.
    /// - Throws: if it cannot be written.
    init(_ path: String, flag: String) throws(CommandFailure) {
        place = path == "-" ? "standard output" : path
        if path == "-" {
            (file, descriptor) = (nil, STDOUT_FILENO)
        } else if let info = DiskFile.info(path), ![S_IFREG, S_IFDIR].contains(info.st_mode & S_IFMT) {
            let opened = open(path, O_WRONLY | O_CLOEXEC)
            guard opened >= 0 else {
                throw CommandFailure(SafeText("\(flag) \(path): \(DiskFile.systemMessage(errno))."))
            }
            (file, descriptor) = (nil, opened)
        } else {
            // Made to be passed on: another user may publish it, as in CI.
            (file, descriptor) = (try StreamedFile(path, flag: flag, isPrivate: false), nil)
        }
    }

    /// nil for a device, a pipe or standard output.
    var filePath: String? { file == nil ? nil : place }

    var isStandardOutput: Bool { descriptor == STDOUT_FILENO }

    /// - Parameter kind: of the report, for errors.
    func write(_ bytes: [UInt8], _ kind: String) throws(CommandFailure) {
        if let file { return try file.write(bytes) }
        let code = StandardStreams.write(bytes, to: descriptor ?? STDOUT_FILENO)
        if code == EPIPE, isStandardOutput { throw CommandFailure([], status: .readerLeft) }
        guard code == 0 else {
            throw CommandFailure(
                SafeText("The report \(kind) was not written to \(place): \(DiskFile.systemMessage(code))."),
                status: .failed)
        }
    }

    /// Gives a file its name.
    func finish() throws(CommandFailure) { try file?.finish() }
}
