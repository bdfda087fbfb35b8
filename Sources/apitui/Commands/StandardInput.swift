import Glibc

/// What a command reads when it is given `-`.
enum StandardInput {
    /// Everything until the end of the stream.
    static func readAll() -> [UInt8] { readAll(STDIN_FILENO) }

    /// Everything that comes out of a named pipe or a device such as `/dev/stdin`; nil for anything else.
    static func readAll(pipe path: String) -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFIFO || kind == S_IFCHR else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return readAll(descriptor)
    }

    private static func readAll(_ descriptor: Int32) -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                all += buffer[..<count]
            } else if count == 0 || errno != EINTR {
                return all
            }
        }
    }

    /// The folder that relative paths in standard input are relative to.
    static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}
