import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// What the log keeps of the cache's decisions.
@Suite struct StoredDecisionTests {
    private static let lifetimes: [FreshnessLifetime] = [
        FreshnessLifetime(seconds: 60, source: .maxAge), FreshnessLifetime(seconds: 0, source: .unreadableMaxAge),
        FreshnessLifetime(seconds: 9, source: .expires(1_795_257_130, date: 1_795_257_121)),
        FreshnessLifetime(seconds: 0, source: .unreadableExpires),
        FreshnessLifetime(seconds: 7, source: .heuristic(lastModified: 1_795_257_051, date: 1_795_257_121)),
        FreshnessLifetime(seconds: 0, source: .none),
    ]

    private static let validations: [CacheReason.Validation] =
        lifetimes.map { .expired(age: 70, $0) } + [
            .responseNoCache, .requestNoCache, .requestPragma, .mode, .requestMaxAge(5, age: 9),
            .requestMinFresh(8, left: 3), .clockWentBack, .otherVariant,
        ]

    private static let reasons: [CacheReason] =
        lifetimes.flatMap { [.fresh(age: 3, $0), .immutable(age: 4, $0), .staleByMode(.onlyIfCached, age: 61, $0)] }
        + validations.flatMap {
            [.changed($0), .noValidator($0), .validationFailed($0), .confirmedByHead($0), .callersCondition($0)]
        } + [
            .notModified(validator: "ETag"), .completed, .staleByMaxStale(by: 2),
            .staleWhileRevalidate(by: 2, window: 60), .staleIfError(by: 3, window: 90, .timeout),
            .staleWhileDisconnected(by: 5, .offline), .nothingStored, .noVariantMatches(count: 2), .reload,
            .conditionForOriginOnly("If-Match"), .rangeNotStored, .onlyIfCachedUnmet("nothing stored"), .bodyLost,
            .modeNoStore, .requestNoStore, .method("PROPFIND"), .requestBody, .unsafe("POST"),
        ]

    @Test func `each reason is the same after the log`() throws {
        for reason in Self.reasons {
            let decision = CacheDecision(
                outcome: .miss, reason: reason, mode: .default, key: CacheKey(text: "http://127.0.0.1:8080/orders"))
            let hop = Hop(
                cause: .first, request: ExchangeFixtures.request(), sentHead: [], sentBodyByteCount: 0,
                response: ExchangeFixtures.response(), connection: nil, startOffset: .zero, timings: PhaseTimings(),
                cacheDecision: decision)
            let exchange = ExchangeFixtures.exchange(hops: [hop])
            let stored = StoredExchange(
                exchange, StoringRedactor(Redaction(), storing: exchange), bodyLimit: 1 << 20)
            let read = try #require(StoredExchange.decode(stored.data) { _ in nil })
            #expect(read.cacheDecision?.reason == reason)
        }
    }
}
