import NetEngine
import TestSupport
import Testing

/// What every transport must do with failures and cancellation.
@Suite(.timeLimit(.minutes(5))) struct TransportFailureTests {
    typealias Subject = TransportUnderTest

    @Test(arguments: Subject.all) func `a refused connection is connect`(_ subject: Subject) async throws {
        let port = try closedPort()
        let exchange = await subject.engine().send(RequestDraft(url: "http://127.0.0.1:\(port)/"))
        #expect(exchange.error?.category == .connect)
        #expect(exchange.error?.phase == .connect)
        #expect(exchange.error?.sentence == "127.0.0.1:\(port) refused the connection.")
        #expect(exchange.error?.underlying != nil)
        #expect(exchange.response == nil)
    }

    @Test(arguments: Subject.all) func `a name that does not exist is dns`(_ subject: Subject) async {
        let exchange = await subject.engine().send(RequestDraft(url: "http://nowhere.invalid/"))
        #expect(exchange.error?.category == .dns)
        #expect(exchange.error?.phase == .dns)
        #expect(exchange.error?.sentence == "The host name nowhere.invalid was not found.")
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let name: String
        let behaviour: StubBehaviour
        let category: ErrorCategory
        var body: String?
        var testDescription: String { name }
    }

    static let faults = [
        Fault(name: "closed after the request", behaviour: .closeAfterRequest, category: .connect),
        Fault(name: "reset after the request", behaviour: .resetAfterRequest, category: .connect),
        Fault(name: "cut in the body", behaviour: .cutMidBody, category: .protocol, body: "half"),
        Fault(name: "bad chunk", behaviour: .badChunk, category: .protocol, body: "half"),
        Fault(name: "truncated chunks", behaviour: .truncatedChunked, category: .protocol, body: "halfx"),
        Fault(name: "HTTP/0.9", behaviour: .http09, category: .protocol),
        Fault(name: "malformed status line", behaviour: .malformedStatusLine, category: .protocol),
        Fault(name: "two lengths", behaviour: .twoContentLengths, category: .protocol),
        Fault(
            name: "length 5abc", behaviour: .raw("HTTP/1.1 200 OK\r\nContent-Length: 5abc\r\n\r\nbody!"),
            category: .protocol),
        Fault(name: "unknown coding", behaviour: .coded("martian", [1, 2, 3]), category: .protocol),
        Fault(name: "broken gzip", behaviour: .coded("gzip", [1, 2, 3]), category: .protocol),
        Fault(name: "endless header line", behaviour: .endlessHeaderLine, category: .tooLarge),
    ]

    @Test(arguments: Subject.all, faults)
    func `each failure of a server has the same category`(_ subject: Subject, _ fault: Fault) async throws {
        try await StubServer.with(fault.behaviour) { server in
            let exchange = await subject.engine().send(RequestDraft(url: server.url))
            #expect(exchange.error?.category == fault.category, "\(String(describing: exchange.error))")
            #expect(exchange.error?.sentence.isEmpty == false)
            #expect(exchange.error?.hint.isEmpty == false)
            if let body = fault.body {
                #expect(exchange.bodyText == body)
                #expect(exchange.response?.isComplete == false)
            }
        }
    }

    @Test(arguments: Subject.all) func `an endless body ends at its limit`(_ subject: Subject) async throws {
        try await StubServer.with(.endlessBody) { server in
            let exchange = await subject.engine().send(
                RequestDraft(url: server.url, options: RequestOptions(maxBodyBytes: 10_000)))
            #expect(exchange.error?.category == .tooLarge)
            #expect(exchange.response?.body.count == 10_000)
            #expect(exchange.response?.isComplete == false)
        }
    }

    @Test(arguments: Subject.all) func `a large head ends at its limit`(_ subject: Subject) async throws {
        try await StubServer.with(
            .status(200, headers: (0..<20).map { ("X-\($0)", String(repeating: "x", count: 1000)) })
        ) { server in
            let exchange = await subject.engine().send(
                RequestDraft(url: server.url, options: RequestOptions(maxHeaderBytes: 10_000)))
            #expect(exchange.error?.category == .tooLarge)
        }
    }

    @Test(arguments: Subject.all) func `the total limit strikes while the response is awaited`(_ subject: Subject)
        async throws
    {
        try await StubServer.with(.neverAnswers) { server in
            let exchange = await subject.engine().send(
                RequestDraft(
                    url: server.url, options: RequestOptions(timeouts: Timeouts(total: .seconds(1)))))
            #expect(exchange.error?.category == .timeout)
            #expect(exchange.error?.phase == (subject.can(.phaseLimits) ? .wait : .total))
            #expect(exchange.error?.sentence.contains("1 s") == true)
        }
    }

    @Test(arguments: Subject.all) func `the receive limit strikes in the body and keeps the bytes`(_ subject: Subject)
        async throws
    {
        try await StubServer.with(.slowBody) { server in
            // Not that of waiting goes on, nor the total one.
            let timeouts = Timeouts(firstByte: .seconds(250), receive: .milliseconds(100), total: .seconds(200))
            let exchange = await subject.engine().send(
                RequestDraft(url: server.url, options: RequestOptions(timeouts: timeouts)))
            #expect(exchange.error?.category == .timeout)
            #expect(exchange.error?.phase == .receive)
            #expect(exchange.error?.sentence.hasPrefix("The receive limit of 100 ms passed") == true)
            #expect(exchange.bodyText == "half")
        }
    }

    @Test(arguments: Subject.all)
    func `the limits before the response apply, together where they cannot be distinguished`(
        _ subject: Subject
    ) async throws {
        try await StubServer.with(.neverAnswers) { server in
            let each = Duration.milliseconds(300)
            let exchange = await subject.engine().send(
                RequestDraft(
                    url: server.url,
                    options: RequestOptions(
                        timeouts: Timeouts(dns: each, connect: each, tls: each, send: each, firstByte: each))))
            #expect(exchange.error?.category == .timeout)
            #expect(exchange.error?.phase == (subject.can(.phaseLimits) ? .wait : .total))
        }
    }

    @Test(arguments: Subject.all) func `the first-byte limit strikes after a body has left`(_ subject: Subject)
        async throws
    {
        try await StubServer.with(.neverAnswers) { server in
            let exchange = await subject.engine().send(
                RequestDraft(
                    method: "POST", url: server.url, body: .bytes([65]),
                    options: RequestOptions(timeouts: Timeouts(firstByte: .milliseconds(100)))))
            #expect(exchange.error?.category == .timeout)
            #expect(exchange.error?.phase == .wait)
        }
    }

    @Test(arguments: Subject.all) func `cancelling ends at once, at any moment`(_ subject: Subject) async throws {
        try await StubServer.with(.routes(["/silent": .neverAnswers, "/half": .slowBody])) { server in
            let engine = subject.engine()
            let first = engine.makeID()
            async let silent = engine.send(RequestDraft(url: server.url + "/silent"), id: first)
            _ = await server.requests(1)
            engine.cancel(first)
            #expect(await silent.error?.category == .cancelled)

            let second = engine.makeID()
            let events = engine.events()
            async let half = engine.send(RequestDraft(url: server.url + "/half"), id: second)
            for await event in events { if case .headReceived = event.step { break } }
            engine.cancel(second)
            let exchange = await half
            #expect(exchange.error?.category == .cancelled)
            #expect(exchange.response?.status == 200)
            #expect(exchange.response?.isComplete == false)
        }
    }

    @Test(arguments: Subject.all) func `shutdown ends what is in flight, and all that comes later`(_ subject: Subject)
        async throws
    {
        try await StubServer.with(.neverAnswers) { server in
            let engine = subject.engine()
            async let one = engine.send(RequestDraft(url: server.url))
            async let two = engine.send(RequestDraft(method: "POST", url: server.url, body: .bytes([65])))
            _ = await server.requests(2)
            await engine.shutdown()
            #expect(await one.error?.category == .cancelled)
            #expect(await two.error?.category == .cancelled)
            #expect(await engine.send(RequestDraft(url: server.url)).error?.category == .cancelled)
            // The connections are closed.
            await server.marks(2)
        }
    }

    /// An engine cancels its requests before its transport shuts down; a transport on its own has to end them itself.
    @Test(arguments: Subject.all) func `a transport that shuts down ends a body that is still arriving`(
        _ subject: Subject
    ) async throws {
        try await StubServer.with(.slowBody) { server in
            let transport = subject.make()
            let (heads, head) = AsyncStream<Void>.makeStream()
            let (results, ended) = AsyncStream<TransportResult>.makeStream()
            // The limit passes only if the rest of the body is waited for.
            let options = RequestOptions(timeouts: Timeouts(receive: .seconds(20)))
            let request = try RequestBuilder().build(RequestDraft(url: server.url, options: options))
            transport.start(
                TransportJob(
                    token: 1, request: request, deadlineNanoseconds: nil, needsFreshConnection: false,
                    report: { if case .headReceived = $0 { head.finish() } },
                    completion: {
                        ended.yield($0)
                        head.finish()
                    }))
            for await _ in heads {}
            await transport.shutdown()
            var ends = results.makeAsyncIterator()
            let result = await ends.next()
            #expect(result?.failure?.category == .cancelled, "\(String(describing: result?.failure))")
            #expect(result?.response?.isComplete == false)
        }
    }

    @Test(arguments: Subject.all) func `a POST is sent once, whatever happens to its connection`(_ subject: Subject)
        async throws
    {
        try await StubServer.with(.sequence(.status(200), .closeAfterRequest, .status(200))) { server in
            let engine = subject.engine()
            #expect(await engine.send(RequestDraft(url: server.url)).isSuccess)
            let second = await engine.send(RequestDraft(method: "POST", url: server.url, body: .bytes([65])))
            #expect(second.error?.category == .connect)
            #expect(server.received.count == 2)
        }
    }

    @Test(arguments: Subject.all) func `a certificate of a stranger is tls`(_ subject: Subject) async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = await subject.engine().send(RequestDraft(url: nginx.url(.unknownAuthority)))
        #expect(exchange.error?.category == .tls)
        #expect(exchange.error?.phase == .tls)
        #expect(
            exchange.error?.sentence.contains("an authority that is not trusted") == true,
            "\(String(describing: exchange.error))")
    }

    @Test(arguments: Subject.all) func `a port without TLS is tls`(_ subject: Subject) async throws {
        let nginx = try NginxServer.shared.get()
        let exchange = await subject.engine().send(RequestDraft(url: "https://localhost:\(nginx.port(.plain))/"))
        #expect(exchange.error?.category == .tls)
    }
}
