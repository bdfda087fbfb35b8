import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI

/// The TLS tab, and the warning of a connection that was not verified.
@Suite struct TLSTabTests {
    private func exchange(_ number: UInt64, verifies: Bool = true, error: EngineError? = nil) -> Exchange {
        var options = RequestOptions()
        options.verifiesTLS = verifies
        let plain = ExchangeFixtures.request(host: "shop.example", scheme: .https)
        let request = PreparedRequest(
            method: plain.method, url: plain.url, headers: plain.headers, body: plain.body, options: options)
        let certificate = CertificateFacts(
            subject: "CN = shop.example", issuer: "CN = Shop CA", notBefore: "Oct 22 12:00:00 2026 GMT",
            notAfter: "Dec 21 12:00:00 2026 GMT", alternativeNames: "DNS:shop.example",
            signatureAlgorithm: "sha256WithRSAEncryption", publicKey: "RSA 2048")
        let facts = ConnectionFacts(
            remoteAddress: "127.0.0.1", remotePort: 443, tlsVersion: error == nil ? "TLSv1.3" : nil,
            tlsCipher: error == nil ? "TLS_AES_256_GCM_SHA384" : nil, alpn: error == nil ? "h2" : nil,
            certificates: [certificate])
        let response = error == nil ? ExchangeFixtures.response() : nil
        let hop = Hop(
            cause: .first, request: request, sentHead: [], sentBodyByteCount: 0, response: response, connection: facts,
            startOffset: .zero, timings: ExchangeFixtures.timings)
        return ExchangeFixtures.exchange(number, hops: [hop], error: error)
    }

    /// The TLS tab in view.
    private func robot(verifies: Bool = true, error: EngineError? = nil) -> Robot {
        let robot = Robot(100, 40)
        robot.press("j")
        _ = robot.send()
        robot.finish(exchange(robot.lastExchange, verifies: verifies, error: error))
        robot.press("3", "z")
        for _ in 0..<10 where robot.responseTab != "TLS" { robot.press("]") }
        return robot
    }

    @Test func `the tab is there if the last request of an exchange used TLS`() {
        let plain = ExchangeFixtures.hop(response: ExchangeFixtures.response(status: 302, body: []))
        let secure = exchange(1).hops
        func hasTab(_ hops: [Hop]) -> Bool {
            ExchangeFixtures.pane(ExchangeFixtures.exchange(hops: hops)).tabs.contains(.tls)
        }
        #expect([hasTab([plain] + secure), hasTab(secure + [plain])] == [true, false])
    }

    @Test func `the tab shows the agreement and the chain`() {
        let rows = robot().inside(.response).map { $0.trimmingSuffix() }
        #expect(rows.contains { $0.hasPrefix("Verified: the chain leads to an authority") })
        for row in [
            "version      TLSv1.3", "cipher       TLS_AES_256_GCM_SHA384", "ALPN         h2",
            "Certificate 1 of 1: server", "issuer       CN = Shop CA", "names        DNS:shop.example",
            "valid until  2026-12-21 12:00:00 UTC, 30 d left", "key          RSA 2048",
        ] { #expect(rows.contains(row), "\(row)\n\(rows.joined(separator: "\n"))") }
    }

    @Test func `a certificate that was refused is shown with the reason`() {
        let error = EngineError(
            category: .tls, phase: .tls, sentence: "The certificate of shop.example is not trusted.", hint: "Trust it.")
        let rows = robot(error: error).inside(.response).map { $0.trimmingSuffix() }
        #expect(rows.contains("Not accepted: The certificate of shop.example is not trusted."))
        #expect(rows.contains("subject      CN = shop.example"))
    }

    @Test func `a connection that was not verified says so in tab, headline and log`() {
        let robot = robot(verifies: false)
        #expect(robot.inside(.response).contains { $0.hasPrefix("Not verified: the certificate was not checked.") })
        #expect(robot.border(.response).contains("TLS not verified"))
        robot.press("z")
        #expect(robot.logRows.contains { $0.contains("unverified") })
    }

    @Test func `a verified connection and plain http have no such mark`() throws {
        let verified = robot()
        verified.press("z")
        #expect(!verified.screen.contains("not verified"))
        let plain = Robot(100, 40)
        plain.press("j")
        try plain.finish(#require(plain.send()), .ok)
        #expect(!plain.screen.contains("not verified"))
        #expect(!plain.screen.contains("TLS"))
    }

    @Test func `K on the tab explains what is on it`() {
        let robot = robot(verifies: false)
        robot.press("K")
        #expect(robot.screen.contains("Anybody between could read and change everything."))
    }
}

extension String {
    fileprivate func trimmingSuffix() -> String {
        var text = self
        while let last = text.last, last == " " || last == "█" || last == "│" { text.removeLast() }
        return text
    }
}
