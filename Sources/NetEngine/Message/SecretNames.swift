/// Which names mean that the value is a secret: the one list for redirects, the cache, logs and printed requests.
///
/// Upper and lower case, `_` and `-` make no difference.
package enum SecretNames {
    /// Parts of names.
    private static let parts = [
        "authorization", "cookie", "token", "secret", "password", "passwd", "passphrase", "credential", "session",
        "signature", "jwt", "api-key", "apikey", "auth-key", "authkey", "access-key", "accesskey", "subscription-key",
        "subscriptionkey", "private-key", "privatekey", "functions-key", "master-key", "masterkey", "account-key",
        "app-key", "application-key", "consumer-key", "signing-key", "x-auth", "x-csrf", "x-xsrf",
    ].map { Array($0.utf8) }

    /// Of token requests and others (RFC 6749 §4, RFC 7521 §4.2, RFC 7636 §4.5, RFC 8628 §3.2).
    private static let whole: Set<String> = [
        "pass", "pwd", "assertion", "client-assertion", "code-verifier", "device-code", "user-code", "samlresponse",
        "oauth-verifier",
    ]

    /// Names that mention a token but do not hold one.
    private static let harmless: Set<String> = [
        "token-type", "token-type-hint", "issued-token-type", "subject-token-type", "actor-token-type",
        "requested-token-type", "token-endpoint", "token-url", "client-assertion-type",
    ]

    /// Words that mean a credential in a query, and much else elsewhere.
    private static let inQueries: Set<String> = ["key", "auth", "sig", "code"]

    /// Each name that means a secret, but for those of queries, contains one of these; folded.
    static var memberParts: [[UInt8]] { parts + whole.map { Array($0.utf8) } }

    /// Whether a header field of that name holds a credential: it is kept from other origins, and from logs.
    package static func isField(_ name: String) -> Bool { holdsPart(folded(name)) }

    /// Whether a JSON member, a form field, an XML element, or a variable of that name holds a secret.
    package static func isMember(_ name: String) -> Bool {
        let name = folded(name)
        return whole.contains(name) || (holdsPart(name) && !harmless.contains(name))
    }

    /// Whether an item of a query holds a secret.
    package static func isQueryItem(_ name: String) -> Bool { isMember(name) || isVague(name) }

    /// Whether a name means a secret in queries only: its value may be an ordinary word.
    static func isVague(_ name: String) -> Bool { inQueries.contains(folded(name)) }

    private static func folded(_ name: String) -> String {
        String(decoding: name.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
            .lowercased()
    }

    private static func holdsPart(_ name: String) -> Bool {
        // Byte by byte: a log asks this of every name that it meets, and a search in texts costs a hundred times as much.
        let bytes = Array(name.utf8)
        return parts.contains { ByteSearch.contains($0, in: bytes) }
    }
}

extension HeaderField {
    /// Whether the value is a credential: by its mark, because an interceptor added it as one, or by its name.
    var isCredential: Bool { isSecret || origin == .auth || SecretNames.isField(name) }
}
