import Base
import TestSupport
import Testing

@testable import Explorer
@testable import NetEngine
@testable import TerminalUI
@testable import Workspace

/// The texts of the tabs Headers, Error, Raw and Cache, each compared as a whole.
@Suite struct ExchangeLinesTests {
    private typealias F = ExchangeFixtures

    private func text(_ lines: any LineSource) -> String { lines.texts.joined(separator: "\n") }

    // MARK: Headers

    @Test func `Headers has trailers, origins, what a redirect held back, and says which request it is of`() {
        let request = PreparedRequest(
            method: .get, url: F.request("/new").url,
            headers: [
                HeaderField("Accept", "*/*"), HeaderField("Host", "h", origin: .engine),
                HeaderField("X-Env", "1", origin: .environment),
                HeaderField("Authorization", "Bearer t", origin: .auth),
                HeaderField("Cookie", "a=1; =2", origin: .cookie),
                HeaderField("If-None-Match", "\"v\"", origin: .cache),
            ], body: .none, options: RequestOptions())
        let response = Response(
            status: 200, reason: [], httpVersion: .http1_1,
            headers: [HeaderField("Set-Cookie", "sid=s; Path=/ ;; Secure"), HeaderField("A", "cookie=1")],
            trailers: [HeaderField("X-Sum", "9")], rawHead: [], body: [], wireBodyByteCount: 0, isComplete: true)
        let hops = [
            F.hop(response: F.response()),
            F.hop(
                cause: .redirect(status: 302), request: request, response: response,
                heldBack: ["Authorization", "X-Key"]),
        ]
        #expect(
            text(ExchangeLines.headers(F.exchange(hops: hops), showsCookies: false, width: 100)) == """
                Response  2
                Set-Cookie: sid=(hidden); Path=/; Secure
                A: cookie=1
                Trailers  1
                X-Sum: 9

                Request, as sent  6
                Accept: */*  (typed)
                Host: h  (engine)
                X-Env: 1  (environment)
                Authorization: Bearer t  (auth)
                Cookie: a=(hidden); =(hidden)  (cookie jar)
                If-None-Match: "v"  (cache)
                Not sent here, because it is another server: Authorization, X-Key
                This is the last of 2 requests; Raw shows all.
                """)
        let shown = text(ExchangeLines.headers(F.exchange(hops: [hops[1]]), width: 100))
        #expect(shown.contains("Cookie: a=1; =2  (cookie jar)") && shown.contains("sid=s; Path=/ ;; Secure"))
        #expect(!shown.contains("This is the last"), "\(shown)")
        let narrow = ExchangeLines.headers(F.exchange(hops: hops), width: 30)
        #expect(text(narrow).hasSuffix("\nThis is the last of 2\n  requests; Raw shows all."))
    }

    @Test func `Headers without a response says so, and without a request says nothing more`() {
        #expect(text(ExchangeLines.headers(F.exchange(hops: [], error: F.timeout), width: 60)) == "No response came.")
    }

    // MARK: Error

    @Test func `an error's title is its category and where it happened`() {
        for (category, phase, title) in [
            (.timeout, .wait, "timeout in first-byte"), (.timeout, .total, "timeout in total"), (.dns, .dns, "dns"),
            (.tls, .connect, "tls in connect"), (.cache, nil, "cache"),
        ] as [(ErrorCategory, Phase?, String)] {
            let error = EngineError(category: category, phase: phase, sentence: "", hint: "")
            #expect(ExchangeLines.errorTitle(error).string == title)
        }
    }

    @Test func `the Error tab says how much came before it`() {
        let error = EngineError(category: .protocol, phase: .receive, sentence: "It broke.", hint: "")
        func received(_ response: Response?) -> String? {
            let exchange = F.exchange(response: response, error: error)
            return ExchangeLines.error(error, of: exchange, failures: nil, width: 100).texts.first {
                $0.hasPrefix("received")
            }
        }
        let one: HeaderFields = [HeaderField("A", "1")]
        let rows = [
            received(nil), received(F.response(headers: one, body: [1, 2], isComplete: true)),
            received(F.response(headers: one, body: [], isComplete: true)),
            received(F.response(body: [1], isComplete: false)), received(F.response(body: [], isComplete: false)),
        ]
        #expect(
            rows == [
                "received  nothing", "received  status 201, 1 header, 2 B of body",
                "received  status 201, 1 header, 0 B of body",
                "received  status 201, 3 headers, 1 B of body, then it broke off",
                "received  status 201, 3 headers, then it broke off",
            ])
        #expect(
            text(ExchangeLines.error(error, of: F.exchange(response: nil, error: error), failures: nil, width: 100))
                == """
                protocol in receive
                It broke.

                category  protocol
                phase     receive
                received  nothing
                after     132 ms
                """, "without a hint nothing is to be tried, and without a code there is no row for it")
    }

    // MARK: Raw

    @Test func `Raw shows each request with what came, and marks what is not a final response`() {
        let file = PreparedRequest(
            method: .post, url: F.request().url, headers: [], body: .file(path: "/tmp/up.bin"),
            options: RequestOptions())
        let early = Response(
            status: 200, reason: [], httpVersion: .http1_1, headers: [],
            trailers: [HeaderField("X-Sum", "9"), HeaderField("X-End", "1")],
            rawHead: Array("HTTP/1.1 200\r\n\r\n".utf8), interimHeads: [Array("HTTP/1.1 103\r\n\r\n".utf8)],
            body: Array("ab".utf8), wireBodyByteCount: 900, decodedCodings: ["gzip", "br"], isComplete: false)
        let hops = [
            F.hop(request: file, response: nil),
            F.hop(cause: .retry, request: F.request(body: .none), response: early, heldBack: ["X-Key"]),
        ]
        let exchange = F.exchange(hops: hops)
        #expect(
            text(ExchangeLines.raw(exchange, ExchangeDocument(exchange), columns: 80)) == #"""
                -- Request 1 59 B sent
                POST /orders HTTP/1.1\x0D
                Host: 127.0.0.1:8080\x0D
                \x0D
                (the content of /tmp/up.bin)
                -- Response 1 nothing came
                -- Request 2 59 B sent
                Not sent here, because it is another server: X-Key
                POST /orders HTTP/1.1\x0D
                Host: 127.0.0.1:8080\x0D
                \x0D
                -- Interim response 16 B
                HTTP/1.1 103\x0D
                \x0D
                -- Response 2 916 B received, body decoded from gzip, br
                HTTP/1.1 200\x0D
                \x0D
                ab
                -- Trailers 2 fields
                X-Sum: 9
                X-End: 1
                -- Here it broke off 
                """#)
    }

    @Test func `Raw shows the parts of a form, with a line for each file`() {
        let form = PreparedRequest(
            method: .post, url: F.request().url, headers: [],
            body: .pieces([
                .bytes(Array("--x\r\nA: 1\r\n\r\none\r\n--x\r\n\r\n".utf8)), .file(path: "/tmp/up.bin"),
                .bytes(Array("\r\n--x--\r\n".utf8)), .bytes([]),
            ]), options: RequestOptions())
        let exchange = F.exchange(hops: [F.hop(request: form, response: nil)])
        #expect(
            text(ExchangeLines.raw(exchange, ExchangeDocument(exchange), columns: 80)) == #"""
                -- Request 59 B sent
                POST /orders HTTP/1.1\x0D
                Host: 127.0.0.1:8080\x0D
                \x0D
                --x\x0D
                A: 1\x0D
                \x0D
                one\x0D
                --x\x0D
                \x0D
                (the content of /tmp/up.bin)
                \x0D
                --x--\x0D
                -- Response nothing came
                """#)
        #expect(ExchangeDocument.cost(of: exchange) == 34)
    }

    // MARK: Cache

    private func cached(_ decision: CacheDecision, validation: Response? = nil) -> Hop {
        Hop(
            cause: .first, request: F.request("/a"), sentHead: [], sentBodyByteCount: 0, response: F.response(),
            connection: nil, startOffset: .zero, timings: F.timings, cacheDecision: decision, validation: validation)
    }

    @Test func `the Cache tab has every number of the decision, its variants, and what it set off`() throws {
        let key = CacheKey(text: "http://127.0.0.1:8080/a")
        let lifetime = FreshnessLifetime(seconds: 60, source: .maxAge)
        var stale = CacheDecision(
            outcome: .stale, reason: .staleIfError(by: 10, window: 300, .connect), mode: .default, key: key)
        stale.age = ResponseAge(ageField: 30, date: nil, apparent: 5, responseDelay: 2_000_000, resident: 38_000_000)
        stale.lifetime = lifetime
        stale.hiddenError = EngineError(category: .connect, sentence: "Nobody answered.", hint: "")
        stale.background = F.id(8)
        stale.invalidated = [CacheKey(text: "http://h/1"), CacheKey(text: "http://h/2")]
        let id = StoredResponse.ID(rawValue: 5)
        stale.considered = [
            .init(id: id, status: 200, storedAt: F.start, matches: true, why: "same Accept"),
            .init(id: id, status: 404, storedAt: F.start, matches: false, why: "other Accept"),
        ]
        var miss = CacheDecision(outcome: .miss, reason: .nothingStored, mode: .noCache, key: key)
        miss.storing = .refused("no-store of the response")
        let exchange = Exchange(
            id: F.id(9), draft: RequestDraft(url: "http://h/"), startedAt: F.start,
            hops: [
                cached(stale, validation: F.response(status: 503)), F.hop(cause: .retry, response: nil), cached(miss),
            ], timings: F.timings, error: nil, revalidates: F.id(7))
        #expect(
            text(CacheLines.lines(exchange, width: 100)) == """
                Renews the stale response of exchange 7, in the background.

                Request 1: POST http://127.0.0.1:8080/a
                stale  stale by 10 s of stale-if-error 300 s (connect)

                decided by  stale-if-error
                mode        default
                age         max(Date 5 s ago, Age 30 s + delay 2 s) + stored for 38 s = 70 s
                lifetime    Cache-Control: max-age=60
                stored      as before
                server said 503
                in place of connect: Nobody answered.
                background  exchange 8 asks the server
                invalidated http://h/1
                invalidated http://h/2
                key         http://127.0.0.1:8080/a

                Stored responses that were considered, newest first
                + 200  same Accept
                - 404  other Accept

                Request 3: POST http://127.0.0.1:8080/a
                miss  nothing stored

                mode        no-cache
                stored      no: no-store of the response
                key         http://127.0.0.1:8080/a
                """)
    }

    @Test func `what a shared cache would do is a list, whose lines go on below their words`() {
        var decision = CacheDecision(
            outcome: .miss, reason: .nothingStored, mode: .default, key: CacheKey(text: "k"))
        decision.subject = SharedCacheView.Subject(
            status: 200, headers: [HeaderField("Cache-Control", "private")], isStorableByAnybody: true,
            hasAuthorization: false)
        #expect(
            text(CacheLines.lines(F.exchange(hops: [cached(decision)]), width: 40)).hasSuffix(
                "\n\nWhat a shared cache would do differently\n- private: it would not store this (RFC\n  9111 §5.2.2.7)"
            ))
    }

    @Test func `what became of the response in the cache is one word or two`() {
        for (outcome, storing, word) in [
            (.miss, .stored, "yes"), (.revalidated, .renewed, "renewed"), (.hit, .nothing, "as before"),
            (.miss, .combined, "joined to what was stored"), (.miss, .nothing, "nothing came"),
            (.bypass, .nothing, "nothing came"), (.stale, .nothing, "as before"), (.miss, .refused("x"), "no: x"),
        ] as [(CacheDecision.Outcome, CacheDecision.Storing, String)] {
            var decision = CacheDecision(
                outcome: outcome, reason: .nothingStored, mode: .default, key: CacheKey(text: "k"))
            decision.storing = storing
            #expect(
                text(CacheLines.lines(F.exchange(hops: [cached(decision)]), width: 60))
                    == """
                    \(outcome.rawValue)  nothing stored

                    mode        default
                    stored      \(word)
                    key         k
                    """)
        }
    }

    // MARK: Checks

    @Test func `without checks the tab shows how one is written`() {
        #expect(
            text(CheckLines.unchecked(width: 110)) == """
                Not checked: the request has no check.

                A line such as one of these above the request, or below its body with ?? in place of # @assert, makes one:

                  # @assert status == 200
                  # @assert header content-type includes json
                  # @assert body $.items[0].id exists
                  # @assert duration < 500
                """)
    }

    // MARK: Cookies

    @Test func `a cookie of the cache, without a name, or refused is said with its reason`() throws {
        let url = try HTTPURL.parse("http://127.0.0.1/")
        var draft = RequestDraft(url: "http://127.0.0.1/")
        draft.options.cookieJar = CookieJar(now: { 1 })
        var hit = CacheDecision(outcome: .hit, reason: .nothingStored, mode: .default, key: CacheKey(text: "k"))
        hit.storing = .nothing
        func hop(_ cache: CacheDecision?, _ set: [SetCookieOutcome]) -> Hop {
            let request = PreparedRequest(
                method: .get, url: url, headers: [HeaderField("Cookie", "alone")], body: .none,
                options: draft.options)
            return Hop(
                cause: .first, request: request, sentHead: [], sentBodyByteCount: 0,
                response: F.response(headers: [HeaderField("Set-Cookie", "a=1")]), connection: nil,
                startOffset: .zero, timings: F.timings, cacheDecision: cache, setCookies: set)
        }
        let kept = try #require(Cookie(setCookie: Array("b=2".utf8), from: url, now: 1))
        let exchange = Exchange(
            id: F.id(1), draft: draft, startedAt: F.start,
            hops: [
                hop(hit, []),
                hop(
                    nil,
                    [
                        SetCookieOutcome(fieldBytes: Array("=1".utf8), result: .removed(kept)),
                        SetCookieOutcome(fieldBytes: Array("noname".utf8), result: .refused(.empty)),
                    ]),
            ], timings: F.timings, error: nil)
        let texts = CookieLines.lines(exchange, .init(showsValues: true), width: 100).texts
        #expect(
            texts.joined(separator: "\n") == """
                Request 1: GET http://127.0.0.1/, 201
                Sent  1
                   = alone  (cookie jar)
                The response came from the cache: its cookies were set when it was stored.

                Request 2: GET http://127.0.0.1/, 201
                Sent  1
                   = alone  (cookie jar)
                Set  2
                - b  removed: it had expired when it came
                ! (no name)  refused: it has neither a name nor a value

                The cookie jar is empty.
                """)
        let none = JarContents(scope: CookieScope(root: "/c", environment: "dev"), cookies: [], version: 1)
        let empty = CookieLines.lines(F.exchange(), .init(jar: none), width: 100).texts
        #expect(
            empty == [
                "Sent: none", "Set: none",
                "The request uses no cookie jar: what the server sets is not kept.", "",
                "The cookie jar (environment dev) is empty.",
            ])
    }
}
