import NetEngine
import TestSupport
import Testing

/// Content codings, decoded by the engine. The coded bytes were made by the usual programs and by the test itself.
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

    @Test func `a part of coded bytes stays as it came`() async throws {
        let part = StubBehaviour.status(
            206, headers: [("Content-Encoding", "gzip"), ("Content-Range", "bytes 5-8/40")], body: "part")
        try await StubServer.with(part) { server in
            let exchange = await Engine().send(
                RequestDraft(url: server.url, headers: [HeaderField("Range", "bytes=5-8")]))
            #expect(exchange.error == nil)
            #expect(exchange.bodyText == "part")
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

    @Test func `of stacked codings the one that ends too early is named`() async throws {
        let sample = try #require(CodedSample.all.first { $0.coding == "deflate, gzip" })
        // Complete gzip data that contains deflate data without its last three bytes.
        let innerCut: [UInt8] = [
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0xb8, 0x75, 0xda, 0xe3, 0xec, 0xc9, 0x93,
            0xd7, 0x03, 0x4f, 0x1c, 0xf0, 0x2c, 0x64, 0x64, 0xb8, 0x00, 0x00, 0x16, 0xd4, 0x67, 0x1b, 0x10, 0x00, 0x00,
            0x00,
        ]
        for (bytes, coding) in [(Array(sample.bytes.dropLast(3)), "gzip"), (innerCut, "deflate")] {
            try await StubServer.with(.coded(sample.coding, bytes)) { server in
                let exchange = await Engine().send(RequestDraft(url: server.url))
                #expect(
                    exchange.error?.sentence
                        == "The body cannot be decoded: the \(coding) data ends too early.")
            }
        }
    }

    @Test(arguments: [1, 600])
    func `zero bytes after gzip data are padding, and a member may follow them`(_ count: Int) async throws {
        let gzip = try #require(CodedSample.all.first { $0.coding == "gzip" }).bytes
        let padding = [UInt8](repeating: 0, count: count)
        for (bytes, text) in [(gzip + padding, Self.text), (gzip + padding + gzip, Self.text + Self.text)] {
            try await StubServer.with(.coded("gzip", bytes)) { server in
                let exchange = await Engine().send(RequestDraft(url: server.url))
                #expect(exchange.error == nil)
                #expect(exchange.bodyText == text)
                #expect(exchange.response?.wireBodyByteCount == bytes.count)
            }
        }
    }

    @Test func `anything else after gzip data is protocol`() async throws {
        let gzip = try #require(CodedSample.all.first { $0.coding == "gzip" }).bytes
        try await StubServer.with(.coded("gzip", gzip + [0, 0, 65])) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(
                exchange.error?.sentence
                    == "The body cannot be decoded: something follows the end of the coded data.")
        }
    }

    /// zstd's library decodes what it wrote before RFC 8878, by code that nobody has looked after for years.
    @Test func `a frame of a zstd before RFC 8878 is protocol, also behind another one`() async throws {
        let zstd = try #require(CodedSample.all.first { $0.coding == "zstd" }).bytes
        let skipped: [UInt8] = [0x5F, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 0x26]
        try await StubServer.with(.coded("zstd", skipped + zstd)) { server in
            #expect(await Engine().send(RequestDraft(url: server.url)).error == nil)
        }
        for version in UInt8(0x1E)...0x27 {
            let old: [UInt8] = [version, 0xB5, 0x2F, 0xFD, 0x4C, 1, 0, 0, 0]
            for bytes in [old, zstd + old, skipped + old] {
                try await StubServer.with(.coded("zstd", bytes)) { server in
                    let exchange = await Engine().send(RequestDraft(url: server.url))
                    #expect(
                        exchange.error?.sentence
                            == "The body cannot be decoded: the zstd data is broken: its format is older than RFC 8878.",
                        "\(bytes.prefix(16))")
                }
            }
        }
    }

    @Test(arguments: ["", "gzip"])
    func `a body of exactly the limit is whole, one byte more is too large`(_ coding: String) async throws {
        let plain = Array(Self.text.utf8)
        let gzip = try #require(CodedSample.all.first { $0.coding == "gzip" }).bytes
        try await StubServer.with(coding.isEmpty ? .status(200, body: Self.text) : .coded("gzip", gzip)) { server in
            func send(_ limit: Int) async -> Exchange {
                await Engine().send(RequestDraft(url: server.url, options: RequestOptions(maxBodyBytes: limit)))
            }
            let exact = await send(plain.count)
            #expect(exact.error == nil)
            #expect(exact.response?.body == plain)
            #expect(exact.response?.isComplete == true)
            let more = await send(plain.count - 1)
            #expect(more.error?.category == .tooLarge)
            #expect(more.response?.body == plain.dropLast())
            #expect(more.response?.isComplete == false)
        }
    }

    @Test func `identity is not a coding`() async throws {
        let gzip = try #require(CodedSample.all.first { $0.coding == "gzip" }).bytes
        for (coding, bytes) in [("identity", Array(Self.text.utf8)), ("gzip, Identity", gzip)] {
            try await StubServer.with(.coded(coding, bytes)) { server in
                let exchange = await Engine().send(RequestDraft(url: server.url))
                #expect(exchange.error == nil)
                #expect(exchange.bodyText == Self.text)
                #expect(exchange.response?.decodedCodings == (coding == "identity" ? [] : ["gzip"]))
            }
        }
    }

    @Test func `bytes that zlib holds back when its output is full are asked for`() async throws {
        // 32,769 times the letter a as raw deflate: one byte more than the decoder's buffer holds once it has consumed
        // all input.
        let bytes: [UInt8] =
            [0xed, 0xc1, 0x81, 0, 0, 0, 0, 0x80, 0x20, 0xd6, 0xfd, 0x25, 0x16, 0xa9, 0x0a]
            + [UInt8](repeating: 0, count: 31) + [0x68]
        try await StubServer.with(.coded("deflate", bytes)) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error == nil)
            #expect(exchange.response?.body == [UInt8](repeating: UInt8(ascii: "a"), count: 32_769))
        }
    }

    @Test(arguments: ["gzip", "strange"]) func `an empty body with a coding is whole`(_ coding: String) async throws {
        try await StubServer.with(.coded(coding, [])) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error == nil)
            #expect(exchange.response?.body == [])
        }
    }
}
