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
        let program = try OpenSSLProgram(
            certificate: certificate, key: key, arguments.contains("-HTTP") ? arguments : ["-www"] + arguments,
            in: folder, input: nil)
        process = program.process
        output = program.output
        port = program.port
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
