import TestSupport
import Testing

@testable import Explain

/// All that `apitui explain` and `K` can say of a word, as it was recorded (`Recorded`).
@Suite struct RecordedExplanationTests {
    @Test func `each term is explained as it was recorded`() throws {
        try Recorded.expect(
            Glossary.terms.map { ("\($0.kind) \($0.name)", Printed(Explanation($0)).text) }, in: "terms")
    }

    @Test func `each word is understood as it was recorded`() throws {
        let words = """
            404
            4xx
            299
            600
            HTTP/1.1 503 Service Unavailable
            HTTP/2 200
            GET
            get
            PURGE
            Cache-Control: no-store, max-age=60
            max-age=60
            stale-while-revalidate
            no-cache
            Vary
            vary: *
            ETag: W/"x"
            Set-Cookie: a=b; Secure; SameSite=None
            Content-Type: text/html; charset=utf-8
            text/html
            application/json
            application/vnd.x+json
            foo/bar
            charset=utf-8
            timeout
            tls
            dns
            wait
            time to first byte
            TLSv1.3
            TLS 1.2
            h2
            http/1.1
            TLS_AES_128_GCM_SHA256
            ECDHE-ECDSA-CHACHA20-POLY1305
            PROTOCOL_ERROR
            REFUSED_STREAM
            certificate has expired
            self-signed
            hit
            stale
            revalidated
            N7
            n21
            E11
            E99
            @assert
            # @timeout 5
            timeout 5
            $uuid
            cors
            hsts
            gzip
            br
            zstd
            Retry-After: 5
            X-Unknown: 1
            Sun, 06 Nov 1994 08:49:37 GMT
            1795256100
            chahe-control
            cotent-type
            """.split(separator: "\n").map(String.init)
        try Recorded.expect(
            words.map { word in
                let found = Glossary.explanations(of: word, now: 1_795_256_100)
                return (word, "near \(Glossary.near(word))\n" + found.map { Printed($0).text }.joined())
            }, in: "explanations")
    }
}
