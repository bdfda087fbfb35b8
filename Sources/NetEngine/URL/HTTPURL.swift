/// An absolute `http` or `https` URL, ready for the wire: every byte of path and query is legal (RFC 3986), unless the request
/// sends them as written (`RequestOptions.sendsURLAsWritten`).
///
/// A parsed URL has a path, at least `/`. Without one it means the server as a whole (`withoutPath`).
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
    /// The schemes that the engine speaks.
    public enum Scheme: String, Sendable, Hashable { case http, https }

    /// What the URL begins with; it decides on TLS and on the port that is meant without one.
    public let scheme: Scheme
    /// `user:password` as written, percent-encoded, or nil.
    public let userInfo: String?
    /// Lower-case name, IPv4 address or bracketed IPv6 address.
    public let host: String
    /// The port, 1 to 65535; nil if it is the scheme's own (80 or 443), whether it was written or not.
    public let explicitPort: Int?
    /// The path, percent-encoded. Begins with a slash, or is empty if the server as a whole is meant.
    public let path: String
    /// The query, percent-encoded, without the question mark; nil if there is none (`?` alone is an empty query).
    public let query: String?
    /// The whole URL without user and password, as text that may be shown and logged. Made once: every request needs it
    /// several times.
    public let textWithoutUserInfo: String

    /// - Parameter text: the whole URL without the user, if the caller has it.
    package init(
        scheme: Scheme, userInfo: String?, host: String, explicitPort: Int?, path: String, query: String?,
        text: String? = nil
    ) {
        textWithoutUserInfo =
            text ?? Self.text(scheme, userInfo: nil, host: host, port: explicitPort, path: path, query: query)
        self.scheme = scheme
        self.userInfo = userInfo
        self.host = host
        self.explicitPort = explicitPort
        self.path = path
        self.query = query
    }

    /// 1 to 65535: the one that is written, or the scheme's own, 80 or 443.
    public var port: Int { explicitPort ?? (scheme == .https ? 443 : 80) }

    /// Path and query as in a request line (RFC 9112 §3.2.1), or `*` for the server as a whole (§3.2.4).
    public var requestTarget: String { isServer ? "*" : query.map { path + "?" + $0 } ?? path }

    /// Whether the server as a whole is meant, not a resource of it.
    public var isServer: Bool { path.isEmpty }

    /// The server as a whole: scheme, user, host and port (RFC 9112 §3.3).
    package var withoutPath: HTTPURL {
        HTTPURL(scheme: scheme, userInfo: userInfo, host: host, explicitPort: explicitPort, path: "", query: nil)
    }

    /// The same URL, without `user:password`: what sentences and logs may show.
    public var withoutUserInfo: HTTPURL { withUserInfo(nil) }

    /// - Parameter userInfo: `user:password`, percent-encoded, or nil.
    func withUserInfo(_ userInfo: String?) -> HTTPURL {
        HTTPURL(
            scheme: scheme, userInfo: userInfo, host: host, explicitPort: explicitPort, path: path, query: query,
            text: textWithoutUserInfo)
    }

    /// The whole URL, with user and password: not for logs.
    public var description: String {
        guard let userInfo else { return textWithoutUserInfo }
        return Self.text(scheme, userInfo: userInfo, host: host, port: explicitPort, path: path, query: query)
    }

    // By appending and not by interpolation: this runs for every request.
    private static func text(
        _ scheme: Scheme, userInfo: String?, host: String, port: Int?, path: String, query: String?
    ) -> String {
        var text = scheme == .https ? "https://" : "http://"
        text.reserveCapacity(16 + host.utf8.count + path.utf8.count + (query?.utf8.count ?? 0))
        if let userInfo {
            text += userInfo
            text += "@"
        }
        text += host
        if let port {
            text += ":"
            text += String(port)
        }
        text += path
        if let query {
            text += "?"
            text += query
        }
        return text
    }
}
