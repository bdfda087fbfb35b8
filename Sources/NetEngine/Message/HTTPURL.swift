/// An absolute `http` or `https` URL, ready for the wire: every byte of path and query is legal (RFC 3986).
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
    /// The schemes that the engine speaks.
    public enum Scheme: String, Sendable, Hashable { case http, https }

    /// What the URL begins with; it decides on TLS and on the port that is meant without one.
    public let scheme: Scheme
    /// `user:password` as written, percent-encoded, or nil.
    public let userInfo: String?
    /// Lower-case name, IPv4 address or bracketed IPv6 address.
    public let host: String
    /// nil when the scheme's own port is meant.
    public let explicitPort: Int?
    /// Begins with a slash.
    public let path: String
    /// Without the question mark; nil where there is none (`?` alone is an empty query).
    public let query: String?

    init(scheme: Scheme, userInfo: String?, host: String, explicitPort: Int?, path: String, query: String?) {
        self.scheme = scheme
        self.userInfo = userInfo
        self.host = host
        self.explicitPort = explicitPort
        self.path = path
        self.query = query
    }

    /// 1 to 65535: the one that is written, or the scheme's own, 80 or 443.
    public var port: Int { explicitPort ?? (scheme == .https ? 443 : 80) }

    /// Path and query as they stand in a request line (RFC 9112 §3.2.1).
    public var requestTarget: String { query.map { path + "?" + $0 } ?? path }

    /// The whole URL, with user and password: not for logs.
    public var description: String { text(withUserInfo: true) }

    /// As text that may be shown and logged.
    var textWithoutUserInfo: String { text(withUserInfo: false) }

    // By appending and not by interpolation: this runs for every request, several times.
    private func text(withUserInfo: Bool) -> String {
        var text = scheme == .https ? "https://" : "http://"
        text.reserveCapacity(16 + host.utf8.count + path.utf8.count + (query?.utf8.count ?? 0))
        if withUserInfo, let userInfo {
            text += userInfo
            text += "@"
        }
        text += host
        if let explicitPort {
            text += ":"
            text += String(explicitPort)
        }
        text += path
        if let query {
            text += "?"
            text += query
        }
        return text
    }
}
