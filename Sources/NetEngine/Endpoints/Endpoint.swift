/// One thing an API can be asked, described as a type.
///
/// Only `path` must be written; an enum with a case for each question reads as naturally as a value:
/// ```swift
/// enum Shop: Endpoint {
///     case order(id: Int)
///     case create(Order)
///
///     var path: String {
///         switch self {
///         case .order(let id): "orders/\(id)"
///         case .create: "orders"
///         }
///     }
///     var method: HTTPMethod { if case .create = self { .post } else { .get } }
///     var body: EndpointBody { if case .create(let order) = self { .json(order) } else { .none } }
/// }
/// ```
/// `AnyEndpoint` is the same as a value.
public protocol Endpoint: Sendable {
    /// nil, the default, means the environment's.
    var baseURL: String? { get }
    /// Relative to the base URL, with or without a slash at the front; empty for the base URL itself. It may carry a
    /// query. As an exception a full `http` or `https` URL, which stands for itself.
    ///
    /// Text from outside belongs in by `PercentEncoding.component`, for a slash or a question mark has a meaning here.
    var path: String { get }
    /// GET by default.
    var method: HTTPMethod { get }
    /// In sending order, after the query of the path; names may repeat. None by default.
    var query: [QueryItem] { get }
    /// In sending order. They stand above the environment's. None by default.
    var headers: HeaderFields { get }
    /// None by default. Adds a `Content-Type` where `headers` has none.
    var body: EndpointBody { get }
    /// For the whole exchange with its redirects and retries; nil, the default, means the one in `options`.
    var timeout: Duration? { get }
    /// The limits and choices; the engine's defaults by default.
    var options: RequestOptions { get }
}

extension Endpoint {
    public var baseURL: String? { nil }
    public var method: HTTPMethod { .get }
    public var query: [QueryItem] { [] }
    public var headers: HeaderFields { [] }
    public var body: EndpointBody { .none }
    public var timeout: Duration? { nil }
    public var options: RequestOptions { RequestOptions() }
}

/// An endpoint as a value: made on the spot, or a copy of another one to be changed.
public struct AnyEndpoint: Endpoint {
    public var baseURL: String?
    public var path: String
    public var method: HTTPMethod
    public var query: [QueryItem]
    public var headers: HeaderFields
    public var body: EndpointBody
    public var timeout: Duration?
    public var options: RequestOptions

    public init(
        _ method: HTTPMethod = .get, _ path: String, baseURL: String? = nil, query: [QueryItem] = [],
        headers: HeaderFields = [], body: EndpointBody = .none, timeout: Duration? = nil,
        options: RequestOptions = RequestOptions()
    ) {
        self.baseURL = baseURL
        self.path = path
        self.method = method
        self.query = query
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.options = options
    }

    public init(_ endpoint: some Endpoint) {
        self.init(
            endpoint.method, endpoint.path, baseURL: endpoint.baseURL, query: endpoint.query,
            headers: endpoint.headers, body: endpoint.body, timeout: endpoint.timeout, options: endpoint.options)
    }
}
