import Base
import NetEngine
import Workspace

/// Logins of Postman.
struct PostmanAuth {
    let login: ImportedLogin
    /// What could not be carried over: a sentence.
    var notice: String?

    /// - Parameter value: `auth` of a collection, a folder or a request, in the form of any version.
    init(_ value: ImportValue?) {
        guard let value, value.isObject, let type = value.string("type") else {
            login = .inherited
            return
        }
        let fields = Self.fields(value[type])
        func text(_ name: String) -> String { PostmanText.translated(fields[name] ?? "") }
        switch type {
        case "noauth": login = .none
        case "basic": login = .request(.basic(user: text("username"), password: text("password")))
        case "digest": login = .request(.digest(user: text("username"), password: text("password")))
        case "bearer": login = .request(.bearer(token: text("token")))
        case "apikey":
            login = .request(
                .apiKey(
                    name: text("key").isEmpty ? "X-Api-Key" : text("key"), value: text("value"),
                    inQuery: fields["in"] == "query"))
        case "awsv4":
            login = .request(
                .aws(
                    RequestLogin.AWSLogin(
                        keyID: text("accessKey"), secret: text("secretKey"), region: text("region"),
                        service: text("service"), sessionToken: text("sessionToken"))))
        case "oauth2": (login, notice) = Self.oauth2(fields)
        default:
            login = .none
            notice = "The login \(type.prefix(40)) cannot be sent here; it is left out."
        }
    }

    /// `[{"key": …, "value": …}]` of version 2.1 or `{"key": "value"}` of the others.
    private static func fields(_ value: ImportValue?) -> [String: String] {
        var fields: [String: String] = [:]
        guard let value else { return fields }
        for element in value.elements {
            if let key = element.string("key") {
                fields[key] = element.scalar("value") ?? element["value"]?.written ?? ""
            }
        }
        for (name, value) in value.members { fields[name] = value.scalar ?? "" }
        return fields
    }

    private static func oauth2(_ fields: [String: String]) -> (ImportedLogin, String?) {
        func text(_ name: String) -> String { PostmanText.translated(fields[name] ?? "") }
        let grants: [String: ImportedOAuth2.Grant] = [
            "authorization_code": .authorizationCode, "authorization_code_with_pkce": .authorizationCode,
            "password_credentials": .password, "client_credentials": .clientCredentials,
        ]
        let grant = fields["grant_type"] ?? "authorization_code"
        if let known = grants[grant], !text("accessTokenUrl").isEmpty {
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
            }
            if known == .password {
                login.user = text("username")
                login.password = text("password")
            }
            return (.oauth2(login), nil)
        }
        let token = text("accessToken").isEmpty ? "{{access_token}}" : text("accessToken")
        let notice =
            "The grant \(grant.prefix(40)) of the login cannot be run here: the token is that of the file, or the variable access_token."
        if fields["addTokenTo"] == "queryParams" {
            return (.request(.apiKey(name: "access_token", value: token, inQuery: true)), notice)
        }
        return (.request(.bearer(token: token)), notice)
    }
}
