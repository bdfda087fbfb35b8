/// The first half of the authorization code grant (RFC 6749 §4.1.1): where the user's browser goes, and what it returns.
/// Printing it never shows the verifier.
public struct OAuth2Authorization: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The URL to open in the user's browser.
    public let url: String
    /// Where the browser comes back to.
    public let redirectURI: String
    /// What the browser must bring back with the code (RFC 6749 §10.12).
    public let state: String
    /// nil if no proof is wanted.
    public let proofKey: ProofKey?

    /// - Parameters:
    ///   - endpoint: the authorization endpoint; what query it has stays.
    ///   - client: gets the code; its scopes are asked for.
    ///   - redirectURI: on the loopback interface for a program without a web site (RFC 8252 §7.3).
    ///   - proofKey: a new one by default; nil for servers that choke on it.
    ///   - state: comes back with the code, so that the code of another attempt is refused. Default a random one.
    ///   - parameters: more for the URL, such as `audience`.
    public init(
        endpoint: String, client: OAuth2Client, redirectURI: String, proofKey: ProofKey? = ProofKey(),
        state: String = ProofKey().verifier, parameters: [QueryItem] = []
    ) {
        var items = [
            QueryItem("response_type", "code"), QueryItem("client_id", client.id),
            QueryItem("redirect_uri", redirectURI),
        ]
        if !client.scopes.isEmpty { items.append(QueryItem("scope", client.scopes.joined(separator: " "))) }
        items.append(QueryItem("state", state))
        if let proofKey {
            items.append(QueryItem("code_challenge", proofKey.challenge))
            items.append(QueryItem("code_challenge_method", proofKey.method.rawValue))
        }
        items += parameters
        let query = String(decoding: items.formBody, as: UTF8.self)
        let separator =
            endpoint.contains(bytes: "?") ? (endpoint.hasSuffix("?") || endpoint.hasSuffix("&") ? "" : "&") : "?"
        url = endpoint + separator + query
        self.redirectURI = redirectURI
        self.state = state
        self.proofKey = proofKey
    }

    /// What the browser brought back, as a grant (RFC 6749 §4.1.2).
    /// - Parameter target: the target of the browser's request, with its query.
    /// - Throws: `api` with what the server says, or that the response belongs to another request.
    public func grant(from target: String) throws(EngineError) -> OAuth2Grant {
        let items = URLText(target).queryItems
        func value(_ name: String) -> String? { items.first { $0.name == name }?.decodedValue }
        guard value("state") == state else {
            throw EngineError(
                .api, "What the browser returned does not belong to this sign-in.",
                hint: "Sign in again, by the newest URL, and in one browser window.")
        }
        if let error = value("error") {
            // The browser brings it, so it may be anything.
            let words =
                value("error_description").map { text in
                    let short = text.count > 200 ? "\(text.prefix(200))…" : text
                    return ": \(short.withoutFullStop)"
                } ?? ""
            throw EngineError(
                .api, "The sign-in was refused: \(EngineError.quoted(error))\(words).",
                hint: "Look at the settings of the client, and at the scopes that are asked for.")
        }
        guard let code = value("code"), !code.isEmpty else {
            throw EngineError(
                .api, "The browser came back without a code.",
                hint: "Check the authorization URL, and that the server knows the redirect URL.")
        }
        return .authorizationCode(code, redirectURI: redirectURI, verifier: proofKey?.verifier)
    }

    /// The place, without the state and the verifier.
    public var description: String { "OAuth2Authorization(\(url.prefix { $0 != "?" }))" }
    /// The place, without the state and the verifier.
    public var debugDescription: String { description }
}
