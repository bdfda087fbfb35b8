extension HTTPURL {
    /// Reads an absolute URL as a user types it; without a scheme, `http` is meant.
    ///
    /// Bytes that RFC 3986 does not allow there are percent-encoded, once: encoded bytes stay as they are. The fragment is
    /// dropped, because it is never sent (RFC 9110 §7.1). Dot segments stay, because the user may mean them.
    /// - Throws: `request-build`, naming the part that is wrong.
    public static func parse(_ text: String) throws(EngineError) -> HTTPURL {
        if let url = plain(text) { return url }
        return try parseCarefully(text)
    }

    /// - Parameter asWritten: whether path and query keep what a URL may not have, as far as the request line may have it
    ///   (`RequestOptions.sendsURLAsWritten`).
    /// - Throws: as `parse(_:)`.
    static func parse(_ text: String, asWritten: Bool) throws(EngineError) -> HTTPURL {
        guard asWritten else { return try parse(text) }
        if let url = plain(text) { return url }
        return try parseCarefully(text, path: URLEncoding.asWritten, query: URLEncoding.asWritten)
    }

    /// Whether the path or query of an absolute URL has visible characters that `parse` percent-encodes, such as `|`, `[` or a lone `%`:
    /// they are sent as they are only with `RequestOptions.sendsURLAsWritten`.
    package static func isEncoded(_ text: String) -> Bool {
        guard let encoded = try? parse(text), let written = try? parse(text, asWritten: true) else { return false }
        return encoded.requestTarget != written.requestTarget
    }

    /// All of `parse`; `plain` is a faster way to the same results.
    /// - Parameters:
    ///   - encodedPath: encodes what may not be in a path.
    ///   - encodedQuery: the same of a query.
    static func parseCarefully(
        _ text: String, path encodedPath: ([UInt8]) -> String = URLEncoding.path,
        query encodedQuery: ([UInt8]) -> String = URLEncoding.query
    ) throws(EngineError) -> HTTPURL {
        let bytes = trimmed(Array(text.utf8))
        guard !bytes.isEmpty else { throw .badURL("the URL is empty") }
        guard !bytes.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
            throw .badURL("the URL contains a line break or a NUL character")
        }
        var parts = URLReference(bytes)
        if parts.authority == nil || parts.scheme == nil {
            // `localhost:8080/x` looks like scheme `localhost`; without slashes after it, it is not a scheme.
            if let scheme = parts.scheme, parts.authority == nil, parts.path.first == UInt8(ascii: "/") {
                throw .badURL("the scheme \(scheme): is not followed by two slashes and a host")
            }
            let slashes = bytes.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
            parts = URLReference(Array((slashes ? "http:" : "http://").utf8) + bytes)
        }
        guard let scheme = parts.scheme.flatMap({ Scheme(rawValue: $0.lowercased()) }) else {
            throw .badURL("the scheme \(parts.scheme ?? "") is not http or https")
        }
        guard let authority = parts.authority else { throw .badURL("the URL has no host") }
        let (userInfo, host, port) = try splitAuthority(authority)
        return HTTPURL(
            scheme: scheme, userInfo: userInfo, host: host, explicitPort: port == scheme.defaultPort ? nil : port,
            path: parts.path.isEmpty ? "/" : encodedPath(parts.path), query: parts.query.map { encodedQuery($0) })
    }

    /// Whether scheme, host and port are the same (RFC 6454 §4): credentials may follow then.
    public func isSameOrigin(as other: HTTPURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    /// Scheme, host and port as a text, always with the port, the same for all URLs of one origin (RFC 6454 §6.2).
    public var origin: String { "\(scheme.rawValue)://\(hostAndPort)" }

    /// `host:port` for the `Host` field (RFC 9110 §7.2), without the scheme's own port and without the zone of an
    /// IPv6 address, which means something on this machine only (RFC 6874 §4).
    public var hostField: String {
        var text = host
        if let zone = host.utf8.firstIndex(of: UInt8(ascii: "%")) { text = host[..<zone] + "]" }
        if let explicitPort {
            text += ":"
            text += String(explicitPort)
        }
        return text
    }

    /// `host:port`, always with the port: for sentences.
    public var hostAndPort: String { "\(host):\(port)" }

    /// Whether the host is this machine by its name or number; no name is looked up.
    public var isLoopback: Bool { Self.isLoopback(host) }

    /// - Parameter host: a name or an address, of IPv6 with or without brackets.
    static func isLoopback(_ host: String) -> Bool {
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
        return IPv4Text.address(name).map { $0 >> 24 == 127 } ?? name.hasPrefix("::ffff:127.")
    }

    /// The reference resolved against this URL (RFC 3986 §5.2), as for a `Location` field.
    /// - Throws: `redirect` if the result is not an `http` or `https` URL with a host.
    public func resolve(_ reference: String) throws(EngineError) -> HTTPURL { try resolve(Array(reference.utf8)) }

    /// The same for the bytes of a field, which need not be UTF-8: each byte that no URL has is percent-encoded.
    package func resolve(_ reference: [UInt8]) throws(EngineError) -> HTTPURL {
        let bytes = Self.trimmed(reference)
        guard !bytes.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
            throw .badRedirect("its Location contains a line break or a NUL character")
        }
        let parts = URLReference(bytes)
        if let name = parts.scheme, Scheme(rawValue: name.lowercased()) == nil {
            throw .badRedirect("it leads to the scheme \(name), which is not http or https")
        }
        if parts.scheme != nil || parts.authority != nil {
            guard let authority = parts.authority else { throw .badRedirect("its Location has a scheme but no host") }
            let scheme = parts.scheme.flatMap { Scheme(rawValue: $0.lowercased()) } ?? scheme
            let split: (String?, String, Int?)
            do { split = try Self.splitAuthority(authority) } catch {
                throw .badRedirect("its Location cannot be read: \(error.sentence)")
            }
            let path = parts.path.isEmpty ? "/" : URLEncoding.path(URLReference.removingDotSegments(parts.path))
            return HTTPURL(
                scheme: scheme, userInfo: split.0, host: split.1,
                explicitPort: split.2 == scheme.defaultPort ? nil : split.2, path: path,
                query: parts.query.map(URLEncoding.query))
        }
        var newPath = path
        var newQuery = parts.query.map(URLEncoding.query)
        if parts.path.isEmpty {
            newQuery = newQuery ?? query
            if isServer { newPath = "/" }
        } else {
            var merged = parts.path
            if merged.first != UInt8(ascii: "/") {
                let base = Array(path.utf8)
                // A path that is empty counts as a slash (RFC 3986 §5.2.3).
                let end = base.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
                merged = (isServer ? [UInt8(ascii: "/")] : Array(base[..<end])) + merged
            }
            newPath = URLEncoding.path(URLReference.removingDotSegments(merged))
        }
        return HTTPURL(
            scheme: scheme, userInfo: userInfo, host: host, explicitPort: explicitPort, path: newPath, query: newQuery)
    }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let isSpace: (UInt8) -> Bool = { $0 == 32 || (9...13).contains($0) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return [] }
        if first == 0, last == bytes.count - 1 { return bytes }
        return Array(bytes[first...last])
    }

    private static func splitAuthority(_ bytes: [UInt8]) throws(EngineError) -> (String?, String, Int?) {
        var rest = bytes[...]
        var userInfo: String?
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = URLEncoding.userInfo(Array(rest[..<at]))
            rest = rest[(at + 1)...]
        }
        let host: String
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else {
                throw .badURL("the IPv6 address in the URL has no closing bracket")
            }
            host = try HostName.ipv6(Array(rest[(rest.startIndex + 1)..<close]))
            rest = rest[(close + 1)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else {
                throw .badURL("something other than a port follows the IPv6 address")
            }
        } else {
            let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
            host = try HostName.canonical(Array(rest[..<end]))
            rest = rest[end...]
        }
        let digits = rest.dropFirst()
        guard !digits.isEmpty else { return (userInfo, host, nil) }
        guard digits.count <= 5, digits.allSatisfy(ASCII.isDigit),
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(port)
        else { throw .badURL("the port \(String(decoding: digits, as: UTF8.self)) is not a number from 1 to 65535") }
        return (userInfo, host, port)
    }
}

extension HTTPURL.Scheme {
    /// RFC 9110 §4.2.1 and §4.2.2.
    var defaultPort: Int { self == .https ? 443 : 80 }
}

/// The five parts of a URI reference, cut as RFC 3986 appendix B says; nothing is checked or decoded.
struct URLReference {
    var scheme: String?
    var authority: [UInt8]?
    var path: [UInt8]
    var query: [UInt8]?

    init(_ bytes: [UInt8]) {
        WorkMeter.count(bytes.count)
        var rest = bytes[...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = String(decoding: rest[..<colon], as: UTF8.self)
            rest = rest[(colon + 1)...]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = Array(rest[(mark + 1)...])
            rest = rest[..<mark]
        }
        let slash = UInt8(ascii: "/")
        if rest.count >= 2, rest[rest.startIndex] == slash, rest[rest.startIndex + 1] == slash {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = Array(rest[..<end])
            rest = rest[end...]
        }
        path = Array(rest)
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, ASCII.isLetter(first) else { return false }
        return bytes.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
    }

    /// RFC 3986 §5.2.4. The path begins with a slash.
    static func removingDotSegments(_ path: [UInt8]) -> [UInt8] {
        WorkMeter.count(path.count)
        var output: [ArraySlice<UInt8>] = []
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            let text = String(decoding: segment, as: UTF8.self).lowercased().replacing(bytes: "%2e", with: ".")
            switch text {
            case ".":
                if isLast { output.append([]) }
            case "..":
                if !output.isEmpty { output.removeLast() }
                if isLast { output.append([]) }
            default:
                output.append(segment)
            }
        }
        return output.reduce(into: []) {
            $0.append(UInt8(ascii: "/"))
            $0 += $1
        }
    }
}
