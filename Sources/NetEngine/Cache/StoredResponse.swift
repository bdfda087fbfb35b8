/// A response as a cache stores it, with everything that decides whether it can be reused.
///
/// The body is stored separately (`CacheStore.body(of:)`), after content decoding, like `Response.body`.
public struct StoredResponse: Sendable, Identifiable {
    /// Identifies a stored response across all processes that share a store.
    public struct ID: Sendable, Hashable {
        /// The number of the id: 1 or more, random.
        public let rawValue: Int64
        /// A stored id.
        public init(rawValue: Int64) { self.rawValue = rawValue }

        static func random() -> ID { ID(rawValue: Int64.random(in: 1 ... .max)) }
    }

    /// Identifies it in the store.
    public let id: ID
    /// The key that it is found by.
    public let key: CacheKey
    /// The status, 200 to 599; 206 if only a part is stored.
    public let status: Int
    /// The reason phrase of HTTP/1; empty in HTTP/2.
    public let reason: [UInt8]
    /// Of the server's response; nil if the transport did not know it.
    public let httpVersion: HTTPVersion?
    /// Without the fields that concern one connection, or that `no-cache` names (RFC 9111 §3.1).
    public let headers: HeaderFields
    /// When the request that fetched it, or last validated it, was sent, by this machine's clock.
    public let requestTime: Timestamp
    /// When that response arrived, by this machine's clock.
    public let responseTime: Timestamp
    /// Which requests it matches.
    public let vary: VaryKey
    /// Hashes of the request's `Authorization` and `Cookie`, and of its other fields that held a credential; nil if it had none of them.
    public let authorization: String?
    /// The content codings that were undone before the body was stored.
    public let decodedCodings: [String]
    /// Body bytes as received, before content decoding; nil if the transport did not know.
    public let wireBodyByteCount: Int?
    /// The number of bytes of the body that are stored.
    public let bodyByteCount: Int
    /// The key without the secrets that the request's log hides in it, to be shown; nil if it holds none.
    package private(set) var shownKey: String?
    /// Which part of the whole is stored; nil means all of it.
    public let part: ContentRange?
    /// The `Range` of the request that fetched the part.
    public let requestedRange: [UInt8]?

    /// The body, if the store returned it together with the fields.
    public private(set) var body: [UInt8]?

    // Read from the fields once, for every use.

    /// The `Cache-Control` of `headers`, read.
    package let control: CacheControl
    /// What its age is calculated from.
    package let ageSource: AgeSource
    /// How long it is fresh, and why.
    public private(set) var lifetime: FreshnessLifetime
    /// Its validators.
    let validators: Validators
    let contentLanguage: String?
    let hasContentCoding: Bool

    /// A response to store, or one that your own store reads back: everything that does not follow from the fields.
    public init(
        id: ID, key: CacheKey, status: Int, reason: [UInt8], httpVersion: HTTPVersion?, headers: HeaderFields,
        requestTime: Timestamp, responseTime: Timestamp, vary: VaryKey, authorization: String?,
        decodedCodings: [String], wireBodyByteCount: Int?, bodyByteCount: Int, part: ContentRange? = nil,
        requestedRange: [UInt8]? = nil, body: [UInt8]? = nil
    ) {
        self.id = id
        self.key = key
        self.status = status
        self.reason = reason
        self.httpVersion = httpVersion
        self.headers = headers
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.vary = vary
        self.authorization = authorization
        self.decodedCodings = decodedCodings
        self.wireBodyByteCount = wireBodyByteCount
        self.bodyByteCount = bodyByteCount
        self.part = part
        self.requestedRange = requestedRange
        self.body = body
        control = CacheControl(headers)
        ageSource = AgeSource(headers, requestTime: requestTime, responseTime: responseTime)
        lifetime = FreshnessLifetime(
            headers, control: control, age: ageSource,
            mayGuess: StatusRules.isHeuristicallyCacheable(status) || control.isPublic)
        validators = Validators(headers, age: ageSource)
        let languages = headers.lines("Content-Language")
        let language = languages.first.map { $0.value.trimmingWhitespace() }
        contentLanguage = languages.count == 1 && language?.contains(bytes: ",") == false ? language : nil
        hasContentCoding = headers.lines("Content-Encoding").contains {
            $0.value.trimmingWhitespace().lowercased() != "identity"
        }
    }

    /// The same, together with its body.
    package func holding(_ body: [UInt8]) -> StoredResponse {
        var copy = self
        copy.body = body
        return copy
    }

    /// The same, with the text that is shown for its key.
    package func showing(_ key: String?) -> StoredResponse {
        var copy = self
        copy.shownKey = key
        return copy
    }

    /// The same, fresh only for as long as the server said. For caches with `EngineConfiguration.usesHeuristicFreshness` off.
    package func withoutHeuristicFreshness() -> StoredResponse {
        guard case .heuristic = lifetime.source else { return self }
        var copy = self
        copy.lifetime = FreshnessLifetime(seconds: 0, source: .none)
        return copy
    }

    /// The same body under other fields, as a 304 or a response to HEAD leaves it (RFC 9111 §4.3.4).
    func renewed(
        headers: HeaderFields, vary: VaryKey, requestTime: Timestamp, responseTime: Timestamp
    ) -> StoredResponse {
        with(id, headers, requestTime: requestTime, responseTime: responseTime, vary, authorization)
    }

    /// Whether its fields permit to store it (RFC 9111 §5.2.2.3, §5.2.2.5).
    var mayBeKept: Bool { !control.noStore || control.mustUnderstand }

    /// The same response with the requests of another one.
    func stored(as id: ID, for vary: VaryKey, authorization: String?) -> StoredResponse {
        with(id, headers, requestTime: requestTime, responseTime: responseTime, vary, authorization)
    }

    /// The same body, with other values for what may change while it is stored.
    private func with(
        _ id: ID, _ headers: HeaderFields, requestTime: Timestamp, responseTime: Timestamp, _ vary: VaryKey,
        _ authorization: String?
    ) -> StoredResponse {
        StoredResponse(
            id: id, key: key, status: status, reason: reason, httpVersion: httpVersion, headers: headers,
            requestTime: requestTime, responseTime: responseTime, vary: vary, authorization: authorization,
            decodedCodings: decodedCodings, wireBodyByteCount: wireBodyByteCount, bodyByteCount: bodyByteCount,
            part: part, requestedRange: requestedRange, body: body
        ).showing(shownKey)
    }

    /// Whether it says that a shared cache too might use it for requests with other credentials (RFC 9111 §3.5). `private`, of which this
    /// knows nothing, goes before that.
    var isForAllUsers: Bool { control.isPublic || control.mustRevalidate || control.sharedMaxAge.isPresent }

    /// Whether as many bytes are stored as `Content-Range` says.
    var isPartConsistent: Bool { part.map { $0.last - $0.first + 1 == bodyByteCount } ?? true }

    /// Its approximate size in a store.
    var size: Int {
        bodyByteCount + key.text.utf8.count
            + headers.fields.reduce(256) { $0 + $1.nameBytes.count + $1.valueBytes.count + 32 }
    }
}
