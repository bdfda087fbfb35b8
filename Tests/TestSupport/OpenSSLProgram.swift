import Glibc

/// A running `openssl s_server` on a free loopback port, and what it writes: its own words, and what clients send.
struct OpenSSLProgram {
    let process: pid_t
    private(set) var port = 0
    /// Where its output is read; open until the owner closes it.
    let output: Int32
    /// What was read and not yet skipped.
    private var bytes: [UInt8] = []

    /// Starts it, and returns when it listens.
    /// - Parameter arguments: in addition to address, certificate and key.
    /// - Parameter folder: the working directory, where a pipe for the output is made.
    init(
        certificate: String, key: String, _ arguments: [String], in folder: TemporaryFolder, input: Int32?
    ) throws {
        let pipe = folder.path + "/output"
        guard mkfifo(pipe, 0o600) == 0 else { throw LoopbackSocket.Failure(errno: errno) }
        // Open the pipe before the program starts, which waits for that.
        output = open(pipe, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard output >= 0 else { throw LoopbackSocket.Failure(errno: errno) }
        // The program ends by itself if the tests end before they stop it.
        process = try ChildProcess.spawn(
            "/usr/bin/timeout",
            ["120", "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key] + arguments,
            in: folder.path, input: input, output: pipe)
        _ = fcntl(output, F_SETFL, 0)
        guard skip(past: [Array("ACCEPT 127.0.0.1:".utf8)]), let port = number() else {
            throw ProgramRun.Failure(description: String(decoding: bytes, as: UTF8.self))
        }
        self.port = port
    }

    /// Reads until one of the patterns is there, and drops all up to its end.
    /// - Returns: false at the end of the output.
    mutating func skip(past patterns: [[UInt8]]) -> Bool {
        while true {
            for pattern in patterns {
                guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: pattern) }) else {
                    continue
                }
                bytes.removeFirst(start + pattern.count)
                return true
            }
            guard readMore() else { return false }
        }
    }

    /// The number up to the end of the line.
    private mutating func number() -> Int? {
        while !bytes.contains(10) { guard readMore() else { return nil } }
        return Int(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
    }

    private mutating func readMore() -> Bool {
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(output, &piece, piece.count)
        guard count > 0 else { return false }
        bytes += piece[..<count]
        return true
    }
}
