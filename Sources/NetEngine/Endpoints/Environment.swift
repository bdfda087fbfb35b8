/// An API's base URL, to which endpoints are relative, and the fields and items of every request to it.
///
/// The defaults and interceptors are for the origin of the base URL only: an endpoint that names a full URL elsewhere gets
/// none of them, because they may hold keys.
public struct Environment: Sendable {
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
    /// Adapt the requests of this environment, in this order: after those of the engine, and before those of the endpoint.
    ///
    /// So one engine serves two APIs that need different credentials.
    public var interceptors: [any Interceptor]

    /// An environment of any kind. The base URL is an absolute `http` or `https` URL; it is checked when a request is built.
    public init(
        _ kind: Kind, baseURL: String, headers: HeaderFields = [], query: [QueryItem] = [],
        interceptors: [any Interceptor] = []
    ) {
        self.kind = kind
        self.baseURL = baseURL
        self.headers = headers
        self.query = query
        self.interceptors = interceptors
    }

    /// The environment that the team develops against.
    public static func development(
        baseURL: String, headers: HeaderFields = [], query: [QueryItem] = [], interceptors: [any Interceptor] = []
    ) -> Environment {
        Environment(.development, baseURL: baseURL, headers: headers, query: query, interceptors: interceptors)
    }

    /// The environment in which releases are tried.
    public static func staging(
        baseURL: String, headers: HeaderFields = [], query: [QueryItem] = [], interceptors: [any Interceptor] = []
    ) -> Environment {
        Environment(.staging, baseURL: baseURL, headers: headers, query: query, interceptors: interceptors)
    }

    /// The environment that customers use.
    public static func production(
        baseURL: String, headers: HeaderFields = [], query: [QueryItem] = [], interceptors: [any Interceptor] = []
    ) -> Environment {
        Environment(.production, baseURL: baseURL, headers: headers, query: query, interceptors: interceptors)
    }

    /// An environment with your own name.
    public static func custom(
        _ name: String, baseURL: String, headers: HeaderFields = [], query: [QueryItem] = [],
        interceptors: [any Interceptor] = []
    ) -> Environment {
        Environment(.custom(name: name), baseURL: baseURL, headers: headers, query: query, interceptors: interceptors)
    }

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
