import Base
import TestSupport
import Testing

@testable import NetEngine
@testable import Workspace

/// What users see of stored responses and of the cache's decisions, as it was recorded (`Recorded`).
@Suite struct RecordedCacheEntryTests {
    private static let start: Int64 = 1_795_257_121

    /// The fields of a response, and after | those of the request that it was stored for.
    private static let responses = """
        Cache-Control: max-age=60; Content-Type: text/plain
        Cache-Control: max-age=60, no-cache; ETag: "v1"
        Cache-Control: max-age=60; Age: 50
        Cache-Control: max-age=0
        Cache-Control: max-age=86400, immutable
        Expires: Tue, 21 Nov 2034 00:00:00 GMT; Date: Mon, 20 Nov 2034 00:00:00 GMT
        Expires: 0
        Last-Modified: Mon, 20 Nov 2000 00:00:00 GMT; Date: Mon, 20 Nov 2023 00:00:00 GMT
        Date: nonsense
        Vary: Accept, Accept-Language, X-None; Cache-Control: max-age=5 | Accept: text/html;q=0.5, */*; Accept-Language: de
        Vary: Authorization, Cookie, X-Api-Key | Authorization: Bearer header-secret; Cookie: sid=cookie-secret; X-Api-Key: key-secret
        Vary: *
        Set-Cookie: sid=set-secret; Path=/; X-Token: token-secret; Location: http://user:pass@h.test/?token=query-secret
        Content-Range: bytes 0-4/10; Cache-Control: max-age=60
        Content-Type: text/plain; X-Bytes: \u{e4}\u{1b}[1m
        -
        """

    private static func fields(_ text: some StringProtocol) -> HeaderFields {
        HeaderFields(
            text.split(separator: "; ").map { $0.trimmingWhitespace() }.filter { $0 != "-" && !$0.isEmpty }.map {
                line in
                let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
                return HeaderField(parts[0], parts.count > 1 ? parts[1] : "")
            })
    }

    private static func stored(_ line: some StringProtocol, number: Int, url: String) -> StoredResponse {
        let parts = line.split(separator: " | ", maxSplits: 1)
        let headers = fields(parts[0])
        let moment = Timestamp(microsecondsSince1970: (start + Int64(number)) * 1_000_000)
        let range = ContentRange(headers)
        return StoredResponse(
            id: StoredResponse.ID(rawValue: Int64(number + 1)), key: CacheKey(text: url),
            status: range == nil ? 200 : 206,
            reason: [], httpVersion: .http1_1, headers: headers, requestTime: moment, responseTime: moment,
            vary: VaryKey(response: headers, request: parts.count > 1 ? fields(parts[1]) : []), authorization: nil,
            decodedCodings: [], wireBodyByteCount: number, bodyByteCount: number * 700, part: range)
    }

    @Test func `what is seen of stored responses is what was recorded`() throws {
        var parts: [(name: String, text: String)] = []
        var all: [StoredResponse] = []
        let urls = [
            "http://a.test/", "http://user:pass@a.test/x?api_key=query-secret&q=1", "http://a.test/ POST digest",
        ]
        for (number, line) in Self.responses.split(separator: "\n").enumerated() {
            let plain = Self.stored(line, number: number, url: urls[number % urls.count])
            all.append(plain)
            var texts: [String] = []
            let shown =
                number % 2 == 0
                ? plain : plain.showing(urls[number % urls.count].replacing(bytes: "a.test", with: "shown"))
            for (seconds, reveals) in [(0, false), (10, false), (3600, false), (-100, false), (10, true)]
                as [(Int64, Bool)]
            {
                let now = Timestamp(microsecondsSince1970: (Self.start + Int64(number) + seconds) * 1_000_000)
                let entry = CachedEntry(shown, now: now, reveals: reveals)
                var text = "fresh \(entry.isFresh), \(entry.state), URL \(entry.url)\n"
                if texts.isEmpty || reveals {
                    text += entry.lines.map { "\($0.string)\n" }.joined() + "\(entry.json.text)\n"
                    text += "\(["shown", "a.test", "query-secret", "nope"].map { entry.matches($0) })\n"
                }
                texts.append("\(seconds) s\(reveals ? ", revealed" : ""): \(text)")
            }
            parts.append((String(line), texts.joined()))
        }
        let contents = CacheContents(
            all.reversed(), usage: CacheUsage(count: all.count, bytes: 5, limit: 9),
            readAt: Timestamp(microsecondsSince1970: 0))
        let groups = contents.groups.map { "\($0.key.text): \($0.variants.map(\.id.rawValue)) \($0.bytes) bytes\n" }
        parts.append(("groups", groups.joined()))
        try Recorded.expect(parts, in: "cache/entries")
    }

    @Test func `what is told of decisions of the cache is what was recorded`() throws {
        let lifetime = Self.stored("Cache-Control: max-age=60", number: 1, url: "http://a/").lifetime
        let reasons: [(CacheDecision.Outcome, CacheReason)] = [
            (.hit, .fresh(age: 5, lifetime)), (.hit, .immutable(age: 5, lifetime)),
            (.revalidated, .notModified(validator: "\"v1\"")),
            (.revalidated, .completed), (.stale, .staleByMode(.default, age: 70, lifetime)),
            (.stale, .staleByMaxStale(by: 10)),
            (.stale, .staleWhileRevalidate(by: 10, window: 30)), (.stale, .staleIfError(by: 10, window: 30, .timeout)),
            (.stale, .staleWhileDisconnected(by: 10, .connect)), (.miss, .nothingStored),
            (.miss, .noVariantMatches(count: 1)),
            (.miss, .noVariantMatches(count: 2)), (.miss, .reload), (.miss, .conditionForOriginOnly("If-Match")),
            (.miss, .rangeNotStored), (.miss, .onlyIfCachedUnmet("nothing is stored")), (.miss, .bodyLost),
            (.bypass, .modeNoStore), (.bypass, .requestNoStore), (.bypass, .method("PUT")), (.bypass, .requestBody),
            (.bypass, .unsafe("POST")),
        ]
        let validations: [CacheReason.Validation] = [
            .expired(age: 70, lifetime), .responseNoCache, .requestNoCache, .requestPragma, .mode,
            .requestMaxAge(5, age: 6),
            .requestMinFresh(50, left: 40), .clockWentBack, .otherVariant,
        ]
        let changed = validations.flatMap { reason -> [CacheReason] in
            [.changed(reason), .noValidator(reason), .validationFailed(reason), .callersCondition(reason)]
        }
        var text = ""
        for (outcome, reason) in reasons + changed.map({ (CacheDecision.Outcome.miss, $0) }) {
            let decision = CacheDecision(
                outcome: outcome, reason: reason, mode: .default, key: CacheKey(text: "http://a/"))
            text += "\(CacheJSON.decision(decision).text)\n"
        }
        text += "\(CacheJSON.decision(nil).text)\n"
        let all = Self.stored("Cache-Control: max-age=60", number: 1, url: "http://a/")
        for storing: CacheDecision.Storing in [.nothing, .stored, .renewed, .combined, .refused("it is too large")] {
            for outcome in CacheDecision.Outcome.allCases {
                var decision = CacheDecision(
                    outcome: outcome, reason: .nothingStored, mode: .reload, key: CacheKey(text: "http://a/"))
                decision.storing = storing
                decision.age = all.ageSource.age(at: Timestamp(microsecondsSince1970: (Self.start + 9) * 1_000_000))
                decision.lifetime = lifetime
                decision.considered = [
                    CacheDecision.Variant(
                        id: all.id, status: 200, storedAt: all.responseTime, matches: outcome == .hit,
                        why: "Accept differs")
                ]
                decision.invalidated = [CacheKey(text: "http://a/b")]
                decision.hiddenError = outcome == .stale ? ExchangeFixtures.timeout : nil
                decision.background = outcome == .stale ? ExchangeID(rawValue: 3) : nil
                text += "\(decision.isFromCache) \(CacheJSON.decision(decision).text)\n"
            }
        }
        try Recorded.expect([("decisions", text)], in: "cache/decisions")
    }
}
