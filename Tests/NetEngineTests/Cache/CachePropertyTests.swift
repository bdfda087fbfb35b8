import TestSupport
import Testing

@testable import NetEngine

/// Properties of every request and every stored response, tested with many random ones from a known seed.
struct CachePropertyTests {
    private static let noon = WallClock.noon

    private static func stored(_ chance: inout SeededGenerator, request: HeaderFields) -> StoredResponse {
        var headers: HeaderFields = []
        let directives = [
            "max-age=10", "max-age=1000", "max-age=0", "no-cache", "must-revalidate", "stale-while-revalidate=50",
            "stale-if-error=50", "immutable", "public", "private", "max-age=x", "s-maxage=5", #"no-cache="a""#,
        ]
        for _ in 0..<Int.random(in: 0...3, using: &chance) {
            headers.append(HeaderField("Cache-Control", chance.pick(directives)))
        }
        let offsets: [Int64] = [-5000, -20, 0, 20, 5000]
        if chance.one(in: 2) { headers.append(HeaderField("Date", HTTPDate.text(noon + chance.pick(offsets)))) }
        if chance.one(in: 3) { headers.append(HeaderField("Expires", HTTPDate.text(noon + chance.pick(offsets)))) }
        if chance.one(in: 3) { headers.append(HeaderField("Age", chance.pick(["0", "5", "900", "x", "99999999999"]))) }
        if chance.one(in: 3) { headers.append(HeaderField("Last-Modified", HTTPDate.text(noon - 100_000))) }
        if chance.one(in: 2) { headers.append(HeaderField("ETag", chance.pick([#""a""#, #"W/"a""#]))) }
        if chance.one(in: 2) { headers.append(HeaderField("Vary", chance.pick(["Foo", "Foo, Bar", "*", "bar"]))) }
        let at = noon - Int64.random(in: -5...100, using: &chance)
        return StoredResponse(
            id: .random(), key: CacheKey(text: "http://a/"), status: chance.pick([200, 200, 200, 404, 500]), reason: [],
            httpVersion: .http1_1, headers: headers, requestTime: Timestamp(microsecondsSince1970: at * 1_000_000),
            responseTime: Timestamp(microsecondsSince1970: at * 1_000_000),
            vary: VaryKey(response: headers, request: request), authorization: nil, decodedCodings: [],
            wireBodyByteCount: 0, bodyByteCount: 10)
    }

    private static func fields(_ chance: inout SeededGenerator) -> HeaderFields {
        var headers: HeaderFields = []
        if chance.one(in: 2) { headers.append(HeaderField("Foo", chance.pick(["1", "2", ""]))) }
        if chance.one(in: 2) { headers.append(HeaderField("Bar", chance.pick(["1", "2"]))) }
        return headers
    }

    private static func request(_ chance: inout SeededGenerator) throws -> PreparedRequest {
        var headers = fields(&chance)
        let directives = ["max-age=5", "max-stale=30", "max-stale", "min-fresh=5", "no-cache", "only-if-cached", "foo"]
        if chance.one(in: 2) { headers.append(HeaderField("Cache-Control", chance.pick(directives))) }
        if chance.one(in: 5) { headers.append(HeaderField("If-None-Match", #""a""#)) }
        if chance.one(in: 5) { headers.append(HeaderField("Range", "bytes=2-4")) }
        let options = RequestOptions(cacheMode: chance.pick(CacheMode.allCases))
        return PreparedRequest(
            method: chance.pick([.get, .get, .get, .head]), url: try HTTPURL.parse("http://a/"), headers: headers,
            body: .none, options: options)
    }

    @Test(arguments: 0..<20) func `nothing is used without a ground for it`(_ seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let now = Timestamp(microsecondsSince1970: Self.noon * 1_000_000)
        for _ in 0..<1000 {
            let prepared = try Self.request(&chance)
            let request = CacheRequest(prepared)
            let candidates = (0..<Int.random(in: 0...4, using: &chance)).map { _ in
                let before = Self.fields(&chance)
                return Self.stored(&chance, request: before)
            }
            guard CachePolicy.bypass(request) == nil,
                case .reuse(let reuse) = CachePolicy.plan(request, candidates, now: now)
            else { continue }
            let stored = reuse.stored
            // Never used if a field that it varies by differs.
            #expect(!stored.vary.isStar)
            for field in stored.vary.fields {
                #expect(FieldNormalisation.value(of: field.name, in: prepared.headers) == field.value)
            }
            // Never used past its lifetime without a reason that permits it.
            let age = stored.ageSource.age(at: now)
            let isFresh = age.microseconds < stored.lifetime.seconds * 1_000_000 && !age.isUnknown
            let isForced = request.mode == .forceCache || request.mode == .onlyIfCached
            switch reuse.decision.outcome {
            case .hit:
                #expect(isFresh)
                #expect(!stored.control.noCache)
                #expect(isForced || !request.control.noCache)
                if let limit = request.control.maxAge.value, !isForced {
                    #expect(age.microseconds <= limit * 1_000_000)
                }
                if let limit = request.control.minFresh.value, !isForced {
                    #expect(stored.lifetime.seconds * 1_000_000 - age.microseconds >= limit * 1_000_000)
                }
            case .stale where !isForced:
                #expect(!stored.control.mustRevalidate && !stored.control.noCache)
                #expect(request.control.maxStale != .none || stored.control.staleWhileRevalidate != nil)
            case .stale: break
            case .revalidated, .miss, .bypass: Issue.record("\(reuse.decision.outcome) does not use the store")
            }
            // No clock, however wrong, makes a response younger than the time it has been stored.
            #expect(age.microseconds >= max(0, now.microsecondsSince1970 - stored.responseTime.microsecondsSince1970))
            // The most recent of the matching ones.
            let matching = candidates.filter { VariantMatch($0, for: request).form != nil }
            #expect(matching.allSatisfy { !CachePolicy.isNewer($0, stored) })
            #expect(reuse.decision.considered.count == candidates.count)
        }
    }

    @Test(arguments: 0..<10) func `a range is the very bytes of the whole`(_ seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let body = (0..<Int.random(in: 1...60, using: &chance)).map { UInt8($0) }
            let first = Int.random(in: 0...70, using: &chance)
            let range: ByteRange = chance.pick([
                .closed(first: first, last: first + Int.random(in: 0...30, using: &chance)), .from(first),
                .suffix(Int.random(in: 1...70, using: &chance)),
            ])
            let slice = RangeSlice(range, ofWhole: body.count)
            let expected: ArraySlice<UInt8>
            switch range {
            case .closed(let first, let last): expected = body.dropFirst(first).prefix(last - first + 1)
            case .from(let first): expected = body.dropFirst(first)
            case .suffix(let count): expected = body.suffix(count)
            }
            #expect(slice.map { Array(body[$0.bytes]) } ?? [] == Array(expected))
            guard let slice else { continue }
            #expect(slice.contentRange.last - slice.contentRange.first + 1 == expected.count)
            // Any stored part that contains the range yields the same bytes.
            let from = Int.random(in: 0...slice.contentRange.first, using: &chance)
            let to = Int.random(in: slice.contentRange.last..<body.count, using: &chance)
            let part = ContentRange(first: from, last: to, total: body.count)
            let stored = Array(body[from...to])
            if let within = RangeSlice(range, of: part, count: stored.count) {
                #expect(Array(stored[within.bytes]) == Array(expected))
                #expect(within.contentRange == slice.contentRange)
            } else {
                // This may happen only if the requested end is missing.
                #expect(to < body.count - 1)
            }
        }
    }

    @Test(arguments: 0..<10) func `dates are read as they are written`(_ seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let seconds = Int64.random(in: -62_167_219_200...253_402_300_799, using: &chance)
            #expect(HTTPDate.strictSeconds(Array(HTTPDate.text(seconds).utf8), now: Self.noon) == seconds)
        }
    }

    @Test(.longComputation, arguments: 0..<10) func `no field, however broken, stops the reader`(_ seed: UInt64) throws
    {
        var chance = SeededGenerator(seed: seed)
        let alphabet = Array(#"max-age=0123,"\ no-stre;W/*:GMT"#.utf8) + [0x00, 0xFF, 0x80]
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...24, using: &chance)).map { _ in chance.pick(alphabet) }
            let headers = HeaderFields(
                ["Cache-Control", "Vary", "Age", "Content-Range", "Expires", "Date", "ETag"].map {
                    HeaderField(nameBytes: Array($0.utf8), valueBytes: bytes)
                })
            let control = CacheControl(headers)
            #expect(control.maxAge.value ?? 0 >= 0)
            _ = VaryKey(response: headers, request: headers)
            _ = ContentRange(headers)
            _ = ByteRange(bytes)
            _ = EntityTag.list([bytes], names: bytes)
            let age = AgeSource(headers, requestTime: .now, responseTime: .now)
            #expect(age.age(at: .now).microseconds >= 0)
            #expect(FreshnessLifetime(headers, control: control, age: age, mayGuess: true).seconds >= 0)
            // A directive between commas is never missed.
            let marked = HeaderFields([
                HeaderField(nameBytes: Array("Cache-Control".utf8), valueBytes: Array("no-store,".utf8) + bytes)
            ])
            #expect(CacheControl(marked).noStore)
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &self)]
    }
    fileprivate mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
