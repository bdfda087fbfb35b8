import Workspace

/// The `authentication` of a request or a folder.
struct InsomniaLogin {
    let value: ImportValue
    /// Its texts, translated.
    let texts: [String: String]

    private func at(_ name: String) -> String { texts[name] ?? "" }

    /// What cannot be said becomes a notice.
    func imported(_ notices: inout NoticeList) -> ImportedLogin {
        guard let type = value.string("type") else { return .inherited }
        // In its place Insomnia takes that of the nearest folder.
        if value.bool("disabled") == true {
            if type != "none" { notices.lost("The login is switched off and is left out.", at: value.place) }
            return .inherited
        }
        switch type {
        case "none": return .none
        case "basic":
            if value.bool("useISO88591") == true {
                notices.changed("User and password are sent in UTF-8 and not in ISO 8859-1.", at: value.place)
            }
            return .request(.basic(user: at("username"), password: at("password")))
        case "digest": return .request(.digest(user: at("username"), password: at("password")))
        case "bearer":
            let prefix = at("prefix")
            guard !prefix.isEmpty, prefix.lowercased() != "bearer" else { return .request(.bearer(token: at("token"))) }
            return .request(.other(prefix == Self.noPrefix ? at("token") : "\(prefix) \(at("token"))"))
        case "singleToken": return .request(.bearer(token: at("token")))
        case "apikey":
            if at("addTo") == "cookie" {
                return .request(.apiKey(name: "Cookie", value: "\(at("key"))=\(at("value"))", inQuery: false))
            }
            return .request(.apiKey(name: at("key"), value: at("value"), inQuery: at("addTo") == "queryParams"))
        case "iam":
            return .request(
                .aws(
                    RequestLogin.AWSLogin(
                        keyID: at("accessKeyId"), secret: at("secretAccessKey"), region: at("region"),
                        service: at("service"), sessionToken: at("sessionToken"))))
        case "oauth2": return oauth2(&notices)
        default:
            notices.lost(
                "The login \(NoticeList.quoted(type)) is not known here: the request is written without it.",
                at: value.place)
            return .none
        }
    }

    private func oauth2(_ notices: inout NoticeList) -> ImportedLogin {
        let grant: ImportedOAuth2.Grant
        switch value.string("grantType") {
        case "client_credentials": grant = .clientCredentials
        case "password": grant = .password
        case "authorization_code", nil: grant = .authorizationCode
        case let other?:
            notices.lost(
                "The OAuth2 grant \(NoticeList.quoted(other)) is not known here: the request is written without its login.",
                at: value.place)
            return .none
        }
        let extra = [("audience", at("audience")), ("resource", at("resource"))].filter { !$0.1.isEmpty }
        var login = ImportedOAuth2(
            grant: grant, tokenURL: at("accessTokenUrl"), authorizationURL: at("authorizationUrl"),
            redirectURL: at("redirectUrl"), clientID: at("clientId"), clientSecret: at("clientSecret"),
            user: at("username"), password: at("password"), scope: at("scope"),
            sendsClientInBody: value.bool("credentialsInBody") == true, usesProofKey: value.bool("usePkce") == true,
            parameters: extra.map { ImportedRow($0.0, $0.1) })
        login.usesPlainProofKey = at("pkceMethod").lowercased() == "plain"
        login.usesIDToken = at("responseType") == "id_token"
        login.placement = .header(prefix: tokenPrefix)
        if grant == .authorizationCode, !at("state").isEmpty { notices.lost(OAuth2Loss.state, at: value.place) }
        return .oauth2(login)
    }

    /// The word before a token of OAuth 2.
    private var tokenPrefix: String {
        let prefix = at("tokenPrefix")
        if prefix == Self.noPrefix { return "" }
        return prefix.isEmpty ? "Bearer" : prefix
    }

    /// What Insomnia writes where the token is sent alone.
    private static let noPrefix = "NO_PREFIX"
}
