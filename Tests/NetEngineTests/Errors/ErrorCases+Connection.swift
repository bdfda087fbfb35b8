import NetEngine
import TestSupport

extension ErrorCase {
    private static let lost = "HOST closed the connection before the first byte of the response."
    private static let cutHead = "HOST closed the connection in the middle of the response's head."
    /// More than the kernel takes at once, so that the request is still being sent when the server acts.
    private static let large = RequestBody.bytes([UInt8](repeating: 65, count: 20 << 20))

    /// No connection, or one that ends too early.
    static let connecting: [ErrorCase] = [
        ErrorCase(
            name: "refused", category: .connect, phase: .connect, sentence: "HOST refused the connection.",
            underlying: "curl 7", isRetryable: true
        ) {
            let port = try closedPort()
            return (await Engine().send(RequestDraft(url: "http://127.0.0.1:\(port)/")), "127.0.0.1:\(port)")
        },
        draft(
            "no route", RequestDraft(url: "http://255.255.255.255/"), .offline, phase: .connect,
            "There is no route from this machine to 255.255.255.255:80.", underlying: "curl 7", isRetryable: true),
        draft(
            "offline", RequestDraft(url: "http://example.test/"), .offline,
            "This machine has no network connection, so example.test was not asked.", isRetryable: true
        ) { Engine(configuration: EngineConfiguration(reachability: NeverOnline())) },
        draft(
            "name not found", RequestDraft(url: "http://nowhere.invalid/"), .dns, phase: .dns,
            "The host name nowhere.invalid was not found.", underlying: "curl 6", isRetryable: true),
        stub(
            "reset before the request is read", StubBehaviour(atAccept: [.take(1), .reset]) { _ in [] }, .connect,
            phase: .wait, lost, underlying: "curl 52 or curl 55 or curl 56", isRetryable: true),
        stub(
            "closed before the request is read", StubBehaviour(atAccept: [.take(1), .close]) { _ in [] }, .connect,
            phase: .wait, lost, underlying: "curl 52", isRetryable: true),
        stub(
            "reset in the middle of the request", StubBehaviour(atAccept: [.take(100_000), .reset]) { _ in [] },
            .connect,
            phase: .wait, lost, underlying: "curl 55 or curl 56", isRetryable: true, method: "POST", sending: large),
        stub(
            "reset before the status line", .steps(.reset), .connect, phase: .wait, lost,
            underlying: "curl 52 or curl 55 or curl 56",
            isRetryable: true),
        stub(
            "closed before the status line", .steps(.close), .connect, phase: .wait, lost, underlying: "curl 52",
            isRetryable: true),
        stub(
            "reset in the status line", .steps(.send("HTTP/1.1 2"), .reset), .protocol, cutHead,
            underlying: "curl 56", isRetryable: true),
        stub(
            "closed in the status line", .raw("HTTP/1.1 2"), .protocol, cutHead, underlying: "curl 52",
            isRetryable: true),
        stub(
            "closed after an interim response", .raw("HTTP/1.1 102 Processing\r\n\r\n"), .protocol,
            "HOST closed the connection after an interim response (status 1xx), before the response itself.",
            underlying: "curl 52", isRetryable: true),
        stub(
            "closed in the head after one", .raw("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 2"), .protocol, cutHead,
            underlying: "curl 52", isRetryable: true),
        stub(
            "reset in the fields", .steps(.send("HTTP/1.1 200 OK\r\nX-A: b"), .reset), .protocol, cutHead,
            underlying: "curl 56", isRetryable: true, status: 200),
        stub(
            "closed in the fields", .raw("HTTP/1.1 200 OK\r\nX-A: b\r\nX-"), .protocol, cutHead, isRetryable: true,
            status: 200),
        stub(
            "reset between head and body", .steps(.send(head("Content-Length: 9")), .reset), .protocol,
            "The body was cut short: 0 of 9 bytes came.", underlying: "curl 56", isRetryable: true, status: 200,
            body: ""),
        stub(
            "closed between head and body", .raw(head("Content-Length: 9")), .protocol,
            "The body was cut short: 0 of 9 bytes came.", underlying: "curl 18", isRetryable: true, status: 200,
            body: ""),
        stub(
            "reset in the body", .steps(.send(head("Content-Length: 9") + "half"), .reset), .protocol,
            "The body was cut short: 4 of 9 bytes came.", underlying: "curl 56", isRetryable: true, status: 200,
            body: "half"),
        stub(
            "closed in the body", .cutMidBody, .protocol, "The body was cut short: 4 of 10 bytes came.",
            underlying: "curl 18", isRetryable: true, status: 200, body: "half"),
        stub(
            "reset in a body without a length", .steps(.send("HTTP/1.0 200 OK\r\n\r\nhalf"), .reset), .protocol,
            "The body was cut short or is wrongly framed: Recv failure: Connection reset by peer.",
            underlying: "curl 56", isRetryable: true, status: 200, body: "half"),
        stub(
            "reset in a chunk size", .steps(.send(head("Transfer-Encoding: chunked") + "4\r\nhalf\r\n1"), .reset),
            .protocol, "The body was cut short or is wrongly framed: Recv failure: Connection reset by peer.",
            underlying: "curl 56", isRetryable: true, status: 200, body: "half"),
        stub(
            "closed in a chunk size", .raw(head("Transfer-Encoding: chunked") + "4\r\nhalf\r\n1"), .protocol,
            "The body was cut short or is wrongly framed: transfer closed with outstanding read data remaining.",
            underlying: "curl 18", isRetryable: true, status: 200, body: "half"),
        stub(
            "closed in a chunk", .truncatedChunked, .protocol,
            "The body was cut short or is wrongly framed: transfer closed with outstanding read data remaining.",
            underlying: "curl 18", isRetryable: true, status: 200, body: "halfx"),
        stub(
            "reset in the trailers",
            .steps(.send(head("Transfer-Encoding: chunked") + "4\r\nhalf\r\n0\r\nX-A: b\r\n"), .reset), .protocol,
            "The body was cut short or is wrongly framed: Recv failure: Connection reset by peer.",
            underlying: "curl 56", isRetryable: true, status: 200, body: "half"),
        stub(
            "closed in the trailers", .raw(head("Transfer-Encoding: chunked") + "4\r\nhalf\r\n0\r\nX-A: b\r\n"),
            .protocol,
            "The body was cut short or is wrongly framed: transfer closed with outstanding read data remaining.",
            underlying: "curl 18", isRetryable: true, status: 200, body: "half"),
    ]

    /// The other limits are far away, the total one nearest: it strikes where a limit is taken for another.
    private static func limit(_ change: (inout Timeouts) -> Void) -> RequestOptions {
        var timeouts = Timeouts(connect: .seconds(60), total: .seconds(20))
        change(&timeouts)
        return RequestOptions(timeouts: timeouts)
    }

    private static let short = Duration.milliseconds(60)
    /// For limits that start before the server reaches the place where it hangs: a busy machine needs a while for that.
    private static let long = Duration.seconds(2)

    /// Servers that hang, in each phase.
    static let hanging: [ErrorCase] = [
        draft(
            "hung looking up the name",
            RequestDraft(url: "http://hang-error-case.test/", options: limit { $0.dns = short }), .timeout, phase: .dns,
            "The dns limit of 60 ms passed while the name hang-error-case.test was looked up.", isRetryable: true),
        draft(
            "the total limit while the name is looked up",
            RequestDraft(url: "http://hang-error-case.test/", options: limit { $0.total = short }), .timeout,
            phase: .dns, "The total limit of 60 ms passed while the name hang-error-case.test was looked up.",
            isRetryable: true),
        ErrorCase(
            name: "hung connecting", category: .timeout, phase: .connect,
            sentence: "The connect limit of 60 ms passed while connecting to HOST.", isRetryable: true
        ) {
            let listener = try FullListener()
            let exchange = await Engine().send(
                RequestDraft(
                    url: "http://\(FullListener.address):\(listener.port)/", options: limit { $0.connect = short }))
            return (exchange, "\(FullListener.address):\(listener.port)")
        },
        stub(
            "hung in the handshake", .silentAtAccept, .timeout, phase: .tls,
            "The tls limit of 60 ms passed during the TLS handshake with HOST.", isRetryable: true, scheme: "https",
            options: limit { $0.tls = short }),
        stub(
            "hung during the handshake",
            StubBehaviour(atAccept: [.take(5), .send([22, 3, 3, 0, 90, 2]), .untilClosed]) { _ in [] }, .timeout,
            phase: .tls, "The tls limit of 60 ms passed during the TLS handshake with HOST.", isRetryable: true,
            scheme: "https", options: limit { $0.tls = short }),
        stub(
            "hung taking the request", StubBehaviour(atAccept: [.take(1000), .waitForRelease]) { _ in [] }, .timeout,
            phase: .send, "The send limit of 60 ms passed while the request was sent to HOST.", isRetryable: true,
            method: "POST", sending: large, options: limit { $0.send = short }),
        stub(
            "hung before the response", .neverAnswers, .timeout, phase: .wait,
            "The first-byte limit of 60 ms passed while waiting for the first byte from HOST.", isRetryable: true,
            options: limit { $0.firstByte = short }),
        stub(
            "hung in the status line", .steps(.send("HTTP/1."), .untilClosed), .timeout,
            "The receive limit of 60 ms passed while receiving the response from HOST.", isRetryable: true,
            options: limit { $0.receive = short }),
        stub(
            "hung in the fields", .slowHead, .timeout,
            "The receive limit of 60 ms passed while receiving the response from HOST.", isRetryable: true, status: 200,
            options: limit { $0.receive = short }),
        stub(
            "hung in the body", .slowBody, .timeout,
            "The receive limit of 60 ms passed while receiving the response from HOST.", isRetryable: true, status: 200,
            body: "half", options: limit { $0.receive = short }),
        stub(
            "hung in a chunk size",
            .steps(.send(head("Transfer-Encoding: chunked") + "4\r\nhalf\r\n1"), .untilClosed), .timeout,
            "The receive limit of 60 ms passed while receiving the response from HOST.", isRetryable: true, status: 200,
            body: "half", options: limit { $0.receive = short }),
        stub(
            "hung in the trailers",
            .steps(.send(head("Transfer-Encoding: chunked") + "4\r\nhalf\r\n0\r\nX-A: b\r\n"), .untilClosed), .timeout,
            "The receive limit of 60 ms passed while receiving the response from HOST.", isRetryable: true, status: 200,
            body: "half", options: limit { $0.receive = short }),
        stub(
            "the total limit while waiting", .neverAnswers, .timeout, phase: .wait,
            "The total limit of 2 s passed while waiting for the first byte from HOST.", isRetryable: true,
            options: limit { $0.total = long }),
        stub(
            "the total limit in the body", .slowBody, .timeout,
            "The total limit of 2 s passed while receiving the response from HOST.", isRetryable: true, status: 200,
            body: "half", options: limit { $0.total = long }),
        stub(
            "one byte after the other",
            .steps(.send(head("Content-Length: 1000000000")), .dripForever([46])), .timeout,
            "The total limit of 2 s passed while receiving the response from HOST.", isRetryable: true, status: 200,
            options: limit { $0.total = long }),
        stub(
            "one byte of the head after the other",
            .steps(.send("HTTP/1.1 200 OK\r\nX: "), .dripForever([46])), .timeout,
            "The total limit of 2 s passed while receiving the response from HOST.", isRetryable: true,
            options: limit { $0.total = long }),
    ]
}
