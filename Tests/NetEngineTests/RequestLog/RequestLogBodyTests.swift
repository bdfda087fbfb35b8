import Foundation
import GRDB
import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// Request bodies that are not one array of bytes: the log has what was sent of them.
@Suite(.timeLimit(.minutes(5))) struct RequestLogBodyTests {
    /// Sends one request and gives what the log has of it, and what the server got.
    private func logged(
        _ body: RequestBody, limits: RequestLogLimits = RequestLogLimits(), headers: [HeaderField] = [],
        change: (inout RequestDraft) -> Void = { _ in }
    ) async throws -> (stored: Exchange, isTruncated: Bool, received: [UInt8]) {
        let folder = try TemporaryFolder()
        return try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let store = RequestLogStore(folder: folder.path + "/log", program: "tests", limits: limits)
            engine.log(to: store)
            var draft = RequestDraft(method: "POST", url: server.url, headers: HeaderFields(headers), body: body)
            change(&draft)
            let exchange = await engine.send(draft)
            #expect(exchange.isSuccess)
            await engine.shutdown()
            await store.close()
            let database = try LoggedDatabase(folder)
            let flags = LogFlags(rawValue: try #require(try database.rows().first)["flags"])
            let received = try #require(await server.requests(1).first).body
            return (try #require(try database.exchange(1)), flags.contains(.truncated), Array(received))
        }
    }

    private func stream(_ pieces: [String], length: Int64? = nil) -> BodyStream {
        BodyStream(length: length) {
            AsyncStream { continuation in
                for piece in pieces { continuation.yield(Array(piece.utf8)) }
                continuation.finish()
            }
        }
    }

    @Test func `pieces and files of a form are stored as they were sent`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("the file\n", to: "a.txt")
        let pieces: [BodyPiece] = [
            .bytes(Array("--b\r\n\r\n".utf8)), .file(path: folder.path + "/a.txt"), .bytes(Array("\r\n--b--\r\n".utf8)),
        ]
        let (stored, isTruncated, received) = try await logged(
            .pieces(pieces), headers: [HeaderField("Content-Type", "multipart/form-data; boundary=b")])
        #expect(String(decoding: received, as: UTF8.self) == "--b\r\n\r\nthe file\n\r\n--b--\r\n")
        #expect(stored.draft.body == .bytes(received))
        #expect(stored.hops.first?.request.body == .bytes(received))
        #expect(!isTruncated)
    }

    @Test func `a stream is stored as it was sent`() async throws {
        let (stored, isTruncated, _) = try await logged(.stream(stream(["one, ", "two, ", "three"], length: 15)))
        #expect(stored.draft.body == .bytes(Array("one, two, three".utf8)))
        #expect(!isTruncated)
    }

    @Test func `of a long stream the log has the beginning, and says so`() async throws {
        for length in [nil, Int64(20)] {
            let (stored, isTruncated, _) = try await logged(
                .stream(stream(["0123456789", "0123456789"], length: length)), limits: RequestLogLimits(bodyBytes: 12))
            #expect(stored.draft.body == .bytes(Array("012345678901".utf8)))
            #expect(isTruncated)
        }
    }

    @Test func `a secret in a stream or a file is masked, also where the response repeats it`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("{\"password\": \"sesame-1\", \"own\": \"sesame-2\"}", to: "a.json")
        let text = try folder.read("a.json")
        for body in [
            RequestBody.stream(stream([String(text.prefix(16)), String(text.dropFirst(16))])),
            .pieces([.file(path: folder.path + "/a.json")]),
        ] {
            let (stored, _, _) = try await logged(body, headers: [HeaderField("Content-Type", "application/json")]) {
                $0.options.log = RequestLogOptions(secrets: [.init(name: "S", value: "sesame-2")])
            }
            #expect(
                stored.draft.body == .bytes(Array("{\"password\": \"[redacted]\", \"own\": \"<secret:S>\"}".utf8)))
        }
    }

    @Test func `a stream that is secret as a whole is not copied`() async throws {
        let stream = stream(["sesame-1"])
        let (stored, _, _) = try await logged(.stream(stream)) { $0.options.bodyIsSecret = true }
        #expect(stored.draft.body == .none)
        #expect(stream.firstBytes == nil)
    }

    @Test func `without a log no stream is copied`() async throws {
        try await StubServer.with(.status(200)) { server in
            let stream = stream(["some", "thing"], length: 9)
            let engine = Engine()
            let exchange = await engine.send(RequestDraft(method: "POST", url: server.url, body: .stream(stream)))
            #expect(exchange.isSuccess)
            #expect(stream.firstBytes == nil)
            await engine.shutdown()
        }
    }
}
