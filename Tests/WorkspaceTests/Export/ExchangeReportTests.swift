import Base
import NetEngine
import TestSupport
import Testing

@testable import Workspace

/// The report of an exchange in Markdown.
struct ExchangeReportTests {
    @Test func `the wire text has interim heads, and a status line where none was kept`() {
        let interim = ["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n"]
        func wire(_ version: HTTPVersion?, interim: [String] = []) -> String {
            let response = Response(
                status: 200, reason: Array("Fine".utf8), httpVersion: version, headers: [HeaderField("X-A", "1")],
                rawHead: [], interimHeads: interim.map { Array($0.utf8) }, body: Array("b".utf8),
                wireBodyByteCount: nil,
                isComplete: true)
            let hop = ExchangeFixtures.hop(request: ExchangeFixtures.request(body: .none), response: response)
            return ExchangeCopies(ExchangeFixtures.exchange(hops: [hop])).wire
        }
        let head = "POST /orders HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n"
        #expect(wire(.http2) == "\(head)\nHTTP/2 200 Fine\nX-A: 1\n\nb")
        #expect(wire(nil) == "\(head)\nHTTP 200 Fine\nX-A: 1\n\nb")
        let parts = ([head] + interim + ["HTTP/1.1 200 Fine\nX-A: 1\n\nb"]).joined(separator: "\n")
        #expect(wire(.http1_1, interim: interim) == parts)
    }

    @Test func `what a redirect left out is one sentence`() {
        func sentence(_ fields: [String]) -> String {
            HeldBack(origin: "http://b.test", fields: fields).sentence.string
        }
        #expect(
            sentence(["Cookie"])
                == "Not sent to http://b.test: the header Cookie, which holds a secret of the first server.")
        #expect(
            sentence(["Authorization", "Cookie"])
                == "Not sent to http://b.test: the headers Authorization, Cookie, which hold a secret of the first server."
        )
    }

    @Test func `of a long body the beginning is shown, of a very long one the size`() {
        let most = BodyExcerpt.maxBytes
        func excerpt(_ body: [UInt8]) -> String { BodyExcerpt(body, type: "text/plain").text }
        let letters = [UInt8](repeating: UInt8(ascii: "a"), count: most)
        let text = String(decoding: letters, as: UTF8.self)
        #expect(excerpt(letters) == text)
        #expect(excerpt(letters + Array("b".utf8)) == "\(text)\n(the first 64 KB of 64 KB)")
        // No half of a character.
        let cut = String(decoding: letters.dropLast(), as: UTF8.self)
        #expect(excerpt(letters.dropLast() + Array("éb".utf8)).hasPrefix("\(cut)\n(the first "))
        for count in [BodyExcerpt.maxReadBytes, BodyExcerpt.maxReadBytes + 1] {
            let response = ExchangeFixtures.response(
                headers: [HeaderField("Content-Type", "image/png")], body: [UInt8](repeating: 0, count: count))
            let body = ExchangeCopies(ExchangeFixtures.exchange(response: response)).body(of: response)
            #expect(body.text.hasSuffix(count > BodyExcerpt.maxReadBytes ? ", left out)" : " of image/png)"))
            #expect(!body.isText)
        }
    }

    @Test func `it has the request, the response, the timings and the command`() {
        let report = ExchangeCopies(ExchangeFixtures.exchange()).report
        #expect(
            report == """
                # POST http://127.0.0.1:8080/orders

                201 Created, 58 B, HTTP/1.1, 132 ms, 2026-11-21 10:32:01 UTC.

                ## Request

                ```http
                POST /orders HTTP/1.1\r
                Host: 127.0.0.1:8080\r
                \r
                {"sku":"a1"}
                ```

                ## Response

                ```http
                HTTP/1.1 201 Created
                Content-Type: application/json
                X-Set-Item: a=1
                X-Set-Item: b=2
                ```

                ```json
                {"id":9007199254740993,"price":1.00,"tags":["new","paid"]}
                ```

                ## Timing

                | phase | time |
                | --- | --- |
                | queue | 0.1 ms |
                | dns | 0.4 ms |
                | connect | 1.1 ms |
                | send | 0.1 ms |
                | wait | 120 ms |
                | receive | 10 ms |
                | total | 132 ms |

                ## curl

                ```sh
                curl http://127.0.0.1:8080/orders \\
                  -H 'Content-Type: application/json' \\
                  -H 'User-Agent:' \\
                  -H 'Accept:' \\
                  --data-raw '{"sku":"a1"}' \\
                  --location \\
                  --compressed
                ```

                """)
    }

    @Test func `a failure without a response says what failed`() {
        let exchange = ExchangeFixtures.exchange(
            hops: [ExchangeFixtures.hop(response: nil)], error: ExchangeFixtures.timeout)
        let report = ExchangeCopies(exchange).report
        #expect(report.contains("\nno response, 132 ms, "))
        #expect(report.contains("\n**timeout**: The server sent no answer within 5 s. Raise the timeout"))
        #expect(!report.contains("## Response"))
    }

    @Test func `the hint of a failure is that of the program`() {
        let exchange = ExchangeFixtures.exchange(
            hops: [ExchangeFixtures.hop(response: nil)], error: .tooLargeHeaders(limit: 256 << 10))
        #expect(
            ExchangeCopies(exchange).report.contains(
                "\n**too-large**: The headers of the response are larger than 256 KiB. This limit cannot be raised: "))
    }

    @Test(arguments: [CacheDecision.Outcome.hit, .bypass])
    func `what the cache did is among the facts`(outcome: CacheDecision.Outcome) {
        let decision = CacheDecision(
            outcome: outcome, reason: .nothingStored, mode: .default,
            key: CacheKey(text: "http://127.0.0.1:8080/orders"))
        let hop = Hop(
            cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: 0,
            response: ExchangeFixtures.response(), connection: nil, startOffset: .zero, timings: PhaseTimings(),
            cacheDecision: decision)
        let report = ExchangeCopies(ExchangeFixtures.exchange(hops: [hop])).report
        #expect(report.contains(", cache \(outcome.rawValue), "), "\(report)")
    }

    @Test func `a body that did not come to its end is incomplete`() {
        let response = ExchangeFixtures.response(isComplete: false)
        let report = ExchangeCopies(ExchangeFixtures.exchange(response: response)).report
        #expect(report.contains("\n201 Created, 58 B, incomplete, HTTP/1.1, 132 ms, "), "\(report)")
    }

    @Test func `redirects and retries are rows`() {
        let redirect = ExchangeFixtures.response(status: 302, reason: "Found", body: [])
        let second = ExchangeFixtures.request("/b|c", method: "GET", body: .none)
        let exchange = ExchangeFixtures.exchange(hops: [
            ExchangeFixtures.hop(response: redirect),
            ExchangeFixtures.hop(cause: .redirect(status: 302), request: second, response: ExchangeFixtures.response()),
        ])
        let copies = ExchangeCopies(exchange)
        #expect(copies.report.contains("| 2 | redirect 302 | GET http://127.0.0.1:8080/b\\|c | 201 | 132 ms |"))
        // What was asked for, not where it led.
        #expect(copies.url == "http://127.0.0.1:8080/orders")
        #expect(copies.wire.contains("HTTP/1.1 302 Found\n") && copies.wire.contains("GET /b|c HTTP/1.1\r\n"))
    }

    @Test func `a body cannot end the block that it is in`() {
        let body = Array("```\n# not a title\n````".utf8)
        let exchange = ExchangeFixtures.exchange(
            response: ExchangeFixtures.response(headers: [HeaderField("Content-Type", "text/plain")], body: body))
        #expect(ExchangeCopies(exchange).report.contains("`````txt\n```\n# not a title\n````\n`````\n"))
    }

    @Test func `the type of bytes is no markup, whatever the server calls it`() {
        let exchange = ExchangeFixtures.exchange(
            response: ExchangeFixtures.response(headers: [HeaderField("Content-Type", "image/<img>")], body: [0, 1]))
        let report = ExchangeCopies(exchange).report
        #expect(report.contains("\n\n(2 B of image/&lt;img>)\n\n"), "\(report)")
    }

    @Test func `a large body is cut between characters, and bytes are only named`() {
        let text = String(repeating: "é", count: 40_000)
        let long = BodyExcerpt(Array(("a" + text).utf8), type: "text/plain")
        #expect(long.text.hasSuffix("é\n(the first 64 KB of 80 KB)"))
        #expect(BodyExcerpt([0, 1, 2], type: "image/png").text == "(3 B of image/png)")
        #expect(BodyExcerpt([0xE9], type: "text/plain; charset=iso-8859-1").text == "é")
    }

    @Test func `tokens of a response are hidden too`() {
        let body = Array(#"{"access_token": "t-12345678", "n": 1}"#.utf8)
        let exchange = ExchangeFixtures.exchange(
            response: ExchangeFixtures.response(headers: [HeaderField("Content-Type", "application/json")], body: body))
        #expect(ExchangeCopies(exchange).report.contains(#"{"access_token": "[redacted]", "n": 1}"#))
        #expect(ExchangeCopies(exchange, showsSecrets: true).report.contains("t-12345678"))
    }
}
