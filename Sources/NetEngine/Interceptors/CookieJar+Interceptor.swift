extension CookieJar: Interceptor {
    /// True: cookies are chosen by the URL of each request, after redirects too.
    public var choosesCredentialsByURL: Bool { true }

    /// Adds the `Cookie` field for the request's URL, unless the request types one.
    public func adapt(
        _ request: RequestDraft, context: InterceptorContext
    ) async throws(EngineError) -> RequestDraft {
        guard !request.headers.contains("Cookie"), let value = cookieField(for: context.url) else { return request }
        var request = request
        request.headers.append(HeaderField(nameBytes: Array("Cookie".utf8), valueBytes: value, origin: .cookie))
        return request
    }

    /// Stores the cookies of each response, redirects included.
    public func observe(_ outcome: HopOutcome, context: InterceptorContext) async {
        // Not from the cache: a stored Set-Cookie was read when it arrived.
        guard let response = outcome.hop.received else { return }
        store(response.headers, from: outcome.hop.request.url)
        saveLater()
    }
}
