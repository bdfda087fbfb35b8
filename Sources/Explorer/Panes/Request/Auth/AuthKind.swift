import Workspace

/// The kinds of login that a user chooses from.
enum AuthKind: Sendable, Hashable, CaseIterable {
    case none, basic, bearer, apiKey, digest, oauth2, aws, certificate

    init?(_ login: RequestLogin) {
        switch login {
        case .none: self = .none
        case .basic: self = .basic
        case .bearer: self = .bearer
        case .apiKey: self = .apiKey
        case .digest: self = .digest
        case .oauth2: self = .oauth2
        case .aws: self = .aws
        case .other: return nil
        }
    }

    var title: String {
        switch self {
        case .none: "None"
        case .basic: "Basic"
        case .bearer: "Bearer"
        case .apiKey: "API key"
        case .digest: "Digest"
        case .oauth2: "OAuth 2"
        case .aws: "AWS"
        case .certificate: "Client certificate"
        }
    }

    var explanation: String {
        switch self {
        case .none: "none of its own; certificate and cookies of the environment are inherited"
        case .basic: "user and password, encoded but not hidden (RFC 7617)"
        case .bearer: "a token as it is (RFC 6750)"
        case .apiKey: "a key in a header or parameter of the server's own"
        case .digest: "user and password, never sent themselves (RFC 7616)"
        case .oauth2: "a token that is fetched, kept and renewed (RFC 6749)"
        case .aws: "a signature over the request (SigV4)"
        case .certificate: "TLS with a certificate of your own, for a whole environment"
        }
    }

    /// The kinds whose login is a line of the request.
    var isInRequest: Bool { self != .certificate }

    /// What a form asks for.
    ///
    /// - Parameter grant: of OAuth 2.
    func fields(_ grant: OAuthGrant) -> [AuthField] {
        switch self {
        case .none: []
        case .basic, .digest: [.user, .password]
        case .bearer: [.token]
        case .apiKey: [.keyName, .key, .place]
        case .aws: [.keyID, .secretKey, .region, .service, .sessionToken]
        case .oauth2: [.login, .grant, .tokenURL] + grant.fields + [.clientID, .clientSecret, .scope]
        case .certificate: [.certificate, .certificateKey, .passphrase]
        }
    }
}

/// How a token is asked for, in the words of JetBrains' environment files.
enum OAuthGrant: String, Sendable, Hashable, CaseIterable {
    case clientCredentials = "Client Credentials"
    case password = "Password"
    case authorizationCode = "Authorization Code"
    case deviceAuthorization = "Device Authorization"

    /// By its letters, as it is read in an environment file.
    init?(written text: String) {
        let folded = { (text: String) in text.lowercased().filter(\.isLetter) }
        guard let grant = Self.allCases.first(where: { folded($0.rawValue) == folded(text) }) else { return nil }
        self = grant
    }

    fileprivate var fields: [AuthField] {
        switch self {
        case .clientCredentials: []
        case .password: [.username, .loginPassword]
        case .authorizationCode: [.authURL]
        case .deviceAuthorization: [.deviceURL]
        }
    }
}

/// A field of the form for a login.
enum AuthField: Sendable, Hashable {
    case user, password, token, keyName, key, place, keyID, secretKey, region, service, sessionToken
    case login, grant, tokenURL, authURL, deviceURL, username, loginPassword, clientID, clientSecret, scope
    case certificate, certificateKey, passphrase
    /// Where a secret is written.
    case storage

    var label: String {
        switch self {
        case .user: "User"
        case .password, .loginPassword: "Password"
        case .token: "Token"
        case .keyName: "Name"
        case .key: "Key"
        case .place: "Sent in"
        case .keyID: "Key id"
        case .secretKey: "Secret key"
        case .region: "Region"
        case .service: "Service"
        case .sessionToken: "Session token"
        case .login: "Login"
        case .grant: "Grant"
        case .tokenURL: "Token URL"
        case .authURL: "Sign-in URL"
        case .deviceURL: "Device URL"
        case .username: "User"
        case .clientID: "Client id"
        case .clientSecret: "Client secret"
        case .scope: "Scope"
        case .certificate: "Certificate"
        case .certificateKey: "Key"
        case .passphrase: "Passphrase"
        case .storage: "Secret goes to"
        }
    }

    /// What an empty field means, or an example.
    var placeholder: String {
        switch self {
        case .token: "{{token}}"
        case .keyName: "X-API-Key"
        case .region, .service: "as the host says"
        case .sessionToken: "only of keys that expire"
        case .login: "a name for it"
        case .clientSecret: "none for a public client"
        case .scope: "words with spaces between them"
        case .certificate: "client.pem or client.p12, from the environment file on"
        case .certificateKey: "in the same file"
        case .passphrase: "none"
        default: ""
        }
    }

    var isSecret: Bool {
        switch self {
        case .password, .token, .key, .secretKey, .sessionToken, .loginPassword, .clientSecret, .passphrase: true
        default: false
        }
    }

    /// Its key in an environment file, under `Security.Auth` or `SSLConfiguration`; nil for what is in the request.
    var environmentKey: String? {
        switch self {
        case .grant: "Grant Type"
        case .tokenURL: "Token URL"
        case .authURL: "Auth URL"
        case .deviceURL: "Device Auth URL"
        case .username: "Username"
        case .loginPassword: "Password"
        case .clientID: "Client ID"
        case .clientSecret: "Client Secret"
        case .scope: "Scope"
        case .certificate: "clientCertificate"
        case .certificateKey: "clientCertificateKey"
        case .passphrase: "certificatePassphrase"
        default: nil
        }
    }

    /// The variable that a secret of a request becomes in a private file.
    var variable: String {
        switch self {
        case .token, .sessionToken: "token"
        case .key: "apiKey"
        case .secretKey: "secretKey"
        default: "password"
        }
    }

    /// The texts that it takes; empty if it takes any.
    var choices: [String] {
        switch self {
        case .place: ["header", "query"]
        case .grant: OAuthGrant.allCases.map(\.rawValue)
        case .storage: ["private environment file", "this request"]
        default: []
        }
    }
}
