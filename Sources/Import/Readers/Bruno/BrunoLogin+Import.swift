import Workspace

extension BrunoLogin {
    /// The login in the words of the model; what cannot be said becomes a notice.
    func imported(at place: ImportPlace?, _ notices: inout NoticeList) -> ImportedLogin {
        guard case .mode(let mode, let values, let parameters) = self else {
            if case .none = self { return .none }
            return .inherited
        }
        func value(_ name: String) -> String { values[name] ?? "" }
        switch mode {
        case "basic": return .request(.basic(user: value("username"), password: value("password")))
        case "bearer": return .request(.bearer(token: value("token")))
        case "digest": return .request(.digest(user: value("username"), password: value("password")))
        case "apikey":
            let inQuery = ["queryparams", "query"].contains(value("placement"))
            return .request(.apiKey(name: value("key"), value: value("value"), inQuery: inQuery))
        case "awsv4":
            if !value("profileName").isEmpty {
                notices.lost("The AWS profile \(NoticeList.quoted(value("profileName"))) is left out.", at: place)
            }
            return .request(
                .aws(
                    RequestLogin.AWSLogin(
                        keyID: value("accessKeyId"), secret: value("secretAccessKey"), region: value("region"),
                        service: value("service"), sessionToken: value("sessionToken"))))
        case "oauth2": return Self.oauth2(values, parameters, at: place, &notices)
        default:
            notices.lost(
                "The login \(NoticeList.quoted(mode)) is not known here: the request is written without it.", at: place)
            return .none
        }
    }

    private static func oauth2(
        _ values: [String: String], _ parameters: [Parameter], at place: ImportPlace?, _ notices: inout NoticeList
    ) -> ImportedLogin {
        func value(_ name: String) -> String { values[name] ?? "" }
        let grant: ImportedOAuth2.Grant
        switch value("grant_type") {
        case "client_credentials": grant = .clientCredentials
        case "password": grant = .password
        case "authorization_code": grant = .authorizationCode
        default:
            notices.lost(
                "The OAuth2 grant \(NoticeList.quoted(value("grant_type"))) is not known here: the request is written without its login.",
                at: place)
            return .none
        }
        var login = ImportedOAuth2(
            grant: grant, tokenURL: value("access_token_url"), authorizationURL: value("authorization_url"),
            redirectURL: value("callback_url"), clientID: value("client_id"),
            clientSecret: value("client_secret"), user: value("username"), password: value("password"),
            scope: value("scope"), sendsClientInBody: value("credentials_placement") != "basic_auth_header",
            usesProofKey: value("pkce") == "true")
        login.usesPlainProofKey = value("pkce_method").lowercased() == "plain"
        login.placement = placement(values)
        login.usesIDToken = value("token_source") == "id_token"
        login.isAcquired = value("auto_fetch_token") != "false"
        add(parameters, to: &login, at: place, &notices)
        if grant == .authorizationCode, !value("state").isEmpty { notices.lost(OAuth2Loss.state, at: place) }
        if !value("refresh_token_url").isEmpty, value("refresh_token_url") != login.tokenURL {
            notices.lost(OAuth2Loss.addressOfRefresh, at: place)
        }
        return .oauth2(login)
    }

    private static func placement(_ values: [String: String]) -> ImportedOAuth2.Placement {
        guard values["token_placement"] == "url" else {
            return .header(prefix: values["token_header_prefix"] ?? "Bearer")
        }
        let name = values["token_query_key"] ?? ""
        return .query(name: name.isEmpty ? "access_token" : name)
    }

    private static func add(
        _ parameters: [Parameter], to login: inout ImportedOAuth2, at place: ImportPlace?, _ notices: inout NoticeList
    ) {
        var refresh: [String] = []
        for parameter in parameters {
            switch parameter.request {
            case .token: login.addToTokenRequest(parameter.row, in: parameter.place, &notices)
            case .authorization where login.grant == .authorizationCode:
                login.addToPage(parameter.row, in: parameter.place, &notices)
            case .authorization: break
            case .refresh: refresh.append(parameter.row.name)
            }
        }
        if !refresh.isEmpty { notices.lost(OAuth2Loss.parameters(ofRefresh: refresh), at: place) }
    }
}
