import HTTPFormat
import NetEngine

/// Shorthands that a user may write as the value of `Authorization` (HTTP-FORMAT §7). `Basic` is encoded when the
/// request is resolved; these two need the server's challenge or the finished request.
package enum AuthorizationShorthand: Hashable, Sendable {
    /// `Digest user password`.
    case digest(user: String, password: String)
    /// `AWS id key token:… region:… service:…`; the last three are optional and in any order.
    case aws(AWSCredentials, region: String?, service: String?)

    /// nil for anything else: a complete `Digest username="…", …` is sent as written.
    package init?(_ value: String) {
        var words = value.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        guard let scheme = words.first?.lowercased() else { return nil }
        words.removeFirst()
        switch scheme {
        case "digest": self.init(digest: value.drop { $0 == " " || $0 == "\t" }.dropFirst(6))
        case "aws": self.init(aws: words)
        default: return nil
        }
    }

    private init?(digest text: Substring) {
        guard !Self.isFinished(digest: text), let (user, password) = Self.credentials(text) else { return nil }
        self = .digest(user: user, password: password)
    }

    /// What follows `Basic` or `Digest`: a user name has no colon (RFC 7617 §2), so the first blank or colon ends it.
    static func credentials(_ text: Substring) -> (user: String, password: String)? {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let text = text.drop(while: isBlank)
        guard let end = text.firstIndex(where: { isBlank($0) || $0 == ":" }) else { return nil }
        let password = text[end] == ":" ? text[text.index(after: end)...] : text[end...].drop(while: isBlank)
        return (String(text[..<end]), String(password))
    }

    /// Whether what follows `Digest` is what a header has: it begins with a parameter (RFC 7616 §3.4), as in `username="ann", …`. A user
    /// or a password may hold `=`, too, and must not be sent as text for that.
    static func isFinished(digest text: some StringProtocol) -> Bool {
        let bytes = text.utf8.drop { $0 == 32 || $0 == 9 }
        let name = bytes.prefix { ASCII.isLetter($0) || $0 == UInt8(ascii: "*") }
        let rest = bytes[name.endIndex...].drop { $0 == 32 || $0 == 9 }
        return rest.first == UInt8(ascii: "=")
            && parameters.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    private static let parameters: Set<String> = [
        "username", "username*", "realm", "nonce", "uri", "response", "algorithm", "opaque", "qop", "nc", "cnonce",
        "userhash",
    ]

    private init?(aws words: [String]) {
        guard words.count >= 2 else { return nil }
        var credentials = AWSCredentials(accessKeyID: words[0], secretAccessKey: words[1])
        var region: String?
        var service: String?
        for word in words.dropFirst(2) {
            guard let (option, value) = AWSLoginOption.read(word) else { return nil }
            switch option {
            case .token: credentials.sessionToken = value
            case .region: region = value
            case .service: service = value
            }
        }
        self = .aws(credentials, region: region, service: service)
    }

    /// Why a request to a host cannot be sent with it: one sentence; nil if nothing is known that prevents it.
    func problem(host: String) -> String? {
        guard case .aws(_, let region, let service) = self else { return nil }
        do throws(EngineError) {
            try AWSSignature.check(host: host, region: region, service: service)
            return nil
        } catch {
            return error.sentence
        }
    }

    /// What will be sent, in words for the user; without secrets.
    var fact: String {
        switch self {
        case .digest(let user, _): "Digest as \(user): the server is asked for its challenge first"
        case .aws(let credentials, let region, let service):
            "AWS signature with \(credentials.accessKeyID), \(region ?? "region of the host"), \(service ?? "service of the host")"
                + (credentials.sessionToken == nil ? "" : ", temporary")
        }
    }
}
