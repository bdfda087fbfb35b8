/// Which requests an interceptor gives its credentials to.
public struct CredentialScope: Sendable, Hashable {
    private let origins: [String]?

    /// Any origin at which an exchange begins, and no other that redirects lead to.
    public static let firstOrigin = CredentialScope(origins: nil)

    /// These origins only, such as `https://api.example.com`, whether asked at first or after a redirect.
    ///
    /// A text that is not a URL matches nothing.
    public static func origins(_ urls: [String]) -> CredentialScope {
        CredentialScope(origins: urls.compactMap { try? HTTPURL.parse($0) }.map(\.origin))
    }

    private init(origins: [String]?) { self.origins = origins }

    var isFixed: Bool { origins != nil }

    func covers(_ context: InterceptorContext) -> Bool {
        origins.map { $0.contains(context.url.origin) } ?? !context.isOtherOrigin
    }
}

/// One credential that goes into each request within its scope. A typed field or item of the same name stays.
public struct Credential: Interceptor {
    private enum Place: Sendable {
        case header(HeaderField)
        case query(QueryItem)
    }

    private let place: Place
    private let scope: CredentialScope

    /// True if the scope names origins.
    public var choosesCredentialsByURL: Bool { scope.isFixed }

    /// A bearer token in `Authorization` (RFC 6750 §2.1), sent as given.
    public static func bearer(_ token: String, scope: CredentialScope = .firstOrigin) -> Credential {
        Credential(place: .header(HeaderField("Authorization", "Bearer \(token)", origin: .auth)), scope: scope)
    }

    /// User and password in `Authorization` (Basic, RFC 7617), in UTF-8. A user name must not contain a colon: the server
    /// takes it for the end of the name.
    public static func basic(
        user: String, password: String, scope: CredentialScope = .firstOrigin
    ) -> Credential {
        let login = Base64.encode(Array("\(user):\(password)".utf8))
        return Credential(place: .header(HeaderField("Authorization", "Basic \(login)", origin: .auth)), scope: scope)
    }

    /// A key in a header field of that name, sent as given.
    public static func apiKey(
        _ key: String, header name: String, scope: CredentialScope = .firstOrigin
    ) -> Credential { Credential(place: .header(HeaderField(name, key, origin: .auth)), scope: scope) }

    /// A key in a query item of that name, percent-encoded. It is then part of the URL, and so of the logs of servers and
    /// proxies.
    public static func apiKey(
        _ key: String, query name: String, scope: CredentialScope = .firstOrigin
    ) -> Credential { Credential(place: .query(QueryItem(name, key)), scope: scope) }

    /// Adds the credential within its scope, unless a field or item of the same name is typed.
    /// - Throws: `request-build` if a key belongs in the query of a URL that cannot be read.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard scope.covers(context) else { return request }
        var request = request
        switch place {
        case .header(let field):
            if !request.headers.contains(field.name) { request.headers.append(field) }
        case .query(let item):
            let url = try request.parsedURL()
            // A typed name may be encoded otherwise.
            let typed = Array((url.query ?? "").utf8)
            guard !URLText.items(typed, 0..<typed.count).contains(where: { $0.name == item.name }) else {
                return request
            }
            request.url = url.adding(query: [item]).description
        }
        return request
    }
}

extension HTTPURL {
    /// The same URL with the items, encoded, after its own query.
    func adding(query items: [QueryItem]) -> HTTPURL {
        let own = query.flatMap { $0.isEmpty ? nil : "\($0)&" } ?? ""
        return HTTPURL(
            scheme: scheme, userInfo: userInfo, host: host, explicitPort: explicitPort, path: path,
            query: own + items.urlQuery)
    }
}
