import Base
import HTTPFormat
import NetEngine

/// The login that the lines of a request ask for, before variables are replaced.
package enum RequestLogin: Sendable, Hashable {
    case none
    /// RFC 7617. Encoded when it is sent.
    case basic(user: String, password: String)
    /// RFC 6750.
    case bearer(token: String)
    /// RFC 7616.
    case digest(user: String, password: String)
    /// A signature (SigV4) over the finished request.
    case aws(AWSLogin)
    /// A key of the server's own, in a header or in the query.
    case apiKey(name: String, value: String, inQuery: Bool)
    /// A login of an environment file, by its name under `Security.Auth`.
    case oauth2(id: String, isIDToken: Bool)
    /// An `Authorization` of another kind, as written.
    case other(String)

    package struct AWSLogin: Sendable, Hashable {
        package var keyID: String
        package var secret: String
        /// Empty: as the host says.
        package var region: String
        /// Empty: as the host says.
        package var service: String
        /// Empty for keys that last.
        package var sessionToken: String

        package init(
            keyID: String = "", secret: String = "", region: String = "", service: String = "",
            sessionToken: String = ""
        ) {
            self.keyID = keyID
            self.secret = secret
            self.region = region
            self.service = service
            self.sessionToken = sessionToken
        }
    }

    /// Where the login is written.
    package enum Place: Sendable, Hashable {
        /// Index among the request's headers.
        case header(Int)
        /// Index among its parameters.
        case parameter(Int)
    }

    // MARK: Reading

    /// The login of a request, and where it is: its `Authorization`, else the first header or parameter whose name is that of
    /// a key.
    package static func read(_ request: SavedRequest) -> (login: RequestLogin, place: Place?) {
        let headers = request.headers
        if let index = headers.firstIndex(where: { $0.isEnabled && $0.name.lowercased() == "authorization" }) {
            return (RequestLogin(authorization: headers[index].value), .header(index))
        }
        if let index = headers.firstIndex(where: { $0.isEnabled && isKeyName($0.name) }) {
            let header = headers[index]
            return (.apiKey(name: header.name, value: header.value, inQuery: false), .header(index))
        }
        if let index = request.parameters.firstIndex(where: { $0.isEnabled && isKeyName($0.name) }) {
            let parameter = request.parameters[index]
            return (.apiKey(name: parameter.name, value: parameter.value, inQuery: true), .parameter(index))
        }
        return (.none, nil)
    }

    /// Cookies and the login of a proxy have secrets in them, and are no keys.
    private static func isKeyName(_ name: String) -> Bool {
        let lower = name.lowercased()
        return SecretName.isSecret(name) && !lower.contains("cookie") && !lower.hasPrefix("proxy-")
            && !lower.contains("csrf") && !lower.contains("xsrf") && !lower.hasPrefix("sec-")
    }

    /// - Parameter value: of an `Authorization` header, as written.
    package init(authorization value: String) {
        let (scheme, rest) = Self.cut(value)
        switch scheme.lowercased() {
        case "basic":
            if let plain = Self.decoded(rest) {
                self = .basic(user: plain.user, password: plain.password)
            } else if let (user, password) = Self.credentials(rest) {
                self = .basic(user: user, password: password)
            } else {
                self = .other(value)
            }
        case "digest":
            guard !AuthorizationShorthand.isFinished(digest: rest), let (user, password) = Self.credentials(rest) else {
                self = .other(value)
                return
            }
            self = .digest(user: user, password: password)
        case "bearer":
            let token = Self.name(in: rest).flatMap { TokenName($0) }
            self = token.map { .oauth2(id: $0.id, isIDToken: $0.isIDToken) } ?? .bearer(token: rest)
        case "aws":
            self = AWSLogin(rest).map { .aws($0) } ?? .other(value)
        default: self = .other(value)
        }
    }

    /// `dXNlcjpwYXNz`: what is sent already.
    private static func decoded(_ text: String) -> (user: String, password: String)? {
        guard !text.contains(bytes: "{{"), !text.contains(bytes: ":"), let bytes = Base64.decode(Array(text.utf8)),
            let plain = String(validating: bytes, as: UTF8.self), let colon = plain.firstIndex(of: ":")
        else { return nil }
        return (String(plain[..<colon]), String(plain[plain.index(after: colon)...]))
    }

    /// As when it is sent: the first space or colon outside of variables ends the user.
    private static func credentials(_ text: String) -> (user: String, password: String)? {
        let end = firstIndex(in: text[...]) { $0 == " " || $0 == "\t" || $0 == ":" }
        guard let end else { return nil }
        let rest = text[text.index(after: end)...]
        return (String(text[..<end]), String(text[end] == ":" ? rest : rest.drop { $0 == " " || $0 == "\t" }))
    }

    /// `x` of `{{ x }}`, if the text is nothing else.
    private static func name(in text: String) -> String? {
        guard text.hasPrefix("{{"), text.hasSuffix("}}"), text.count > 4 else { return nil }
        let inner = text.dropFirst(2).dropLast(2)
        guard !inner.contains(bytes: "}}") else { return nil }
        return String(inner.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// The first word, and the rest without the blanks before it.
    private static func cut(_ text: String) -> (word: String, rest: String) {
        let text = text.drop { $0 == " " || $0 == "\t" }
        guard let end = firstIndex(in: text, where: { $0 == " " || $0 == "\t" }) else { return (String(text), "") }
        return (String(text[..<end]), String(text[end...].drop { $0 == " " || $0 == "\t" }))
    }

    /// The first such character that is not between `{{` and `}}`.
    private static func firstIndex(in text: Substring, where matches: (Character) -> Bool) -> String.Index? {
        var depth = 0
        var index = text.startIndex
        while index < text.endIndex {
            if text[index...].hasPrefix("{{") {
                depth += 1
                index = text.index(index, offsetBy: 2)
            } else if depth > 0, text[index...].hasPrefix("}}") {
                depth -= 1
                index = text.index(index, offsetBy: 2)
            } else {
                if depth == 0, matches(text[index]) { return index }
                index = text.index(after: index)
            }
        }
        return nil
    }

    /// The words of a text; blanks between `{{` and `}}` do not end one.
    fileprivate static func words(_ text: String) -> [String] {
        var words: [String] = []
        var rest = text
        while !rest.isEmpty {
            let (word, next) = cut(rest)
            if !word.isEmpty { words.append(word) }
            rest = next
        }
        return words
    }
}

extension RequestLogin.AWSLogin {
    fileprivate init?(_ text: String) {
        let words = RequestLogin.words(text)
        guard words.count >= 2 else { return nil }
        self.init(keyID: words[0], secret: words[1])
        for word in words.dropFirst(2) {
            guard let (option, value) = AWSLoginOption.read(word) else { return nil }
            switch option {
            case .region: region = value
            case .service: service = value
            case .token: sessionToken = value
            }
        }
    }
}
