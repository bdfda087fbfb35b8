import Base
import NetEngine

/// One login under `Security.Auth` in an environment file, with its variables replaced: how to get its token.
///
/// The keys are those of JetBrains' HTTP client, and a few of kulala's. Keys that have no effect here are listed in
/// `unused`.
package struct AuthSettings: Hashable, Sendable {
    enum Grant: Hashable, Sendable {
        case clientCredentials
        case password(user: String, password: String)
        /// - Parameters:
        ///   - redirectURL: nil uses a free port of this machine.
        ///   - proof: nil sends none.
        case authorizationCode(authorizationURL: String, redirectURL: String?, proof: Proof?)
        /// - Parameter opensPage: true to open the page in the browser with the code filled in.
        case deviceCode(url: String, opensPage: Bool)
        /// JetBrains' type `Mock`: the file contains the token.
        case fixed(token: String, idToken: String?)

        /// True if the user must do something in a browser.
        var needsUser: Bool {
            switch self {
            case .clientCredentials, .password, .fixed: false
            case .authorizationCode, .deviceCode: true
            }
        }

        var words: String {
            switch self {
            case .clientCredentials: "client credentials"
            case .password: "password"
            case .authorizationCode(_, _, let proof):
                proof == nil ? "authorization code" : "authorization code with PKCE"
            case .deviceCode: "device code"
            case .fixed: "the token of the file"
            }
        }

        /// A shorter text, for narrow places.
        var shortWords: String {
            if case .authorizationCode = self { "authorization code" } else { words }
        }
    }

    /// The proof key sent with an authorization code (RFC 7636).
    struct Proof: Hashable, Sendable {
        var method = ProofKey.Method.s256
        /// nil generates a new one for each sign-in.
        var verifier: String?
    }

    /// The name in `{{$auth.token("name")}}`.
    var id: String
    var client: OAuth2Client
    var grant: Grant
    /// Parameters for the authorization request only.
    var authorizationParameters: [QueryItem] = []
    /// True if `{{$auth.token("name")}}` resolves to the ID token.
    var usesIDToken = false
    /// False uses only a token that exists already.
    var isAcquired = true
    /// Seconds that a token is valid if the server does not say.
    var lifetime: Int64?
    /// The place of the login for messages, such as `http-client.env.json:5`.
    var place = ""
    /// Keys that have no effect here.
    var unused: [String] = []

    /// The settings without those that make no difference to the token.
    var identity: AuthSettings {
        var settings = self
        settings.place = ""
        settings.unused = []
        settings.usesIDToken = false
        settings.isAcquired = true
        return settings
    }

    /// The host and port that tokens come from.
    var server: String {
        if case .fixed = grant { return place }
        return (try? HTTPURL.parse(client.tokenURL))?.hostAndPort ?? client.tokenURL
    }

    /// A clause for the user: how the token is obtained.
    var words: String {
        guard !client.tokenURL.isEmpty else { return grant.words }
        let scope = client.scopes.isEmpty ? "" : ", scope \(client.scopes.joined(separator: " "))"
        return "\(grant.words) from \(server)\(scope)"
    }

    /// Keys are compared without letter case and spaces: `token URL` equals `Token URL`.
    static func isKnown(_ key: String) -> Bool { known.contains(folded(key)) }

    /// - Parameter values: the values of the entry, by the path of their keys.
    /// - Throws: a clause that says what is missing or unknown.
    init(id: String, values: [[String]: String], place: String = "") throws(AuthSettingsError) {
        let entry = Entry(values: values)
        self.id = id
        self.place = place
        unused = entry.unused
        guard Self.folded(entry["Type"] ?? "OAuth2") != "mock" else {
            client = OAuth2Client(tokenURL: "", id: "")
            grant = .fixed(token: try entry.needed("Token"), idToken: entry["ID Token"])
            return
        }
        if let type = entry["Type"], Self.folded(type) != "oauth2" {
            throw AuthSettingsError(text: "its type \"\(type)\" is not supported; OAuth2 and Mock are")
        }
        grant = try entry.grant()
        client = OAuth2Client(tokenURL: try entry.needed("Token URL"), id: try entry.needed("Client ID"))
        // The sentence does not repeat the URL, which may be private.
        guard (try? HTTPURL.parse(client.tokenURL)) != nil else {
            throw AuthSettingsError(text: "its \"Token URL\" is not a URL of http or https")
        }
        if let secret = entry["Client Secret"], !secret.isEmpty { client.secret = secret }
        switch entry["Client Credentials"].map(Self.folded) {
        case nil, "basic": client.authentication = .header
        case "inbody", "body": client.authentication = .body
        case "none": client.secret = nil
        case let other?:
            throw AuthSettingsError(text: "its \"Client Credentials\" is \"\(other)\", not none, basic or in body")
        }
        client.scopes = entry["Scope"].map { $0.split(separator: " ").map(String.init) } ?? []
        for (item, use) in entry.items("Custom Request Parameters") {
            if use != .tokenRequest { authorizationParameters.append(item) }
            if use != .authorizationRequest { client.parameters.append(item) }
        }
        for (item, use) in entry.items("Custom Headers") where use != .authorizationRequest {
            client.headers.append(HeaderField(item.name, item.value ?? ""))
        }
        usesIDToken = entry.isTrue("Use ID Token") ?? false
        isAcquired = entry.isTrue("Acquire Automatically") ?? true
        lifetime = entry["Expires In"].flatMap { Int64($0) }
    }

    /// The letters and digits in lower case, because users spell keys in many ways.
    static func folded(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    private static let known: Set<String> = [
        "type", "granttype", "tokenurl", "authurl", "redirecturl", "deviceauthurl", "clientid", "clientsecret",
        "clientcredentials", "scope", "username", "password", "pkce", "customrequestparameters", "customheaders",
        "useidtoken", "acquireautomatically", "expiresin", "opencompleteuri", "token", "idtoken",
    ]

    private enum Use { case everywhere, authorizationRequest, tokenRequest }

    /// The values of an entry, by their folded keys.
    private struct Entry {
        var values: [[String]: String] = [:]
        var unused: [String] = []
        /// The keys of nested objects as written, in order.
        var names: [(path: [String], name: String)] = []

        init(values written: [[String]: String]) {
            for path in written.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                guard let first = path.first else { continue }
                if path.count == 1, !AuthSettings.isKnown(first) { unused.append(first) }
                let folded = [AuthSettings.folded(first)] + path.dropFirst()
                values[folded] = written[path]
                if path.count == 2 { names.append(([folded[0]], path[1])) }
            }
        }

        subscript(_ key: String) -> String? { values[[AuthSettings.folded(key)]] }

        func needed(_ key: String) throws(AuthSettingsError) -> String {
            guard let text = self[key], !text.isEmpty else { throw AuthSettingsError(text: "it has no \"\(key)\"") }
            return text
        }

        func isTrue(_ key: String) -> Bool? {
            self[key].map { !["false", "no", "off", "0"].contains($0.lowercased()) }
        }

        func within(_ key: String, _ inner: String) -> String? {
            values.first { path, _ in
                path.count == 2 && path[0] == AuthSettings.folded(key)
                    && AuthSettings.folded(path[1]) == AuthSettings.folded(inner)
            }?.value
        }

        func grant() throws(AuthSettingsError) -> Grant {
            let name = try needed("Grant Type")
            switch AuthSettings.folded(name) {
            case "clientcredentials": return .clientCredentials
            case "password", "resourceownerpassword":
                return .password(user: try needed("Username"), password: self["Password"] ?? "")
            case "authorizationcode":
                return .authorizationCode(
                    authorizationURL: try needed("Auth URL"), redirectURL: self["Redirect URL"], proof: try proof())
            case "deviceauthorization", "devicecode":
                return .deviceCode(url: try needed("Device Auth URL"), opensPage: isTrue("Open Complete URI") ?? false)
            case "implicit":
                throw AuthSettingsError(
                    text: "its grant type Implicit is not supported because it shows the token to the browser "
                        + "(RFC 9700 §2.1.2); use Authorization Code with PKCE")
            default:
                throw AuthSettingsError(
                    text: "its grant type \"\(name)\" is not supported; Client Credentials, Password, "
                        + "Authorization Code and Device Authorization are")
            }
        }

        /// A proof is used unless the entry says otherwise (RFC 9700 §2.1.1).
        private func proof() throws(AuthSettingsError) -> Proof? {
            guard isTrue("PKCE") ?? true else { return nil }
            var proof = Proof()
            switch within("PKCE", "Code Challenge Method").map(AuthSettings.folded) {
            case nil, "s256", "sha256": break
            case "plain": proof.method = .plain
            case let other?:
                throw AuthSettingsError(text: "its \"Code Challenge Method\" is \"\(other)\", not S256 or Plain")
            }
            proof.verifier = within("PKCE", "Code Verifier")
            if let verifier = proof.verifier, !(43...128).contains(verifier.utf8.count) {
                throw AuthSettingsError(text: "its \"Code Verifier\" must have 43 to 128 characters (RFC 7636 §4.1)")
            }
            return proof
        }

        /// Names with values, or with `{ "Value": …, "Use": … }`; an array gives a name several values.
        func items(_ key: String) -> [(item: QueryItem, use: Use)] {
            let folded = AuthSettings.folded(key)
            return names.filter { $0.path == [folded] }.flatMap { _, name -> [(QueryItem, Use)] in
                let path = [folded, name]
                // An object without a value has none: `true` stands for the object itself.
                let whole = values[path + ["Use"]] == nil ? values[path] : nil
                guard let value = values[path + ["Value"]] ?? whole else { return [] }
                let use: Use =
                    switch values[path + ["Use"]].map(AuthSettings.folded) {
                    case "inauthrequest": .authorizationRequest
                    case "intokenrequest": .tokenRequest
                    default: .everywhere
                    }
                return Self.elements(value).map { (QueryItem(name, $0), use) }
            }
        }

        private static func elements(_ value: String) -> [String] {
            var cursor = JSONCursor(Array(value.utf8))
            guard value.hasPrefix("["), (try? cursor.next()) == .arrayStart else { return [value] }
            var found: [String] = []
            while let element = try? cursor.nextElement() {
                switch element.kind {
                case .string: if let text = try? cursor.text(element) { found.append(text) }
                case .number, .bool, .null: found.append(cursor.written(element))
                default: break
                }
            }
            return found
        }
    }
}

/// Why an entry cannot be used, as a clause.
struct AuthSettingsError: Error, Hashable { let text: String }
