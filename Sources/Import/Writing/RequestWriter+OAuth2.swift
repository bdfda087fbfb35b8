import Base
import Descriptions
import NetEngine

/// The login with tokens: an entry of `Security.Auth`, and what of a request has its token.
extension RequestWriter {
    mutating func add(_ login: ImportedOAuth2) {
        switch login.placement {
        case .query(let name):
            parameters.append(ImportedRow(name, Self.token(of: loginName(login), isEncoded: true)))
        case .header(let prefix):
            guard !hasHeader.contains("authorization") else { return noteTwoLogins() }
            let token = Self.token(of: loginName(login), isEncoded: false)
            let word = line(named(prefix), of: "Authorization")
            draft.headers.append(
                RequestDraft.Header(name: "Authorization", value: word.isEmpty ? token : "\(word) \(token)"))
        }
    }

    private static func token(of login: String, isEncoded: Bool) -> String {
        "{{\(isEncoded ? "%" : "")$auth.token(\"\(login)\")}}"
    }

    /// The name of the entry. Requests that differ in where they have the token share one.
    private mutating func loginName(_ login: ImportedOAuth2) -> String {
        var login = login
        login.placement = .bearer
        if let known = state.loginNames[login] { return known }
        let name = state.names.unique(login.name.isEmpty ? "login" : login.name)
        state.loginNames[login] = name
        // Its secrets are added to the environments, too.
        let entry = entry(login)
        state.environments.add(login: name, entry)
        return name
    }

    private mutating func entry(_ login: ImportedOAuth2) -> [(String, JSONOutput)] {
        var entry: [(String, JSONOutput)] = [("Type", "OAuth2"), ("Grant Type", .string(login.grant.rawValue))]
        func add(_ key: String, _ value: String) { if !value.isEmpty { entry.append((key, .string(value))) } }
        add("Token URL", named(login.tokenURL))
        add("Auth URL", named(login.authorizationURL))
        add("Device Auth URL", named(login.deviceURL))
        add("Redirect URL", named(login.redirectURL))
        add("Client ID", named(login.clientID))
        add("Client Secret", withoutSecret(login.clientSecret, named: "client_secret"))
        if login.sendsClientInBody { add("Client Credentials", "in body") }
        add("Username", named(login.user))
        add("Password", withoutSecret(login.password, named: "password"))
        add("Scope", named(login.scope))
        if login.grant == .authorizationCode {
            if !login.usesProofKey {
                entry.append(("PKCE", false))
            } else if login.usesPlainProofKey {
                entry.append(("PKCE", ["Code Challenge Method": "Plain"]))
            }
        }
        let rows = requestParameters(of: login)
        if !rows.isEmpty { entry.append(("Custom Request Parameters", .object(rows))) }
        let groups = grouped(login.tokenHeaders, isHeader: true)
        let headers = groups.map { ($0.name, values($0)) }
        if !headers.isEmpty { entry.append(("Custom Headers", .object(headers))) }
        if login.usesIDToken { entry.append(("Use ID Token", true)) }
        if !login.isAcquired { entry.append(("Acquire Automatically", false)) }
        return entry
    }

    private mutating func withoutSecret(_ text: String, named name: String) -> String {
        let value = named(text)
        return SecretName.isLiteral(value) ? secret(value, named: name) : value
    }

    // MARK: Parameters

    private typealias Values = (name: String, values: [String])

    /// Names and their values, in the order of their first rows.
    private mutating func grouped(_ rows: [ImportedRow], isHeader: Bool = false) -> [Values] {
        var groups: [Values] = []
        var places: [String: Int] = [:]
        for row in rows where row.isEnabled && !row.name.isEmpty {
            // No variables are replaced in the names of an entry.
            guard !row.name.contains(bytes: "{{"), !isHeader || RequestLineText.isHeaderName(row.name) else {
                note(
                    .lost,
                    "The \(isHeader ? "header" : "parameter") \(PlainLine.quoted(row.name)) of the OAuth 2 login is left out: it cannot be sent under that name.",
                    at: row.place)
                continue
            }
            if let place = places[row.name] {
                groups[place].values.append(row.value)
            } else {
                places[row.name] = groups.count
                groups.append((row.name, [row.value]))
            }
        }
        return groups
    }

    private mutating func values(_ group: Values) -> JSONOutput {
        var written: [JSONOutput] = []
        for value in group.values {
            written.append(
                .string(SecretName.isSecret(group.name) ? withoutSecret(value, named: group.name) : named(value)))
        }
        // A text that begins like an array would be read as one.
        let isPlain = group.values.count == 1 && !group.values[0].hasPrefix("[")
        return isPlain ? written[0] : .array(written)
    }

    /// The parameters of all requests, of requests for a token, and of the page to sign in on. One name has one use in an entry.
    private mutating func requestParameters(of login: ImportedOAuth2) -> [(String, JSONOutput)] {
        var members: [(String, JSONOutput)] = []
        var known: [String: [String]] = [:]
        let token = grouped(login.tokenParameters)
        let page = login.grant == .authorizationCode ? grouped(login.authorizationParameters) : []
        // What both have is for all.
        let shared = page.filter { one in token.contains { $0.name == one.name && $0.values == one.values } }
        let lists: [(groups: [Values], use: String?)] = [
            (grouped(login.parameters) + shared, nil), (token, "In Token Request"), (page, "In Auth Request"),
        ]
        for list in lists {
            for group in list.groups {
                if let other = known[group.name] {
                    if other != group.values {
                        note(
                            .lost,
                            "The parameter \(PlainLine.quoted(group.name)) of the OAuth 2 login has one value here; the others are left out."
                        )
                    }
                    continue
                }
                known[group.name] = group.values
                let value = values(group)
                let member = list.use.map { JSONOutput.object([("Value", value), ("Use", .string($0))]) }
                members.append((group.name, member ?? value))
            }
        }
        return members
    }
}
