/// What the cache did for one request, and why: reported for every request of an engine that has a cache.
public struct CacheDecision: Sendable, Hashable {
    /// Where the response came from.
    public enum Outcome: String, Sendable, Hashable, CaseIterable, Codable {
        /// A fresh stored response, without asking the server.
        case hit
        /// A stored response that the server confirmed (304).
        case revalidated
        /// A stored response past its lifetime, permitted by a rule.
        case stale
        /// The server's response; the cache was asked and could not help.
        case miss
        /// The server's response; the cache was not asked.
        case bypass
    }

    /// Whether the server's response was stored.
    public enum Storing: Sendable, Hashable {
        /// There was nothing to store.
        case nothing
        /// The whole response was stored.
        case stored
        /// A 304 or a response to HEAD updated the stored fields.
        case renewed
        /// A partial response was combined with the stored part.
        case combined
        /// Not stored, and why.
        case refused(String)
    }

    /// A stored response that was considered.
    public struct Variant: Sendable, Hashable {
        /// Identifies it in the store.
        public let id: StoredResponse.ID
        /// The status that is stored.
        public let status: Int
        /// When it arrived, by this machine's clock.
        public let storedAt: Timestamp
        /// Whether it matches this request.
        public let matches: Bool
        /// Why it matches, or does not.
        public let why: String

        /// How one stored response was judged.
        package init(id: StoredResponse.ID, status: Int, storedAt: Timestamp, matches: Bool, why: String) {
            self.id = id
            self.status = status
            self.storedAt = storedAt
            self.matches = matches
            self.why = why
        }
    }

    /// Where the response came from.
    public var outcome: Outcome
    /// The rule that decided.
    public var reason: CacheReason
    /// The cache mode of the request.
    public let mode: CacheMode
    /// The key of the stored responses.
    public let key: CacheKey
    /// The age of the response that was used or considered first; nil if nothing was stored.
    public var age: ResponseAge?
    /// How long that response is fresh; nil if nothing was stored.
    public var lifetime: FreshnessLifetime?
    /// Whether the server's response was stored.
    public var storing = Storing.nothing
    /// All stored responses of this key, newest first.
    public var considered: [Variant] = []
    /// The keys that this request invalidated (RFC 9111 §4.4).
    public var invalidated: [CacheKey] = []
    /// The error that a stale response was served instead of.
    public var hiddenError: EngineError?
    /// The exchange that revalidates in the background (RFC 5861 §3).
    public var background: ExchangeID?
    /// The response as it is now, for `sharedCache`; nil if there is none.
    var subject: SharedCacheView.Subject?

    package init(outcome: Outcome, reason: CacheReason, mode: CacheMode, key: CacheKey) {
        self.outcome = outcome
        self.reason = reason
        self.mode = mode
        self.key = key
    }

    /// Whether the response's bytes are from the store.
    public var isFromCache: Bool { outcome == .hit || outcome == .revalidated || outcome == .stale }

    /// In one phrase: `fresh: age 12 s of max-age 60 s`.
    public var phrase: String { reason.phrase }

    /// The directive or field that decided: `max-age`, `no-store`, `Vary`; nil if none did.
    public var directive: String? {
        // A stored response can differ in its user or in its coding, too.
        if case .noVariantMatches = reason, !considered.isEmpty,
            !considered.contains(where: { $0.why.hasPrefix("Vary:") })
        {
            return nil
        }
        return reason.directive
    }

    /// Whether the response, or its renewal, is in the store now.
    public var isStored: Bool {
        switch storing {
        case .stored, .renewed, .combined: true
        case .nothing: isFromCache
        case .refused: false
        }
    }

    /// Why the response was not stored; nil if it was, or came from the store.
    public var notStoredReason: String? {
        switch storing {
        case .refused(let why): why
        case .nothing where !isFromCache: "nothing came that could be stored"
        case .stored, .renewed, .combined, .nothing: nil
        }
    }

    /// What a shared cache (of a proxy or a CDN) would do differently with this response.
    public var sharedCache: [String] {
        subject.map(SharedCacheView.differences) ?? []
    }
}

/// Why the cache decided as it did: one case for each rule, so that programs can distinguish them.
public enum CacheReason: Sendable, Hashable {
    // hit
    /// Within its lifetime (RFC 9111 §4.2); the age in seconds.
    case fresh(age: Int64, FreshnessLifetime)
    /// Fresh and `immutable`, so mode no-cache did not ask (RFC 8246 §2).
    case immutable(age: Int64, FreshnessLifetime)
    // revalidated
    /// The server sent 304 for this validator.
    case notModified(validator: String)
    /// The server sent the part that was missing.
    case completed
    // stale
    /// The mode takes stored responses of any age; the age in seconds.
    case staleByMode(CacheMode, age: Int64, FreshnessLifetime)
    /// `max-stale` of the request permits it (RFC 9111 §5.2.1.2); seconds past the lifetime.
    case staleByMaxStale(by: Int64)
    /// The server is asked in the background (RFC 5861 §3); seconds past the lifetime, and seconds that are permitted.
    case staleWhileRevalidate(by: Int64, window: Int64)
    /// The server failed with this category (RFC 5861 §4); seconds past the lifetime, and seconds that are permitted.
    case staleIfError(by: Int64, window: Int64, ErrorCategory)
    /// The server could not be reached (RFC 9111 §4.2.4).
    case staleWhileDisconnected(by: Int64, ErrorCategory)
    // miss
    /// The key has no stored response.
    case nothingStored
    /// None of `count` stored responses was for this request (RFC 9111 §4.1).
    case noVariantMatches(count: Int)
    /// Why the stored response had to be validated, and that it had changed.
    case changed(Validation)
    /// Why it had to be validated, and that it has nothing to validate it by.
    case noValidator(Validation)
    /// Why it had to be validated, and the server's response is an error, or none came.
    case validationFailed(Validation)
    /// Why it had to be validated, and the response to HEAD says that it had not changed (RFC 9111 §4.3.5).
    case confirmedByHead(Validation)
    /// Why it had to be validated; the caller's own condition went to the server.
    case callersCondition(Validation)
    /// Mode `reload` ignores what is stored.
    case reload
    /// The request has a condition that only the server can decide, or that is left to it
    /// (`EngineConfiguration.evaluatesConditions`); the field's name (RFC 9111 §4.3.2).
    case conditionForOriginOnly(String)
    /// The requested range is not stored completely (RFC 9111 §3.3).
    case rangeNotStored
    /// `only-if-cached` could not be satisfied; the value says why.
    case onlyIfCachedUnmet(String)
    /// The stored body was missing when it was needed.
    case bodyLost
    // bypass
    /// Mode `no-store`.
    case modeNoStore
    /// `no-store` of the request (RFC 9111 §5.2.1.5).
    case requestNoStore
    /// Responses to this method are not stored here.
    case method(String)
    /// The request has a body, so the URL alone does not identify the response.
    case requestBody
    /// The method may change the resource, so the server must see it (RFC 9111 §4).
    case unsafe(String)

    /// Why a stored response must be revalidated before use.
    public enum Validation: Sendable, Hashable {
        /// Past its lifetime; the age in seconds (RFC 9111 §4.2).
        case expired(age: Int64, FreshnessLifetime)
        /// `no-cache` of the stored response (RFC 9111 §5.2.2.4).
        case responseNoCache
        /// `no-cache` of the request (RFC 9111 §5.2.1.4).
        case requestNoCache
        /// `Pragma: no-cache` of the request (RFC 9111 §5.4).
        case requestPragma
        /// Mode `no-cache`.
        case mode
        /// The request wants a younger one; its limit and the age, in seconds (RFC 9111 §5.2.1.1).
        case requestMaxAge(Int64, age: Int64)
        /// The request wants it fresh for longer; what it wants and what is left, in seconds (RFC 9111 §5.2.1.3).
        case requestMinFresh(Int64, left: Int64)
        /// This machine's clock was set back, so the age is unknown.
        case clockWentBack
        /// A response stored for other requests might match this one too.
        case otherVariant

        var phrase: String {
            switch self {
            case .expired(let age, let lifetime):
                lifetime.source == .none ? "no lifetime was given" : "expired: age \(age) s of \(lifetime.phrase)"
            case .responseNoCache: "the stored response says no-cache"
            case .requestNoCache: "the request says no-cache"
            case .requestPragma: "the request says Pragma: no-cache"
            case .mode: "mode no-cache"
            case .requestMaxAge(let limit, let age): "the request wants max-age \(limit) s, the age is \(age) s"
            case .requestMinFresh(.max, _): "the request's min-fresh is not a number"
            case .requestMinFresh(let limit, let left): "the request wants min-fresh \(limit) s, \(left) s are left"
            case .clockWentBack: "this machine's clock was set back, so the age is unknown"
            case .otherVariant: "stored for other requests only"
            }
        }
    }

    /// The rule in a few words with its numbers, to show to the user; the form may change.
    package var phrase: String {
        switch self {
        case .fresh(let age, let lifetime): "fresh: age \(age) s of \(lifetime.phrase)"
        case .immutable(let age, let lifetime): "fresh and immutable: age \(age) s of \(lifetime.phrase)"
        case .notModified(let validator): "304, \(validator) matched"
        case .completed: "the missing part was fetched"
        case .staleByMode(let mode, let age, let lifetime):
            "mode \(mode.rawValue): age \(age) s of \(lifetime.phrase)"
        case .staleByMaxStale(let by): "stale by \(by) s, max-stale permits it"
        case .staleWhileRevalidate(let by, let window): "stale by \(by) s of stale-while-revalidate \(window) s"
        case .staleIfError(let by, let window, let category):
            "stale by \(by) s of stale-if-error \(window) s (\(category.rawValue))"
        case .staleWhileDisconnected(let by, let category):
            "stale by \(by) s, the server was not reached (\(category.rawValue))"
        case .nothingStored: "nothing stored"
        case .noVariantMatches(let count):
            count == 1 ? "the stored variant did not match" : "none of \(count) stored variants matched"
        case .changed(let why): "\(why.phrase); changed"
        case .noValidator(let why): "\(why.phrase); nothing to validate by"
        case .validationFailed(let why): "\(why.phrase); the validation failed"
        case .confirmedByHead(let why): "\(why.phrase); not changed, by the response to HEAD"
        case .callersCondition(let why): "\(why.phrase); the request's own condition was sent"
        case .reload: "mode reload"
        case .conditionForOriginOnly(let name): "\(name) is for the server to decide"
        case .rangeNotStored: "the range is not stored"
        case .onlyIfCachedUnmet(let why): "only-if-cached: \(why)"
        case .bodyLost: "the stored body was gone"
        case .modeNoStore: "mode no-store"
        case .requestNoStore: "the request says no-store"
        case .method(let method): "method \(method)"
        case .requestBody: "the request has a body"
        case .unsafe(let method): "method \(method) may change the resource"
        }
    }

    /// The name of the directive or field that decided: `max-age`, `no-store`, `Vary`; nil if none did.
    var directive: String? {
        func name(_ lifetime: FreshnessLifetime) -> String? {
            switch lifetime.source {
            case .maxAge, .unreadableMaxAge: "max-age"
            case .expires, .unreadableExpires: "Expires"
            case .heuristic: "Last-Modified"
            case .none: nil
            }
        }
        func name(_ validation: Validation) -> String? {
            switch validation {
            case .expired(_, let lifetime): name(lifetime)
            case .responseNoCache, .requestNoCache: "no-cache"
            case .requestPragma: "Pragma"
            case .requestMaxAge: "max-age"
            case .requestMinFresh: "min-fresh"
            case .otherVariant: "Vary"
            case .mode, .clockWentBack: nil
            }
        }
        switch self {
        case .fresh(_, let lifetime), .staleByMode(_, _, let lifetime): return name(lifetime)
        case .immutable: return "immutable"
        case .notModified(let validator): return validator
        case .completed, .rangeNotStored: return "Range"
        case .staleByMaxStale: return "max-stale"
        case .staleWhileRevalidate: return "stale-while-revalidate"
        case .staleIfError: return "stale-if-error"
        case .noVariantMatches: return "Vary"
        case .changed(let why), .noValidator(let why), .validationFailed(let why), .confirmedByHead(let why),
            .callersCondition(let why):
            return name(why)
        case .conditionForOriginOnly(let field): return field
        case .onlyIfCachedUnmet: return "only-if-cached"
        case .requestNoStore: return "no-store"
        case .staleWhileDisconnected, .nothingStored, .reload, .bodyLost, .modeNoStore, .method, .requestBody,
            .unsafe:
            return nil
        }
    }
}
