/// A cookie as a jar keeps it (RFC 6265bis §5.7).
public struct Cookie: Sendable, Hashable {
    public enum SameSite: String, Sendable, Hashable {
        case strict = "Strict"
        case lax = "Lax"
        case none = "None"
    }

    public let nameBytes: [UInt8]
    public let valueBytes: [UInt8]
    /// Lower case, without a leading dot.
    public let domain: String
    /// Whether it goes to that very host only, and not to those below it.
    public let isHostOnly: Bool
    public let path: String
    /// Seconds since 1970; nil means for as long as the jar lives.
    public let expires: Int64?
    public let isSecure: Bool
    public let isHTTPOnly: Bool
    /// Kept for show: the engine sends no request on behalf of another site, so nothing is held back by it.
    public let sameSite: SameSite?

    public var name: String { HeaderField(nameBytes: [], valueBytes: nameBytes).value }
    public var value: String { HeaderField(nameBytes: [], valueBytes: valueBytes).value }

    /// Reads one `Set-Cookie` field that came from a URL.
    ///
    /// nil where a user agent must ignore it: control characters, no name and no value, more than 4096 bytes, a domain
    /// that is not the host's or is a public suffix, `Secure` from an insecure origin, a broken promise of `__Secure-` or
    /// `__Host-`. Loopback counts as secure, as in browsers.
    /// - Parameter now: seconds since 1970.
    public init?(setCookie bytes: [UInt8], from url: HTTPURL, now: Int64) {
        guard !bytes.contains(where: { ($0 < 0x20 && $0 != 9) || $0 == 0x7F }) else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Array.init)
        let pair = parts.first ?? []
        let equals = pair.firstIndex(of: UInt8(ascii: "="))
        nameBytes = equals.map { Self.trimmed(pair[..<$0]) } ?? []
        valueBytes = Self.trimmed(equals.map { pair[($0 + 1)...] } ?? pair[...])
        guard nameBytes.count + valueBytes.count <= 4096, !nameBytes.isEmpty || !valueBytes.isEmpty else { return nil }
        let attributes = Attributes(parts.dropFirst().map(Self.attribute), now: now)

        let host = url.host
        if let domain = attributes.domain, !domain.isEmpty, domain != host {
            guard !PublicSuffix.contains(domain), Self.domainMatches(host, domain) else { return nil }
            (self.domain, isHostOnly) = (domain, false)
        } else {
            // A host that is a public suffix itself may have cookies, but for itself only.
            let isNamed = attributes.domain == host && !PublicSuffix.contains(host) && !Self.isAddress(host)
            (domain, isHostOnly) = (host, !isNamed)
        }
        path = attributes.path ?? Self.defaultPath(url)
        expires = attributes.expires
        isSecure = attributes.isSecure
        isHTTPOnly = attributes.isHTTPOnly
        sameSite = attributes.sameSite
        guard !isSecure || Self.isSecure(url) else { return nil }
        guard keepsPromise(attributes) else { return nil }
    }

    /// RFC 6265bis §4.1.3. A cookie without a name whose value looks like a prefix would be sent as if it had one.
    private func keepsPromise(_ attributes: Attributes) -> Bool {
        let start = (nameBytes.isEmpty ? value : name).lowercased()
        if nameBytes.isEmpty { return !start.hasPrefix("__secure-") && !start.hasPrefix("__host-") }
        if start.hasPrefix("__secure-") { return isSecure }
        if start.hasPrefix("__host-") { return isSecure && isHostOnly && attributes.path == "/" }
        return true
    }

    /// Whether a request to the URL carries it.
    func goes(to url: HTTPURL, now: Int64) -> Bool {
        guard isHostOnly ? url.host == domain : Self.domainMatches(url.host, domain) else { return false }
        guard !isSecure || Self.isSecure(url), !isExpired(now) else { return false }
        return Self.pathMatches(url.path, path)
    }

    func isExpired(_ now: Int64) -> Bool { expires.map { $0 <= now } ?? false }

    /// Whether a new cookie takes its place.
    func isReplaced(by other: Cookie) -> Bool {
        nameBytes == other.nameBytes && domain == other.domain && isHostOnly == other.isHostOnly && path == other.path
    }

    static func isSecure(_ url: HTTPURL) -> Bool { url.scheme == .https || url.isLoopback }

    /// RFC 6265bis §5.1.3.
    static func domainMatches(_ host: String, _ domain: String) -> Bool {
        host == domain || (host.hasSuffix("." + domain) && !isAddress(host))
    }

    /// RFC 6265bis §5.1.4.
    static func pathMatches(_ requestPath: String, _ path: String) -> Bool {
        guard requestPath != path else { return true }
        return requestPath.hasPrefix(path) && (path.hasSuffix("/") || requestPath.dropFirst(path.count).first == "/")
    }

    private static func defaultPath(_ url: HTTPURL) -> String {
        guard let slash = url.path.lastIndex(of: "/"), slash > url.path.startIndex else { return "/" }
        return String(url.path[..<slash])
    }

    private static func isAddress(_ host: String) -> Bool { host.hasPrefix("[") || IPv4Text.address(host) != nil }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let isBlank: (UInt8) -> Bool = { $0 == 32 || $0 == 9 }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return Array(bytes[first...last])
    }

    private static func attribute(_ part: [UInt8]) -> (name: String, value: String) {
        let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
        let value = equals == part.endIndex ? [] : trimmed(part[(equals + 1)...])
        return (
            String(decoding: trimmed(part[..<equals]), as: UTF8.self).lowercased(),
            String(decoding: value, as: UTF8.self)
        )
    }
}

/// What stands behind the first semicolon; of repeated attributes the last one counts.
private struct Attributes {
    var domain: String?
    var path: String?
    var expires: Int64?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: Cookie.SameSite?

    /// RFC 6265bis §5.6.1: no cookie lives longer, whatever the server says.
    private static let longestLife: Int64 = 400 * 86400

    init(_ attributes: [(name: String, value: String)], now: Int64) {
        var maxAge: Int64?
        var date: Int64?
        for (name, value) in attributes where value.utf8.count <= 1024 {
            switch name {
            case "domain": domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
            case "path": path = value.hasPrefix("/") ? value : nil
            case "secure": isSecure = true
            case "httponly": isHTTPOnly = true
            case "samesite":
                sameSite = Cookie.SameSite(rawValue: value.prefix(1).uppercased() + value.dropFirst().lowercased())
            case "expires": date = CookieDate.seconds(value) ?? date
            case "max-age": maxAge = Self.seconds(value) ?? maxAge
            default: break
            }
        }
        // Max-Age stands above Expires.
        expires = (maxAge.map { $0 <= 0 ? 0 : now + min($0, Self.longestLife) } ?? date)
            .map { min($0, now + Self.longestLife) }
    }

    private static func seconds(_ text: String) -> Int64? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return text.hasPrefix("-") ? -1 : Int64(digits) ?? .max
    }
}
