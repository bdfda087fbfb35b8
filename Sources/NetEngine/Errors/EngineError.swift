/// Why an exchange did not succeed: a category that programs decide by, and words for a person.
public struct EngineError: Error, Sendable, Hashable {
    /// What programs decide by; one of a closed list with stable ids.
    public let category: ErrorCategory
    /// Where it happened, if it has a place; for a timeout always.
    public let phase: Phase?
    /// One plain sentence: what happened, with host, limit or number.
    public let sentence: String
    /// What to try next, one sentence.
    public let hint: String
    /// The code beneath, for example `curl 60: SSL peer certificate or SSH remote key was not OK`.
    public let underlying: UnderlyingCode?
    /// The status that made it an error; nil when no status did.
    public let status: Int?
    /// What a decoder found in the body, with the answer itself; only `decoding` and `api` have one.
    public let detail: ErrorDetail?
    /// Whether a connection that stood was lost, before the answer (`connect`) or amid it (`protocol`): in contrast to one
    /// that was refused, and to an answer that came and is malformed.
    public let isConnectionLoss: Bool

    /// An error as an interceptor, a transport or a decoder of your own makes one.
    /// - Parameters:
    ///   - sentence: what happened, in one sentence for a person.
    ///   - hint: what to try next, in one sentence.
    ///   - isConnectionLoss: default false.
    public init(
        category: ErrorCategory, phase: Phase? = nil, sentence: String, hint: String,
        underlying: UnderlyingCode? = nil, status: Int? = nil, detail: ErrorDetail? = nil,
        isConnectionLoss: Bool = false
    ) {
        self.category = category
        self.phase = phase
        self.sentence = sentence
        self.hint = hint
        self.underlying = underlying
        self.status = status
        self.detail = detail
        self.isConnectionLoss = isConnectionLoss
    }
}

/// A number from a layer below, with that layer's own text.
public struct UnderlyingCode: Sendable, Hashable, CustomStringConvertible {
    /// Which layer the number belongs to.
    public enum Domain: String, Sendable, Hashable {
        /// A `CURLcode`, an error number of the system, or a result of the certificate check.
        case curl, errno, tls
        /// `NSURLErrorDomain`, of `URLSessionTransport`.
        case url
    }
    /// The layer whose number it is.
    public let domain: Domain
    /// The number: a `CURLcode`, an `errno`, a code of the TLS library, or one of `NSURLErrorDomain`.
    public let code: Int
    /// The layer's own words for the number, without a promise about their form.
    public let text: String

    /// A number with the words of its layer.
    public init(domain: Domain, code: Int, text: String) {
        self.domain = domain
        self.code = code
        self.text = text
    }

    /// For example `curl 7: Couldn't connect to server`.
    public var description: String { "\(domain.rawValue) \(code): \(text)" }
}
