import NetEngine
import TestSupport
import Testing

/// Each way in which a server can fail, provoked for real, with the category, the phase and what is kept.
@Suite(.timeLimit(.minutes(5))) struct EngineFailureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let behaviour: StubBehaviour
        let category: ErrorCategory
        var phase: Phase?
        var status: Int?
        var body: String?
        var method = "GET"
        var options = RequestOptions()
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "cut mid-body", behaviour: .cutMidBody, category: .protocol, phase: .receive, status: 200,
            body: "half"),
        Case(name: "bad chunk", behaviour: .badChunk, category: .protocol, phase: .receive, status: 200, body: "half"),
        Case(name: "truncated chunked", behaviour: .truncatedChunked, category: .protocol, status: 200, body: "halfx"),
        Case(name: "malformed status line", behaviour: .malformedStatusLine, category: .protocol),
        Case(name: "HTTP/0.9", behaviour: .http09, category: .protocol),
        Case(name: "reset after request", behaviour: .resetAfterRequest, category: .connect),
        Case(name: "close after request", behaviour: .closeAfterRequest, category: .connect),
        Case(name: "POST, close after request", behaviour: .closeAfterRequest, category: .connect, method: "POST"),
        Case(name: "reset at accept", behaviour: .resetAtAccept, category: .connect),
        Case(name: "two Content-Lengths", behaviour: .twoContentLengths, category: .protocol, status: 200, body: ""),
        Case(
            name: "Content-Length 5abc", behaviour: .raw("HTTP/1.1 200 OK\r\nContent-Length: 5abc\r\n\r\nbody!"),
            category: .protocol, status: 200),
        Case(
            name: "Content-Length 2^64+5",
            behaviour: .raw("HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551621\r\n\r\nbody!"),
            category: .protocol, status: 200),
        Case(
            name: "negative Content-Length", behaviour: .raw("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nbody!"),
            category: .protocol),
        Case(name: "endless headers", behaviour: .endlessHeaders, category: .tooLarge, status: 200),
        Case(name: "endless header line", behaviour: .endlessHeaderLine, category: .tooLarge),
        Case(name: "1xx flood", behaviour: .interimFlood, category: .tooLarge),
        Case(
            name: "endless body", behaviour: .endlessBody, category: .tooLarge, phase: .receive, status: 200,
            body: String(repeating: "x", count: 10_000), options: RequestOptions(maxBodyBytes: 10_000)),
        Case(name: "status 999", behaviour: .status(999), category: .unexpectedStatus, status: 999, body: "body"),
        Case(name: "status 600", behaviour: .status(600), category: .unexpectedStatus, status: 600, body: "body"),
        Case(name: "status 099", behaviour: .raw("HTTP/1.1 099 Low\r\n\r\n"), category: .unexpectedStatus),
        Case(
            name: "unasked 101", behaviour: .raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"),
            category: .unexpectedStatus, status: 101),
        Case(name: "304 unasked", behaviour: .raw("HTTP/1.1 304 Not Modified\r\n\r\n"), category: .unexpectedStatus),
        Case(name: "404", behaviour: .status(404), category: .clientError, status: 404, body: "body"),
        Case(name: "500", behaviour: .status(500), category: .serverError, status: 500, body: "body"),
        Case(name: "head cut", behaviour: .raw("HTTP/1.1 200 OK\r\nX-A: b\r\n"), category: .protocol, status: 200),
        Case(name: "NUL in a header", behaviour: .nulInHeader, category: .protocol, status: 200),
        Case(name: "status line cut", behaviour: .raw("HTTP/1.1 20"), category: .protocol),
        Case(name: "one byte", behaviour: .raw("H"), category: .protocol),
        Case(
            name: "never answers", behaviour: .neverAnswers, category: .timeout, phase: .wait,
            options: RequestOptions(timeouts: Timeouts(firstByte: .milliseconds(50)))),
        Case(
            name: "slow head", behaviour: .slowHead, category: .timeout, phase: .receive, status: 200,
            options: RequestOptions(timeouts: Timeouts(receive: .milliseconds(50)))),
        Case(
            name: "slow body", behaviour: .slowBody, category: .timeout, phase: .receive, status: 200, body: "half",
            options: RequestOptions(timeouts: Timeouts(receive: .milliseconds(50)))),
        // Long enough for connection and head on a busy machine: the limit must take effect in the body.
        Case(
            name: "total limit in the body", behaviour: .slowBody, category: .timeout, phase: .receive, status: 200,
            body: "half", options: RequestOptions(timeouts: Timeouts(total: .seconds(3)))),
    ]

    @Test(arguments: cases)
    func `a misbehaving server gives its category and keeps what came`(_ test: Case) async throws {
        try await StubServer.with(test.behaviour) { server in
            let engine = Engine()
            let exchange = await engine.send(
                RequestDraft(method: test.method, url: server.url, options: test.options))
            #expect(exchange.error?.category == test.category, "\(String(describing: exchange.error))")
            if let phase = test.phase { #expect(exchange.error?.phase == phase) }
            if let status = test.status { #expect(exchange.response?.status == status) }
            if let body = test.body {
                #expect(exchange.response.map { String(decoding: $0.body, as: UTF8.self) } == body)
            }
            #expect(exchange.error?.sentence.isEmpty == false)
            #expect(exchange.error?.hint.isEmpty == false)
            // Nobody can raise it.
            if test.name == "1xx flood" { #expect(exchange.error?.hint.contains("limit") == false) }
            await engine.shutdown()
        }
    }

    @Test func `a reset in the middle of a body keeps the bytes`() async throws {
        try await StubServer.with(.resetMidBody) { server in
            let engine = Engine()
            let events = engine.events()
            async let sending = engine.send(RequestDraft(url: server.url))
            for await event in events { if case .headReceived = event.step { break } }
            server.release()
            let exchange = await sending
            #expect(exchange.error?.category == .protocol)
            #expect(exchange.response?.status == 200)
            #expect(exchange.response?.isComplete == false)
        }
    }

    @Test func `a refused connection is connect, with the port in the sentence`() async throws {
        let port = try closedPort()
        let exchange = await Engine().send(RequestDraft(url: "http://127.0.0.1:\(port)/"))
        #expect(exchange.error?.category == .connect)
        #expect(exchange.error?.sentence == "127.0.0.1:\(port) refused the connection.")
        #expect(exchange.error?.underlying?.domain == .curl)
        #expect(exchange.response == nil)
    }

    @Test func `a name that does not exist is dns`() async {
        let engine = Engine(configuration: EngineConfiguration(reachability: AlwaysOnline()))
        let exchange = await engine.send(RequestDraft(url: "http://nowhere.invalid/"))
        #expect(exchange.error?.category == .dns)
        #expect(exchange.error?.phase == .dns)
        #expect(exchange.error?.underlying?.code == 6)
    }

    @Test func `a server that never begins TLS is a tls timeout`() async throws {
        try await StubServer.with(.silentAtAccept) { server in
            let exchange = await Engine().send(
                RequestDraft(
                    url: "https://127.0.0.1:\(server.port)",
                    options: RequestOptions(timeouts: Timeouts(tls: .milliseconds(50)))))
            #expect(exchange.error?.category == .timeout)
            #expect(exchange.error?.phase == .tls)
            #expect(exchange.timings.connect != nil)
            #expect(exchange.timings.tls != nil)
        }
    }

    @Test func `TLS to a server that speaks none is tls, and says so`() async throws {
        try await StubServer.with(
            StubBehaviour(atAccept: [.send("HTTP/1.1 400 Bad\r\n\r\n"), .untilClosed]) { _ in [] }
        ) {
            let exchange = await Engine().send(RequestDraft(url: "https://127.0.0.1:\($0.port)"))
            #expect(exchange.error?.category == .tls)
            #expect(
                exchange.error?.sentence.contains("does not speak TLS") == true, "\(String(describing: exchange.error))"
            )
        }
    }

    @Test func `offline fails at once, but never for loopback`() async throws {
        let engine = Engine(configuration: EngineConfiguration(reachability: NeverOnline()))
        let away = await engine.send(RequestDraft(url: "http://example.invalid/"))
        #expect(away.error?.category == .offline)
        #expect(away.hops.isEmpty)
        try await StubServer.with(.status(200)) { server in
            #expect(await engine.send(RequestDraft(url: server.url)).isSuccess)
        }
    }

    @Test func `every sentence ends with a full stop and every category has a title and a hint`() {
        for category in ErrorCategory.allCases {
            #expect(!category.title.isEmpty)
            #expect(category.hint.hasSuffix("."))
        }
    }
}

struct AlwaysOnline: Reachability { var isOnline: Bool { true } }
struct NeverOnline: Reachability { var isOnline: Bool { false } }
