import Base
import NetEngine

/// Headers about logins, cookies and browsers. Secrets are never repeated.
extension HeaderValue {
    func securityDetails(_ name: String) -> [String]? {
        switch name {
        case "set-cookie": setCookie
        case "cookie":
            [Formatting.count(field.valueBytes.split(separator: UInt8(ascii: ";")).count, "cookie") + " of this host."]
        // What is in the place of the scheme may be a bare token.
        case "authorization", "proxy-authorization":
            [Self.meaning(ofScheme: scheme) ?? "A scheme that this program does not know, or a token without one."]
        case "www-authenticate", "proxy-authenticate": challenges
        case "strict-transport-security": transportSecurity
        case "x-content-type-options":
            text.lowercased() == "nosniff" ? nil : ["Only nosniff has a meaning; this value is ignored."]
        case "x-frame-options": frames
        case "access-control-allow-origin": allowedOrigin
        default: nil
        }
    }

    private var scheme: String { String(text.prefix { $0 != " " && $0 != "," }) }

    private static func meaning(ofScheme name: String) -> String? {
        switch name.lowercased() {
        case "basic": "Basic: user and password in Base64, readable by whoever sees the header. Only over https."
        case "bearer": "Bearer: whoever has the token may use it. It is often a JWT with its own expiry."
        case "digest": "Digest: a hash over password, nonce and request; the password itself is not sent."
        case "negotiate": "Negotiate: Kerberos or NTLM of a Windows domain."
        case "ntlm": "NTLM: the login of a Windows domain, bound to the connection; needs HTTP/1.1."
        case "dpop": "DPoP: a token that is bound to a key; the header DPoP proves it."
        case "aws4-hmac-sha256":
            "AWS Signature 4: a signature over the request with the secret key of an access key id."
        case "apikey", "token": "\(name): a key of the server's own kind."
        default: nil
        }
    }

    /// One field may hold several (RFC 9110 §11.6.1).
    private var challenges: [String] {
        let challenges = AuthenticationChallenge.read(text).filter { !$0.scheme.isEmpty }
        guard !challenges.isEmpty else { return ["It names no scheme, so clients cannot log in."] }
        return challenges.flatMap { challenge in
            let scheme = challenge.scheme
            let words = [
                ("realm", "what the login is for"), ("error", "what is wrong"), ("scope", "what the token must permit"),
            ]
            return [Self.meaning(ofScheme: scheme) ?? "\(scheme): a scheme that this program does not know."]
                + words.compactMap { name, words in challenge[name].map { "\(name)=\($0): \(words)." } }
        }
    }

    private var transportSecurity: [String] {
        let parts = text.split(separator: ";").map { String($0).trimmingWhitespace().lowercased() }
        let age = parts.first { $0.hasPrefix("max-age") }.flatMap { part -> Int64? in
            part.split(separator: "=").last.flatMap { Int64($0.filter { $0 != "\"" }) }
        }
        guard let age, age >= 0 else { return ["Without a valid max-age browsers ignore it."] }
        if age == 0 { return ["max-age=0: browsers forget that this host wants https."] }
        var details = ["Browsers use only https for \(Self.seconds(age))."]
        details.append(
            parts.contains("includesubdomains")
                ? "Also for all hosts below this one." : "For this host only, not for those below it.")
        if parts.contains("preload") {
            details.append(
                "preload: asks to be in the list that browsers carry"
                    + (age < 31_536_000 ? ", which wants at least a year." : "."))
        }
        return details
    }

    private var frames: [String]? {
        switch text.uppercased() {
        case "DENY": ["Nobody may show it in a frame."]
        case "SAMEORIGIN": ["Only pages of the same origin may show it in a frame."]
        default: ["Browsers do not know this value and ignore it."]
        }
    }

    private var allowedOrigin: [String] {
        switch text {
        case "*": ["Scripts of every site may read it, without cookies."]
        case "null": ["null: pages without an origin, such as a sandboxed frame, which anybody can make. Not safe."]
        default:
            message.headers.values("Vary").joined().lowercased().contains("origin")
                ? ["Scripts of this site may read it."]
                : ["Scripts of this site may read it. Without Vary: Origin a cache may give it to other sites too."]
        }
    }

    // MARK: Cookies

    private var setCookie: [String] {
        guard let cookie = SetCookieField(field.valueBytes, now: message.now) else {
            return ["Not a cookie that can be kept: control characters, or more than 4096 bytes."]
        }
        let name = HeaderField(nameBytes: [], valueBytes: cookie.name).value
        var details: [String] = []
        switch cookie.expires {
        case nil: details.append("\(name): until the session ends.")
        case let end? where end <= message.now: details.append("\(name): deleted, because it ends in the past.")
        case let end?: details.append("\(name): for \(Self.seconds(end - message.now)).")
        }
        details.append(
            cookie.domain.map { $0.isEmpty ? "For exactly this host." : "For \($0) and all hosts below it." }
                ?? "For exactly this host.")
        if let path = cookie.path { details.append("For \(path) and what is below.") }
        details.append(cookie.isSecure ? "Secure: over https only." : "Also over http: anybody on the way can read it.")
        details.append(cookie.isHTTPOnly ? "HttpOnly: scripts cannot read it." : "Scripts of the page can read it.")
        switch cookie.sameSite {
        case .strict: details.append("SameSite=Strict: only with requests of the site itself.")
        case .lax: details.append("SameSite=Lax: from other sites only when a link is followed.")
        case .none? where !cookie.isSecure: details.append("SameSite=None without Secure: browsers refuse it.")
        case .none?: details.append("SameSite=None: also with requests of other sites.")
        case nil: details.append("Without SameSite browsers take Lax.")
        }
        let prefixed = name.lowercased()
        if prefixed.hasPrefix("__host-"), !cookie.isSecure || cookie.domain?.isEmpty == false || cookie.path != "/" {
            details.append("__Host- needs Secure, Path=/ and no Domain: it is refused.")
        } else if prefixed.hasPrefix("__secure-"), !cookie.isSecure {
            details.append("__Secure- needs Secure: it is refused.")
        }
        return details
    }
}
