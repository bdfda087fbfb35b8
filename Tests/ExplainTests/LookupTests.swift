import Testing

@testable import Explain

/// What `apitui explain` and the search of the overlay find.
@Suite struct LookupTests {
    private func headings(_ text: String) -> [String] {
        Glossary.explanations(of: text, now: 1_700_000_000).map(\.heading)
    }

    @Test(arguments: [
        ("404", "404 Not Found"), ("HTTP/1.1 503 Service Unavailable", "503 Service Unavailable"), ("599", "599"),
        ("max-age=60", "max-age=60"), ("Vary: Accept", "Vary"), ("X-Thing: 1", "X-Thing"),
        ("application/vnd.shop+json; v=2", "application/vnd.shop+json; v=2"), ("image/avif", "image/avif"),
        ("TLS_CHACHA20_POLY1305_SHA256", "TLS_CHACHA20_POLY1305_SHA256"),
        ("ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256"),
    ]) func `a line as it is on the screen is understood`(_ written: String, _ heading: String) {
        #expect(headings(written) == [heading])
    }

    @Test(arguments: ["", "nothing", "a-b-c", "https://host/path", "99", "6000"])
    func `what is no term is not explained`(_ written: String) { #expect(headings(written) == []) }

    @Test func `a status that is not registered is explained by its class`() {
        let found = Glossary.explanations(of: "599", now: 0)
        #expect(found.first?.text.contains("an error of the server, as 500") == true)
    }

    @Test func `a cipher suite is explained part by part`() {
        let parts = Glossary.cipherSuite("ECDHE-RSA-AES128-GCM-SHA256")?.first?.details ?? []
        #expect(parts.map { $0.prefix { $0 != ":" } } == ["ECDHE", "RSA", "AES128", "GCM", "SHA256"])
    }

    @Test func `a status says what caches do with it`() {
        #expect(
            Explanation.status(404).details == ["Caches may store such a response even if nothing says for how long."])
        #expect(Explanation.status(412).details.first?.contains("never stored here") == true)
    }
}
