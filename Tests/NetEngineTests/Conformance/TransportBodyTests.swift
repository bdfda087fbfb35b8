import NetEngine
import TestSupport
import Testing

/// What every transport must do with request bodies.
@Suite(.timeLimit(.minutes(5))) struct TransportBodyTests {
    typealias Subject = TransportUnderTest

    static let bytes: [UInt8] = [0, 13, 10, 255, 65]
    /// No part of it can be taken for another one.
    static let large = Array((0..<250_000).map { "\($0)\0" }.joined().utf8)

    @Test(arguments: Subject.all, ["POST", "PUT", "PATCH", "DELETE", "PURGE"])
    func `bytes arrive as they are, with their length and no type nobody asked for`(
        _ subject: Subject, _ method: String
    ) async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await subject.engine().send(
                RequestDraft(method: method, url: server.url, body: .bytes(Self.bytes)))
            #expect(exchange.error == nil)
            let request = try #require(server.received.first)
            #expect(request.body == Self.bytes)
            #expect(request.field("Content-Length") == "5")
            #expect(request.field("Content-Type") == nil)
            #expect(request.field("Expect") == nil)
            #expect(exchange.hops.first?.sentBodyByteCount == 5)
        }
    }

    @Test(arguments: Subject.all) func `a large body arrives whole and without Expect`(_ subject: Subject) async throws
    {
        try await StubServer.with(.status(200)) { server in
            let exchange = await subject.engine().send(
                RequestDraft(method: "PUT", url: server.url, body: .bytes(Self.large)))
            #expect(exchange.error == nil)
            let request = try #require(server.received.first)
            #expect(request.body == Self.large)
            #expect(request.field("Expect") == nil)
            #expect(exchange.hops.first?.sentBodyByteCount == Self.large.count)
        }
    }

    @Test(arguments: Subject.all) func `a file and pieces arrive whole, with their length`(_ subject: Subject)
        async throws
    {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.large, to: "body")
        let bodies: [(RequestBody, [UInt8])] = [
            (.file(path: path), Self.large),
            (.pieces([.bytes([1]), .file(path: path), .bytes([2, 3])]), [1] + Self.large + [2, 3]),
            (.pieces([.bytes([1]), .bytes([2, 3])]), [1, 2, 3]),
        ]
        for (body, expected) in bodies {
            try await StubServer.with(.status(200)) { server in
                let exchange = await subject.engine().send(RequestDraft(method: "POST", url: server.url, body: body))
                #expect(exchange.error == nil)
                let request = try #require(server.received.first)
                #expect(request.body == expected)
                #expect(request.field("Content-Length") == String(expected.count))
                #expect(request.field("Expect") == nil)
            }
        }
    }

    @Test(arguments: Subject.all, [nil, 12])
    func `a stream arrives piece by piece`(_ subject: Subject, _ length: Int64?) async throws {
        try await StubServer.with(.status(200)) { server in
            let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
            for piece in ["hello", ", ", "world"] { continuation.yield(Array(piece.utf8)) }
            continuation.finish()
            let exchange = await subject.engine().send(
                RequestDraft(
                    method: "PUT", url: server.url, body: .stream(BodyStream(pieces, length: length))))
            #expect(exchange.error == nil)
            let request = try #require(server.received.first)
            let text = String(decoding: request.body, as: UTF8.self)
            if length == nil, subject.can(.unfinishedStreams) {
                #expect(request.field("Transfer-Encoding")?.lowercased() == "chunked")
                #expect(request.field("Content-Length") == nil)
                let pieces = text.split(separator: "\r\n").filter { !$0.allSatisfy(\.isHexDigit) }
                #expect(pieces.joined() == "hello, world")
                #expect(text.hasSuffix("0\r\n\r\n"))
            } else {
                #expect(text == "hello, world")
                #expect(request.field("Content-Length") == "12")
            }
            #expect(request.field("Expect") == nil)
        }
    }

    @Test(arguments: Subject.all) func `a waiting stream does not block others`(_ subject: Subject) async throws {
        try await StubServer.with(.status(200)) { server in
            let engine = subject.engine()
            let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
            continuation.yield([65])
            async let slow = engine.send(
                RequestDraft(method: "PUT", url: server.url, body: .stream(BodyStream(pieces))))
            for _ in 0..<3 { #expect(await engine.send(RequestDraft(url: server.url)).isSuccess) }
            continuation.yield([66])
            continuation.finish()
            let exchange = await slow
            #expect(exchange.error == nil)
            #expect(server.received.count == 4)
        }
    }

    @Test(arguments: Subject.all) func `a stream that fails or lies is request-build`(_ subject: Subject) async throws {
        struct Fault: Error {}
        try await StubServer.with(.status(200)) { server in
            let failing = AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield([65])
                continuation.finish(throwing: Fault())
            }
            for body in [BodyStream(failing), BodyStream(AsyncStream { $0.finish() }, length: 3)] {
                let exchange = await subject.engine().send(
                    RequestDraft(method: "PUT", url: server.url, body: .stream(body)))
                #expect(exchange.error?.category == .requestBuild, "\(String(describing: exchange.error))")
            }
        }
    }

    @Test(arguments: Subject.all) func `a request whose stream waits can be cancelled`(_ subject: Subject) async throws
    {
        try await StubServer.with(.status(200)) { server in
            let engine = subject.engine()
            let (pieces, continuation) = AsyncStream<[UInt8]>.makeStream()
            let (ends, ended) = AsyncStream<Void>.makeStream()
            continuation.onTermination = { _ in ended.finish() }
            let id = engine.makeID()
            let events = engine.events()
            async let sending = engine.send(
                RequestDraft(method: "PUT", url: server.url, body: .stream(BodyStream(pieces))), id: id)
            for await event in events { if case .hopStarted = event.step { break } }
            engine.cancel(id)
            #expect(await sending.error?.category == .cancelled)
            for await _ in ends {}
        }
    }

    @Test(arguments: Subject.all) func `a body with GET is sent or refused`(_ subject: Subject) async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await subject.engine().send(RequestDraft(url: server.url, body: .bytes([65])))
            if subject.can(.bodyWithGet) {
                #expect(server.received.first?.body == [65])
            } else {
                #expect(exchange.error?.category == .requestBuild)
                #expect(server.received.isEmpty)
            }
        }
    }

    @Test(arguments: Subject.all) func `chunked framing is used where it is typed`(_ subject: Subject) async throws {
        try await StubServer.with(.status(200)) { server in
            let exchange = await subject.engine().send(
                RequestDraft(
                    method: "POST", url: server.url, headers: [HeaderField("Transfer-Encoding", "chunked")],
                    body: .bytes(Array("hello".utf8))))
            #expect(exchange.error == nil)
            #expect(server.received.first.map { String(decoding: $0.body, as: UTF8.self) } == "5\r\nhello\r\n0\r\n\r\n")
            #expect(server.received.first?.field("Content-Length") == nil)
        }
    }
}

/// Responses that are read while they arrive.
@Suite(.timeLimit(.minutes(5))) struct TransportStreamTests {
    typealias Subject = TransportUnderTest

    @Test(arguments: Subject.all) func `a body is read while it arrives`(_ subject: Subject) async throws {
        try await StubServer.with(.slowBody) { server in
            let stream = try await subject.engine().stream(RequestDraft(url: server.url))
            #expect(stream.head.status == 200)
            #expect(stream.head.body.isEmpty)
            server.release()
            var body: [UInt8] = []
            for try await chunk in stream { body += chunk }
            #expect(body == Array("halfdone".utf8))
            let exchange = await stream.finish()
            #expect(exchange.error == nil)
            #expect(exchange.response?.body == [])
            #expect(exchange.response?.wireBodyByteCount == 8)
            #expect(exchange.response?.isComplete == true)
        }
    }

    @Test(arguments: Subject.all) func `a large body comes whole to a slow reader, and its limits wait for him`(
        _ subject: Subject
    ) async throws {
        try await StubServer.with(.steps(.send(StubBehaviour.response(200, body: TransportBodyTests.large)))) {
            server in
            let stream = try await subject.engine().stream(
                RequestDraft(url: server.url, options: RequestOptions(timeouts: Timeouts(receive: .seconds(10)))))
            var count = 0
            var last: UInt8?
            for try await chunk in stream {
                count += chunk.count
                last = chunk.last
                await Task.yield()
            }
            #expect(count == TransportBodyTests.large.count)
            #expect(last == TransportBodyTests.large.last)
            #expect(await stream.finish().error == nil)
        }
    }

    @Test(arguments: Subject.all) func `a body that breaks off ends the reading with its error`(_ subject: Subject)
        async throws
    {
        try await StubServer.with(.cutMidBody) { server in
            let stream = try await subject.engine().stream(RequestDraft(url: server.url))
            var body: [UInt8] = []
            await #expect(throws: EngineError.self) { for try await chunk in stream { body += chunk } }
            #expect(body == Array("half".utf8))
            let exchange = await stream.finish()
            #expect(exchange.error?.category == .protocol)
            #expect(exchange.response?.isComplete == false)
        }
    }
}
