import NetEngine
import NetEngineTesting
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// What the log keeps of request bodies that are sent in pieces.
@Suite struct SentBodyTests {
    private static func sent(_ body: RequestBody, limit: Int) -> (bytes: [UInt8], size: Int)? {
        SentBody(body, sentCount: nil, limit: limit).map { ($0.bytes, $0.size) }
    }

    @Test func `pieces are kept up to the limit, with the size of all`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write([4, 5, 6, 7] as [UInt8], to: "f")
        let body = RequestBody.pieces([.bytes([1, 2, 3]), .file(path: file), .bytes([8, 9])])
        let rows: [(limit: Int, bytes: [UInt8])] = [
            (99, [1, 2, 3, 4, 5, 6, 7, 8, 9]), (9, [1, 2, 3, 4, 5, 6, 7, 8, 9]), (8, [1, 2, 3, 4, 5, 6, 7, 8]),
            (7, [1, 2, 3, 4, 5, 6, 7]), (5, [1, 2, 3, 4, 5]), (3, [1, 2, 3]), (2, [1, 2]), (0, []),
        ]
        for (limit, bytes) in rows {
            let found = Self.sent(body, limit: limit)
            #expect(found?.bytes == bytes && found?.size == 9, "\(limit)")
        }
        #expect(Self.sent(.pieces([]), limit: 9)?.size == 0)
        #expect(Self.sent(.pieces([.bytes([1]), .file(path: "\(folder.path)/gone")]), limit: 9) == nil)
        #expect(Self.sent(.pieces([.file(path: folder.path)]), limit: 9) == nil, "a folder is no file")
    }

    @Test func `of a stream it is kept what was sent, as far as it was copied`() async throws {
        let stream = BodyStream(
            AsyncStream { continuation in
                for piece in ["abc", "def"] { continuation.yield(Array(piece.utf8)) }
                continuation.finish()
            })
        func sent(_ count: Int?, limit: Int) -> String? {
            SentBody(.stream(stream), sentCount: count, limit: limit).map {
                "\(String(decoding: $0.bytes, as: UTF8.self)) of \($0.size)"
            }
        }
        #expect(sent(6, limit: 9) == nil, "nobody asked for a copy")
        stream.keepFirst(4)
        let stub = StubTransport().on("**", .status(200))
        _ = await Engine(configuration: EngineConfiguration(stub: stub)).send(
            RequestDraft(method: "POST", url: "http://h/", body: .stream(stream)))
        #expect(sent(nil, limit: 9) == nil, "while it is sent nothing is known")
        #expect(sent(17, limit: 9) == "abcd of 6" && sent(5, limit: 9) == "abcd of 5")
        #expect(sent(3, limit: 9) == "abc of 3" && sent(6, limit: 2) == "ab of 6" && sent(0, limit: 9) == " of 0")
    }

    @Test func `a stream is copied for the log up to its limit and 1 MiB, unless its body is private`() async throws {
        let folder = try TemporaryFolder()
        func kept(limit: Int, _ change: (inout RequestOptions) -> Void = { _ in }) async -> Int? {
            let stream = BodyStream(
                AsyncStream { continuation in
                    continuation.yield([UInt8](repeating: 7, count: (1 << 20) + 1))
                    continuation.finish()
                })
            var draft = RequestDraft(method: "POST", url: "http://h/", body: .stream(stream))
            change(&draft.options)
            let store = RequestLogStore(
                folder: folder.path + "/log", program: "tests", limits: RequestLogLimits(bodyBytes: limit))
            let step = EngineEvent.Step.queued(method: "POST", url: "http://h/")
            store.take(
                EngineEvent(id: ExchangeFixtures.id(1), at: .now, elapsed: .zero, step: step, draft: draft), Redaction()
            )
            let stub = StubTransport().on("**", .status(200))
            _ = await Engine(configuration: EngineConfiguration(stub: stub)).send(draft)
            return stream.firstBytes?.bytes.count
        }
        #expect(await kept(limit: 100) == 100)
        #expect(await kept(limit: 2 << 20) == 1 << 20)
        #expect(await kept(limit: 100) { $0.bodyIsSecret = true } == nil)
        #expect(await kept(limit: 100) { $0.log = RequestLogOptions(storesFactOnly: true) } == nil)
        #expect(await kept(limit: 100) { $0.log = RequestLogOptions(storesFactOnly: false) } == 100)
    }

    @Test func `a file that takes several reads is kept whole, or up to the limit`() throws {
        let folder = try TemporaryFolder()
        let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let body = RequestBody.pieces([.file(path: try folder.write(bytes, to: "f"))])
        for limit in [200_000, 150_000, 149_999, 65_536, 65_537] {
            let found = Self.sent(body, limit: limit)
            #expect(found?.bytes == Array(bytes.prefix(limit)) && found?.size == 150_000, "\(limit)")
        }
    }

    @Test func `of several attempts the one that sent most counts, and of a fact alone nothing is kept`() async throws {
        let stream = BodyStream(
            AsyncStream { continuation in
                continuation.yield(Array("abcdef".utf8))
                continuation.finish()
            })
        stream.keepFirst(4)
        let stub = StubTransport().on("**", .status(200))
        _ = await Engine(configuration: EngineConfiguration(stub: stub)).send(
            RequestDraft(method: "POST", url: "http://h/", body: .stream(stream)))
        func kept(_ counts: [Int], options: RequestOptions = RequestOptions()) -> String {
            let hops = counts.map { count in
                Hop(
                    cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: count,
                    response: nil, connection: nil, startOffset: .zero, timings: PhaseTimings())
            }
            let draft = RequestDraft(method: "POST", url: "http://h/", body: .stream(stream), options: options)
            let (exchange, size) = ExchangeFixtures.exchange(draft: draft, hops: hops).withSentBody(limit: 9)
            guard case .bytes(let bytes) = exchange.draft.body else { return "as it was, \(size ?? -1)" }
            return "\(String(decoding: bytes, as: UTF8.self)), \(size ?? -1)"
        }
        #expect(kept([5, 3]) == "abcd, 5" && kept([3, 5]) == "abcd, 5" && kept([2]) == "ab, 2")
        #expect(kept([]) == "as it was, -1")
        var options = RequestOptions()
        options.log = RequestLogOptions(storesFactOnly: true)
        #expect(kept([5], options: options) == "as it was, -1")
        options.log = RequestLogOptions(name: "n")
        #expect(kept([5], options: options) == "abcd, 5")
    }

    @Test func `other bodies need no copy`() {
        #expect(Self.sent(.none, limit: 9) == nil && Self.sent(.bytes([1]), limit: 9) == nil)
    }
}
