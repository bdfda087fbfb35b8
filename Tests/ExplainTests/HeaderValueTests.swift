import NetEngine
import Testing

@testable import Explain

/// What the value of a header says, in words.
@Suite struct HeaderValueTests {
    /// 2023-11-14 22:13:20 UTC.
    private static let now: Int64 = 1_700_000_000

    private func details(_ lines: [(String, String)], isRequest: Bool = false, status: Int? = nil) -> [String] {
        let headers = HeaderFields(lines.map { HeaderField($0.0, $0.1) })
        let message = MessageContext(headers: headers, isRequest: isRequest, status: status, now: Self.now)
        return headers.first.map { Explanation.header($0, in: message).details } ?? []
    }

    @Test(arguments: [
        (
            "max-age=60",
            ["max-age=60: fresh for 60 s.", "Together: stored by any cache; used for 60 s without asking."]
        ),
        (
            "private, max-age=3600, stale-if-error=60",
            [
                "private: only the cache of one user may store it.", "max-age=3600: fresh for 3600 s (60 min).",
                "stale-if-error=60: for 60 s after that usable if the server fails.",
                "Together: stored for this user only; used for 3600 s (60 min) without asking; for 60 s more if the server fails.",
            ]
        ), ("no-store", ["no-store: store nothing."]),
        (
            "no-store, max-age=60",
            [
                "no-store: store nothing.", "max-age=60: fresh for 60 s.",
                "Together: nothing is stored; the other directives do not matter.",
            ]
        ),
        (
            "max-age=soon",
            [
                "max-age=soon: not a number of seconds, so stale at once.",
                "Together: stored by any cache; stale at once.",
            ]
        ),
        (
            "foo=1",
            [
                "foo=1: not a known directive; caches ignore it.",
                "Together: stored by any cache; no lifetime is given, so a cache may guess one.",
            ]
        ),
        (
            "no-cache=\"Set-Cookie\", max-age=5",
            [
                "no-cache=Set-Cookie: these headers must be confirmed before use: Set-Cookie.",
                "max-age=5: fresh for 5 s.", "Together: stored by any cache; used for 5 s without asking.",
            ]
        ),
    ]) func `Cache-Control is explained by directive and as a whole`(_ value: String, _ expected: [String]) {
        #expect(details([("Cache-Control", value)]) == expected)
    }

    @Test func `Cache-Control of a request means something else`() {
        #expect(details([("Cache-Control", "max-age=0")], isRequest: true) == ["max-age=0: nothing older than 0 s."])
    }

    @Test func `the directives of several lines are taken together`() {
        let all = details([("Cache-Control", "max-age=60"), ("Cache-Control", "must-revalidate")])
        #expect(all.last == "Together: stored by any cache; used for 60 s without asking; never used stale.")
    }

    @Test(arguments: [
        ("ETag", "\"a\"", "Strong"), ("ETag", "W/\"a\"", "Weak"), ("ETag", "abc", "Without quotes"),
        ("Age", "30", "in caches for 30 s"), ("Age", "x", "Not a number"),
        ("Age", "1, 2", "in caches for 1 s"), ("Content-Length", "5, 5", "5 B on the wire"),
        ("Content-Length", "5, 6", "Not a number"), ("Transfer-Encoding", "gzip, chunked", "is not decoded here"),
        ("WWW-Authenticate", "Basic realm=\"a, b\", Digest realm=\"d\", nonce=\"n\"", "Digest: a hash"),
        ("WWW-Authenticate", "New x=1, Basic realm=\"a\"", "New: a scheme that this program does not know."),
        ("WWW-Authenticate", "\"a\", realm=b", "It names no scheme"),
        ("Expires", "Tue, 14 Nov 2023 22:23:20 GMT", "in 10 min"), ("Expires", "0", "stale already"),
        ("Date", "Tue, 14 Nov 2023 22:13:10 GMT", "10 s ago"),
        ("Date", "Tue, 14 Nov 2023 23:13:20 GMT", "60 min ahead"),
        ("Last-Modified", "Mon, 13 Nov 2023 22:13:20 GMT", "24 h ago"),
        ("Vary", "Accept, Accept-Encoding", "the same Accept, Accept-Encoding"),
        ("Vary", "*", "no cache can use it again"), ("Vary", "Cookie", "Nearly every user"),
        ("Retry-After", "120", "Wait for 120 s (2 min)"),
        ("Retry-After", "Tue, 14 Nov 2023 22:14:20 GMT", "60 s, measured"),
        ("Retry-After", "soon", "clients ignore it"),
        ("Content-Type", "text/html; charset=utf-8", "charset=utf-8: the encoding"),
        ("Content-Type", "application/json; charset=utf-8", "JSON is always UTF-8"),
        ("Content-Type", "application/vnd.x+json", "as the suffix +json says"),
        ("Content-Type", "application/a+b+xml", "as the suffix +xml says"),
        ("Content-Type", "text/plain", "No charset"), ("Content-Type", "multipart/form-data", "Without a boundary"),
        ("Content-Type", "nonsense", "Not a media type"),
        ("Content-Encoding", "gzip, br", "undone from the last to the first"), ("Content-Length", "2048", "2.0 KB"),
        ("Content-Length", "-1", "Not a number"), ("Content-Range", "bytes 0-499/1234", "500 B from byte 0 to 499"),
        ("Content-Range", "bytes 3000000000-3000000499/*", "500 B from byte 3000000000 to 3000000499, of an unknown"),
        ("Content-Range", "bytes 0-9223372036854775807/5", "Not a correct range"),
        ("Content-Range", "bytes 5-10/10", "Not a correct range"),
        ("Content-Range", "bytes */1234", "1234 bytes"), ("Range", "bytes=-500", "The last 500 bytes"),
        ("Range", "bytes=9-", "From byte 9 to the end"), ("Range", "bytes=-", "-: not a range."),
        ("Range", "bytes=a-b", "a-b: not a range."),
        ("Content-Disposition", "attachment; filename=\"../../x;y\"", "The name holds a path"),
        ("Content-Disposition", "attachment; filename*=UTF-8''na%C3%AFve.txt", "filename*: suggested name naïve.txt."),
        ("Content-Disposition", "attachment; filename*=iso-8859-1'en'%A3.txt", "suggested name £.txt."),
        ("Content-Disposition", "attachment; filename*=UTF-8''..%2Fx", "The name holds a path"),
        (
            "Content-Disposition", "attachment; filename=a; filename*=UTF-8''b",
            "filename*: suggested name b, in place of filename."
        ),
        ("Content-Disposition", "attachment; filename*=\"b\"", "not written as UTF-8''name"),
        ("Accept", "text/html;q=0.5, application/json", "application/json (q=1)"),
        ("Accept", "text/html;q=1e30", "text/html (q=1e+30)"), ("Accept", "text/html;q=inf", "text/html (q=inf)"),
        ("Strict-Transport-Security", "max-age=31536000; includeSubDomains; preload", "31536000 s (365 d)"),
        ("Strict-Transport-Security", "max-age=60; preload", "which wants at least a year"),
        ("Strict-Transport-Security", "includeSubDomains", "ignore it"),
        ("Strict-Transport-Security", "max-age=0", "forget"), ("X-Frame-Options", "DENY", "Nobody"),
        ("X-Content-Type-Options", "sniff", "ignored"),
        ("Access-Control-Allow-Origin", "https://a.example", "Without Vary: Origin"),
        ("Authorization", "Basic dTpw", "Base64"),
        ("WWW-Authenticate", "Bearer realm=\"x\", error=\"invalid_token\"", "error=invalid_token"),
        ("Allow", "GET, BREW", "BREW: not a method"), ("Connection", "close", "ends after this message"),
        ("Server-Timing", "db;dur=53.2;desc=\"query\", cache", "db (query) took 53.2 ms."),
        ("Link", "</p?2>; rel=\"next\"", "next: /p?2"), ("Link", "</p;v=1>; rel=next", "next: /p;v=1"),
        ("Alt-Svc", "h3=\":443\"; ma=3600", "3600 s (60 min)"),
        ("Deprecation", "@1700000060", "in 60 s"), ("Deprecation", "@-9223372035154775808", "d ago"),
        ("X-RateLimit-Reset", "30", "In 30 s"),
        ("X-RateLimit-Reset", "1700000030", "A moment: in 30 s"),
        ("Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "sampled"),
        ("Sunset", "Tue, 14 Nov 2023 22:13:20 GMT", "now"), ("If-None-Match", "*", "does not exist"),
    ]) func `a value is explained`(_ name: String, _ value: String, _ words: String) {
        let found = details([(name, value)])
        #expect(found.contains { $0.contains(words) }, "\(found)")
    }

    @Test func `a header beside others means something else`() {
        #expect(
            details([("Expires", "0"), ("Cache-Control", "max-age=5")]).first?.contains("max-age is there too") == true)
        #expect(
            details([("Transfer-Encoding", "chunked"), ("Content-Length", "5")]).contains { $0.contains("smuggled") })
        #expect(
            details([("Last-Modified", "Mon, 13 Nov 2023 22:13:20 GMT"), ("Date", "Tue, 14 Nov 2023 22:13:20 GMT")])
                .last?.contains("8640 s (2 h) fresh") == true)
        #expect(details([("Location", "/x")], status: 201) == ["The resource that was made."])
    }

    @Test func `each attribute of a cookie is explained, its value is not repeated`() {
        let found = details([
            ("Set-Cookie", "sid=very-secret; Path=/shop; Secure; HttpOnly; SameSite=Lax; Max-Age=3600")
        ])
        #expect(
            found == [
                "sid: for 3600 s (60 min).", "For exactly this host.", "For /shop and what is below.",
                "Secure: over https only.", "HttpOnly: scripts cannot read it.",
                "SameSite=Lax: from other sites only when a link is followed.",
            ])
    }

    @Test(arguments: [
        ("__Host-a=1; Secure; Path=/; Domain=x.example", "it is refused"), ("__host-a=1; Path=/", "it is refused"),
        ("a=1; SameSite=None", "browsers refuse it"),
        ("a=1; Max-Age=0", "deleted"), ("a=1", "until the session ends"),
        ("a=1; Domain=.x.example", "x.example and all hosts"), ("a\u{1}=1", "Not a cookie"),
    ]) func `a cookie that is refused, deleted or wide says so`(_ value: String, _ words: String) {
        #expect(details([("Set-Cookie", value)]).contains { $0.contains(words) })
    }

    @Test(arguments: ["Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "Proxy-Authorization"])
    func `no secret is repeated`(_ name: String) {
        for value in ["Bearer s3cret", "s3cret", "sid=s3cret"] {
            let field = HeaderField(name, value)
            let found = Explanation.header(field, in: MessageContext(headers: [field], isRequest: false, now: 0))
            #expect(!([found.heading, found.text] + found.details).joined().contains("s3cret"), "\(value)")
        }
    }

    @Test(arguments: [
        "", ",", ";;;", "=", "\"", "-", ":", "9223372036854775807", "bytes 5-1/2", "W/", "@", "<", "max-age=",
        "a;q=1e300", "a;q=nan", "bytes 0-9223372036854775807/1", "@-9223372036854775808", "a;ma=9223372036854775807",
        "a;dur=1e308", "max-age=9223372036854775807",
    ]) func `no value of any header is too odd to explain`(_ value: String) {
        for term in Glossary.terms where term.kind == .header { _ = details([(term.name, value)]) }
        _ = details([("X-Unknown", value)])
    }
}
