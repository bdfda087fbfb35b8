import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// The numbers by which the log keeps values, as they were recorded: logs of today must be read tomorrow.
@Suite struct StoredNumberTests {
    private typealias F = ExchangeFixtures

    /// Each value with its number, those of records below them.
    private static func lines(_ bytes: ArraySlice<UInt8>, _ indent: String = "") -> String {
        var rest = bytes
        func varint() -> UInt64? {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while let byte = rest.popFirst(), shift < 64 {
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            return nil
        }
        var text = ""
        while let key = varint(), let value = varint() {
            guard key & 1 == 1 else {
                text += "\(indent)\(key >> 1) \(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))\n"
                continue
            }
            let part = rest.prefix(Int(value))
            rest = rest.dropFirst(Int(value))
            let isText = part.allSatisfy { $0 >= 0x20 && $0 != 0x7F || [9, 10, 13].contains($0) }
            text += "\(indent)\(key >> 1)"
            text +=
                isText
                ? " \(Printed.quoted(String(decoding: part, as: UTF8.self)))\n" : "\n\(lines(part, indent + "  "))"
        }
        return text
    }

    private static func stored(_ exchange: Exchange) -> String {
        let stored = StoredExchange(exchange, StoringRedactor(Redaction(), storing: exchange), bodyLimit: 1 << 20)
        return stored.bodies.map { "body \($0.slot), \($0.size) bytes\n" }.joined() + lines(stored.data[...])
    }

    private static func options() -> RequestOptions {
        var options = RequestOptions(
            followRedirects: false, maxRedirects: 3, maxBodyBytes: 99, httpVersion: .http1_0, verifiesTLS: false,
            caFile: "/ca.pem", decodesContent: false, waitsForConnectivity: true, cacheMode: .onlyIfCached,
            proxy: .url("http://p.test:1"), connection: ConnectionOptions(unixSocket: "/s"),
            tls: TLSOptions(minimumVersion: .tls1_3))
        options.timeouts.total = .seconds(7)
        options.log = RequestLogOptions(
            name: "n", file: "/f", line: 3, collection: "/c", environment: "e", run: "r", resendOf: 4)
        return options
    }

    private static func connected() throws -> Exchange {
        let facts = ConnectionFacts(
            remoteAddress: "::1", remotePort: 443, localPort: 9, isReused: true, tlsVersion: "TLSv1.3",
            tlsCipher: "TLS_A", alpn: "h2",
            certificates: [
                CertificateFacts(
                    subject: "CN=h", issuer: "CN=ca", notBefore: "May 1", notAfter: "May 2", alternativeNames: "DNS:h",
                    serialNumber: "01", signatureAlgorithm: "sha256", publicKey: "rsa",
                    publicKeyPin: try PublicKeyPin("sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="))
            ], proxy: "http://p:1", unixSocket: "/s")
        let response = Response(
            status: 200, reason: Array("OK".utf8), httpVersion: .http2,
            headers: [HeaderField("A", "1", origin: .cache)],
            trailers: [HeaderField("T", "2")], rawHead: Array("HTTP/2 200 OK\r\nA: 1\r\n\r\n".utf8),
            interimHeads: [Array("HTTP/2 103\r\n\r\n".utf8)], body: [1, 2, 3], wireBodyByteCount: 9,
            decodedCodings: ["gzip"], isComplete: false)
        let timings = PhaseTimings(
            queue: .nanoseconds(1), dns: .nanoseconds(2), connect: .nanoseconds(3), tls: .nanoseconds(4),
            send: .nanoseconds(5), wait: .nanoseconds(6), receive: .nanoseconds(7), total: .nanoseconds(8))
        var error = EngineError(
            category: .connect, phase: .tls, sentence: "No.", hint: "Look.",
            underlying: UnderlyingCode(domain: .curl, code: 7, text: "refused"), status: 503, isConnectionLoss: true)
        error.remedy = .trustProxy
        return Exchange(
            id: F.id(9),
            draft: RequestDraft(
                method: "OPTIONS", url: "http://h/x", target: .server,
                headers: [HeaderField("X", "y"), HeaderField("Key", "k", isSecret: true)],
                body: .bytes(Array("body".utf8)), options: options()), startedAt: F.start,
            hops: [
                F.hop(response: F.response()),
                F.hop(
                    cause: .redirect(status: 307), response: response, connection: facts, startOffset: .milliseconds(3),
                    timings: timings, heldBack: ["Authorization"]), F.hop(cause: .retry, response: nil),
            ], timings: timings, retryWait: .milliseconds(7), error: error, revalidates: F.id(5))
    }

    private static func refused() -> Exchange {
        let fault = APIFault(status: "E5", message: "no such order", response: F.response())
        return F.exchange(
            draft: RequestDraft(method: "PUT", url: "http://h/", body: .file(path: "/a.bin")),
            error: EngineError(category: .api, sentence: "No.", hint: "Look.", detail: .api(fault)))
    }

    @Test func `each value is kept by its number, as it was recorded`() throws {
        var decision = CacheDecision(
            outcome: .hit, reason: .fresh(age: 3, FreshnessLifetime(seconds: 9, source: .expires(5, date: 6))),
            mode: .default, key: CacheKey(text: "http://h/"))
        decision.storing = .refused("no room")
        let fresh = Hop(
            cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0, response: nil, connection: nil,
            startOffset: .zero, timings: PhaseTimings(), cacheDecision: decision)
        decision = CacheDecision(
            outcome: .revalidated, reason: .changed(.requestMaxAge(5, age: 9)), mode: .default,
            key: CacheKey(text: "http://h/"))
        let changed = Hop(
            cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0, response: nil, connection: nil,
            startOffset: .zero, timings: PhaseTimings(), cacheDecision: decision)
        try Recorded.expect(
            [
                ("a cache, a proxy and a jar", Self.stored(try LoggedFormTests.full())),
                ("a connection, options and an error", Self.stored(try Self.connected())),
                ("an error of an API", Self.stored(Self.refused())),
                ("what a cache decided", Self.stored(F.exchange(hops: [fresh, changed]))),
            ], in: "engine/stored-numbers")
    }
}
