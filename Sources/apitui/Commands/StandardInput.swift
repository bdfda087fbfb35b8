import Base
import Glibc
import NetEngine
import Workspace

/// Reads the input of a command that is given `-`.
enum StandardInput {
    /// Reads to the end of the stream. Throws if it is closed or a folder, rather than returning nothing.
    /// - Parameter limit: in bytes, as for a file of the same kind: some streams have no end.
    static func readAll(limit: Int) throws(CommandFailure) -> [UInt8] {
        try readAll(STDIN_FILENO, "Standard input", limit: limit)
    }

    /// Reads all of a named pipe or a device such as `/dev/stdin`; nil for anything else.
    static func readAll(pipe path: String, limit: Int) throws(CommandFailure) -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFIFO || kind == S_IFCHR else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return try readAll(descriptor, SafeText(path), limit: limit)
    }

    static func readAll(
        _ descriptor: Int32, _ name: SafeText, limit: Int
    ) throws(CommandFailure) -> [UInt8] {
        func refused(_ failure: DiskFile.Failure) -> CommandFailure {
            CommandFailure("\(name) cannot be read: \(SafeText(failure.clause)).")
        }
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                let size = all.count + count
                guard size <= limit else { throw refused(.tooLarge(limit: limit)) }
                // A failed allocation would end the program; an array doubles when it grows.
                guard size <= all.capacity || size < 8 << 20 || FreeMemory.allows(2 * size) else {
                    throw refused(.system(errno: ENOMEM))
                }
                all += buffer[..<count]
            } else if count == 0 {
                return all
            } else if errno == EAGAIN {
                // A pipe or terminal that another program made non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                throw CommandFailure("\(name) \(StandardDescriptors.clause(errno, "read"))")
            }
        }
    }

    /// The folder to which relative paths in standard input are relative.
    static var currentFolder: String { DiskFile.workingDirectory }
}
