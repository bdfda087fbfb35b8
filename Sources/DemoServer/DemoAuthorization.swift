import Base
import Foundation
import NetEngine

/// An OAuth 2 authorization server (RFC 6749, 7636, 8628, 7009) and a resource that it protects.
///
/// There is one user, `ada` with the password `lovelace`, and two clients: `demo-service` with the secret
/// `demo-secret`, and `demo-app`, which has no secret and must use PKCE. Access tokens expire after a minute, or after
/// as many seconds as `?lifetime=` of the token URL says.
struct DemoAuthorization: Sendable {
    static let service = "demo-service"
    static let secret = "demo-secret"
    static let app = "demo-app"

    private let tokens = DemoTokens()

    /// For tests: the size of the largest list.
    var keptCount: Int { tokens.keptCount }

    func answer(_ request: DemoRequest) -> DemoResponse {
        switch (request.path.dropFirst().first, request.method) {
        case ("token", "POST"): token(request)
        case ("authorize", "GET"), ("authorize", "POST"): authorize(request)
        case ("device", "POST")
        where request.header("Content-Type")?.hasPrefix("application/x-www-form") == true
            && form(request)["user_code"] == nil:
            deviceCode(request)
        case ("device", "GET"), ("device", "POST"): approveDevice(request)
        case ("revoke", "POST"): revoke(request)
        case ("expire", "POST"): expire(request)
        case ("me", "GET"): me(request)
        case ("token", _), ("revoke", _), ("expire", _): .wrongMethod(allowed: "POST")
        case ("authorize", _), ("device", _): .wrongMethod(allowed: "GET, POST")
        case ("me", _): .wrongMethod(allowed: "GET")
        default: .notFound("route /\(request.path.joined(separator: "/"))")
        }
    }

    // MARK: The resource

    /// `/oauth/me` describes the access token in `Authorization: Bearer` (RFC 6750).
    private func me(_ request: DemoRequest) -> DemoResponse {
        func refused(_ code: String?, _ message: String) -> DemoResponse {
            let error = code.map { ", error=\"\($0)\", error_description=\"\(message)\"" } ?? ""
            return .failure(
                401, code ?? "no_token", message,
                headers: [("WWW-Authenticate", "Bearer realm=\"shop\"\(error)"), ("Cache-Control", "no-store")])
        }
        guard let token = request.credentials("Bearer") else {
            return refused(nil, "Send an access token as a Bearer token.")
        }
        guard let access = tokens.access(token) else {
            return refused("invalid_token", "This access token is unknown.")
        }
        let left = access.expires - Timestamp.secondsNow()
        guard left > 0 else { return refused("invalid_token", "The access token has expired.") }
        return .json(
            .object([
                ("client", .string(access.client)), ("user", access.user.map(JSONOutput.string) ?? .null),
                ("grant", .string(access.grant)), ("scope", .string(access.scope)),
                ("expiresIn", .number(Int(left))),
            ]), headers: [("Cache-Control", "private, no-store")])
    }

    /// `/oauth/expire` expires the token in `Authorization: Bearer`, or all tokens if there is none.
    private func expire(_ request: DemoRequest) -> DemoResponse {
        guard let token = request.credentials("Bearer") else { return .json(["expired": .number(tokens.expireAll())]) }
        guard let count = tokens.expire(token) else {
            return .failure(404, "unknown_token", "This access token is unknown.")
        }
        return .json(["expired": .number(count)])
    }

    // MARK: The token endpoint

    private func token(_ request: DemoRequest) -> DemoResponse {
        let form = form(request)
        guard let client = client(of: request, form) else {
            return refusal("invalid_client", "Unknown client or wrong secret.", status: 401)
        }
        let scope = form["scope"] ?? "shop:read"
        let lifetime = Int64(request.number("lifetime", standard: 60, in: 1...86_400))
        var access = DemoTokens.Access(client: client, grant: form["grant_type"] ?? "", scope: scope)
        switch form["grant_type"] {
        case "client_credentials":
            guard client == Self.service else {
                return refusal("unauthorized_client", "A client without a secret cannot act for itself.")
            }
            return given(access, lifetime, withRefresh: false)
        case "password":
            guard form["username"] == DemoAccounts.user, form["password"] == DemoAccounts.password else {
                return refusal("invalid_grant", "The name or the password is wrong. Try ada and lovelace.")
            }
            access.user = DemoAccounts.user
            return given(access, lifetime)
        case "refresh_token":
            guard let known = tokens.takeRefresh(form["refresh_token"] ?? "", client: client) else {
                return refusal("invalid_grant", "The refresh token is unknown or was used before.")
            }
            access.user = known.user
            access.scope = form["scope"] ?? known.scope
            return given(access, lifetime)
        case "authorization_code": return exchange(form, client, lifetime)
        case "urn:ietf:params:oauth:grant-type:device_code":
            switch tokens.askDevice(form["device_code"] ?? "", client: client) {
            case .allowed(let access): return given(access, lifetime)
            case .error(let code): return refusal(code, "The user has not approved the request.")
            }
        default: return refusal("unsupported_grant_type", "This grant type is not supported.")
        }
    }

    private func exchange(_ form: [String: String], _ client: String, _ lifetime: Int64) -> DemoResponse {
        guard let code = tokens.takeCode(form["code"] ?? ""), code.access.client == client else {
            return refusal("invalid_grant", "The code is unknown, expired or was used before.")
        }
        guard form["redirect_uri"] == code.redirectURI else {
            return refusal("invalid_grant", "The redirect URI differs from the authorization request.")
        }
        if let challenge = code.challenge {
            let verifier = form["code_verifier"] ?? ""
            let shown = code.isPlain ? verifier : Base64.urlEncode(SHA256.hash(Array(verifier.utf8)))
            guard shown == challenge else {
                return refusal("invalid_grant", "The code verifier does not match the challenge.")
            }
        }
        return given(code.access, lifetime)
    }

    private func given(_ access: DemoTokens.Access, _ lifetime: Int64, withRefresh: Bool = true) -> DemoResponse {
        let (token, refresh) = tokens.issue(access, lifetime: lifetime, withRefresh: withRefresh)
        var members: [(String, JSONOutput)] = [
            ("access_token", .string(token)), ("token_type", "Bearer"), ("expires_in", .number(Int(lifetime))),
            ("scope", .string(access.scope)),
        ]
        if let refresh { members.append(("refresh_token", .string(refresh))) }
        if access.scope.split(separator: " ").contains("openid") {
            members.append(("id_token", .string(Self.idToken(access, lifetime))))
        }
        return .json(.object(members), headers: [("Cache-Control", "no-store")])
    }

    /// A JSON Web Token (RFC 7519) signed with the secret of `demo-service`.
    private static func idToken(_ access: DemoTokens.Access, _ lifetime: Int64) -> String {
        let now = Timestamp.secondsNow()
        let payload = JSONOutput.object([
            ("iss", "apitui-demo"), ("sub", .string(access.user ?? access.client)), ("aud", .string(access.client)),
            ("iat", .number(Int(now))), ("exp", .number(Int(now + lifetime))),
        ])
        let text = Base64.urlEncode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8)) + "." + Base64.urlEncode(payload.bytes)
        return text + "." + Base64.urlEncode(HMACSHA256.code(for: Array(text.utf8), key: Array(secret.utf8)))
    }

    private func refusal(_ code: String, _ description: String, status: Int = 400) -> DemoResponse {
        .json(
            .object([("error", .string(code)), ("error_description", .string(description))]), status: status,
            headers: [("Cache-Control", "no-store")])
    }

    /// The client, identified by Basic credentials or by the body (RFC 6749 §2.3.1); nil if the secret is wrong.
    private func client(of request: DemoRequest, _ form: [String: String]) -> String? {
        var id = form["client_id"]
        var secret = form["client_secret"]
        if let login = request.credentials("Basic"), let data = Data(base64Encoded: login) {
            let parts = String(decoding: data, as: UTF8.self)
                .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { DemoQuery.decode($0) }
            id = parts.first
            secret = parts.count > 1 ? parts[1] : nil
        }
        switch id {
        case Self.service: return secret == Self.secret ? id : nil
        case Self.app: return id
        default: return nil
        }
    }

    private func revoke(_ request: DemoRequest) -> DemoResponse {
        let form = form(request)
        guard client(of: request, form) != nil else {
            return refusal("invalid_client", "Unknown client or wrong secret.", status: 401)
        }
        // RFC 7009 §2.2: revoking an unknown token is not an error.
        tokens.revoke(form["token"] ?? "")
        return DemoResponse(200)
    }

    // MARK: The browser

    /// Shows the consent page. With `prompt=none` it redirects at once, as if the user had consented before.
    private func authorize(_ request: DemoRequest) -> DemoResponse {
        let query = Dictionary(request.query.map { ($0.name, $0.value) }) { first, _ in first }
        let client = query["client_id"] ?? ""
        guard client == Self.app || client == Self.service else {
            let name = MarkupEncoding.attribute(client)
            return Self.page("Unknown client", "<p>No client \(name) is registered here.", status: 400)
        }
        // RFC 8252 §7.3: any port on this machine is allowed.
        guard let back = query["redirect_uri"], let url = try? HTTPURL.parse(back), url.scheme == .http,
            ["127.0.0.1", "localhost", "[::1]"].contains(url.host)
        else {
            return Self.page("Wrong redirect", "<p>The redirect URI must lead to this machine.", status: 400)
        }
        func redirect(_ items: [QueryItem]) -> DemoResponse {
            // Only what the request had (RFC 6749 §4.1.2).
            let items = items + [query["state"].map { QueryItem("state", $0) }].compactMap(\.self)
            let text = items.map { "\($0.name)=\(PercentEncoding.component($0.value ?? ""))" }.joined(separator: "&")
            return DemoResponse(
                303,
                headers: [
                    ("Location", back + (back.contains(bytes: "?") ? "&" : "?") + text), ("Cache-Control", "no-store"),
                ])
        }
        guard query["response_type"] == "code" else {
            return redirect([QueryItem("error", "unsupported_response_type")])
        }
        if client == Self.app, query["code_challenge"] == nil {
            return redirect([
                QueryItem("error", "invalid_request"), QueryItem("error_description", "A code challenge is required."),
            ])
        }
        let decision = query["prompt"] == "none" ? "allow" : request.method == "POST" ? form(request)["decision"] : nil
        switch decision {
        case "allow":
            let access = DemoTokens.Access(
                client: client, user: DemoAccounts.user, grant: "authorization_code",
                scope: query["scope"] ?? "shop:read")
            let code = tokens.add(
                DemoTokens.Code(
                    access: access, redirectURI: back, challenge: query["code_challenge"],
                    isPlain: query["code_challenge_method"] != "S256", expires: Timestamp.secondsNow() + 60))
            return redirect([QueryItem("code", code)])
        case .some:
            return redirect([
                QueryItem("error", "access_denied"), QueryItem("error_description", "The user refused."),
            ])
        case nil:
            let scope = MarkupEncoding.attribute(query["scope"] ?? "shop:read")
            return Self.page(
                "Sign in",
                """
                <p>\(MarkupEncoding.attribute(client)) wants to act for you (\(scope)).
                <form method="post"><button name="decision" value="allow">Allow</button>
                <button name="decision" value="deny">No</button></form>
                """)
        }
    }

    // MARK: Devices

    private func deviceCode(_ request: DemoRequest) -> DemoResponse {
        let form = form(request)
        guard let client = client(of: request, form) else {
            return refusal("invalid_client", "Unknown client or wrong secret.", status: 401)
        }
        let lifetime = Int64(request.number("lifetime", standard: 300, in: 1...3600))
        let access = DemoTokens.Access(
            client: client, user: DemoAccounts.user, grant: "device_code", scope: form["scope"] ?? "shop:read")
        let (code, userCode) = tokens.addDevice(access, lifetime: lifetime)
        let place = "http://\(request.header("Host") ?? "127.0.0.1")/oauth/device"
        return .json(
            .object([
                ("device_code", .string(code)), ("user_code", .string(userCode)), ("verification_uri", .string(place)),
                ("verification_uri_complete", .string("\(place)?user_code=\(userCode)")),
                ("expires_in", .number(Int(lifetime))), ("interval", 1),
            ]), headers: [("Cache-Control", "no-store")])
    }

    private func approveDevice(_ request: DemoRequest) -> DemoResponse {
        let form = form(request)
        guard request.method == "POST", let userCode = form["user_code"] else {
            return Self.page(
                "A program waits",
                """
                <form method="post"><input name="user_code" value="\(MarkupEncoding.attribute(request.query("user_code") ?? ""))">
                <button name="decision" value="allow">Allow</button>
                <button name="decision" value="deny">No</button></form>
                """)
        }
        let isAllowed = form["decision"] != "deny"
        guard tokens.decide(userCode: userCode, as: isAllowed ? .allowed : .refused) else {
            return Self.page(
                "Unknown code", "<p>No program waits with the code \(MarkupEncoding.attribute(userCode)).", status: 404)
        }
        return Self.page(isAllowed ? "Allowed" : "Refused", "<p>You can go back to the program.")
    }

    // MARK: Texts

    private func form(_ request: DemoRequest) -> [String: String] {
        Dictionary(
            DemoQuery.parse(String(decoding: request.body, as: UTF8.self)).map { ($0.name, $0.value) }
        ) { first, _ in first }
    }

    private static func page(_ title: String, _ body: String, status: Int = 200) -> DemoResponse {
        .text(
            "<!DOCTYPE html><meta charset=utf-8><title>\(title)</title><h1>\(title)</h1>\(body)\n",
            type: "text/html; charset=utf-8", status: status, headers: [("Cache-Control", "no-store")])
    }
}
