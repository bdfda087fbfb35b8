/// What a stored answer is found by: the target URI (RFC 9110 §7.1, RFC 9111 §2), without fragment and user.
public struct CacheKey: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// For example `https://host/path?query`; a typed `Host` that differs stands behind it, after a blank.
    public let text: String

    public init(text: String) { self.text = text }

    /// - Parameter headers: of the request; a typed `Host` is part of the target.
    public init(url: HTTPURL, headers: HeaderFields = []) {
        let target = url.scheme.rawValue + "://" + url.hostField + url.requestTarget
        if let host = headers.fields.first(where: { $0.isNamed("Host") }), host.origin != .engine,
            host.value.lowercased() != url.hostField
        {
            text = "\(target) \(host.value.lowercased())"
        } else {
            text = target
        }
    }

    /// The URL alone.
    public var url: String { text.firstIndex(of: " ").map { String(text[..<$0]) } ?? text }

    public var description: String { text }
    public static func < (a: CacheKey, b: CacheKey) -> Bool { a.text < b.text }
}
