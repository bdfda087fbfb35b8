/// Fields for every request that does not have one of that name.
public struct DefaultHeaders: Interceptor {
    private let fields: HeaderFields

    /// Fields that are sent only to the origin at which an exchange begins, since a default may be a key under any name.
    public init(_ fields: HeaderFields) {
        self.fields = HeaderFields(
            fields.map { HeaderField(nameBytes: $0.nameBytes, valueBytes: $0.valueBytes, origin: .environment) })
    }

    /// Adds each field whose name the request does not have.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard !context.isOtherOrigin else { return request }
        var request = request
        let own = request.headers
        for field in fields where !own.contains(field.name) { request.headers.append(field) }
        return request
    }
}

/// A `User-Agent` for every request that types none; goes everywhere.
public struct UserAgent: Interceptor {
    private let text: String

    /// The text of the field, such as `shop/2.1`; a line break in it makes each request fail with `request-build`.
    public init(_ text: String) { self.text = text }

    /// Adds the field where the request has none.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard !request.headers.contains("User-Agent") else { return request }
        var request = request
        request.headers.append(HeaderField("User-Agent", text, origin: .engine))
        return request
    }
}

/// A random id that all requests of an exchange share, so that the logs of both ends can be matched; goes
/// everywhere. A typed field of that name stays.
public struct RequestID: Interceptor {
    private let name: String

    /// The name of the field; default `X-Request-Id`.
    public init(header name: String = "X-Request-Id") { self.name = name }

    /// Adds `InterceptorContext.traceID`, where the request has no such field.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard !request.headers.contains(name) else { return request }
        var request = request
        request.headers.append(HeaderField(name, context.traceID, origin: .engine))
        return request
    }
}
