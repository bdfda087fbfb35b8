/// One request of an API, described as a type.
///
/// Only `path` is required; an enum with a case for each request works as well as a struct:
/// ```swift
/// enum Shop: Endpoint {
///     typealias Response = Order
///
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
///
/// let order = try await engine.fetch(Shop.order(id: 7), in: production)
/// ```
/// `AnyEndpoint` is the same as a value.
public protocol Endpoint<Response>: Sendable {
    /// What `Engine.fetch` makes of the response. By default a `DecodedBody`: what the media type of the response says.
    associatedtype Response: Sendable = DecodedBody

    /// Decodes the body to a `Response`.
    ///
    /// The default for a `Decodable` type reads JSON, or a form where the response is one; `String` is the text of the body,
    /// `[UInt8]` and `Data` are its bytes, and an empty body is nil for an optional type. Any other decoder also names the type:
    /// `var decoder: any ResponseDecoder<XMLTree> { .xml }`.
    var decoder: any ResponseDecoder<Response> { get }
    /// nil, the default, means the environment's.
    var baseURL: String? { get }
    /// Relative to the base URL, with or without a slash at the front; empty for the base URL itself. It may carry a
    /// query. As an exception a full `http` or `https` URL, which is used as it is.
    ///
    /// Encode outside text with `PercentEncoding.component`: a slash or a question mark has a meaning here.
    var path: String { get }
    /// GET by default.
    var method: HTTPMethod { get }
    /// In the order they are sent, after the query of the path; names may repeat. None by default.
    var query: [QueryItem] { get }
    /// In the order they are sent. They override the environment's. None by default.
    var headers: HeaderFields { get }
    /// None by default. Adds a `Content-Type` where `headers` has none.
    var body: EndpointBody { get }
    /// For the whole exchange with its redirects and retries; nil, the default, means the one in `options`.
    var timeout: Duration? { get }
    /// How the cache is used; nil, the default, means the mode in `options`.
    var cacheMode: CacheMode? { get }
    /// The statuses with which it succeeds, such as `200...399`; nil, the default, means those in `options`.
    var successStatuses: ClosedRange<Int>? { get }
    /// The limits and choices; by default it sets none, and the engine's apply.
    var options: RequestOptions { get }
    /// Adapt its requests after those of the engine and of the environment, in this order. None by default.
    var interceptors: [any Interceptor] { get }
}

extension Endpoint {
    /// nil: the environment's.
    public var baseURL: String? { nil }
    /// GET.
    public var method: HTTPMethod { .get }
    /// No items.
    public var query: [QueryItem] { [] }
    /// No fields.
    public var headers: HeaderFields { [] }
    /// No body.
    public var body: EndpointBody { .none }
    /// nil: the total limit in `options`, which is 60 s by default.
    public var timeout: Duration? { nil }
    /// nil: the mode in `options`, which is `default` by default.
    public var cacheMode: CacheMode? { nil }
    /// nil: those in `options`, which are 200 to 299 by default.
    public var successStatuses: ClosedRange<Int>? { nil }
    /// The engine's.
    public var options: RequestOptions { RequestOptions() }
    /// None.
    public var interceptors: [any Interceptor] { [] }
}

extension Endpoint where Response == DecodedBody {
    /// By the media type of the response.
    public var decoder: any ResponseDecoder<DecodedBody> { .byMediaType }
}

extension Endpoint where Response: Decodable {
    /// The text for `String`, the bytes for `[UInt8]` and `Data`, and JSON or a form for any other type.
    public var decoder: any ResponseDecoder<Response> {
        // A request for a string or bytes does not mean a JSON string or an array of numbers.
        (TextDecoder() as? any ResponseDecoder<Response>) ?? (RawDecoder() as? any ResponseDecoder<Response>)
            ?? (DataDecoder() as? any ResponseDecoder<Response>)
            ?? FormatsByMediaType.standard.decoder(for: Response.self)
    }
}

/// An endpoint as a value: made in place, or a copy of another one to change.
///
/// ```swift
/// let orders = AnyEndpoint(.get, "orders", cacheMode: .noCache, decoder: .json([Order].self))
/// let list = try await engine.fetch(orders, in: production)
/// ```
public struct AnyEndpoint<Response: Sendable>: Endpoint {
    /// nil means the environment's.
    public var baseURL: String?
    /// Relative to the base URL, or a full URL; see `Endpoint.path`.
    public var path: String
    /// The request method; GET by default.
    public var method: HTTPMethod
    /// In the order they are sent, after the query of the path; not encoded yet.
    public var query: [QueryItem]
    /// In the order they are sent; they override the environment's.
    public var headers: HeaderFields
    /// The body with its media type.
    public var body: EndpointBody
    /// For the whole exchange with its redirects and retries; nil means the one in `options`.
    public var timeout: Duration?
    /// How the cache is used; nil means the mode in `options`.
    public var cacheMode: CacheMode?
    /// The statuses with which it succeeds; nil means those in `options`.
    public var successStatuses: ClosedRange<Int>?
    /// The limits and choices of the request.
    public var options: RequestOptions
    /// Adapt the request after those of the engine and of the environment.
    public var interceptors: [any Interceptor]
    /// Decodes the body of a success to a `Response`.
    public var decoder: any ResponseDecoder<Response>

    /// An endpoint made in place.
    /// - Parameters:
    ///   - method: default GET.
    ///   - path: relative to the base URL, or a full URL.
    ///   - baseURL: nil, the default, means the environment's.
    ///   - query: added to that of the path; replaces items of the same name in the environment. Default none.
    ///   - headers: win over those of the environment. Default none.
    ///   - body: default none.
    ///   - timeout: limits the whole exchange; nil, the default, means the one in `options`.
    ///   - cacheMode: nil, the default, means the one in `options`.
    ///   - successStatuses: which statuses are a success; nil, the default, means those in `options`.
    ///   - options: what they do not set is that of the engine.
    ///   - interceptors: called after those of the environment. Default none.
    ///   - decoder: also names the type of the response, such as `.json(Order.self)`.
    public init(
        _ method: HTTPMethod = .get, _ path: String, baseURL: String? = nil, query: [QueryItem] = [],
        headers: HeaderFields = [], body: EndpointBody = .none, timeout: Duration? = nil,
        cacheMode: CacheMode? = nil, successStatuses: ClosedRange<Int>? = nil,
        options: RequestOptions = RequestOptions(), interceptors: [any Interceptor] = [],
        decoder: some ResponseDecoder<Response>
    ) {
        self.baseURL = baseURL
        self.path = path
        self.method = method
        self.query = query
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.cacheMode = cacheMode
        self.successStatuses = successStatuses
        self.options = options
        self.interceptors = interceptors
        self.decoder = decoder
    }

    /// A copy of another endpoint, to change.
    public init(_ endpoint: some Endpoint<Response>) { self.init(endpoint, decoder: endpoint.decoder) }

    /// The same request with another decoder: one endpoint, several responses.
    public init(_ endpoint: some Endpoint, decoder: any ResponseDecoder<Response>) {
        baseURL = endpoint.baseURL
        path = endpoint.path
        method = endpoint.method
        query = endpoint.query
        headers = endpoint.headers
        body = endpoint.body
        timeout = endpoint.timeout
        cacheMode = endpoint.cacheMode
        successStatuses = endpoint.successStatuses
        options = endpoint.options
        interceptors = endpoint.interceptors
        self.decoder = decoder
    }
}

extension AnyEndpoint where Response == DecodedBody {
    /// Decoded by the media type of the response.
    public init(
        _ method: HTTPMethod = .get, _ path: String, baseURL: String? = nil, query: [QueryItem] = [],
        headers: HeaderFields = [], body: EndpointBody = .none, timeout: Duration? = nil,
        cacheMode: CacheMode? = nil, successStatuses: ClosedRange<Int>? = nil,
        options: RequestOptions = RequestOptions(), interceptors: [any Interceptor] = []
    ) {
        self.init(
            method, path, baseURL: baseURL, query: query, headers: headers, body: body, timeout: timeout,
            cacheMode: cacheMode, successStatuses: successStatuses, options: options, interceptors: interceptors,
            decoder: MediaTypeDecoder())
    }
}
