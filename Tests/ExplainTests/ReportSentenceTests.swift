import NetEngine
import TestSupport
import Testing

@testable import Explain
@testable import NetEngine

/// The sentences of reports on TLS, the cache and what is explained of an exchange, in every case.
@Suite struct ReportSentenceTests {
    /// 2026-11-21.
    private let now: Int64 = 1_795_257_121

    private func lines(
        _ facts: ConnectionFacts?, error: EngineError? = nil, decision: CacheDecision? = nil,
        _ change: (inout RequestOptions) -> Void = { _ in }
    ) -> [String] {
        let exchange = ReportFixtures.exchange(facts, error: error, decision: decision, change)
        return TLSReport.lines(exchange, now: now).map(\.plain)
    }

    @Test func `what was checked of a connection is said first`() {
        let agreed = ConnectionFacts(tlsVersion: "TLSv1.3", tlsCipher: "C")
        let verified = "Verified: the chain leads to an authority "
        #expect(
            lines(agreed).prefix(5) == [
                verified + "trusted by this machine, and the certificate is for this host.", "", "version: TLSv1.3",
                "cipher: C", "ALPN: none; HTTP/1.1 is spoken",
            ])
        #expect(
            lines(agreed) { $0.caFile = "/ca.pem" }.first
                == verified + "trusted by /ca.pem, and the certificate is for this host.")
        #expect(
            lines(agreed) { $0.verifiesTLS = false }.prefix(2) == [
                "Not verified: the certificate was not checked.",
                "The request says so (# @no-reject-unauthorized, --insecure, or SSLConfiguration of the environment). Anybody on the way could read and change everything.",
            ])
        #expect(
            lines(ConnectionFacts()) == [
                "The handshake was not finished.", "", "version: not agreed on", "cipher: not agreed on",
                "ALPN: not agreed on", "",
                "The server showed no certificate: the handshake ended before, or continued an earlier session.",
            ])
        let error = EngineError(category: .tls, phase: .tls, sentence: "No.", hint: "Try.")
        #expect(lines(ConnectionFacts(), error: error).prefix(2) == ["Not accepted: No.", "Try."])
        #expect(
            lines(nil, decision: ReportFixtures.decision(.hit)) == [
                "The response came from the cache, and no connection was made."
            ])
        #expect(lines(nil, decision: ReportFixtures.decision(.miss)) == ["No connection was made."])
    }

    private func certificate(_ subject: String, _ issuer: String, from: String, until: String) -> CertificateFacts {
        CertificateFacts(subject: subject, issuer: issuer, notBefore: from, notAfter: until)
    }

    @Test func `each certificate has its role and what is left of it`() {
        let (old, new) = ("Oct 22 12:00:00 2026 GMT", "Dec 1 12:00:00 2026 GMT")
        let facts = ConnectionFacts(
            tlsVersion: "TLSv1.3",
            certificates: [
                certificate("CN = a", "CN = b", from: old, until: new),
                certificate("CN = b", "CN = c", from: new, until: new),
                certificate("CN = c", "CN = c", from: old, until: old),
                certificate("CN = d", "CN = d", from: "soon", until: "later"),
            ])
        let shown = lines(facts).filter { $0.hasPrefix("Cert") || $0.hasPrefix("valid") || $0.hasSuffix(".") }
            .dropFirst()
        let span = { (seconds: Int64) in DurationText.span(seconds: seconds) }
        let (start, end): (Int64, Int64) = (1_792_670_400, 1_796_126_400)
        #expect(
            Array(shown) == [
                "Certificate 1 of 4: server", "valid from: 2026-10-22 12:00:00 UTC",
                "valid until: 2026-12-01 12:00:00 UTC, \(span(end - now)) left", "Certificate 2 of 4: authority",
                "valid from: 2026-12-01 12:00:00 UTC",
                "valid until: 2026-12-01 12:00:00 UTC, \(span(end - now)) left",
                "Not valid for another \(span(end - now)).", "Certificate 3 of 4: root",
                "valid from: 2026-10-22 12:00:00 UTC", "valid until: 2026-10-22 12:00:00 UTC",
                "Expired \(span(now - start)) ago.", "Certificate 4 of 4: root", "valid from: soon",
                "valid until: later",
            ])
    }

    private func cache(_ decision: CacheDecision?, headers: HeaderFields = []) -> [String] {
        let hop = Hop(
            cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: 0,
            response: ExchangeFixtures.response(headers: headers), connection: nil, startOffset: .zero,
            timings: PhaseTimings(), cacheDecision: decision)
        return CacheReasons.lines(hop, arrivedAt: ExchangeFixtures.start).map(\.plain)
    }

    @Test func `what the cache did is said before its rule`() {
        let words: [(CacheDecision.Outcome, String)] = [
            (.hit, "From the cache; the server was not asked."),
            (.revalidated, "From the cache, after the server confirmed it (304)."),
            (.stale, "From the cache, although it is past its lifetime."),
            (.miss, "From the server; the cache could not help."),
            (.bypass, "From the server; the cache was not asked."),
        ]
        for (outcome, sentence) in words {
            let found = ReportFixtures.decision(outcome)
            #expect(cache(found) == ["\(sentence) The rule: \(found.phrase)."], "\(outcome)")
        }
        #expect(cache(nil) == ["No cache was asked: this engine has none, or nothing was sent."])
    }

    @Test func `what was stored is said last`() {
        func stored(_ storing: CacheDecision.Storing, _ control: String = "max-age=60") -> [String] {
            var miss = ReportFixtures.decision(.miss)
            miss.storing = storing
            return Array(cache(miss, headers: [HeaderField("Cache-Control", control)]).dropFirst())
        }
        let next = "next time: used without asking for 60 s (max-age 60 s)"
        #expect(stored(.stored) == ["stored: yes", next])
        #expect(stored(.renewed) == ["stored: its headers were renewed", next])
        #expect(stored(.combined) == ["stored: joined to the part that was there"])
        #expect(stored(.refused("why")) == ["stored: no: why"] && stored(.nothing) == [])
        #expect(
            stored(.stored, "max-age=120").last == "next time: used without asking for 120 s (2 min) (max-age 120 s)")
    }

    @Test func `a response is fresh while its lifetime is greater than its age`() {
        func so(_ age: Int64, _ lifetime: Int64) -> String? {
            var hit = ReportFixtures.decision(.hit)
            hit.age = ResponseAge(ageField: nil, date: nil, apparent: 0, responseDelay: 0, resident: age * 1_000_000)
            hit.lifetime = FreshnessLifetime(seconds: lifetime, source: .maxAge)
            return cache(hit).last
        }
        #expect(so(9, 10) == "so: 9 s of 10 s: fresh for 1 s more")
        #expect(so(10, 10) == "so: 10 s of 10 s: stale for 0 s")
        #expect(so(11, 10) == "so: 11 s of 10 s: stale for 1 s")
    }

    @Test func `what is explained begins with what is looked at, and ends with the status`() {
        let done = ExchangeFixtures.exchange()
        func headings(_ place: Subjects.Place) -> [String] { Subjects.of(done, at: place, now: now).map(\.heading) }
        #expect(
            headings(.headers) == ["Content-Type", "X-Set-Item", "X-Set-Item", "Content-Type", "Host", "201 Created"])
        #expect(headings(.body) == ["201 Created", "Content-Type"])
        #expect(headings(.cookies) == ["201 Created"] && headings(.error) == ["201 Created"])
        let draft = Subjects.of(
            method: "PATCH", headers: [HeaderField("Accept", "a/b"), HeaderField("X-A", "1")], now: now)
        #expect(draft.map(\.heading) == ["Accept", "X-A", "PATCH"])
        #expect(Subjects.of(method: "NONE", headers: [], now: now).isEmpty)
    }

    @Test func `a cookie that may be added is named beside those that are written`() {
        func later(_ jar: Int?, _ mode: CacheMode, method: String = "GET", cookie: Bool = false) -> [String] {
            let headers: HeaderFields = cookie ? [HeaderField("Cookie", "a=b")] : []
            let plan = HeaderOrigins.Plan(
                method: method, host: "h", headers: headers, hasBody: false, jarCount: jar, cacheMode: mode)
            return HeaderOrigins.added(plan, userAgent: "u").map(\.plain).filter {
                $0.hasPrefix("Cookie") || $0.hasPrefix("If-")
            }
        }
        let condition =
            "If-None-Match, If-Modified-Since: only if the cache holds a response that must be confirmed first"
        #expect(later(nil, .noStore) == [] && later(0, .reload) == [] && later(nil, .onlyIfCached) == [])
        for mode in [CacheMode.default, .noCache, .forceCache] {
            #expect(later(nil, mode) == [condition], "\(mode)")
            #expect(later(nil, mode, method: "POST") == [], "\(mode)")
        }
        #expect(later(nil, .default, method: "HEAD") == [condition])
        #expect(later(1, .noStore) == ["Cookie: the 1 cookie in the jar, if it fits the URL"])
        #expect(
            later(2, .noStore, cookie: true)
                == ["Cookie: those of the 2 cookies in the jar that fit the URL, after those that you wrote"])
    }
}
