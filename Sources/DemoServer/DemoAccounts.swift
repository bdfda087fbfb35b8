import Base
import Foundation
import Synchronization

/// Routes for logging in, for token and Basic authentication, and for cookies.
///
/// There is one user, `ada` with the password `lovelace`. Her token is always the same, so that a saved request can
/// contain it.
final class DemoAccounts: Sendable {
    static let user = "ada"
    static let password = "lovelace"
    static let token = "demo-token-ada"

    private let logins = Mutex(0)

    private struct Login: Decodable {
        var user: String
        var password: String
    }

    /// `POST /login` with `{"user","password"}` returns the token.
    func login(_ request: DemoRequest) -> DemoResponse {
        guard request.method == "POST" else { return .wrongMethod(allowed: "POST") }
        guard let login = Self.decode(request) else {
            return .failure(400, "not_json", "Send user and password as JSON or as a form.")
        }
        guard login.user == Self.user, login.password == Self.password else {
            return .failure(401, "wrong_login", "The name or the password is wrong. Try ada and lovelace.")
        }
        let count = logins.withLock { count in
            count += 1
            return count
        }
        return .json(
            ["token": .string(Self.token), "type": "Bearer", "expiresIn": 3600, "logins": .number(count)],
            headers: [("Cache-Control", "no-store")])
    }

    private static func decode(_ request: DemoRequest) -> Login? {
        if request.header("Content-Type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
            let form = DemoQuery.parse(String(decoding: request.body, as: UTF8.self))
            guard let user = form.first(where: { $0.name == "user" })?.value,
                let password = form.first(where: { $0.name == "password" })?.value
            else { return nil }
            return Login(user: user, password: password)
        }
        return try? JSONDecoder().decode(Login.self, from: Data(request.body))
    }

    /// `/me` requires `Authorization: Bearer demo-token-ada`.
    func me(_ request: DemoRequest) -> DemoResponse {
        guard request.header("Authorization") != nil else {
            return .failure(
                401, "no_token", "Send the token of /login as a Bearer token.",
                headers: [("WWW-Authenticate", "Bearer realm=\"shop\"")])
        }
        guard request.credentials("Bearer") == Self.token else {
            return .failure(
                401, "bad_token", "This token is unknown.",
                headers: [("WWW-Authenticate", "Bearer realm=\"shop\", error=\"invalid_token\"")])
        }
        return .json(
            ["id": 1, "user": .string(Self.user), "name": "Ada Lovelace", "roles": ["customer", "editor"]],
            headers: [("Cache-Control", "private, no-store")])
    }

    /// `/basic` requires Basic credentials (RFC 7617).
    func basic(_ request: DemoRequest) -> DemoResponse {
        let wanted = Data("\(Self.user):\(Self.password)".utf8).base64EncodedString()
        guard request.credentials("Basic") == wanted else {
            return .failure(
                401, "no_login", "Send the name and the password as Basic credentials.",
                headers: [("WWW-Authenticate", "Basic realm=\"shop\", charset=\"UTF-8\"")])
        }
        return .json(["user": .string(Self.user), "scheme": "Basic"])
    }

    /// `/cookies` returns the cookies received, `/cookies/set?name=value` sets some, `/cookies/clear` deletes them.
    static func cookies(_ request: DemoRequest) -> DemoResponse {
        switch request.path.dropFirst().first {
        case nil:
            return .json(["received": received(request)], headers: [("Cache-Control", "no-store")])
        case "set":
            let wanted = request.query.isEmpty ? [(name: "basket", value: "b-1001")] : request.query
            var cookies = wanted.map { ("Set-Cookie", "\($0.name)=\($0.value); Path=/; SameSite=Lax") }
            cookies.append(("Set-Cookie", "visit=1; Path=/cookies; Max-Age=3600; HttpOnly"))
            return .json(["set": .number(cookies.count)], headers: cookies)
        case "clear":
            let gone = "Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0"
            return .json(["cleared": true], headers: [("Set-Cookie", "basket=; \(gone)")])
        default: return .notFound("route /\(request.path.joined(separator: "/"))")
        }
    }

    private static func received(_ request: DemoRequest) -> JSONOutput {
        let pairs = (request.header("Cookie") ?? "").split(separator: ";").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].drop { $0 == " " }
            return (String(name), JSONOutput.string(parts.count > 1 ? String(parts[1]) : ""))
        }
        return .object(pairs)
    }
}

/// Parses query strings and form bodies.
enum DemoQuery {
    /// The pairs in order, percent-decoded, with plus signs as spaces.
    static func parse(_ text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (decode(parts[0]), parts.count > 1 ? decode(parts[1]) : "")
        }
    }

    /// Decodes `%41` to `A` and `+` to a space; invalid escapes stay as they are.
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool = true) -> String {
        var out: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        var held: [UInt8] = []
        while let byte = held.popLast() ?? bytes.next() {
            if byte == UInt8(ascii: "+"), plusIsSpace {
                out.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%") {
                let high = held.popLast() ?? bytes.next()
                let low = held.popLast() ?? bytes.next()
                if let high, let low, let a = Character(Unicode.Scalar(high)).hexDigitValue,
                    let b = Character(Unicode.Scalar(low)).hexDigitValue
                {
                    out.append(UInt8(a << 4 | b))
                } else {
                    out.append(byte)
                    held += [low, high].compactMap(\.self)
                }
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
