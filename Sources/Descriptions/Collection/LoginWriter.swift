import Base
import Contract
import JSONPath
import NetEngine
import OpenAPI

/// Writes the logins of OAuth 2 for `Security.Auth`, and lists the variables that all logins need.
struct LoginWriter {
    private let collection: DescribedCollection
    /// The first server, to resolve relative addresses.
    private let server: HTTPURL?
    /// The same up to its path, as it is written, if it holds variables.
    private let origin: String?
    private(set) var notices: [DescriptionNotice] = []
    private(set) var variables: [DescribedEnvironments.Variable] = []

    private var description: Description { collection.api.description }

    init(_ collection: DescribedCollection, server: JSONOutput?) {
        self.collection = collection
        if let address = collection.address {
            self.server = address
            origin = nil
        } else if case .string(let text)? = server {
            self.server = try? HTTPURL.parse(text)
            origin = Self.origin(text)
        } else {
            self.server = nil
            origin = nil
        }
    }

    /// Up to the end of host and port, if the text holds variables. Their names were made for it: nothing in them ends a host.
    private static func origin(_ text: String) -> String? {
        guard text.contains(bytes: "{{") else { return nil }
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let end = text.utf8[start...].firstIndex { [Byte.slash, Byte.questionMark, Byte.hash].contains($0) }
        return String(text[..<(end ?? text.endIndex)])
    }

    mutating func security() -> [(String, JSONOutput)] {
        let root = description.documents.root
        let list =
            description.version == .swagger2 ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
        var entries: [(String, JSONOutput)] = []
        let scopes = usedScopes()
        for name in collection.logins.schemes {
            guard let written = list?[name], let scheme = try? written.followed(), scheme.kind == .object,
                let names = collection.logins.names[name]
            else { continue }
            let text = scheme.text("description").map { PlainLine.firstParagraph($0) }
            func add(_ variable: String, _ what: String, isSecret: Bool = true) {
                variables.append(
                    DescribedEnvironments.Variable(
                        name: variable, scheme: name, what: what, isSecret: isSecret, text: text))
            }
            let kind = scheme.text("type") == "http" ? (scheme.text("scheme") ?? "").lowercased() : scheme.text("type")
            switch kind {
            case "basic", "digest":
                add(names.user, "user name", isSecret: false)
                add(names.password, "password")
            case "apiKey": add(names.token, "key")
            case "mutualTLS", nil: break
            case "oauth2":
                let flows = flows(of: scheme)
                guard let login = OAuthLogin(flows) else {
                    add(names.token, "token")
                    continue
                }
                // Requests name the entry, so that a variable would have no effect.
                guard let entry = entry(login, names, scheme, scopes[name] ?? []) else { continue }
                entries.append((names.token, .object(entry)))
                add(names.clientID, "client ID", isSecret: false)
                if login.grant != "Authorization Code", login.grant != "Device Authorization" {
                    add(names.clientSecret, "client secret")
                }
                if login.grant == "Password" {
                    add(names.user, "user name", isSecret: false)
                    add(names.password, "password")
                }
            default: add(names.token, "token")
            }
        }
        return entries
    }

    private mutating func entry(
        _ login: OAuthLogin, _ names: LoginVariables.Names, _ scheme: DescriptionValue, _ scopes: [String]
    ) -> [(String, JSONOutput)]? {
        guard let token = absolute(login.flow.tokenURL, scheme) else { return nil }
        var entry: [(String, JSONOutput)] = [
            ("Type", "OAuth2"), ("Grant Type", .string(login.grant)), ("Token URL", .string(token)),
        ]
        if login.grant == "Authorization Code" {
            guard let url = absolute(login.flow.authorizationURL, scheme) else { return nil }
            entry.append(("Auth URL", .string(url)))
        }
        if login.grant == "Device Authorization" {
            let written = scheme["flows"]?[login.flow.name]?.text("deviceAuthorizationUrl")
            guard let url = absolute(written, scheme) else { return nil }
            entry.append(("Device Auth URL", .string(url)))
        }
        entry.append(("Client ID", .string("{{\(names.clientID)}}")))
        if login.grant == "Client Credentials" || login.grant == "Password" {
            entry.append(("Client Secret", .string("{{\(names.clientSecret)}}")))
        }
        if login.grant == "Password" {
            entry.append(("Username", .string("{{\(names.user)}}")))
            entry.append(("Password", .string("{{\(names.password)}}")))
        }
        let known = scopes.filter { !$0.contains(bytes: "{{") && !$0.contains(" ") }
        if !known.isEmpty { entry.append(("Scope", .string(known.joined(separator: " ")))) }
        return entry
    }

    private mutating func absolute(_ url: String?, _ scheme: DescriptionValue) -> String? {
        guard let url, !url.isEmpty else {
            notices.append(
                DescriptionNotice(
                    .security, at: scheme,
                    "The flow of the login has no address to sign in at: describe the login under Security.Auth."))
            return nil
        }
        if let origin, url.hasPrefix("/"), !url.hasPrefix("//"), !url.contains(bytes: "{{") { return origin + url }
        let address =
            (try? HTTPURL.parse(url)).flatMap { url.contains(bytes: "://") ? $0 : nil } ?? (try? server?.resolve(url))
        guard let address, !address.description.contains(bytes: "{{") else {
            notices.append(
                DescriptionNotice(
                    .security, at: scheme,
                    "The address \(PlainLine.quoted(url)) of the login is not an HTTP address: describe the login under Security.Auth."
                ))
            return nil
        }
        return address.description
    }

    /// The flows as an operation has them, for schemes that no operation may use.
    private func flows(of scheme: DescriptionValue) -> [OAuthLogin.Flow] {
        func flow(_ name: String, _ value: DescriptionValue) -> OAuthLogin.Flow {
            OAuthLogin.Flow(
                name: name, tokenURL: value.text("tokenUrl"), authorizationURL: value.text("authorizationUrl"))
        }
        guard description.version == .swagger2 else {
            return scheme["flows"]?.members.map { flow($0.name, $0.value) } ?? []
        }
        let name = scheme.text("flow") ?? ""
        return [flow(["application": "clientCredentials", "accessCode": "authorizationCode"][name] ?? name, scheme)]
    }

    /// The scopes that operations ask for, by scheme, in their order.
    private func usedScopes() -> [String: [String]] {
        var scopes: [String: [String]] = [:]
        var known: Set<[String]> = []
        func add(_ list: DescriptionValue?) {
            for alternative in list?.elements ?? [] {
                for (name, value) in alternative.members {
                    for scope in value.strings where known.insert([name, scope]).inserted {
                        scopes[name, default: []].append(scope)
                    }
                }
            }
        }
        let documents = description.documents
        add(documents.root["security"])
        for entry in collection.operations { add(documents.value(entry.place)["security"]) }
        return scopes
    }
}
