import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Explorer
@testable import TerminalUI

/// The words and numbers of the status line, the Timing tab.
@Suite struct ResponseWordsTests {
    private typealias F = ExchangeFixtures

    /// The status line of an exchange in flight after these steps, each at its millisecond.
    private func line(_ steps: [(Int, EngineEvent.Step)], at now: Int) -> String {
        var state = ResponsePaneState()
        state.begin(id: F.id(2), label: F.label, at: F.moment(0))
        for (moment, step) in steps { _ = state.apply(F.event(2, moment, step)) }
        return ResponseStatusLine.spans(state, width: 120, now: F.moment(now)).map(\.text.string).joined()
    }

    @Test func `the line of an exchange in flight says what it does, for how long, and how much has come`() {
        let steps: [(Int, EngineEvent.Step)] = [
            (1, .waitingForConnectivity), (2, .hopStarted(index: 0, method: "POST", url: "HTTPS://x/")),
            (3, .nameResolved), (4, .connected), (5, .tlsDone), (6, .requestSent),
            (100, .headReceived(status: 200, expectedBodyBytes: 1000)),
            (299, .progress(receivedBytes: 500, expectedBytes: nil)), (310, .redirected(status: 302, to: "http://x/")),
            (320, .hopStarted(index: 1, method: "POST", url: "http://x/")), (330, .connected),
            (340, .headReceived(status: 503, expectedBodyBytes: nil)),
            (500, .retryScheduled(retry: 1, after: .seconds(28), reason: F.timeout)),
        ]
        let lines = (0...steps.count).map { line(Array(steps.prefix($0)), at: 40) }
        #expect(
            lines.joined(separator: "\n") == """
                queued   40 ms   POST create order
                waiting for a network   40 ms   POST create order
                resolving   40 ms   POST create order
                connecting   40 ms   POST create order
                TLS handshake   40 ms   POST create order
                sending   40 ms   POST create order
                waiting   40 ms   POST create order
                receiving   100 ms   0 B of 1.0 KB   200   POST create order
                receiving   299 ms   500 B of 1.0 KB   200   POST create order
                queued   310 ms   POST create order
                resolving   320 ms   POST create order
                sending   330 ms   POST create order
                receiving   340 ms   0 B   503   POST create order
                attempt 2 in 28 s   500 ms   503   POST create order
                """)
        #expect(line(steps, at: 28_400).hasPrefix("attempt 2 in 1 s   28.40 s"))
        #expect(line(steps, at: 29_000).hasPrefix("attempt 2 in 0 s"))
    }

    @Test func `a speed is said of no less than a fifth of a second, and what is left of whole seconds`() {
        let steps: [(Int, EngineEvent.Step)] = [
            (2, .hopStarted(index: 0, method: "GET", url: "http://x/")),
            (100, .headReceived(status: 200, expectedBodyBytes: 1000)),
            (200, .progress(receivedBytes: 500, expectedBytes: nil)),
        ]
        #expect(line(steps, at: 299) == "receiving   299 ms   500 B of 1.0 KB   200   POST create order")
        #expect(
            line(steps, at: 300)
                == "receiving   300 ms   500 B of 1.0 KB, 2.5 KB/s, 1 s left   200   POST create order")
        let unknown = [steps[0], (100, .headReceived(status: 200, expectedBodyBytes: nil)), steps[2]]
        #expect(line(unknown, at: 350) == "receiving   350 ms   500 B, 2.0 KB/s   200   POST create order")
        // Of the last seconds alone: what came in the first does not count.
        let later =
            steps + [
                (3_100, .progress(receivedBytes: 600, expectedBytes: 2000)),
                (3_200, .progress(receivedBytes: 800, expectedBytes: 2000)),
            ]
        #expect(
            line(later, at: 3_200)
                == "receiving   3.20 s   800 B of 2.0 KB, 100 B/s, 12 s left   200   POST create order")
    }

    @Test func `what the cache did is said in words`() {
        func decision(_ outcome: CacheDecision.Outcome, resident: Int64?, _ storing: CacheDecision.Storing)
            -> CacheDecision
        {
            var decision = CacheDecision(
                outcome: outcome, reason: .nothingStored, mode: .default, key: CacheKey(text: "k"))
            decision.age = resident.map {
                ResponseAge(ageField: nil, date: nil, apparent: 0, responseDelay: 0, resident: $0)
            }
            decision.storing = storing
            return decision
        }
        let rows = [
            decision(.hit, resident: 40_000_000, .nothing), decision(.hit, resident: nil, .nothing),
            decision(.hit, resident: -2_000_000, .nothing), decision(.stale, resident: 130_000_000, .nothing),
            decision(.revalidated, resident: 40_000_000, .renewed), decision(.miss, resident: 1, .stored),
            decision(.miss, resident: nil, .combined), decision(.miss, resident: nil, .renewed),
            decision(.bypass, resident: nil, .refused("x")), decision(.miss, resident: nil, .nothing),
        ].map { "\(ResponseStatusLine.fromCache($0) ?? "-") | \(ResponseStatusLine.cache($0))" }
        #expect(
            rows.joined(separator: "\n") == """
                from cache, 40 s old | cache hit
                from cache | cache hit
                from cache | cache hit
                from cache, stale, 2 min old | cache stale
                from cache, revalidated | cache revalidated
                - | cache miss, stored
                - | cache miss, stored
                - | cache miss
                - | cache bypass
                - | cache miss
                """)
    }

    @Test func `versions are named as servers' logs name them, and sizes with what they took on the wire`() {
        let versions = [HTTPVersion.http1_0, .http1_1, .http2, .http3].map(ResponseStatusLine.version)
        #expect(versions == ["http/1.0", "http/1.1", "h2", "h3"])
        let body = [UInt8](repeating: 0x61, count: 2000)
        let sizes = [
            F.response(body: body, wire: 500, codings: ["gzip", "br"]), F.response(body: body, wire: 500),
            F.response(body: body, wire: 0, codings: ["gzip"]),
        ].map(ResponseStatusLine.size)
        #expect(sizes == ["2.0 KB from 500 B gzip, br", "2.0 KB", "2.0 KB"])
    }

    // MARK: Timing

    @Test func `what the program did itself is explained, by whether there is a cache and a wait`() {
        var hit = CacheDecision(outcome: .hit, reason: .nothingStored, mode: .default, key: CacheKey(text: "k"))
        hit.storing = .nothing
        func exchange(_ decision: CacheDecision?, wait: Duration) -> Exchange {
            let hop = Hop(
                cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0, response: F.response(),
                connection: nil, startOffset: .zero, timings: F.timings, cacheDecision: decision)
            return Exchange(
                id: F.id(1), draft: RequestDraft(url: "http://h/"), startedAt: F.start, hops: [hop],
                timings: F.timings, retryWait: wait, error: nil)
        }
        func rows(_ exchange: Exchange) -> String {
            TimingTable.OwnWork.allCases.map { "\($0.rawValue) \($0.explanation(exchange) ?? "-")" }
                .joined(separator: "\n")
        }
        #expect(
            rows(exchange(nil, wait: .zero)) == """
                resolve before the send: variables are looked up, tokens fetched
                prepare before the request
                cache the cache answers
                other between the phases: libcurl and the engine
                between before the next request
                finish after the response
                """)
        #expect(
            rows(exchange(hit, wait: .nanoseconds(1))) == """
                resolve before the send: variables are looked up, tokens fetched
                prepare before the request: the cache is opened and asked
                cache the cache answers
                other between the phases: libcurl and the engine
                between the wait before the next try
                finish after the response: it is stored in the cache
                """)
    }

    private func fact(_ hop: Hop) -> String? {
        TimingTable(F.exchange(hops: [hop])).rows.lazy
            .compactMap { if case .fact("connection", let text) = $0 { text } else { nil } }.first
    }

    @Test func `the connection that brought a 304 has its version, not that of the stored response`() {
        let hop = Hop(
            cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0,
            response: F.response(version: .http1_1), connection: ConnectionFacts(isReused: true), startOffset: .zero,
            timings: F.timings, validation: F.response(status: 304, version: .http2))
        #expect(fact(hop) == "reused, HTTP/2")
    }

    @Test func `a connection is its address, whether it is new, and its versions, as far as they are known`() {
        func fact(_ facts: ConnectionFacts, _ response: Response?) -> String? {
            self.fact(F.hop(response: response, connection: facts))
        }
        let rows = [
            fact(ConnectionFacts(remoteAddress: "10.0.0.1", remotePort: 80), nil),
            fact(ConnectionFacts(remoteAddress: "::1"), F.response(version: .http2)),
            fact(ConnectionFacts(isReused: true, tlsVersion: "TLSv1.2"), F.response(version: .http3)),
        ]
        #expect(
            rows == ["10.0.0.1:80, new", "[::1], new, HTTP/2", "reused, HTTP/3, TLSv1.2"])
    }

    @Test func `an exchange without a request on the wire waited in the queue, and ended`() {
        let exchange = F.exchange(
            hops: [], error: F.timeout,
            timings: PhaseTimings(queue: .milliseconds(3), total: .milliseconds(5)))
        #expect(
            TimingTable(exchange, after: .milliseconds(2)).rows.map(\.text) == [
                "resolve 2.000 ms from 0.000 ms", "queue 3.000 ms from 2.000 ms", "", "network 5.000 ms",
                "ended 7.000 ms", "", "resolve before the send: variables are looked up, tokens fetched",
            ])
    }
}
