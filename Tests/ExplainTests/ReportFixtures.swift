import NetEngine
import TestSupport

/// Exchanges of one hop, for reports on its connection and on the cache.
enum ReportFixtures {
    static func exchange(
        _ facts: ConnectionFacts?, scheme: HTTPURL.Scheme = .https, error: EngineError? = nil,
        decision: CacheDecision? = nil, _ change: (inout RequestOptions) -> Void = { _ in }
    ) -> Exchange {
        var options = RequestOptions()
        change(&options)
        let plain = ExchangeFixtures.request(scheme: scheme)
        let request = PreparedRequest(
            method: plain.method, url: plain.url, headers: plain.headers, body: plain.body, options: options)
        let hop = Hop(
            cause: .first, request: request, sentHead: [], sentBodyByteCount: 0,
            response: error == nil ? ExchangeFixtures.response() : nil, connection: facts, startOffset: .zero,
            timings: PhaseTimings(), cacheDecision: decision)
        return ExchangeFixtures.exchange(hops: [hop], error: error)
    }

    static func hop(_ decision: CacheDecision?, headers: HeaderFields = []) -> Hop {
        Hop(
            cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: 0,
            response: ExchangeFixtures.response(headers: headers), connection: nil, startOffset: .zero,
            timings: PhaseTimings(), cacheDecision: decision)
    }

    static func decision(
        _ outcome: CacheDecision.Outcome, _ reason: CacheReason = .nothingStored
    ) -> CacheDecision {
        CacheDecision(outcome: outcome, reason: reason, mode: .default, key: CacheKey(text: "GET http://x/"))
    }
}
