import NetEngine

/// Exchanges as values, for panes and states.
package enum ExchangeFixtures {
    package static let start = Timestamp(microsecondsSince1970: 1_795_257_121_123_000)

    package static func id(_ number: UInt64) -> ExchangeID { ExchangeID(rawValue: number) }

    package static func request(
        _ url: String = "/orders", host: String = "127.0.0.1", scheme: HTTPURL.Scheme = .http, method: String = "POST",
        body: RequestBody = .bytes(Array(#"{"sku":"a1"}"#.utf8))
    ) -> PreparedRequest {
        PreparedRequest(
            method: HTTPMethod(method) ?? .get,
            url: HTTPURL(
                scheme: scheme, userInfo: nil, host: host, explicitPort: scheme == .http ? 8080 : nil, path: url,
                query: nil),
            headers: [
                HeaderField("Content-Type", "application/json"), HeaderField("Host", "127.0.0.1:8080", origin: .engine),
            ], body: body, options: RequestOptions())
    }

    package static func response(
        status: Int = 201, reason: String = "Created", headers: HeaderFields? = nil, body: [UInt8]? = nil,
        wire: Int? = nil, codings: [String] = [], isComplete: Bool = true, version: HTTPVersion = .http1_1
    ) -> Response {
        let body = body ?? Array(#"{"id":9007199254740993,"price":1.00,"tags":["new","paid"]}"#.utf8)
        let fields =
            headers ?? [
                HeaderField("Content-Type", "application/json"), HeaderField("X-Set-Item", "a=1"),
                HeaderField("X-Set-Item", "b=2"),
            ]
        var head = "HTTP/1.1 \(status) \(reason)\r\n"
        for field in fields { head += "\(field.name): \(field.value)\r\n" }
        return Response(
            status: status, reason: Array(reason.utf8), httpVersion: version, headers: fields,
            rawHead: Array((head + "\r\n").utf8),
            body: body, wireBodyByteCount: wire ?? body.count, decodedCodings: codings, isComplete: isComplete)
    }

    package static func hop(
        cause: Hop.Cause = .first, request: PreparedRequest? = nil, response: Response?,
        connection: ConnectionFacts? = nil,
        startOffset: Duration = .zero, timings: PhaseTimings? = nil, heldBack: [String] = []
    ) -> Hop {
        let request = request ?? Self.request()
        let head = "\(request.method) \(request.url.path) HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"
        return Hop(
            cause: cause, request: request, sentHead: Array(head.utf8), sentBodyByteCount: 12, response: response,
            connection: connection ?? ConnectionFacts(remoteAddress: "127.0.0.1", remotePort: 8080),
            startOffset: startOffset,
            timings: timings ?? self.timings, heldBack: heldBack)
    }

    package static let timings = PhaseTimings(
        queue: .microseconds(100), dns: .microseconds(400), connect: .microseconds(1100), send: .microseconds(50),
        wait: .milliseconds(120), receive: .microseconds(10_397), total: .microseconds(132_047))

    package static func exchange(
        _ number: UInt64 = 1, draft: RequestDraft = RequestDraft(method: "POST", url: "http://127.0.0.1:8080/orders"),
        hops: [Hop]? = nil, response: Response? = response(), error: EngineError? = nil,
        timings: PhaseTimings = timings, retryWait: Duration = .zero
    ) -> Exchange {
        Exchange(
            id: id(number), draft: draft, startedAt: start,
            hops: hops ?? [hop(response: response)], timings: timings, retryWait: retryWait, error: error)
    }

    package static let timeout = EngineError(
        category: .timeout, phase: .wait, sentence: "The server sent no answer within 5 s.",
        hint: "Raise the timeout with `# @timeout`, or look at the server.",
        underlying: UnderlyingCode(domain: .curl, code: 28, text: "Timeout was reached"))

    package static func event(_ number: UInt64 = 1, _ milliseconds: Int, _ step: EngineEvent.Step) -> EngineEvent {
        EngineEvent(
            id: id(number),
            at: Timestamp(microsecondsSince1970: start.microsecondsSince1970 + Int64(milliseconds) * 1000),
            elapsed: .milliseconds(milliseconds), step: step)
    }
}
