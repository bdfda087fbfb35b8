/// The client that requests tokens, and its token endpoint (RFC 6749 §2 and §3.2). Printing it never shows the secret.
public struct OAuth2Client: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// How a client with a secret proves who it is (RFC 6749 §2.3.1).
    public enum Authentication: String, Sendable, Hashable, CaseIterable {
        /// `Authorization: Basic …`, which every server must understand.
        case header = "client_secret_basic"
        /// `client_id` and `client_secret` in the body.
        case body = "client_secret_post"
    }

    /// An absolute URL, which should be `https` (RFC 6749 §3.2).
    public var tokenURL: String
    /// The value of `client_id`, which is not secret.
    public var id: String
    /// nil for a public client: its id goes into the body then.
    public var secret: String?
    /// How the secret is shown. Default `header`.
    public var authentication: Authentication
    /// Asked for with each grant but the code's and the refresh token's, which have theirs already.
    public var scopes: [String]
    /// More for each token request, such as `audience` or `resource` (RFC 8707).
    public var parameters: [QueryItem]
    /// More for each token request; they replace fields of the same name. Default none.
    public var headers: HeaderFields = []
    /// Of the token request; nothing is taken from the request that wants the token. By default redirects are not
    /// followed, the response may have 1 MiB, and it may take 30 s.
    public var options: RequestOptions

    /// A client at one token endpoint.
    /// - Parameters:
    ///   - tokenURL: the token endpoint.
    ///   - id: the `client_id`.
    ///   - secret: nil, the default, means a public client.
    ///   - authentication: whether id and secret are sent as a header, the default, or in the body.
    ///   - scopes: what the token is to be good for; default what the server decides.
    ///   - parameters: more for each token request, such as `audience`.
    ///   - options: by default 30 s, 1 MiB and no redirects.
    public init(
        tokenURL: String, id: String, secret: String? = nil, authentication: Authentication = .header,
        scopes: [String] = [], parameters: [QueryItem] = [],
        options: RequestOptions = RequestOptions(
            timeouts: Timeouts(total: .seconds(30)), followRedirects: false, maxBodyBytes: 1 << 20, cacheMode: .noStore)
    ) {
        self.tokenURL = tokenURL
        self.id = id
        self.secret = secret
        self.authentication = authentication
        self.scopes = scopes
        self.parameters = parameters
        self.options = options
    }

    /// The id and the place, without the secret.
    public var description: String { "OAuth2Client(\(id) at \(URLText(tokenURL).afterUserInfo))" }
    /// The id and the place, without the secret.
    public var debugDescription: String { description }
}

/// What a client shows to get a token (RFC 6749 §1.3). Printing it shows the type only.
public struct OAuth2Grant: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The value of `grant_type`.
    public let type: String
    let parameters: [QueryItem]
    /// Whether it can be shown again when a token is of no use any more.
    let canRepeat: Bool
    let hasScopes: Bool

    /// RFC 6749 §4.4: the client acts for itself.
    public static let clientCredentials = OAuth2Grant(type: "client_credentials", parameters: [], canRepeat: true)

    /// RFC 6749 §6, with a refresh token from elsewhere. If the server gives a new one, that is used from then on.
    public static func refreshToken(_ token: String) -> OAuth2Grant {
        OAuth2Grant(
            type: "refresh_token", parameters: [QueryItem("refresh_token", token)], canRepeat: true, hasScopes: false)
    }

    /// RFC 6749 §4.3. RFC 9700 §2.4 advises against it: the program learns the password.
    public static func password(user: String, password: String) -> OAuth2Grant {
        OAuth2Grant(
            type: "password", parameters: [QueryItem("username", user), QueryItem("password", password)],
            canRepeat: true)
    }

    /// RFC 6749 §4.1.3, after the user agent brought the code. It works once; from then on there is the refresh token.
    ///
    /// The redirect URI is that of the authorization request; the verifier is that of the `ProofKey`, if the authorization
    /// request had its challenge (RFC 7636 §4.5).
    public static func authorizationCode(
        _ code: String, redirectURI: String? = nil, verifier: String? = nil
    ) -> OAuth2Grant {
        var parameters = [QueryItem("code", code)]
        if let redirectURI { parameters.append(QueryItem("redirect_uri", redirectURI)) }
        if let verifier { parameters.append(QueryItem("code_verifier", verifier)) }
        return OAuth2Grant(type: "authorization_code", parameters: parameters, canRepeat: false, hasScopes: false)
    }

    /// Any other grant, such as a JWT (RFC 7523) or a device code (RFC 8628 §3.4).
    /// - Parameters:
    ///   - type: the `grant_type`.
    ///   - parameters: besides `grant_type`.
    ///   - canRepeat: whether the same grant may be shown again.
    public init(type: String, parameters: [QueryItem], canRepeat: Bool) {
        self.init(type: type, parameters: parameters, canRepeat: canRepeat, hasScopes: true)
    }

    private init(type: String, parameters: [QueryItem], canRepeat: Bool, hasScopes: Bool) {
        self.type = type
        self.parameters = parameters
        self.canRepeat = canRepeat
        self.hasScopes = hasScopes
    }

    /// The type only.
    public var description: String { "OAuth2Grant(\(type))" }
    /// The type only.
    public var debugDescription: String { description }
}
