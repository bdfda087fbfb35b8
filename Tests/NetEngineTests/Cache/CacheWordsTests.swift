import TestSupport
import Testing

@testable import NetEngine

/// The words in which the cache explains itself, and the numbers in them.
@Suite struct CacheWordsTests {
    private static let minute = FreshnessLifetime(seconds: 60, source: .maxAge)

    @Test func `each reason has its phrase`() {
        let reasons: [CacheReason] = [
            .fresh(age: 12, Self.minute), .immutable(age: 3, Self.minute), .notModified(validator: "ETag"), .completed,
            .staleByMode(.forceCache, age: 70, Self.minute), .staleByMaxStale(by: 5),
            .staleWhileRevalidate(by: 5, window: 30), .staleIfError(by: 6, window: 40, .serverError),
            .staleWhileDisconnected(by: 7, .dns), .nothingStored, .noVariantMatches(count: 1),
            .noVariantMatches(count: 2), .changed(.mode), .noValidator(.responseNoCache),
            .validationFailed(.requestNoCache), .confirmedByHead(.mode), .callersCondition(.requestPragma), .reload,
            .conditionForOriginOnly("If-Match"), .rangeNotStored, .onlyIfCachedUnmet("nothing stored"), .bodyLost,
            .modeNoStore, .requestNoStore, .method("OPTIONS"), .requestBody, .unsafe("PUT"),
        ]
        let phrases = """
            fresh: age 12 s of max-age 60 s
            fresh and immutable: age 3 s of max-age 60 s
            304, ETag matched
            the missing part was fetched
            mode force-cache: age 70 s of max-age 60 s
            stale by 5 s, max-stale permits it
            stale by 5 s of stale-while-revalidate 30 s
            stale by 6 s of stale-if-error 40 s (server-error)
            stale by 7 s, the server was not reached (dns)
            nothing stored
            the stored variant did not match
            none of 2 stored variants matched
            mode no-cache; changed
            the stored response says no-cache; nothing to validate by
            the request says no-cache; the validation failed
            mode no-cache; not changed, by the response to HEAD
            the request says Pragma: no-cache; the request's own condition was sent
            mode reload
            If-Match is for the server to decide
            the range is not stored
            only-if-cached: nothing stored
            the stored body was gone
            mode no-store
            the request says no-store
            method OPTIONS
            the request has a body
            method PUT may change the resource
            """
        #expect(reasons.map(\.phrase).joined(separator: "\n") == phrases)
    }

    @Test func `each ground of a validation has its phrase`() {
        let grounds: [CacheReason.Validation] = [
            .expired(age: 61, Self.minute), .expired(age: 9, FreshnessLifetime(seconds: 0, source: .none)),
            .requestMaxAge(5, age: 9), .requestMinFresh(8, left: 3), .requestMinFresh(.max, left: 3), .clockWentBack,
            .otherVariant,
        ]
        let phrases = """
            expired: age 61 s of max-age 60 s
            no lifetime was given
            the request wants max-age 5 s, the age is 9 s
            the request wants min-fresh 8 s, 3 s are left
            the request's min-fresh is not a number
            this machine's clock was set back, so the age is unknown
            stored for other requests only
            """
        #expect(grounds.map(\.phrase).joined(separator: "\n") == phrases)
    }

    @Test func `a reason without a table of its own names no directive, or the right one`() {
        let reasons: [CacheReason] = [
            .fresh(age: 1, Self.minute), .fresh(age: 1, FreshnessLifetime(seconds: 0, source: .unreadableMaxAge)),
            .staleByMode(.forceCache, age: 9, FreshnessLifetime(seconds: 9, source: .expires(70, date: 61))),
            .staleByMode(.forceCache, age: 9, FreshnessLifetime(seconds: 0, source: .none)), .completed,
            .requestNoStore, .modeNoStore, .reload, .bodyLost, .requestBody, .unsafe("PUT"),
            .staleWhileDisconnected(by: 1, .dns),
        ]
        let names = reasons.map { $0.directive ?? "-" }.joined(separator: " ")
        #expect(names == "max-age max-age Expires - Range no-store - - - - - -")
    }

    @Test func `a lifetime says what it comes from`() {
        let sources: [FreshnessLifetime.Source] = [
            .maxAge, .unreadableMaxAge, .expires(100, date: 40), .unreadableExpires,
            .heuristic(lastModified: 40, date: 100), .none,
        ]
        let lifetimes = sources.map { FreshnessLifetime(seconds: 6, source: $0) }
        #expect(
            lifetimes.map { "\($0.phrase) | \($0.arithmetic)" }.joined(separator: "\n") == """
                max-age 6 s | Cache-Control: max-age=6
                a max-age that is not a number | max-age is not a number: 0 s
                Expires 6 s after Date | Expires Thu, 01 Jan 1970 00:01:40 GMT - Date Thu, 01 Jan 1970 00:00:40 GMT = 60 s
                an Expires that is not a date | Expires is not one date: 0 s
                6 s, a tenth of the time since Last-Modified | (Date Thu, 01 Jan 1970 00:01:40 GMT - Last-Modified Thu, 01 Jan 1970 00:00:40 GMT) / 10 = 6 s
                no lifetime | neither max-age nor Expires, and no guess is made: 0 s
                """)
    }

    @Test func `an age is the larger of both ways to count, and then the time in the store`() {
        let old = ResponseAge(ageField: 30, date: 1, apparent: 7, responseDelay: 2_400_000, resident: 12_700_000)
        #expect(old.microseconds == 45_100_000)
        #expect(old.arithmetic == "max(Date 7 s ago, Age 30 s + delay 2 s) + stored for 12 s = 45 s")
        let young = ResponseAge(ageField: nil, date: 1, apparent: 7, responseDelay: 400_000, resident: -3_000_000)
        #expect(young.microseconds == 7_000_000)
        #expect(young.arithmetic == "max(Date 7 s ago, no Age + delay 0 s) + stored for 0 s = 7 s")
    }

    @Test func `an age is rounded to the second, and unknown once the clock was set back by more than one`() {
        func age(_ resident: Int64) -> ResponseAge {
            ResponseAge(ageField: nil, date: nil, apparent: 0, responseDelay: 0, resident: resident)
        }
        #expect([499_999, 500_000, 1_499_999, 1_500_000].map { age($0).seconds } == [0, 1, 1, 2])
        #expect([0, -1_000_000, -1_000_001].map { age($0).isUnknown } == [false, false, true])
    }

    @Test func `a decision says whether the response is stored, and why not`() {
        let storings: [CacheDecision.Storing] = [.nothing, .stored, .renewed, .combined, .refused("no room")]
        let rows = CacheDecision.Outcome.allCases.map { outcome in
            let words = storings.map { storing in
                var decision = CacheDecision(
                    outcome: outcome, reason: .reload, mode: .default, key: CacheKey(text: "http://a/"))
                decision.storing = storing
                return "\(decision.isStored ? "stored" : "not"): \(decision.notStoredReason ?? "-")"
            }
            return "\(outcome.rawValue): \(words.joined(separator: ", "))"
        }
        #expect(
            rows.joined(separator: "\n") == """
                hit: stored: -, stored: -, stored: -, stored: -, not: no room
                revalidated: stored: -, stored: -, stored: -, stored: -, not: no room
                stale: stored: -, stored: -, stored: -, stored: -, not: no room
                miss: not: nothing came that could be stored, stored: -, stored: -, stored: -, not: no room
                bypass: not: nothing came that could be stored, stored: -, stored: -, stored: -, not: no room
                """)
    }

    /// Status, whether there is an Authorization, and Cache-Control.
    private static let shared: FilledTable = """
        200 | - | max-age=5 -> []
        200 | - | private, max-age=5 -> ["private: it would not store this (RFC 9111 §5.2.2.7)"]
        200 | - | private, s-maxage=9, proxy-revalidate -> ["private: it would not store this (RFC 9111 §5.2.2.7)"]
        200 | auth | max-age=5, proxy-revalidate -> ["Authorization without public, s-maxage or must-revalidate: it would not store this (§3.5)"]
        200 | auth | max-age=5 -> ["Authorization without public, s-maxage or must-revalidate: it would not store this (§3.5)"]
        200 | auth | max-age=5, public -> []
        200 | auth | max-age=5, must-revalidate -> []
        200 | auth | s-maxage=9, must-revalidate -> ["s-maxage: its lifetime would be 9 s (§5.2.2.10)"]
        200 | - | s-maxage=9 -> ["s-maxage: its lifetime would be 9 s (§5.2.2.10)", "s-maxage: it would never serve this stale (§5.2.2.8)"]
        200 | - | s-maxage=x -> ["s-maxage is not a number: it would take this for stale (§4.2.1)", "s-maxage: it would never serve this stale (§5.2.2.8)"]
        200 | - | proxy-revalidate -> ["proxy-revalidate: it would never serve this stale (§5.2.2.8)"]
        200 | - | proxy-revalidate, must-revalidate -> []
        302 | - | s-maxage=9 -> ["s-maxage: it would store this status 302 (RFC 9111 §3)", "s-maxage: its lifetime would be 9 s (§5.2.2.10)", "s-maxage: it would never serve this stale (§5.2.2.8)"]
        200 | - | private="X-A" -> ["private=\\\"x-a\\\": it would store this without x-a (RFC 9111 §5.2.2.7)"]
        302 | - | proxy-revalidate -> []
        416 | - | s-maxage=9 -> []
        200 | - | no-store, proxy-revalidate -> []
        200 | - | no-store, must-understand, proxy-revalidate -> ["proxy-revalidate: it would never serve this stale (§5.2.2.8)"]
        599 | - | no-store, must-understand, s-maxage=9 -> []
        """

    @Test func `a shared cache differs where the response concerns it`() {
        let text = Self.shared.filled { row in
            let columns = row.columns
            let subject = SharedCacheView.Subject(
                status: Int(columns[0]) ?? 0, headers: [HeaderField("Cache-Control", columns[2])],
                isStorableByAnybody: true, hasAuthorization: columns[1] == "auth")
            return "\(SharedCacheView.differences(subject))"
        }
        #expect(text == Self.shared.text)
        let unstorable = SharedCacheView.Subject(
            status: 200, headers: [HeaderField("Cache-Control", "private")], isStorableByAnybody: false,
            hasAuthorization: false)
        #expect(SharedCacheView.differences(unstorable) == [])
        let delivered = SharedCacheView.Subject(
            status: 200, headers: [HeaderField("CDN-Cache-Control", "max-age=1")], isStorableByAnybody: true,
            hasAuthorization: false)
        #expect(
            SharedCacheView.differences(delivered)
                == ["CDN-Cache-Control: a CDN would go by it instead of Cache-Control (RFC 9213)"])
    }

    @Test func `each status is guessed about, understood or refused`() {
        let all = Array(100...999)
        #expect(
            ranges(all.filter(StatusRules.isHeuristicallyCacheable))
                == "200 203-204 206 300-301 308 404-405 410 414 501")
        #expect(
            ranges(all.filter(StatusRules.isUnderstood))
                == "200-208 226 300-305 307-308 400-417 421-426 428-429 431 451 500-508 510-511")
        #expect(ranges(all.filter(StatusRules.isServerFailure)) == "500 502-504")
        #expect(
            ranges(all.filter { StatusRules.refusal($0) == nil })
                == "200-303 305-406 408-411 413-415 418-427 430 432-510 512-599")
        #expect(
            [199, 304, 407, 412, 416, 417, 428, 511, 600].compactMap(StatusRules.refusal).joined(separator: "\n") == """
                199 is not a final status (RFC 9110 §15)
                a 304 holds no representation (RFC 9110 §15.4.5)
                407 concerns the proxy, not the target
                412 concerns the fields of that very request
                416 concerns the range of that very request
                417 concerns the fields of that very request
                428 must not be stored (RFC 6585)
                511 must not be stored (RFC 6585)
                600 is not a final status (RFC 9110 §15)
                """)
    }
}
