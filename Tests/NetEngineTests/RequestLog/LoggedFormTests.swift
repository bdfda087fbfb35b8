import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// The forms in which the log keeps exchanges: packed records, rows, and what belongs to a process.
@Suite struct LoggedFormTests {
    private typealias F = ExchangeFixtures

    // MARK: Packed records

    private static func packed(_ put: (inout PackedWriter) -> Void) -> [UInt8] {
        var writer = PackedWriter()
        put(&writer)
        return writer.bytes
    }

    @Test func `numbers take as few bytes as they need, and texts say how long they are`() {
        let numbers: [(Int64, [UInt8])] = [
            (0, [2, 0]), (1, [2, 2]), (-1, [2, 1]), (63, [2, 0x7E]), (-64, [2, 0x7F]), (64, [2, 0x80, 1]),
            (8191, [2, 0xFE, 0x7F]), (8192, [2, 0x80, 0x80, 1]),
            (.max, [2, 0xFE] + [UInt8](repeating: 0xFF, count: 8) + [1]),
            (.min, [2] + [UInt8](repeating: 0xFF, count: 9) + [1]),
        ]
        for (number, bytes) in numbers {
            #expect(Self.packed { $0.put(1, number) } == bytes, "\(number)")
            #expect(PackedRecord(bytes[...]).number(1) == number)
        }
        #expect(Self.packed { $0.put(64, 1 as Int64) } == [0x80, 1, 2])
        #expect(
            Self.packed { $0.put(2, "hé") } == [5, 3, 0x68, 0xC3, 0xA9] && Self.packed { $0.put(2, "") } == [5, 0])
        #expect(Self.packed { $0.put(2, [0xFF]) } == [5, 1, 0xFF])
        #expect(Self.packed { $0.put(3, true) } == [6, 2] && Self.packed { $0.put(3, false) } == [])
        #expect(Self.packed { $0.put(4, Duration.microseconds(1)) } == [8, 0xD0, 0x0F], "in nanoseconds")
        #expect(Self.packed { $0.put(1, nil as Int64?) } == [] && Self.packed { $0.put(1, nil as String?) } == [])
        #expect(Self.packed { $0.put(1) { $0.put(2, 1 as Int64) } } == [3, 2, 4, 2])
    }

    @Test(arguments: [0, 1, 127, 128, 16_383, 16_384, 70_000])
    func `a record of any length is read within another`(length: Int) {
        let text = [UInt8](repeating: 0x61, count: length)
        let bytes = Self.packed { writer in
            writer.put(1, 7)
            writer.put(2) { $0.put(3, text) }
            writer.put(4, "end")
        }
        let record = PackedRecord(bytes[...])
        #expect(record.int(1) == 7 && record.text(4) == "end")
        #expect(record.record(2)?.bytes(3) == text && record.record(9) == nil)
    }

    @Test func `of repeated values all are read, and the first is the one`() {
        let bytes = Self.packed { writer in
            for number in [5, 6] { writer.put(1, number) }
            for text in ["a", "b"] { writer.put(2, text) }
            for number in [1, 2] { writer.put(3) { $0.put(1, number) } }
            writer.put(4, 2)
            writer.put(5, true)
        }
        let record = PackedRecord(bytes[...])
        #expect(record.int(1) == 5 && record.text(2) == "a" && record.texts(2) == ["a", "b"])
        #expect(record.allBytes(2) == [[0x61], [0x62]] && record.records(3).map { $0.int(1) } == [1, 2])
        #expect(record.flag(5) && !record.flag(4) && !record.flag(9))
        #expect(record.number(2) == nil && record.text(1) == nil, "a number is no text")
    }

    @Test func `a damaged record has what comes before the damage`() {
        func numbers(_ bytes: [UInt8]) -> [Int?] {
            let record = PackedRecord(bytes[...])
            return [record.int(1), record.int(3)]
        }
        #expect(
            numbers([2, 2, 6, 4]) == [1, 2] && numbers([2, 2, 6]) == [1, nil] && numbers([2, 2, 0x86]) == [1, nil])
        #expect(numbers([2, 2, 5, 9, 1, 6, 4]) == [1, nil], "a text that is longer than the rest")
        #expect(numbers([2, 2, 5, 2, 1, 1, 6, 4]) == [1, 2], "what is not known is passed over")
        let long = [UInt8](repeating: 0x80, count: 9)
        #expect(numbers([2] + long + [2, 6, 4]) == [nil, nil] && numbers([2] + long + [1, 6, 4])[1] == 2)
        #expect(numbers([]) == [nil, nil])
    }

    @Test func `nanoseconds of a duration end after 292 years`() {
        let rows: [(Duration, Int64)] = [
            (.zero, 0), (.nanoseconds(-3), -3), (.seconds(5), 5_000_000_000), (.seconds(100), 100_000_000_000),
            (.seconds(9_223_372_036), 9_223_372_036_000_000_000),
            (.seconds(9_223_372_036) + .nanoseconds(854_775_807), .max),
            (.seconds(9_223_372_036) + .nanoseconds(854_775_808), .max), (.seconds(9_223_372_037), .max),
            (.seconds(-9_223_372_037), .min),
            (.seconds(-9_223_372_036) - .nanoseconds(854_775_807), -9_223_372_036_854_775_807),
            (.seconds(-9_223_372_036) - .nanoseconds(854_775_808), .min),
            (.seconds(-9_223_372_036) - .nanoseconds(854_775_809), .min),
        ]
        for (duration, nanoseconds) in rows { #expect(duration.nanoseconds == nanoseconds, "\(duration)") }
        #expect(Duration.nanoseconds(1999).microseconds == 1)
    }

    // MARK: Exchanges

    private static func stored(_ exchange: Exchange, bodyLimit: Int = 1 << 20) -> (
        stored: StoredExchange, back: Exchange?
    ) {
        let stored = StoredExchange(
            exchange, StoringRedactor(Redaction(), storing: exchange), bodyLimit: bodyLimit)
        let back = StoredExchange.decode(stored.data) { slot in
            stored.bodies.first { $0.slot == slot }.map { (BodyBytes($0.bytes), $0.size, $0.isCut) }
        }
        return (stored, back)
    }

    @Test func `everything that is known of a connection, a hop and an error comes back`() throws {
        let certificate = CertificateFacts(
            subject: "CN=h", issuer: "CN=ca", notBefore: "May 1", notAfter: "May 2", alternativeNames: "DNS:h",
            serialNumber: "01", signatureAlgorithm: "sha256", publicKey: "rsa")
        let facts = ConnectionFacts(
            remoteAddress: "::1", remotePort: 443, localPort: 9, isReused: true, tlsVersion: "TLSv1.3",
            tlsCipher: "TLS_A", alpn: "h2", certificates: [certificate], proxy: "http://p:1", unixSocket: "/s")
        let interim = Response(
            status: 200, reason: Array("OK".utf8), httpVersion: .http2, headers: [HeaderField("A", "1")],
            trailers: [HeaderField("T", "2")], rawHead: Array("HTTP/2 200 OK\r\nA: 1\r\n\r\n".utf8),
            interimHeads: [Array("HTTP/2 103\r\n\r\n".utf8)], body: [1, 2, 3], wireBodyByteCount: 9,
            decodedCodings: ["gzip"], isComplete: false)
        let error = EngineError(
            category: .connect, phase: .tls, sentence: "No.", hint: "Look.",
            underlying: UnderlyingCode(domain: .curl, code: 7, text: "refused"), status: 503, isConnectionLoss: true)
        let exchange = Exchange(
            id: F.id(.max), draft: RequestDraft(method: "PUT", url: "http://h/x", headers: [HeaderField("X", "y")]),
            startedAt: F.start,
            hops: [
                F.hop(response: F.response()),
                F.hop(
                    cause: .redirect(status: 307), response: interim, connection: facts, startOffset: .milliseconds(3),
                    heldBack: ["Authorization", "Cookie"]),
                F.hop(cause: .retry, response: nil, connection: ConnectionFacts()),
            ], timings: PhaseTimings(queue: .nanoseconds(1), total: .seconds(9)), retryWait: .milliseconds(7),
            error: error, revalidates: F.id(5))
        let back = try #require(Self.stored(exchange).back)
        #expect(back.id == exchange.id && back.startedAt == exchange.startedAt && back.revalidates == F.id(5))
        #expect(back.timings == exchange.timings && back.retryWait == .milliseconds(7))
        #expect(
            back.draft.method == "PUT" && back.draft.url == "http://h/x" && back.draft.headers == exchange.draft.headers
        )
        #expect(back.hops.map(\.cause) == [.first, .redirect(status: 307), .retry])
        #expect(back.hops.map(\.connection) == exchange.hops.map(\.connection))
        #expect(back.hops.map(\.timings) == exchange.hops.map(\.timings))
        #expect(back.hops.map(\.startOffset) == [.zero, .milliseconds(3), .zero])
        #expect(back.hops.map(\.heldBack) == [[], ["Authorization", "Cookie"], []])
        #expect(back.hops.map(\.sentHead) == exchange.hops.map(\.sentHead))
        #expect(back.hops.map(\.sentBodyByteCount) == [12, 12, 12])
        #expect(back.hops.map { $0.request.headers } == exchange.hops.map { $0.request.headers })
        let (first, second) = (try #require(back.hops[0].response), try #require(back.hops[1].response))
        #expect(first.headers == F.response().headers && first.rawHead == F.response().rawHead)
        #expect(first.reason == Array("Created".utf8) && first.body == F.response().body && first.isComplete)
        #expect(second.status == 200 && second.reason == interim.reason && second.httpVersion == .http2)
        #expect(second.headers == interim.headers && second.trailers == interim.trailers)
        #expect(second.rawHead == interim.rawHead && second.interimHeads == interim.interimHeads)
        #expect(second.body == [1, 2, 3] && second.wireBodyByteCount == 9 && second.decodedCodings == ["gzip"])
        #expect(!second.isComplete && back.hops[2].response == nil)
        #expect(back.error == error)
        var remedied = error
        for remedy in [EngineError.Remedy.trustServer, .trustProxy, .raiseHeaderLimit, .raiseRedirectLimit] {
            remedied.remedy = remedy
            let again = Self.stored(F.exchange(hops: [], error: remedied)).back
            #expect(again?.error?.remedy == remedy)
        }
    }

    @Test func `how much was sent of a body comes back, be it a single byte`() throws {
        let hops = [0, 1, 2].map { count in
            Hop(
                cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: count, response: nil,
                connection: nil, startOffset: .zero, timings: PhaseTimings())
        }
        #expect(Self.stored(F.exchange(hops: hops)).back?.hops.map(\.sentBodyByteCount) == [0, 1, 2])
    }

    /// With a hop that has whatever a cache, a proxy and a jar may add.
    static func full() throws -> Exchange {
        let cookie = try #require(
            Cookie(
                name: Array("sid".utf8), value: Array("s1".utf8), domain: "h.test", isHostOnly: true, path: "/a",
                expires: 99, isSecure: true, isHTTPOnly: true, sameSite: .strict))
        let plain = try #require(
            Cookie(name: Array("b".utf8), value: Array("s2".utf8), domain: "test", isHostOnly: false, path: "/"))
        let field = Array("sid=s1; Path=/a".utf8)
        var decision = CacheDecision(
            outcome: .stale, reason: .staleByMaxStale(by: 2), mode: .onlyIfCached,
            key: CacheKey(text: "http://h.test/a"))
        decision.age = ResponseAge(ageField: 3, date: nil, apparent: 4, responseDelay: 5, resident: 6)
        decision.lifetime = FreshnessLifetime(seconds: 7, source: .maxAge)
        decision.storing = .combined
        decision.considered = [
            CacheDecision.Variant(
                id: StoredResponse.ID(rawValue: 8), status: 206, storedAt: F.start, matches: true, why: "it matches"),
            CacheDecision.Variant(
                id: StoredResponse.ID(rawValue: .min), status: 0, storedAt: F.start, matches: false, why: ""),
        ]
        decision.invalidated = [CacheKey(text: "http://h.test/b"), CacheKey(text: "http://h.test/c")]
        decision.hiddenError = F.timeout
        decision.background = F.id(.max)
        let body = Array(#"[{"a":1}]"#.utf8)
        let response = Response(
            status: 0, reason: [], httpVersion: nil, headers: [HeaderField("A", "1", origin: .cache)], rawHead: [],
            body: body, wireBodyByteCount: nil, isComplete: true)
        let fault = DecodingFault(
            reason: "expected String", codingPath: [.element(0), .member("a")],
            position: TextPosition(byteOffset: 6, in: body), response: response)
        let url = F.request("/a", host: "h.test").url
        let certificate = CertificateFacts(
            subject: "CN=h", issuer: "CN=h", notBefore: "", notAfter: "",
            publicKeyPin: try PublicKeyPin("sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="))
        let hop = Hop(
            cause: .first,
            request: PreparedRequest(
                method: .put, url: url, headers: [], body: .none, options: RequestOptions(),
                proxy: try ProxyServer("http://p.test:3128")), sentHead: [], sentBodyByteCount: 0, response: response,
            connection: ConnectionFacts(certificates: [certificate]), startOffset: .zero, timings: PhaseTimings(),
            cacheDecision: decision, validation: F.response(status: 304, body: []),
            setCookies: [
                SetCookieOutcome(fieldBytes: field, result: .kept(cookie)),
                SetCookieOutcome(fieldBytes: field, result: .removed(plain)),
                SetCookieOutcome(fieldBytes: Array("=".utf8), result: .refused(.empty)),
            ])
        return F.exchange(
            hops: [hop],
            error: EngineError(category: .decoding, sentence: "No.", hint: "Look.", detail: .decoding(fault)))
    }

    @Test func `what a cache, a proxy and a jar add to a hop comes back, but for the values of cookies`() throws {
        let exchange = try Self.full()
        let back = try #require(Self.stored(exchange).back)
        let (old, new) = (try #require(exchange.hops.first), try #require(back.hops.first))
        #expect(new.cacheDecision == old.cacheDecision)
        #expect(new.request.proxy?.description == "http://p.test:3128" && new.connection == old.connection)
        #expect(new.response?.httpVersion == nil && new.response?.rawHead == [] && new.response?.reason == [])
        #expect(new.response?.headers == old.response?.headers && new.validation?.status == 304)
        #expect(back.error == exchange.error)
        func shown(_ cookie: Cookie) -> String {
            "\(cookie.name)=\(cookie.value) \(cookie.domain) \(cookie.isHostOnly) \(cookie.path) \(cookie.expires ?? -1)"
                + " \(cookie.isSecure) \(cookie.isHTTPOnly) \(cookie.sameSite?.rawValue ?? "-")"
        }
        #expect(
            new.setCookies.map { outcome in
                switch outcome.result {
                case .kept(let cookie): "kept \(shown(cookie))"
                case .removed(let cookie): "removed \(shown(cookie))"
                case .refused(let refusal): "refused \(refusal.rawValue)"
                }
            } == [
                "kept sid=[redacted] h.test true /a 99 true true Strict",
                "removed b=[redacted] test false / -1 false false -", "refused empty",
            ])
    }

    @Test(arguments: [CacheDecision.Storing.nothing, .stored, .renewed, .combined, .refused("no room")])
    func `whether a response was stored comes back`(_ storing: CacheDecision.Storing) throws {
        var decision = CacheDecision(
            outcome: .miss, reason: .nothingStored, mode: .default, key: CacheKey(text: "http://h.test/a"))
        decision.storing = storing
        let hop = Hop(
            cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0, response: nil, connection: nil,
            startOffset: .zero, timings: PhaseTimings(), cacheDecision: decision)
        #expect(Self.stored(F.exchange(hops: [hop])).back?.cacheDecision == decision)
    }

    @Test func `the error of an API comes back, and a place that a mask has moved does not`() throws {
        let response = F.response(status: 200, body: Array(#"{"status":"E5","token":"abcdefgh","a":1}"#.utf8))
        let fault = APIFault(status: "\"E5\"", message: "no such order", response: response)
        let api = EngineError(category: .api, sentence: "No.", hint: "Look.", detail: .api(fault))
        let back = Self.stored(F.exchange(response: response, error: api)).back?.error?.apiFault
        #expect(back?.status == "\"E5\"" && back?.message == "no such order" && back?.response.status == 200)
        let nothing = EngineError(
            category: .api, sentence: "No.", hint: "",
            detail: .api(APIFault(status: nil, message: nil, response: response)))
        let empty = try #require(Self.stored(F.exchange(response: response, error: nothing)).back?.error?.apiFault)
        #expect(empty.status == nil && empty.message == nil)
        let place = DecodingFault(
            reason: "expected String", codingPath: [.member("a")],
            position: TextPosition(byteOffset: 38, in: response.body), response: response)
        let decoding = EngineError(category: .decoding, sentence: "", hint: "", detail: .decoding(place))
        let moved = try #require(
            Self.stored(F.exchange(response: response, error: decoding)).back?.error?.decodingFault)
        #expect(moved.position == nil && moved.reason == "expected String" && moved.path == "$.a")
        func offset(_ body: String, _ offset: Int, limit: Int = 100) throws -> Int? {
            let response = F.response(headers: [], body: Array(body.utf8))
            let fault = DecodingFault(
                reason: "r", codingPath: [], position: TextPosition(byteOffset: offset, in: response.body),
                response: response)
            let error = EngineError(category: .decoding, sentence: "", hint: "", detail: .decoding(fault))
            let back = Self.stored(F.exchange(response: response, error: error), bodyLimit: limit).back
            return try #require(back?.error?.decodingFault).position?.byteOffset
        }
        #expect(try offset("[1]", 3) == 3 && offset("[1]", 0) == 0)
        #expect(try offset("[1, 2]", 3, limit: 3) == 3 && offset("[1, 2]", 4, limit: 3) == nil, "beyond what is kept")
        #expect(try offset("[\"<secret:A>\", 1]", 14) == nil && offset("[\"<secret A>\", 1]", 14) == 14)
        #expect(try offset("[\"[redacted]\", 1]", 14) == nil)
    }

    @Test func `why a body is not what was expected comes back, with a place in it and without one`() throws {
        let response = F.response(body: Array(#"{"users":[{}]}"#.utf8))
        func back(_ position: TextPosition?) -> String? {
            let fault = DecodingFault(
                reason: "name is missing", codingPath: [.member("users"), .element(0)], position: position,
                response: response)
            return Self.stored(F.exchange(response: response, error: .decoding("JSON", fault))).back?.error?
                .decodingFault?.description
        }
        #expect(back(nil) == "$.users[0]: name is missing")
        let place = TextPosition(byteOffset: 10, in: response.body)
        #expect(back(place)?.hasPrefix("$.users[0], \(place): name is missing\n") == true)
    }

    @Test func `a hop has the fields that it was sent with, whatever it shares with what was asked for`() {
        func fields(_ names: [String]) -> HeaderFields { HeaderFields(names.map { HeaderField($0, "x") }) }
        let draft = RequestDraft(url: "http://h/", headers: fields(["Authorization", "Accept"]))
        let rows = [
            ["Authorization", "Accept", "Host"], ["Authorization", "Accept"], ["Authorization", "Host"],
            // As after a redirect to another origin.
            ["Accept", "Host"], ["Host"], [],
        ]
        for names in rows {
            let request = PreparedRequest(
                method: .get, url: F.request().url, headers: fields(names), body: .none, options: RequestOptions())
            let exchange = F.exchange(draft: draft, hops: [F.hop(request: request, response: nil)])
            #expect(Self.stored(exchange).back?.hops.first?.request.headers.map(\.name) == names)
        }
    }

    /// The heads of a request and a response in the usual form, of which the fields alone are stored, and in others.
    @Test(arguments: [("", ""), (": ", ":\t"), (": ", ":"), ("/1.1", "/1.0"), ("\r\n\r\n", "\r\n\n")])
    func `heads come back as they were sent and received, be it one byte that is unusual`(
        usual: String, other: String
    ) throws {
        func head(_ text: String) -> [UInt8] {
            Array((usual.isEmpty ? text : text.replacing(usual, with: other)).utf8)
        }
        let sent = head(
            "POST /orders HTTP/1.1\r\nContent-Type: application/json\r\nHost: 127.0.0.1:8080\r\n\r\n")
        let received = head("HTTP/1.1 200 OK\r\nA: 1\r\nB: 22\r\n\r\n")
        let response = Response(
            status: 200, reason: Array("OK".utf8), httpVersion: .http1_1,
            headers: [HeaderField("A", "1"), HeaderField("B", "22")], rawHead: received, body: [],
            wireBodyByteCount: nil, isComplete: true)
        let hop = Hop(
            cause: .first, request: F.request(), sentHead: sent, sentBodyByteCount: 12, response: response,
            connection: nil, startOffset: .zero, timings: PhaseTimings())
        let back = try #require(Self.stored(F.exchange(hops: [hop])).back?.hops.first)
        #expect(back.sentHead == sent && back.response?.rawHead == received)
    }

    @Test func `options come back where they are not the defaults`() throws {
        var options = RequestOptions(
            followRedirects: false, maxRedirects: 3, maxBodyBytes: 99, httpVersion: .http1_0, verifiesTLS: false,
            caFile: "/ca.pem", decodesContent: false, sendsURLAsWritten: true, waitsForConnectivity: true,
            cacheMode: .onlyIfCached, proxy: .environment, connection: ConnectionOptions(unixSocket: "/s"),
            tls: TLSOptions(minimumVersion: .tls1_3))
        options.timeouts.total = .seconds(7)
        options.log = RequestLogOptions(
            name: "n", file: "/f", line: 3, collection: "/c", environment: "e", run: "r", resendOf: 4)
        func shown(_ options: RequestOptions) -> String {
            "\(options.followRedirects) \(options.maxRedirects) \(options.maxBodyBytes) \(options.httpVersion)"
                + " \(options.verifiesTLS) \(options.caFile ?? "-") \(options.decodesContent) \(options.bodyIsSecret)"
                + " \(options.waitsForConnectivity) \(options.cacheMode) \(options.proxy) \(options.tls.minimumVersion)"
                + " \(options.connection.unixSocket ?? "-") \(options.timeouts.total.map { "\($0)" } ?? "-")"
                + " \(options.sendsURLAsWritten)"
        }
        func back(_ options: RequestOptions, _ body: RequestBody = .none) -> RequestDraft? {
            let draft = RequestDraft(
                method: "OPTIONS", url: "http://h/", target: .server, body: body, options: options)
            return Self.stored(F.exchange(draft: draft, hops: [])).back?.draft
        }
        let stored = try #require(back(options))
        #expect(shown(stored.options) == shown(options))
        #expect(stored.options.log == options.log && stored.target == .server)
        let usual = try #require(back(RequestOptions()))
        #expect(shown(usual.options) == shown(RequestOptions()) && usual.options.log == nil)
        options.proxy = .url("http://u:p@p.test:1")
        options.bodyIsSecret = true
        let secret = try #require(back(options, .bytes(Array("all of it".utf8))))
        #expect(secret.options.proxy == .url("http://[redacted]@p.test:1") && secret.options.bodyIsSecret)
        #expect(secret.body == .none)
        #expect(back(RequestOptions(), .file(path: "/a.bin"))?.body == .file(path: "/a.bin"))
        #expect(back(RequestOptions(), .pieces([.file(path: "/a.bin")]))?.body == RequestBody.none)
    }

    private static func kept(_ options: RequestOptions, proxy: ProxyServer? = nil) -> Hop? {
        let request = PreparedRequest(
            method: .get, url: F.request("/a").url, headers: [], body: .none, options: options, proxy: proxy)
        let draft = RequestDraft(url: "http://h/a", options: options)
        return stored(F.exchange(draft: draft, hops: [F.hop(request: request, response: nil)])).back?.hops.first
    }

    @Test func `where a connection leads is restored, so that a request can be sent again to the same place`() throws {
        let connection = ConnectionOptions(
            unixSocket: "/s", addressFamily: .ipv6,
            resolve: [
                try ResolveOverride("foo.test:18931:127.0.0.1,[::1]"),
                ResolveOverride(host: nil, addresses: ["10.0.0.1"]),
            ],
            connectTo: [
                try ConnectOverride("a.test:1:b.test:2"), try ConnectOverride(":::3"),
            ], localAddress: "eth0", localPorts: 4000...4010)
        let all = try #require(Self.kept(RequestOptions(connection: connection)))
        #expect(all.request.options.connection == connection)
        let route = ConnectionOptions(resolve: [try ResolveOverride("foo.test:80:127.0.0.1")])
        let one = try #require(Self.kept(RequestOptions(connection: route)))
        #expect(one.request.options.connection == route)
        let usual = try #require(Self.kept(RequestOptions()))
        #expect(usual.request.options.connection == ConnectionOptions())
    }

    @Test func `how a connection was secured is restored, except the password of a certificate`() throws {
        var tls = TLSOptions(
            minimumVersion: .tls1_3, caDirectory: "/cas",
            clientCertificate: ClientCertificate(
                file: "/c.p12", format: .pem, keyFile: "/k.pem", password: "pass-word"),
            pinnedKeys: [try PublicKeyPin("sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")])
        let kept = try #require(Self.kept(RequestOptions(tls: tls)))
        tls.clientCertificate?.password = Redaction.mark
        #expect(kept.request.options.tls == tls)
        tls.clientCertificate?.password = nil
        let open = try #require(Self.kept(RequestOptions(tls: tls)))
        #expect(open.request.options.tls == tls)
    }

    @Test func `a hop has the login of its proxy as it is masked, if it went through the chosen one`() throws {
        let url = "http://u:pw@p.test:3128"
        let masked = try #require(Self.kept(RequestOptions(proxy: .url(url)), proxy: try ProxyServer(url)))
        #expect(masked.request.proxy?.user == "[redacted]" && masked.request.proxy?.description == "http://p.test:3128")
        let other = try #require(
            Self.kept(RequestOptions(proxy: .url(url)), proxy: try ProxyServer("http://q.test:1")))
        #expect(other.request.proxy?.user == nil && other.request.proxy?.description == "http://q.test:1")
    }

    @Test(.longComputation) func `an exchange that was cut or changed anywhere is read as far as it goes`() throws {
        let stored = Self.stored(try Self.full()).stored
        func read(_ data: [UInt8]) -> Exchange? {
            StoredExchange.decode(data) { slot in
                stored.bodies.first { $0.slot == slot }.map { (BodyBytes($0.bytes), $0.size, $0.isCut) }
            }
        }
        for count in stored.data.indices {
            let part = read(Array(stored.data.prefix(count)))
            #expect((part?.hops.count ?? 0) <= 1 && part?.error == nil, "\(count)")
        }
        // The lowest bit of a number is its sign, the highest that of a byte says that it goes on.
        for index in stored.data.indices {
            for bit: UInt8 in [1, 0x80] {
                var data = stored.data
                data[index] ^= bit
                _ = read(data)
            }
        }
        // A number of fields that is none.
        let hop = Self.packed { writer in
            writer.put(1, 1 as Int64)
            writer.put(4) { $0.put(4) { $0.put(1, "A") } }
            writer.put(5) { $0.put(18, -1 as Int64) }
        }
        #expect(read(hop)?.hops.first?.request.headers.isEmpty == true)
    }

    @Test func `a body has its size, and is cut only beyond the limit`() throws {
        func body(_ count: Int, limit: Int) -> StoredExchange.Body? {
            let response = F.response(headers: [], body: [UInt8](repeating: 0x61, count: count))
            return Self.stored(F.exchange(response: response), bodyLimit: limit).stored.bodies.first { $0.slot == 1 }
        }
        let whole = try #require(body(8, limit: 8))
        #expect(whole.size == 8 && whole.bytes.count == 8 && !whole.isCut)
        let cut = try #require(body(9, limit: 8))
        #expect(cut.size == 9 && cut.bytes.count == 8 && cut.isCut)
        #expect(body(0, limit: 8) == nil, "an empty body is not stored")
        let stored = StoredExchange(
            data: [1, 2],
            bodies: [
                .init(slot: 0, size: 9, bytes: [1, 2, 3], isCut: false),
                .init(slot: 1, size: 2, bytes: [4, 5], isCut: false),
            ])
        #expect(stored.byteCount == 7 && !stored.isTruncated)
        let shorter = stored.cut(to: 2)
        #expect(shorter.bodies.map(\.bytes) == [[1, 2], [4, 5]] && shorter.bodies.map(\.isCut) == [true, false])
        #expect(shorter.bodies.map(\.size) == [9, 2] && shorter.isTruncated && shorter.data == [1, 2])
        #expect(StoredExchange.Body.response(2) == 5 && StoredExchange.Body.validation(2) == 6)
        #expect(StoredExchange.decode([]) { _ in nil } == nil && StoredExchange.decode([2, 2]) { _ in nil } == nil)
    }

    // MARK: Rows

    private static let owner = LogOwner(program: "p", source: .batch, process: LogProcess.current)

    private static func row(_ draft: RequestDraft, hasRequest: Bool = false) -> LogRow {
        let exchange = F.exchange(draft: draft, hops: [])
        return LogRow(
            draft, at: F.start, owner, StoringRedactor(Redaction(), storing: exchange), hasRequest: hasRequest)
    }

    @Test func `a row begins with what was asked for, and ends with what came of it`() {
        var draft = RequestDraft(method: "", url: "http://H.test:81/a?b=1")
        draft.options.log = RequestLogOptions(
            name: "n", file: "/f", line: 3, collection: "/c", environment: "e", run: "r", resendOf: 4)
        draft.options.verifiesTLS = false
        var expected = LogRow(
            id: 0, state: .queued, startedAt: F.start, method: "GET", url: "http://H.test:81/a?b=1", host: "h.test",
            path: "/a", name: "n", file: "/f", line: 3, collection: "/c", environment: "e", run: "r", source: .batch,
            process: "p", pid: LogProcess.current.pid, isUnverified: true, resendOf: 4)
        #expect(Self.row(draft) == expected)
        (expected.method, expected.url, expected.host, expected.path) = ("", "", "", "")
        #expect(Self.row(draft, hasRequest: true) == expected)
        draft.options.log?.storesFactOnly = true
        let fact = Self.row(draft)
        #expect(fact.isFactOnly && fact.url == "" && fact.host == "" && fact.path == "" && fact.method == "GET")

        let response = F.response(
            status: 404, headers: [HeaderField("Content-Type", "Text/Plain ; a=b")], body: [1, 2])
        let error = EngineError(category: .clientError, phase: .receive, sentence: "", hint: "", status: 404)
        let exchange = F.exchange(
            hops: [
                F.hop(response: response), F.hop(cause: .redirect(status: 302), response: response),
                F.hop(
                    cause: .retry, response: response, connection: ConnectionFacts(isReused: true),
                    startOffset: .milliseconds(100)),
            ], error: error)
        var row = Self.row(RequestDraft(url: "http://old/"))
        row.finish(exchange, StoringRedactor(Redaction(), storing: exchange))
        #expect(
            row
                == LogRow(
                    id: 0, state: .done, startedAt: F.start, method: "POST", url: "http://127.0.0.1:8080/orders",
                    host: "127.0.0.1", path: "/orders", source: .batch, process: "p", pid: LogProcess.current.pid,
                    status: 404, category: .clientError, phase: .receive, duration: .microseconds(396_141),
                    firstByte: .microseconds(221_650), requestBytes: 12, responseBytes: 2, contentType: "text/plain",
                    attempts: 2, redirects: 1, isReused: true))
        var hidden = fact
        hidden.finish(exchange, StoringRedactor(Redaction(), storing: exchange))
        #expect(hidden.contentType == nil && hidden.url == "" && hidden.status == 404 && hidden.method == "POST")
    }

    @Test func `a row whose URL holds a secret has the host and the path of what was sent`() throws {
        let url = try HTTPURL.parse("http://h.test:81/a/b?api_key=sesame-45")
        let request = PreparedRequest(method: .get, url: url, headers: [], body: .none, options: RequestOptions())
        let exchange = F.exchange(hops: [F.hop(request: request, response: nil)])
        for hasRequest in [true, false] {
            var row = Self.row(RequestDraft(url: "http://old/"), hasRequest: hasRequest)
            row.finish(exchange, StoringRedactor(Redaction(), storing: exchange))
            #expect(row.host == "h.test" && row.path == "/a/b" && row.method == "GET")
            #expect(row.url.hasPrefix("http://h.test:81/a/b?api_key=") && !row.url.contains("sesame"))
        }
    }

    @Test(arguments: [
        ("application/json", "application/json"), ("A/B", "a/b"), ("a/b;c=d", "a/b"), (" a / b ;c", "a/b"),
        ("a/b, c/d", "a/b"), ("", ""), (";x", ""), ("a/Z", "a/z"), ("a/\tb", "a/b"), ("É/a", "é/a"),
    ])
    func `the media type of a row is in lower case, without parameters`(field: String, type: String) {
        let exchange = F.exchange(response: F.response(headers: [HeaderField("Content-Type", field)]))
        var row = Self.row(RequestDraft(url: "http://h/"))
        row.finish(exchange, StoringRedactor(Redaction(), storing: exchange))
        #expect(row.contentType == type)
    }

    @Test func `each fact of a row is one flag of the database`() {
        func flags(_ change: (inout LogRow) -> Void) -> Int {
            var row = LogRow(id: 1, startedAt: F.start, method: "GET", url: "")
            change(&row)
            return row.flags.rawValue
        }
        let values = [
            flags { _ in }, flags { $0.isReused = true }, flags { $0.isUnverified = true },
            flags { $0.isTruncated = true },
            flags { $0.isFactOnly = true }, flags { $0.isPinned = true }, flags { $0.isSlow = true },
            flags { $0.isErrorExpected = true },
        ]
        #expect(values == [0, 1, 2, 4, 8, 16, 32, 64])
        #expect(LogRow.State.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(LogRow.State.allCases.map(\.isRunning) == [true, true, true, false, false])
    }

    // MARK: Processes and limits

    @Test func `a process runs if it is the same one, as far as that can be known`() {
        let own = LogProcess.current
        #expect(own.isRunning && own.pid > 0 && own.startedAt > 0)
        func isRunning(_ change: (inout LogProcess) -> Void) -> Bool {
            var process = own
            change(&process)
            return process.isRunning
        }
        #expect(!isRunning { $0.startedAt += 1 }, "its number was given again")
        #expect(!isRunning { $0.pid = 1 << 30 } && !isRunning { $0.machine = "" })
        #expect(!isRunning { $0.machine = "other " + ($0.machine.split(separator: " ").last ?? "") }, "another start")
        #expect(
            isRunning { ($0.machine, $0.pid) = (($0.machine.split(separator: " ").first ?? "") + " pid:[1]", 1 << 30) },
            "of another container nothing is known")
    }

    @Test func `runs take their part of the limit, at most half of it`() {
        var limits = RequestLogLimits(totalBytes: 1000)
        #expect(limits.largestRuns == 500)
        #expect(LogSize(exchanges: 1000, runs: 0).excess(over: limits) == 0)
        #expect(LogSize(exchanges: 1001, runs: 0).excess(over: limits) == 1)
        #expect(LogSize(exchanges: 900, runs: 300).excess(over: limits) == 200)
        #expect(LogSize(exchanges: 900, runs: 501).excess(over: limits) == 400)
        limits.runBytes = 100
        #expect(limits.largestRuns == 100 && LogSize(exchanges: 900, runs: 501).excess(over: limits) == 0)
        let usual = RequestLogLimits()
        #expect(usual.bodyBytes == 8_388_608 && usual.age == .seconds(2_592_000) && usual.totalBytes == 1_000_000_000)
        #expect(usual.largestRuns == 500_000_000)
        let none = RequestLogLimits(bodyBytes: -1, totalBytes: -1)
        #expect(none.bodyBytes == 0 && none.totalBytes == 0)
    }

    @Test func `a head is compared piece by piece`() {
        let head = Array("HTTP/1.1 200\r\nA: 1\r\n\r\n".utf8)
        func passes(_ first: String, _ fields: HeaderFields) -> Bool {
            head.withUnsafeBufferPointer { bytes in
                var rest = HeadRest(bytes)
                return rest.take(first) && rest.isFields(fields)
            }
        }
        #expect(passes("HTTP/1.1 200", [HeaderField("A", "1")]))
        #expect(!passes("HTTP/1.1 20", [HeaderField("A", "1")]) && !passes("HTTP/1.0", []))
        #expect(!passes("HTTP/1.1 200", []) && !passes("HTTP/1.1 200", [HeaderField("A", "2")]))
        #expect(!passes("HTTP/1.1 200", [HeaderField("A", "1"), HeaderField("B", "2")]))
        #expect(!passes(String(repeating: "H", count: 99), []))
    }
}
