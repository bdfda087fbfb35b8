import Base
import NetEngine
import Workspace

// The texts in which references to variables are. Those without one are left out, so that a large import does not keep them all.

extension ImportedCollection {
    /// Those that belong to no folder and no request.
    var texts: [String] {
        shared.textsWithReferences + environments.flatMap { $0.variables.map(\.value) }.withReferences
    }
}

extension ImportedDefaults {
    var textsWithReferences: [String] {
        (headers.flatMap(\.texts) + variables.map(\.value) + login.texts).withReferences
    }
}

extension ImportedRequest {
    var textsWithReferences: [String] {
        guard !isLiteral else { return [] }
        var texts = texts + variables.map(\.value) + login.texts
        if case .multipart(let parts) = body {
            for part in parts { texts += [part.name] + part.headers.flatMap(\.texts) }
        }
        return texts.withReferences
    }
}

extension ImportedRow {
    fileprivate var texts: [String] { [name, value] }
}

extension ImportedLogin {
    fileprivate var texts: [String] {
        switch self {
        case .inherited, .none: []
        case .oauth2(let login):
            [
                login.tokenURL, login.authorizationURL, login.deviceURL, login.redirectURL, login.clientID,
                login.clientSecret, login.user, login.password, login.scope,
            ] + login.parameters.flatMap(\.texts)
        case .request(let login):
            switch login {
            case .none, .oauth2: []
            case .basic(let user, let password), .digest(let user, let password): [user, password]
            case .bearer(let token): [token]
            case .aws(let login): [login.keyID, login.secret, login.region, login.service, login.sessionToken]
            case .apiKey(let name, let value, _): [name, value]
            case .other(let value): [value]
            }
        }
    }
}

extension [String] {
    fileprivate var withReferences: [String] { filter { $0.contains(bytes: "{{") } }
}
