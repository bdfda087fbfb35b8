import CCurl
import TestSupport
import Testing

@testable import NetEngine

/// What failures of libcurl, of TLS and of limits mean, as it was recorded (`Recorded`).
@Suite struct RecordedFailureTests {
    private static let stages: [String: CurlTransfer.Stage] = [
        "queued": .queued, "resolving": .resolving, "connecting": .connecting, "tls": .tls, "sending": .sending,
        "waiting": .waiting, "receiving": .receiving,
    ]

    /// A line of `Cases/failures.txt`: libcurl's code, the stage, then parts as `ScriptLine` reads them; the body is libcurl's text.
    private static func error(_ line: ScriptLine) throws -> EngineError {
        var tls = TLSOptions()
        if line.options["tls1_3"] != nil { tls.minimumVersion = .tls1_3 }
        if let file = line.options["certificate"] {
            tls.clientCertificate = ClientCertificate(
                file: file, keyFile: line.options["key"], password: line.options["password"])
        }
        let url = try HTTPURL.parse(line.options["url"] ?? "http://h.test/")
        let families: [String: ConnectionOptions.AddressFamily] = ["4": .ipv4, "6": .ipv6]
        return CurlFailure(
            code: CURLcode(UInt32(line.word(0)) ?? 0), descriptorShortage: line.number("shortage").map(Int32.init),
            text: line.body ?? "", systemError: Int32(line.number("errno") ?? 0),
            verifyResult: line.number("verify") ?? 0, stage: stages[line.word(1)] ?? .waiting,
            hasFirstByte: line.options["byte"] != nil, hasFinalHead: line.options["head"] != nil,
            followsInterim: line.options["interim"] != nil, wasToBeSentAgain: line.options["again"] != nil,
            isAtProxy: line.options["at-proxy"] != nil, proxyStatus: line.number("status"),
            proxyError: line.number("proxy-error") ?? 0,
            proxy: try line.options["proxy"].map { try ProxyServer($0) }, unixSocket: line.options["socket"],
            addressFamily: line.options["family"].flatMap { families[$0] } ?? .any,
            connectLimit: line.duration("limit"), tls: tls, isOnKeptConnection: line.options["kept"] != nil,
            speaksHTTP2: line.options["http2"] != nil, receivedBodyBytes: line.number("received") ?? 0,
            declaredLength: line.number("declared"), firstBytes: Array((line.options["first"] ?? "").utf8),
            url: url, server: url, verifiesTLS: true
        ).error
    }

    @Test func `failures of libcurl mean what was recorded`() throws {
        try Recorded.expect(
            try RecordedCases.lines("failures") { "  \(ExchangeText.error(try Self.error(ScriptLine($1))))" },
            in: "engine/failures")
    }

    @Test func `limits and categories say what was recorded`() throws {
        let urls = try ["http://h.test/", "https://h.test:81/x"].map { try HTTPURL.parse($0) }
        let proxy = try ProxyServer("socks5h://p.test")
        var parts: [(name: String, text: String)] = Phase.allCases.map { phase in
            var text = ""
            for isTotal in [false, true] {
                for limit in [nil, .milliseconds(1), .milliseconds(1500), .seconds(60), .seconds(7200)] as [Duration?] {
                    for (url, proxy) in [(urls[0], nil), (urls[1], proxy)] {
                        text += ExchangeText.error(
                            .timeout(phase, isTotal: isTotal, limit: limit, url: url, proxy: proxy))
                    }
                }
            }
            return ("limit of \(phase.rawValue)", text)
        }
        for limit in [nil, .seconds(5)] as [Duration?] {
            parts.append(
                (
                    "no network, limit \(limit.map { "\($0)" } ?? "none")",
                    ExchangeText.error(.noNetworkInTime("h.test", limit: limit, phase: .queue))
                ))
        }
        for category in ErrorCategory.allCases {
            var text = "\(category.title) | \(category.hint) | \(category.isRetryable)\n"
            for status in [nil, 0, 399, 408, 425, 429, 499, 500, 501, 503, 505, 511] as [Int?] {
                let error = EngineError(category, "It failed.", status: status)
                text += "\(status.map { "\($0)" } ?? "-") \(error.isRetryable ? "retryable" : "final")\n"
            }
            parts.append((category.rawValue, text))
        }
        for status in [100, 199, 200, 299, 300, 301, 302, 303, 304, 305, 307, 308, 399, 400, 499, 500, 599, 600, 999] {
            parts.append(
                ("status \(status)", EngineError.status(status).map { ExchangeText.error($0) } ?? "a success\n"))
            parts.append(
                (
                    "unwanted \(status)",
                    ExchangeText.error(.unwantedStatus(status, accepted: 200...200))
                        + ExchangeText.error(.unwantedStatus(status, accepted: 200...204))
                ))
        }
        for count in [0, 1, 1023, 1024, 1025, 1536, 1 << 20, (1 << 20) + 1, 3 << 20, 1 << 30, (1 << 30) + 1024] {
            parts.append(("\(count)", "\(EngineError.byteCount(count))"))
        }
        for length in [0, 1, 39, 40, 41, 42] {
            parts.append(("quoted \(length)", EngineError.quoted(String(repeating: "x", count: length))))
        }
        try Recorded.expect(parts, in: "engine/limits")
    }
}
