import Base
import NetEngine
import Workspace

/// Logins of Postman.
struct PostmanAuth {
    let login: ImportedLogin
    /// What could not be carried over.
    private(set) var notices: [ImportNotice] = []

    /// - Parameters:
    ///   - value: `auth` of a collection, a folder or a request, in the form of any version.
    ///   - item: of the notices.
    ///   - place: of the notices.
    init(_ value: ImportValue?, item: [String], at place: ImportPlace) {
        guard let value, value.isObject, let type = value.string("type") else {
            login = .inherited
            return
        }
        var notices = NoticeList()
        notices.item = item
        let values = Self.values(value[type])
        let fields = values.mapValues { $0.scalar ?? $0.written }
        func text(_ name: String) -> String { PostmanText.translated(fields[name] ?? "") }
        switch type {
        case "noauth": login = .none
        case "basic": login = .request(.basic(user: text("username"), password: text("password")))
        case "digest": login = .request(.digest(user: text("username"), password: text("password")))
        // Postman sends nothing for an empty token.
        case "bearer": login = text("token").isEmpty ? .none : .request(.bearer(token: text("token")))
        case "apikey":
            login = .request(
                .apiKey(
                    name: text("key").isEmpty ? "X-Api-Key" : text("key"), value: text("value"),
                    inQuery: fields["in"] == "query"))
        case "awsv4":
            if fields["addAuthDataToQuery"] == "true" {
                notices.changed("The AWS signature is sent in a header and not in the query.", at: place)
            }
            login = .request(
                .aws(
                    RequestLogin.AWSLogin(
                        keyID: text("accessKey"), secret: text("secretKey"), region: text("region"),
                        service: text("service"), sessionToken: text("sessionToken"))))
        case "oauth2": login = PostmanOAuth2(values: values, fields: fields, place: place).login(&notices)
        default:
            login = .none
            notices.lost("The login \(type.prefix(40)) cannot be sent here; it is left out.", at: place)
        }
        self.notices = notices.all
    }

    /// `[{"key": …, "value": …}]` of version 2.1 or `{"key": "value"}` of the others.
    private static func values(_ value: ImportValue?) -> [String: ImportValue] {
        var values: [String: ImportValue] = [:]
        guard let value else { return values }
        for element in value.elements {
            if let key = element.string("key"), let value = element["value"] { values[key] = value }
        }
        for (name, value) in value.members where !value.isNull { values[name] = value }
        return values
    }
}

/// A login with tokens.
private struct PostmanOAuth2 {
    let values: [String: ImportValue]
    let fields: [String: String]
    let place: ImportPlace

    private func text(_ name: String) -> String { PostmanText.translated(fields[name] ?? "") }

    /// The word before the token.
    private var prefix: String {
        fields["headerPrefix"] == nil ? "Bearer" : text("headerPrefix").trimmingAllWhitespace()
    }

    private var isInQuery: Bool { fields["addTokenTo"] == "queryParams" }

    func login(_ notices: inout NoticeList) -> ImportedLogin {
        let grants: [String: ImportedOAuth2.Grant] = [
            "authorization_code": .authorizationCode, "authorization_code_with_pkce": .authorizationCode,
            "password_credentials": .password, "client_credentials": .clientCredentials,
        ]
        let grant = fields["grant_type"] ?? "authorization_code"
        guard let known = grants[grant], !text("accessTokenUrl").isEmpty else {
            notices.lost(
                "The grant \(grant.prefix(40)) of the login cannot be run here: the token is that of the file, or the variable access_token.",
                at: place)
            return fixedToken
        }
        var login = ImportedOAuth2(grant: known, tokenURL: text("accessTokenUrl"))
        login.name = text("tokenName").contains(bytes: "{") ? "" : text("tokenName")
        login.clientID = text("clientId")
        login.clientSecret = text("clientSecret")
        login.scope = text("scope")
        login.sendsClientInBody = fields["client_authentication"] == "body"
        if known == .authorizationCode {
            login.authorizationURL = text("authUrl")
            login.redirectURL = text("redirect_uri")
            login.usesProofKey = grant == "authorization_code_with_pkce"
            login.usesPlainProofKey = login.usesProofKey && fields["challengeAlgorithm"]?.lowercased() == "plain"
            if !text("state").isEmpty { notices.lost(OAuth2Loss.state, at: place) }
        }
        if known == .password {
            login.user = text("username")
            login.password = text("password")
        }
        login.placement = isInQuery ? .query(name: "access_token") : .header(prefix: prefix)
        addParameters(to: &login, &notices)
        return .oauth2(login)
    }

    /// The token that the file has, or a variable for it.
    private var fixedToken: ImportedLogin {
        let token = text("accessToken").isEmpty ? "{{access_token}}" : text("accessToken")
        if isInQuery { return .request(.apiKey(name: "access_token", value: token, inQuery: true)) }
        guard prefix != "Bearer" else { return .request(.bearer(token: token)) }
        return .request(.other(prefix.isEmpty ? token : "\(prefix) \(token)"))
    }

    // MARK: Parameters

    private func addParameters(to login: inout ImportedOAuth2, _ notices: inout NoticeList) {
        for name in ["audience", "resource"] where !text(name).isEmpty {
            login.parameters.append(ImportedRow(name, text(name)))
        }
        for (row, place) in parameters("tokenRequestParams") { login.addToTokenRequest(row, in: place, &notices) }
        if login.grant == .authorizationCode {
            for (row, place) in parameters("authRequestParams") { login.addToPage(row, in: place, &notices) }
        }
        let refresh = parameters("refreshRequestParams").map(\.row.name)
        if !refresh.isEmpty { notices.lost(OAuth2Loss.parameters(ofRefresh: refresh), at: place) }
        if !text("refreshTokenUrl").isEmpty, text("refreshTokenUrl") != login.tokenURL {
            notices.lost(OAuth2Loss.addressOfRefresh, at: place)
        }
    }

    /// The rows of a list that are switched on.
    private func parameters(_ name: String) -> [(row: ImportedRow, place: ImportedOAuth2.ParameterPlace)] {
        (values[name]?.elements ?? []).compactMap {
            element -> (row: ImportedRow, place: ImportedOAuth2.ParameterPlace)? in
            guard let row = PostmanBody.row(element), row.isEnabled, !row.name.isEmpty else { return nil }
            switch element.string("send_as") {
            case "request_header": return (row, .header)
            case "request_url": return (row, .url)
            default: return (row, .body)
            }
        }
    }
}
