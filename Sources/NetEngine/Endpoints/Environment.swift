/// An API's base URL, to which endpoints are relative, and the fields and items of every request to it.
///
/// The defaults go to the origin of the base URL only: an endpoint that names a full URL elsewhere gets none of them,
/// because they may hold keys.
public struct Environment: Sendable, Hashable {
    /// Which of a team's environments this is. It has a name for the user and does not change what is sent.
    public enum Kind: Sendable, Hashable {
        /// For development.
        case development
        /// For trying releases.
        case staging
        /// For customers.
        case production
        /// Any other, by its name.
        case custom(name: String)
    }

    /// Which environment this is; nothing of it is sent.
    public var kind: Kind
    /// An absolute `http` or `https` URL, with or without a path, a query and a slash at the end.
    public var baseURL: String
    /// Added, with the origin `.environment`, where the endpoint has no field of the same name.
    public var headers: HeaderFields
    /// Added before the endpoint's own items, where it has none of the same name.
    public var query: [QueryItem]

    /// An environment of any kind.
    /// - Parameters:
    ///   - baseURL: an absolute `http` or `https` URL; checked when a request is built.
    ///   - headers: default none.
    ///   - query: default none.
    public init(_ kind: Kind, baseURL: String, headers: HeaderFields = [], query: [QueryItem] = []) {
        self.kind = kind
        self.baseURL = baseURL
        self.headers = headers
        self.query = query
    }

    /// The environment that the team develops against.
    public static func development(
        baseURL: String, headers: HeaderFields = [], query: [QueryItem] = []
    ) -> Environment { Environment(.development, baseURL: baseURL, headers: headers, query: query) }

    /// The environment in which releases are tried.
    public static func staging(
        baseURL: String, headers: HeaderFields = [], query: [QueryItem] = []
    ) -> Environment { Environment(.staging, baseURL: baseURL, headers: headers, query: query) }

    /// The environment that customers use.
    public static func production(
        baseURL: String, headers: HeaderFields = [], query: [QueryItem] = []
    ) -> Environment { Environment(.production, baseURL: baseURL, headers: headers, query: query) }

    /// An environment with your own name.
    public static func custom(
        _ name: String, baseURL: String, headers: HeaderFields = [], query: [QueryItem] = []
    ) -> Environment { Environment(.custom(name: name), baseURL: baseURL, headers: headers, query: query) }

    /// The name of the kind, to show to the user.
    public var name: String {
        switch kind {
        case .development: "development"
        case .staging: "staging"
        case .production: "production"
        case .custom(let name): name
        }
    }
}
