import Glibc

/// What a command reads when it is given `-`.
enum StandardInput {
    /// Everything until the end of the stream.
    static func readAll() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
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
