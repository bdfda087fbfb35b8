import Base
import HTTPFormat
import NetEngine

// How a login is written into the lines of a request.
extension RequestLogin {
    /// The value of `Authorization`; nil for logins that are no such header.
    ///
    /// - Throws: one sentence, if the texts cannot be written so that they are read again as they are.
    package func authorization() throws(HTTPDocument.EditRefusal) -> String? {
        let text: String
        switch self {
        case .none, .apiKey: return nil
        case .other(let value): return value
        case .basic(let user, let password):
            let plain = try Self.credentials("Basic", user, password)
            // In Base64 what cannot be told apart in plain text.
            text =
                isRead(from: plain) || (user + password).contains(bytes: "{{")
                ? plain : "Basic \(Base64.encode("\(user):\(password)"))"
        case .digest(let user, let password): text = try Self.credentials("Digest", user, password)
        case .bearer(let token):
            guard !token.isEmpty else { throw Self.missing("The token") }
            text = "Bearer \(token)"
        case .oauth2(let id, let isIDToken):
            guard !id.isEmpty, !id.contains(bytes: "\""), !id.contains(bytes: "}}") else {
                throw HTTPDocument.EditRefusal(sentence: "A login needs a name without quotes.")
            }
            text = "Bearer {{$auth.\(isIDToken ? "idToken" : "token")(\"\(id)\")}}"
        case .aws(let login):
            guard !login.keyID.isEmpty, !login.secret.isEmpty else { throw Self.missing("Key id and secret key") }
            let options = [
                (AWSLoginOption.region, login.region), (.service, login.service), (.token, login.sessionToken),
            ].filter { !$0.1.isEmpty }.map { "\($0.0.rawValue):\($0.1)" }
            text = (["AWS", login.keyID, login.secret] + options).joined(separator: " ")
        }
        guard isRead(from: text) else {
            throw HTTPDocument.EditRefusal(
                sentence:
                    "This would be read as something else: spaces, colons and control characters end a part. Put it into a variable."
            )
        }
        return text
    }

    private static func credentials(
        _ scheme: String, _ user: String, _ password: String
    ) throws(HTTPDocument.EditRefusal) -> String {
        guard !user.isEmpty else { throw missing("The user") }
        return password.isEmpty ? "\(scheme) \(user):" : "\(scheme) \(user) \(password)"
    }

    /// Whether this is the login of a header line with that value, which has no control characters and no space at its end.
    private func isRead(from text: String) -> Bool {
        guard RequestLogin(authorization: text) == self, !text.utf8.contains(where: ASCII.isControl) else {
            return false
        }
        switch self {
        case .basic, .digest: return !(text.utf8.last.map(LineText.isSpace) ?? false)
        default: return true
        }
    }

    private static func missing(_ what: String) -> HTTPDocument.EditRefusal {
        HTTPDocument.EditRefusal(sentence: "\(what) must not be empty.")
    }

    /// The edits that give a request this login in place of the one it has. Lines that hold it already are changed in place.
    ///
    /// - Throws: one sentence, if the login is incomplete or cannot be written.
    package func edits(of request: SavedRequest) throws(HTTPDocument.EditRefusal) -> [HTTPDocument.Edit] {
        let (old, place) = Self.read(request)
        guard old != self else { return [] }
        let name: String
        let value: String
        var isHeader = true
        switch self {
        case .none: return place.map { [Self.removal(of: $0)] } ?? []
        case .apiKey(let written, let key, let inQuery):
            guard !written.isEmpty else { throw Self.missing("The name of the header or parameter") }
            guard !key.isEmpty else { throw Self.missing("The key") }
            (name, value, isHeader) = (written, key, !inQuery)
        default:
            guard let text = try authorization() else { return [] }
            (name, value) = ("Authorization", text)
        }
        switch (place, isHeader) {
        case (.header(let index)?, true):
            let written = request.headers[index].name
            return [.setHeader(index, name: written.lowercased() == name.lowercased() ? written : name, value: value)]
        case (.parameter(let index)?, false): return [.setParameter(index, name: name, value: value)]
        case (let place?, true): return [Self.removal(of: place), .addHeader(name: name, value: value)]
        case (let place?, false): return [Self.removal(of: place), .addParameter(name: name, value: value)]
        case (nil, true): return [.addHeader(name: name, value: value)]
        case (nil, false): return [.addParameter(name: name, value: value)]
        }
    }

    private static func removal(of place: Place) -> HTTPDocument.Edit {
        switch place {
        case .header(let index): .removeHeader(index)
        case .parameter(let index): .removeParameter(index)
        }
    }
}
