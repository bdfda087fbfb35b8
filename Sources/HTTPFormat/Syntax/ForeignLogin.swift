import Base

/// Header values that other tools turn into a login and that are not supported here, and a short form of ours with words
/// that it does not know (HTTP-FORMAT §7). Sent as written, they would put passwords into a header, so a request with one
/// is refused.
package enum ForeignLogin {
    /// The id of the notice on such a line.
    package static let id = "N21"

    /// Why the header is not sent, and what to write instead: a sentence without its full stop and without the value.
    /// nil for a header that may be sent.
    /// - Parameter hasVariables: whether `{{…}}` in it is still to be replaced.
    static func problem(_ name: LineText, _ value: LineText, hasVariables: Bool = true) -> String? {
        if name.equalsIgnoringCase("authorization") {
            let hasVariables = hasVariables && value.firstIndex(of: "{{") != nil
            return authorization(value.string) ?? (hasVariables ? nil : unreadableAWS(value.string))
        }
        let length = 10
        guard name.count >= length, name.from(name.end - length).equalsIgnoringCase("clientcert") else { return nil }
        return certificate(value.string)
    }

    /// The same for a header after its variables are replaced.
    package static func problem(name: [UInt8], value: [UInt8]) -> String? {
        name.withUnsafeBufferPointer { name in
            value.withUnsafeBufferPointer { value in
                problem(LineText(name, 0..<name.count), LineText(value, 0..<value.count), hasVariables: false)
            }
        }
    }

    private static func words(_ value: String) -> [String] {
        value.split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
    }

    private static let instead =
        "write Bearer {{$auth.token(\"name\")}} and describe the login under Security.Auth in an environment file"

    /// httpYac's names for OAuth 2 flows. Any other word after `OAuth2` is a token for servers with such a scheme.
    private static let flows: Set<String> = [
        "client", "client_credentials", "code", "authorization_code", "device", "device_code", "password", "implicit",
        "hybrid", "token_exchange",
    ]

    private static func authorization(_ value: String) -> String? {
        let words = words(value)
        switch words.first {
        case "openid":
            return "This login is httpYac's (openid) and would be sent as text; \(instead)"
        case "oauth2" where words.count == 1 || !flows.isDisjoint(with: words.dropFirst()):
            return "This login is httpYac's (oauth2) and would be sent as text; \(instead)"
        case "cognito" where words.count > 1, "aws" where words.dropFirst().first == "cognito":
            return "This login is VS Code REST Client's (COGNITO) and would send its password as text; \(instead)"
        default: break
        }
        guard let token = words.first(where: { $0.hasPrefix("$aad") || $0 == "$oidcaccesstoken" }) else { return nil }
        let name = ["$aadtoken": "$aadToken", "$aadv2token": "$aadV2Token"][token] ?? "$oidcAccessToken"
        return "\(name) is VS Code REST Client's and would be sent as text; \(instead)"
    }

    /// `AWS id key` with words after the keys that are none of its options: it cannot be signed with.
    private static func unreadableAWS(_ value: String) -> String? {
        let words = words(value)
        guard words.first == "aws", words.dropFirst(3).contains(where: { AWSLoginOption.read($0) == nil }) else {
            return nil
        }
        return "After AWS, key id and secret key only region:…, service:… and token:… may follow; "
            + "as written, the secret key would be sent as text"
    }

    /// `cert: a.pem key: b.pem`, `pfx: a.pfx passphrase: secret`. A certificate itself is sent, as proxies do.
    private static func certificate(_ value: String) -> String? {
        guard let word = words(value).first,
            ["cert:", "key:", "pfx:", "passphrase:"].contains(where: word.hasPrefix)
        else { return nil }
        return "This names a client certificate to httpYac and would send its passphrase as text; "
            + "remove the line and use --cert FILE:PASSWORD of send and run"
    }
}

/// What may follow the two keys in `Authorization: AWS id key region:… service:… token:…`.
package enum AWSLoginOption: String, Sendable {
    case region, service, token

    /// nil for any other word.
    package static func read(_ word: String) -> (option: AWSLoginOption, value: String)? {
        guard let colon = word.firstIndex(of: ":"), let option = Self(rawValue: word[..<colon].lowercased()) else {
            return nil
        }
        return (option, String(word[word.index(after: colon)...]))
    }
}
