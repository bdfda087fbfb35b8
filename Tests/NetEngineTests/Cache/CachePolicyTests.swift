import TestSupport
import Testing

@testable import NetEngine

/// The decisions of the cache as values, without a server: each rule at its limit and beside it.
@Suite struct CachePolicyTests {
    private static let start: Int64 = 1_000_000_000

    private static func fields(_ text: String) -> HeaderFields {
        HeaderFields(
            text.split(separator: "; ").filter { $0 != "-" }.map { line in
                let parts = line.split(separator: ": ", maxSplits: 1).map { String($0) }
                return HeaderField(parts[0], parts.count > 1 ? parts[1] : "")
            })
    }

    private static func stored(
        _ headers: HeaderFields, for request: HeaderFields = [], status: Int = 200, id: Int64 = 1,
        at seconds: Int64 = 0,
        count: Int = 10, codings: [String] = [], authorization: String? = nil
    ) -> StoredResponse {
        let moment = Timestamp(microsecondsSince1970: start * 1_000_000 + seconds * 1_000_000)
        let range = ContentRange(headers)
        return StoredResponse(
            id: StoredResponse.ID(rawValue: id), key: CacheKey(text: "http://a/"), status: status, reason: [],
            httpVersion: .http1_1, headers: headers, requestTime: moment, responseTime: moment,
            vary: VaryKey(response: headers, request: request), authorization: authorization, decodedCodings: codings,
            wireBodyByteCount: count, bodyByteCount: count, part: status == 206 ? range : nil)
    }

    private static func request(
        _ headers: HeaderFields = [], method: HTTPMethod = .get, mode: CacheMode = .default, body: RequestBody = .none,
        url: String = "http://a/", decodes: Bool = true
    ) throws -> CacheRequest {
        CacheRequest(
            PreparedRequest(
                method: method, url: try HTTPURL.parse(url), headers: headers, body: body,
                options: RequestOptions(decodesContent: decodes, cacheMode: mode)))
    }

    private static func text(_ plan: CachePlan) -> String {
        switch plan {
        case .reuse(let reuse):
            let outcome = reuse.isRevalidatedInBackground ? "background" : reuse.decision.outcome.rawValue
            return "\(outcome), \(reuse.decision.phrase)"
        case .fetch(let fetch):
            let added = fetch.added.map { " + \($0.name): \($0.value)" }.joined()
            return "fetch\(fetch.mayFallBack ? " or fall back" : ""), \(fetch.decision.phrase)\(added)"
        case .unmet(let decision): return "unmet, \(decision.phrase)"
        }
    }

    /// Cache-Control of the stored response and of the request, the mode, and the age in microseconds.
    private static let ages: FilledTable = """
        max-age=10 | - | default | 9999999 -> hit, fresh: age 10 s of max-age 10 s
        max-age=10 | - | default | 10000000 -> fetch or fall back, expired: age 10 s of max-age 10 s; nothing to validate by
        max-age=10 | max-age=5 | default | 5000000 -> hit, fresh: age 5 s of max-age 10 s
        max-age=10 | max-age=5 | default | 5000001 -> fetch, the request wants max-age 5 s, the age is 5 s; nothing to validate by
        max-age=10 | max-age=0 | default | 0 -> fetch, the request wants max-age 0 s, the age is 0 s; nothing to validate by
        max-age=10 | max-age=x | default | 0 -> fetch, the request wants max-age 0 s, the age is 0 s; nothing to validate by
        max-age=10 | min-fresh=5 | default | 5000000 -> hit, fresh: age 5 s of max-age 10 s
        max-age=10 | min-fresh=5 | default | 5000001 -> fetch, the request wants min-fresh 5 s, 4 s are left; nothing to validate by
        max-age=10 | min-fresh=x | default | 1000000 -> fetch, the request's min-fresh is not a number; nothing to validate by
        max-age=10 | max-stale=5 | default | 15000000 -> stale, stale by 5 s, max-stale permits it
        max-age=10 | max-stale=5 | default | 15000001 -> fetch or fall back, expired: age 15 s of max-age 10 s; nothing to validate by
        max-age=10 | max-stale | default | 999000000 -> stale, stale by 989 s, max-stale permits it
        max-age=10 | max-stale | no-cache | 11000000 -> fetch, expired: age 11 s of max-age 10 s; nothing to validate by
        max-age=10, must-revalidate | max-stale | default | 11000000 -> fetch or fall back, expired: age 11 s of max-age 10 s; nothing to validate by
        max-age=10, stale-while-revalidate=5 | - | default | 15000000 -> background, stale by 5 s of stale-while-revalidate 5 s
        max-age=10, stale-while-revalidate=5 | - | default | 15000001 -> fetch or fall back, expired: age 15 s of max-age 10 s; nothing to validate by
        max-age=10, stale-while-revalidate=5 | min-fresh=0 | default | 12000000 -> fetch, the request wants min-fresh 0 s, 0 s are left; nothing to validate by
        max-age=10, stale-while-revalidate=5 | max-age=99 | default | 12000000 -> fetch or fall back, expired: age 12 s of max-age 10 s; nothing to validate by
        max-age=10, stale-while-revalidate=5 | only-if-cached | default | 12000000 -> unmet, only-if-cached: expired: age 12 s of max-age 10 s
        max-age=10, stale-while-revalidate=5, must-revalidate | - | default | 12000000 -> fetch or fall back, expired: age 12 s of max-age 10 s; nothing to validate by
        max-age=10, no-cache | - | default | 0 -> fetch, the stored response says no-cache; nothing to validate by
        max-age=10, no-cache | no-cache | default | 0 -> fetch, the request says no-cache; nothing to validate by
        max-age=10 | - | default | -1000000 -> hit, fresh: age 0 s of max-age 10 s
        max-age=10 | - | default | -1000001 -> fetch, this machine's clock was set back, so the age is unknown; nothing to validate by
        max-age=10 | - | force-cache | 9999999 -> hit, fresh: age 10 s of max-age 10 s
        max-age=10 | - | force-cache | 10000000 -> stale, mode force-cache: age 10 s of max-age 10 s
        max-age=10, no-cache | - | only-if-cached | 1000000 -> stale, mode only-if-cached: age 1 s of max-age 10 s
        max-age=10 | no-cache | force-cache | 1000000 -> hit, fresh: age 1 s of max-age 10 s
        max-age=10 | - | no-cache | 1000000 -> fetch, mode no-cache; nothing to validate by
        max-age=10, immutable | - | no-cache | 1000000 -> hit, fresh and immutable: age 1 s of max-age 10 s
        max-age=10, immutable | - | no-cache | 10000000 -> fetch, expired: age 10 s of max-age 10 s; nothing to validate by
        max-age=10 | - | reload | 1000000 -> fetch, mode reload
        max-age=10 | only-if-cached | reload | 1000000 -> unmet, only-if-cached: mode reload
        - | - | default | 1000000 -> fetch or fall back, no lifetime was given; nothing to validate by
        """

    private static func control(_ text: String) -> HeaderFields {
        text == "-" ? [] : [HeaderField("Cache-Control", text)]
    }

    @Test func `each limit is met at its value and passed a microsecond later`() {
        let text = Self.ages.filled { row in
            let columns = row.columns
            let request = try Self.request(
                Self.control(columns[1]), mode: #require(CacheMode(rawValue: columns[2])))
            let now = Timestamp(microsecondsSince1970: Self.start * 1_000_000 + (Int64(columns[3]) ?? 0))
            return Self.text(CachePolicy.plan(request, [Self.stored(Self.control(columns[0]))], now: now))
        }
        #expect(text == Self.ages.text)
    }

    @Test func `what is served already is revalidated without a second stale response`() throws {
        let now = Timestamp(microsecondsSince1970: (Self.start + 12) * 1_000_000)
        let stale = Self.stored(Self.control("max-age=10, stale-while-revalidate=5"))
        let plan = CachePolicy.plan(try Self.request(), [stale], now: now, isBackground: true)
        #expect(
            Self.text(plan)
                == "fetch or fall back, expired: age 12 s of max-age 10 s; nothing to validate by")
        let immutable = Self.stored(Self.control("max-age=99, immutable"))
        let again = CachePolicy.plan(try Self.request(mode: .noCache), [immutable], now: now, isBackground: true)
        #expect(Self.text(again) == "fetch, mode no-cache; nothing to validate by")
    }

    /// The stored fields, the request's fields, the mode.
    private static let validations: FilledTable = """
        ETag: "a" | - | default -> fetch or fall back, no lifetime was given; the validation failed + If-None-Match: "a"
        ETag: "a"; Last-Modified: Thu, 01 Jan 1970 00:00:01 GMT; Cache-Control: max-age=0 | - | default -> fetch or fall back, expired: age 99 s of max-age 0 s; the validation failed + If-None-Match: "a" + If-Modified-Since: Thu, 01 Jan 1970 00:00:01 GMT
        Last-Modified: yesterday; Cache-Control: max-age=0 | - | default -> fetch or fall back, expired: age 99 s of max-age 0 s; nothing to validate by
        ETag: "a"; Last-Modified: yesterday | - | default -> fetch or fall back, no lifetime was given; the validation failed + If-None-Match: "a"
        ETag: "a" | - | no-cache -> fetch, no lifetime was given; the validation failed + If-None-Match: "a" + Cache-Control: max-age=0
        ETag: "a" | Cache-Control: max-age=7 | no-cache -> fetch, the request wants max-age 7 s, the age is 99 s; the validation failed + If-None-Match: "a"
        ETag: "a" | If-None-Match: "b" | default -> fetch or fall back, no lifetime was given; the request's own condition was sent
        ETag: "a" | If-Match: "a" | default -> fetch, If-Match is for the server to decide
        ETag: "a" | If-Match: "a"; Cache-Control: only-if-cached | default -> unmet, only-if-cached: If-Match is for the server to decide
        ETag: "a"; Vary: Foo | Foo: 1 | default -> fetch, the stored variant did not match + If-None-Match: "a"
        ETag: "a"; Vary: Foo | Foo: 1; Cache-Control: only-if-cached | default -> unmet, only-if-cached: the stored variant did not match
        ETag: "a"; Vary: Foo | Foo: 1; Range: bytes=0-1 | default -> fetch, the stored variant did not match
        Cache-Control: max-age=0 | Range: bytes=99- | default -> fetch, the range is not stored
        """

    @Test func `a validation sends what is stored to be compared, and nothing else`() {
        let now = Timestamp(microsecondsSince1970: (Self.start + 99) * 1_000_000)
        let text = Self.validations.filled { row in
            let columns = row.columns
            let request = try Self.request(Self.fields(columns[1]), mode: #require(CacheMode(rawValue: columns[2])))
            return Self.text(CachePolicy.plan(request, [Self.stored(Self.fields(columns[0]))], now: now))
        }
        #expect(text == Self.validations.text)
    }

    @Test func `tags of what is for another user are not offered`() throws {
        let now = Timestamp(microsecondsSince1970: (Self.start + 99) * 1_000_000)
        let cookies = try #require(try Self.request([HeaderField("Cookie", "sid=a")]).authorization)
        for (control, proof, isOffered) in [
            ("private, max-age=9", cookies, false), ("max-age=9", cookies, true), ("max-age=9", "sha256:00", false),
            ("public, max-age=9", "sha256:00", true),
        ] {
            let headers: HeaderFields = [
                HeaderField("Cache-Control", control), HeaderField("ETag", "\"a\""), HeaderField("Vary", "Foo"),
            ]
            let stored = Self.stored(headers, authorization: proof)
            let text = Self.text(CachePolicy.plan(try Self.request([HeaderField("Foo", "1")]), [stored], now: now))
            #expect(text.contains("If-None-Match") == isOffered, "\(control) \(proof): \(text)")
        }
    }

    @Test func `the tags of other variants are offered once each, newest first`() throws {
        let vary = HeaderField("Vary", "Foo")
        let candidates = [("\"a\"", 0), ("\"b\"", 5), ("\"a\"", 3)].enumerated().map { index, tag in
            Self.stored([vary, HeaderField("ETag", tag.0)], id: Int64(index + 1), at: Int64(tag.1))
        }
        let now = Timestamp(microsecondsSince1970: (Self.start + 99) * 1_000_000)
        let plan = CachePolicy.plan(try Self.request([HeaderField("Foo", "1")]), candidates, now: now)
        #expect(
            Self.text(plan) == #"fetch, none of 3 stored variants matched + If-None-Match: "b", "a""#)
        guard case .fetch(let fetch) = plan else {
            Issue.record("it was not fetched")
            return
        }
        #expect(fetch.decision.considered.map(\.id.rawValue) == [2, 3, 1])
    }

    @Test func `no more tags of other variants are offered than a server reads`() throws {
        func plan(tags: [String]) throws -> CachePlan {
            let candidates = tags.enumerated().map { index, tag in
                Self.stored(
                    [HeaderField("Vary", "Foo"), HeaderField("ETag", tag)], id: Int64(index + 1), at: Int64(index))
            }
            let now = Timestamp(microsecondsSince1970: (Self.start + 9_999) * 1_000_000)
            return CachePolicy.plan(try Self.request([HeaderField("Foo", "1")]), candidates, now: now)
        }
        func offered(_ tags: [String]) throws -> (tags: [String], nominated: Int) {
            guard case .fetch(let fetch) = try plan(tags: tags) else { return ([], -1) }
            let value = fetch.added.first { $0.isNamed("If-None-Match") }?.value
            return (value?.split(separator: ", ").map { String($0) } ?? [], fetch.nominated.count)
        }
        let short = (0..<1_000).map { "\"\($0)\"" }
        #expect(try offered(short).tags == Array(short.suffix(20).reversed()))
        #expect(try offered(short).nominated == 20)
        let long = (0..<9).map { "\"\($0)" + String(repeating: "x", count: 997) + "\"" }
        #expect(try offered(long).tags == [long[8], long[7]])
        let longest = "\"" + String(repeating: "x", count: 2_047) + "\""
        #expect(try offered([longest, "\"a\""]).tags == ["\"a\""])
        #expect(try offered([longest]).tags == [])
        #expect(try offered([longest]).nominated == 0)
        // The same tag costs nothing more.
        #expect(try offered(Array(repeating: long[0], count: 30)).nominated == 30)
    }

    /// Method, mode, request's fields, whether conditions are compared.
    private static let bypasses: FilledTable = """
        GET | default | - | yes -> nil
        HEAD | default | - | yes -> nil
        OPTIONS | default | - | yes -> method OPTIONS
        TRACE | default | - | yes -> method TRACE
        PROPFIND | default | - | yes -> method PROPFIND
        REPORT | default | - | yes -> method REPORT
        SEARCH | default | - | yes -> method SEARCH
        QUERY | default | - | yes -> method QUERY
        PRI | default | - | yes -> method PRI
        POST | default | - | yes -> method POST may change the resource
        CONNECT | default | - | yes -> method CONNECT may change the resource
        get | default | - | yes -> method get may change the resource
        GET | no-store | Cache-Control: no-store | yes -> mode no-store
        GET | default | Cache-Control: no-store | yes -> the request says no-store
        GET | default | If-None-Match: "a" | yes -> nil
        GET | default | If-None-Match: "a"; If-Modified-Since: x | no -> If-None-Match is for the server to decide
        GET | default | If-Range: x; If-Modified-Since: x | no -> If-Modified-Since is for the server to decide
        GET | default | If-Range: x; If-Match: x | no -> If-Match is for the server to decide
        GET | default | If-Unmodified-Since: x | no -> If-Unmodified-Since is for the server to decide
        GET | default | If-Range: x | no -> If-Range is for the server to decide
        GET | default | Accept: x | no -> nil
        GET | reload | If-None-Match: "a" | no -> nil
        """

    @Test func `the cache is not asked about what it cannot answer`() throws {
        let text = Self.bypasses.filled { row in
            let columns = row.columns
            let request = try Self.request(
                Self.fields(columns[2]), method: #require(HTTPMethod(columns[0])),
                mode: #require(CacheMode(rawValue: columns[1])))
            return CachePolicy.bypass(request, evaluatesConditions: columns[3] == "yes")?.phrase
        }
        #expect(text == Self.bypasses.text)
        #expect(CachePolicy.bypass(try Self.request(body: .bytes([1])))?.phrase == "the request has a body")
        #expect(CachePolicy.bypass(try Self.request(body: .bytes([]))) == nil)
    }

    /// Method, status, the response's fields, the request's fields.
    private static let verdicts: FilledTable = #"""
        GET | 200 | - | - -> whole
        GET | 200 | - | Cache-Control: no-store -> the request says no-store
        HEAD | 200 | - | - -> a response to HEAD only renews a stored response to GET
        PUT | 200 | - | - -> responses to PUT are not stored
        POST | 200 | Cache-Control: max-age=1; Content-Location: / | - -> whole
        POST | 200 | Expires: 0; Content-Location: http://a/ | - -> whole
        POST | 200 | Content-Location: / | - -> a response to POST without a lifetime
        POST | 200 | Cache-Control: max-age=1; Content-Location: /b | - -> a response to POST without a Content-Location of the target itself
        POST | 206 | Cache-Control: max-age=1; Content-Location: / | - -> a response to POST with the status 206
        POST | 300 | Cache-Control: max-age=1; Content-Location: / | - -> a response to POST with the status 300
        GET | 304 | Cache-Control: max-age=1 | - -> a 304 holds no representation (RFC 9110 §15.4.5)
        GET | 299 | Cache-Control: max-age=1, must-understand | - -> must-understand, and the status 299 is unknown (RFC 9111 §5.2.2.3)
        GET | 200 | Cache-Control: max-age=1, must-understand, no-store | - -> whole
        GET | 200 | Cache-Control: max-age=1, no-store | - -> no-store (RFC 9111 §5.2.2.5)
        GET | 302 | - | - -> status 302 without max-age, Expires, public or private (RFC 9111 §3)
        GET | 302 | Cache-Control: max-age=x | - -> whole
        GET | 302 | Cache-Control: public | - -> whole
        GET | 302 | Cache-Control: private | - -> whole
        GET | 302 | Expires: 0 | - -> whole
        GET | 302 | Cache-Control: s-maxage=9 | - -> status 302 without max-age, Expires, public or private (RFC 9111 §3)
        GET | 200 | Transfer-Encoding: gzip | - -> its transfer coding gzip was not undone
        GET | 200 | Vary: * | - -> Vary: * and no ETag
        GET | 200 | Vary: *; ETag: "a" | - -> whole
        GET | 206 | Content-Range: bytes 0-2/10 | - -> 206 without a Range in the request
        GET | 206 | Content-Range: bytes 0-2/10 | Range: bytes=0-2 -> bytes 0-2/10
        GET | 206 | Content-Type: multipart/byteranges | Range: bytes=0-2,4-5 -> 206 without a single readable Content-Range
        """#

    @Test func `what may not be stored says why`() throws {
        let target = try HTTPURL.parse("http://a/")
        func verdict(
            _ request: CacheRequest, _ status: Int, _ headers: HeaderFields, body: [UInt8] = [1, 2, 3],
            codings: [String] = [], isComplete: Bool = true
        ) -> String {
            let response = Response(
                status: status, reason: [], httpVersion: .http1_1, headers: headers, rawHead: [], body: body,
                wireBodyByteCount: 3, decodedCodings: codings, isComplete: isComplete)
            switch CachePolicy.storing(request, response, target: target) {
            case .whole: return "whole"
            case .part(let range): return range.text
            case .refused(let why): return why
            }
        }
        let text = Self.verdicts.filled { row in
            let columns = row.columns
            let request = try Self.request(Self.fields(columns[3]), method: #require(HTTPMethod(columns[0])))
            return verdict(request, Int(columns[1]) ?? 0, Self.fields(columns[2]))
        }
        #expect(text == Self.verdicts.text)
        #expect(verdict(try Self.request(mode: .noStore), 200, []) == "mode no-store")
        #expect(verdict(try Self.request(body: .bytes([1])), 200, []) == "the request has a body")
        #expect(verdict(try Self.request(), 200, [], isComplete: false) == "the body is not complete")
        let part: HeaderFields = [HeaderField("Content-Range", "bytes 0-2/10")]
        let range = try Self.request([HeaderField("Range", "bytes=0-2")])
        #expect(verdict(range, 206, part, codings: ["gzip"]) == "206 whose bytes were decoded")
        #expect(verdict(range, 206, part, body: []) == "206 without a body")
        #expect(verdict(range, 206, part, body: [1, 2]) == "bytes 0-2/10")
        #expect(
            verdict(range, 206, part, body: [1, 2, 3, 4])
                == "206 with more bytes than its Content-Range says (RFC 9110 §14.4)")
    }
}
