import NetEngine

/// A URL whose secrets are masked, so that it may not be one any more: its parts as far as they can be found.
package struct StoredURL: Sendable, Hashable {
    private let scheme: HTTPURL.Scheme
    private let userInfo: String?
    /// Lower case, unless the name of a secret is in it; IPv6 in brackets; empty if there is none.
    package let host: String
    private let port: Int?
    /// Without the query.
    package let path: String
    private let query: String?

    /// Any text; without a scheme `http` is meant.
    package init(_ text: String) {
        // By bytes: looking at characters would take most of the time that packing an exchange takes.
        var rest = text.utf8[...]
        var scheme = HTTPURL.Scheme.http
        if let colon = rest.firstIndex(of: 0x3A), rest[colon...].starts(with: "://".utf8) {
            scheme = HTTPURL.Scheme(rawValue: String(text[..<colon]).lowercased()) ?? .http
            rest = rest[rest.index(colon, offsetBy: 3)...]
        }
        if let fragment = rest.firstIndex(of: 0x23) { rest = rest[..<fragment] }
        let query = rest.firstIndex(of: 0x3F)
        let beforeQuery = query.map { rest[..<$0] } ?? rest
        let slash = beforeQuery.firstIndex(of: 0x2F)
        var authority = slash.map { beforeQuery[..<$0] } ?? beforeQuery
        var userInfo: String?
        if let at = authority.lastIndex(of: 0x40) {
            userInfo = String(text[authority.startIndex..<at])
            authority = authority[authority.index(after: at)...]
        }
        var port: Int?
        if let colon = authority.lastIndex(of: 0x3A) {
            // The colon in `[::1]`, or in the mark of a secret, is not before a port.
            let digits = authority[authority.index(after: colon)...]
            if digits.allSatisfy(ASCII.isDigit) {
                port = Int(String(text[digits.startIndex..<digits.endIndex]))
                authority = authority[..<colon]
            }
        }
        self.scheme = scheme
        self.userInfo = userInfo
        let host = String(text[authority.startIndex..<authority.endIndex])
        // The mark of a secret, and an IPv6 address, whose zone is case-sensitive, are kept.
        self.host = authority.contains(UInt8(ascii: "<")) || host.hasPrefix("[") ? host : host.lowercased()
        self.port = port == (scheme == .https ? 443 : 80) ? nil : port
        path = slash.map { String(text[$0..<beforeQuery.endIndex]) } ?? ""
        self.query = query.map { String(text[rest.index(after: $0)..<rest.endIndex]) }
    }

    /// The parts of a URL as lists show them: the host with its port, and path and query. Without a scheme it is not known which is
    /// which: then all of the text is the second part.
    package static func listed(_ text: String) -> (host: String, path: String) {
        guard text.utf8.firstRange(of: "://".utf8) != nil else { return ("", text) }
        let url = StoredURL(text)
        let path = (url.path.isEmpty ? "/" : url.path) + (url.query.map { "?\($0)" } ?? "")
        return (url.port.map { "\(url.host):\($0)" } ?? url.host, path)
    }

    var url: HTTPURL {
        HTTPURL(scheme: scheme, userInfo: userInfo, host: host, explicitPort: port, path: path, query: query)
    }
}
