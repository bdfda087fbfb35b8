import NetEngine
import TestSupport
import Testing

/// What a server can do beyond plain failures (those are in `ErrorCaseTests`): the engine survives it, shows it, and
/// the next request is not affected.
@Suite(.timeLimit(.minutes(5))) struct HostileServerTests {
    /// Sends twice: the first request gets the hostile response, the second must get its own.
    private func sendTwice(
        _ hostile: StubBehaviour, method: String = "GET", options: RequestOptions = RequestOptions(),
        waitsForMark: Bool = false
    ) async throws -> (first: Exchange, second: Exchange, connections: Int) {
        try await StubServer.with(.sequence(hostile, .status(200, body: "clean"))) { server in
            let engine = Engine()
            let first = await engine.send(RequestDraft(method: method, url: server.url, options: options))
            // Bytes in transit when the second request leaves might be its response: nobody can know.
            if waitsForMark { await server.marks(1) }
            let second = await engine.send(RequestDraft(url: server.url))
            await engine.shutdown()
            #expect(second.error == nil)
            #expect(second.bodyText == "clean")
            return (first, second, server.connectionCount)
        }
    }

    // MARK: Lengths that lie

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbodyHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\npoison",
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody\r\n",
    ])
    func `bytes after a response never become the next one`(_ answer: String) async throws {
        let (first, _, _) = try await sendTwice(.steps(.send(answer)))
        #expect(first.error == nil)
        #expect(first.bodyText == "body")
        let (split, _, _) = try await sendTwice(
            .steps(.send(answer), .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"), .mark),
            waitsForMark: true)
        #expect(split.bodyText == "body")
    }

    @Test(arguments: ["HEAD", "GET"]) func `a body where none is allowed never becomes the next response`(
        _ method: String
    )
        async throws
    {
        let status = method == "HEAD" ? "200 OK" : "304 Not Modified"
        let (first, _, _) = try await sendTwice(
            .steps(
                .send("HTTP/1.1 \(status)\r\nContent-Length: 6\r\n\r\n"),
                .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"), .mark),
            method: method, waitsForMark: true)
        #expect(first.response?.body == [])
    }

    @Test func `204 has no body, whatever its fields say`() async throws {
        for fields in ["Content-Length: 9", "Transfer-Encoding: chunked", "Content-Encoding: gzip"] {
            let (first, _, _) = try await sendTwice(.steps(.send("HTTP/1.1 204 No Content\r\n\(fields)\r\n\r\npoison")))
            #expect(first.error == nil)
            #expect(first.response?.body == [])
            #expect(first.response?.isComplete == true)
        }
    }

    @Test func `chunks override a length`() async throws {
        let (first, _, _) = try await sendTwice(
            .steps(
                .send(
                    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n"))
        )
        #expect(first.error == nil)
        #expect(first.bodyText == "body")
    }

    @Test func `the same length twice is one length`() async throws {
        let (first, _, _) = try await sendTwice(
            .steps(.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\nbody")))
        #expect(first.error == nil)
        #expect(first.bodyText == "body")
    }

    @Test func `endless text after a chunk size ends at the limit of time`() async throws {
        let (first, _, _) = try await sendTwice(
            .steps(
                .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;"),
                .sendForever([UInt8](repeating: 120, count: 4096))),
            options: RequestOptions(timeouts: Timeouts(total: .seconds(2))))
        #expect(first.error?.category == .timeout)
        #expect(first.error?.phase == .receive)
        #expect(first.response?.body == [])
    }

    // MARK: Heads

    @Test func `bare line feeds end lines, bare carriage returns do not`() async throws {
        let head = "HTTP/1.1 200 OK\nX-A: a\rX-B: b\nContent-Length: 4\n\n"
        let (first, _, _) = try await sendTwice(.steps(.send(head + "body")))
        #expect(first.error == nil)
        #expect(first.bodyText == "body")
        #expect(first.response?.headers["X-A"] == "a\rX-B: b")
        #expect(first.response?.headers["X-B"] == nil)
        #expect(first.response?.rawHead == Array(head.utf8))
    }

    @Test func `folded lines are joined`() async throws {
        let (first, _, _) = try await sendTwice(
            .steps(.send("HTTP/1.1 200 OK\r\nX-A: a\r\n\tb\r\n   c\r\nContent-Length: 4\r\n\r\nbody")))
        #expect(first.response?.headers["X-A"] == "a b c")
    }

    @Test func `every byte that a value may hold on the wire is kept`() async throws {
        let value = (1...255).map { UInt8($0) }.filter { $0 != 10 && $0 != 13 }
        let answer = Array("HTTP/1.1 200 OK\r\nX-A: <".utf8) + value + Array(">\r\nContent-Length: 4\r\n\r\nbody".utf8)
        let (first, _, _) = try await sendTwice(.steps(.send(answer)))
        #expect(first.error == nil)
        let field = first.response?.headers.first { $0.isNamed("X-A") }
        #expect(field?.valueBytes == [60] + value + [62])
    }

    @Test(arguments: ["X-A : a", "X A: a", "X-\u{1}: a", "\u{e9}: a", ": a"])
    func `a field whose name is not a token is shown as it came`(_ line: String) async throws {
        let (first, _, _) = try await sendTwice(
            .steps(.send("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 4\r\n\r\nbody")))
        #expect(first.response.map { String(decoding: $0.rawHead, as: UTF8.self).contains(line) } == true)
        #expect(first.bodyText == "body")
    }

    @Test(arguments: [
        ("X-A: a\0b", "X-A", "a\0b", ErrorCategory.protocol), ("nonsense", "nonsense", "", .protocol),
        (" X-A: a", " X-A", "a", .protocol),
    ])
    func `a line that is refused is shown as it came`(
        _ line: String, _ name: String, _ value: String, _ category: ErrorCategory
    ) async throws {
        let head = "HTTP/1.1 200 OK\r\n\(line)\r\nX-Behind: c\r\n\r\n"
        // Sent whole, in pieces, and after an interim response; also on a reused connection.
        let interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
        for steps: [StubStep] in [
            [.send(head)], [.send(interim + head)],
            [.send(String(head.prefix(20))), .waitForRelease, .send(String(head.dropFirst(20)))],
        ] {
            var exchange = try await secondOfTwo(steps)
            // On a busy machine the response may have arrived when libcurl has just sent: it then reads it before
            // anybody can look.
            for _ in 0..<10 where exchange.response?.rawHead.count != head.utf8.count {
                #expect(exchange.error?.category == category)
                exchange = try await secondOfTwo(steps)
            }
            #expect(exchange.error?.category == category)
            #expect(exchange.response.map { String(decoding: $0.rawHead, as: UTF8.self) } == head)
            let field = exchange.response?.headers.first { $0.nameBytes == Array(name.utf8) }
            #expect(field?.valueBytes == Array(value.utf8))
            #expect(exchange.response?.headers["X-Behind"] == "c")
        }
    }

    /// Sends a request on a reused connection; the server runs these steps, released once the request is sent.
    private func secondOfTwo(_ steps: [StubStep]) async throws -> Exchange {
        try await StubServer.with(.sequence(.status(200), StubBehaviour { _ in steps + [.close] })) { server in
            let engine = Engine()
            _ = await engine.send(RequestDraft(url: server.url))
            let events = engine.events()
            async let sending = engine.send(RequestDraft(url: server.url))
            for await event in events { if case .requestSent = event.step { break } }
            server.release()
            let exchange = await sending
            await engine.shutdown()
            return exchange
        }
    }

    @Test(arguments: [" ", "\t", " nonsense", " Content-Length: 1"])
    func `a fold of nothing harms nobody, however often a handle was used`(_ line: String) async throws {
        let fold = StubBehaviour.raw("HTTP/1.1 200 OK\r\n\(line)\r\nX-A: b\r\nContent-Length: 4\r\n\r\nbody")
        let good = StubBehaviour.status(200, headers: [("X-Long", String(repeating: "a", count: 200))])
        try await StubServer.with(StubBehaviour { ($0.index % 2 == 0 ? good : fold).answer($0) }) { server in
            let engine = Engine()
            for number in 0..<40 {
                let exchange = await engine.send(RequestDraft(url: server.url))
                #expect(exchange.error?.category == (number % 2 == 0 ? nil : .protocol))
            }
            await engine.shutdown()
        }
    }

    @Test func `the words of a server that does not speak HTTP are reported`() async throws {
        for text in ["SSH-2.0-OpenSSH_9.2\r\n", "+OK \u{1b}[2Jready\r\n"] {
            try await StubServer.with(.raw(text)) { server in
                let exchange = await Engine().send(RequestDraft(url: server.url))
                #expect(exchange.error?.hint.hasSuffix("The response begins with \(text.debugDescription).") == true)
            }
        }
    }

    @Test func `a length hidden behind a space is not a length`() async throws {
        try await StubServer.with(.raw("HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nbody")) { server in
            let exchange = await Engine().send(RequestDraft(url: server.url))
            #expect(exchange.error != nil || exchange.bodyText == "body", "half a body must not look whole")
        }
    }

    @Test func `some interim responses are taken, and the final one counts`() async throws {
        let interim = String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 50)
        let (first, _, connections) = try await sendTwice(
            .steps(.send(interim + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody")))
        #expect(first.error == nil)
        #expect(first.response?.interimHeads.count == 50)
        #expect(first.bodyText == "body")
        #expect(connections == 1)
    }

    @Test func `bytes after an unasked 101 are never taken as a response`() async throws {
        let (first, _, connections) = try await sendTwice(
            .steps(
                .send(
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"
                )))
        #expect(first.error?.category == .unexpectedStatus)
        #expect(first.response?.status == 101)
        #expect(connections == 2)
    }

    // MARK: Responses before the request has ended

    private static let large = RequestBody.bytes([UInt8](repeating: 65, count: 8 << 20))

    @Test(arguments: [StubStep.untilClosed, .close, .reset])
    func `a refusal that comes before the request has ended is the response`(_ end: StubStep) async throws {
        let refusal = StubStep.send(
            StubBehaviour.response(413, headers: [("Connection", "close")], body: Array("body".utf8)))
        try await StubServer.with(StubBehaviour(atAccept: [.take(70_000), refusal, .waitForRelease, end]) { _ in [] }) {
            server in
            let engine = Engine()
            let events = engine.events()
            async let sending = engine.send(RequestDraft(method: "POST", url: server.url, body: Self.large))
            for await event in events { if case .headReceived = event.step { break } }
            server.release()
            let exchange = await sending
            #expect(exchange.error?.category == .clientError, "\(String(describing: exchange.error))")
            #expect(exchange.response?.status == 413)
            #expect(exchange.bodyText == "body")
            #expect(exchange.hops.count == 1)
            #expect((exchange.hops.first?.sentBodyByteCount ?? .max) < 8 << 20)
        }
    }

    @Test func `a success that comes before the request has ended is the response`() async throws {
        let answer = StubStep.send(StubBehaviour.response(200, body: Array("early".utf8)))
        try await StubServer.with(
            StubBehaviour(atAccept: [.take(70_000), answer, .untilClosed]) { _ in [] }
        ) { server in
            let exchange = await Engine().send(RequestDraft(method: "POST", url: server.url, body: Self.large))
            #expect(exchange.response?.status == 200)
            #expect(exchange.bodyText == "early")
        }
    }

    @Test func `the phases of a response that begins before the request has ended do not overlap`() async throws {
        let steps: [StubStep] = [
            .take(70_000), .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), .waitForRelease,
            .take((8 << 20) - 70_000), .send("early"), .untilClosed,
        ]
        try await StubServer.with(StubBehaviour(atAccept: steps) { _ in [] }) { server in
            let engine = Engine()
            let events = engine.events()
            async let sending = engine.send(RequestDraft(method: "POST", url: server.url, body: Self.large))
            for await event in events { if case .headReceived = event.step { break } }
            server.release()
            let exchange = await sending
            #expect(exchange.bodyText == "early", "\(String(describing: exchange.error))")
            let timings = try #require(exchange.hops.first).timings
            let parts = Phase.allCases.filter { $0 != .total && $0 != .queue }.compactMap { timings[$0] }
            #expect(parts.reduce(.zero, +) <= timings.total)
        }
    }
}
