/// Proof key for code exchange (RFC 7636): ties an authorization code to the program that asked for it.
public struct ProofKey: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// A secret of this program until the code is exchanged: for `OAuth2Grant.authorizationCode`.
    public let verifier: String

    /// A new one, with 256 random bits.
    public init() {
        self.init(verifier: Base64.urlEncode((0..<32).map { _ in UInt8.random(in: 0...255) }))
    }

    /// A verifier that was made before: 43 to 128 characters (RFC 7636 §4.1). Not checked here.
    public init(verifier: String) { self.verifier = verifier }

    /// For the authorization request, with `code_challenge_method=S256`.
    public var challenge: String { Base64.urlEncode(SHA256.hash(Array(verifier.utf8))) }

    /// The challenge, without the verifier.
    public var description: String { "ProofKey(\(challenge))" }
    /// The challenge, without the verifier.
    public var debugDescription: String { description }
}

extension Base64 {
    /// RFC 4648 §5, without padding.
    static func urlEncode(_ bytes: [UInt8]) -> String {
        encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
