import NetEngine
import TestSupport
import Testing

/// Content codings, undone by the engine. The coded bytes were made by the usual programs and by the test itself.
@Suite(.timeLimit(.minutes(5))) struct ContentCodingTests {
    static let text = "hello, hello, hello, hello, hello\n"

    @Test(arguments: CodedSample.all)
    func `each coding is undone`(_ sample: CodedSample) async throws {
        try await StubServer.with(.coded(sample.coding, sample.bytes)) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error == nil)
            let response = try #require(exchange.response)
            #expect(String(decoding: response.body, as: UTF8.self) == Self.text)
            #expect(response.wireBodyByteCount == sample.bytes.count)
            #expect(response.decodedCodings == sample.decoded)
            #expect(response.isComplete)
        }
    }

    @Test(arguments: CodedSample.all)
    func `a cut coding is protocol`(_ sample: CodedSample) async throws {
        try await StubServer.with(.coded(sample.coding, Array(sample.bytes.dropLast(3)))) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error?.category == .protocol)
            #expect(exchange.response?.status == 200)
            #expect(exchange.response?.isComplete == false)
        }
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"])
    func `bytes that are not of the coding are protocol`(_ coding: String) async throws {
        let garbage = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
        try await StubServer.with(.coded(coding, garbage)) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error?.category == .protocol, "\(String(describing: exchange.response?.body))")
        }
    }

    @Test func `an unknown coding is protocol and keeps the bytes as they came`() async throws {
        try await StubServer.with(.coded("wat", [1, 2, 3])) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error?.category == .protocol)
            #expect(exchange.response?.body == [1, 2, 3])
        }
    }

    @Test(arguments: CodedBomb.all)
    func `a bomb is too large, and no more than the limit is kept`(_ bomb: CodedBomb) async throws {
        try await StubServer.with(.coded(bomb.coding, bomb.bytes)) { server in
            let exchange = await Engine().send(
                RequestDraft(url: server.url, options: RequestOptions(maxBodyBytes: 100_000)))
            #expect(exchange.error?.category == .tooLarge)
            #expect(exchange.response?.body.count == 100_000)
        }
    }

    @Test func `a typed Accept-Encoding leaves the bytes as they are`() async throws {
        let sample = CodedSample.all[0]
        try await StubServer.with(.coded(sample.coding, sample.bytes)) { server in
            let exchange = await Engine().send(
                RequestDraft(url: server.url, headers: [HeaderField("accept-encoding", "gzip")]))
            #expect(exchange.response?.body == sample.bytes)
            #expect(exchange.response?.decodedCodings == [])
            #expect(exchange.error == nil)
        }
    }

    @Test func `decoding that is switched off asks for nothing and decodes nothing`() async throws {
        let sample = CodedSample.all[0]
        try await StubServer.with(.coded(sample.coding, sample.bytes)) { server in
            let exchange = await Engine().send(
                RequestDraft(url: server.url, options: RequestOptions(decodesContent: false)))
            #expect(exchange.response?.body == sample.bytes)
            #expect(server.received.first?.field("Accept-Encoding") == nil)
        }
    }

    @Test func `an empty body with a coding is whole`() async throws {
        try await StubServer.with(.coded("gzip", [])) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error == nil)
            #expect(exchange.response?.body == [])
        }
    }
}
