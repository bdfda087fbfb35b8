/// One `Set-Cookie` field, parsed as in RFC 6265bis §5.6, before its origin is checked.
package struct SetCookieField {
    package let name: [UInt8]
    package let value: [UInt8]
    /// Lower case, without a leading dot; nil if the attribute is missing, empty if it cancels an earlier one.
    package private(set) var domain: String?
    /// nil if the default path is meant.
    package private(set) var path: String?
    package private(set) var hasPath = false
    /// Seconds since 1970, at most 400 days ahead; nil means for the session.
    package private(set) var expires: Int64?
    package private(set) var isSecure = false
    package private(set) var isHTTPOnly = false
    package private(set) var sameSite: Cookie.SameSite?

    /// §5.5: no cookie lives longer, whatever the server says.
    static let longestLife: Int64 = 400 * 86400
    private static let maxAttributeByteCount = 1024

    /// nil if the whole field is to be ignored.
    /// - Parameter now: seconds since 1970.
    package init?(_ bytes: [UInt8], now: Int64) {
        WorkMeter.count(bytes.count)
        guard !bytes.contains(where: ASCII.isControl) else { return nil }
        var parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
        let pair = parts.popFirst() ?? []
        if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
            name = Array(ListSyntax.trimmed(pair[..<equals]))
            value = Array(ListSyntax.trimmed(pair[(equals + 1)...]))
        } else {
            name = []
            value = Array(ListSyntax.trimmed(pair))
        }
        guard name.count + value.count <= Cookie.maxByteCount else { return nil }
        var date: Int64?
        var maxAge: Int64?
        // Of repeated attributes the last one counts.
        for part in parts {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let text = equals == part.endIndex ? [] : Array(ListSyntax.trimmed(part[(equals + 1)...]))
            guard text.count <= Self.maxAttributeByteCount else { continue }
            switch String(decoding: ListSyntax.trimmed(part[..<equals]).map(Self.lower), as: UTF8.self) {
            case "domain": domain = Self.domain(text)
            case "path":
                hasPath = true
                path = text.first == UInt8(ascii: "/") ? String(decoding: text, as: UTF8.self) : nil
            case "secure": isSecure = true
            case "httponly": isHTTPOnly = true
            case "samesite":
                let word = String(decoding: text.map(Self.lower), as: UTF8.self)
                sameSite = Cookie.SameSite.allCases.first { $0.rawValue.lowercased() == word }
            case "expires": date = CookieDate.seconds(String(decoding: text, as: UTF8.self)) ?? date
            case "max-age": maxAge = Self.maxAge(text) ?? maxAge
            default: break
            }
        }
        let latest = now + Self.longestLife
        // Max-Age overrides Expires (§5.7).
        expires = maxAge.map { $0 <= 0 ? 0 : now + min($0, Self.longestLife) } ?? date.map { min($0, latest) }
    }

    private static func domain(_ text: [UInt8]) -> String {
        let name = text.first == UInt8(ascii: ".") ? text[1...] : text[...]
        return String(decoding: name.map(lower), as: UTF8.self)
    }

    /// Seconds; nil if the text is not a whole number.
    private static func maxAge(_ text: [UInt8]) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text[1...] : text[...]
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        return isNegative ? -1 : Int64(String(decoding: digits, as: UTF8.self)) ?? .max
    }

    static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
