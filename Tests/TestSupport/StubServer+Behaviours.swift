/// One action of a stub server on a connection.
public enum StubStep: Sendable {
    case send([UInt8])
    /// Sends these bytes repeatedly until the peer closes.
    case sendForever([UInt8])
    /// Reads this many bytes from the client; for scripts that run before the request is read.
    case take(Int)
    /// Reads frames until the end of a request, including the preface before the first.
    case takeHTTP2Request
    /// Sends one byte per millisecond until the peer closes.
    case dripForever([UInt8])
    /// Waits until the peer has sent something, which stays unread.
    case waitForBytes
    /// Waits until the test calls `release()`.
    case waitForRelease
    /// Waits until the peer closes, then ends the connection.
    case untilClosed
    /// Signals the test that the script has reached this step.
    case mark
    /// Closes in an orderly way (FIN).
    case close
    /// Aborts the connection (RST).
    case reset

    public static func send(_ text: String) -> StubStep { .send(Array(text.utf8)) }
}

/// What a stub server does, by name.
public struct StubBehaviour: Sendable {
    /// Runs before a request is read; connections are counted from 0.
    let onAccept: @Sendable (Int) -> [StubStep]
    public let answer: @Sendable (StubRequest) -> [StubStep]

    public init(atAccept: [StubStep] = [], answer: @escaping @Sendable (StubRequest) -> [StubStep]) {
        self.init(onAccept: { _ in atAccept }, answer: answer)
    }

    init(
        onAccept: @escaping @Sendable (Int) -> [StubStep], answer: @escaping @Sendable (StubRequest) -> [StubStep]
    ) {
        self.onAccept = onAccept
        self.answer = answer
    }

    /// The same steps for every request.
    public static func steps(_ steps: StubStep...) -> StubBehaviour { StubBehaviour { _ in steps } }

    /// Sends exactly these bytes, then closes the connection.
    public static func raw(_ text: String) -> StubBehaviour { steps(.send(text), .close) }
    public static func raw(_ bytes: [UInt8]) -> StubBehaviour { steps(.send(bytes), .close) }

    /// A correct response on a connection that stays open.
    public static func status(
        _ status: Int, headers: [(String, String)] = [], body: String = "body"
    ) -> StubBehaviour {
        steps(.send(response(status, headers: headers, body: Array(body.utf8))))
    }

    /// A body with a content coding applied by the test, correctly framed.
    public static func coded(_ coding: String, _ body: [UInt8]) -> StubBehaviour {
        steps(.send(response(200, headers: [("Content-Encoding", coding)], body: body)))
    }

    /// Responds with the bytes of the request.
    public static let echo = StubBehaviour { [.send(response(200, body: $0.head + $0.body))] }

    /// Sends the first part of the head, then nothing until released.
    public static let slowHead = steps(
        .send("HTTP/1.1 200 OK\r\nContent-Le"), .waitForRelease, .send("ngth: 4\r\n\r\nbody"))

    /// Sends the head and half of the body, then nothing until released.
    public static let slowBody = steps(
        .send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf"), .waitForRelease, .send("done"))

    /// Sends a body without an end.
    public static let endlessBody = steps(
        .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .sendForever(Array(("2000\r\n" + String(repeating: "x", count: 0x2000) + "\r\n").utf8)))

    /// Announces 10 bytes, sends 4, and closes in an orderly way.
    public static let cutMidBody = raw("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")

    /// Announces 10 bytes, sends 4, and resets the connection once released.
    public static let resetMidBody = steps(
        .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), .waitForRelease, .reset)

    public static let badChunk = raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzzz\r\n")
    public static let truncatedChunked = raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n8\r\nx")
    public static let malformedStatusLine = raw("HTTP/1.1 abc OK\r\n\r\nbody")
    public static let http09 = raw("just a body without a head")
    public static let resetAtAccept = StubBehaviour(atAccept: [.reset]) { _ in [] }
    public static let resetAfterRequest = steps(.reset)
    public static let closeAfterRequest = steps(.close)

    /// Reads the request and never responds.
    public static let neverAnswers = steps(.untilClosed)

    /// Reads and sends nothing: a TLS handshake never begins.
    public static let silentAtAccept = StubBehaviour(atAccept: [.untilClosed]) { _ in [] }

    public static let twoContentLengths = raw(
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 2\r\n\r\nbody")
    public static let endlessHeaders = StubBehaviour { _ in
        [.send("HTTP/1.1 200 OK\r\n"), .sendForever(Array("X-Filler: 0123456789012345678901234567890\r\n".utf8))]
    }
    public static let endlessHeaderLine = StubBehaviour { _ in
        [.send("HTTP/1.1 200 OK\r\nX: "), .sendForever([UInt8](repeating: 65, count: 4096))]
    }
    public static let interimFlood = StubBehaviour { _ in
        [.sendForever(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8))]
    }
    public static let noContentWithBody = steps(.send("HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\nbody"))
    public static let nulInHeader = raw(
        Array("HTTP/1.1 200 OK\r\nX-A: a".utf8) + [0] + Array("b\r\nContent-Length: 0\r\n\r\n".utf8))
    public static let controlsInHeader = raw(
        Array("HTTP/1.1 200 OK\r\nX-A: a".utf8) + [1, 13, 27, 0x9b, 0xff] + Array("b\r\nContent-Length: 0\r\n\r\n".utf8)
    )

    /// A good response with keep-alive, after which the connection is closed without notice.
    public static let keepAliveThenClose = steps(.send(response(200, body: Array("body".utf8))), .close)

    /// Unrequested bytes follow the response on the open connection.
    public static let unaskedBytes = steps(
        .send(response(200, body: Array("asked".utf8)) + response(200, body: Array("unasked".utf8))))

    /// The n-th request gets the n-th behaviour; the last one repeats.
    public static func sequence(_ behaviours: StubBehaviour...) -> StubBehaviour {
        StubBehaviour { behaviours[min($0.index, behaviours.count - 1)].answer($0) }
    }

    /// Behaviours by request target; any other target gets 404.
    public static func routes(_ routes: [String: StubBehaviour]) -> StubBehaviour {
        StubBehaviour { (routes[$0.target] ?? .status(404)).answer($0) }
    }

    public static func redirect(_ status: Int = 302, to location: String) -> StubBehaviour {
        self.status(status, headers: [("Location", location)], body: "")
    }

    public static let redirectCutMidBody = raw("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 9\r\n\r\ncut")
    public static let redirectWithBrokenGzip = steps(
        .send(response(302, headers: [("Location", "/b"), ("Content-Encoding", "gzip")], body: [1, 2, 3])))

    /// A complete response with its Content-Length.
    public static func response(_ status: Int, headers: [(String, String)] = [], body: [UInt8]) -> [UInt8] {
        var head = "HTTP/1.1 \(status) Status\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        return Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
}
