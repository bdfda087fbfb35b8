import TestSupport
import Testing

@testable import NetEngine

/// The network's time, without the engine's own work.
@Suite struct NetworkTimeTests {
    private typealias F = ExchangeFixtures

    private static let asked = PhaseTimings(
        queue: .milliseconds(30), wait: .milliseconds(3), receive: .milliseconds(1), total: .milliseconds(4))

    private static func stored(_ timings: PhaseTimings = PhaseTimings(total: .milliseconds(2))) -> Hop {
        Hop(
            cause: .first, request: F.request(), sentHead: [], sentBodyByteCount: 0, response: F.response(),
            connection: nil, startOffset: .zero, timings: timings,
            cacheDecision: CacheDecision(
                outcome: .hit, reason: .nothingStored, mode: .default, key: CacheKey(text: "http://a.test/")))
    }

    private static func time(_ hops: [Hop]) -> Duration {
        F.exchange(hops: hops, timings: PhaseTimings(total: .milliseconds(50))).networkTime
    }

    @Test func `it is that of all requests on the wire, without waits and without the cache`() {
        let hop = F.hop(response: F.response(), startOffset: .milliseconds(10), timings: Self.asked)
        #expect(Self.time([hop]) == .milliseconds(4))
        #expect(Self.time([hop, hop]) == .milliseconds(8))
        #expect(Self.time([Self.stored(), hop]) == .milliseconds(4))
    }

    @Test func `where no server was asked it is the whole time`() {
        #expect(Self.stored().networkTime == nil)
        #expect(Self.time([Self.stored()]) == .milliseconds(50))
        #expect(Self.time([]) == .milliseconds(50))
    }

    @Test func `a stored response that hides the error of a server took the time of that server`() {
        #expect(Self.stored(Self.asked).networkTime == .milliseconds(4))
        #expect(Self.time([Self.stored(), Self.stored(Self.asked)]) == .milliseconds(4))
    }

    @Test func `of a request that ended while it waited for a connection it is that wait`() {
        let hop = F.hop(response: nil, timings: PhaseTimings(queue: .seconds(5), total: .zero))
        #expect(Self.time([hop]) == .seconds(5))
    }
}
