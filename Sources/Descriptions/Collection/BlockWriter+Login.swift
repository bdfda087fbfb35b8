import Base
import Contract
import HTTPFormat
import NetEngine
import OpenAPI

/// How one security scheme is written in a request.
struct WrittenLogin {
    var authorization: String?
    var headers: [String] = []
    var query: [String] = []
    var cookies: [String] = []
    /// What the request cannot do about it: a sentence.
    var notice: String?
    /// Whether the request carries the login.
    var isSent = true
}

extension BlockWriter {
    /// The first alternative that a request file can send; none if one of them asks for nothing and comes first.
    mutating func addLogin() {
        let alternatives = operation.security
        guard !alternatives.isEmpty else { return }
        var chosen = alternatives.map { alternative in alternative.uses.map { ($0, login($0)) } }
            .first { Self.isSendable($0.map(\.1)) }
        if chosen == nil {
            chosen = alternatives.first.map { alternative in alternative.uses.map { ($0, login($0)) } }
            note(.security, operation.entry.place, "No alternative of the security can be sent as a whole.")
        }
        var hasAuthorization = false
        for (use, login) in chosen ?? [] {
            if let notice = login.notice { note(.security, use.scheme?.place ?? operation.entry.place, notice) }
            if let line = login.authorization {
                headers.append((hasAuthorization ? "# " : "") + "Authorization: " + line)
                hasAuthorization = true
            }
            headers += login.headers
            query += login.query
            cookies += login.cookies
        }
    }

    private static func isSendable(_ logins: [WrittenLogin]) -> Bool {
        logins.allSatisfy(\.isSent) && logins.count { $0.authorization != nil } <= 1
    }

    private func login(_ use: SecurityAlternative.Use) -> WrittenLogin {
        let shown = PlainLine.quoted(use.name)
        guard let scheme = use.scheme, let names = collection.logins.names[use.name] else {
            return WrittenLogin(
                notice: "The security scheme \(shown) is unknown: nothing is sent for it.", isSent: false)
        }
        switch scheme.kind {
        case .http(let name, _): return http(name, names, shown)
        case .apiKey(let name, let location): return apiKey(name, location, names, shown)
        case .oauth2(let flows):
            let known = flows.map {
                OAuthLogin.Flow(name: $0.name, tokenURL: $0.tokenURL, authorizationURL: $0.authorizationURL)
            }
            guard OAuthLogin(known) != nil else {
                return WrittenLogin(
                    authorization: "Bearer {{\(names.token)}}",
                    notice:
                        "The login \(shown) has no flow that can be run here: put a token into the variable \(names.token)."
                )
            }
            return WrittenLogin(authorization: "Bearer {{$auth.token(\"\(names.token)\")}}")
        case .openIDConnect:
            return WrittenLogin(
                authorization: "Bearer {{\(names.token)}}",
                notice: "The addresses of the login \(shown) are not looked up: put a token into the variable "
                    + "\(names.token), or describe the login under Security.Auth.")
        case .mutualTLS:
            return WrittenLogin(
                notice:
                    "\(shown) needs a client certificate: name one under SSLConfiguration in an environment, or with --cert."
            )
        case .unknown(let type):
            return WrittenLogin(
                notice: "The type \(PlainLine.quoted(type)) of the login \(shown) is unknown: nothing is sent for it.",
                isSent: false)
        }
    }

    private func http(_ scheme: String, _ names: LoginVariables.Names, _ shown: String) -> WrittenLogin {
        switch scheme {
        case "basic": return WrittenLogin(authorization: "Basic {{\(names.user)}} {{\(names.password)}}")
        case "digest": return WrittenLogin(authorization: "Digest {{\(names.user)}} {{\(names.password)}}")
        case "bearer": return WrittenLogin(authorization: "Bearer {{\(names.token)}}")
        default:
            // These words mean logins of other tools, or ones that need more than a token (HTTP-FORMAT §7).
            let taken = ["openid", "oauth2", "cognito", "aws", "basic", "digest"]
            let isWord = Self.isHeaderName(scheme) && !taken.contains(scheme)
            guard isWord else {
                return WrittenLogin(
                    notice: "The HTTP scheme \(PlainLine.quoted(scheme)) of \(shown) cannot be sent.", isSent: false)
            }
            return WrittenLogin(
                authorization: "\(scheme) {{\(names.token)}}",
                notice:
                    "The HTTP scheme \(PlainLine.quoted(scheme)) of \(shown) is sent with what the variable \(names.token) holds."
            )
        }
    }

    private func apiKey(
        _ name: String, _ location: Parameter.Location, _ names: LoginVariables.Names, _ shown: String
    ) -> WrittenLogin {
        let value = "{{\(names.token)}}"
        let encoded = PercentEncoding.component(name)
        switch location {
        case .query where !encoded.isEmpty: return WrittenLogin(query: ["\(encoded)=\(value)"])
        case .cookie where !encoded.isEmpty: return WrittenLogin(cookies: ["\(encoded)=\(value)"])
        case .header where Self.isHeaderName(name):
            if name.lowercased() == "authorization" { return WrittenLogin(authorization: value) }
            return WrittenLogin(headers: ["\(name): \(value)"])
        default:
            return WrittenLogin(
                notice: "The key \(shown) is sent as \(PlainLine.quoted(name)), which a request cannot hold.",
                isSent: false)
        }
    }
}

/// The flow of an OAuth 2 scheme that can be run here; programs first, as they need no browser.
struct OAuthLogin {
    struct Flow {
        var name: String
        var tokenURL: String?
        var authorizationURL: String?
    }

    var flow: Flow
    /// As `Grant Type` has it.
    var grant: String

    init?(_ flows: [Flow]) {
        let grants = [
            ("clientCredentials", "Client Credentials"), ("authorizationCode", "Authorization Code"),
            ("deviceAuthorization", "Device Authorization"), ("password", "Password"),
        ]
        for (name, grant) in grants {
            guard let flow = flows.first(where: { $0.name == name }), flow.tokenURL?.isEmpty == false else { continue }
            self.flow = flow
            self.grant = grant
            return
        }
        return nil
    }
}
