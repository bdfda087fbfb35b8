/// Proof key for code exchange (RFC 7636): ties an authorization code to the program that asked for it.
public struct ProofKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// A secret of this program until the code is exchanged: for `OAuth2Grant.authorizationCode`.
    public let verifier: String
    /// How the challenge is made of the verifier.
    public let method: Method

    /// How a challenge is made (RFC 7636 §4.2).
    public enum Method: String, Sendable, Hashable {
        /// The SHA-256 of the verifier.
        case s256 = "S256"
        /// The verifier itself: for servers that cannot do better, for whoever sees the URL can use the code.
        case plain
    }

    /// A new one, with 256 random bits.
    public init() {
        self.init(verifier: Base64.urlEncode((0..<32).map { _ in UInt8.random(in: 0...255) }))
    }

    /// A verifier that was made before: 43 to 128 characters (RFC 7636 §4.1). Not checked here.
    public init(verifier: String, method: Method = .s256) {
        self.verifier = verifier
        self.method = method
    }

    /// For the authorization request, with `code_challenge_method`.
    public var challenge: String {
        method == .plain ? verifier : Base64.urlEncode(SHA256.hash(Array(verifier.utf8)))
    }

    /// The challenge, without the verifier.
    public var description: String { method == .plain ? "ProofKey(plain)" : "ProofKey(\(challenge))" }
    /// The challenge, without the verifier.
    public var debugDescription: String { description }
}
