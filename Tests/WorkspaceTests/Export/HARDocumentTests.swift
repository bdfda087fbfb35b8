import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// HTTP Archives: valid, and true to the exchange.
struct HARDocumentTests {
    private func archive(_ exchanges: [Exchange]) -> [UInt8] {
        var document = HARDocument()
        return HARDocument.head + exchanges.flatMap { document.entries(of: $0, SentSecrets([$0])) } + HARDocument.tail
    }

    private func entries(_ exchange: Exchange) throws -> [JSONValue] {
        try JSONValue(archive([exchange]))["log"]?["entries"]?.items ?? []
    }

    /// A redirect, a retry, a failure: with cookies, secrets, compression and all phases.
    private var eventful: Exchange {
        let secret: HeaderFields = [
            HeaderField("Content-Type", "application/json"), HeaderField("Authorization", "Bearer s3cr3t-token"),
            HeaderField("Cookie", "sid=cookie-secret; theme=dark"),
        ]
        func request(_ path: String, query: String?, body: RequestBody = .none) -> PreparedRequest {
            PreparedRequest(
                method: .post,
                url: HTTPURL(
                    scheme: .https, userInfo: "user:url-secret", host: "api.example.com", explicitPort: nil, path: path,
                    query: query),
                headers: secret, body: body, options: RequestOptions())
        }
        let moved = ExchangeFixtures.response(
            status: 302, reason: "Found",
            headers: [
                HeaderField("Location", "/new?token=location-secret"),
                HeaderField("Set-Cookie", "sid=set-secret; Path=/; Secure; HttpOnly; Max-Age=60"),
            ], body: [])
        let packed = ExchangeFixtures.response(
            status: 503, headers: [HeaderField("Content-Type", "image/png")], body: [0x89, 0, 0xFF, 1], wire: 3,
            codings: ["gzip"], isComplete: false)
        let phases = PhaseTimings(
            queue: .microseconds(10), dns: .microseconds(200), connect: .microseconds(3000), tls: .microseconds(40_000),
            send: .microseconds(500), wait: .microseconds(60_000), receive: .microseconds(7000),
            total: .microseconds(110_900))
        return ExchangeFixtures.exchange(
            hops: [
                ExchangeFixtures.hop(
                    request: request("/a", query: "q=green+tea&api_key=query-secret", body: .bytes([0xFF, 0xFE])),
                    response: moved,
                    connection: ConnectionFacts(remoteAddress: "203.0.113.9", remotePort: 443, localPort: 50_000),
                    timings: phases),
                ExchangeFixtures.hop(
                    cause: .redirect(status: 302), request: request("/new", query: nil), response: packed,
                    startOffset: .milliseconds(200),
                    timings: PhaseTimings(wait: .milliseconds(5), total: .milliseconds(5))),
                ExchangeFixtures.hop(
                    cause: .retry, request: request("/new", query: nil), response: nil, startOffset: .milliseconds(300),
                    timings: PhaseTimings(dns: .milliseconds(1), total: .milliseconds(5001))),
            ], error: ExchangeFixtures.timeout)
    }

    @Test func `every kind of exchange gives a valid archive`() {
        let exchanges = [
            eventful, ExchangeFixtures.exchange(),
            ExchangeFixtures.exchange(response: nil, error: ExchangeFixtures.timeout),
            ExchangeFixtures.exchange(hops: [], response: nil, error: ExchangeFixtures.timeout),
        ]
        for exchange in exchanges { #expect(HARSchema.violations(archive([exchange])) == []) }
        #expect(HARSchema.violations(archive([])) == [])
    }

    @Test func `the checker of archives finds what is wrong`() {
        let valid = String(decoding: archive([eventful]), as: UTF8.self)
        for (old, new) in [
            (#""version":"1.2""#, #""version":"1.1""#), (#""cache":{}"#, #""memory":{}"#),
            (#""wait":60.000"#, #""wait":-1"#),
            (#""time":"#, #""time":1"#), (#""httpOnly":true"#, #""httpOnly":1"#), (#""ssl":40.000"#, #""ssl":90"#),
            (#""encoding":"base64""#, #""encoding":"gzip""#), (#""startedDateTime":"2026"#, #""startedDateTime":"26"#),
        ] {
            let broken = valid.replacing(old, with: new, maxReplacements: 1)
            #expect(broken != valid && HARSchema.violations(Array(broken.utf8)) != [], "\(new)")
        }
    }

    @Test func `each hop is an entry with its phases, ssl inside connect`() throws {
        let entries = try entries(eventful)
        #expect(entries.count == 3)
        let timings = try #require(entries.first?["timings"])
        let phases = ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"].map { timings[$0]?.number }
        // 0.2 ms were spent between the phases.
        #expect(phases == [0.21, 0.2, 43, 40, 0.5, 60, 7])
        #expect(entries[0]["startedDateTime"]?.text == "2026-11-21T10:32:01.123000Z")
        #expect(entries[1]["startedDateTime"]?.text == "2026-11-21T10:32:01.323000Z")
        #expect(entries[1]["comment"]?.text == "Redirected by status 302.")
        #expect(entries[1]["timings"]?["dns"]?.number == -1)
        #expect(entries[0]["serverIPAddress"]?.text == "203.0.113.9")
        #expect(entries[0]["connection"]?.text == "50000")
    }

    @Test func `a failure has numbers for send, wait and receive, and its error`() throws {
        let entry = try #require(try entries(eventful).last)
        let phases = ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"].map {
            entry["timings"]?[$0]?.number
        }
        #expect(phases == [-1, 1, -1, -1, 0, 5000, 0])
        #expect(entry["response"]?["status"]?.number == 0)
        #expect(entry["response"]?["_errorCategory"]?.text == "timeout")
        #expect(entry["comment"]?.text == "Sent again.")
    }

    @Test(
        arguments: [
            (.queue, [5, -1, -1, -1, 0, 0, 0]), (.dns, [-1, 5, -1, -1, 0, 0, 0]), (.connect, [-1, -1, 5, -1, 0, 0, 0]),
            (.tls, [-1, -1, 5, 5, 0, 0, 0]), (.send, [-1, -1, -1, -1, 5, 0, 0]), (.wait, [-1, -1, -1, -1, 0, 5, 0]),
            (.receive, [-1, -1, -1, -1, 0, 0, 5]),
        ] as [(Phase, [Double])])
    func `the time that no phase measured is that of the phase that failed`(phase: Phase, expected: [Double]) throws {
        let error = EngineError(category: .connect, phase: phase, sentence: "s", hint: "h")
        let hop = ExchangeFixtures.hop(response: nil, timings: PhaseTimings(total: .milliseconds(5)))
        let exchange = ExchangeFixtures.exchange(hops: [hop], response: nil, error: error)
        let timings = try #require(try entries(exchange).first?["timings"])
        #expect(
            ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"].map { timings[$0]?.number } == expected)
        #expect(HARSchema.violations(archive([exchange])) == [])
    }

    @Test func `a request has the version of the 304 that came, its response that of what was stored`() throws {
        let hop = Hop(
            cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: 0,
            response: ExchangeFixtures.response(), connection: nil, startOffset: .zero, timings: PhaseTimings(),
            validation: ExchangeFixtures.response(status: 304, version: .http2))
        let entry = try #require(try entries(ExchangeFixtures.exchange(hops: [hop])).first)
        #expect(entry["request"]?["httpVersion"]?.text == "HTTP/2")
        #expect(entry["response"]?["httpVersion"]?.text == "HTTP/1.1")
    }

    @Test func `what is not known, not text or not kept is said as the format has it`() throws {
        let request = PreparedRequest(
            method: .post,
            url: HTTPURL(
                scheme: .http, userInfo: nil, host: "h", explicitPort: nil, path: "/", query: "a&b=1&=2&&c=+#d"),
            headers: [HeaderField("Content-Type", "multipart/form-data; boundary=x")],
            body: .pieces([.bytes([0xFF, 0xFE]), .bytes(Array("--x".utf8)), .file(path: "/tmp/a")]),
            options: RequestOptions())
        func response(_ type: String, _ body: [UInt8], of count: Int) -> Response {
            Response(
                status: 200, reason: [], httpVersion: nil,
                headers: [
                    HeaderField("Content-Type", type), HeaderField("Set-Cookie", "a=\u{1}"),
                    HeaderField("Set-Cookie", "b=2"), HeaderField("Location", "/not-followed"),
                ], rawHead: [], body: body, bodyByteCount: count, wireBodyByteCount: nil, isComplete: true)
        }
        let hops = [
            Hop(
                cause: .first, request: request, sentHead: Array("POST / HTTP/2\r\n".utf8), sentBodyByteCount: 0,
                response: nil, connection: nil, startOffset: .zero, timings: PhaseTimings()),
            ExchangeFixtures.hop(
                request: request, response: response("text/plain; charset=x-none", [0x67, 0xE9], of: 2)),
            ExchangeFixtures.hop(request: request, response: response("text/plain", Array("abc".utf8), of: 10)),
        ]
        let exchange = ExchangeFixtures.exchange(hops: hops)
        #expect(HARSchema.violations(archive([exchange])) == [])
        let entries = try entries(exchange)
        let sent = try #require(entries.first?["request"])
        #expect(sent["httpVersion"]?.text == "HTTP/2")
        let query = sent["queryString"]?.items.map { [$0["name"]?.text, $0["value"]?.text] }
        #expect(query == [["a", ""], ["b", "1"], ["", "2"], ["c", " "]])
        #expect(sent["postData"]?["text"]?.text == "--x")
        #expect(
            sent["postData"]?["comment"]?.text
                == "2 bytes that are not text are left out. The file /tmp/a is left out.")
        let unknown = try #require(entries[1]["response"])
        #expect(unknown["content"]?["text"]?.text == "Z+k=" && unknown["content"]?["encoding"]?.text == "base64")
        #expect(unknown["httpVersion"]?.text == "" && unknown["redirectURL"]?.text == "")
        #expect(unknown["headersSize"]?.number == -1 && unknown["bodySize"]?.number == -1)
        // A jar refuses the first, because of its control character; the server said it all the same, and its header is listed.
        #expect(unknown["cookies"]?.items.map { $0["name"]?.text } == ["a", "b"])
        let cut = try #require(entries[2]["response"]?["content"])
        #expect(cut["size"]?.number == 10 && cut["text"]?.text == "abc")
        #expect(cut["comment"]?.text == "The first 3 B of 10 B.")
    }

    @Test func `a body that was sent is all of its text, and its files are named`() throws {
        let type = "multipart/form-data; boundary=x"
        let start = "--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\n"
        let end = "\r\n--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nmine\r\n--x--\r\n"
        let (before, after) = (BodyPiece.bytes(Array(start.utf8)), BodyPiece.bytes(Array(end.utf8)))
        let (one, other) = (BodyPiece.file(path: "/tmp/a.jpg"), BodyPiece.file(path: "/tmp/b"))
        for (body, text, comment) in [
            (.pieces([before, one, after]), start + end, "The file /tmp/a.jpg is left out."),
            (
                .pieces([one, before, after, other]), start + end,
                "The file /tmp/a.jpg is left out. The file /tmp/b is left out."
            ),
            (.pieces([before, after]), start + end, nil), (.bytes(Array(end.utf8)), end, nil),
            (.file(path: "/tmp/a.jpg"), "", "The file /tmp/a.jpg."),
        ] as [(RequestBody, String, String?)] {
            let request = PreparedRequest(
                method: .post,
                url: HTTPURL(scheme: .http, userInfo: nil, host: "h", explicitPort: nil, path: "/", query: nil),
                headers: [HeaderField("Content-Type", type)], body: body, options: RequestOptions())
            let hop = ExchangeFixtures.hop(request: request, response: ExchangeFixtures.response())
            let entry = try #require(try entries(ExchangeFixtures.exchange(hops: [hop])).first)
            let data = try #require(entry["request"]?["postData"])
            #expect(data["mimeType"]?.text == type)
            #expect(data["text"]?.text == text)
            #expect(data["comment"]?.text == comment)
        }
    }

    @Test func `only response bodies that are not text are base64`() throws {
        let entries = try entries(eventful)
        let content = try #require(entries[1]["response"]?["content"])
        #expect(content["encoding"]?.text == "base64")
        #expect(content["text"]?.text == "iQD/AQ==")
        #expect(content["size"]?.number == 4)
        #expect(content["compression"]?.number == 1)
        #expect(entries[1]["response"]?["comment"]?.text == "The body is incomplete.")
        #expect(entries[0]["request"]?["postData"]?["text"]?.text == "")
        #expect(entries[0]["request"]?["postData"]?["comment"]?.text == "2 bytes that are not text are left out.")
        let plain = try #require(try self.entries(ExchangeFixtures.exchange()).first)
        #expect(plain["response"]?["content"]?["text"]?.text?.hasPrefix(#"{"id":9007199254740993"#) == true)
        #expect(plain["response"]?["content"]?["encoding"] == nil)
        #expect(plain["request"]?["postData"]?["text"]?.text == #"{"sku":"a1"}"#)
    }

    @Test func `a masked body of the log has the size that was received`() throws {
        let moved = ExchangeFixtures.response(status: 302, body: Array("moved".utf8))
        let masked = ExchangeFixtures.response(body: Array("[redacted]".utf8), wire: 3, codings: ["gzip"])
        let exchange = ExchangeFixtures.exchange(hops: [
            ExchangeFixtures.hop(response: moved),
            ExchangeFixtures.hop(cause: .redirect(status: 302), response: masked),
        ])
        var document = HARDocument()
        let bytes =
            HARDocument.head + document.entries(of: exchange, .revealed, bodySize: 7) + HARDocument.tail
        #expect(HARSchema.violations(bytes) == [])
        let entries = try JSONValue(bytes)["log"]?["entries"]?.items ?? []
        let contents = entries.map { $0["response"]?["content"] }
        #expect(contents.map { $0?["size"]?.number } == [5, 7])
        #expect(contents.last??["compression"]?.number == 4)
        #expect(contents.last??["text"]?.text == "[redacted]")
    }

    @Test func `text in another encoding is transcoded`() throws {
        let response = ExchangeFixtures.response(
            headers: [HeaderField("Content-Type", "text/plain; charset=iso-8859-1")], body: [0x67, 0xE9])
        let entry = try #require(try entries(ExchangeFixtures.exchange(response: response)).first)
        #expect(entry["response"]?["content"]?["text"]?.text == "g\u{E9}")
    }

    @Test func `queries and cookies are listed`() throws {
        let entry = try #require(try entries(eventful).first)
        let query = entry["request"]?["queryString"]?.items.map { [$0["name"]?.text, $0["value"]?.text] }
        #expect(query == [["q", "green tea"], ["api_key", "[redacted]"]])
        let sent = entry["request"]?["cookies"]?.items.map { [$0["name"]?.text, $0["value"]?.text] }
        #expect(sent == [["sid", "[redacted]"], ["theme", "[redacted]"]])
        let cookie = try #require(entry["response"]?["cookies"]?[0])
        #expect(cookie["name"]?.text == "sid")
        #expect(cookie["value"]?.text == "[redacted]")
        #expect(cookie["path"]?.text == "/")
        #expect(cookie["expires"]?.text == "2026-11-21T10:33:01.000000Z")
        #expect(entry["response"]?["redirectURL"]?.text == "/new?token=[redacted]")
    }

    @Test func `no secret is in it`() {
        let text = String(decoding: archive([eventful]), as: UTF8.self)
        for secret in ["s3cr3t", "cookie-secret", "url-secret", "query-secret", "set-secret", "location-secret"] {
            #expect(!text.contains(secret), "\(secret)")
        }
    }

    @Test func `an address that is a private value is masked`() {
        let exchange = eventful
        var document = HARDocument()
        let entries = document.entries(of: exchange, SentSecrets([exchange], named: ["203.0.113.9"]))
        let text = String(decoding: entries, as: UTF8.self)
        #expect(text.contains("serverIPAddress") && !text.contains("203.0.113.9"), "\(text)")
    }

    @Test(arguments: [
        (
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhidden-one\r\n--x--\r\n"
        ),
        ("application/x-ndjson", "{\"a\":1}\n{\"token\":\"hidden-one\"}\n"),
        ("text/event-stream", "data: {\"token\":\"hidden-one\"}\n\n"),
        ("application/json", "{\"token\":\"hidden-one\",}"), ("application/json", "{\"token\":\"hidden-one\"}"),
        ("application/x-www-form-urlencoded", "a=b&password=hidden-one"),
    ])
    func `values with secret names are masked in bodies of every type, of requests and responses`(
        _ type: String, _ body: String
    ) {
        let fields: HeaderFields = [HeaderField("Content-Type", type)]
        func request(_ body: RequestBody) -> PreparedRequest {
            PreparedRequest(
                method: .post,
                url: HTTPURL(
                    scheme: .https, userInfo: nil, host: "api.example.com", explicitPort: nil, path: "/", query: nil),
                headers: fields, body: body, options: RequestOptions())
        }
        let bytes = Array(body.utf8)
        let middle = bytes.count / 2
        let pieces: [BodyPiece] = [.bytes(Array(bytes[..<middle])), .bytes(Array(bytes[middle...]))]
        for sent in [RequestBody.bytes(bytes), .pieces(pieces)] {
            let hop = ExchangeFixtures.hop(
                request: request(sent), response: ExchangeFixtures.response(headers: fields, body: bytes))
            let exchange = ExchangeFixtures.exchange(hops: [hop])
            let text = String(decoding: archive([exchange]), as: UTF8.self)
            #expect(!text.contains("hidden-one") && text.contains("[redacted]"), "\(text)")
            #expect(!ExchangeCopies(exchange).wire.contains("hidden-one"))
        }
    }
}
