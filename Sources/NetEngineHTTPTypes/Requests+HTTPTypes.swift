import NetEngine

public import HTTPTypes
public import NetEngine

extension RequestDraft {
    /// The request with a body, ready for `Engine.send`.
    /// - Parameter options: default the engine's limits.
    /// - Throws: if scheme, authority and path do not make an absolute `http` or `https` URL, or it opens a tunnel (`CONNECT`, or with a protocol): the
    ///   engine does that by itself where `RequestOptions.proxy` needs it.
    public init(
        _ request: HTTPRequest, body: RequestBody = .none, options: RequestOptions = RequestOptions()
    ) throws(ConversionError) {
        if let name = request.extendedConnectProtocol {
            throw ConversionError(
                "The request opens a connection of the protocol \"\(name)\", which NetEngine does not speak.")
        }
        if request.method == .connect {
            throw ConversionError("CONNECT opens a tunnel; a proxy is asked for by RequestOptions.proxy.")
        }
        guard let scheme = request.scheme else { throw ConversionError("The request has no scheme.") }
        guard HTTPURL.Scheme(rawValue: scheme.lowercased()) != nil else {
            throw ConversionError("The scheme \"\(scheme)\" is neither http nor https.")
        }
        guard let authority = request.authority, !authority.isEmpty else {
            throw ConversionError("The request has no authority, so it names no server.")
        }
        let path = request.path ?? ""
        let isServer = path == "*" && request.method == .options
        guard isServer || path.hasPrefix("/") else {
            throw ConversionError("The path \"\(path)\" does not begin with a slash.")
        }
        guard !path.contains(bytes: "#") else {
            throw ConversionError("The path \"\(path)\" has a fragment, which is not sent.")
        }
        self.init(
            method: request.method.rawValue, url: "\(scheme)://\(authority)\(isServer ? "" : path)",
            target: isServer ? .server : .resource, headers: HeaderFields(request.headerFields), body: body,
            options: options)
    }
}

extension HTTPRequest {
    /// The head of a request as it is sent. Its body and its options are left out; a `Host` field becomes the authority.
    /// - Throws: if the URL holds a user, whose place an authority is not (RFC 9113 §8.3.1), or a field cannot be expressed.
    public init(_ request: PreparedRequest) throws(ConversionError) {
        let url = request.url
        guard url.userInfo == nil else {
            throw ConversionError("The URL holds a user, which an HTTPRequest has no place for.")
        }
        guard let method = Method(request.method.rawValue) else {
            throw ConversionError("The method \"\(request.method)\" is not one of HTTPTypes.")
        }
        let authority = url.explicitPort.map { "\(url.host):\($0)" } ?? url.host
        var headers = request.headers
        let host = headers["Host"]
        if headers.values("Host").count > 1 { throw ConversionError("The request has two Host fields.") }
        headers.remove("Host")
        self.init(
            method: method, scheme: url.scheme.rawValue, authority: host ?? authority, path: url.requestTarget,
            headerFields: try HTTPFields(headers))
    }

    /// The head of a request as it was described, before interceptors and checks. Its body and its options are left out.
    /// - Throws: if its method or URL cannot be sent, and as the same for a `PreparedRequest`.
    public init(_ draft: RequestDraft) throws(ConversionError) {
        let name = draft.method.isEmpty ? "GET" : draft.method
        guard let method = HTTPMethod(name) else { throw ConversionError("The method \"\(name)\" is not a token.") }
        let url: HTTPURL
        do { url = try draft.parsedURL() } catch { throw ConversionError(error.sentence) }
        try self.init(
            PreparedRequest(
                method: method, url: draft.target == .server ? url.withoutPath : url, headers: draft.headers,
                body: draft.body, options: draft.options))
    }
}
