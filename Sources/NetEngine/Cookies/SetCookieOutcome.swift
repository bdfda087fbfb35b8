/// What a jar did with one `Set-Cookie` field of a response.
public struct SetCookieOutcome: Sendable, Hashable {
    /// The outcome for the cookie.
    public enum Result: Sendable, Hashable {
        /// It was stored.
        case kept(Cookie)
        /// It had expired on arrival, which removes the stored one.
        case removed(Cookie)
        /// It was not stored, or gave way to others of the same response.
        case refused(CookieRefusal)
    }

    /// The field's value, byte for byte.
    public let fieldBytes: [UInt8]
    /// The outcome.
    public let result: Result

    /// An outcome, for tests of code that shows it.
    public init(fieldBytes: [UInt8], result: Result) {
        self.fieldBytes = fieldBytes
        self.result = result
    }

    /// The text before the first `=` of the field, without surrounding whitespace; empty for a cookie without a name.
    public var name: String {
        let pair = fieldBytes.prefix { $0 != UInt8(ascii: ";") }
        guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return "" }
        return HeaderField(nameBytes: [], valueBytes: Array(ListSyntax.trimmed(pair[..<equals]))).value
    }
}

/// Why a jar does not keep the cookie of a `Set-Cookie` field (RFC 6265bis §5.6 and §5.7).
public enum CookieRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// A control character other than a tab.
    case controlCharacter = "control-character"
    /// Neither a name nor a value.
    case empty
    /// Name and value have more than 4096 bytes.
    case tooLong = "too-long"
    /// The domain is a public suffix (`co.uk`, `github.io`).
    case publicSuffix = "public-suffix"
    /// The host of the response does not belong to the domain.
    case otherDomain = "other-domain"
    /// `Secure`, but the response came without TLS, and not from this machine.
    case insecureOrigin = "insecure-origin"
    /// `SameSite=None` without `Secure`.
    case insecureSameSite = "insecure-same-site"
    /// The name begins with `__Secure-` or `__Host-`, but the attributes do not match.
    case brokenPrefix = "broken-prefix"
    /// It would replace a cookie that was set over TLS.
    case overlaysSecure = "overlays-secure"
    /// The domain has as many cookies as a jar keeps, and those that are `Secure` or newer stay.
    case domainFull = "domain-full"

    /// A clause to show after "refused:".
    package var clause: String {
        switch self {
        case .controlCharacter: "it holds a control character"
        case .empty: "it has neither a name nor a value"
        case .tooLong: "name and value have more than 4096 bytes"
        case .publicSuffix: "its domain is a public suffix, under which names belong to many"
        case .otherDomain: "its domain is not that of the host"
        case .insecureOrigin: "it is Secure, but came without TLS"
        case .insecureSameSite: "it says SameSite=None without Secure"
        case .brokenPrefix: "the name begins with __Secure- or __Host-, and the attributes do not fit"
        case .overlaysSecure: "it would overlay a cookie that was set over TLS"
        case .domainFull:
            "a domain has at most \(CookieStore.maxCountForDomain) cookies, and those that are Secure or newer stay"
        }
    }
}
