import Workspace

/// How a request logs in.
package enum ImportedLogin: Sendable, Hashable {
    /// As the folder around it says; `none` if no folder says anything.
    case inherited
    case none
    /// Written as a header or a parameter; the writer moves what is secret to the private environment file.
    case request(RequestLogin)
    /// Written as an entry of `Security.Auth` in the environment file.
    case oauth2(ImportedOAuth2)
}

/// Where tokens come from. Texts may hold variables.
package struct ImportedOAuth2: Sendable, Hashable {
    package enum Grant: String, Sendable, Hashable {
        case clientCredentials = "Client Credentials"
        case password = "Password"
        case authorizationCode = "Authorization Code"
        case deviceAuthorization = "Device Authorization"
    }

    /// Where a request has its token.
    package enum Placement: Sendable, Hashable {
        /// After the prefix in `Authorization`; alone if that is empty.
        case header(prefix: String)
        case query(name: String)

        package static let bearer = Placement.header(prefix: "Bearer")
    }

    /// Requests with the same login have the same name; empty: the writer finds one.
    package var name: String
    package var grant: Grant
    package var tokenURL: String
    package var authorizationURL: String
    package var deviceURL: String
    package var redirectURL: String
    package var clientID: String
    package var clientSecret: String
    package var user: String
    package var password: String
    /// With a space between them.
    package var scope: String
    /// Whether client and secret are sent in the form and not in the header.
    package var sendsClientInBody: Bool
    package var usesProofKey: Bool
    /// Whether the proof key itself is sent, and not its digest.
    package var usesPlainProofKey = false
    /// Parameters of all requests for a token, as `audience`.
    package var parameters: [ImportedRow]
    /// Parameters of the page on which the user signs in.
    package var authorizationParameters: [ImportedRow] = []
    /// Parameters of requests to the token URL.
    package var tokenParameters: [ImportedRow] = []
    /// Headers of requests to the token URL.
    package var tokenHeaders: [ImportedRow] = []
    package var placement = Placement.bearer
    /// Whether the ID token is sent, and not the access token.
    package var usesIDToken = false
    /// Whether a token is fetched if there is none.
    package var isAcquired = true

    package init(
        name: String = "", grant: Grant, tokenURL: String, authorizationURL: String = "", deviceURL: String = "",
        redirectURL: String = "", clientID: String = "", clientSecret: String = "", user: String = "",
        password: String = "", scope: String = "", sendsClientInBody: Bool = false, usesProofKey: Bool = true,
        parameters: [ImportedRow] = []
    ) {
        self.name = name
        self.grant = grant
        self.tokenURL = tokenURL
        self.authorizationURL = authorizationURL
        self.deviceURL = deviceURL
        self.redirectURL = redirectURL
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.user = user
        self.password = password
        self.scope = scope
        self.sendsClientInBody = sendsClientInBody
        self.usesProofKey = usesProofKey
        self.parameters = parameters
    }
}
