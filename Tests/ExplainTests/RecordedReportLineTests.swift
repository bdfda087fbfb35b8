import TestSupport
import Testing

@testable import Explain
@testable import NetEngine

/// The reports on a connection, the cache and the headers of a request, and the values that are offered for headers, as they were
/// recorded (`Recorded`).
@Suite struct RecordedReportLineTests {
    /// 2026-11-21.
    private static let now: Int64 = 1_795_257_121

    private static func text(_ lines: [ReportLine]) -> String {
        lines.map { line in
            switch line {
            case .heading: "# \(line.plain)"
            case .warning: "! \(line.plain)"
            case .fact(let name, let text): "\(name) | \(text)"
            case .text, .gap: line.plain
            }
        }.joined(separator: "\n")
    }

    // MARK: Choices

    @Test func `the values of headers to choose from are the recorded ones`() throws {
        func table(_ header: String) -> String {
            Glossary.choices(of: header).map { "\(Printed.quoted($0.value)): \($0.text)" }.joined(separator: "\n")
        }
        let names = Glossary.sentHeaders.map(\.name)
        let more = ["DNT", "X-HTTP-Method-Override", "Priority", "Save-Data", "Sec-Fetch-Dest", "Vary", "X-Other"]
        let headers = names + more.filter { !names.contains($0) }
        try Recorded.expect(
            headers.map { ("\($0)\(Glossary.isList($0) ? ", a list" : "")", table($0)) } + [
                ("methods", Glossary.methods.map { "\($0.name): \($0.text)" }.joined(separator: "\n"))
            ], in: "header-choices")
    }

    // MARK: TLS

    private static func certificate(
        _ subject: String, _ issuer: String, from: String = "Oct 22 12:00:00 2026 GMT",
        until: String = "Dec 1 12:00:00 2026 GMT", isWhole: Bool = false
    ) -> CertificateFacts {
        guard isWhole else {
            return CertificateFacts(subject: subject, issuer: issuer, notBefore: from, notAfter: until)
        }
        return CertificateFacts(
            subject: subject, issuer: issuer, notBefore: from, notAfter: until,
            alternativeNames: "DNS:shop.example, IP Address:10.0.0.1", serialNumber: "0a",
            signatureAlgorithm: "ecdsa-with-SHA256", publicKey: "EC 256",
            publicKeyPin: PublicKeyPin(hash: Array(0..<32)))
    }

    /// All of these with a server's certificate that is odd in one way.
    private static let connections: [(String, ConnectionFacts?)] = {
        let suite = "TLS_AES_256_GCM_SHA384"
        let root = certificate("CN = ca", "CN = ca")
        func agreed(_ leaf: CertificateFacts?, isReused: Bool = false, alpn: String? = "h2") -> ConnectionFacts {
            ConnectionFacts(
                isReused: isReused, tlsVersion: "TLSv1.3", tlsCipher: suite, alpn: alpn,
                certificates: leaf.map { [$0, root] } ?? [])
        }
        let (past, later) = ("Nov 20 12:00:00 2026 GMT", "Nov 22 12:00:00 2026 GMT")
        return [
            ("none", nil), ("empty", ConnectionFacts()), ("no chain", agreed(nil, isReused: true, alpn: nil)),
            ("whole", agreed(certificate("CN = a", "CN = ca", isWhole: true))),
            ("reused", agreed(certificate("CN = a", "CN = ca"), isReused: true)),
            ("self-signed", agreed(certificate("CN = a", "CN = a"), alpn: "http/1.1")),
            ("expired", agreed(certificate("CN = a", "CN = ca", until: past))),
            ("expires now", agreed(certificate("CN = a", "CN = ca", until: "Nov 21 10:32:01 2026 GMT"))),
            ("not yet", agreed(certificate("CN = a", "CN = ca", from: later))),
            ("no dates", agreed(certificate("CN = a", "CN = ca", from: "soon", until: "later"))),
            (
                "only shown", ConnectionFacts(certificates: [certificate("CN = a", "CN = ca", isWhole: true)])
            ),
            (
                "old", ConnectionFacts(tlsVersion: "TLSv1.2", tlsCipher: "ECDHE-RSA-AES128-SHA", alpn: "odd")
            ),
        ]
    }()

    @Test func `each connection is reported as it was recorded`() throws {
        let refused = EngineError(category: .tls, phase: .tls, sentence: "Nobody knows it.", hint: "Look.")
        let pin = PublicKeyPin(hash: Array(repeating: 7, count: 32))
        var parts = [
            ("nothing sent", Self.text(TLSReport.lines(ExchangeFixtures.exchange(hops: []), now: Self.now)))
        ]
        func add(_ name: String, _ exchange: Exchange) {
            let found = Subjects.of(exchange, at: .tls, now: Self.now).map(\.heading)
            parts.append(
                (
                    name,
                    "\(Self.text(TLSReport.lines(exchange, now: Self.now)))\nunverified: \(TLSReport.isUnverified(exchange))\nexplained: \(found)"
                ))
        }
        for (name, facts) in Self.connections {
            add(name, ReportFixtures.exchange(facts))
            add("\(name), plain", ReportFixtures.exchange(facts, scheme: .http))
            add("\(name), refused", ReportFixtures.exchange(facts, error: refused))
            add("\(name), other failure", ReportFixtures.exchange(facts, error: ExchangeFixtures.timeout))
            add("\(name), not verified", ReportFixtures.exchange(facts) { $0.verifiesTLS = false })
            add(
                "\(name), pinned",
                ReportFixtures.exchange(facts) {
                    $0.tls.pinnedKeys = [pin]
                    $0.caFile = "/ca.pem"
                })
        }
        for outcome in CacheDecision.Outcome.allCases {
            add("\(outcome)", ReportFixtures.exchange(nil, decision: ReportFixtures.decision(outcome)))
        }
        try Recorded.expect(parts, in: "connection-reports")
    }

    // MARK: The cache

    @Test func `each decision of the cache is reported as it was recorded`() throws {
        let control: [HeaderFields] = [
            [], [HeaderField("Cache-Control", "max-age=60")], [HeaderField("Cache-Control", "max-age=0")],
            [HeaderField("Cache-Control", "no-cache, max-age=60")], [HeaderField("Cache-Control", "max-age=x")],
            [HeaderField("Expires", "Sat, 21 Nov 2026 11:32:01 GMT")], [HeaderField("Expires", "0")],
            [HeaderField("Last-Modified", "Sat, 21 Nov 2015 11:32:01 GMT")],
        ]
        let ages: [ResponseAge?] = [
            nil, ResponseAge(ageField: nil, date: nil, apparent: 0, responseDelay: 0, resident: 9_500_000),
            ResponseAge(ageField: 30, date: 1_795_257_000, apparent: 4, responseDelay: 2_600_000, resident: 400_000),
            ResponseAge(ageField: 3, date: 1_795_257_000, apparent: 121, responseDelay: 0, resident: -900_000),
            ResponseAge(ageField: nil, date: nil, apparent: 0, responseDelay: 0, resident: -1_000_001),
        ]
        let lifetimes = [
            FreshnessLifetime(seconds: 60, source: .maxAge), FreshnessLifetime(seconds: 0, source: .unreadableMaxAge),
            FreshnessLifetime(seconds: 3600, source: .expires(1_795_260_600, date: 1_795_257_000)),
            FreshnessLifetime(seconds: 0, source: .unreadableExpires),
            FreshnessLifetime(seconds: 12, source: .heuristic(lastModified: 1_795_256_880, date: 1_795_257_000)),
            FreshnessLifetime(seconds: 0, source: .none),
        ]
        var parts: [(String, String)] = []
        func add(_ name: String, _ headers: HeaderFields, _ change: (inout CacheDecision) -> Void) {
            var decision = ReportFixtures.decision(.miss, .noVariantMatches(count: 2))
            change(&decision)
            let hop = ReportFixtures.hop(decision, headers: headers)
            let exchange = ExchangeFixtures.exchange(hops: [hop])
            let found = Subjects.of(exchange, at: .cache, now: Self.now)
            let lines = Self.text(CacheReasons.lines(hop, arrivedAt: ExchangeFixtures.start))
            parts.append((name, "\(lines)\nexplained: \(found.map(\.heading))"))
        }
        for (place, headers) in control.enumerated() {
            for storing in [CacheDecision.Storing.stored, .renewed, .combined, .nothing, .refused("no-store")] {
                add("headers \(place), \(storing)", headers) { $0.storing = storing }
            }
        }
        for (place, age) in ages.enumerated() {
            for lifetime in lifetimes {
                add("age \(place), \(lifetime.source)", []) { ($0.age, $0.lifetime) = (age, lifetime) }
            }
        }
        add("hidden", []) { $0.hiddenError = ExchangeFixtures.timeout }
        try Recorded.expect(parts, in: "cache-reports")
    }

    // MARK: Headers

    @Test func `where headers come from is reported as it was recorded`() throws {
        let origins: [HeaderField.Origin] = [.typed, .engine, .environment, .auth, .cookie, .cache]
        let names = [
            "Host", "User-Agent", "Accept", "Accept-Encoding", "Content-Length", "Transfer-Encoding", "Via", "X-A",
        ]
        let fields = names.flatMap { name in origins.map { HeaderField(name, "{{a}}", origin: $0) } }
        let plain = ["identity", "gzip", ""].map { HeaderField("accept-encoding", $0, origin: .engine) }
        func sent(_ cause: Hop.Cause, _ fields: [HeaderField], heldBack: [String] = []) -> String {
            let like = ExchangeFixtures.request()
            let request = PreparedRequest(
                method: like.method, url: like.url, headers: HeaderFields(fields), body: like.body,
                options: like.options)
            return Self.text(
                HeaderOrigins.lines(
                    ExchangeFixtures.hop(cause: cause, request: request, response: nil, heldBack: heldBack)))
        }
        var parts = [
            ("each", sent(.first, fields)), ("codings", sent(.first, plain)),
            ("redirect", sent(.redirect(status: 307), [HeaderField("A", "b")])),
            ("held back", sent(.redirect(status: 302), [], heldBack: ["Authorization", "Cookie"])),
        ]
        for method in ["GET", "HEAD", "POST", "b@d"] {
            for hasBody in [false, true] {
                for (jar, mode) in [(nil, .default), (0, .noStore), (1, .reload), (2, .noCache)] as [(Int?, CacheMode)]
                {
                    for headers: HeaderFields in [
                        [], [HeaderField("Cookie", "a=b"), HeaderField("Accept", "x/y")],
                        [HeaderField("Range", "bytes=0-1"), HeaderField("User-Agent", "")],
                        [HeaderField("bad name", "x"), HeaderField("Host", "h")],
                    ] {
                        let plan = HeaderOrigins.Plan(
                            method: method, host: "{{host}}:8080", headers: headers, hasBody: hasBody, jarCount: jar,
                            cacheMode: mode)
                        let added = Self.text(HeaderOrigins.added(plan, userAgent: "agent/1"))
                        parts.append(
                            (
                                "\(method) \(hasBody) \(jar ?? -1) \(mode) \(headers.map(\.name))",
                                "\(Self.text(HeaderOrigins.lines(plan, userAgent: "agent/1")))\nadded:\n\(added)"
                            ))
                    }
                }
            }
        }
        try Recorded.expect(parts, in: "header-reports")
    }
}
