import NetEngine
import TestSupport
import Testing

/// A response body that is read while it arrives.
@Suite(.timeLimit(.minutes(5))) struct StreamTests {
    /// What is buffered between the wire and the reader, plus one piece for each layer.
    static let held = (256 << 10) + (64 << 10)

    static func chunked(_ pieces: [[UInt8]], then last: StubStep...) -> StubBehaviour {
        var frames: [UInt8] = []
        for piece in pieces { frames += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [13, 10] }
        let body = frames
        return StubBehaviour { _ in
            [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), .send(body)]
                + (last.isEmpty ? [.send("0\r\n\r\n")] : last)
        }
    }

    /// Bytes without a short period, so that a lost or repeated piece shows.
    static func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 7) ^ ($0 >> 15)) }
    }

    @Test func `the head is there before the body, and the body comes whole`() async throws {
        try await StubServer.with(.slowBody) { server in
            let stream = try await Engine().stream(RequestDraft(url: server.url))
            #expect(stream.head.status == 200)
            #expect(stream.head.headers["Content-Length"] == "8")
            #expect(stream.head.body.isEmpty)
            #expect(!stream.head.isComplete)
            #expect(stream.statusError == nil)
            server.release()
            var body: [UInt8] = []
            for try await chunk in stream {
                #expect(!chunk.isEmpty)
                body += chunk
            }
            #expect(body == Array("halfdone".utf8))
            let exchange = await stream.finish()
            #expect(exchange.id == stream.id)
            #expect(exchange.error == nil)
            #expect(exchange.response?.body == [])
            #expect(exchange.response?.wireBodyByteCount == 8)
            #expect(exchange.response?.isComplete == true)
            #expect(exchange.timings.receive != nil)
        }
    }

    @Test func `an empty body is an empty sequence`() async throws {
        try await StubServer.with(.status(204, body: "")) { server in
            let stream = try await Engine().stream(RequestDraft(url: server.url))
            for try await _ in stream { Issue.record("no chunk was sent") }
            #expect(await stream.finish().isSuccess)
        }
    }

    @Test func `a large body arrives byte for byte, in chunks of bounded size`() async throws {
        let body = Self.pattern(3_000_000)
        try await StubServer.with(Self.chunked([body])) { server in
            var received: [UInt8] = []
            for try await chunk in try await Engine().stream(RequestDraft(url: server.url)) {
                #expect(chunk.count <= Self.held)
                received += chunk
            }
            #expect(received == body)
        }
    }

    @Test func `a reader that lags makes the server wait`() async throws {
        try await StubServer.with(.routes(["/endless": .endlessBody, "/other": .status(200)])) { server in
            let engine = Engine()
            let stream = try await engine.stream(RequestDraft(url: server.url + "/endless"))
            var iterator = stream.makeAsyncIterator()
            var read = 0
            for _ in 0..<3 {
                read += try await iterator.next()?.count ?? 0
                // Meanwhile the engine thread has time to read megabytes, if it wanted to.
                for _ in 0..<30 { _ = await engine.send(RequestDraft(url: server.url + "/other")) }
            }
            let exchange = await stream.finish()
            #expect(exchange.error?.category == .cancelled)
            let taken = try #require(exchange.response?.wireBodyByteCount)
            #expect(taken >= read)
            #expect(taken <= read + Self.held)
        }
    }

    @Test(arguments: CodedBomb.all)
    func `a bomb is read in small chunks`(_ bomb: CodedBomb) async throws {
        try await StubServer.with(.coded(bomb.coding, bomb.bytes)) { server in
            var count = 0
            let stream = try await Engine().stream(RequestDraft(url: server.url))
            for try await chunk in stream {
                #expect(chunk.count <= Self.held)
                count += chunk.count
            }
            #expect(count > 4_000_000)
            let exchange = await stream.finish()
            #expect(exchange.error == nil)
            #expect(exchange.response?.wireBodyByteCount == bomb.bytes.count)
            #expect(exchange.response?.decodedCodings.joined(separator: ", ") == bomb.coding)
        }
    }

    @Test(arguments: CodedSample.all)
    func `each coding is undone`(_ sample: CodedSample) async throws {
        try await StubServer.with(.coded(sample.coding, sample.bytes)) { server in
            var body: [UInt8] = []
            for try await chunk in try await Engine().stream(RequestDraft(url: server.url)) { body += chunk }
            #expect(String(decoding: body, as: UTF8.self) == ContentCodingTests.text)
        }
    }

    @Test func `a body that breaks off gives its bytes, then the error`() async throws {
        try await StubServer.with(.cutMidBody) { server in
            let stream = try await Engine().stream(RequestDraft(url: server.url))
            var iterator = stream.makeAsyncIterator()
            #expect(try await iterator.next() == Array("half".utf8))
            let error = await #expect(throws: EngineError.self) { try await iterator.next() }
            #expect(error?.category == .protocol)
            #expect(try await iterator.next() == nil)
            let exchange = await stream.finish()
            #expect(exchange.error == error)
            #expect(exchange.response?.isComplete == false)
        }
    }

    @Test func `a failure before the head is thrown, and fully reported to a caller that asks`() async throws {
        try await StubServer.with(.malformedStatusLine) { server in
            let engine = Engine()
            let error = await #expect(throws: EngineError.self) {
                try await engine.stream(RequestDraft(url: server.url))
            }
            #expect(error?.category == .protocol || error?.category == .unexpectedStatus)
            guard case .failed(let exchange) = await engine.openStream(RequestDraft(url: server.url)) else {
                Issue.record("there is nothing to read")
                return
            }
            #expect(exchange.error == error)
            #expect(exchange.hops.count == 1)
        }
    }

    @Test func `what cannot be built is thrown`() async {
        await #expect(throws: EngineError.self) { try await Engine().stream(RequestDraft(url: "http://")) }
        await #expect(throws: EngineError.self) { try await Engine().stream(AnyEndpoint(.get, "/relative")) }
    }

    @Test func `a status that is not a success has a head and a body`() async throws {
        try await StubServer.with(.status(404, body: "nothing here")) { server in
            let stream = try await Engine().stream(RequestDraft(url: server.url))
            #expect(stream.head.status == 404)
            #expect(stream.statusError?.category == .clientError)
            var body: [UInt8] = []
            for try await chunk in stream { body += chunk }
            #expect(body == Array("nothing here".utf8))
            #expect(await stream.finish().error == stream.statusError)
        }
    }

    @Test func `there is no limit by default, and one that is set applies`() async throws {
        try await StubServer.with(.status(200, body: String(repeating: "x", count: 1000))) { server in
            let draft = RequestDraft(url: server.url, options: RequestOptions(maxBodyBytes: 10))
            var count = 0
            for try await chunk in try await Engine().stream(draft) { count += chunk.count }
            #expect(count == 1000)

            let limited = try await Engine().stream(draft, maxBodyBytes: 100)
            var body: [UInt8] = []
            let error = await #expect(throws: EngineError.self) { for try await chunk in limited { body += chunk } }
            #expect(error?.category == .tooLarge)
            #expect(body.count == 100)
        }
    }

    @Test func `HTTP 2 bodies are streamed, and one that is not read does not block others`() async throws {
        let nginx = try NginxServer.shared.get()
        let engine = Engine()
        let draft = RequestDraft(
            url: nginx.url(.http2, path: "/big"),
            options: RequestOptions(httpVersion: .http2, caFile: nginx.caFile))
        let lazy = try await engine.stream(draft)
        var iterator = lazy.makeAsyncIterator()
        var lazyCount = try await iterator.next()?.count ?? 0
        for _ in 0..<5 {
            var count = 0
            for try await chunk in try await engine.stream(draft) { count += chunk.count }
            #expect(count == 1_000_000)
            let other = await engine.send(draft)
            #expect(other.isSuccess)
        }
        while let chunk = try await iterator.next() { lazyCount += chunk.count }
        #expect(lazyCount == 1_000_000)
        #expect(lazy.head.httpVersion == .http2)
    }

    @Test func `many streams at once come whole`() async throws {
        let body = Self.pattern(700_000)
        try await StubServer.with(Self.chunked([body])) { server in
            let engine = Engine()
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        var received: [UInt8] = []
                        for try await chunk in try await engine.stream(RequestDraft(url: server.url)) {
                            received += chunk
                            await Task.yield()
                        }
                        return received == body
                    }
                }
                for try await isSame in group { #expect(isSame) }
            }
        }
    }

    @Test func `a body goes up as a stream while the response comes down as one`() async throws {
        let body = Self.pattern(1_000_000)
        try await StubServer.with(.echo) { server in
            let pieces = (0..<10).map { Array(body[($0 * 100_000)..<(($0 + 1) * 100_000)]) }
            let (input, continuation) = AsyncStream<[UInt8]>.makeStream()
            for piece in pieces { continuation.yield(piece) }
            continuation.finish()
            let stream = try await Engine().stream(
                RequestDraft(method: "POST", url: server.url, body: .stream(BodyStream(input, length: 1_000_000))))
            var received: [UInt8] = []
            for try await chunk in stream { received += chunk }
            #expect(received.suffix(1_000_000) == body[...])
        }
    }
}
