import Workspace

/// The texts in which variables may be, and the names in them. What is missing here could get the value of another request's secret.
extension ImportedRequest {
    var texts: [String] {
        [url, options.proxy ?? ""] + (parameters + headers).texts + body.texts + login.texts + variables.map(\.value)
            + checks.map(\.text)
    }

    /// The names of the variables that it uses.
    var references: Set<String> { Set(texts.flatMap(ReferenceNames.references)) }
}

extension Inheritance {
    var references: Set<String> {
        let texts = headers.texts + login.texts + variables.map(\.value) + checks.map(\.text)
        return Set(texts.flatMap(ReferenceNames.references))
    }
}

extension [ImportedRow] {
    fileprivate var texts: [String] { flatMap { [$0.name, $0.value] } }
}

extension ImportedBody {
    fileprivate var texts: [String] {
        switch self {
        case .none, .bytes: []
        case .lines(let lines, let moved): lines + moved.values.compactMap { String(validating: $0, as: UTF8.self) }
        case .text(let text, let type): [text, type ?? ""]
        case .form(let rows): rows.texts
        case .multipart(let parts): parts.flatMap(\.texts)
        case .graphQL(let query, let variables, _): [query, variables]
        case .file(let path, let type): [path, type ?? ""]
        }
    }
}

extension ImportedPart {
    fileprivate var texts: [String] {
        let written =
            switch content {
            case .text(let text): text
            case .file(let path): path
            case .bytes: ""
            }
        return [name, written, contentType ?? "", fileName ?? ""] + headers.texts
    }
}

extension ImportedLogin {
    fileprivate var texts: [String] {
        switch self {
        case .inherited, .none: []
        case .request(let login): login.texts
        case .oauth2(let login):
            [
                login.tokenURL, login.authorizationURL, login.deviceURL, login.redirectURL, login.clientID,
                login.clientSecret, login.user, login.password, login.scope, login.placement.text,
            ]
                + (login.parameters + login.authorizationParameters + login.tokenParameters + login.tokenHeaders).texts
        }
    }
}

extension ImportedOAuth2.Placement {
    fileprivate var text: String {
        switch self {
        case .header(let prefix): prefix
        case .query(let name): name
        }
    }
}

extension RequestLogin {
    fileprivate var texts: [String] {
        switch self {
        case .none, .oauth2: []
        case .basic(let user, let password), .digest(let user, let password): [user, password]
        case .bearer(let token): [token]
        case .apiKey(let name, let value, _): [name, value]
        case .other(let value): [value]
        case .aws(let aws): [aws.keyID, aws.secret, aws.region, aws.service, aws.sessionToken]
        }
    }
}
