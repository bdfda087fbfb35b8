/// A request as the user or a program describes it, not checked yet.
///
/// A draft can be invalid (an empty URL, a method with a space): `RequestBuilder` finds the error and names the part.
public struct RequestDraft: Sendable, Hashable {
    /// As written; sent exactly so. An empty method means GET.
    public var method: String
    /// An absolute `http` or `https` URL; without a scheme, `http` is meant.
    public var url: String
    /// Which part of the URL is in the request line. Default `resource`.
    public var target: RequestTarget
    /// In the order they are sent. A field with an empty value is sent with an empty value.
    public var headers: HeaderFields
    /// What is sent after the head. Default none.
    public var body: RequestBody
    /// The limits and choices of this request.
    public var options: RequestOptions

    /// A request as described; nothing is checked here.
    /// - `method`: default GET.
    /// - `url`: absolute; without a scheme `http` is meant.
    /// - `target`: default the path and query of the URL.
    /// - `options`: default the engine's limits.
    public init(
        method: String = "GET", url: String, target: RequestTarget = .resource, headers: HeaderFields = [],
        body: RequestBody = .none, options: RequestOptions = RequestOptions()
    ) {
        self.method = method
        self.url = url
        self.target = target
        self.headers = headers
        self.body = body
        self.options = options
    }
}

extension RequestDraft {
    /// The URL as it is sent.
    /// - Throws: `request-build`, naming the part that is wrong.
    package func parsedURL() throws(EngineError) -> HTTPURL {
        try HTTPURL.parse(url, asWritten: options.sendsURLAsWritten)
    }

    /// The same, with the options of the layer before where it sets none.
    func over(_ options: RequestOptions) -> RequestDraft {
        var draft = self
        draft.options = draft.options.over(options)
        return draft
    }
}

/// What a request is about: a resource of a server, or the server itself (RFC 9112 §3.2).
public enum RequestTarget: Sendable, Hashable {
    /// What the URL names. Its path and query are sent; to a proxy that sees the request, all of it.
    case resource
    /// The server as a whole: `*` is sent, for which only OPTIONS has a use (RFC 9112 §3.2.4). To a proxy that sees the
    /// request the URL is sent without a path, and the last proxy makes `*` of it. The URL of the draft then has neither a
    /// path, other than `/`, nor a query; in the `PreparedRequest` the path is empty (RFC 9110 §9.3.7). A redirect leads to
    /// a resource.
    case server
}
