import TestSupport
import Testing

@testable import NetEngine

/// Pure parts of the engine over many values, as they were recorded (`Recorded`): what is built, decided, hidden and said.
@Suite struct RecordedValuesTests {
    private static func text<Value>(_ make: () throws(EngineError) -> Value) -> String {
        do throws(EngineError) { return Printed(try make()).text } catch {
            return "\(error.category.rawValue): \(Printed.escaped(error.sentence)) \(Printed.escaped(error.hint))\n"
        }
    }

    @Test func `requests are built as it was recorded`() throws {
        var drafts: [RequestDraft] = [
            RequestDraft(url: "http://a.test"), RequestDraft(url: "https://A.test:443/x?y#z"), RequestDraft(url: ""),
            RequestDraft(url: "a.test"),
            RequestDraft(url: "ftp://a.test/"), RequestDraft(method: "", url: "http://a.test"),
            RequestDraft(method: "a b", url: "http://a.test"),
            RequestDraft(method: "get", url: "http://a.test"), RequestDraft(method: "CONNECT", url: "http://a.test"),
            RequestDraft(method: "TRACE", url: "http://a.test", body: .bytes([1])),
            RequestDraft(url: "http://u:p@a.test/"),
            RequestDraft(url: "http://a.test/ ä?ö=%zz"), RequestDraft(url: "http://a.test:0/"),
            RequestDraft(url: "http://[::1]:8080/"),
            RequestDraft(method: "POST", url: "http://a.test", body: .bytes(Array("abc".utf8))),
            RequestDraft(method: "POST", url: "http://a.test", body: .none),
            RequestDraft(method: "GET", url: "http://a.test", body: .bytes([])),
        ]
        let fields: [HeaderFields] = [
            ["A": "b"], ["Host": "b.test"], ["Host": ""], ["User-Agent": "x"], ["User-Agent": ""], ["Accept": "x"],
            ["Accept-Encoding": "gzip"],
            ["Content-Length": "5"], ["Transfer-Encoding": "chunked"], ["Transfer-Encoding": "gzip"],
            ["Expect": "100-continue"], ["Connection": "close"],
            ["A b": "c"], ["": "c"], ["A": "b\r\nC: d"], ["A": "\u{0}"], ["A": " b "], ["A": ""], ["Ä": "b"],
            ["A": "ä"], ["TE": "gzip"], ["Upgrade": "h2c"],
            ["Cookie": "a=b"], ["Range": "bytes=0-1"], ["Content-Type": "text/plain"], ["Authorization": "Basic x"],
            [":path": "/"],
        ]
        drafts += fields.map { RequestDraft(method: "POST", url: "http://a.test/x", headers: $0, body: .bytes([65])) }
        let builder = RequestBuilder(
            proxyEnvironment: ProxyEnvironment { ["http_proxy": "http://p.test:3128", "no_proxy": "b.test"][$0] })
        try Recorded.expect(
            drafts.enumerated().map { number, draft in
                (
                    "\(number) \(draft.method) \(draft.url) \(Printed.escaped("\(draft.headers.fields.map { "\($0.name): \($0.value)" })"))",
                    Self.text { () throws(EngineError) in try builder.build(draft) }
                )
            }, in: "engine/requests")
    }

    @Test func `redirects lead where it was recorded`() throws {
        let first = try RequestBuilder().build(
            RequestDraft(
                method: "POST", url: "https://u:p@a.test/b/c?d",
                headers: [
                    "Authorization": "Bearer x", "Cookie": "a=b", "X-Api-Key": "k", "Content-Type": "text/plain",
                    "Accept": "x", "Host": "a.test",
                ],
                body: .bytes([65])))
        let locations = [
            "/x", "x", "../x", "?q", "#f", "", "//b.test/x", "https://a.test/x", "http://a.test/x", "https://b.test/",
            "ftp://x", "https://", "/ ä", "https://a.test:444/",
        ]
        var parts: [(name: String, text: String)] = []
        for status in [301, 303, 307] {
            for location in locations {
                let response = ExchangeFixtures.response(status: status, headers: ["Location": location])
                parts.append(
                    (
                        "\(status) \(location)",
                        Self.text { () throws(EngineError) in try RedirectPolicy.next(after: first, response: response)
                        }
                    ))
            }
        }
        for status in [200, 300, 301, 302, 303, 304, 305, 306, 307, 308, 309, 400] {
            let verdicts = [[:], ["Location": "/x"]].map { RedirectPolicy.isRedirect(status: status, headers: $0) }
            parts.append(("\(status)", "\(verdicts)"))
        }
        try Recorded.expect(parts, in: "engine/redirects")
    }

    @Test func `retries are decided as it was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        let policies: [(String, RetryPolicy)] = [
            ("default", RetryPolicy()), ("unsafe", RetryPolicy(retriesUnsafeMethods: true)),
            ("loss", RetryPolicy(categories: [], retriesConnectionLoss: true)),
            ("none", RetryPolicy(maxRetries: 0)), ("deadline", RetryPolicy(deadline: .seconds(2))),
            ("deaf", RetryPolicy(honoursRetryAfter: false)),
        ]
        for (name, policy) in policies {
            for category in ErrorCategory.allCases {
                for (method, status, after) in [
                    (HTTPMethod.get, nil, nil), (.post, 503, "5"), (.put, 503, "121"), (.get, 404, "1"),
                    (.get, 429, "x"),
                ] as [(HTTPMethod, Int?, String?)] {
                    let response = status.map {
                        ExchangeFixtures.response(status: $0, headers: after.map { ["Retry-After": $0] } ?? [:])
                    }
                    let attempt = RetryPolicy.Attempt(
                        retries: 1, method: method,
                        error: EngineError(category: category, sentence: "It failed.", hint: "Wait.", status: status),
                        response: response,
                        canBeSentAgain: true, elapsed: .seconds(1), timeLeft: .seconds(100), now: 1_795_256_100)
                    let text = "\(policy.decision(after: attempt, random: 0.5))"
                    parts.append(("\(name) \(category.rawValue) \(method) \(status ?? 0) \(after ?? "-")", text))
                }
            }
        }
        for retry in 0..<8 {
            parts.append(
                (
                    "wait \(retry)",
                    [0, 0.5, 0.999].map { "\(Backoff().wait(retry: retry, random: $0))" }.joined(separator: " ")
                ))
        }
        try Recorded.expect(parts, in: "engine/retries")
    }

    @Test func `secrets are hidden as it was recorded`() throws {
        let redactor = Redactor(
            Redaction(names: ["pin"], jsonPaths: ["$.user.iban", "$.cards[*].number"], secrets: ["s3cr3t"]))
        let bodies = [
            #"{"password":"p","pin":1,"user":{"iban":"DE1","name":"x"},"cards":[{"number":"4"},{"number":5}],"token":null,"note":"s3cr3t"}"#,
            #"{"access_token":"aaaa","expires_in":5,"Api-Key":"k","clientSecret":"c","sessionId":"z","passwordHint":"h"}"#,
            "password=p&a=b&pin=1&token=t%20x", "<a password=\"p\"><token>t</token><pin>1</pin><b>s3cr3t</b></a>",
            "plain s3cr3t text", "{\"password\":",
            "token: abc\nAuthorization: Bearer xyz",
        ]
        let urls = [
            "http://u:p@a.test/?token=t&a=b&key=k&pin=1", "http://a.test/s3cr3t/x?q=s3cr3t",
            "http://a.test/?code=c&state=s&sig=x&X-Amz-Signature=y", "not a url?token=x",
        ]
        let fields: HeaderFields = [
            "Authorization": "Bearer abcdefgh", "Cookie": "a=b; c=d", "Set-Cookie": "a=b; Path=/", "X-Api-Key": "k",
            "X-Auth-Token": "t", "Proxy-Authorization": "Basic dTpw",
            "Location": "http://a.test/?token=t", "Referer": "http://u:p@a.test/",
            "WWW-Authenticate": "Digest nonce=\"n\"", "X-Note": "s3cr3t", "Pin": "1", "ETag": "x",
        ]
        try Recorded.expect(
            bodies.map {
                (
                    $0,
                    Printed.escaped(redactor.stored(text: $0)) + "\n"
                        + Printed.escaped(String(decoding: redactor.stored(bytes: Array($0.utf8)), as: UTF8.self))
                        + "\n\(redactor.hasNamedSecret(in: Array($0.utf8)))"
                )
            }
                + urls.map { ($0, redactor.stored(url: $0)) }
                + fields.fields.map { ($0.name, Printed.escaped(redactor.stored($0).value)) }, in: "engine/redaction")
    }

    @Test func `challenges are answered as it was recorded`() throws {
        let fields = [
            #"Digest realm="r", nonce="n", qop="auth", algorithm=MD5, opaque="o""#, #"Digest realm="r", nonce="n""#,
            #"Digest realm="r", nonce="n", algorithm=SHA-256, qop="auth-int""#,
            #"Digest realm="r", nonce="n", algorithm=MD5-sess, qop="auth""#,
            #"Digest realm="r", nonce="n", algorithm=SHA-512-256, qop=auth, userhash=true, charset=UTF-8"#,
            #"Digest realm="r", nonce="n", algorithm=nope"#, #"Digest realm="r""#,
            #"Basic realm="x", Digest realm="a\"b", nonce="n", qop="auth, auth-int", stale=TRUE, domain="/a http://b.test/""#,
            #"Digest realm="r", nonce="n", qop="nope""#, "Bearer", "Digest", #"DIGEST REALM=r, NONCE=n"#,
        ]
        try Recorded.expect(
            fields.map { field in
                let challenges = DigestChallenge.read(field)
                var text = Printed(AuthenticationChallenge.read(field)).text + Printed(challenges).text
                if let best = DigestChallenge.strongest(of: challenges) {
                    text += Self.text { () throws(EngineError) in
                        try best.answer(
                            user: "Müller", password: "pw", method: "GET", target: "/x?y", count: 1, clientNonce: "c")
                    }
                }
                return (field, text)
            }, in: "engine/challenges")
    }

    @Test func `texts, times and dates are written as it was recorded`() throws {
        let durations: [Duration] = [
            .zero, .nanoseconds(1), .microseconds(1), .microseconds(999), .milliseconds(1), .milliseconds(999),
            .milliseconds(1000), .milliseconds(1500), .seconds(59), .seconds(60),
            .seconds(61), .seconds(3599), .seconds(3600), .seconds(86_400), .seconds(90_061), .milliseconds(-5),
        ]
        var parts: [(name: String, text: String)] = durations.map {
            (
                "\($0)",
                "\(DurationText.short($0)) | \(DurationText.milliseconds($0)) | \(DurationText.precise($0)) | \(DurationText.setting($0))"
            )
        }
        parts += [0, 1, 59, 60, 3599, 3600, 86_399, 86_400, 172_800, 31_536_000, -1].map {
            ("\($0) s", DurationText.span(seconds: $0))
        }
        parts += [
            "Sun, 06 Nov 1994 08:49:37 GMT", "06-Nov-94", "Nov 6 2030 1:2:3", "6 Nov 69 00:00:00", "6 Nov 70 00:00:00",
            "31 Feb 2030 00:00:00", "6 Nov 2030 24:00:00", "6 Nov 1600 00:00:00",
            "08:49:37 x Nov y 6 2030", "6 november 2030 08:49:37 extra", "",
        ].map { ("cookie date \($0)", "\(CookieDate.seconds($0).map(String.init) ?? "-")") }
        parts += [
            ("no_proxy", "b.test"), ("NO_PROXY", "*"), ("no_proxy", ".b.test, c.test:8080"),
            ("no_proxy", "127.0.0.0/8"),
        ].flatMap { name, value in
            [
                "http://a.test/", "http://b.test/", "http://x.b.test/", "http://c.test:8080/", "http://c.test/",
                "http://127.0.0.1/", "https://a.test/",
            ].map { url in
                let environment = ProxyEnvironment {
                    [
                        name: value, "http_proxy": "p.test:3128", "https_proxy": "http://u:p@s.test",
                        "all_proxy": "socks5h://q.test",
                    ][$0]
                }
                return (
                    "\(name)=\(value) \(url)",
                    Self.text { () throws(EngineError) in try environment.proxy(for: try HTTPURL.parse(url)) as Any }
                )
            }
        }
        let bytes: [(String, [UInt8])] = [
            ("utf-8", Array("äö".utf8)), ("mark", [0xEF, 0xBB, 0xBF, 0x61]), ("utf-16", [0xFF, 0xFE, 0x61, 0]),
            ("latin", [0xE4, 0x62]), ("zero", [0x61, 0]), ("empty", []),
            ("meta", Array("<meta charset=latin1><p>".utf8)),
            ("xml", Array("<?xml version='1.0' encoding='iso-8859-15'?><a/>".utf8)),
            ("bad label", Array("<?xml encoding='nope'?>".utf8)),
        ]
        for (name, body) in bytes {
            for type in [
                "", "text/plain", "text/html", "application/xml", "application/json", "text/plain; charset=iso-8859-1",
                "text/plain; charset=nope", "image/png",
            ] {
                parts.append(("\(name) \(type)", Printed(TextDetection.shown(body, type: ContentType(type))).text))
            }
        }
        try Recorded.expect(parts, in: "engine/texts")
    }

    @Test func `each error says what was recorded`() throws {
        try Recorded.expect(
            ErrorCategory.allCases.map { category in
                let error = EngineError(category: category, phase: .wait, sentence: "It failed.", hint: "Try again.")
                return (category.rawValue, "\(category.title)\n\(error)\n\(error.isConnectionLoss)")
            }, in: "engine/errors")
    }
}
