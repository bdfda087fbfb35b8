import Testing

@testable import NetEngine

/// Which names mean a secret, and how lists of header fields are taken apart.
@Suite struct SecretWordsTests {
    @Test func `upper and lower case and the sign between words make no difference`() {
        let names = ["x-api-key", "access_token", "client-secret", "device_code", "user_code", "samlresponse"]
        for name in names {
            let dashed = name.replacing("_", with: "-")
            let forms = [
                dashed, dashed.replacing("-", with: "_"), dashed.uppercased(),
                dashed.prefix(1).uppercased() + dashed.dropFirst(),
            ]
            #expect(forms.filter { !SecretNames.isMember($0) } == [], "\(name)")
        }
    }

    @Test func `fields of credentials are secret, others are not`() {
        let secret = [
            "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "apikey", "X-Auth-Key",
            "X-Access-Token", "X-Amz-Security-Token", "Ocp-Apim-Subscription-Key", "X-CSRF-Check", "X-XSRF", "JWT",
            "x-functions-key", "X-Session-Id", "X-Signature", "X-Auth", "Private-Key", "X-Master-Key", "App-Key",
            "Consumer-Key", "Signing-Key", "Application-Key", "Account-Key", "X-Credential", "X-Passwd", "Passphrase",
            "SubscriptionKey", "MasterKey", "PrivateKey", "AuthKey", "AccessKey", "Functions_Key",
        ]
        #expect(secret.filter { !SecretNames.isField($0) } == [])
        let plain = [
            "", "Accept", "Content-Type", "X-Request-Id", "Host", "Author", "Key", "Code", "Auth", "Sig", "Pass", "Pwd",
            "Assertion", "Code-Verifier", "Idempotency-Key", "ETag",
        ]
        #expect(plain.filter(SecretNames.isField) == [])
    }

    @Test func `members have names of their own, and harmless ones`() {
        let secret = [
            "pass", "PWD", "assertion", "client_assertion", "code_verifier", "device_code", "user_code", "SAMLResponse",
            "oauth_verifier", "access_token", "refreshToken", "my_password_2", "client_secret", "jwt", "session",
        ]
        #expect(secret.filter { !SecretNames.isMember($0) } == [])
        let plain = [
            "", "token_type", "TOKEN-TYPE", "token_type_hint", "issued_token_type", "subject_token_type",
            "actor_token_type", "requested_token_type", "token_endpoint", "token_url", "client_assertion_type", "key",
            "code", "auth", "sig", "passport", "user_codes", "verifier", "author", "name",
        ]
        #expect(plain.filter(SecretNames.isMember) == [])
        // Of a header, the same names mean a secret: no field is named so by a standard.
        #expect(SecretNames.isField("token_type") && SecretNames.isField("Token-Endpoint"))
    }

    @Test func `four words are secret in queries only`() {
        for word in ["key", "AUTH", "sig", "Code"] {
            #expect(
                SecretNames.isQueryItem(word) && SecretNames.isVague(word) && !SecretNames.isMember(word), "\(word)")
        }
        let secret = ["access_token", "pass", "api_key", "X-Amz-Signature", "X-Amz-Credential"]
        #expect(secret.filter { !SecretNames.isQueryItem($0) || SecretNames.isVague($0) } == [])
        #expect(
            ["keys", "coded", "signal", "authors", "q", "page", "token_type", ""].filter(SecretNames.isQueryItem) == [])
    }

    // MARK: Lists

    private static let lists: [(text: String, members: [String])] = [
        ("", []), (" , ,\t,", []), ("a", ["a"]), ("a,b", ["a", "b"]), (" a b ,\tc\t", ["a b", "c"]),
        ("a,,b,", ["a", "b"]), (#""a,b",c"#, [#""a,b""#, "c"]), (#"x="a,b"; q=1, y"#, [#"x="a,b"; q=1"#, "y"]),
        (#""a\",b",c"#, [#""a\",b""#, "c"]), (#""a\\",b"#, [#""a\\""#, "b"]),
        // Never closed: an ordinary character.
        (#"a, "b, c"#, ["a", #""b"#, "c"]), (#""a\", b"#, [#""a\""#, "b"]), (#"""#, [#"""#]),
        (#""a", "b, c"#, [#""a""#, #""b"#, "c"]),
    ]

    @Test func `lists are split at commas outside quotes`() {
        for (text, members) in Self.lists {
            let split = ListSyntax.split(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
            #expect(split == members, "\(text)")
        }
    }

    @Test func `only spaces and tabs are trimmed, at both ends`() {
        let cases = [
            ("", ""), (" ", ""), ("\t \t", ""), ("a", "a"), (" a", "a"), ("a\t", "a"), (" \ta b\t ", "a b"),
            ("\na\r", "\na\r"), ("\u{B}a", "\u{B}a"),
        ]
        for (text, trimmed) in cases {
            #expect(String(decoding: ListSyntax.trimmed(Array(text.utf8)[...]), as: UTF8.self) == trimmed)
        }
    }

    @Test func `quoted strings lose their quotes and escapes, other texts nothing`() {
        let cases = [
            (#""""#, ""), (#""a b""#, "a b"), (#""a\"b\\c""#, #"a"b\c"#), (#""\a""#, "a"), (#"""#, #"""#),
            (#""a"#, #""a"#), (#"a""#, #"a""#), (#"a\b"#, #"a\b"#), ("", ""), (#"a"b"c"#, #"a"b"c"#),
        ]
        for (text, unquoted) in cases {
            #expect(String(decoding: ListSyntax.unquoted(Array(text.utf8)[...]), as: UTF8.self) == unquoted, "\(text)")
        }
    }
}
