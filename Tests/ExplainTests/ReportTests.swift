import NetEngine
import TestSupport
import Testing

@testable import Explain
@testable import NetEngine

/// The reports: the TLS connection, the cache's reasons, where headers come from.
@Suite struct ReportTests {
    /// 2026-11-21.
    private let now: Int64 = 1_795_257_121

    private func exchange(
        _ facts: ConnectionFacts?, verifies: Bool = true, scheme: HTTPURL.Scheme = .https, error: EngineError? = nil
    ) -> Exchange {
        ReportFixtures.exchange(facts, scheme: scheme, error: error) { $0.verifiesTLS = verifies }
    }

    private func certificate(_ subject: String, issuer: String, until: String = "Nov 23 12:00:00 2026 GMT")
        -> CertificateFacts
    {
        CertificateFacts(
            subject: subject, issuer: issuer, notBefore: "Oct 22 12:00:00 2026 GMT", notAfter: until,
            alternativeNames: "DNS:shop.example", serialNumber: "0a", signatureAlgorithm: "sha256WithRSAEncryption",
            publicKey: "RSA 2048")
    }

    private var agreed: ConnectionFacts {
        ConnectionFacts(
            tlsVersion: "TLSv1.3", tlsCipher: "TLS_AES_256_GCM_SHA384", alpn: "h2",
            certificates: [
                certificate("CN = shop.example", issuer: "CN = ca"), certificate("CN = ca", issuer: "CN = ca"),
            ])
    }

    // MARK: TLS

    @Test func `the TLS report shows what was agreed on and the chain with what is left of it`() {
        let lines = TLSReport.lines(exchange(agreed), now: now).map(\.plain)
        #expect(lines.first?.hasPrefix("Verified: the chain leads to an authority trusted by this machine") == true)
        for line in [
            "version: TLSv1.3", "cipher: TLS_AES_256_GCM_SHA384", "ALPN: h2", "Certificate 1 of 2: server",
            "Certificate 2 of 2: root", "names: DNS:shop.example", "key: RSA 2048",
            "valid until: 2026-11-23 12:00:00 UTC, 2 d left",
        ] { #expect(lines.contains(line), "\(line): \(lines)") }
        #expect(!TLSReport.isUnverified(exchange(agreed)))
    }

    @Test func `what was agreed on is explained, the cipher suite part by part`() throws {
        let suite = try #require(Glossary.cipherSuite("TLS_AES_256_GCM_SHA384")?.first)
        let found = Subjects.of(exchange(agreed), at: .tls, now: now)
        #expect(
            found.contains { $0.heading == suite.heading && $0.details == suite.details }, "\(found.map(\.heading))")
    }

    @Test func `a connection whose certificate was not checked says so first`() {
        let off = exchange(agreed, verifies: false)
        #expect(TLSReport.lines(off, now: now).first == .warning("Not verified: the certificate was not checked."))
        #expect(TLSReport.isUnverified(off))
        #expect(!TLSReport.isUnverified(exchange(agreed, verifies: false, scheme: .http)))
    }

    @Test func `the chain of a refused certificate is shown with the reason`() {
        let error = EngineError(
            category: .tls, phase: .tls, sentence: "The certificate of shop.example has expired.", hint: "Renew it.")
        let facts = ConnectionFacts(certificates: [
            certificate("CN = shop.example", issuer: "CN = ca", until: "Nov 1 12:00:00 2026 GMT")
        ])
        let lines = TLSReport.lines(exchange(facts, error: error), now: now)
        #expect(lines.first == .warning("Not accepted: The certificate of shop.example has expired."))
        #expect(lines.contains(.warning("Expired 19 d ago.")))
        #expect(lines.contains(.fact("version", "not agreed on")))
        let names = Subjects.of(exchange(facts, error: error), at: .tls, now: now).map(\.heading)
        #expect(names.contains("certificate has expired"))
    }

    @Test func `a server that signed its own certificate is called that`() {
        let facts = ConnectionFacts(tlsVersion: "TLSv1.2", certificates: [certificate("CN = me", issuer: "CN = me")])
        #expect(
            TLSReport.lines(exchange(facts, verifies: false), now: now).contains(
                .heading("Certificate 1 of 1: server, self-signed")))
    }

    @Test func `without TLS, without a connection and without a request the report says why it is empty`() {
        #expect(TLSReport.lines(exchange(agreed, scheme: .http), now: now).first?.plain.hasPrefix("No TLS") == true)
        #expect(TLSReport.lines(exchange(nil), now: now).first?.plain == "No connection was made.")
        #expect(
            TLSReport.lines(ExchangeFixtures.exchange(hops: []), now: now).first?.plain.hasPrefix("Nothing was sent")
                == true)
    }

    // MARK: Cache

    @Test func `a hit is explained with all numbers of its arithmetic`() {
        let lifetime = FreshnessLifetime(seconds: 60, source: .maxAge)
        var hit = ReportFixtures.decision(.hit, .fresh(age: 42, lifetime))
        hit.age = ResponseAge(ageField: 30, date: nil, apparent: 0, responseDelay: 0, resident: 12_000_000)
        hit.lifetime = lifetime
        let lines = CacheReasons.lines(ReportFixtures.hop(hit), arrivedAt: ExchangeFixtures.start).map(\.plain)
        #expect(
            lines == [
                "From the cache; the server was not asked. The rule: fresh: age 42 s of max-age 60 s.",
                "age: max(Date 0 s ago, Age 30 s + delay 0 s) + stored for 12 s = 42 s",
                "lifetime: Cache-Control: max-age=60", "so: 42 s of 60 s: fresh for 18 s more",
            ])
    }

    @Test func `a stale response says for how long it is stale`() {
        let lifetime = FreshnessLifetime(seconds: 10, source: .maxAge)
        var stale = ReportFixtures.decision(.revalidated, .notModified(validator: "ETag"))
        stale.age = ResponseAge(ageField: nil, date: nil, apparent: 0, responseDelay: 0, resident: 15_000_000)
        stale.lifetime = lifetime
        stale.storing = .renewed
        let lines = CacheReasons.lines(
            ReportFixtures.hop(stale, headers: [HeaderField("Cache-Control", "max-age=10")]),
            arrivedAt: ExchangeFixtures.start)
        #expect(lines.contains(.fact("so", "15 s of 10 s: stale for 5 s")))
        #expect(lines.last == .fact("next time", "used without asking for 10 s (max-age 10 s)"))
    }

    @Test(arguments: [
        ("no-cache, max-age=60", "the server is asked first (no-cache)"),
        ("private", "the server is asked first (no lifetime)"),
        ("max-age=60", "used without asking for 60 s (max-age 60 s)"),
    ]) func `what was stored says what happens the next time`(_ control: String, _ next: String) {
        var miss = ReportFixtures.decision(.miss, .nothingStored)
        miss.storing = .stored
        let lines = CacheReasons.lines(
            ReportFixtures.hop(miss, headers: [HeaderField("Cache-Control", control)]),
            arrivedAt: ExchangeFixtures.start)
        #expect(lines.last == .fact("next time", next))
    }

    @Test func `what was not stored says why, and a request without a cache says that`() {
        var miss = ReportFixtures.decision(.miss, .nothingStored)
        miss.storing = .refused("no-store")
        #expect(
            CacheReasons.lines(ReportFixtures.hop(miss), arrivedAt: ExchangeFixtures.start).last
                == .fact("stored", "no: no-store"))
        #expect(CacheReasons.lines(ReportFixtures.hop(nil), arrivedAt: ExchangeFixtures.start).count == 1)
    }

    // MARK: Origins

    @Test func `each header of a sent request says where it comes from, without its value`() {
        let request = PreparedRequest(
            method: .get, url: ExchangeFixtures.request().url,
            headers: [
                HeaderField("Host", "x", origin: .engine), HeaderField("Authorization", "Bearer s3cret", origin: .auth),
                HeaderField("Cookie", "a=s3cret", origin: .cookie), HeaderField("X-Own", "s3cret"),
                HeaderField("If-None-Match", "\"v\"", origin: .cache),
                HeaderField("X-Stage", "dev", origin: .environment),
            ], body: .none, options: RequestOptions())
        let hop = Hop(
            cause: .redirect(status: 302), request: request, sentHead: [], sentBodyByteCount: 0, response: nil,
            connection: nil, startOffset: .zero, timings: PhaseTimings(), heldBack: ["X-Token"])
        let lines = HeaderOrigins.lines(hop).map(\.plain)
        #expect(lines.first == "Host: added, because HTTP/1.1 demands it; from the URL")
        #expect(lines.contains("X-Own: written in the request"))
        #expect(lines.contains { $0.hasPrefix("Authorization: made by the login") })
        #expect(lines.contains { $0.hasPrefix("If-None-Match: a condition of the cache") })
        #expect(lines.last?.hasPrefix("X-Token: left out") == true)
        #expect(!lines.joined().contains("s3cret"))
    }

    @Test func `before it is sent a request names the headers that the engine will add`() {
        let plan = HeaderOrigins.Plan(
            method: "POST", host: "{{host}}",
            headers: [HeaderField("Accept", "text/plain"), HeaderField("X-A", "{{a}}")], hasBody: true, jarCount: 2,
            cacheMode: .default)
        let lines = HeaderOrigins.lines(plan, userAgent: "apitui/1").map(\.plain)
        #expect(
            lines == [
                "Host: {{host}}: added, because HTTP/1.1 demands it; from the URL",
                "User-Agent: apitui/1: added, because the request has none",
                "Accept-Encoding: gzip, deflate, br, zstd: added, because the request has none: what can be decoded here. Write your own to get the body undecoded",
                "Accept: written in the request",
                "X-A: written in the request; its variables are replaced when it is sent",
                "Content-Length: added: the length of the body",
                "Cookie: those of the 2 cookies in the jar that fit the URL",
            ])
        let added = HeaderOrigins.added(plan, userAgent: "apitui/1").map(\.plain)
        #expect(added == lines.filter { !$0.hasPrefix("Accept: ") && !$0.hasPrefix("X-A") })
    }

    @Test func `one cookie of the jar is no choice of several`() {
        let plan = HeaderOrigins.Plan(
            method: "GET", host: "h", headers: [HeaderField("Cookie", "a=b")], hasBody: false, jarCount: 1,
            cacheMode: .noStore)
        #expect(
            HeaderOrigins.lines(plan, userAgent: "u").map(\.plain).last
                == "Cookie: the 1 cookie in the jar, if it fits the URL, after those that you wrote")
    }

    @Test func `what the engine would add is what it does add`() throws {
        let headers: HeaderFields = [HeaderField("X-A", "1")]
        let plan = HeaderOrigins.Plan(
            method: "PUT", host: "h", headers: headers, hasBody: true, jarCount: nil, cacheMode: .noStore)
        let built = try RequestBuilder(userAgent: "u").build(
            RequestDraft(method: "PUT", url: "http://h/", headers: headers, body: .bytes([1, 2])))
        let names = HeaderOrigins.lines(plan, userAgent: "u").map { $0.plain.prefix { $0 != ":" } }
        #expect(names == built.headers.map { $0.name[...] })
    }

    @Test func `a request that cannot be sent says why`() {
        let plan = HeaderOrigins.Plan(
            method: "GET", host: "h", headers: [HeaderField("a b", "1")], hasBody: false, jarCount: nil,
            cacheMode: .default)
        guard case .warning = HeaderOrigins.lines(plan, userAgent: "u").first else {
            Issue.record("no warning")
            return
        }
    }

    // MARK: Subjects

    @Test func `a line is about the word it begins with, the second line of a header about the second one`() {
        let names = ["Via", "Vary", "Set-Cookie", "Set-Cookie", "TLSv1.3"]
        let subjects = names.map { Explanation(unknown: $0, kind: .header, text: "") }
        func place(_ line: String, _ earlier: [String] = []) -> Int? {
            Subjects.place(of: line, after: earlier, in: subjects)
        }
        #expect(place("  vary: Accept") == 1)
        #expect(place("Set-Cookie: a=1") == 2)
        #expect(place("Set-Cookie: b=1", ["Vary: x", "Set-Cookie: a=1"]) == 3)
        #expect(place("Set-Cookie: c=1", ["Set-Cookie: a=1", "Set-Cookie: b=1"]) == 3)
        #expect(place("version      TLSv1.3") == 4)
        #expect(place("Viaduct: 1") == nil)
        #expect(place("") == nil)
    }

    @Test func `the subjects of an exchange begin with what the user looks at`() {
        let timeout = ExchangeFixtures.exchange(response: nil, error: ExchangeFixtures.timeout)
        #expect(Subjects.of(timeout, at: .error, now: now).map(\.heading) == ["timeout It took too long", "wait"])
        let done = ExchangeFixtures.exchange()
        #expect(Subjects.of(done, at: .headers, now: now).first?.heading == "Content-Type")
        #expect(Subjects.of(done, at: .headers, now: now).last?.heading == "201 Created")
        let trailed = ExchangeFixtures.exchange(
            response: Response(
                status: 200, reason: [], httpVersion: .http1_1, headers: [HeaderField("Vary", "Accept")],
                trailers: [HeaderField("ETag", "\"a\"")], rawHead: [], body: [], wireBodyByteCount: 0, isComplete: true)
        )
        #expect(Subjects.of(trailed, at: .headers, now: now).prefix(2).map(\.heading) == ["Vary", "ETag"])
        let ofBody = Subjects.of(done, at: .body, now: now).map(\.heading)
        #expect(ofBody.first == "201 Created" && ofBody.count { $0 == "Content-Type" } == 1, "\(ofBody)")
        #expect(Subjects.of(done, at: .timing, now: now).prefix(3).map(\.heading) == ["queue", "dns", "connect"])
        #expect(Subjects.of(exchange(agreed), at: .tls, now: now).first?.heading == "TLSv1.3")
    }
}
