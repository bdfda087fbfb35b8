import NetEngine

/// One entry of `Security.Auth` in an environment file, with its variables replaced: how a token is had.
///
/// The keys are those of JetBrains' HTTP client. Keys that nobody knows are passed over.
struct AuthSettings: Hashable, Sendable {
    enum Grant: Hashable, Sendable {
        case clientCredentials
        case password(user: String, password: String)
        /// - Parameter redirectURL: nil: a free port of this machine.
        case authorizationCode(authorizationURL: String, redirectURL: String?, usesProof: Bool)
        case deviceCode(url: String)

        /// Whether a person must do something in a browser.
        var needsPerson: Bool {
            switch self {
            case .clientCredentials, .password: false
            case .authorizationCode, .deviceCode: true
            }
        }

        var words: String {
            switch self {
            case .clientCredentials: "client credentials"
            case .password: "password"
            case .authorizationCode(_, _, let usesProof):
                usesProof ? "authorization code with PKCE" : "authorization code"
            case .deviceCode: "device code"
            }
        }
    }

    /// The name in `{{$auth.token("name")}}`.
    var id: String
    var client: OAuth2Client
    var grant: Grant
    /// Added to the authorization request only.
    var authorizationParameters: [QueryItem] = []

    /// - Parameter value: what the entry says under a key; nil where it says nothing. Keys of objects within are joined by
    ///   a full stop.
    /// - Throws: half a sentence: what is missing or unknown.
    init(id: String, value: (String) -> String?, parameters: [Parameter] = []) throws(AuthFault) {
        func needed(_ key: String) throws(AuthFault) -> String {
            guard let text = value(key), !text.isEmpty else { throw AuthFault(text: "it has no \"\(key)\"") }
            return text
        }
        func isTrue(_ key: String) -> Bool { value(key).map { $0.lowercased() != "false" } ?? false }
        if let type = value("Type"), Self.folded(type) != "oauth2" {
            throw AuthFault(text: "its type \"\(type)\" is not supported; OAuth2 is")
        }
        let name = try needed("Grant Type")
        switch Self.folded(name) {
        case "clientcredentials": grant = .clientCredentials
        case "password", "resourceownerpassword":
            grant = .password(user: try needed("Username"), password: value("Password") ?? "")
        case "authorizationcode":
            grant = .authorizationCode(
                authorizationURL: try needed("Auth URL"), redirectURL: value("Redirect URL"),
                // Where the entry says nothing it is used: RFC 9700 §2.1.1.
                usesProof: value("PKCE") == nil || isTrue("PKCE"))
        case "deviceauthorization", "devicecode": grant = .deviceCode(url: try needed("Device Auth URL"))
        default:
            throw AuthFault(
                text:
                    "its grant type \"\(name)\" is not supported; Client Credentials, Password, Authorization Code and Device Authorization are"
            )
        }
        self.id = id
        client = OAuth2Client(tokenURL: try needed("Token URL"), id: try needed("Client ID"))
        if let secret = value("Client Secret"), !secret.isEmpty { client.secret = secret }
        switch value("Client Credentials").map(Self.folded) {
        case nil, "basic": client.authentication = .header
        case "inbody", "body": client.authentication = .body
        case "none": client.secret = nil
        case let other?: throw AuthFault(text: "its \"Client Credentials\" is \"\(other)\", not none, basic or in body")
        }
        client.scopes = value("Scope").map { $0.split(separator: " ").map(String.init) } ?? []
        for parameter in parameters {
            let item = QueryItem(parameter.name, parameter.value)
            if parameter.use != .tokenRequest { authorizationParameters.append(item) }
            if parameter.use != .authorizationRequest { client.parameters.append(item) }
        }
    }

    /// One of `Custom Request Parameters`.
    struct Parameter: Sendable {
        enum Use: Sendable { case everywhere, authorizationRequest, tokenRequest }
        var name: String
        var value: String
        var use = Use.everywhere

        static func use(_ text: String?) -> Use {
            switch text.map(AuthSettings.folded) {
            case "inauthrequest": .authorizationRequest
            case "intokenrequest": .tokenRequest
            default: .everywhere
            }
        }
    }

    /// In lower case, without blanks and the like: people write names in many ways.
    static func folded(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
}

/// Why an entry cannot be used, as half a sentence.
struct AuthFault: Error, Hashable { let text: String }
