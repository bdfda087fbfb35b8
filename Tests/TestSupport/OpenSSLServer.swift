import Foundation
import Glibc

/// `openssl s_server` on a free loopback port: a TLS server with requirements that nginx does not support. It answers
/// every request with a page about the connection.
public final class OpenSSLServer: Sendable {
    public let port: Int
    private let process: pid_t
    private let output: Int32
    private let folder: TemporaryFolder

    /// - Parameter arguments: in addition to address, certificate and page.
    /// - Parameter folder: the working directory; with `-HTTP` among the arguments, its files are sent as they are.
    public init(certificate: String, key: String, _ arguments: [String], in folder: TemporaryFolder? = nil) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        let pipe = folder.path + "/output"
        guard mkfifo(pipe, 0o600) == 0 else { throw LoopbackSocket.Failure(errno: errno) }
        // Open the pipe before the program starts, which waits for that; then read until it reports that it listens.
        output = open(pipe, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard output >= 0 else { throw LoopbackSocket.Failure(errno: errno) }
        // The program ends by itself if the tests end before they stop it.
        process = try ChildProcess.spawn(
            "/usr/bin/timeout",
            ["120", "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key]
                + (arguments.contains("-HTTP") ? arguments : ["-www"] + arguments), in: folder.path, input: nil,
            output: pipe)
        _ = fcntl(output, F_SETFL, 0)
        var text: [UInt8] = []
        var found: Int?
        while found == nil {
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &piece, piece.count)
            guard count > 0 else { throw ProgramRun.Failure(description: String(decoding: text, as: UTF8.self)) }
            text += piece[..<count]
            let line = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .dropLast().first { $0.hasPrefix("ACCEPT ") }
            found = line?.split(separator: ":").last.flatMap { Int($0) }
        }
        port = found ?? 0
    }

    /// Runs `openssl` with arguments that contain no spaces.
    public static func run(_ command: String, in folder: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let log = folder + "/openssl.log"
        let child = try ChildProcess.spawn("/usr/bin/env", ["openssl"] + words, in: folder, input: nil, output: log)
        guard ChildProcess.wait(child) == 0 else { throw ProgramRun.Failure(description: "openssl \(command) failed") }
    }

    public var url: String { "https://localhost:\(port)/" }

    deinit {
        kill(process, SIGTERM)
        _ = ChildProcess.wait(process)
        close(output)
    }
}
