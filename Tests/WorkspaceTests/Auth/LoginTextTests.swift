import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// Logins as values: read from a header, written into one, and described in environment files.
@Suite struct LoginTextTests {
    @Test func `an Authorization is read by its scheme, and what is none of ours stays as it is`() {
        let table = #"""
            basic user pass -> basic user|pass
            Basic  user:p:w -> basic user|p:w
            Basic user\tpass word -> basic user|pass word
            Basic user -> other
            Basic -> other
            BASIC YTpi -> basic a|b
            Basic YTpiOmM= -> basic a|b:c
            Basic YQ== -> other
            Bearer -> bearer
            bearer  t u -> bearer t u
            Bearer {{t}} -> bearer {{t}}
            Bearer {{$auth.token("x")}} -> oauth2 x
            Bearer {{ $auth.idToken('x') }} -> oauth2 x id
            Bearer a{{$auth.token("x")}} -> bearer a{{$auth.token("x")}}
            Digest a:b -> digest a|b
            digest a  b c -> digest a|b c
            Digest a -> other
            Digest username="x", realm="r" -> other
            AWS id key -> aws id|key|||
            aws id key token:t service:s region:r -> aws id|key|r|s|t
            AWS {{my id}} {{my key}} -> aws {{my id}}|{{my key}}|||
            AWS id key zone:x -> other
            AWS id key x -> other
            AWS id -> other
            AWS id key service:s -> aws id|key||s|
            \tBasic a b -> basic a|b
            Basic {{a b}} c -> basic {{a b}}|c
            Basic {{a:{{b}} c}}:d -> basic {{a:{{b}} c}}|d
            Basic {{a}}}}:d -> basic {{a}}}}|d
            Bearer {{}} -> bearer {{}}
            Bearer {{ x }} -> bearer {{ x }}
            Bearer {{$auth.token("a")}}{{b}} -> bearer {{$auth.token("a")}}{{b}}
            Token x -> other
            -> other
            """#
        let wrong = TextTable.differences(table) { text in
            switch RequestLogin(authorization: text) {
            case .none: return "none"
            case .basic(let user, let password): return "basic \(user)|\(password)"
            case .bearer(let token): return token.isEmpty ? "bearer" : "bearer \(token)"
            case .digest(let user, let password): return "digest \(user)|\(password)"
            case .aws(let login):
                let parts = [login.keyID, login.secret, login.region, login.service, login.sessionToken]
                return "aws " + parts.joined(separator: "|")
            case .apiKey: return "key"
            case .oauth2(let id, let isIDToken): return "oauth2 \(id)" + (isIDToken ? " id" : "")
            case .other(let value): return value == text ? "other" : "changed"
            }
        }
        #expect(wrong == [])
    }

    @Test func `a header is a key by its name, but for cookies and what browsers and proxies send`() {
        let table = #"""
            X-API-Key -> key
            x-auth-token -> key
            Cookie -> none
            X-Cookie-Token -> none
            Proxy-Token -> none
            X-CSRF-Token -> none
            X-XSRF-TOKEN -> none
            Xsrf-Secret -> none
            Csrf-Secret -> none
            PROXY-Token -> none
            Sec-Token -> none
            Accept -> none
            """#
        let wrong = TextTable.differences(table) { name in
            let document = HTTPDocument(bytes: Array("GET http://h/\n\(name): v\n".utf8))
            guard let request = document.requests.first else { return "no request" }
            let (login, place) = RequestLogin.read(request)
            switch login {
            case .apiKey(name, "v", false): return place == .header(0) ? "key" : "elsewhere"
            case .none: return place == nil ? "none" : "somewhere"
            default: return "another"
            }
        }
        #expect(wrong == [])
    }

    private static let unreadable =
        "This would be read as something else: spaces, colons and control characters end a part. Put it into a variable."

    @Test(
        arguments: [
            (.basic(user: "a", password: "b c"), "Basic a b c"), (.basic(user: "a", password: ""), "Basic a:"),
            (.basic(user: "a b", password: "c"), "Basic YSBiOmM="),
            (.basic(user: "a\rb", password: "c"), "Basic YQ1iOmM="),
            (.basic(user: "a", password: "b "), "Basic YTpiIA=="),
            (.basic(user: "{{a}}", password: "{{b}}"), "Basic {{a}} {{b}}"),
            (.digest(user: "a", password: "b c"), "Digest a b c"), (.digest(user: "a", password: ""), "Digest a:"),
            (.bearer(token: "t"), "Bearer t"),
            (.oauth2(id: "x y", isIDToken: true), "Bearer {{$auth.idToken(\"x y\")}}"),
            (
                .aws(.init(keyID: "i", secret: "k", region: "r", service: "s", sessionToken: "t")),
                "AWS i k region:r service:s token:t"
            ), (.other("Token x"), "Token x"), (.none, "nil"),
            (.bearer(token: ""), "! The token must not be empty."),
            (.basic(user: "", password: "p"), "! The user must not be empty."),
            (.digest(user: "", password: "p"), "! The user must not be empty."),
            (.aws(.init(keyID: "", secret: "k")), "! Key id and secret key must not be empty."),
            (.aws(.init(keyID: "i", secret: "")), "! Key id and secret key must not be empty."),
            (.oauth2(id: "", isIDToken: false), "! A login needs a name without quotes."),
            (.oauth2(id: "a}}b", isIDToken: false), "! A login needs a name without quotes."),
            (.basic(user: "a b", password: "{{p}}"), "! \(unreadable)"),
            (.digest(user: "a", password: "b "), "! \(unreadable)"),
            (.bearer(token: "a\nb"), "! \(unreadable)"),
            (.aws(.init(keyID: "i", secret: "k", region: "r s")), "! \(unreadable)"),
        ] as [(RequestLogin, String)])
    func `a login is written so that it is read again, or refused`(login: RequestLogin, text: String) {
        let written: String
        do throws(HTTPDocument.EditRefusal) { written = try login.authorization() ?? "nil" } catch {
            written = "! \(error.sentence)"
        }
        #expect(written == text)
    }

    // MARK: Entries of environment files

    private func settings(_ row: String) throws(AuthSettingsError) -> AuthSettings {
        var values: [[String]: String] = [["Token URL"]: "https://x.test/t", ["Client ID"]: "me"]
        for part in row.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            values[pair[0].split(separator: "/").map(String.init)] = pair[1]
        }
        return try AuthSettings(id: "shop", values: values, place: "e.json:5")
    }

    @Test func `an entry says how its token is obtained, or what is wrong with it`() {
        let long = String(repeating: "v", count: 128)
        let table = #"""
            Grant Type=Client Credentials -> client credentials from x.test:443
            Grant Type=client-credentials;Scope=a  b -> client credentials from x.test:443, scope a b
            Grant Type=Password;Username=ann -> password from x.test:443
            Grant Type=Resource Owner Password;Username=ann -> password from x.test:443
            Grant Type=Authorization Code;Auth URL=https://a -> authorization code with PKCE from x.test:443
            Grant Type=Authorization Code;Auth URL=https://a;PKCE=false -> authorization code from x.test:443
            Grant Type=Authorization Code;Auth URL=https://a;PKCE=true;PKCE/Code Verifier=LONG -> authorization code with PKCE from x.test:443
            Grant Type=Device Authorization;Device Auth URL=https://d -> device code from x.test:443
            Grant Type=Device Code;Device Auth URL=https://d -> device code from x.test:443
            Grant Type=Authorization Code;Auth URL=https://a;PKCE/Code Verifier=SHORT -> authorization code with PKCE from x.test:443
            Grant Type=Authorization Code;Auth URL=https://a;PKCE/Code Challenge Method=SHA-256 -> authorization code with PKCE from x.test:443
            Grant Type=Client Credentials;Token URL=http://[::1]:8080/t -> client credentials from [::1]:8080
            Type=OAuth 2;Grant Type=Client Credentials -> client credentials from x.test:443
            Type=Mock;Token=t -> the token of the file
            Type=mock -> ! it has no "Token"
            Type=Magic -> ! its type "Magic" is not supported; OAuth2 and Mock are
            Type=oauth2 -> ! it has no "Grant Type"
            Grant Type=Magic -> ! its grant type "Magic" is not supported; Client Credentials, Password, Authorization Code and Device Authorization are
            Grant Type=Implicit -> ! its grant type Implicit is not supported because it shows the token to the browser (RFC 9700 §2.1.2); use Authorization Code with PKCE
            Grant Type=Password -> ! it has no "Username"
            Grant Type=Authorization Code -> ! it has no "Auth URL"
            Grant Type=Device Code -> ! it has no "Device Auth URL"
            Grant Type=Client Credentials;Token URL= -> ! it has no "Token URL"
            Grant Type=Client Credentials;Token URL=ftp://x.test/t -> ! its "Token URL" is not a URL of http or https
            Grant Type=Client Credentials;Token URL=http://x.test:99999/ -> ! its "Token URL" is not a URL of http or https
            Grant Type=Client Credentials;Token URL=x.test/t -> client credentials from x.test:80
            Grant Type=Client Credentials;Client ID= -> ! it has no "Client ID"
            Grant Type=Client Credentials;Client Credentials=jwt -> ! its "Client Credentials" is "jwt", not none, basic or in body
            Grant Type=Authorization Code;Auth URL=https://a;PKCE/Code Challenge Method=md5 -> ! its "Code Challenge Method" is "md5", not S256 or Plain
            Grant Type=Authorization Code;Auth URL=https://a;PKCE/Code Verifier=LESS -> ! its "Code Verifier" must have 43 to 128 characters (RFC 7636 §4.1)
            Grant Type=Authorization Code;Auth URL=https://a;PKCE/Code Verifier= -> ! its "Code Verifier" must have 43 to 128 characters (RFC 7636 §4.1)
            Type=Mock;Token= -> ! it has no "Token"
            Grant Type= -> ! it has no "Grant Type"
            Grant Type=Authorization Code;Auth URL=https://a;PKCE/Code Verifier=LONGv -> ! its "Code Verifier" must have 43 to 128 characters (RFC 7636 §4.1)
            """#
        let wrong = TextTable.differences(table) { row in
            do throws(AuthSettingsError) {
                let row = row.replacing("SHORT", with: long.prefix(43)).replacing("LESS", with: long.prefix(42))
                return try settings(row.replacing("LONG", with: long)).words
            } catch { return "! \(error.text)" }
        }
        #expect(wrong == [])
    }

    @Test(
        arguments: [
            "Type", "Grant Type", "Token URL", "Auth URL", "Redirect URL", "Device Auth URL", "Client ID",
            "Client Secret", "Client Credentials", "Scope", "Username", "Password", "PKCE",
            "Custom Request Parameters", "Custom Headers", "Use ID Token", "Acquire Automatically", "Expires In",
            "Open Complete URI", "Token", "ID Token",
        ])
    func `a key that has an effect is known in any spelling`(key: String) {
        #expect(AuthSettings.isKnown(key) && AuthSettings.isKnown(key.lowercased().replacing(" ", with: "_")))
        #expect(!AuthSettings.isKnown(key + "s"))
    }

    @Test func `an entry sets what it names, and the rest is as usual`() throws {
        let plain = try settings("Grant Type=Client Credentials;Client Secret=s")
        #expect(plain.client.authentication == .header && plain.client.secret == "s" && plain.client.scopes == [])
        #expect(plain.isAcquired && !plain.usesIDToken && plain.lifetime == nil && plain.unused == [])
        let row =
            "Grant Type=Client Credentials;Client Secret=s;Client Credentials=Body;Use ID Token=true;"
            + "Acquire Automatically=FALSE;Expires In=90;Odd=1"
        let named = try settings(row)
        #expect(named.client.authentication == .body && named.usesIDToken && !named.isAcquired)
        #expect(named.lifetime == 90 && named.unused == ["Odd"])
        #expect(named.identity == (try settings(row + ";Odd=2;Use ID Token=false;Acquire Automatically=true")).identity)
        let none = try settings("Grant Type=Client Credentials;Client Secret=s;Client Credentials=None")
        #expect(none.client.secret == nil)
        let mock = try settings("Type=Mock;Token=t;ID Token=i")
        #expect(mock.grant == .fixed(token: "t", idToken: "i") && mock.server == "e.json:5")
        let grants: [AuthSettings.Grant] = [
            .clientCredentials, .password(user: "", password: ""), .fixed(token: "", idToken: nil),
            .authorizationCode(authorizationURL: "", redirectURL: nil, proof: .init()),
            .deviceCode(url: "", opensPage: false),
        ]
        #expect(grants.map(\.needsUser) == [false, false, false, true, true])
        #expect(
            grants.map(\.shortWords) == [
                "client credentials", "password", "the token of the file", "authorization code", "device code",
            ])
    }
}
