import OpenAPI

/// What security asks for, in words: `oauth (read, write) or key and basic`.
enum AuthWords {
    static func text(of alternatives: [SecurityAlternative]) -> String {
        guard !alternatives.isEmpty else { return "none" }
        return alternatives.prefix(10).map { alternative in
            guard !alternative.uses.isEmpty else { return "none" }
            return alternative.uses.map(words).joined(separator: " and ")
        }.joined(separator: ", or ")
    }

    private static func words(_ use: SecurityAlternative.Use) -> String {
        let name = PlainLine.of(use.name, limit: 60)
        let scopes =
            use.scopes.isEmpty
            ? "" : ", scopes \(use.scopes.prefix(20).map { PlainLine.of($0, limit: 60) }.joined(separator: ", "))"
        let kind =
            switch use.scheme?.kind {
            case .apiKey(let name, let location)?: "key \(PlainLine.of(name, limit: 60)) in \(location.rawValue)"
            case .http(let scheme, _)?: PlainLine.of(scheme, limit: 40)
            case .oauth2?: "OAuth 2"
            case .openIDConnect?: "OpenID Connect"
            case .mutualTLS?: "client certificate"
            case .unknown(let type)?: PlainLine.of(type, limit: 40)
            case nil: "not described"
            }
        return "\(name) (\(kind)\(scopes))"
    }
}
