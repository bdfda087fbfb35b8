import Foundation
import Glibc

/// An HTTP/2 server over TLS whose frames the test writes; `openssl s_server` does the TLS. It has one connection at a time and
/// accepts the next one when that is closed.
public final class HTTP2OverTLS: Sendable {
    public enum Step: Sendable {
        /// Waits for the end of the request on this stream: libcurl 7.88 hangs if the response ends before it.
        case take(stream: UInt8)
        case send([UInt8])
        case close
    }

    public let port: Int
    private let process: pid_t
    private let folder: TemporaryFolder

    /// - Parameter connections: the steps of each connection, in the order of arrival, from its first request on. A connection that
    ///   is closed before that does not count.
    public init(certificate: String, key: String, _ connections: [[Step]]) throws {
        folder = try TemporaryFolder()
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw LoopbackSocket.Failure(errno: errno)
        }
        let (input, other) = (ends[0], ends[1])
        defer { close(other) }
        let program = try OpenSSLProgram(
            certificate: certificate, key: key, ["-alpn", "h2"], in: folder, input: other)
        process = program.process
        port = program.port
        Thread.detachNewThread {
            var program = program
            for steps in connections { guard Self.run(steps, input, &program) else { break } }
            // Until the program ends.
            _ = program.skip(past: [])
            close(input)
            close(program.output)
        }
    }

    deinit {
        kill(process, SIGTERM)
        _ = ChildProcess.wait(process)
    }

    public var url: String { "https://localhost:\(port)/" }

    /// Returns false at the end of the program.
    private static func run(_ steps: [Step], _ input: Int32, _ program: inout OpenSSLProgram) -> Bool {
        // Not sent before there is a request: if the client leaves, the program sends it to the next one.
        var settings = HTTP2Frame.settings + HTTP2Frame.settingsAcknowledged
        // Type and flags of a frame that ends a request: HEADERS, with and without priority, or DATA.
        let ends: [[UInt8]] = [[1, 0x05], [1, 0x25], [0, 0x01]]
        for step in steps {
            switch step {
            case .take(let stream):
                guard program.skip(past: ends.map { $0 + [0, 0, 0, stream] }) else { return false }
            case .send(let bytes):
                guard LoopbackSocket.sendAll(input, settings + bytes) else { return false }
                settings = []
            case .close:
                // A command of s_server.
                guard LoopbackSocket.sendAll(input, Array("q\n".utf8)) else { return false }
            }
        }
        return true
    }
}
