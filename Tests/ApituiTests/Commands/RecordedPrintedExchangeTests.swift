import ArgumentParser
import Base
import NetEngineRequestLog
import TestSupport
import Testing

@testable import NetEngine
@testable import TerminalUI
@testable import Workspace
@testable import apitui

/// What commands print of many exchanges, and what flags of connections do, as it was recorded (`Recorded`).
@Suite struct RecordedPrintedExchangeTests {
    private typealias F = ExchangeFixtures

    // MARK: Exchanges

    /// A request whose URL, headers and body hold secrets.
    private static func request(_ change: (inout RequestOptions) -> Void = { _ in }) -> PreparedRequest {
        var options = RequestOptions()
        change(&options)
        return PreparedRequest(
            method: .get,
            url: HTTPURL(
                scheme: .https, userInfo: "me:s3cret", host: "h.example", explicitPort: nil, path: "/a",
                query: "access_token=t0ken&b=2"),
            headers: [
                HeaderField("Authorization", "Bearer t0ken", origin: .auth), HeaderField("Cookie", "sid=c00kie; a=b"),
                HeaderField("X-Ä", "\u{1B}[2J é"),
            ], body: .bytes(Array("password=t0ken".utf8)), options: options)
    }

    private static let certificate = CertificateFacts(
        subject: "CN = h.example", issuer: "CN = ca", notBefore: "Oct 22 12:00:00 2026 GMT",
        notAfter: "Dec 1 12:00:00 2026 GMT", alternativeNames: "DNS:h.example")

    private static func decision(
        _ outcome: CacheDecision.Outcome, _ reason: CacheReason, _ change: (inout CacheDecision) -> Void = { _ in }
    ) -> CacheDecision {
        var decision = CacheDecision(
            outcome: outcome, reason: reason, mode: .default, key: CacheKey(text: "GET http://x/"))
        change(&decision)
        return decision
    }

    private static func cached(_ decision: CacheDecision, validation: Response? = nil) -> Exchange {
        let hop = Hop(
            cause: .first, request: F.request(method: "GET", body: .none), sentHead: [], sentBodyByteCount: 0,
            response: F.response(status: 200, reason: "OK"), connection: nil, startOffset: .zero,
            timings: PhaseTimings(total: .microseconds(700)), cacheDecision: decision, validation: validation)
        return F.exchange(hops: [hop], timings: PhaseTimings(total: .microseconds(800)))
    }

    private static var connections: [(String, ConnectionFacts)] {
        [
            ("nothing known", ConnectionFacts()), ("unix socket", ConnectionFacts(unixSocket: "/run/x.sock")),
            (
                "reused through a proxy",
                ConnectionFacts(
                    remoteAddress: "::1", remotePort: 3128, localPort: 9, isReused: true, proxy: "http://p:3128")
            ),
            (
                "TLS",
                ConnectionFacts(
                    remoteAddress: "10.0.0.1", remotePort: 443, tlsVersion: "TLSv1.3",
                    tlsCipher: "TLS_AES_128_GCM_SHA256", alpn: "h2", certificates: [certificate])
            ), ("TLS alone", ConnectionFacts(remoteAddress: "10.0.0.1", remotePort: 443, tlsVersion: "TLSv1.2")),
        ]
    }

    private static var exchanges: [(String, Exchange)] {
        let moved = F.response(status: 302, reason: "Found", headers: [HeaderField("Location", "/b")], body: [])
        let odd = F.response(
            status: 299, reason: "\u{1B}odd", headers: [HeaderField("Set-Cookie", "sid=c00kie; Path=/")],
            body: [0xFF, 0x00, 0x41], wire: 2, codings: ["gzip", "br"], isComplete: false, version: .http2)
        var all: [(String, Exchange)] = [
            ("plain", F.exchange()), ("no hops", F.exchange(hops: [], response: nil)),
            ("no hops, an error", F.exchange(hops: [], response: nil, error: F.timeout)),
            ("an error", F.exchange(hops: [F.hop(response: nil)], response: nil, error: F.timeout)),
            ("a response and an error", F.exchange(error: F.timeout)),
            ("secrets", F.exchange(hops: [F.hop(request: request(), response: F.response())])),
            ("not verified", F.exchange(hops: [F.hop(request: request { $0.verifiesTLS = false }, response: odd)])),
            ("odd", F.exchange(hops: [F.hop(response: odd)])),
            ("empty", F.exchange(hops: [F.hop(response: F.response(status: 204, reason: "", headers: [], body: []))])),
            (
                "redirects",
                F.exchange(hops: [
                    F.hop(request: request(), response: moved),
                    F.hop(cause: .redirect(status: 302), response: moved, startOffset: .milliseconds(3)),
                    F.hop(
                        cause: .redirect(status: 307), response: F.response(), startOffset: .milliseconds(9),
                        heldBack: ["Authorization", "Cookie"]),
                ])
            ),
            (
                "retries",
                F.exchange(hops: [
                    F.hop(response: nil), F.hop(cause: .retry, response: F.response(status: 503, reason: "No")),
                    F.hop(cause: .retry, response: F.response()),
                ])
            ), ("no times", F.exchange(timings: PhaseTimings())),
            (
                "own work",
                F.exchange(
                    timings: PhaseTimings(queue: .seconds(2), wait: .milliseconds(5), total: .milliseconds(2005)))
            ),
        ]
        for (name, facts) in connections {
            all.append((name, F.exchange(hops: [F.hop(response: F.response(), connection: facts)])))
        }
        let lifetime = FreshnessLifetime(seconds: 60, source: .maxAge)
        all += [
            ("hit", cached(decision(.hit, .fresh(age: 3, lifetime)))),
            (
                "revalidated",
                cached(
                    decision(.revalidated, .notModified(validator: "ETag")) { $0.storing = .renewed },
                    validation: F.response(status: 304, reason: "Not Modified", body: []))
            ),
            (
                "stale",
                cached(decision(.stale, .staleWhileRevalidate(by: 5, window: 30)) { $0.background = F.id(9) })
            ), ("miss", cached(decision(.miss, .nothingStored) { $0.storing = .refused("no-store") })),
            (
                "hidden",
                cached(
                    decision(.stale, .staleIfError(by: 5, window: 30, .timeout)) {
                        $0.hiddenError = F.timeout
                        $0.age = ResponseAge(
                            ageField: 3, date: nil, apparent: 0, responseDelay: 0, resident: 62_000_000)
                        $0.lifetime = lifetime
                    })
            ),
        ]
        return all
    }

    @Test func `each exchange is printed as it was recorded`() throws {
        var parts: [(String, String)] = []
        for (name, exchange) in Self.exchanges {
            for (word, secrets) in [("hidden", SentSecrets([exchange])), ("shown", SentSecrets.revealed)] {
                let responses = exchange.hops.compactMap(\.response)
                let heads = Printed.escaped(String(decoding: ExchangeHeads.of(responses, secrets), as: UTF8.self))
                let lines =
                    ["heads: \(heads)"] + ExchangeHeads.verbose(exchange, secrets).map(\.string)
                    + ExchangeSummary.lines(exchange, secrets).map(\.string)
                    + ExchangeSummary.lines(exchange, secrets, isAskedFor: true).map(\.string).suffix(1)
                parts.append(("\(name), \(word)", lines.joined(separator: "\n")))
                let document = ExchangeJSON(secrets: secrets).document(
                    exchange, renewal: name == "stale" ? exchange : nil, file: name == "odd" ? nil : "a.http", line: 3,
                    id: "create",
                    responseFile: name == "odd"
                        ? .failure(CollectionError(sentence: "Full.")) : name == "empty" ? .success("out") : nil)
                parts.append(("\(name), \(word), as JSON", Printed.escaped(document.text)))
            }
            var out = JSONWriter()
            BatchResult(id: Array(#""1""#.utf8), exchange: exchange, queue: .microseconds(1500)).write(to: &out)
            parts.append(("\(name), of a batch", Printed.escaped(String(decoding: out.bytes, as: UTF8.self))))
        }
        try Recorded.expect(parts, in: "printed/exchanges")
    }

    @Test func `each failure is said as it was recorded, with its status`() throws {
        let phases: [Phase?] = [nil] + Phase.allCases
        try Recorded.expect(
            ErrorCategory.allCases.map { category in
                let lines = phases.map { phase in
                    let error = EngineError(
                        category: category, phase: phase, sentence: "It failed.", hint: "Look.",
                        underlying: UnderlyingCode(domain: .curl, code: 7, text: "no"))
                    let code = Printed.escaped(ExchangeJSON.error(error).text)
                    return "\(ExchangeSummary.sentence(error).string)\n\(code)"
                }
                return ("\(category.rawValue), status \(ExitStatus(category).rawValue)", lines.joined(separator: "\n"))
            }, in: "printed/failures")
    }

    // MARK: Flags

    @Test func `the flags of a connection change the recorded options`() throws {
        let key = "sha256//AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
        let all = [
            "", "-x http://p:3128", "-x socks5h://u:p@p:1080", "-x env", "-x none", "-x p", "-x ftp://p", "-x http://",
            "--proxy https://p", "--pinnedpubkey \(key)", "--pinnedpubkey \(key);\(key)", "--pinnedpubkey x",
            "--pinnedpubkey ;", "--tlsv1.2", "--tlsv1.3", "--tlsv1.2 --tlsv1.3", "-k", "--insecure",
            "--unix-socket /run/x.sock", "--unix-socket @x", "--unix-socket /\(String(repeating: "x", count: 120))",
            "--resolve h:80:127.0.0.1", "--resolve *:443:[::1]", "--resolve h:80:1.2.3.4,::1", "--resolve h:x:1",
            "--resolve h", "--resolve -h:80", "--resolve +h:80:1.2.3.4", "--connect-to a:1:b:2", "--connect-to :::8080",
            "--connect-to ::b:", "--connect-to a", "--connect-to a:x:b:1", "--connect-to [::1]:1:[::2]:2", "-4", "-6",
            "-4 -6", "--ipv4", "--interface eth0", "--interface 127.0.0.1", "--http1.0", "--http1.1", "--http2",
            "--http2-prior-knowledge", "--http2 --http1.1", "--key nowhere", "--cert nowhere", "--cert nowhere:pw",
            "--cert now\\:here:p:w", "--cacert nowhere", "--capath nowhere",
            "--resolve a:1:1.1.1.1 --resolve b:2:2.2.2.2",
            "-E", "--nope",
        ]
        let usual = Set(Printed(RequestOptions()).text.split(separator: "\n"))
        try Recorded.expect(
            all.map { line in
                do {
                    let flags = try ConnectionFlags.parse(line.split(separator: " ").map(String.init))
                    var options = RequestOptions()
                    try flags.apply(to: &options)
                    let changed = Printed(options).text.split(separator: "\n").filter { !usual.contains($0) }
                    return (line, "empty \(flags.isEmpty)\n\(changed.joined(separator: "\n"))")
                } catch {
                    return (line, ConnectionFlags.message(for: error))
                }
            }, in: "printed/connections")
    }

    @Test func `a word of the command line means what was recorded`() throws {
        let words = [
            "", "-", "-#a", "-:3", "a.http", "a.http#x", "a.http#", "a.http:3", "a.http:0", "a.http:-1", "a.http:x",
            "a.http#x:3", "a.http:3#x", "gone.http", "gone.http:3", "gone.http#a#b", "we#ird.http", "we#ird.http#x",
            "we#ird.http:7", "#", "#x", "dir", "dir/a.http#é", "http://h", "HTTP://h", "https:h", "{{x}}", "{{x}}.http",
            "localhost", "localhost#x", "localhosts", "localhost:x", "LOCALHOST/a", "h:80", "h:80/a#b", "h:80?x", "h:",
            "h:8a", "[::1]:80", "a.rest:3", ":80", "a.b.c:1/x:y",
        ]
        let files: Set = ["a.http", "we#ird.http", "dir", "h:8a"]
        try Recorded.expect(
            words.map { word in
                let reference = RequestReference(word) { files.contains($0) }
                let line = reference.line.map { "\($0)" } ?? "-"
                let isURL = TypedRequest.isURL(word) { files.contains($0) }
                return (
                    Printed.quoted(word),
                    "path \(Printed.quoted(reference.path)), name \(reference.name ?? "-"), line \(line), URL \(isURL)"
                )
            }, in: "printed/words")
    }
}
