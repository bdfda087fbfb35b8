import Dispatch
import Glibc
import TestSupport
import Testing

/// The first ^C ends checks that would take long.
struct SlowCheckTests {
    /// A server that answers one request with 200,000 letters and signals it through a pipe.
    private final class OneAnswer: Sendable {
        let port: UInt16
        /// Readable once the response was sent.
        let answered: Int32
        private let listener: Int32
        private let told: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            (answered, told) = (ends[0], ends[1])
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let descriptor = listener
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, size) == 0 && listen(descriptor, 1) == 0
                        && getsockname(descriptor, $0, &size) == 0
                }
            }
            try #require(isBound)
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit { for descriptor in [listener, answered, told] { close(descriptor) } }

        func begin() {
            DispatchQueue.global().async { [self] in
                let connection = accept(listener, nil, nil)
                var buffer = [UInt8](repeating: 0, count: 4096)
                _ = read(connection, &buffer, buffer.count)
                let body = String(repeating: "a", count: 200_000)
                let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
                var sent = 0
                while sent < answer.count {
                    let count = answer[sent...].withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
                    guard count > 0 else { break }
                    sent += count
                }
                _ = write(told, [1], 1)
                // The program closes the connection when it ends.
                _ = read(connection, &buffer, buffer.count)
                close(connection)
            }
        }
    }

    @Test(arguments: ["run", "send"]) func `one ^C ends slow checks`(command: String) async throws {
        let server = try OneAnswer()
        server.begin()
        let folder = try TemporaryFolder()
        let checks = (0..<50).map { "# @assert body matches (a{1,100}){1,90}b\($0)\n" }.joined()
        try folder.write("\(checks)GET http://127.0.0.1:\(server.port)/\n", to: "a.http")
        let run = try await ProgramRun.run(
            BuiltProgram.path, [command, "a.http"],
            environment: BuiltProgram.environment(home: try TemporaryFolder()), folder: folder.path,
            interruptWhenReadable: server.answered)
        #expect(run.status == 130)
    }
}
