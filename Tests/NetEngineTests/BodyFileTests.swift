import Foundation
import NetEngine
import TestSupport
import Testing

/// Request bodies that are files.
@Suite(.timeLimit(.minutes(5))) struct BodyFileTests {
    private func withFile<R>(_ bytes: [UInt8], _ body: (String) async throws -> R) async throws -> R {
        let path = NSTemporaryDirectory() + "/netengine-body-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    @Test(arguments: [0, 1, 70_000, 2_000_000])
    func `a file leaves byte for byte, with its length`(_ count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try await withFile(bytes) { path in
            try await StubServer.with(.status(200)) { server in
                let exchange = await Engine().send(
                    RequestDraft(method: "PUT", url: server.url, body: .file(path: path)))
                #expect(exchange.error == nil)
                #expect(server.received.first?.body == bytes)
                #expect(server.received.first?.field("Content-Length") == "\(count)")
            }
        }
    }

    @Test func `a file is sent again after a 307`() async throws {
        let bytes = [UInt8](repeating: 9, count: 100_000)
        try await withFile(bytes) { path in
            try await StubServer.with(.routes(["/": .redirect(307, to: "/b"), "/b": .status(200)])) { server in
                let exchange = await Engine().send(
                    RequestDraft(method: "POST", url: server.url, body: .file(path: path)))
                #expect(exchange.error == nil)
                #expect(server.received.map(\.body) == [bytes, bytes])
            }
        }
    }

    @Test func `a file that is missing is request-build`() async {
        let path = MissingPath.file()
        let exchange = await Engine().send(
            RequestDraft(method: "PUT", url: "http://127.0.0.1:1/", body: .file(path: path)))
        #expect(exchange.error?.category == .requestBuild)
        #expect(exchange.error?.sentence.contains(path) == true)
        #expect(exchange.error?.underlying?.domain == .errno)
    }
}
