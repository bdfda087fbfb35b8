/// What the policy says about a request before anything is sent.
enum CachePlan: Sendable {
    case reuse(Reuse)
    case fetch(Fetch)
    /// only-if-cached, and nothing may be used: 504, and nothing is sent (RFC 9111 §5.2.1.7).
    case unmet(CacheDecision)

    /// A stored response is used.
    struct Reuse: Sendable {
        var stored: StoredResponse
        var form: Form
        var decision: CacheDecision
        /// Whether to revalidate in the background.
        var isRevalidatedInBackground = false
    }

    /// The form in which a stored response is served.
    enum Form: Sendable, Hashable {
        case whole
        case slice(RangeSlice)
        /// The caller has it already: 304.
        case notModified
    }

    /// The server is asked.
    struct Fetch: Sendable {
        enum Kind: Sendable {
            case plain
            /// The engine added validators.
            case validation(CacheReason.Validation)
            /// The engine asked for the rest of a stored part.
            case completion(StoredResponse)
            /// The caller's own condition was sent.
            case callersCondition(CacheReason.Validation?)
        }

        var kind = Kind.plain
        var decision: CacheDecision
        /// What the engine adds to the request, with the origin `.cache`.
        var added: [HeaderField] = []
        /// The stored response that matches the request but must be validated.
        var selected: (stored: StoredResponse, form: Form)?
        /// Those whose validators were sent.
        var nominated: [StoredResponse] = []
        /// All that match the request: a new response replaces them.
        var matching: [StoredResponse] = []
        /// Whether `selected` may be used when the server fails.
        var mayFallBack = false

        /// Whether a 304 would be about what is stored.
        var canBeNotModified: Bool {
            if case .validation = kind { true } else { false }
        }
    }
}
