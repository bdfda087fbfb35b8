import Base
import Glibc

/// Reads the input of a command that is given `-`.
enum StandardInput {
    /// Reads to the end of the stream. Throws if it is closed or a folder, rather than returning nothing.
    static func readAll() throws(CommandFailure) -> [UInt8] { try readAll(STDIN_FILENO, "Standard input") }

    /// Reads all of a named pipe or a device such as `/dev/stdin`; nil for anything else.
    static func readAll(pipe path: String) throws(CommandFailure) -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFIFO || kind == S_IFCHR else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return try readAll(descriptor, SafeText(path))
    }

    private static func readAll(_ descriptor: Int32, _ name: SafeText) throws(CommandFailure) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
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
    static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}
