/// Why an exchange did not succeed: a category that programs decide by, and words for the user.
public struct EngineError: Error, Sendable, Hashable {
    /// What programs decide by; one of a closed list with stable ids.
    public let category: ErrorCategory
    /// The phase in which it happened, if known; a timeout always has one.
    public let phase: Phase?
    /// One plain sentence: what happened, with host, limit or number.
    public package(set) var sentence: String
    /// What to try next, one sentence.
    public package(set) var hint: String
    /// Set if a setting of the program would let the request succeed, so that the program can name it in its own words.
    public package(set) var remedy: Remedy?
    /// The code of the layer below, for example `curl 60: SSL peer certificate or SSH remote key was not OK`.
    public package(set) var underlying: UnderlyingCode?
    /// The status of the response, if that made it an error; otherwise nil.
    public let status: Int?
    /// What a decoder found in the body, with the response itself; only for `decoding` and `api`.
    public let detail: ErrorDetail?
    /// True if an established connection was lost: the category is `connect` before the first response byte, `protocol`
    /// after it. False if the connection was refused, or a response is malformed.
    public let isConnectionLoss: Bool

    /// An error as an interceptor, a transport or a decoder of your own makes one.
    /// - Parameters:
    ///   - category: what programs and the retry policy decide by.
    ///   - phase: default nil, not known.
    ///   - sentence: what happened, in one sentence for the user.
    ///   - hint: what to try next, in one sentence.
    ///   - underlying: the code of the layer below; default none.
    ///   - status: of the response, if that makes it an error; default nil.
    ///   - detail: what a decoder found; default nothing.
    ///   - isConnectionLoss: whether an established connection was lost; default false.
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

    /// A setting that the user may decide to change.
    public enum Remedy: Sendable, Hashable {
        /// Trusting the certificate of the server: by naming its authority, or by switching the check off.
        case trustServer
        /// Trusting the certificate of an HTTPS proxy, which is always checked: by naming its authority.
        case trustProxy
        /// More header bytes in a response (`RequestOptions.maxHeaderBytes`).
        case raiseHeaderLimit
        /// More redirects of one exchange (`RequestOptions.maxRedirects`).
        case raiseRedirectLimit

        var hint: String {
            switch self {
            case .trustServer:
                "To trust it anyway, name its authority as CA file, or switch the check off for this request."
            case .trustProxy: "To trust it anyway, name its authority as CA file."
            case .raiseHeaderLimit:
                "Raise the limit of header bytes, to 300 KiB at most, or let the server send fewer or shorter headers."
            case .raiseRedirectLimit: "Look at the Location fields of the hops, or raise the limit of redirects."
            }
        }
    }
}

/// A number from a layer below, with that layer's own text.
public struct UnderlyingCode: Sendable, Hashable, CustomStringConvertible {
    /// Which layer the number belongs to.
    public enum Domain: String, Sendable, Hashable {
        /// A `CURLcode`.
        case curl
        /// An error number of the system.
        case errno
        /// `NSURLErrorDomain`, of `URLSessionTransport`.
        case url
    }
    /// The layer whose number it is.
    public let domain: Domain
    /// The number: a `CURLcode`, an `errno`, or one of `NSURLErrorDomain`.
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
