/// A checked request that can be sent.
public struct PreparedRequest: Sendable, Hashable {
    private struct Content: Sendable, Hashable {
        let method: HTTPMethod
        let url: HTTPURL
        let headers: HeaderFields
        let body: RequestBody
        let options: RequestOptions
        let proxy: ProxyServer?
    }

    private let content: Shared<Content>

    /// A valid token (RFC 9110 §9.1).
    public var method: HTTPMethod { content.value.method }
    /// Absolute, and legal in every byte unless `options.sendsURLAsWritten`; what is sent in any case.
    public var url: HTTPURL { content.value.url }
    /// In the order they are sent, with those that the engine added; see `HeaderField.origin`.
    public var headers: HeaderFields { content.value.headers }
    /// As drafted.
    public var body: RequestBody { content.value.body }
    /// As drafted; `decodesContent` is off where the draft types an `Accept-Encoding`.
    public var options: RequestOptions { content.value.options }
    /// The proxy that `options.proxy` selects for this URL.
    public var proxy: ProxyServer? { content.value.proxy }

    /// A request as `RequestBuilder` makes them: for tests of a transport. Nothing is checked here.
    public init(
        method: HTTPMethod, url: HTTPURL, headers: HeaderFields, body: RequestBody, options: RequestOptions,
        proxy: ProxyServer? = nil
    ) {
        content = Shared(
            Content(
                method: method, url: url, headers: headers, body: body, options: options, proxy: proxy))
    }
}
