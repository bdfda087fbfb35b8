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

    /// - Parameter connections: the steps of each connection, in the order of arrival, from its first request on. Those that are left
    ///   before do not count.
    public init(certificate: String, key: String, _ connections: [[Step]]) throws {
        folder = try TemporaryFolder()
        let path = folder.path + "/output"
        guard mkfifo(path, 0o600) == 0 else { throw LoopbackSocket.Failure(errno: errno) }
        // Open the pipe before the program starts, which waits for that.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw LoopbackSocket.Failure(errno: errno) }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            close(descriptor)
            throw LoopbackSocket.Failure(errno: errno)
        }
        let input = ends[0]
        // The program ends by itself if the tests end before they stop it.
        process = try ChildProcess.spawn(
            "/usr/bin/timeout",
            [
                "120", "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-alpn",
                "h2",
            ], in: folder.path, input: ends[1], output: path)
        close(ends[1])
        _ = fcntl(descriptor, F_SETFL, 0)
        var output = Output(descriptor: descriptor)
        guard output.skip(past: [Array("ACCEPT 127.0.0.1:".utf8)]), let port = output.number() else {
            throw ProgramRun.Failure(description: String(decoding: output.bytes, as: UTF8.self))
        }
        self.port = port
        let reader = output
        Thread.detachNewThread {
            var output = reader
            for steps in connections { guard Self.run(steps, input, &output) else { break } }
            // Until the program ends.
            _ = output.skip(past: [])
            close(input)
            close(output.descriptor)
        }
    }

    deinit {
        kill(process, SIGTERM)
        _ = ChildProcess.wait(process)
    }

    public var url: String { "https://localhost:\(port)/" }

    /// Returns false at the end of the program.
    private static func run(_ steps: [Step], _ input: Int32, _ output: inout Output) -> Bool {
        // Not sent before there is a request: if the client leaves, the program sends it to the next one.
        var settings = HTTP2Frame.settings + HTTP2Frame.settingsAcknowledged
        // Type and flags of a frame that ends a request: HEADERS, with and without priority, or DATA.
        let ends: [[UInt8]] = [[1, 0x05], [1, 0x25], [0, 0x01]]
        for step in steps {
            switch step {
            case .take(let stream):
                guard output.skip(past: ends.map { $0 + [0, 0, 0, stream] }) else { return false }
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

    /// What the program writes: its own words, and what the client sends.
    private struct Output {
        let descriptor: Int32
        var bytes: [UInt8] = []

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
        mutating func number() -> Int? {
            while !bytes.contains(10) { guard readMore() else { return nil } }
            return Int(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
        }

        private mutating func readMore() -> Bool {
            var piece = [UInt8](repeating: 0, count: 16 << 10)
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { return false }
            bytes += piece[..<count]
            return true
        }
    }
}
