/// A request method: a token of RFC 9110 §5.6.2, so a value of this type can always be sent.
///
/// Methods are case-sensitive (RFC 9110 §9.1); nothing is upper-cased here.
public struct HTTPMethod: Sendable, Hashable, CustomStringConvertible {
    /// As it is sent; case matters (RFC 9110 §9.1).
    public let rawValue: String

    /// The method, or nil if the text is not a token (RFC 9110 §5.6.2): if it is empty or has a character that a token may not
    /// have.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy(HTTPToken.isTokenByte) else { return nil }
        rawValue = text
    }

    private init(known: String) { rawValue = known }

    /// RFC 9110 §9.3.1: safe and idempotent.
    public static let get = HTTPMethod(known: "GET")
    /// RFC 9110 §9.3.2: as GET, without the body.
    public static let head = HTTPMethod(known: "HEAD")
    /// RFC 9110 §9.3.3: not idempotent.
    public static let post = HTTPMethod(known: "POST")
    /// RFC 9110 §9.3.4: idempotent.
    public static let put = HTTPMethod(known: "PUT")
    /// RFC 5789 §2: not idempotent.
    public static let patch = HTTPMethod(known: "PATCH")
    /// RFC 9110 §9.3.5: idempotent.
    public static let delete = HTTPMethod(known: "DELETE")
    /// RFC 9110 §9.3.7: safe and idempotent.
    public static let options = HTTPMethod(known: "OPTIONS")
    /// RFC 9110 §9.3.8.
    public static let trace = HTTPMethod(known: "TRACE")
    /// RFC 9110 §9.3.6. A tunnel through a proxy is asked for by `ProxyChoice`, not by this.
    public static let connect = HTTPMethod(known: "CONNECT")

    /// Whether a repeated request has the effect of a single one: PUT, DELETE and the safe methods (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }

    /// Registered as safe; anything else may change the resource, known or not (RFC 9110 §9.2.1, RFC 9111 §4.4).
    package var isSafe: Bool {
        switch rawValue {
        case "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "REPORT", "SEARCH", "QUERY", "PRI": true
        default: false
        }
    }

    /// As it is sent.
    public var description: String { rawValue }
}

/// The `token` production of RFC 9110 §5.6.2.
package enum HTTPToken {
    /// Whether the byte is a `tchar`.
    package static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }
}
