import NetEngine
import Synchronization
import TestSupport
import Testing

/// Request bodies that are produced while they are sent.
@Suite(.timeLimit(.minutes(5))) struct BodyStreamTests {
    private func stream(_ pieces: [String]) -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            for piece in pieces { continuation.yield(Array(piece.utf8)) }
            continuation.finish()
        }
    }

    /// The content of chunked framing, for bodies without a line break.
    private func unchunked(_ body: [UInt8]) -> String {
        let lines = String(decoding: body, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        return stride(from: 1, to: lines.count, by: 2).map { String(lines[$0]) }.joined()
    }

    @Test func `a stream of unknown length is sent chunked`() async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await Engine().send(
                AnyEndpoint(.post, server.url, body: .stream(BodyStream(stream(["he", "", "llo"])))))
            #expect(exchange.error == nil)
            let received = try #require(server.received.first)
            #expect(unchunked(received.body) == "hello")
            #expect(received.field("Content-Length") == nil)
            #expect(received.field("Transfer-Encoding") == "chunked")
            #expect(exchange.timings.wait != nil)
            let shown = exchange.hops.first?.request.headers.map { "\($0.name): \($0.value)" }
            #expect(Array(received.lines.dropFirst()) == shown)
        }
    }

    @Test func `a stream of known length is sent with it`() async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await Engine().send(
                RequestDraft(
                    method: "PUT", url: server.url, body: .stream(BodyStream(stream(["he", "llo"]), length: 5))))
            #expect(exchange.error == nil)
            #expect(server.received.first.map { String(decoding: $0.body, as: UTF8.self) } == "hello")
            #expect(server.received.first?.field("Content-Length") == "5")
        }
    }

    @Test(arguments: [nil, 0] as [Int64?])
    func `an empty stream is an empty body`(_ length: Int64?) async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await Engine().send(
                RequestDraft(method: "POST", url: server.url, body: .stream(BodyStream(stream([]), length: length))))
            #expect(exchange.error == nil)
            #expect(server.received.count == 1)
        }
    }

    @Test func `in HTTP 2 too the wait for the response begins at the end of a stream`() async throws {
        try await StubServer.with(.http2(.takeHTTP2Request, .untilClosed)) { server in
            let engine = Engine()
            let events = engine.events()
            let limits = Timeouts(firstByte: .milliseconds(60), total: .seconds(200))
            let exchange = await engine.send(
                RequestDraft(
                    method: "POST", url: server.url, body: .stream(BodyStream(stream(["he", "llo"]))),
                    options: RequestOptions(timeouts: limits, httpVersion: .http2PriorKnowledge)))
            #expect(exchange.error?.category == .timeout)
            #expect(exchange.error?.phase == .wait)
            #expect(exchange.hops.first?.sentBodyByteCount == 5)
            await engine.shutdown()
            var told: [String] = []
            for await event in events {
                if case .uploadProgress(5, _) = event.step { told.append("all") }
                if case .requestSent = event.step { told.append("sent") }
            }
            #expect(told.suffix(2) == ["all", "sent"])
        }
    }

    @Test func `pieces that come slowly are waited for`() async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = Engine()
            let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
            let events = engine.events()
            async let sending = engine.send(
                RequestDraft(method: "POST", url: server.url, body: .stream(BodyStream(pieces))))
            for await event in events { if case .connected = event.step { break } }
            for _ in 0..<20 {
                continuation.yield([97])
                await Task.yield()
            }
            continuation.finish()
            #expect(await sending.error == nil)
            #expect(server.received.first.map { unchunked($0.body) } == String(repeating: "a", count: 20))
        }
    }

    @Test func `a large stream arrives whole and is not read ahead`() async throws {
        let piece = [UInt8](repeating: 120, count: 10_000)
        let counter = Counter()
        try await StubServer.with(.neverAnswers) { server in
            let engine = Engine()
            let endless = BodyStream(restartingWith: { CountingSequence(piece: piece, counter: counter, limit: nil) })
            let id = engine.makeID()
            let held = StubBehaviour(atAccept: [.waitForRelease, .close]) { _ in [] }
            try await StubServer.with(held) { deaf in
                let events = engine.events()
                async let sending = engine.send(
                    RequestDraft(method: "POST", url: deaf.url, body: .stream(endless)), id: id)
                for await event in events { if case .connected = event.step { break } }
                engine.cancel(id)
                #expect(await sending.error?.category == .cancelled)
            }
            // What the socket of a server that reads nothing takes, plus 64 KiB: far from endless.
            #expect(counter.count < 2000)
        }
        try await StubServer.with(.status(200)) { server in
            let whole = BodyStream(CountingSequence(piece: piece, counter: Counter(), limit: 300), length: 3_000_000)
            let exchange = await Engine().send(RequestDraft(method: "POST", url: server.url, body: .stream(whole)))
            #expect(exchange.error == nil)
            #expect(server.received.first?.body == [UInt8](repeating: 120, count: 3_000_000))
        }
    }

    @Test(arguments: [(["hello"], 4), (["he"], 5), (["", "hello"], 0)] as [([String], Int64)])
    func `a stream that breaks its promise fails the request`(_ pieces: [String], _ length: Int64) async throws {
        try await StubServer.with(.neverAnswers) { server in
            let exchange = await Engine().send(
                RequestDraft(
                    method: "POST", url: server.url, body: .stream(BodyStream(stream(pieces), length: length))))
            #expect(exchange.error?.category == .requestBuild)
            #expect(exchange.error?.sentence.contains("the \(length) it promised") == true)
        }
    }

    @Test func `a stream that throws fails the request with its words`() async throws {
        struct Broken: Error, CustomStringConvertible { var description: String { "the disk is full" } }
        try await StubServer.with(.neverAnswers) { server in
            let failing = AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: Broken()) }
            let exchange = await Engine().send(
                RequestDraft(method: "POST", url: server.url, body: .stream(BodyStream(failing))))
            #expect(exchange.error?.category == .requestBuild)
            #expect(exchange.error?.sentence.contains("the disk is full") == true)
        }
    }

    @Test func `only a stream that can start again follows a redirect that keeps the method`() async throws {
        for canRestart in [true, false] {
            try await StubServer.with(.routes(["/": .redirect(307, to: "/b"), "/b": .status(200)])) { server in
                let once = stream(["body"])
                let body =
                    canRestart ? BodyStream(restartingWith: { self.stream(["body"]) }) : BodyStream(once)
                let exchange = await Engine().send(RequestDraft(method: "POST", url: server.url, body: .stream(body)))
                #expect(exchange.error?.category == (canRestart ? nil : .redirect))
                #expect(server.received.map { unchunked($0.body) } == (canRestart ? ["body", "body"] : ["body"]))
            }
        }
    }

    @Test func `HTTP 1.0 and a typed length need to know it`() {
        let endless = RequestBody.stream(BodyStream(stream([])))
        for draft in [
            RequestDraft(method: "POST", url: "h", body: endless, options: RequestOptions(httpVersion: .http1_0)),
            RequestDraft(method: "POST", url: "h", headers: [HeaderField("Content-Length", "1")], body: endless),
        ] {
            #expect(throws: EngineError.self) { try RequestBuilder().build(draft) }
        }
    }
}

/// Counts how often it was called.
private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}

private struct CountingSequence: AsyncSequence, Sendable {
    let piece: [UInt8]
    let counter: Counter
    /// nil means no end.
    let limit: Int?

    struct AsyncIterator: AsyncIteratorProtocol {
        let sequence: CountingSequence
        var given = 0

        mutating func next() async -> [UInt8]? {
            if let limit = sequence.limit, given >= limit { return nil }
            given += 1
            sequence.counter.add()
            return sequence.piece
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }
}
