import Testing

@testable import NetEngine

@Suite struct CacheReasonTests {
    @Test(
        arguments: [
            (.changed(.requestMaxAge(5, age: 9)), "max-age"), (.noValidator(.requestMinFresh(8, left: 3)), "min-fresh"),
            (.validationFailed(.requestPragma), "Pragma"), (.callersCondition(.requestNoCache), "no-cache"),
            (.changed(.responseNoCache), "no-cache"), (.changed(.otherVariant), "Vary"), (.changed(.mode), nil),
            (.changed(.clockWentBack), nil), (.staleByMaxStale(by: 2), "max-stale"),
            (.changed(.expired(age: 9, FreshnessLifetime(seconds: 7, source: .unreadableExpires))), "Expires"),
            (
                .fresh(age: 3, FreshnessLifetime(seconds: 7, source: .heuristic(lastModified: 0, date: 70))),
                "Last-Modified"
            ),
            (.immutable(age: 1, FreshnessLifetime(seconds: 7, source: .maxAge)), "immutable"),
            (.notModified(validator: "ETag"), "ETag"), (.conditionForOriginOnly("If-Match"), "If-Match"),
            (.staleWhileRevalidate(by: 1, window: 2), "stale-while-revalidate"),
            (.staleIfError(by: 1, window: 2, .dns), "stale-if-error"), (.noVariantMatches(count: 1), "Vary"),
            (.rangeNotStored, "Range"), (.onlyIfCachedUnmet("nothing stored"), "only-if-cached"),
            (.nothingStored, nil), (.method("PROPFIND"), nil),
        ] as [(CacheReason, String?)])
    func `a reason names the directive or field that decided`(reason: CacheReason, name: String?) {
        #expect(reason.directive == name)
    }

    @Test(arguments: [
        ("accept-language", "de, en;q=0.5, fr;q=0.050, it;q=0", "de, en;q=0.5, fr;q=0.05, it;q=0"),
        ("accept", "text/html;level=1;q=0.7, */*;q=0.125", "text/html;level=1;q=0.7, */*;q=0.125"),
        ("accept-encoding", "GZIP;Q=1.0", "gzip"), ("accept-charset", "utf-8;q=0.50", "utf-8;q=0.5"),
        ("accept", "a/b;t=\"x,y\"", "a/b;t=\"x,y\""),
        ("x-mode", "a,b;q=500", "a,b;q=500"),
    ])
    func `a value of Vary is shown with its weights as a request writes them`(
        name: String, sent: String, shown: String
    ) {
        let key = VaryKey(response: [HeaderField("Vary", name)], request: [HeaderField(name, sent)])
        #expect(key.fields.map(\.written) == [shown])
        #expect(VaryKey(response: [HeaderField("Vary", name)], request: []).fields.map(\.written) == [nil])
    }
}
