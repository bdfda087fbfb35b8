/// One request to a token endpoint and what its response means (RFC 6749 §3.2, §5). Pure.
struct OAuth2TokenRequest: Sendable {
    let client: OAuth2Client
    let grant: OAuth2Grant
    /// Whether it asks for a device's code and not for a token (RFC 8628 §3.1).
    var isForDevice = false

    /// Why no token was received.
    struct Failure: Error {
        let error: EngineError
        /// The `error` of the response, such as `invalid_grant`.
        var code: String?
    }

    var draft: RequestDraft {
        var items = isForDevice ? [] : [QueryItem("grant_type", grant.type)] + grant.parameters
        if grant.hasScopes, !client.scopes.isEmpty {
            items.append(QueryItem("scope", client.scopes.joined(separator: " ")))
        }
        items += client.parameters
        var headers: HeaderFields = [
            HeaderField("Accept", "application/json", origin: .engine),
            HeaderField("Content-Type", "application/x-www-form-urlencoded", origin: .engine),
        ]
        if let secret = client.secret, client.authentication == .header {
            // §2.3.1: both are encoded as in a form, so that a colon in the id does no harm.
            let login = "\(PercentEncoding.component(client.id)):\(PercentEncoding.component(secret))"
            headers.append(
                HeaderField("Authorization", "Basic \(Base64.encode(Array(login.utf8)))", origin: .auth))
        } else {
            items.append(QueryItem("client_id", client.id))
            if let secret = client.secret { items.append(QueryItem("client_secret", secret)) }
        }
        for field in client.headers { headers.remove(field.name) }
        for field in client.headers { headers.append(field) }
        return RequestDraft(
            method: "POST", url: client.tokenURL, headers: headers, body: .bytes(items.formBody),
            options: client.options)
    }

    /// - Parameter now: seconds since 1970.
    func token(from exchange: Exchange, now: Int64) throws(Failure) -> OAuth2Token {
        let content = exchange.response.flatMap(TokenResponse.init)
        if let code = content?.text("error") { throw refusal(code, content, exchange) }
        if let error = exchange.error { throw Failure(error: renamed(error)) }
        guard let content else {
            throw failure(.decoding, "the response is neither JSON nor a form", hint: "Check the token URL.")
        }
        guard let accessToken = content.text("access_token") else {
            throw failure(.decoding, "the response has no access_token", hint: "Check the token URL.")
        }
        if let type = content.text("token_type"), type.lowercased() != "bearer" {
            throw failure(
                .api, "it gave a token of the type \(EngineError.quoted(type))",
                hint: "Only Bearer tokens can be sent (RFC 6750).")
        }
        guard accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw failure(
                .decoding, "its access_token holds characters that no Bearer token may have (RFC 6750)",
                hint: "Ask who runs the server.")
        }
        let lifetime = content.integer("expires_in").map { max(0, min($0, 1 << 32)) }
        return OAuth2Token(
            accessToken: accessToken, refreshToken: content.text("refresh_token"), expires: lifetime.map { now + $0 },
            obtained: now, scope: content.text("scope"), idToken: content.text("id_token"))
    }

    /// - Parameter now: seconds since 1970.
    func deviceCode(from exchange: Exchange, now: Int64) throws(Failure) -> OAuth2DeviceCode {
        let content = exchange.response.flatMap(TokenResponse.init)
        if let code = content?.text("error") { throw refusal(code, content, exchange) }
        if let error = exchange.error { throw Failure(error: renamed(error)) }
        // Some servers write the name of an early draft.
        guard let content, let code = content.text("device_code"), let userCode = content.text("user_code"),
            let uri = content.text("verification_uri") ?? content.text("verification_url")
        else {
            throw failure(
                .decoding, "the response has no device_code, user_code and verification_uri",
                hint: "Check the URL of the device authorization endpoint.")
        }
        return OAuth2DeviceCode(
            userCode: userCode, verificationURI: uri,
            verificationURIComplete: content.text("verification_uri_complete"),
            expires: now + max(0, min(content.integer("expires_in") ?? 600, 86_400)),
            interval: .seconds(max(1, min(content.integer("interval") ?? 5, 300))), deviceCode: code)
    }

    // MARK: Failures

    private var place: String { (try? HTTPURL.parse(client.tokenURL))?.hostAndPort ?? "the token URL" }

    private func failure(_ category: ErrorCategory, _ what: String, hint: String) -> Failure {
        Failure(error: EngineError(category, "No access token from \(place): \(what).", hint: hint))
    }

    private func renamed(_ error: EngineError) -> EngineError {
        var error = error
        error.sentence = "No access token: \(error.sentence)"
        if let status = error.status, (300...399).contains(status), !client.options.followRedirects {
            error.hint = "Check the token URL; a redirect from there is not followed."
        }
        // The limit of the size is fixed; that of the time is 30 s, or what the program says.
        switch error.category {
        case .tooLarge: error.hint = "Check the token URL."
        case .timeout:
            error.hint = "Try again, with a longer limit if you set one, or look at the token server's logs."
        default: break
        }
        return error
    }

    private static let later = "Try again later, or look at the logs of the server."

    /// §5.2. Some servers say it with status 200.
    private func refusal(_ code: String, _ content: TokenResponse?, _ exchange: Exchange) -> Failure {
        // A server may well repeat what it was sent.
        let secrets = [client.secret].compactMap { $0 } + grant.parameters.compactMap(\.value)
        let redactor = Redactor(Redaction(secrets: secrets.filter { $0.utf8.count >= 4 }))
        func shown(_ text: String) -> String {
            let safe = redactor.scrub(text)
            return safe.count > 200 ? "\(safe.prefix(200))…" : safe
        }
        let description = content?.text("error_description").map { " (\(shown($0)))" } ?? ""
        let hint =
            switch code {
            case "invalid_client": "Check the id and the secret of the client, and how they are sent."
            case "invalid_grant": "What was shown has expired, was revoked or was used before: sign in again."
            case "unauthorized_client", "unsupported_grant_type":
                "Allow the grant \(grant.type) for this client at the server, or use another one."
            case "invalid_scope", "invalid_target": "Check the scopes and the audience that are asked for."
            case "temporarily_unavailable", "server_error": Self.later
            default:
                exchange.error?.category == .serverError
                    ? Self.later : "Look at the settings of the client and of the token endpoint."
            }
        return Failure(
            error: EngineError(
                exchange.error?.category ?? .api, "No access token from \(place): \(shown(code))\(description).",
                hint: hint, status: exchange.error?.status), code: code)
    }

    /// JSON, or a form as some older servers send it.
    private struct TokenResponse {
        private var json: FlatJSON?
        private var items: [URLText.Item] = []

        init?(_ response: Response) {
            json = FlatJSON(response.body)
            guard json == nil else { return }
            guard ContentType(of: response).isForm else { return nil }
            items = URLText("?" + String(decoding: response.body, as: UTF8.self)).queryItems
        }

        /// nil also for an empty text: some servers write one for what they do not give, and it must not replace a
        /// token.
        func text(_ name: String) -> String? {
            let text: String? = json.map { $0.text(name) } ?? items.first { $0.name == name }?.decodedValue
            return text?.isEmpty == false ? text : nil
        }

        func integer(_ name: String) -> Int64? {
            json.map { $0.integer(name) } ?? items.first { $0.name == name }.flatMap { Int64($0.decodedValue) }
        }
    }
}
