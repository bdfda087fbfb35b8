import Foundation
import Glibc
import TestSupport
import Testing

/// The demo server as a client sees it: the built program with `demo --serve`.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DemoServerTests {
    private final class Server {
        let home: TemporaryFolder
        let process: Process
        let port: Int

        init(adding: [String: String] = [:], home: TemporaryFolder, shell prefix: String = "") throws {
            self.home = home
            process = Process()
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = ["-c", "\(prefix) exec \"$0\" demo --serve", BuiltProgram.path]
            process.environment = BuiltProgram.environment(home: home, adding: adding)
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            var text = ""
            while !(text.contains("other ") && text.hasSuffix("\n")),
                case let data = output.fileHandleForReading.availableData, !data.isEmpty
            {
                text += String(decoding: data, as: UTF8.self)
            }
            #expect(!text.contains("https:"), "no TLS is spoken")
            let line = text.split(separator: "\n").first { $0.hasPrefix("base ") }
            port = try #require(line?.split(separator: ":").last.flatMap { Int($0) })
        }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        /// Sends bytes and reads until the server closes the connection.
        func exchange(_ text: String) throws -> String {
            let socket = try connection()
            defer { close(socket) }
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
                guard count > 0 else { break }
                bytes = bytes.dropFirst(count)
            }
            var all: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = read(socket, &buffer, buffer.count), count > 0 { all += buffer[..<count] }
            return String(decoding: all, as: UTF8.self)
        }

        func connection() throws -> Int32 {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            let code = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(code == 0)
            return descriptor
        }
    }

    /// The last of `number` heap counts, once the program has written it.
    private func heap(_ server: Server, _ number: Int) async throws -> Int {
        kill(server.process.processIdentifier, SIGUSR1)
        while true {
            let counts = (try? server.home.read("heap"))?.split(separator: "\n").compactMap { Int($0) } ?? []
            if counts.count == number { return try #require(counts.last) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test func `a request leaves nothing in the server's memory`() async throws {
        let home = try TemporaryFolder()
        let server = try Server(adding: HeapCount.environment(file: "\(home.path)/heap"), home: home)
        try home.write(
            "### a\nGET http://127.0.0.1:\(server.port)/products/3\n\n### b\nGET http://127.0.0.1:\(server.port)/cache/etag\n",
            to: "c/a.http")
        func send(_ rounds: Int) async throws {
            let run = try await ProgramRun.run(
                BuiltProgram.path, ["run", "c", "--jobs", "4", "--repeat", "\(rounds)"],
                environment: BuiltProgram.environment(home: home), folder: home.path)
            #expect(run.status == 0, "\(run.errorText)")
        }
        try await send(500)
        let before = try await heap(server, 1)
        try await send(2000)
        let after = try await heap(server, 2)
        // 4,000 requests; each used to leave about 4 KB.
        #expect(after - before < 2_000_000, "\(before) bytes before, \(after) after")
    }

    @Test(arguments: [
        ("GET /products/3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK", "Matcha"),
        ("\r\nGET /products/3 HTTP/1.0\r\n\r\n", "HTTP/1.1 200 OK", "Matcha"),
        (
            "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: v\r\n\r\n",
            "HTTP/1.1 200 OK", "abcde"
        ),
        (
            "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\nConnection: close\r\n\r\nwxyz",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK", "wxyz"
        ),
        ("HEAD /products/3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK", "Content-Length: "),
        ("nonsense\r\n\r\n", "HTTP/1.1 400 ", "The request line is not HTTP/1."),
        ("GET / HTTP/1.1\r\nno colon\r\n\r\n", "HTTP/1.1 400 ", "no name or no colon"),
        ("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 400 ", "not a length"),
        (
            "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.1 400 ",
            "is ambiguous"
        ),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 400 ", "chunk has no length"),
        // One byte more than a body may have, in two chunks.
        (
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n10000000\r\n", "HTTP/1.1 400 ",
            "or is too large"
        ),
        (
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n7fffffffffffffff\r\n", "HTTP/1.1 400 ",
            "or is too large"
        ),
        ("POST / HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n", "HTTP/1.1 413 ", "too large"),
        ("GET /slow/body?ms=1&parts=2 HTTP/1.1\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK", "\r\n0\r\n\r\n"),
    ])
    func `it reads and writes HTTP as the standard has it`(sent: String, start: String, part: String) throws {
        let server = try Server(home: TemporaryFolder())
        let received = try server.exchange(sent)
        #expect(received.hasPrefix(start), "\(received)")
        #expect(received.contains(part), "\(received)")
        if sent.hasPrefix("HEAD") { #expect(received.hasSuffix("\r\n\r\n")) }
    }

    @Test func `requests that come together are answered in their order`() throws {
        let server = try Server(home: TemporaryFolder())
        let received = try server.exchange(
            "GET /products/1 HTTP/1.1\r\n\r\nPOST /echo HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET /products/2 HTTP/1.1\r\nConnection: close\r\n\r\n"
        )
        let parts = received.components(separatedBy: "HTTP/1.1 200 OK")
        try #require(parts.count == 4)
        #expect(parts[1].contains("Green tea") && parts[2].contains("abc") && parts[3].contains("Earl Grey"))
    }

    @Test func `with no descriptor left for a connection it serves again when one is free`() throws {
        let server = try Server(home: TemporaryFolder(), shell: "ulimit -n 60;")
        let held = try (0..<80).map { _ in try server.connection() }
        for socket in held { close(socket) }
        let received = try server.exchange("GET /products/3 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(received.contains("Matcha"))
    }
}
