import Base
import NetEngine
import TestSupport
import Testing

@testable import Explorer
@testable import TerminalUI
@testable import Workspace

/// Whole frames: the status line above the inside of the pane.
@Suite struct ResponsePaneFrameTests {
    typealias F = ExchangeFixtures

    @Test func body() {
        #expect(
            F.frame(F.pane(), 60, 9) == """
                201 Created   132 ms   58 B   http/1.1   POST create order
                 Body pretty  Headers 3  Timing  Raw  Checks
                {
                  "id": 9007199254740993,
                  "price": 1.00,
                  "tags": [
                    "new",
                    "paid"
                  ]
                }
                """)
    }

    @Test func bodyInASmallPane() {
        #expect(
            F.frame(F.pane(), 30, 5) == """
                201 Created   132 ms   58 B
                 Body pretty  Headers 3  Ti…
                {                            █
                  "id": 9007199254740993,    █
                  "price": 1.00,
                  "tags": [
                """)
    }

    @Test func `in one row there is the body alone, and no tabs below it`() {
        let frame = F.frame(F.pane(), 60, 1)
        #expect(frame.contains("\n{") && !frame.contains("Headers"), "\(frame)")
    }

    @Test func headersAsReceivedAndAsSent() {
        var state = F.pane()
        state.tab = .headers
        #expect(
            F.frame(state, 60, 9) == """
                201 Created   132 ms   58 B   http/1.1   POST create order
                 Body pretty  Headers 3  Timing  Raw  Checks
                Response  3
                Content-Type: application/json
                X-Set-Item: a=1
                X-Set-Item: b=2

                Request, as sent  2
                Content-Type: application/json  (typed)
                Host: 127.0.0.1:8080  (engine)
                """)
    }

    @Test func waterfall() {
        var state = F.pane()
        state.tab = .timing
        #expect(
            F.frame(state, 70, 12) == """
                201 Created   132 ms   58 B   http/1.1   POST create order
                 Body pretty  Headers 3  Timing  Raw  Checks
                1 POST http://127.0.0.1:8080/orders  201
                  queue   ▏                                                  0.100 ms
                  dns     ▏                                                  0.400 ms
                  connect ▋                                                  1.100 ms
                  send    ▋                                                  0.050 ms
                  wait    ████████████████████████████████████████████▎    120.000 ms
                  receive                                             ████  10.397 ms
                connection  127.0.0.1:8080, new, HTTP/1.1

                first byte 121.650 ms
                complete   132.047 ms
                """)
    }

    @Test func `our own work has separate rows, and all rows add up to the total`() {
        let hop = F.hop(
            response: F.response(), startOffset: .milliseconds(39),
            timings: PhaseTimings(
                queue: .milliseconds(1), dns: .microseconds(400), send: .microseconds(100), wait: .milliseconds(2),
                receive: .milliseconds(1), total: .milliseconds(4)))
        var state = F.pane(F.exchange(hops: [hop], timings: PhaseTimings(total: .milliseconds(50))))
        state.tab = .timing
        let rows = F.frame(state, 64, 30).split(separator: "\n")
        #expect(rows.first?.hasPrefix("201 Created   4.0 ms   58 B") == true)
        let values = ["prepare": "39.000 ms", "other": "0.500 ms", "finish": "6.000 ms", "network": "4.000 ms"]
        for (name, value) in values {
            #expect(rows.contains { $0.contains(name) && $0.contains(value) }, "\(name)")
        }
        #expect(rows.contains { $0.hasPrefix("complete   50.000 ms") })
        #expect(rows.contains { $0.hasPrefix("finish      after the response") })
        let parts = state.timing(at: F.moment(0))?.lengths
        #expect(parts?.reduce(.zero, +) == .milliseconds(50))
    }

    @Test func `the time for variables and tokens has a row before all others, and still all add up`() {
        let exchange = F.exchange()
        let table = TimingTable(exchange, after: .milliseconds(7))
        let texts = table.rows.map(\.text)
        #expect(texts[at: 1] == "resolve 7.000 ms from 0.000 ms")
        #expect(texts.contains("complete 139.047 ms"))
        #expect(texts.contains { $0.hasPrefix("resolve before the send") })
        let parts = table.lengths
        #expect(parts.reduce(.zero, +) == table.span)
        #expect(table.span == exchange.timings.total + .milliseconds(7))
    }

    @Test(arguments: [false, true])
    func `what is left of a hop's time is the cache's where no server was asked, else that between phases`(
        _ isHit: Bool
    ) {
        let timings = PhaseTimings(wait: isHit ? nil : .milliseconds(10), total: .milliseconds(12))
        let hit = CacheDecision(outcome: .hit, reason: .nothingStored, mode: .default, key: CacheKey(text: "k"))
        let hop = Hop(
            cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0, response: F.response(),
            connection: nil, startOffset: .zero, timings: timings, cacheDecision: isHit ? hit : nil)
        let exchange = Exchange(
            id: F.id(1), draft: RequestDraft(url: "http://h/"), startedAt: F.start, hops: [hop], timings: timings,
            error: nil)
        let texts = TimingTable(exchange).rows.map(\.text)
        #expect(texts.contains(isHit ? "cache 12.000 ms from 0.000 ms" : "other 2.000 ms from 10.000 ms"), "\(texts)")
        #expect(texts.contains("cache the cache answers") == isHit, "\(texts)")
    }

    @Test func `between two requests is the wait for the next try`() {
        let parts = PhaseTimings(wait: .milliseconds(10), total: .milliseconds(10))
        let hops = [
            F.hop(response: F.response(status: 503), timings: parts),
            F.hop(cause: .retry, response: F.response(), startOffset: .milliseconds(30), timings: parts),
        ]
        let exchange = Exchange(
            id: F.id(1), draft: RequestDraft(url: "http://127.0.0.1:8080/"), startedAt: F.start, hops: hops,
            timings: PhaseTimings(total: .milliseconds(40)), retryWait: .milliseconds(20), error: nil)
        let texts = TimingTable(exchange).rows.map(\.text)
        #expect(texts.contains("between 20.000 ms from 10.000 ms"))
        #expect(texts.contains("network 20.000 ms"))
        #expect(texts.contains("between the wait before the next try"))
    }

    @Test func `what the server says that it did stands inside the wait, and nothing is counted twice`() throws {
        let said = HeaderField("Server-Timing", "db;dur=12.5;desc=\"Database\", cache-lookup;dur=3, hit, odd;dur=-1")
        let exchange = F.exchange(response: F.response(headers: [said]))
        let table = TimingTable(exchange)
        let texts = table.rows.map(\.text)
        let wait = try #require(texts.firstIndex { $0.hasPrefix("wait") })
        #expect(texts[wait + 1] == "db 12.500 ms, as the server says")
        #expect(texts[wait + 2] == "cache-lookup 3.000 ms, as the server says")
        #expect(texts[wait + 3].hasPrefix("receive"))
        #expect(texts.contains("server says: db (Database) 12.5 ms, cache-lookup 3 ms, hit, odd -1 ms"))
        let lengths = table.lengths
        #expect(lengths.reduce(.zero, +) == table.span)
        let drawn = TimingWaterfall(table: table, glyphs: .unicode).line(table.rows[wait + 2], width: 70)
        #expect(drawn.spans.first?.text.string == "    cache…")
    }

    @Test func waterfallInASCII() {
        var state = F.pane()
        state.tab = .timing
        let rows = F.frame(state, 70, 12, glyphs: .ascii).split(separator: "\n")
        #expect(rows[at: 7] == "  wait    ############################################     120.000 ms")
        #expect(F.frame(state, 70, 12, glyphs: .ascii).utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func waterfallInANarrowPane() {
        var state = F.pane()
        state.tab = .timing
        #expect(
            F.frame(state, 30, 8).split(separator: "\n").suffix(5) == [
                "  dns     ▏          0.400 ms█", "  connect ▏          1.100 ms█", "  send    ▏          0.050 ms",
                "  wait    ███████▍ 120.000 ms", "  receive        █  10.397 ms",
            ])
    }

    @Test func `a row of the waterfall that runs out to the right ends in an ellipsis`() throws {
        var state = F.pane()
        state.tab = .timing
        func row(_ width: Int) throws -> Substring {
            try #require(F.frame(state, width, 12).split(separator: "\n").first { $0.contains("1 POST ") })
        }
        #expect(try row(30).contains("…"))
        #expect(try !row(100).contains("…"))
    }

    @Test func `in a narrow pane the waterfall is moved sideways like any text`() throws {
        var state = F.pane()
        state.tab = .timing
        func row(_ state: ResponsePaneState) -> Substring? {
            F.frame(state, 30, 8).split(separator: "\n").first { $0.contains("0.400 ms") }?.split(separator: "ms").first
        }
        let before = try #require(row(state))
        _ = state.perform(.moveRight, in: Size(columns: 30, rows: 8))
        #expect(state.scroll.column > 0)
        let after = try #require(row(state))
        #expect(after == before.dropFirst(state.scroll.column))
    }

    @Test func redirectsAreRowsOfTheirOwn() {
        let first = F.hop(
            request: F.request("/old"), response: F.response(status: 307, reason: "Temporary Redirect", body: []),
            timings: PhaseTimings(connect: .milliseconds(10), wait: .milliseconds(40), total: .milliseconds(50)))
        let facts = ConnectionFacts(
            remoteAddress: "::1", remotePort: 443, isReused: true, tlsVersion: "TLSv1.3",
            tlsCipher: "TLS_AES_256_GCM_SHA384",
            certificates: [
                CertificateFacts(subject: "CN=x", issuer: "CN=ca", notBefore: "2026-01-01", notAfter: "2027-01-01")
            ])
        let second = F.hop(
            cause: .redirect(status: 307), request: F.request("/new"), response: F.response(), connection: facts,
            startOffset: .milliseconds(50),
            timings: PhaseTimings(wait: .milliseconds(30), receive: .milliseconds(20), total: .milliseconds(50)))
        var state = F.pane(F.exchange(hops: [first, second], timings: PhaseTimings(total: .milliseconds(100))))
        state.tab = .timing
        #expect(
            F.frame(state, 64, 18) == """
                201 Created   100 ms   58 B   1 redirect   POST create order
                 Body pretty  Headers 3  Timing  Raw  Checks
                1 POST http://127.0.0.1:8080/old  307
                  connect ████▎                                       10.000 ms
                  wait        █████████████████                       40.000 ms
                connection  127.0.0.1:8080, new, HTTP/1.1
                2 POST http://127.0.0.1:8080/new  201  redirect 307  +50.000 ms
                  wait                         ████████████▋          30.000 ms
                  receive                                  █████████  20.000 ms
                connection  [::1]:443, reused, HTTP/1.1, TLSv1.3

                first byte  80.000 ms
                complete   100.000 ms






                """)
    }

    @Test func everythingOnTheWire() {
        var state = F.pane()
        state.tab = .raw
        #expect(
            F.frame(state, 60, 13) == #"""
                201 Created   132 ms   58 B   http/1.1   POST create order
                 Body pretty  Headers 3  Timing  Raw  Checks
                -- Request 59 B sent
                POST /orders HTTP/1.1\x0D
                Host: 127.0.0.1:8080\x0D
                \x0D
                {"sku":"a1"}
                -- Response 148 B received
                HTTP/1.1 201 Created\x0D
                Content-Type: application/json\x0D
                X-Set-Item: a=1\x0D
                X-Set-Item: b=2\x0D
                \x0D
                {"id":9007199254740993,"price":1.00,"tags":["new","paid"]}
                """#)
    }

    @Test func anOldAnswerWhileTheNextRuns() {
        var state = F.pane()
        state.begin(id: F.id(2), label: RequestLabel(name: "list orders", method: "GET", url: ""), at: F.moment(5000))
        _ = state.apply(F.event(2, 1, .hopStarted(index: 0, method: "GET", url: "http://x/")))
        _ = state.apply(F.event(2, 9, .requestSent))
        #expect(
            F.frame(state, 60, 4, now: F.moment(5300)) == """
                waiting   300 ms   GET list orders
                 Body pretty  Headers 3  Timing  Raw  Checks
                Old response, 5 s ago: 201 Created  POST create order
                {                                                          █
                  "id": 9007199254740993,
                """)
    }

    @Test func theFirstRequestRuns() {
        var state = ResponsePaneState()
        state.begin(id: F.id(2), label: F.label, at: F.moment(0))
        #expect(
            F.frame(state, 60, 4, now: F.moment(40)) == """
                queued   40 ms   POST create order
                 Timing
                  queue…  ███████████████████████████████████████ 40.000 ms

                so far     40.000 ms
                """)
    }

    @Test func nothingYet() {
        #expect(F.frame(ResponsePaneState(), 60, 2) == "Response\n No response yet: s sends the request.\n")
    }

    @Test func anErrorWithoutAnAnswer() {
        let hop = F.hop(response: nil, timings: PhaseTimings(dns: .milliseconds(1), total: .seconds(5)))
        let failed = F.exchange(hops: [hop], error: F.timeout, timings: PhaseTimings(total: .seconds(5)))
        #expect(
            F.frame(F.pane(failed), 60, 12) == """
                timeout in first-byte   5.00 s   POST create order
                 Error  Headers  Timing  Raw  Checks
                timeout in first-byte
                The server sent no answer within 5 s.

                Try: Raise the timeout with `# @timeout`, or look at the
                     server.

                category  timeout
                phase     first-byte
                code      curl 28: Timeout was reached
                received  nothing
                after     5.00 s
                """)
    }

    @Test func aBodyThatBrokeOff() {
        let cut = F.exchange(
            response: F.response(body: Array(#"{"id":1,"name":"wid"#.utf8), isComplete: false),
            error: EngineError(
                category: .protocol, phase: .receive, sentence: "The connection was lost after 19 of 400 bytes.",
                hint: "Send again."))
        #expect(
            F.frame(F.pane(cut), 60, 8) == """
                201 Created   broken off   protocol in receive   132 ms
                 Body pretty  Error  Headers 3  Timing  Raw  Checks
                protocol in receive: The connection was lost after 19 of 4…
                The JSON ends too early, at line 1, column 20 (byte 19).
                {
                  "id": 1,
                  "name": "wid


                """)
    }

    @Test func `a body of which only the beginning was kept says so, and is not called damaged`() {
        func frame(_ body: String) -> String {
            let response = Response(
                F.response(), content: BodyBytes(Array(body.utf8)), count: 100_000_000, isComplete: true)
            return F.frame(F.pane(F.exchange(response: response)), 90, 8)
        }
        let cut = frame(#"{"id":1,"name":"wid"#)
        #expect(cut.contains("the first 19 B of 100 MB"))
        #expect(cut.contains("Only the first 19 B of 100 MB were kept."))
        #expect(cut.contains("\"name\": \"wid"))
        #expect(!cut.contains("ends too early"), "\(cut)")
        #expect(frame("{]\n\n\n\n").contains("Not JSON from line 1, column 2"), "what is wrong before the cut is wrong")
        let gone = frame("")
        #expect(gone.contains("The body (100 MB) was not kept.") && !gone.contains("is empty"), "\(gone)")
    }

    @Test func anEnvelopeThatSaysFailure() {
        let response = F.response(
            status: 200, reason: "OK", body: Array(#"{"status":"error","message":"The card\nwas declined."}"#.utf8))
        let exchange = F.exchange(
            response: response,
            error: EngineError(
                category: .api, sentence: "The API reports a failure: \"status\" is \"error\".", hint: "Look.",
                detail: .api(
                    APIFault(status: "\"error\"", message: "The card\nwas declined.\u{1B}[2J", response: response))))
        #expect(
            F.frame(F.pane(exchange), 80, 8) == """
                200 OK   api: The card was declined.\\x1B[2J   132 ms   54 B   POST create order
                 Body pretty  Error  Headers 3  Timing  Raw  Checks
                api: The API reports a failure: "status" is "error".
                {
                  "status": "error",
                  "message": "The card\\nwas declined."
                }


                """)
    }

    @Test func aSearch() {
        var state = F.pane()
        let size = Size(columns: 40, rows: 6)
        state.beginSearch(in: size)
        for character in "new" { state.handle(.character(character), in: size) }
        let buffer = F.buffer(state, 41, 6)
        #expect(buffer.dump().split(separator: "\n").last == "/new                              1 of 1")
        #expect(buffer.cells.filter { $0.style.role == .matchCurrent }.map(\.grapheme).joined() == "new")
        #expect(buffer.cursor == Point(x: 4, y: 6))
    }

    @Test func hostileTextIsSeenAndHarmless() {
        let evil = "\u{1B}]0;owned\u{7}\u{202E}x"
        let headers: HeaderFields = [
            HeaderField("X-\u{1B}[31m", evil), HeaderField(nameBytes: Array("B".utf8), valueBytes: [0xFF, 0x41]),
        ]
        let body = Array("a\u{1B}[2Jb\n\u{1B}]52;c;x\u{7}\nkinda\u{200B}zero".utf8) + [0xFF]
        let exchange = F.exchange(response: F.response(status: 200, reason: "OK" + evil, headers: headers, body: body))
        var state = ResponsePaneState()
        state.begin(id: F.id(1), label: RequestLabel(method: "GET", url: "http://x/" + evil), at: F.moment(0))
        _ = state.apply(F.event(1, 1, .finished(exchange)))
        #expect(
            F.frame(state, 110, 4) == #"""
                200 OK\x1B]0;owned\x07\u{202E}x   132 ms   30 B   2 control bytes: 1 OSC, 1 CSI, 1 zero-width, 1 invalid UTF-8
                 Body raw  Headers 2  Timing  Raw  Checks
                a\x1B[2Jb
                \x1B]52;c;x\x07
                kinda\u{200B}zero\xFF
                """#)
        state.tab = .headers
        #expect(
            F.frame(state, 60, 6).contains(
                #"X-\x1B[31m: \x1B]0;owned\x07\u{202E}x"# + "                      █\nB: \\xFFA"))
        for tab in ResponseTab.allCases {
            state.tab = tab
            let frame = F.frame(state, 60, 20)
            #expect(
                frame.unicodeScalars.allSatisfy {
                    $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E)
                })
        }
    }

    @Test func sizesAreDecodedAndOnTheWire() {
        let response = F.response(body: Array(repeating: 0x61, count: 45_000), wire: 2900, codings: ["gzip"])
        #expect(ResponseStatusLine.size(response) == "45 KB from 2.9 KB gzip")
    }

    @Test(arguments: [(0, 0), (1, 1), (2, 2), (5, 1), (1, 9), (30, 3), (12, 5), (200, 50)])
    func `every size can be drawn in every state`(columns: Int, rows: Int) {
        var states = [ResponsePaneState(), F.pane(), F.pane(F.exchange(hops: [], error: F.timeout))]
        var live = F.pane()
        live.begin(id: F.id(9), label: F.label, at: F.moment(0))
        live.beginSearch(in: Size(columns: columns, rows: rows))
        live.handle(.character("a"), in: Size(columns: columns, rows: rows))
        states.append(live)
        let size = Size(columns: columns, rows: rows)
        for var state in states {
            for tab in ResponseTab.allCases {
                state.tab = tab
                for command in [
                    Command.bottom, .moveRight, .pageUp, .moveDown, .searchNext, .toggleWrap, .cycleBodyMode,
                ] {
                    _ = state.perform(command, in: size)
                }
                var buffer = CellBuffer(size: size)
                ResponsePane.draw(state, in: buffer.bounds, isFocused: true, now: F.moment(100), on: &buffer)
                #expect(buffer.cells.count == columns * rows)
            }
        }
    }
}

extension TimingTable {
    /// Of all that the whole is made of.
    fileprivate var lengths: [Duration] {
        rows.compactMap { row in
            switch row {
            case .phase(_, _, let length, _), .own(_, _, let length): length
            default: nil
            }
        }
    }
}
