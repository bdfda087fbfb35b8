import NetEngine
import TestSupport

/// Servers that break the rules of HTTP/2, or end streams and connections at each moment. They speak it without TLS.
extension ErrorCase {
    private typealias Frame = HTTP2Frame

    private static let ok = [(":status", "200"), ("content-type", "text/plain")]
    private static let okHead = Frame.headers(ok)
    private static let half = Frame.data("half", endsStream: false)

    /// The frames that follow a request.
    private static func http2(
        _ name: String, _ steps: StubStep..., category: ErrorCategory = .protocol, phase: Phase? = .receive,
        says sentence: String, underlying: String? = nil, isRetryable: Bool = true, status: Int? = nil,
        body: String? = nil, method: String = "GET", sending: RequestBody = .none,
        timeouts: Timeouts = Timeouts(), maxBodyBytes: Int = 1 << 20
    ) -> ErrorCase {
        let script = StubBehaviour(
            atAccept: [.send(Frame.settings + Frame.settingsAcknowledged), .takeHTTP2Request] + steps
        ) { _ in [] }
        return stub(
            "HTTP/2: " + name, script, category, phase: phase, sentence, underlying: underlying,
            isRetryable: isRetryable, status: status, body: body, method: method, sending: sending,
            options: RequestOptions(
                timeouts: timeouts, maxBodyBytes: maxBodyBytes, httpVersion: .http2PriorKnowledge))
    }

    private static func http2(_ name: String, answer: [UInt8], says sentence: String, underlying: String) -> ErrorCase {
        http2(name, .send(answer), .untilClosed, says: sentence, underlying: underlying)
    }

    private static let wrong = "The response breaks the rules of HTTP/2, or ended before its head was complete."
    private static let malformed2 = "The HTTP/2 stream ended as PROTOCOL_ERROR: what one end said breaks its rules."
    private static let cut =
        "The body was cut short or is wrongly framed: HTTP/2 stream 1 was not closed cleanly before end of the underlying stream."

    private static func reset(_ code: UInt32, _ name: String) -> ErrorCase {
        http2(
            "reset as \(name)", answer: Frame.reset(code),
            says: "HOST reset the HTTP/2 stream (\(name)) before the head of the response.", underlying: "curl 92")
    }

    private static func badFields(_ name: String, _ fields: [(String, String)], body: String = "body") -> ErrorCase {
        http2(name, answer: Frame.headers(fields) + Frame.data(body), says: malformed2, underlying: "curl 92")
    }

    static let http2Streams: [ErrorCase] = [
        reset(0, "NO_ERROR"), reset(2, "INTERNAL_ERROR"), reset(8, "CANCEL"), reset(11, "ENHANCE_YOUR_CALM"),
        http2(
            "refused, again and again", .send(Frame.reset(7)), .untilClosed, phase: .wait,
            says: "HOST refused the request on this HTTP/2 connection, without acting on it.", underlying: "curl 42"),
        http2(
            "closed before the response", .close, category: .connect, phase: .wait,
            says: "HOST closed the connection before the first byte of the response.", underlying: "curl 18 or curl 56"),
        http2(
            "reset before the response", .reset, category: .connect, phase: .wait,
            says: "HOST closed the connection before the first byte of the response.",
            underlying: "curl 18 or curl 55 or curl 56"),
        http2(
            "GOAWAY before the response", .send(Frame.goAway(last: 0)), .untilClosed, category: .connect,
            phase: .wait, says: "HOST closed the HTTP/2 connection before the first byte of the response.",
            underlying: "curl 16"),
        http2(
            "GOAWAY with a reason", .send(Frame.goAway(11, last: 0)), .untilClosed, category: .connect, phase: .wait,
            says: "HOST closed the HTTP/2 connection (ENHANCE_YOUR_CALM) before the first byte of the response.",
            underlying: "curl 16"),
        http2(
            "GOAWAY with a reason, after the request was taken", .send(Frame.goAway(2, last: 1)), .close,
            category: .connect, phase: .wait,
            says: "HOST closed the HTTP/2 connection (INTERNAL_ERROR) before the first byte of the response.",
            underlying: "curl 18 or curl 56"),
        http2(
            "closed in the body", .send(okHead + half), .close, says: cut, underlying: "curl 18", status: 200,
            body: "half"),
        http2(
            "taking leave in the body", .send(okHead + half + Frame.goAway(2, last: 1)), .close, says: cut,
            underlying: "curl 18", status: 200, body: "half"),
        http2(
            "closed in a frame", .send(okHead + Frame.frame(0, stream: 1, Array("half".utf8), claiming: 9)), .close,
            says: cut,
            underlying: "curl 18", status: 200, body: "half"),
        http2(
            "silent", .untilClosed, category: .timeout, phase: .wait,
            says: "The first-byte limit of 60 ms passed while waiting for the first byte from HOST.",
            timeouts: Timeouts(firstByte: .milliseconds(60))),
        http2(
            "no window for the request", .untilClosed, category: .timeout, phase: .send,
            says: "The send limit of 60 ms passed while the request was sent to HOST.", method: "POST",
            sending: .bytes([UInt8](repeating: 65, count: 1 << 20)), timeouts: Timeouts(send: .milliseconds(60))),
    ]

    static let http2Frames: [ErrorCase] = [
        http2(
            "a head in too large a frame", answer: Frame.frame(1, flags: 5, stream: 1, [], claiming: 20_000),
            says: wrong,
            underlying: "curl 52"),
        http2(
            "an index that does not exist", answer: Frame.headers(block: [0xFF, 0xFF, 0x7F]), says: wrong,
            underlying: "curl 52"),
        http2("index 0", answer: Frame.headers(block: [0x80]), says: wrong, underlying: "curl 52"),
        http2(
            "a head that is cut by a body", answer: Frame.headers(ok, endsHeaders: false) + Frame.data("body"),
            says: wrong,
            underlying: "curl 52"),
        http2("a body without a head", answer: Frame.data("body"), says: wrong, underlying: "curl 52"),
        http2(
            "a body of no stream", answer: Frame.data("body", stream: 5) + okHead, says: wrong, underlying: "curl 52"),
        http2("a head of stream 0", answer: Frame.headers(ok, stream: 0), says: wrong, underlying: "curl 52"),
        http2(
            "a window that grows by nothing", answer: Frame.windowUpdate(0, stream: 1), says: wrong,
            underlying: "curl 52"),
        http2(
            "a window beyond 2^31", answer: Frame.windowUpdate(0x7FFF_FFFF, stream: 0), says: wrong,
            underlying: "curl 52"),
        http2("a setting out of range", answer: Frame.setting(5, 1), says: wrong, underlying: "curl 52"),
        http2(
            "settings of a wrong length", answer: Frame.frame(4, stream: 0, [1, 2, 3]), says: wrong,
            underlying: "curl 52"),
        http2(
            "an unwanted push promise", answer: Frame.pushPromise(2) + okHead + Frame.data("body"), says: wrong,
            underlying: "curl 52"),
        http2(
            "fields without an end", .send(Frame.headers(ok, endsHeaders: false)),
            .sendForever(Frame.continuation([("x-a", String(repeating: "b", count: 200))])), category: .tooLarge,
            says: "The headers of the response come in too many frames.", underlying: "curl 56",
            isRetryable: false),
        http2(
            "empty pieces of a head without an end", .send(Frame.headers(ok, endsHeaders: false)),
            .sendForever(Frame.continuation([])), category: .tooLarge,
            says: "The headers of the response come in too many frames.", underlying: "curl 56",
            isRetryable: false),
        http2(
            "a flood of interim responses", .sendForever(Frame.headers([(":status", "103"), ("link", "</a>")])),
            category: .tooLarge, says: "The server sent more than 64 interim responses (status 1xx).",
            isRetryable: false),
        http2(
            "a flood of pings", .sendForever(Frame.ping), says: "The server breaks the rules of HTTP/2: Flooding",
            underlying: "curl 56"),
        http2(
            "a flood of settings", .sendForever(Frame.settings),
            says: "The server breaks the rules of HTTP/2: Flooding",
            underlying: "curl 56"),
        http2(
            "a body without an end", .send(okHead),
            .sendForever(Frame.data([UInt8](repeating: 65, count: 8192), endsStream: false)), category: .tooLarge,
            says: "The body is larger than the limit of 1 MiB.", isRetryable: false, status: 200),
        http2(
            "empty pieces of a body without an end", .send(okHead), .sendForever(Frame.data([], endsStream: false)),
            category: .timeout, says: "The receive limit of 60 ms passed while receiving the response from HOST.",
            status: 200, timeouts: Timeouts(receive: .milliseconds(60))),
        badFields("a body shorter than its length", ok + [("content-length", "9")], body: "half"),
        badFields("a body longer than its length", ok + [("content-length", "2")], body: "half"),
        badFields("two lengths", ok + [("content-length", "4"), ("content-length", "2")]),
        badFields("no status", [("content-type", "text/plain")]),
        badFields("a status that is not a number", [(":status", "abc")]),
        badFields("status 101", [(":status", "101")]),
        badFields("204 with a body", [(":status", "204")]),
        badFields("capitals in a name", ok + [("X-A", "b")]),
        badFields("a line end in a value", ok + [("x-a", "b\r\nx-c: d")]),
        badFields("a NUL in a value", ok + [("x-a", "b\0c")]),
        badFields("a field of HTTP/1: connection", ok + [("connection", "close")]),
        badFields("a field of HTTP/1: transfer-encoding", ok + [("transfer-encoding", "chunked")]),
        http2(
            "a status in the trailers",
            answer: okHead + half + Frame.headers([(":status", "500")], endsStream: true), says: malformed2,
            underlying: "curl 92"),
        stub(
            "HTTP/2: a response in HTTP/1",
            StubBehaviour(atAccept: [.waitForBytes, .send("HTTP/1.1 400 Bad Request\r\n\r\n"), .untilClosed]) { _ in []
            }, .protocol, wrong, underlying: "curl 52", isRetryable: true,
            options: RequestOptions(httpVersion: .http2PriorKnowledge)),
    ]
}
