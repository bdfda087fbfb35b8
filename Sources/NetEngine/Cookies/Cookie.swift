/// A cookie as a jar keeps it (RFC 6265bis §5.7).
public struct Cookie: Sendable, Hashable {
    /// With which cross-site requests the server wants the cookie to be sent (RFC 6265bis §5.7).
    public enum SameSite: String, Sendable, Hashable, CaseIterable {
        /// With requests from the same site only.
        case strict = "Strict"
        /// Also when the user follows a link from another site.
        case lax = "Lax"
        /// With every request; must be `Secure`.
        case none = "None"
    }

    /// Byte for byte; empty for a cookie that has a value only.
    public let nameBytes: [UInt8]
    /// Byte for byte, without surrounding whitespace.
    public let valueBytes: [UInt8]
    /// The domain, in lower case, without a leading dot.
    public let domain: String
    /// Whether it is sent only to that host, not to its subdomains.
    public let isHostOnly: Bool
    /// The path for which it is sent, with everything below; begins with a slash.
    public let path: String
    /// Seconds since 1970; nil means until the session ends: the jar is released, or asked to end it.
    public let expires: Int64?
    /// Whether it is sent only over TLS; to loopback it is always sent.
    public let isSecure: Bool
    /// Informational: the engine has no scripts that a cookie could be hidden from.
    public let isHTTPOnly: Bool
    /// nil if none or an unknown one was set. Informational: the engine sends no request on behalf of another site, so it
    /// withholds nothing.
    public let sameSite: SameSite?

    /// The name as text: UTF-8 where the bytes are valid, Latin-1 otherwise.
    public var name: String { HeaderField(nameBytes: [], valueBytes: nameBytes).value }
    /// The value as text: UTF-8 where the bytes are valid, Latin-1 otherwise.
    public var value: String { HeaderField(nameBytes: [], valueBytes: valueBytes).value }

    /// Whether the newer of both replaces the older in a jar (§5.7). Their values do not count.
    package func isSameCookie(as other: Cookie) -> Bool { CookieStore.Key(self) == CookieStore.Key(other) }

    /// Name and value together, in bytes (§5.6 and §5.7).
    static let maxByteCount = 4096

    /// A cookie that no server set, such as one from another program's file.
    ///
    /// nil if it could not be sent as it is: control characters or a semicolon, neither name nor value, more than 4096
    /// bytes, a domain that is not a host, or a path that does not begin with a slash.
    public init?(
        name: [UInt8], value: [UInt8], domain: String, isHostOnly: Bool, path: String = "/", expires: Int64? = nil,
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil
    ) {
        guard !name.isEmpty || !value.isEmpty, name.count + value.count <= Self.maxByteCount,
            !(name + value).contains(where: { ASCII.isControl($0) || $0 == UInt8(ascii: ";") }),
            !name.contains(UInt8(ascii: "=")), path.utf8.first == UInt8(ascii: "/"),
            let url = try? HTTPURL.parse("http://\(domain)/"), url.host == domain
        else { return nil }
        nameBytes = name
        valueBytes = value
        self.domain = domain
        self.isHostOnly = isHostOnly
        self.path = path
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// Reads one `Set-Cookie` field that came from a URL (§5.6 and §5.7).
    ///
    /// nil if a user agent must ignore it; `CookieRefusal` lists the reasons. Loopback counts as secure, as in browsers.
    /// - `now`: seconds since 1970.
    package init?(setCookie bytes: [UInt8], from url: HTTPURL, now: Int64) {
        guard let cookie = try? Cookie(reading: bytes, from: url, now: now) else { return nil }
        self = cookie
    }

    /// The same, with the reason.
    init(reading bytes: [UInt8], from url: HTTPURL, now: Int64) throws(CookieRefusal) {
        guard let field = SetCookieField(bytes, now: now) else {
            throw bytes.contains(where: ASCII.isControl) ? CookieRefusal.controlCharacter : .tooLong
        }
        nameBytes = field.name
        valueBytes = field.value
        guard !nameBytes.isEmpty || !valueBytes.isEmpty else { throw .empty }
        var asked = field.domain ?? ""
        guard asked.utf8.allSatisfy({ $0 < 0x80 }) else { throw .otherDomain }
        if !asked.isEmpty, PublicSuffix.contains(asked) {
            // A host that is itself a public suffix may have cookies, but only for itself.
            guard asked == url.host else { throw .publicSuffix }
            asked = ""
        }
        if asked.isEmpty {
            (domain, isHostOnly) = (url.host, true)
        } else {
            guard Self.domainMatches(url.host, asked) else { throw .otherDomain }
            (domain, isHostOnly) = (asked, false)
        }
        path = field.path ?? Self.defaultPath(url)
        expires = field.expires
        isSecure = field.isSecure
        isHTTPOnly = field.isHTTPOnly
        sameSite = field.sameSite
        guard !isSecure || Self.isSecure(url) else { throw .insecureOrigin }
        guard isSecure || sameSite != SameSite.none else { throw .insecureSameSite }
        guard keepsPromise(hasPath: field.hasPath) else { throw .brokenPrefix }
    }

    /// §4.1.3, without regard to case. A cookie without a name whose value looks like a prefix would be sent as if it had
    /// one.
    private func keepsPromise(hasPath: Bool) -> Bool {
        let start = nameBytes.isEmpty ? valueBytes : nameBytes
        let isSecurePromise = Self.begins(start, with: "__secure-")
        let isHostPromise = Self.begins(start, with: "__host-")
        if nameBytes.isEmpty { return !isSecurePromise && !isHostPromise }
        if isSecurePromise { return isSecure }
        if isHostPromise { return isSecure && isHostOnly && hasPath && path == "/" }
        return true
    }

    private static func begins(_ bytes: [UInt8], with prefix: String) -> Bool {
        bytes.prefix(prefix.utf8.count).map(SetCookieField.lower).elementsEqual(prefix.utf8)
    }

    // MARK: Matching

    /// Whether it is sent with a request to the URL (§5.8.3).
    func goes(to url: HTTPURL, now: Int64) -> Bool {
        guard isHostOnly ? url.host == domain : Self.domainMatches(url.host, domain) else { return false }
        guard !isSecure || Self.isSecure(url), !isExpired(now) else { return false }
        return Self.pathMatches(url.path, path)
    }

    func isExpired(_ now: Int64) -> Bool { expires.map { $0 <= now } ?? false }

    static func isSecure(_ url: HTTPURL) -> Bool { url.scheme == .https || url.isLoopback }

    /// §5.1.3.
    static func domainMatches(_ host: String, _ domain: String) -> Bool {
        host == domain || (host.hasSuffix("." + domain) && !isAddress(host))
    }

    /// §5.1.4, by bytes.
    static func pathMatches(_ requestPath: String, _ path: String) -> Bool {
        let (request, cookie) = (requestPath.utf8, path.utf8)
        guard request.starts(with: cookie) else { return false }
        let slash = UInt8(ascii: "/")
        return request.count == cookie.count || cookie.last == slash || request.dropFirst(cookie.count).first == slash
    }

    /// §5.1.4.
    private static func defaultPath(_ url: HTTPURL) -> String {
        guard let slash = url.path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > url.path.startIndex else {
            return "/"
        }
        return String(url.path[..<slash])
    }

    static func isAddress(_ host: String) -> Bool { host.hasPrefix("[") || IPv4Text.octets(host) != nil }
}
