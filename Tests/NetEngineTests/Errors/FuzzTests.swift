import NetEngine
import TestSupport
import Testing

/// Servers that send anything at all. Every exchange must end, with a response or with a category, and be consistent in
/// itself.
@Suite(.timeLimit(.minutes(5))) struct FuzzTests {
    /// Correct responses, to be corrupted.
    static let seeds: [[UInt8]] = {
        var seeds: [[UInt8]] = [
            StubBehaviour.response(200, body: Array("hello, world".utf8)),
            StubBehaviour.response(302, headers: [("Location", "/next?x=1#y")], body: []),
            StubBehaviour.response(401, headers: [("WWW-Authenticate", "Digest realm=\"a\", nonce=\"b\"")], body: []),
            Array("HTTP/1.1 204 No Content\r\nSet-Cookie: a=b; Path=/\r\n\r\n".utf8),
            Array(
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3;x=y\r\n, w\r\n0\r\nX-Sum: 1\r\n\r\n"
                    .utf8),
            Array("HTTP/1.0 200 OK\r\nX-A: a\r\n b\r\n\r\nuntil the end".utf8),
            Array("HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-3/9\r\nContent-Length: 4\r\n\r\nbody".utf8),
        ]
        for sample in CodedSample.all {
            seeds.append(
                StubBehaviour.response(200, headers: [("Content-Encoding", sample.coding)], body: sample.bytes))
        }
        return seeds
    }()

    static let tokens: [[UInt8]] = [
        "\r\n", "\n", "\r", "\0", ":", " ", "\t", "HTTP/1.1 ", "HTTP/2 200\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
        "Content-Length: 5\r\n", "Content-Length: 99999999999999999999\r\n", "Content-Length: -1\r\n",
        "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip\r\n", "Content-Encoding: gzip\r\n",
        "Content-Encoding: br, zstd\r\n", "Location: //\r\n", "Location: http://[\r\n", "Connection: close\r\n",
        "Connection: Upgrade\r\nUpgrade: h2c\r\n", "FFFFFFFFFFFFFFFF\r\n", "0\r\n\r\n", "%s%n",
    ].map { Array($0.utf8) }

    /// A correct response with parts changed, cut, doubled or replaced; or meaningless bytes.
    static func answer(_ random: inout SeededGenerator) -> [UInt8] {
        if Int.random(in: 0..<10, using: &random) == 0 {
            return (0..<Int.random(in: 0..<400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
            case 1: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &random)))
            case 3: bytes.insert(contentsOf: tokens[Int.random(in: 0..<tokens.count, using: &random)], at: place)
            case 4: bytes.removeSubrange(place...)
            case 5:
                let end = min(bytes.count, place + Int.random(in: 1...60, using: &random))
                bytes.insert(contentsOf: bytes[place..<end], at: place)
            default: bytes += seeds[Int.random(in: 0..<seeds.count, using: &random)]
            }
        }
        return bytes
    }

    /// Sends the bytes in pieces, so that every read boundary occurs, and with every kind of end.
    static func steps(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [StubStep] {
        var steps: [StubStep] = []
        var rest = bytes[...]
        while !rest.isEmpty, steps.count < 4 {
            let count = steps.count == 3 ? rest.count : Int.random(in: 1...rest.count, using: &random)
            steps.append(.send(Array(rest.prefix(count))))
            rest = rest.dropFirst(count)
        }
        return steps + [Int.random(in: 0..<5, using: &random) == 0 ? .reset : .close]
    }

    @Test(.longComputation, arguments: 0..<8 as Range<UInt64>)
    func `any response ends in an exchange that makes sense`(_ seed: UInt64) async throws {
        try await StubServer.with(
            StubBehaviour { request in
                var random = SeededGenerator(seed: seed << 32 | UInt64(request.index))
                return Self.steps(Self.answer(&random), &random)
            }
        ) { server in
            let engine = Engine()
            var methods = SeededGenerator(seed: seed)
            for number in 0..<250 {
                let method = ["GET", "GET", "HEAD", "POST", "PUT"].randomElement(using: &methods) ?? "GET"
                let draft = RequestDraft(
                    method: method, url: "\(server.url)/\(number)",
                    body: method == "POST" ? .bytes(Array("form".utf8)) : .none,
                    options: RequestOptions(
                        timeouts: Timeouts(total: .seconds(2)), maxRedirects: 3, maxBodyBytes: 100_000))
                check(await engine.send(draft), draft)
            }
            #expect(server.received.count >= 200)
            await engine.shutdown()
        }
    }

    private func check(_ exchange: Exchange, _ draft: RequestDraft) {
        #expect(!exchange.hops.isEmpty)
        // Every response ends with its connection, so there is nothing to wait for.
        #expect(exchange.error?.category != .timeout, "\(draft.url): \(exchange.error?.sentence ?? "")")
        #expect(exchange.error?.category != .internal, "\(draft.url): \(exchange.error?.sentence ?? "")")
        if let error = exchange.error {
            #expect(error.sentence.hasSuffix(".") && !error.hint.isEmpty)
        } else {
            #expect((200...299).contains(exchange.response?.status ?? 0))
            #expect(exchange.response?.isComplete == true)
            #expect(exchange.response?.rawHead.isEmpty == false)
        }
        for hop in exchange.hops {
            guard let response = hop.response else { continue }
            #expect(response.body.count <= 100_000)
            #expect((0...999).contains(response.status))
            if draft.method == "HEAD" { #expect(response.body.isEmpty) }
        }
    }
}
