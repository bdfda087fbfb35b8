/// A proxy as it is used: what a `ProxyChoice` comes to.
///
/// Plain `http` requests go to an HTTP proxy in the absolute form (RFC 9112 §3.2.2), `https` requests through a tunnel
/// (CONNECT, RFC 9110 §9.3.6); a SOCKS proxy carries both unseen.
public struct ProxyServer: Sendable, Hashable, CustomStringConvertible {
    /// How a proxy is spoken to.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// HTTP in the clear to the proxy.
        case http
        /// HTTP over TLS to the proxy; its certificate is always checked, by the authorities of the request.
        case https
        /// This machine looks the name of the target up, and only IPv4 is possible.
        case socks4
        /// The proxy looks it up.
        case socks4a
        /// This machine looks the name of the target up (RFC 1928).
        case socks5
        /// The proxy looks it up.
        case socks5h

        /// Whether it is any version of SOCKS.
        package var isSOCKS: Bool { self != .http && self != .https }
        /// Whether the proxy learns the name of the target instead of an address.
        var resolvesTarget: Bool { self != .socks4 && self != .socks5 }
    }

    /// How it is spoken to.
    public let kind: Kind
    /// Lower-case name, IPv4 address or bracketed IPv6 address.
    public let host: String
    /// 1 to 65535.
    public let port: Int
    /// Decoded; nil if no login was given.
    public let user: String?
    /// Decoded; empty if a user was given without one, nil if no login was.
    public let password: String?

    /// Reads a proxy URL as the curl program does: without a scheme `http` is meant, `socks` means `socks4`, without a port
    /// 1080 is meant and 443 for `https`. User and password are percent-decoded; a path is passed over.
    /// - `variable`: the environment variable that it came from, named in errors.
    /// - Throws: `request-build`. The sentence never repeats what was written: it may hold a password.
    package init(_ text: String, variable: String? = nil) throws(EngineError) {
        func bad(_ what: String) -> EngineError { .badProxy(what, variable: variable) }
        let trimmed = text.trimmingWhitespace()
        guard !trimmed.isEmpty else { throw bad("its URL is empty") }
        var rest = Substring(trimmed)
        var name = "http"
        if let mark = trimmed.firstRange(of: "://") {
            name = trimmed[..<mark.lowerBound].lowercased()
            rest = trimmed[mark.upperBound...]
        }
        guard let kind = name == "socks" ? .socks4 : Kind(rawValue: name) else {
            throw bad("only http, https, socks4, socks4a, socks5 and socks5h are schemes of a proxy")
        }
        let url: HTTPURL
        do { url = try HTTPURL.parse("http://" + rest) } catch {
            throw bad("its host, port or login cannot be read")
        }
        // 80 is dropped from a URL of http, and means 80 here.
        let end = rest.firstIndex(where: { $0 == "/" || $0 == "?" || $0 == "#" }) ?? rest.endIndex
        let writesPort80 = url.explicitPort == nil && rest[..<end].hasSuffix(":80")
        self.kind = kind
        host = url.host
        port = url.explicitPort ?? (writesPort80 ? 80 : kind == .https ? 443 : 1080)
        guard let userInfo = url.userInfo, !userInfo.isEmpty else {
            (user, password) = (nil, nil)
            return
        }
        let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let decoded = parts.map { URLEncoding.decode(Array($0.utf8)) }
        guard decoded.allSatisfy({ part in part.allSatisfy { $0 >= 32 } }) else {
            throw bad("its login contains a control character")
        }
        guard !kind.isSOCKS || decoded.allSatisfy({ $0.count <= 255 }) else {
            throw bad("its login is longer than the 255 bytes that SOCKS allows")
        }
        user = String(decoding: decoded[0], as: UTF8.self)
        password = decoded.count > 1 ? String(decoding: decoded[1], as: UTF8.self) : ""
    }

    /// A proxy as a request file has it, as one URL: a login may follow the URL after a space, `http://proxy.test:3128 user:password`. As
    /// with curl's `--proxy-user`, a login in the URL itself takes precedence.
    /// - Parameter values: the ranges of the text that are values of variables. A space in them may belong to the login of the URL, which is
    ///   percent-encoded later; but one after a port ends the URL, so that an `@` of the login that follows does not name the host.
    package static func url(_ text: [UInt8], values: [Range<Int>] = []) -> String {
        WorkMeter.count(text.count + values.count)
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
        let first = text[start...].firstIndex(where: isSpace)
        var written: Int?
        // The values are in order, so each byte is looked at once.
        var place = start
        for value in values + [text.endIndex..<text.endIndex] where written == nil {
            if place < value.lowerBound { written = text[place..<value.lowerBound].firstIndex(where: isSpace) }
            place = max(place, value.upperBound)
        }
        let whole = String(decoding: text, as: UTF8.self)
        let isInLogin = first.map { hasLogin(whole) && !endsInPort(text[start..<$0]) } ?? false
        guard let end = written ?? (isInLogin ? nil : first) else { return whole }
        let url = String(decoding: text[start..<end], as: UTF8.self).trimmingWhitespace()
        let login = Array(ListSyntax.trimmed(text[end...]))
        guard !login.isEmpty, !hasLogin(url) else { return url }
        let server = serverStart(of: url)
        return "\(url[..<server])\(URLEncoding.userInfo(login))@\(url[server...])"
    }

    private static func endsInPort(_ url: ArraySlice<UInt8>) -> Bool {
        guard let colon = url.lastIndex(of: UInt8(ascii: ":")) else { return false }
        let digits = url[(colon + 1)...]
        return (1...5).contains(digits.count) && digits.allSatisfy(ASCII.isDigit)
    }

    /// Whether the URL of a proxy, with or without a scheme, has a login.
    package static func hasLogin(_ url: String) -> Bool {
        url[serverStart(of: url)...].utf8.prefix { !"/?#".utf8.contains($0) }.contains(UInt8(ascii: "@"))
    }

    /// Where the login or the host begins in the URL of a proxy.
    package static func serverStart(of url: String) -> String.Index {
        url.firstRange(of: "://")?.upperBound ?? url.startIndex
    }

    /// Without the login: what sentences, events and logs may show.
    public var description: String { "\(kind.rawValue)://\(host):\(port)" }

    /// Whether this machine is the proxy's host, by name or number.
    var isLoopback: Bool {
        HTTPURL(scheme: .http, userInfo: nil, host: host, explicitPort: port, path: "/", query: nil).isLoopback
    }
}

extension ProxyServer: CustomReflectable {
    /// `print` and `dump` do not show the login.
    public var customMirror: Mirror { Mirror(self, children: ["url": description], displayStyle: .struct) }
}

extension EngineError {
    static func badProxy(_ what: String, variable: String? = nil) -> EngineError {
        EngineError(
            .requestBuild, "Proxy\(variable.map { " (from the variable \($0))" } ?? ""): \(what).",
            hint: "Write a proxy such as http://host:3128 or socks5h://user:password@host:1080.")
    }
}
