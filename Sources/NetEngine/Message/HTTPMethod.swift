/// A request method: a token of RFC 9110 §5.6.2, so a value of this type can always be sent.
///
/// Methods are case-sensitive (RFC 9110 §9.1); nothing is upper-cased here.
public struct HTTPMethod: Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    /// The method, or nil when the text is empty or holds a character that a token may not.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy(HTTPToken.isTokenByte) else { return nil }
        rawValue = text
    }

    private init(known: String) { rawValue = known }

    public static let get = HTTPMethod(known: "GET")
    public static let head = HTTPMethod(known: "HEAD")
    public static let post = HTTPMethod(known: "POST")
    public static let put = HTTPMethod(known: "PUT")
    public static let patch = HTTPMethod(known: "PATCH")
    public static let delete = HTTPMethod(known: "DELETE")
    public static let options = HTTPMethod(known: "OPTIONS")
    public static let trace = HTTPMethod(known: "TRACE")
    public static let connect = HTTPMethod(known: "CONNECT")

    /// Whether sending it twice has the effect of sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        switch rawValue {
        case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE": true
        default: false
        }
    }

    public var description: String { rawValue }
}

/// The `token` production of RFC 9110 §5.6.2.
public enum HTTPToken {
    /// Whether the byte is a `tchar`.
    public static func isTokenByte(_ byte: UInt8) -> Bool {
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
