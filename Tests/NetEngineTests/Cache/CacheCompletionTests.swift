import TestSupport
import Testing

@testable import NetEngine

/// What the cache makes of a request, and of its response or of none: with a store in memory and a clock that stands. No
/// server.
@Suite struct CacheCompletionTests {
    private static func moment(_ microseconds: Int64) -> Timestamp {
        Timestamp(microsecondsSince1970: 1_000_000_000_000_000 + microseconds)
    }

    private static func fields(_ text: String) -> HeaderFields {
        HeaderFields(
            text.split(separator: "; ").filter { $0 != "-" }.map { line in
                let parts = line.split(separator: ": ", maxSplits: 1).map { String($0) }
                return HeaderField(parts[0], parts.count > 1 ? parts[1] : "")
            })
    }

    private static let body = Array("abcd".utf8)

    private static func stored(
        _ text: String, count: Int = body.count, id: Int64 = 1, url: String = "http://a/", requestedRange: String? = nil
    ) -> StoredResponse {
        let headers = fields(text)
        let part = ContentRange(headers)
        return StoredResponse(
            id: StoredResponse.ID(rawValue: id), key: CacheKey(text: url), status: part == nil ? 200 : 206,
            reason: Array("Stored".utf8), httpVersion: .http1_1, headers: headers, requestTime: moment(0),
            responseTime: moment(0), vary: .none, authorization: nil, decodedCodings: [], wireBodyByteCount: count,
            bodyByteCount: count, part: part, requestedRange: requestedRange.map { Array($0.utf8) })
    }

    private static func cache(
        _ stored: StoredResponse, _ body: [UInt8] = body, after microseconds: Int64 = 0
    ) async -> HTTPCache {
        let store = MemoryCacheStore()
        _ = await store.insert(stored, body: body, replacing: [])
        return HTTPCache(store: store, now: { moment(microseconds) })
    }

    private static func request(
        _ headers: String = "-", method: HTTPMethod = .get, _ options: RequestOptions = RequestOptions(),
        url: String = "http://a/"
    ) throws -> PreparedRequest {
        PreparedRequest(
            method: method, url: try HTTPURL.parse(url), headers: fields(headers), body: .none, options: options)
    }

    private static func response(_ status: Int, _ headers: String = "-", _ body: [UInt8] = []) -> Response {
        Response(
            status: status, reason: Array("Sent".utf8), httpVersion: .http1_1, headers: fields(headers), rawHead: [],
            body: body, wireBodyByteCount: body.count, isComplete: true)
    }

    /// Sends the request after that time, and completes it with the response or the failure.
    private static func completion(
        _ cache: HTTPCache, _ request: PreparedRequest, _ response: Response?, failure: EngineError? = nil,
        after microseconds: Int64 = 0, mayHide: Bool = true
    ) async -> HTTPCache.Completion? {
        guard case .send(let pending) = await cache.begin(request, isBackground: false) else { return nil }
        return await cache.complete(
            pending, response, failure: failure, requestTime: moment(microseconds), responseTime: moment(microseconds),
            mayHide: mayHide)
    }

    private static func reply(_ completion: HTTPCache.Completion?) -> HTTPCache.Reply? {
        if case .done(let reply) = completion { reply } else { nil }
    }

    /// As `FilledTable.filled`, where the answer has to be waited for.
    private static func filled(
        _ table: FilledTable, _ output: (String) async throws -> String
    ) async throws -> String {
        var rows: [String] = []
        for row in table.text.split(separator: "\n") {
            let input = row.firstRange(of: " -> ").map { String(row[..<$0.lowerBound]) } ?? String(row)
            rows.append("\(input) -> \(try await output(input))")
        }
        return rows.joined(separator: "\n")
    }

    // MARK: Stale instead of a failure

    private static func instead(
        of failure: EngineError, _ control: String, _ headers: String = "-", after: Int64 = 12_000_000,
        mayHide: Bool = true
    ) async throws -> HTTPCache.Reply? {
        let cache = await cache(stored("Cache-Control: \(control)"), after: after)
        return reply(
            await completion(
                cache, try request(headers), nil, failure: failure, after: after, mayHide: mayHide))
    }

    @Test func `failures of the way to the server are hidden by what is stale, others are told`() async throws {
        func hidden(_ control: String, mayHide: Bool = true) async throws -> [ErrorCategory] {
            var hidden: [ErrorCategory] = []
            for category in ErrorCategory.allCases {
                let failure = EngineError(category, "It failed.")
                let reply = try #require(await Self.instead(of: failure, control, mayHide: mayHide))
                if reply.decision.outcome == .stale {
                    hidden.append(category)
                    #expect(reply.failure == nil && reply.decision.hiddenError == failure)
                    #expect(reply.response?.body == Self.body && reply.response?.headers["Age"] == "12")
                    #expect(reply.decision.age?.seconds == 12)
                } else {
                    #expect(reply.failure == failure && reply.response == nil)
                    #expect(
                        reply.decision.notStoredReason == "the response is not complete (\(category.rawValue))")
                }
            }
            return hidden
        }
        // RFC 9111 §4.2.4: a cache that is disconnected may. One whose server is down is not disconnected.
        #expect(try await hidden("max-age=10") == [.offline])
        #expect(
            try await hidden("max-age=10, stale-if-error=20")
                == [.offline, .dns, .connect, .proxy, .timeout, .protocol])
        #expect(try await hidden("max-age=10, stale-if-error=20", mayHide: false) == [])
    }

    /// Cache-Control of the stored response and of the request, the microseconds since it came, and the failure.
    private static let windows: FilledTable = """
        max-age=10, stale-if-error=20 | - | 30000000 | timeout -> stale by 20 s of stale-if-error 20 s (timeout)
        max-age=10, stale-if-error=20 | - | 30000001 | timeout -> the response is not complete (timeout)
        max-age=10, stale-if-error=20 | - | 30000001 | offline -> stale by 20 s, the server was not reached (offline)
        max-age=10, stale-if-error=20 | - | 30000001 | dns -> the response is not complete (dns)
        max-age=10, stale-if-error=20 | stale-if-error=30 | 40000000 | timeout -> stale by 30 s of stale-if-error 30 s (timeout)
        max-age=10, stale-if-error=20 | stale-if-error=30 | 40000001 | timeout -> the response is not complete (timeout)
        max-age=10, stale-if-error=20 | stale-if-error=5 | 30000000 | timeout -> stale by 20 s of stale-if-error 20 s (timeout)
        max-age=10 | stale-if-error=5 | 15000000 | timeout -> stale by 5 s of stale-if-error 5 s (timeout)
        max-age=10 | - | 10000000 | offline -> stale by 0 s, the server was not reached (offline)
        max-age=0 | - | 5000000 | dns -> the response is not complete (dns)
        max-age=0, stale-if-error=5 | - | 5000000 | dns -> stale by 5 s of stale-if-error 5 s (dns)
        max-age=0, stale-if-error=5 | - | 5000001 | dns -> the response is not complete (dns)
        max-age=10, must-revalidate, stale-if-error=20 | - | 12000000 | dns -> the response is not complete (dns)
        max-age=10, no-cache, stale-if-error=20 | - | 12000000 | dns -> the response is not complete (dns)
        max-age=10, stale-if-error=20 | no-cache | 12000000 | dns -> the response is not complete (dns)
        max-age=10, stale-if-error=20 | max-age=5 | 12000000 | dns -> the response is not complete (dns)
        """

    @Test func `a failure is hidden up to the end of the longer window`() async throws {
        let text = try await Self.filled(Self.windows) { row in
            let columns = row.columns
            let failure = EngineError(try #require(ErrorCategory(rawValue: columns[3])), "It failed.")
            let headers = columns[1] == "-" ? "-" : "Cache-Control: \(columns[1])"
            let reply = try await Self.instead(of: failure, columns[0], headers, after: Int64(columns[2]) ?? 0)
            guard let decision = reply?.decision else { return "no reply" }
            return decision.outcome == .stale ? decision.phrase : decision.notStoredReason ?? "stored"
        }
        #expect(text == Self.windows.text)
    }

    @Test func `of statuses only four are failures that a stale response hides (RFC 5861 §4)`() async throws {
        var hidden: [Int] = []
        for status in 499...505 {
            let cache = await Self.cache(
                Self.stored("Cache-Control: max-age=10, stale-if-error=20"), after: 12_000_000)
            let completion = await Self.completion(
                cache, try Self.request(), Self.response(status), after: 12_000_000)
            let reply = try #require(Self.reply(completion))
            guard reply.decision.outcome == .stale else {
                #expect(reply.response?.status == status && reply.validation == nil)
                continue
            }
            hidden.append(status)
            #expect(reply.decision.phrase == "stale by 2 s of stale-if-error 20 s (server-error)")
            #expect(reply.decision.hiddenError?.status == status)
            #expect(reply.validation?.status == status && reply.response?.status == 200)
        }
        #expect(hidden == [500, 502, 503, 504])
    }

    // MARK: Parts

    /// What the server sends for `Range: bytes=5-`: its status, Content-Range, ETag and body.
    private static let rests: FilledTable = """
        206 | bytes 5-9/10 | "v" | 56789 -> revalidated 200 0123456789: combined
        206 | bytes 5-8/10 | "v" | 5678 -> again
        206 | bytes 4-9/10 | "v" | 456789 -> again
        206 | bytes 6-9/10 | "v" | 6789 -> again
        206 | bytes 5-10/11 | "v" | 56789A -> again
        206 | bytes 5-9/* | "v" | 56789 -> again
        206 | bytes 5-9/10 | "v" | 5678 -> again
        206 | bytes 5-9/10 | "w" | 56789 -> again
        206 | bytes 5-9/10 | W/"v" | 56789 -> again
        206 | bytes 5-9/10 | - | 56789 -> again
        206 | - | "v" | 56789 -> again
        416 | bytes */10 | "v" | - -> again
        200 | - | "v" | whole -> miss 200 whole: stored
        404 | - | - | none -> miss 404 none: stored
        """

    @Test func `the rest of a part completes it if it fits (RFC 9111 §3_4)`() async throws {
        let text = try await Self.filled(Self.rests) { row in
            let columns = row.columns
            let part = Self.stored(
                "Cache-Control: max-age=60; ETag: \"v\"; Content-Range: bytes 0-4/10", count: 5,
                requestedRange: "bytes=0-4")
            let cache = await Self.cache(part, Array("01234".utf8))
            let headers = [("Content-Range", columns[1]), ("ETag", columns[2])].filter { $0.1 != "-" }
                .map { "\($0.0): \($0.1)" }.joined(separator: "; ")
            let response = Self.response(
                Int(columns[0]) ?? 0, headers, columns[3] == "-" ? [] : Array(columns[3].utf8))
            switch await Self.completion(cache, try Self.request(), response) {
            case .done(let reply):
                let body = String(decoding: reply.response?.body ?? [], as: UTF8.self)
                return "\(reply.decision.outcome) \(reply.response?.status ?? 0) \(body): \(reply.decision.storing)"
            case .sendAgain(let first, let next):
                #expect(
                    first.decision.notStoredReason
                        == "the part cannot be joined to what is stored (RFC 9111 §3.4)")
                #expect(next.sent.headers.fields.isEmpty && next.fetch.added.isEmpty)
                return "again"
            case nil: return "nothing was sent"
            }
        }
        #expect(text == Self.rests.text)
    }

    @Test func `a field that no-cache keeps out comes with the rest of a part, and is not stored`() async throws {
        let control = "Cache-Control: max-age=60, no-cache=\"A\""
        let part = Self.stored(
            "\(control); ETag: \"v\"; Content-Range: bytes 0-4/10", count: 5, requestedRange: "bytes=0-4")
        let cache = await Self.cache(part, Array("01234".utf8))
        let rest = Self.response(206, "A: 2; ETag: \"v\"; Content-Range: bytes 5-9/10", Array("56789".utf8))
        let completion = await Self.completion(cache, try Self.request(), rest)
        let reply = try #require(Self.reply(completion))
        #expect(reply.response?.body == Array("0123456789".utf8))
        #expect(reply.response?.headers.values("A") == ["2"])
        let kept = await cache.store.contents()
        #expect(kept.map { $0.headers.contains("A") } == [false])
    }

    /// The stored part's fields, its bytes, the microseconds since it came, and the fields that ask for the rest. The part is fresh for a
    /// minute.
    private static let completable: FilledTable = """
        bytes 0-4/10; ETag: "v" | 5 | 0 -> Range: bytes=5- If-Range: "v"
        bytes 0-4/10; ETag: "v" | 5 | 60000000 -> Range: bytes=5- If-Range: "v"
        bytes 0-4/10; ETag: W/"v" | 5 | 0 -> nil
        bytes 0-4/10; ETag: W/"v" | 5 | 60000000 -> nil
        bytes 0-4/10 | 5 | 0 -> nil
        bytes 0-4/10; Last-Modified: Wed, 01 Jan 2020 00:00:00 GMT | 5 | 0 -> nil
        bytes 0-8/10; ETag: "v" | 9 | 0 -> Range: bytes=9- If-Range: "v"
        bytes 0-9/10; ETag: "v" | 10 | 0 -> nil
        bytes 1-4/10; ETag: "v" | 4 | 0 -> nil
        bytes 0-4/10; ETag: "v" | 4 | 0 -> nil
        bytes 0-4/10; ETag: "v" | 6 | 0 -> nil
        bytes 0-4/*; ETag: "v" | 5 | 0 -> nil
        """

    private static func rest(
        _ headers: String, count: Int, after: Int64, _ options: RequestOptions = RequestOptions(),
        mayComplete: Bool = true
    ) throws -> String? {
        let part = stored("Cache-Control: max-age=60; Content-Range: \(headers)", count: count)
        let plan = CachePolicy.plan(
            CacheRequest(try request("-", options)), [part], now: moment(after), mayComplete: mayComplete)
        guard case .fetch(let fetch) = plan, !fetch.added.isEmpty else { return nil }
        return fetch.added.map { "\($0.name): \($0.value)" }.joined(separator: " ")
    }

    @Test func `the rest of a part is asked for where it can be joined, and is worth it`() throws {
        let text = Self.completable.filled { row in
            let columns = row.columns
            return try Self.rest(columns[0], count: Int(columns[1]) ?? 0, after: Int64(columns[2]) ?? 0)
        }
        #expect(text == Self.completable.text)
        func isAskedFor(threshold: Int) throws -> Bool {
            let options = RequestOptions(spooling: BodySpooling(folders: [], threshold: threshold))
            return try Self.rest("bytes 0-4/10; ETag: \"v\"", count: 5, after: 0, options) != nil
        }
        #expect(try isAskedFor(threshold: 5))
        #expect(try !isAskedFor(threshold: 4), "the rest would go to a file")
        #expect(try Self.rest("bytes 0-4/10; ETag: \"v\"", count: 5, after: 0, mayComplete: false) == nil)
    }

    /// The part that is stored, in small letters, and the one that comes, in capital ones.
    private static let joined: FilledTable = """
        0-4 | 3-8 -> combined: 206 Partial Content, bytes 0-8/20, 9: abcDEFGHI
        5-9 | 3-6 -> combined: 206 Partial Content, bytes 3-9/20, 7: DEFGhij
        0-9 | 3-5 -> combined: 206 Partial Content, bytes 0-9/20, 10: abcDEFghij
        3-5 | 0-9 -> combined: 206 Partial Content, bytes 0-9/20, 10: ABCDEFGHIJ
        0-4 | 5-9 -> combined: 206 Partial Content, bytes 0-9/20, 10: abcdeFGHIJ
        5-9 | 0-4 -> combined: 206 Partial Content, bytes 0-9/20, 10: ABCDEfghij
        0-4 | 0-4 -> combined: 206 Partial Content, bytes 0-4/20, 5: ABCDE
        0-9 | 10-19 -> combined: 200 OK, -, 20: abcdefghijKLMNOPQRST
        10-19 | 0-9 -> combined: 200 OK, -, 20: ABCDEFGHIJklmnopqrst
        1-9 | 10-19 -> combined: 206 Partial Content, bytes 1-19/20, 19: bcdefghijKLMNOPQRST
        0-3 | 5-9 -> stored: 206 Sent, bytes 5-9/20, -: FGHIJ; 206 Stored, bytes 0-3/20, -: abcd
        6-9 | 0-4 -> stored: 206 Sent, bytes 0-4/20, -: ABCDE; 206 Stored, bytes 6-9/20, -: ghij
        """

    @Test func `parts that meet are joined, and the newer bytes count`() async throws {
        func piece(_ text: String, of letters: String) -> [UInt8] {
            let ends = text.split(separator: "-").compactMap { Int($0) }
            return Array(Array(letters.utf8)[ends[0]...ends[1]])
        }
        let text = try await Self.filled(Self.joined) { row in
            let (old, new) = (row.columns[0], row.columns[1])
            let headers = "Cache-Control: max-age=60; ETag: \"v\"; Content-Range: bytes"
            let body = piece(old, of: "abcdefghijklmnopqrst")
            let part = Self.stored("\(headers) \(old)/20", count: body.count, requestedRange: "bytes=\(old)")
            let cache = await Self.cache(part, body)
            let completion = await Self.completion(
                cache, try Self.request("Range: bytes=\(new)", RequestOptions(cacheMode: .reload)),
                Self.response(206, "\(headers) \(new)/20", piece(new, of: "ABCDEFGHIJKLMNOPQRST")))
            var all: [String] = []
            for stored in await cache.store.contents() {
                let reason = String(decoding: stored.reason, as: UTF8.self)
                let range = stored.headers["Content-Range"] ?? "-"
                let body = String(decoding: await cache.store.body(of: stored) ?? [], as: UTF8.self)
                all.append(
                    "\(stored.status) \(reason), \(range), \(stored.headers["Content-Length"] ?? "-"): \(body)")
            }
            let storing = Self.reply(completion).map { "\($0.decision.storing)" } ?? "no reply"
            return "\(storing): \(all.joined(separator: "; "))"
        }
        #expect(text == Self.joined.text)
    }

    @Test func `a part whose bytes do not fill its range is joined to none, and replaces the same range alone`()
        async throws
    {
        let headers = "Cache-Control: max-age=60; ETag: \"v\"; Content-Range: bytes"
        // A whole response, two parts, and one that lacks two bytes.
        let parts: [(id: Int64, range: String, bytes: String)] = [
            (2, "0-4", "abcde"), (3, "5-9", "fghij"), (4, "12-16", "mno"),
        ]
        func stored(after range: String, _ bytes: String) async throws -> [String] {
            let cache = await Self.cache(Self.stored("Cache-Control: max-age=60"))
            for part in parts {
                let entry = Self.stored(
                    "\(headers) \(part.range)/20", count: part.bytes.utf8.count, id: part.id,
                    requestedRange: "bytes=\(part.range)")
                _ = await cache.store.insert(entry, body: Array(part.bytes.utf8), replacing: [])
            }
            let completion = await Self.completion(
                cache, try Self.request("Range: bytes=\(range)", RequestOptions(cacheMode: .reload)),
                Self.response(206, "\(headers) \(range)/20", Array(bytes.utf8)))
            #expect(Self.reply(completion)?.decision.storing == .stored)
            var bodies: [String] = []
            for stored in await cache.store.contents() {
                let body = await cache.store.body(of: stored) ?? []
                bodies.append(String(decoding: body, as: UTF8.self))
            }
            return bodies.sorted()
        }
        #expect(try await stored(after: "5-9", "FGH") == ["FGH", "abcd", "abcde", "mno"])
        #expect(try await stored(after: "10-11", "K") == ["K", "abcd", "abcde", "fghij", "mno"])
        #expect(try await stored(after: "17-19", "RST") == ["RST", "abcd", "abcde", "fghij", "mno"])
    }

    // MARK: 304

    @Test func `a stored response keeps its version of HTTP when a 304 of another one confirms it`() async throws {
        let cache = await Self.cache(Self.stored("ETag: \"a\""), after: 12_000_000)
        let confirmed = Response(
            status: 304, reason: [], httpVersion: .http2, headers: Self.fields("ETag: \"a\"; X-A: b"), rawHead: [],
            body: [], wireBodyByteCount: 0, isComplete: true)
        let completion = try await Self.completion(cache, Self.request(), confirmed, after: 12_000_000)
        let reply = try #require(Self.reply(completion))
        #expect(reply.response?.httpVersion == .http1_1)
        #expect(reply.response?.headers["X-A"] == "b")
        #expect(reply.validation?.httpVersion == .http2)
        let kept = await cache.store.candidates(for: CacheKey(text: "http://a/"))
        #expect(kept.map(\.httpVersion) == [.http1_1])
    }

    /// The fields of the 304.
    private static let notices: FilledTable = """
        ETag: "a" -> renewed
        ETag: W/"a" -> renewed
        ETag: "b" -> refused("the 304 is not about what is stored")
        ETag: "b"; Last-Modified: Thu, 01 Jan 1970 00:00:01 GMT -> refused("the 304 is not about what is stored")
        Last-Modified: Thu, 01 Jan 1970 00:00:01 GMT -> renewed
        Last-Modified: Thu, 01 Jan 1970 00:00:02 GMT -> refused("the 304 is not about what is stored")
        - -> refused("the 304 is not about what is stored")
        """

    @Test func `a 304 for the caller's own condition renews what it is about`() async throws {
        let text = try await Self.filled(Self.notices) { row in
            let stored = Self.stored(
                "Cache-Control: max-age=1; ETag: \"a\"; Last-Modified: Thu, 01 Jan 1970 00:00:01 GMT")
            let cache = await Self.cache(stored, after: 12_000_000)
            let completion = await Self.completion(
                cache, try Self.request("If-None-Match: \"a\""), Self.response(304, row), after: 12_000_000)
            let reply = try #require(Self.reply(completion))
            #expect(reply.response?.status == 304)
            let kept = try #require(await cache.store.contents().first)
            let isRenewed = reply.decision.storing == .renewed
            #expect(kept.responseTime == Self.moment(isRenewed ? 12_000_000 : 0))
            #expect(kept.headers["Date"] == (isRenewed ? HTTPDate.text(1_000_000_012) : nil))
            return "\(reply.decision.storing)"
        }
        #expect(text == Self.notices.text)
    }

    /// A store that lost all bodies, or in which something else happens before a body is read.
    private struct BodilessStore: CacheStore {
        let store = MemoryCacheStore()
        var body: @Sendable (StoredResponse, MemoryCacheStore) async -> [UInt8]? = { _, _ in nil }
        func candidates(for key: CacheKey) async -> [StoredResponse] { await store.candidates(for: key) }
        func body(of response: StoredResponse) async -> [UInt8]? { await body(response, store) }
        func touch(_ response: StoredResponse) async { await store.touch(response) }
        func insert(
            _ response: StoredResponse, body: [UInt8], replacing: [StoredResponse]
        ) async -> CacheInsertion { await store.insert(response, body: body, replacing: replacing) }
        func renew(_ response: StoredResponse) async { await store.renew(response) }
        func remove(_ responses: [StoredResponse]) async { await store.remove(responses) }
        func removeAll(for key: CacheKey) async -> Int { await store.removeAll(for: key) }
        func contents() async -> [StoredResponse] { await store.contents() }
        func clear() async { await store.clear() }
        func usage() async -> CacheUsage { await store.usage() }
    }

    @Test func `a response that takes the place of another before that is read is used`() async throws {
        let old = Self.stored("Cache-Control: max-age=60")
        let new = Self.stored("Cache-Control: max-age=60; X: new", id: 2)
        let store = BodilessStore { response, store in
            if response.id == old.id { _ = await store.insert(new, body: Self.body, replacing: [old]) }
            return response.id == old.id ? nil : await store.body(of: response)
        }
        _ = await store.insert(old, body: Self.body, replacing: [])
        let cache = HTTPCache(store: store, now: { Self.moment(0) })
        guard case .reply(let reply) = await cache.begin(try Self.request(), isBackground: false) else {
            Issue.record("it was sent")
            return
        }
        #expect(reply.decision.outcome == .hit && reply.response?.headers["X"] == "new")
        #expect(await store.contents().map(\.id) == [new.id])
    }

    @Test func `a response that was on its way when an unsafe request ended is not stored`() async throws {
        let cache = HTTPCache(store: MemoryCacheStore(), now: { Self.moment(0) })
        guard case .send(let reading) = await cache.begin(try Self.request(), isBackground: false),
            case .send(let other) = await cache.begin(try Self.request(url: "http://a/other"), isBackground: false)
        else {
            Issue.record("they were not sent")
            return
        }
        let made = Self.response(200, "Cache-Control: max-age=600", Self.body)
        func end(_ pending: HTTPCache.Pending) async -> HTTPCache.Reply? {
            Self.reply(
                await cache.complete(
                    pending, made, failure: nil, requestTime: Self.moment(0), responseTime: Self.moment(0),
                    mayHide: false))
        }
        _ = await Self.completion(cache, try Self.request(method: .post), Self.response(204))
        let late = try #require(await end(reading))
        #expect(late.response?.body == Self.body)
        #expect(
            late.decision.notStoredReason == "another request may have changed it meanwhile (RFC 9111 §4.4)",
            "\(late.decision.storing)")
        #expect(await end(other)?.decision.storing == .stored, "it is about another one")
        guard case .send(let again) = await cache.begin(try Self.request(), isBackground: false) else {
            Issue.record("it was stored")
            return
        }
        #expect(await end(again)?.decision.storing == .stored, "it began afterwards")
    }

    @Test func `of very many invalidations the oldest are taken to concern every request before them`() {
        let invalidations = CacheInvalidations()
        let first = invalidations.mark
        invalidations.add(CacheKey(text: "http://a/"))
        let second = invalidations.mark
        #expect(invalidations.concern(CacheKey(text: "http://a/"), since: first))
        #expect(!invalidations.concern(CacheKey(text: "http://a/"), since: second))
        #expect(!invalidations.concern(CacheKey(text: "http://b/"), since: first))
        for number in 0..<2_000 { invalidations.add(CacheKey(text: "http://a/\(number)")) }
        #expect(invalidations.concern(CacheKey(text: "http://b/"), since: first))
        #expect(!invalidations.concern(CacheKey(text: "http://b/"), since: invalidations.mark))
        #expect(!invalidations.concern(CacheKey(text: "http://a/1999"), since: invalidations.mark))
    }

    /// Begins the request, and completes it with the response.
    private static func exchange(
        _ cache: HTTPCache, _ headers: String = "-", method: HTTPMethod = .get, _ response: Response
    ) async throws -> HTTPCache.Reply? {
        reply(await completion(cache, try request(headers, method: method), response))
    }

    @Test func `a Vary that comes with a 304 or an answer to HEAD decides which requests match from then on`()
        async throws
    {
        for method in [HTTPMethod.get, .head] {
            let cache = await Self.cache(Self.stored("Cache-Control: max-age=1; ETag: \"a\""), after: 2_000_000)
            let news = "ETag: \"a\"; Cache-Control: max-age=600; Vary: Accept-Language"
            let confirmed = try await Self.exchange(
                cache, "Accept-Language: de", method: method, Self.response(method == .get ? 304 : 200, news))
            #expect(confirmed?.decision.storing == .renewed, "\(method)")
            for (language, isServed) in [("de", true), ("fr", false)] {
                let step = await cache.begin(
                    try Self.request("Accept-Language: \(language)"), isBackground: false)
                if case .reply = step { #expect(isServed, "\(method) \(language)") } else { #expect(!isServed) }
            }
        }
        // Of the requests that it was stored for nothing is known.
        let other = VaryKey(isStar: false, fields: [VaryKey.Field(name: "x", value: "1")])
        #expect(other.renewed(by: Self.fields("Vary: X"), Self.fields("X: 2")) == other)
        #expect(other.renewed(by: Self.fields("Vary: X, Y"), Self.fields("X: 2")).isStar)
        #expect(other.renewed(by: Self.fields("Vary: Y"), Self.fields("X: 1; Y: 3")).fields.map(\.name) == ["y"])
    }

    @Test func `what confirms or completes a stored response and says no-store removes it`() async throws {
        let noStore = "ETag: \"a\"; Cache-Control: no-store, max-age=600"
        func contents(_ cache: HTTPCache) async -> [StoredResponse] {
            await cache.store.contents()
        }
        let variant = await Self.cache(
            StoredResponse(
                id: StoredResponse.ID(rawValue: 1), key: CacheKey(text: "http://a/"), status: 200, reason: [],
                httpVersion: .http1_1, headers: Self.fields("ETag: \"a\"; Vary: X; Cache-Control: max-age=600"),
                requestTime: Self.moment(0), responseTime: Self.moment(0),
                vary: VaryKey(isStar: false, fields: [VaryKey.Field(name: "x", value: "1")]), authorization: nil,
                decodedCodings: [], wireBodyByteCount: 4, bodyByteCount: 4, part: nil, requestedRange: nil))
        let other = try await Self.exchange(variant, "X: 2", Self.response(304, noStore))
        #expect(other?.response?.body == Self.body && other?.response?.status == 200)
        #expect(other?.decision.notStoredReason?.contains("no-store") == true)
        #expect(await contents(variant).isEmpty)

        let head = await Self.cache(Self.stored("Cache-Control: max-age=1; ETag: \"a\""), after: 2_000_000)
        let headed = try await Self.exchange(head, "-", method: .head, Self.response(200, noStore))
        #expect(headed?.decision.notStoredReason?.contains("no-store") == true)
        #expect(await contents(head).isEmpty)

        let part = "Cache-Control: max-age=600; ETag: \"a\"; Content-Range: bytes 0-3/6"
        let cut = await Self.cache(Self.stored(part, requestedRange: "bytes=0-3"))
        let whole = try await Self.exchange(
            cut, "-", Self.response(206, noStore + "; Content-Range: bytes 4-5/6", Array("ef".utf8)))
        #expect(whole?.response?.body == Array("abcdef".utf8), "\(String(describing: whole?.decision))")
        #expect(whole?.decision.notStoredReason?.contains("no-store") == true)
        #expect(await contents(cut).isEmpty)
    }

    @Test func `without its body a stored response is asked for anew, and forgotten`() async throws {
        let fresh = BodilessStore()
        _ = await fresh.insert(Self.stored("Cache-Control: max-age=60"), body: Self.body, replacing: [])
        let cache = HTTPCache(store: fresh, now: { Self.moment(0) })
        guard case .send(let pending) = await cache.begin(try Self.request(), isBackground: false) else {
            Issue.record("it was not sent")
            return
        }
        #expect(pending.fetch.decision.reason == .bodyLost && pending.fetch.decision.outcome == .miss)
        #expect(await fresh.contents().isEmpty)
        _ = await fresh.insert(Self.stored("Cache-Control: max-age=60"), body: Self.body, replacing: [])
        guard case .reply(let head) = await cache.begin(try Self.request(method: .head), isBackground: false) else {
            Issue.record("a HEAD needs no body")
            return
        }
        #expect(head.decision.outcome == .hit && head.response?.body == [])

        let stale = BodilessStore()
        _ = await stale.insert(
            Self.stored("Cache-Control: max-age=1; ETag: \"a\""), body: Self.body, replacing: [])
        let later = HTTPCache(store: stale, now: { Self.moment(12_000_000) })
        let completion = await Self.completion(
            later, try Self.request(), Self.response(304, "ETag: \"a\""), after: 12_000_000)
        guard case .sendAgain(let first, let next) = completion else {
            Issue.record("it was not sent again")
            return
        }
        #expect(first.decision.notStoredReason == "its body is gone" && first.response?.status == 304)
        #expect(next.sent.headers.fields.isEmpty && !next.fetch.mayFallBack && next.fetch.selected == nil)
        #expect(await stale.contents().isEmpty)
    }

    // MARK: What is served

    @Test func `a stored body is decoded and cut as one from the server is`() async throws {
        func reply(_ stored: StoredResponse, _ body: [UInt8], limit: Int) async throws -> HTTPCache.Reply? {
            let cache = await Self.cache(stored, body)
            let request = try Self.request("-", RequestOptions(maxBodyBytes: limit))
            guard case .reply(let reply) = await cache.begin(request, isBackground: false) else { return nil }
            return reply
        }
        let plain = Self.stored("Cache-Control: max-age=60")
        let whole = try #require(await reply(plain, Self.body, limit: 4))
        #expect(whole.failure == nil && whole.response?.body == Self.body && whole.response?.isComplete == true)
        let cut = try #require(await reply(plain, Self.body, limit: 3))
        #expect(cut.response?.body == Array("abc".utf8) && cut.response?.isComplete == false)
        #expect(cut.failure?.category == .tooLarge && cut.failure?.phase == .receive)
        #expect(cut.failure?.sentence == "The body is larger than the limit of 3 bytes.")

        let gzip = CodedSample.all[0].bytes
        let text = Array(ContentCodingTests.text.utf8)
        func coded(_ bytes: [UInt8], limit: Int) async throws -> HTTPCache.Reply? {
            try await reply(
                Self.stored("Cache-Control: max-age=60; Content-Encoding: gzip", count: bytes.count), bytes,
                limit: limit)
        }
        let decoded = try #require(await coded(gzip, limit: text.count))
        #expect(decoded.failure == nil && decoded.response?.body == text)
        #expect(decoded.response?.decodedCodings == ["gzip"])
        let long = try #require(await coded(gzip, limit: text.count - 1))
        #expect(long.failure?.category == .tooLarge && long.response?.body == text.dropLast())
        let short = try #require(await coded(gzip.dropLast(3), limit: 99))
        #expect(short.failure?.sentence == "The body cannot be decoded: the gzip data ends too early.")
        #expect(short.response?.body == gzip.dropLast(3))
    }

    @Test func `a range of a stored body that is coded stays as it is stored`() async throws {
        let gzip = CodedSample.all[0].bytes
        let stored = Self.stored("Cache-Control: max-age=60; Content-Encoding: gzip", count: gzip.count)
        let cache = await Self.cache(stored, gzip)
        let step = await cache.begin(try Self.request("Range: bytes=0-3"), isBackground: false)
        guard case .reply(let reply) = step else {
            Issue.record("it was sent")
            return
        }
        #expect(reply.failure == nil)
        #expect(reply.response?.status == 206 && reply.response?.body == Array(gzip.prefix(4)))
        #expect(reply.response?.decodedCodings == [])
    }

    @Test func `what may only come from the cache is refused where the cache is not asked`() async throws {
        let cache = HTTPCache(store: MemoryCacheStore(), now: { Self.moment(0) })
        for request in [
            try Self.request("Cache-Control: only-if-cached", method: .post),
            try Self.request(method: .post, RequestOptions(cacheMode: .onlyIfCached)),
        ] {
            guard case .reply(let reply) = await cache.begin(request, isBackground: false) else {
                Issue.record("it was sent")
                continue
            }
            #expect(reply.failure?.category == .cache && reply.failure?.status == 504)
            #expect(
                reply.failure?.sentence
                    == "Nothing that is stored may be used (only-if-cached: method POST may change the resource), and only-if-cached forbids asking the server."
            )
            #expect(reply.decision.outcome == .bypass && reply.decision.directive == "only-if-cached")
            #expect(
                String(decoding: reply.response?.rawHead ?? [], as: UTF8.self)
                    == "HTTP/1.1 504 Gateway Timeout\r\nContent-Length: 0\r\n\r\n")
        }
    }

    // MARK: At the same time

    /// The request's fields, its method, its mode, and what it does while another one is in flight.
    private static let sharing: FilledTable = """
        - | GET | default -> waits for http://a/
        Cache-Control: min-fresh=5 | GET | default -> waits for http://a/
        If-Range: "a" | GET | default -> waits for http://a/
        - | HEAD | default -> sends
        - | GET | force-cache -> sends
        - | GET | no-cache -> sends
        - | GET | reload -> sends
        - | GET | no-store -> sends
        If-Match: "a" | GET | default -> sends
        If-Unmodified-Since: x | GET | default -> sends
        If-Modified-Since: x | GET | default -> sends
        If-None-Match: "a" | GET | default -> sends
        Range: bytes=0-1 | GET | default -> sends
        Cache-Control: no-cache | GET | default -> sends
        Pragma: no-cache | GET | default -> sends
        Cache-Control: max-age=5 | GET | default -> sends
        Cache-Control: max-age=x | GET | default -> sends
        """

    @Test func `a request waits for another one only if any response would do`() async throws {
        let cache = HTTPCache(store: MemoryCacheStore(), now: { Self.moment(0) }, collapsesForwarding: true)
        func word(_ step: HTTPCache.Step) -> String {
            switch step {
            case .send(let pending): pending.leads ? "leads" : "sends"
            case .wait(let key): "waits for \(key)"
            case .reply: "replies"
            }
        }
        guard case .send(let first) = await cache.begin(try Self.request(), isBackground: false) else {
            Issue.record("it was not sent")
            return
        }
        #expect(first.leads)
        let text = try await Self.filled(Self.sharing) { row in
            let columns = row.columns
            let mode = try #require(CacheMode(rawValue: columns[2]))
            let request = try Self.request(
                columns[0], method: try #require(HTTPMethod(columns[1])), RequestOptions(cacheMode: mode))
            return word(await cache.begin(request, isBackground: false))
        }
        #expect(text == Self.sharing.text)
        #expect(word(await cache.begin(try Self.request(), isBackground: false, mayWait: false)) == "sends")
        #expect(word(await cache.begin(try Self.request(), isBackground: true)) == "sends")
        let other = try Self.request(url: "http://a/b")
        #expect(word(await cache.begin(other, isBackground: false)) == "leads")
        cache.end(first)
        await cache.waitForOther(first.request.key)
        #expect(word(await cache.begin(try Self.request(), isBackground: false)) == "leads")
        let alone = HTTPCache(store: MemoryCacheStore(), now: { Self.moment(0) })
        for _ in 0..<2 { #expect(word(await alone.begin(try Self.request(), isBackground: false)) == "sends") }
    }

    @Test func `a key is revalidated in the background once at a time`() async {
        let cache = HTTPCache(store: MemoryCacheStore(), now: { Self.moment(0) })
        let (a, b) = (CacheKey(text: "http://a/"), CacheKey(text: "http://b/"))
        await cache.waitForBackground()
        #expect(cache.beginBackground(a) && !cache.beginBackground(a) && cache.beginBackground(b))
        cache.endBackground(a)
        #expect(cache.beginBackground(a))
        async let waited: Void = cache.waitForBackground()
        cache.endBackground(a)
        cache.endBackground(b)
        await waited
    }

    // MARK: The store in memory

    @Test func `a store in memory counts what it holds, and makes a tenth free beyond its limit`() async {
        func entry(_ number: Int) -> StoredResponse {
            Self.stored("A: bc", id: Int64(number), url: "http://a/\(number)")
        }
        let size = entry(10).size
        let store = MemoryCacheStore(limit: 10 * size)
        for number in 10..<20 { _ = await store.insert(entry(number), body: Self.body, replacing: []) }
        #expect(await store.usage() == CacheUsage(count: 10, bytes: 10 * size, limit: 10 * size))
        _ = await store.insert(entry(19), body: Self.body, replacing: [])
        #expect(await store.usage().bytes == 10 * size, "the same one takes its own place")
        await store.touch(entry(10))
        await store.touch(entry(99))
        _ = await store.insert(entry(20), body: Self.body, replacing: [])
        #expect(await store.usage() == CacheUsage(count: 9, bytes: 9 * size, limit: 10 * size))
        #expect(await store.contents().map(\.id.rawValue) == [20, 10, 19, 18, 17, 16, 15, 14, 13])
        #expect(await store.body(of: entry(15)) == Self.body)
        #expect(await store.body(of: entry(11)) == nil)
        #expect(await store.contents().first?.id.rawValue == 15)
        await store.renew(Self.stored("A: bcdef", id: 15, url: "http://a/15"))
        #expect(await store.usage().bytes == 9 * size + 3)
        #expect(await store.removeAll(for: entry(15).key) == 1)
        #expect(await store.removeAll(for: entry(15).key) == 0)
        await store.remove([entry(10), entry(11)])
        #expect(await store.usage() == CacheUsage(count: 7, bytes: 7 * size, limit: 10 * size))
        #expect(await MemoryCacheStore().usage().limit == 67_108_864)
        let none = MemoryCacheStore(limit: -1)
        #expect(await none.usage().limit == 0)
        #expect(
            await none.insert(entry(10), body: Self.body, replacing: [])
                == .refused("it is larger than half of the cache's 0 bytes"))
    }
}
