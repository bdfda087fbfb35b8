/// The key of a stored response: the target URI (RFC 9110 §7.1, RFC 9111 §2), without fragment and user.
public struct CacheKey: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// For example `https://host/path?query`; anything else that counts follows, separated by spaces.
    public let text: String

    /// A key that was stored before.
    public init(text: String) { self.text = text }

    /// - `qualifier`: what else the response depends on, from `qualifier(_:)`.
    package init(url: HTTPURL, qualifier: String = "") {
        text = qualifier.isEmpty ? url.textWithoutUserInfo : url.textWithoutUserInfo + qualifier
    }

    init(_ request: PreparedRequest) { self.init(url: request.url, qualifier: Self.qualifier(request)) }

    /// What, beside the URL, distinguishes servers and the trust in them: a typed `Host`, another way to connect, and
    /// how the server and this side prove themselves. Empty for most requests.
    static func qualifier(_ request: PreparedRequest) -> String {
        var result = ""
        if let host = request.headers.fields.first(where: { $0.origin != .engine && $0.isNamed("Host") }) {
            let name = host.value.lowercased()
            if name != request.url.hostField { result += " host=\(name)" }
        }
        let connection = request.options.connection
        if let path = connection.unixSocket { result += " unix=\(path)" }
        for entry in connection.resolve {
            result += " resolve=\(place(entry.host, entry.port)):\(entry.addresses.joined(separator: ","))"
        }
        for entry in connection.connectTo {
            result += " connect-to=\(place(entry.host, entry.port)):\(place(entry.targetHost, entry.targetPort))"
        }
        // Whoever runs the proxy of a request can write its response. That of the environment is the user's own.
        if case .url(let text) = request.options.proxy, let proxy = try? ProxyServer(text),
            request.url.scheme == .http || !request.options.verifiesTLS
        {
            result += " proxy=\(proxy)"
        }
        guard request.url.scheme == .https else { return result }
        if !request.options.verifiesTLS { result += " unverified" }
        if let file = request.options.caFile { result += " ca=\(file)" }
        let tls = request.options.tls
        if let folder = tls.caDirectory { result += " ca=\(folder)" }
        if let certificate = tls.clientCertificate { result += " certificate=\(certificate.file)" }
        for pin in tls.pinnedKeys { result += " pin=\(pin)" }
        return result
    }

    private static func place(_ host: String?, _ port: Int?) -> String {
        "\(host?.lowercased() ?? "*"):\(port.map(String.init) ?? "*")"
    }

    /// The URL alone.
    public var url: String { text.firstIndex(of: " ").map { String(text[..<$0]) } ?? text }

    /// As `text`.
    public var description: String { text }
    /// By their texts, for lists.
    public static func < (a: CacheKey, b: CacheKey) -> Bool { a.text < b.text }
}
