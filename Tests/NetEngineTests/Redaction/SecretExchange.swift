import NetEngine

@testable import NetEngine

/// An exchange that has secrets in every field: those with a name, given by its draft's `log`, and one that is known by the
/// names of the fields that hold it.
struct SecretExchange {
    /// The named secrets, each with its name.
    var secrets: [RequestLogOptions.Secret]
    /// Hidden by the names of members, fields and headers.
    var unnamed: String
    /// Bytes that make the JSON body longer.
    var padding = 0

    var exchange: Exchange {
        get throws {
            let draft = draft
            let first = Hop(
                cause: .first, request: try request(url), sentHead: Array(head.utf8), sentBodyByteCount: 3,
                response: response(302, type: "text/html", body: Array("<a href='\(location)'>x</a>".utf8)),
                connection: ConnectionFacts(
                    remoteAddress: all,
                    certificates: [
                        CertificateFacts(
                            subject: "CN = \(all)", issuer: "CN = \(all)", notBefore: "", notAfter: "",
                            alternativeNames: "DNS:\(all)")
                    ], proxy: "http://\(all):3128", unixSocket: "/run/\(all).socket"), startOffset: .zero,
                timings: PhaseTimings(),
                validation: response(304, type: "text/plain", body: []),
                setCookies: cookies, heldBack: ["X-\(all)"])
            let body = Array(json.utf8)
            let last = response(200, type: "application/json", body: body)
            let second = Hop(
                cause: .redirect(status: 302),
                request: try request("http://b.test/\(Self.percent(all))?x=\(Self.percent(all))"),
                sentHead: Array(head.utf8), sentBodyByteCount: 3, response: last, connection: nil, startOffset: .zero,
                timings: PhaseTimings(), cacheDecision: decision(about: last))
            let pieces = [BodyPiece.bytes(Array(form.utf8)), .file(path: "/\(all)"), .bytes(Array("&e=\(all)".utf8))]
            let others: [(CacheReason, RequestBody)] = [
                (.method("PROP-\(all)"), .pieces(pieces)), (.unsafe("PROP-\(all)"), .file(path: "/\(all).bin")),
                (.notModified(validator: all), .none),
            ]
            let more = try others.map { reason, body in
                Hop(
                    cause: .retry, request: try request("http://b.test/", body), sentHead: [], sentBodyByteCount: 0,
                    response: nil, connection: nil, startOffset: .zero, timings: PhaseTimings(),
                    cacheDecision: CacheDecision(
                        outcome: .bypass, reason: reason, mode: .default, key: CacheKey(text: url)))
            }
            let fault = DecodingFault(
                reason: "found \(all)", codingPath: [.element(1), .member(all)],
                position: TextPosition(byteOffset: 20, in: body), response: last)
            let error = EngineError(
                category: .decoding, sentence: "\(url) failed: \(all)", hint: "Ask \(all).",
                underlying: UnderlyingCode(domain: .curl, code: 7, text: all), detail: .decoding(fault))
            return Exchange(
                id: ExchangeID(rawValue: 1), draft: draft, startedAt: Timestamp(microsecondsSince1970: 1),
                hops: [first, second] + more,
                timings: PhaseTimings(), error: error)
        }
    }

    /// All secrets in one text.
    private var all: String { secrets.map { "\($0.value)" }.joined(separator: " ~ ") }

    var draft: RequestDraft {
        var options = RequestOptions(
            proxy: .url("http://\(Self.percent(all)):\(Self.percent(unnamed))@proxy.test:3128"),
            tls: TLSOptions(
                caDirectory: "/\(all)",
                clientCertificate: ClientCertificate(file: "/\(all)/c.pem", keyFile: "/\(all)/k.pem", password: unnamed)
            ),
            log: RequestLogOptions(name: "one", secrets: secrets, secretNames: ["pin"], secretPaths: ["$.deep.value"]))
        options.caFile = "/\(all).pem"
        options.connection = ConnectionOptions(
            unixSocket: "/\(all)", resolve: [ResolveOverride(host: all, addresses: ["127.0.0.1", all])],
            connectTo: [ConnectOverride(host: all, targetHost: "x.\(all)")], localAddress: all)
        return RequestDraft(
            method: "PROP-\(all)", url: url, headers: headers, body: .bytes(Array(json.utf8)), options: options)
    }

    private var url: String {
        "http://\(Self.percent(all)):\(Self.percent(unnamed))@a.test/p/\(Self.percent(all))/\(Self.lowPercent(all))"
            + "?q=\(Self.form(all))&token=\(Self.percent(unnamed))&r=\(Self.percent(Self.percent(all)))#\(Self.percent(all))"
    }

    private var location: String { "http://b.test/?x=\(Self.percent(all))&access_token=\(Self.percent(unnamed))" }

    private func request(_ url: String, _ body: RequestBody? = nil) throws -> PreparedRequest {
        PreparedRequest(
            method: .post, url: try HTTPURL.parse(url), headers: headers, body: body ?? .bytes(Array(form.utf8)),
            options: RequestOptions())
    }

    private var headers: HeaderFields {
        var fields: HeaderFields = [
            HeaderField("Authorization", "Basic \(Base64.encode("user:\(secrets[0].value)"))"),
            HeaderField("Cookie", "a=\(Self.percent(all)); session=\(unnamed)"), HeaderField("X-Api-Key", unnamed),
            HeaderField("X-Plain", all), HeaderField("X-Base64", Base64.encode("ab\(all)cd")),
            HeaderField("X-Marked", unnamed, isSecret: true), HeaderField("Referer", url),
            HeaderField("X-Link", "see <\(location)>, please"),
        ]
        fields.fields += (0..<3).map {
            HeaderField("X-Base64-\($0)", Base64.encode(String("abc".prefix($0)) + all + "d"))
        }
        return fields
    }

    private var head: String {
        "POST \(Self.percent(all))?token=\(Self.percent(unnamed)) HTTP/1.1\r\n"
            + headers.fields.map { "\($0.name): \($0.value.replacing("\n", with: " "))\r\n" }.joined() + "\r\n"
    }

    private var setCookie: String { "session=\(unnamed); Path=/; Comment=\(Self.percent(all))" }

    private var cookies: [SetCookieOutcome] {
        let cookie = Cookie(
            name: Array("session".utf8), value: Array(unnamed.utf8), domain: "a.test", isHostOnly: true,
            path: "/\(Self.percent(all))")
        return [
            cookie.map { SetCookieOutcome(fieldBytes: Array(setCookie.utf8), result: .kept($0)) },
            cookie.map { SetCookieOutcome(fieldBytes: Array(setCookie.utf8), result: .removed($0)) },
            SetCookieOutcome(fieldBytes: Array(setCookie.utf8), result: .refused(.empty)),
        ].compactMap(\.self)
    }

    private func decision(about response: Response) -> CacheDecision {
        var decision = CacheDecision(
            outcome: .miss, reason: .onlyIfCachedUnmet("for \(url)"), mode: .default, key: CacheKey(text: url))
        decision.storing = .refused("for \(all)")
        decision.invalidated = [CacheKey(text: url)]
        decision.considered = [
            CacheDecision.Variant(
                id: StoredResponse.ID(rawValue: 1), status: 200, storedAt: Timestamp(microsecondsSince1970: 1),
                matches: false, why: "not for \(all)")
        ]
        decision.hiddenError = EngineError(
            category: .api, sentence: "\(url): \(all)", hint: all,
            detail: .api(APIFault(status: "\"\(all)\"", message: all, response: response)))
        return decision
    }

    private func response(_ status: Int, type: String, body: [UInt8]) -> Response {
        let head =
            "HTTP/1.1 \(status) \(all.replacing("\n", with: " "))\r\nSet-Cookie: \(setCookie)\r\nLocation: \(location)\r\n\r\n"
        return Response(
            status: status, reason: Array(all.utf8), httpVersion: .http1_1,
            headers: [
                HeaderField("Content-Type", type), HeaderField("Set-Cookie", setCookie),
                HeaderField("Location", location),
                HeaderField("X-Echo", all), HeaderField("X-Auth-Token", unnamed),
            ], trailers: [HeaderField("X-Trailer", all)], rawHead: Array(head.utf8), interimHeads: [Array(head.utf8)],
            body: body, wireBodyByteCount: nil, wireBody: WireBody(bytes: body), isComplete: true)
    }

    // MARK: Bodies

    /// Every body with its type.
    var bodies: [(type: String, body: [UInt8])] {
        [
            ("application/json", Array(json.utf8)), ("application/x-ndjson", Array((json + "\n" + json).utf8)),
            ("application/x-www-form-urlencoded", Array(form.utf8)), ("application/xml", Array(xml.utf8)),
            ("multipart/form-data; boundary=limit", Array(multipart.utf8)),
            ("text/plain", Array("one \(all) two \(Base64.encode("x" + all)) three \(Self.percent(all))".utf8)),
            ("text/event-stream", Array("data: \(json)\n\n".utf8)),
            ("application/json", Array(String(json.dropLast(3)).utf8)),
            ("application/octet-stream", [0, 255] + Array(all.utf8) + [0]), ("", Array(json.utf8)),
        ]
    }

    private var json: String {
        let text = JSONWriter.escaped(all)
        let escaped = all.unicodeScalars.flatMap { $0.utf16 }.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
        let hidden = JSONWriter.escaped(unnamed)
        return """
            {"plain": "\(text)", "escaped": "\(escaped)", "\(text)": 1, "base64": "\(Base64.encode(all))",
            "password": "\(hidden)", "pin": ["\(hidden)", {"a": "\(hidden)"}], "deep": {"value": "\(hidden)"},
            "echo": "<\(hidden)>", "url": "http://c.test/?q=\(Self.percent(all))",
            "padding": "\(String(repeating: ".", count: padding))"}
            """
    }

    private var form: String {
        "a=\(Self.form(all))&b=\(Self.percent(all))&password=\(Self.form(unnamed))&c=\(Self.lowPercent(unnamed))"
    }

    private var xml: String {
        """
        <a><b c="\(Self.xml(all))">\(Self.xml(all))</b><password>\(Self.xml(unnamed))</password>
        <d>\(Self.xml(unnamed))</d><e token="\(Self.xml(unnamed))"/></a>
        """
    }

    private var multipart: String {
        """
        --limit\r\nContent-Disposition: form-data; name="password"\r\n\r\n\(unnamed)\r\n\
        --limit\r\nContent-Disposition: form-data; name="a"; filename="\(all)"\r\n\r\n\(all)\r\n\
        --limit\r\nContent-Disposition: form-data; name="b"\r\nContent-Type: application/json\r\n\r\n\(json)\r\n\
        --limit--\r\n
        """
    }

    // MARK: Forms

    static func percent(_ text: String) -> String { PercentEncoding.component(text) }
    static func lowPercent(_ text: String) -> String {
        text.utf8.map { byte in
            URLEncoding.isUnreserved(byte)
                ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
    static func form(_ text: String) -> String { PercentEncoding.form(text) }
    static func xml(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
