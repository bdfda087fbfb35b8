import NetEngine
import TestSupport
import Testing

@testable import NetEngineRequestLog

/// What is read of records that lack values, or have values that this version does not know.
@Suite struct StoredGapTests {
    private typealias Body = (bytes: BodyBytes, size: Int, isCut: Bool)

    /// An exchange with one hop.
    private static func exchange(
        _ hop: (inout PackedWriter) -> Void = { _ in }, error: ((inout PackedWriter) -> Void)? = nil,
        body: @escaping (Int) -> Body? = { _ in nil }
    ) throws -> Exchange {
        var writer = PackedWriter()
        writer.put(1, 1 as Int64)
        writer.put(4) { _ in }
        writer.put(5, hop)
        if let error { writer.put(8, error) }
        return try #require(StoredExchange.decode(writer.bytes, body: body))
    }

    private static func hop(_ hop: (inout PackedWriter) -> Void = { _ in }) throws -> Hop {
        try #require(try exchange(hop).hops.first)
    }

    @Test func `of an exchange of which nothing is kept the rest is empty`() throws {
        let exchange = try Self.exchange()
        #expect(exchange.id == ExchangeID(rawValue: 0) && exchange.startedAt == Timestamp(microsecondsSince1970: 0))
        #expect(exchange.draft.method == "" && exchange.draft.url == "" && exchange.draft.target == .resource)
        #expect(exchange.draft.headers.isEmpty && exchange.draft.body == .none && exchange.draft.options.log == nil)
        #expect(exchange.timings == PhaseTimings() && exchange.retryWait == .zero)
        #expect(exchange.error == nil && exchange.revalidates == nil)
        let hop = try #require(exchange.hops.first)
        #expect(hop.cause == .first && hop.request.method == .get && hop.request.url.description == "http://")
        #expect(hop.request.headers.isEmpty && hop.request.body == .none && hop.request.proxy == nil)
        #expect(hop.sentHead == [] && hop.sentBodyByteCount == 0 && hop.response == nil && hop.connection == nil)
        #expect(hop.startOffset == .zero && hop.timings == PhaseTimings() && hop.cacheDecision == nil)
        #expect(hop.validation == nil && hop.setCookies.isEmpty && hop.heldBack == [])
    }

    @Test func `of a response and a connection the rest is empty too`() throws {
        let hop = try Self.hop { writer in
            writer.put(9) { _ in }
            writer.put(10) { $0.put(8) { _ in } }
            writer.put(17, "no proxy at all")
        }
        let response = try #require(hop.response)
        #expect(response.status == 0 && response.reason == [] && response.httpVersion == nil && response.rawHead == [])
        #expect(response.headers.isEmpty && response.trailers.isEmpty && response.interimHeads == [])
        #expect(response.wireBodyByteCount == nil && response.decodedCodings == [] && !response.isComplete)
        #expect(response.bodyByteCount == 0 && response.isBodyKept)
        let certificate = CertificateFacts(subject: "", issuer: "", notBefore: "", notAfter: "")
        #expect(hop.connection == ConnectionFacts(certificates: [certificate]))
        #expect(hop.request.proxy == nil)
    }

    // MARK: Bodies

    /// The size of a body that had 58 bytes, and whether all of it is there.
    private static func body(_ found: Body?, size: Int? = 58) throws -> String {
        let exchange = try Self.exchange(
            { writer in
                writer.put(9) { $0.put(9, size) }
            }, body: { slot in slot == StoredExchange.Body.response(0) ? found : nil })
        let response = try #require(exchange.response)
        return "\(response.content.count) of \(response.bodyByteCount), \(response.isBodyKept)"
    }

    @Test func `a body has the size that is known of it, and a whole one that of its bytes`() throws {
        let bytes = BodyBytes([1, 2, 3])
        #expect(try Self.body(nil) == "0 of 58, false")
        #expect(try Self.body(nil, size: 0) == "0 of 0, true")
        #expect(try Self.body((bytes, 58, true)) == "3 of 58, false")
        // Its secrets are shorter or longer than their masks.
        #expect(try Self.body((bytes, 58, false)) == "3 of 3, true")
        #expect(try Self.body((bytes, 2, true), size: 2) == "3 of 3, true")
        #expect(try Self.body((bytes, 3, true), size: nil) == "3 of 3, true")
    }

    @Test func `the body of a request is what it was, as far as it is there`() throws {
        func body(_ kind: Int64?, isThere: Bool = true) throws -> RequestBody {
            var writer = PackedWriter()
            writer.put(1, 1 as Int64)
            writer.put(4) { $0.put(5, kind) }
            let exchange = StoredExchange.decode(writer.bytes) { slot in
                isThere && slot == 0 ? (BodyBytes([1, 2]), 2, false) : nil
            }
            return try #require(exchange).draft.body
        }
        #expect(try body(nil) == .none && body(0) == .none && body(3) == .none && body(4) == .none)
        #expect(try body(1) == .bytes([1, 2]) && body(1, isThere: false) == .bytes([]))
        #expect(try body(2) == .file(path: ""))
    }

    // MARK: The cache

    private static func decision(_ more: (inout PackedWriter) -> Void) throws -> CacheDecision? {
        try hop { $0.put(13, more) }.cacheDecision
    }

    private static func reason(_ kind: Int64, _ more: (inout PackedWriter) -> Void = { _ in }) throws -> CacheReason? {
        try decision { writer in
            writer.put(1, "hit")
            writer.put(2) { writer in
                writer.put(1, kind)
                more(&writer)
            }
        }?.reason
    }

    private static let lifetime = FreshnessLifetime(seconds: 0, source: .none)

    private static let reasons: [(Int64, CacheReason?)] = [
        (0, nil), (1, .fresh(age: 0, lifetime)), (2, .immutable(age: 0, lifetime)), (3, .notModified(validator: "")),
        (4, .completed), (5, .staleByMode(.default, age: 0, lifetime)), (6, .staleByMaxStale(by: 0)),
        (7, .staleWhileRevalidate(by: 0, window: 0)), (8, .staleIfError(by: 0, window: 0, .internal)),
        (9, .staleWhileDisconnected(by: 0, .internal)), (10, .nothingStored), (11, .noVariantMatches(count: 0)),
        (12, .changed(.mode)), (13, .noValidator(.mode)), (14, .validationFailed(.mode)),
        (15, .callersCondition(.mode)), (16, .reload), (17, .conditionForOriginOnly("")), (18, .rangeNotStored),
        (19, .onlyIfCachedUnmet("")), (20, .bodyLost), (21, .modeNoStore), (22, .requestNoStore), (23, .method("")),
        (24, .requestBody), (25, .unsafe("")), (26, .confirmedByHead(.mode)), (27, nil),
    ]

    @Test func `each reason of the cache has its number`() throws {
        for (kind, expected) in Self.reasons {
            let found = try Self.reason(kind)
            #expect(found == expected, "\(kind)")
        }
        let validations: [(Int64, CacheReason.Validation)] = [
            (1, .expired(age: 0, Self.lifetime)), (2, .responseNoCache), (3, .requestNoCache), (4, .requestPragma),
            (5, .mode), (6, .requestMaxAge(0, age: 0)), (7, .requestMinFresh(0, left: 0)), (8, .clockWentBack),
            (9, .otherVariant), (10, .mode),
        ]
        for (kind, validation) in validations {
            let found = try Self.reason(12) { $0.put(6) { $0.put(1, kind) } }
            #expect(found == .changed(validation), "\(kind)")
        }
        let sources: [(Int64, FreshnessLifetime.Source)] = [
            (0, .none), (1, .maxAge), (2, .unreadableMaxAge), (3, .expires(0, date: 0)), (4, .unreadableExpires),
            (5, .heuristic(lastModified: 0, date: 0)), (6, .none),
        ]
        for (kind, source) in sources {
            let found = try Self.reason(1) { $0.put(5) { $0.put(1, kind) } }
            #expect(found == .fresh(age: 0, FreshnessLifetime(seconds: 0, source: source)), "\(kind)")
        }
    }

    @Test func `a decision without an outcome that is known is none, and lacks what is missing`() throws {
        #expect(try Self.decision { $0.put(2) { $0.put(1, 4) } } == nil)
        #expect(try Self.decision { $0.put(1, "hit") } == nil)
        func decision(_ outcome: String, _ more: (inout PackedWriter) -> Void = { _ in }) throws -> CacheDecision? {
            try Self.decision { writer in
                writer.put(1, outcome)
                writer.put(2) { $0.put(1, 4) }
                more(&writer)
            }
        }
        #expect(try decision("guessed") == nil)
        var expected = CacheDecision(outcome: .hit, reason: .completed, mode: .default, key: CacheKey(text: ""))
        #expect(try decision("hit") == expected)
        #expect(try decision("hit") { $0.put(3, "unheard of") } == expected)
        #expect(try decision("hit") { $0.put(7, 4) } == expected, "nothing was stored")
        #expect(try decision("hit") { $0.put(11) { $0.put(1, "unheard of") } } == expected)
        expected.age = ResponseAge(ageField: nil, date: nil, apparent: 0, responseDelay: 0, resident: 0)
        expected.lifetime = Self.lifetime
        expected.considered = [
            CacheDecision.Variant(
                id: StoredResponse.ID(rawValue: 0), status: 0, storedAt: Timestamp(microsecondsSince1970: 0),
                matches: false, why: "")
        ]
        let empty = try decision("hit") { writer in for number: UInt64 in [5, 6, 9] { writer.put(number) { _ in } } }
        #expect(empty == expected)
    }

    // MARK: Cookies and errors

    @Test func `of cookies those with a known outcome are there`() throws {
        let cookies: [(inout PackedWriter) -> Void] = [
            { $0.put(3, "unheard of") }, { $0.put(3, "empty") },
            { writer in
                writer.put(4, "none")
                writer.put(5, "h.test")
            },
            { writer in
                writer.put(2, 1)
                writer.put(4, "kept")
                writer.put(5, "h.test")
                writer.put(11, "unheard of")
            },
            { writer in
                writer.put(2, 2)
                writer.put(4, "removed")
                writer.put(5, "h.test")
            },
            { writer in
                writer.put(2, 3)
                writer.put(4, "odd")
                writer.put(5, "h.test")
            },
            { writer in
                writer.put(2, 1)
                writer.put(4, "nowhere")
            },
        ]
        let found = try Self.hop { writer in for cookie in cookies { writer.put(15, cookie) } }.setCookies
        let texts = found.map { outcome in
            switch outcome.result {
            case .kept(let cookie):
                "kept \(cookie.name) \(cookie.path) \(cookie.sameSite == nil) \(cookie.isSecure) \(cookie.isHostOnly)"
            case .removed(let cookie): "removed \(cookie.name) \(cookie.path)"
            case .refused(let refusal): "refused \(refusal.rawValue)"
            }
        }
        #expect(texts == ["refused empty", "kept kept / true false false", "removed removed /"])
        #expect(found.allSatisfy { $0.fieldBytes == [] })
    }

    private static func error(
        hasResponse: Bool = true, _ error: @escaping (inout PackedWriter) -> Void
    ) throws -> EngineError? {
        try exchange({ if hasResponse { $0.put(9) { _ in } } }, error: error).error
    }

    @Test func `an error has what is known of it, and a detail only beside a response`() throws {
        #expect(try Self.error { _ in } == nil)
        #expect(try Self.error { $0.put(1, "unheard of") } == nil)
        let bare = try #require(try Self.error { $0.put(1, "dns") })
        #expect(bare == EngineError(category: .dns, sentence: "", hint: ""))
        func error(
            hasResponse: Bool = true, _ more: @escaping (inout PackedWriter) -> Void
        ) throws -> EngineError {
            let found = try Self.error(hasResponse: hasResponse) { writer in
                writer.put(1, "dns")
                more(&writer)
            }
            return try #require(found)
        }
        #expect(try error { $0.put(5, 1) }.remedy == .trustServer && error { $0.put(5, 2) }.remedy == .trustProxy)
        #expect(try error { $0.put(5, 5) }.remedy == nil && error { $0.put(2, "unheard of") }.phase == nil)
        #expect(try error { $0.put(6, "curl") }.underlying == nil && error { $0.put(7, 6) }.underlying == nil)
        let coded = try error { writer in
            writer.put(6, "curl")
            writer.put(7, 6)
        }
        #expect(coded.underlying == UnderlyingCode(domain: .curl, code: 6, text: ""))
        for hasResponse in [true, false] {
            let api = try error(hasResponse: hasResponse) { $0.put(12) { _ in } }
            let decoding = try error(hasResponse: hasResponse) { writer in
                writer.put(11) { writer in
                    writer.put(2) { $0.put(6, "a") }
                    writer.put(2) { $0.put(7, 0) }
                    writer.put(2) { $0.put(9, 1) }
                }
            }
            #expect((api.apiFault != nil) == hasResponse && (decoding.decodingFault != nil) == hasResponse)
            if hasResponse {
                #expect(decoding.decodingFault?.path == "$.a[0]" && decoding.decodingFault?.reason == "")
                #expect(decoding.decodingFault?.position == nil)
            }
        }
    }
}
