import NetEngine
import TestSupport
import Testing

@testable import HTTPFormat
@testable import Workspace

/// What logins of environment files mean, and what logins of requests become, as it was recorded (`Recorded`).
@Suite struct RecordedLoginTests {
    /// A login a line.
    private static let logins = #"""
        {"Grant Type": "Client Credentials", "Token URL": "http://id.test/t", "Client ID": "me", "Client Secret": "s"}
        {"type": "oauth2", "grant-type": "client_credentials", "token url": "https://id.test:8443/t?x", "CLIENT ID": "me", "Scope": " a  b ", "Expires In": "60"}
        {"Type": "OAuth2", "Grant Type": "Password", "Token URL": "http://id.test/t", "Client ID": "me", "Username": "u"}
        {"Grant Type": "Resource Owner Password", "Token URL": "http://id.test/t", "Client ID": "me", "Username": "u", "Password": "p"}
        {"Grant Type": "Password", "Token URL": "http://id.test/t", "Client ID": "me"}
        {"Grant Type": "Authorization Code", "Token URL": "http://id.test/t", "Auth URL": "http://id.test/a", "Client ID": "me"}
        {"Grant Type": "Authorization Code", "Token URL": "http://id.test/t", "Client ID": "me"}
        {"Grant Type": "Authorization Code", "Token URL": "http://id.test/t", "Auth URL": "http://id.test/a", "Client ID": "me", "PKCE": false, "Redirect URL": "http://127.0.0.1:9000/cb"}
        {"Grant Type": "Authorization Code", "Token URL": "http://id.test/t", "Auth URL": "http://id.test/a", "Client ID": "me", "PKCE": {"Code Challenge Method": "Plain", "Code Verifier": "0123456789012345678901234567890123456789012"}}
        {"Grant Type": "Authorization Code", "Token URL": "http://id.test/t", "Auth URL": "http://id.test/a", "Client ID": "me", "PKCE": {"Code Challenge Method": "SHA-256", "Code Verifier": "012345678901234567890123456789012345678901"}}
        {"Grant Type": "Authorization Code", "Token URL": "http://id.test/t", "Auth URL": "http://id.test/a", "Client ID": "me", "PKCE": {"Code Challenge Method": "MD5"}}
        {"Grant Type": "Device Authorization", "Token URL": "http://id.test/t", "Device Auth URL": "http://id.test/d", "Client ID": "me", "Open Complete URI": true}
        {"Grant Type": "Device Code", "Token URL": "http://id.test/t", "Client ID": "me"}
        {"Grant Type": "Implicit", "Token URL": "http://id.test/t", "Client ID": "me"}
        {"Grant Type": "Magic", "Token URL": "http://id.test/t", "Client ID": "me"}
        {"Token URL": "http://id.test/t", "Client ID": "me"}
        {"Grant Type": "Client Credentials", "Client ID": "me"}
        {"Grant Type": "Client Credentials", "Token URL": "", "Client ID": "me"}
        {"Grant Type": "Client Credentials", "Token URL": "http://id.test/t"}
        {"Grant Type": "Client Credentials", "Token URL": "no url", "Client ID": "me", "Client Secret": ""}
        {"Type": "Mock", "Token": "t"}
        {"Type": "mock", "Token": "t", "ID Token": "i", "Use ID Token": "true"}
        {"Type": "Mock"}
        {"Type": "SAML", "Token": "t"}
        {"Grant Type": "Client Credentials", "Token URL": "http://id.test/t", "Client ID": "me", "Client Secret": "s", "Client Credentials": "in body"}
        {"Grant Type": "Client Credentials", "Token URL": "http://id.test/t", "Client ID": "me", "Client Secret": "s", "Client Credentials": "Basic"}
        {"Grant Type": "Client Credentials", "Token URL": "http://id.test/t", "Client ID": "me", "Client Secret": "s", "Client Credentials": "none"}
        {"Grant Type": "Client Credentials", "Token URL": "http://id.test/t", "Client ID": "me", "Client Credentials": "jwt"}
        {"Grant Type": "Client Credentials", "Token URL": "http://id.test/t", "Client ID": "me", "Custom Request Parameters": {"a": "1", "b": {"Value": "2", "Use": "In Auth Request"}, "c": {"Value": "3", "Use": "In Token Request"}, "d": {"Value": "4", "Use": "Everywhere"}, "e": ["x", 5, true, null, ["y"]], "f": {"Use": "x"}}, "Custom Headers": {"X-A": "1", "X-B": {"Value": "2", "Use": "In Auth Request"}}}
        {"Grant Type": "Client Credentials", "Token URL": "http://id.test/t", "Client ID": "me", "Acquire Automatically": "FALSE", "Use ID Token": "no", "Expires In": "soon", "Color": "red", "A b": {"c": 1}}
        """#

    @Test func `each login means what was recorded`() throws {
        let lines = Self.logins.split(separator: "\n")
        let entries = lines.enumerated().map { "\"l\($0 < 10 ? "0" : "")\($0)\": \($1)" }
        let folder = ScratchFolder()
        folder.write(
            "http-client.env.json", "{\"dev\": {\"Security\": {\"Auth\": {\n\(entries.joined(separator: ",\n"))\n}}}}")
        let environments = CollectionStore().environments(forFolder: folder.path, root: folder.path)
        let found = environments.authEntries(in: "dev")
        let parts = try environments.logins(in: "dev").enumerated().map { number, id -> (name: String, text: String) in
            let entry = try #require(found[id])
            let place = AuthDefinition(id: id, entry: entry, root: folder.path).place
            do throws(AuthSettingsError) {
                let settings = try AuthSettings(id: id, values: entry.compactMapValues(\.value), place: place)
                let words =
                    "\(settings.words) | \(settings.grant.shortWords) | \(settings.server) | user \(settings.grant.needsUser)\n"
                return ("\(id) \(lines[number])", words + Printed(settings).text)
            } catch { return ("\(id) \(lines[number])", "\(place): \(error.text)\n") }
        }
        try Recorded.expect(parts, in: "logins")
    }

    private static let requests = #"""
        GET http://h/
        GET http://h/?api_key=k&a=1
        GET http://h/\nX-Api-Key: k\nX-Token: t
        GET http://h/?token=q\nX-Api-Key: k
        GET http://h/\n# Authorization: Basic a b\nX-Api-Key: k
        GET http://h/\nauthorization: Basic a b
        GET http://h/\nAuthorization: Bearer t\nX-Api-Key: k
        GET http://h/\nCookie: session=1
        """#

    @Test func `a login takes the place of another as was recorded`() throws {
        let wanted: [RequestLogin] = [
            .none, .basic(user: "u", password: "p"), .bearer(token: "t"), .oauth2(id: "main", isIDToken: false),
            .apiKey(name: "X-Api-Key", value: "new", inQuery: false), .apiKey(name: "key", value: "new", inQuery: true),
            .apiKey(name: "", value: "v", inQuery: false), .apiKey(name: "k", value: "", inQuery: true),
            .other("Token x"), .digest(user: "", password: "p"),
        ]
        let parts = Recorded.parts(of: Self.requests) { line in
            let document = HTTPDocument(bytes: Array("\(line.replacing(bytes: "\\n", with: "\n"))\n".utf8))
            guard let request = document.requests.first else { return "no request\n" }
            let (login, place) = RequestLogin.read(request)
            var text = "\(login) at \(place.map { "\($0)" } ?? "-")\n"
            for other in wanted {
                var result = ""
                do throws(HTTPDocument.EditRefusal) {
                    var edited = document
                    let edits = try other.edits(of: request)
                    for edit in edits { edited = try edited.applying(edit, toRequest: 0) }
                    result = "\(edits.count) edits \(Printed.escaped(String(decoding: edited.bytes, as: UTF8.self)))"
                } catch { result = "! \(error.sentence)" }
                text += "\(other): \(result)\n"
            }
            return text
        }
        try Recorded.expect(parts, in: "request-logins")
    }
}
