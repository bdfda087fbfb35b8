/// A request in the one form that both ends hash: "Create a canonical request" of AWS Signature Version 4. Pure.
struct AWSCanonicalRequest {
    /// What differs between services.
    struct PathRule: Sendable, Hashable {
        /// Whether dot segments and repeated slashes are taken out.
        var isNormalized: Bool
        /// Whether what is percent-encoded on the wire is encoded once more.
        var isEncodedTwice: Bool

        static let objectStorage = PathRule(isNormalized: false, isEncodedTwice: false)
        static let others = PathRule(isNormalized: true, isEncodedTwice: true)
    }

    /// Fields that proxies and transports change, and the signature itself.
    private static let unsigned: Set<String> = [
        "accept-encoding", "authorization", "cache-control", "connection", "expect", "from", "keep-alive",
        "max-forwards", "pragma", "proxy-authenticate", "proxy-authorization", "referer", "te", "trailer",
        "transfer-encoding", "upgrade", "user-agent", "x-amzn-trace-id",
    ]

    let bytes: [UInt8]
    /// Names in lower case between semicolons, sorted.
    let signedHeaders: String

    /// - Parameters:
    ///   - headers: with `Host`; of the others all but those above are signed.
    ///   - payloadHash: hexadecimal, or the word for an unsigned payload.
    init(method: String, url: HTTPURL, headers: HeaderFields, payloadHash: String, rule: PathRule) {
        let fields = Self.canonical(headers)
        signedHeaders = fields.map(\.name).joined(separator: ";")
        var text = Array("\(method)\n\(Self.path(url.path, rule))\n\(Self.query(url.query ?? ""))\n".utf8)
        for field in fields { text += Array("\(field.name):".utf8) + field.value + [10] }
        bytes = text + Array("\n\(signedHeaders)\n\(payloadHash)".utf8)
    }

    static func signedHeaders(of headers: HeaderFields) -> String {
        canonical(headers).map(\.name).joined(separator: ";")
    }

    static func path(_ path: String, _ rule: PathRule) -> String {
        var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { Array($0.utf8) }
        if rule.isNormalized {
            let endsWithSlash = path.hasSuffix("/")
            segments = segments.reduce(into: []) { kept, segment in
                switch segment {
                case [], [46]: break
                case [46, 46]: if !kept.isEmpty { kept.removeLast() }
                default: kept.append(segment)
                }
            }
            if endsWithSlash || segments.isEmpty { segments.append([]) }
        }
        return segments.map { segment in
            "/" + encoded(rule.isEncodedTwice ? segment : URLEncoding.decode(segment))
        }.joined()
    }

    /// The items of a query, encoded in one way and sorted by name, then value. A plus sign is literal.
    static func query(_ query: String) -> String {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                name: encoded(URLEncoding.decode(Array(parts[0].utf8))),
                value: parts.count > 1 ? encoded(URLEncoding.decode(Array(parts[1].utf8))) : ""
            )
        }
        // ASCII, so that texts sort as their bytes.
        .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        .map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    private static func encoded(_ bytes: [UInt8]) -> String {
        PercentEncoding.encode(bytes) { byte, _ in URLEncoding.isUnreserved(byte) }
    }

    /// Repeated fields become one, in their order; whitespace is trimmed, and runs of it become one space.
    private static func canonical(_ headers: HeaderFields) -> [(name: String, value: [UInt8])] {
        var values: [String: [UInt8]] = [:]
        for field in headers {
            let name = field.name.lowercased()
            guard !unsigned.contains(name) else { continue }
            let value = Array(
                field.valueBytes.split { $0 == 32 || $0 == 9 }.joined(separator: [32]))
            values[name] = values[name].map { $0 + [UInt8(ascii: ",")] + value } ?? value
        }
        return values.map { (name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
    }
}
