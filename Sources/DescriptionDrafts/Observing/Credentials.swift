import Base
import NetEngine

/// How requests say who they are, without the values.
struct CredentialScheme: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case bearer(isJWT: Bool)
        case basic
        case digest
        /// `header`, `query` or `cookie`, and the name.
        case key(place: String, name: String)
    }

    /// As the description calls it.
    var name: String
    var kind: Kind

    /// What all of several requests have in common.
    func merged(_ other: CredentialScheme) -> CredentialScheme {
        switch (kind, other.kind) {
        case (.bearer(let own), .bearer(let their)): CredentialScheme(name: name, kind: .bearer(isJWT: own && their))
        case (.key(let place, let own), .key(_, let their)):
            CredentialScheme(
                name: name,
                kind: .key(place: place, name: own.utf8.lexicographicallyPrecedes(their.utf8) ? own : their))
        default: self
        }
    }

    /// The schemes of one request.
    static func of(
        fields: [(name: String, value: String)], queries: [NamedValue], _ catalogue: inout NameCatalogue
    ) -> [CredentialScheme] {
        var found: [CredentialScheme] = []
        for (name, value) in fields {
            switch catalogue.field(name).role {
            case .authorization: found.append(authorization(value, name))
            case .cookie:
                for piece in value.split(separator: ";") {
                    let cookie = piece.prefix { $0 != "=" }.filter { $0 != " " }
                    if cookie.utf8.count <= 100, catalogue.field(cookie).isSecret {
                        found.append(key("cookie", cookie))
                    }
                }
            case .credential: found.append(key("header", name))
            case .contentType, .other: continue
            }
        }
        for query in queries where catalogue.query(query.name).isCredential { found.append(key("query", query.name)) }
        return found
    }

    private static func authorization(_ value: String, _ name: String) -> CredentialScheme {
        let parts = value.split(separator: " ", maxSplits: 1)
        switch parts.first?.lowercased() {
        case "bearer" where parts.count == 2:
            let token = parts[1].utf8
            let isJWT = token.starts(with: "eyJ".utf8) && token.count(where: { $0 == Byte.dot }) == 2
            return CredentialScheme(name: "bearerAuth", kind: .bearer(isJWT: isJWT))
        case "basic" where parts.count == 2: return CredentialScheme(name: "basicAuth", kind: .basic)
        case "digest" where parts.count == 2: return CredentialScheme(name: "digestAuth", kind: .digest)
        default: return key("header", name)
        }
    }

    private static func key(_ place: String, _ name: String) -> CredentialScheme {
        let camel = NameWords.camel(NameWords.words(name))
        let suffix = place == "header" ? "" : NameWords.pascal([place])
        return CredentialScheme(name: (camel.isEmpty ? "key" : camel) + suffix, kind: .key(place: place, name: name))
    }
}
