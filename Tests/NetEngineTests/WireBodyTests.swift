import TestSupport
import Testing

@testable import NetEngine

/// Bodies as they come over the connection, beside what they mean.
@Suite(.timeLimit(.minutes(5))) struct WireBodyTests {
    private func wire(_ response: String, body: [UInt8] = [], keeping limit: Int = 1 << 20) async throws -> Response {
        try await StubServer.with(.raw(Array(response.utf8) + body)) { server in
            var draft = RequestDraft(url: server.url)
            draft.options.keptWireBytes = limit
            return try #require(await Engine().send(draft).response)
        }
    }

    private static let chunks = "4\r\nbody\r\n5;a=b\r\n more\r\n0\r\nX-Sum: 1\r\n\r\n"

    @Test func `chunks are kept with their sizes, extensions and trailers`() async throws {
        let response = try await wire("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Self.chunks)
        #expect(String(decoding: response.body, as: UTF8.self) == "body more")
        let wire = try #require(response.wireBody)
        #expect(String(decoding: wire.bytes, as: UTF8.self) == Self.chunks)
        #expect(wire.byteCount == Self.chunks.utf8.count)
        #expect(response.wireBodyByteCount == 9)
    }

    @Test func `an interim response before it is not part of it`() async throws {
        let response = try await wire(
            "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody")
        #expect(response.wireBody.map { String(decoding: $0.bytes, as: UTF8.self) } == "body")
    }

    @Test func `a coded body is kept coded`() async throws {
        let sample = CodedSample.all[0]
        let response = try await wire(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(sample.bytes.count)\r\n\r\n",
            body: sample.bytes)
        #expect(response.wireBody?.bytes == sample.bytes)
        #expect(response.decodedCodings == ["gzip"])
    }

    @Test func `of a large body the beginning is kept, and all of it counted`() async throws {
        let body = [UInt8](repeating: 65, count: 500_000)
        let response = try await wire("HTTP/1.1 200 OK\r\nContent-Length: 500000\r\n\r\n", body: body, keeping: 1000)
        #expect(response.wireBody?.bytes.count == 1000)
        #expect(response.wireBody?.byteCount == 500_000)
    }

    @Test func `nothing is kept unless it is asked for`() async throws {
        let response = try await wire("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", keeping: 0)
        #expect(response.wireBody == nil)
    }

    @Test(arguments: [NginxServer.Site.tls12Only, .http2, .http2Cleartext])
    func `over TLS and in frames it is kept as well`(site: NginxServer.Site) async throws {
        let nginx = try NginxServer.shared.get()
        let engine = Engine()
        // The second time on the same connection.
        for _ in 0..<2 {
            var draft = RequestDraft(
                url: nginx.url(site, path: "/big"),
                options: RequestOptions(
                    httpVersion: site == .http2Cleartext ? .http2PriorKnowledge : .automatic, caFile: nginx.caFile))
            draft.options.keptWireBytes = 2 << 20
            let response = try #require(await engine.send(draft).response)
            #expect(response.wireBody?.bytes == [UInt8](repeating: 120, count: 1_000_000))
        }
    }
}
