/// Checks a draft and completes it to a request that can be sent. Pure, except that it reads the sizes of body files.
///
/// Fields the engine adds carry the origin `.engine`, so a preview shows exactly the fields that are sent, in order:
/// `Host`, then `User-Agent`, `Accept`, `Accept-Encoding` where the draft has none, then the draft's own, then
/// `Content-Length`. No `Content-Type` and no `Expect` is ever added. (libcurl moves a typed `Host` to the front.)
/// A draft of a request that was sent before may hold them: with the origin `.engine` they stay where they are.
public struct RequestBuilder: Sendable {
    /// `NetEngine/1.0`.
    public static let defaultUserAgent = "NetEngine/1.0"

    /// The `User-Agent` of requests that type none.
    public var userAgent: String { didSet { userAgentField = Self.field("User-Agent", userAgent) } }
    /// The variables behind the proxy choice `environment`.
    public var proxyEnvironment: ProxyEnvironment
    /// Made once: copies of a field share its bytes.
    private var userAgentField: HeaderField
    private static let acceptField = field("Accept", "*/*")
    private static let acceptEncodingField = field("Accept-Encoding", ContentCoding.acceptEncoding)
    private static let uncodedField = field("Accept-Encoding", "identity")
    private static let hostName = Array("Host".utf8)

    /// The limit for request line and fields together. libcurl builds a head of 1 MiB at most.
    static let maxHeadBytes = (1 << 20) - (1 << 10)

    /// A builder that reads no proxy from the process environment unless it is given one.
    /// - Parameters:
    ///   - userAgent: default `NetEngine/1.0`.
    ///   - proxyEnvironment: default the empty one.
    public init(
        userAgent: String = defaultUserAgent,
        proxyEnvironment: ProxyEnvironment = ProxyEnvironment()
    ) {
        self.userAgent = userAgent
        self.proxyEnvironment = proxyEnvironment
        userAgentField = Self.field("User-Agent", userAgent)
    }

    private static func field(_ name: String, _ value: String) -> HeaderField {
        HeaderField(name, value, origin: .engine)
    }

    /// - Throws: `request-build`, naming the part of the draft that cannot be sent.
    public func build(_ draft: RequestDraft) throws(EngineError) -> PreparedRequest {
        guard let method = HTTPMethod(draft.method.isEmpty ? "GET" : draft.method) else {
            throw .badMethod(draft.method)
        }
        let url = try url(of: draft, method: method)
        for field in draft.headers { try check(field) }
        guard draft.headers.isEmpty || draft.headers.values("Host").count < 2 else {
            throw .badHeader("Host", "there is more than one", hint: "A request has one Host field (RFC 9112 §3.2).")
        }
        var options = draft.options
        if draft.headers.contains("Accept-Encoding"),
            draft.headers.contains(where: { $0.origin != .engine && $0.isNamed("Accept-Encoding") })
        {
            options.decodesContent = false
        }
        let length = try bodyLength(draft.body, method: method)
        let isStream = length == nil && draft.body != .none
        if isStream, options.httpVersion == .http1_0 {
            throw .badBody(
                "its length is not known, which HTTP/1.0 cannot send", hint: "Give its length, or send by HTTP/1.1.")
        }
        if isStream, let value = draft.headers["Content-Length"] {
            throw .badHeader(
                "Content-Length", "\(value) is typed, but the length of the stream is not known",
                hint: "Give the length to the stream itself.")
        }
        let isChunked = try checkFraming(draft.headers, bodyLength: isStream ? 1 : length)

        var fields: [HeaderField] = []
        fields.reserveCapacity(draft.headers.count + 5)
        func addIfMissing(_ name: String, _ field: @autoclosure () -> HeaderField) {
            if !draft.headers.contains(name) { fields.append(field()) }
        }
        addIfMissing(
            "Host",
            HeaderField(nameBytes: Self.hostName, valueBytes: Array(url.hostField.utf8), origin: .engine))
        if isStream { addIfMissing("Transfer-Encoding", Self.field("Transfer-Encoding", "chunked")) }
        addIfMissing("User-Agent", userAgentField)
        addIfMissing("Accept", Self.acceptField)
        if options.decodesContent {
            // A range is one of the coded bytes (RFC 9110 §14.2), and no part of them can be decoded by itself. The Fetch
            // standard asks for the uncoded ones, too.
            addIfMissing(
                "Accept-Encoding", draft.headers.contains("Range") ? Self.uncodedField : Self.acceptEncodingField)
        }
        if let userInfo = url.userInfo, !userInfo.isEmpty {
            // A user alone has an empty password (RFC 7617 §2).
            let login = URLEncoding.decode(Array((userInfo.contains(":") ? userInfo : userInfo + ":").utf8))
            addIfMissing(
                "Authorization", HeaderField("Authorization", "Basic \(Base64.encode(login))", origin: .auth))
        }
        fields += draft.headers.fields
        try checkSize(method, url, fields)
        if let length, !isChunked { addIfMissing("Content-Length", Self.field("Content-Length", String(length))) }
        return PreparedRequest(
            method: method, url: url, headers: HeaderFields(fields), body: draft.body, options: options,
            proxy: try proxy(for: url, options))
    }

    private func checkSize(_ method: HTTPMethod, _ url: HTTPURL, _ fields: [HeaderField]) throws(EngineError) {
        // A proxy gets the whole URL in the request line.
        let line = method.rawValue.utf8.count + url.textWithoutUserInfo.utf8.count
        let size = fields.reduce(line) { $0 + $1.nameBytes.count + $1.valueBytes.count + 4 }
        guard size > Self.maxHeadBytes else { return }
        guard let longest = fields.max(by: { $0.valueBytes.count < $1.valueBytes.count }),
            longest.valueBytes.count > line
        else { throw .headTooLarge("URL: with \(url.textWithoutUserInfo.utf8.count) bytes it is too long") }
        throw .headTooLarge(
            "Header \(EngineError.quoted(longest.name)): with \(longest.valueBytes.count) bytes it is too long")
    }

    private func url(of draft: RequestDraft, method: HTTPMethod) throws(EngineError) -> HTTPURL {
        let url = try draft.parsedURL()
        guard draft.target == .server else { return url }
        guard method == .options else { throw .badTarget("* can be sent by OPTIONS only, not by \(method.rawValue)") }
        guard url.path == "/", url.query == nil else {
            throw .badTarget("* means the server as a whole, but the URL names a resource of it")
        }
        return url.withoutPath
    }

    private func proxy(for url: HTTPURL, _ options: RequestOptions) throws(EngineError) -> ProxyServer? {
        let connection = options.chosenConnection
        if let connection { try ConnectionCheck.check(connection) }
        switch options.proxy {
        case _ where connection?.unixSocket != nil: return nil
        case .none: return nil
        case .environment: return try proxyEnvironment.proxy(for: url)
        case .url(let text): return try ProxyServer(text)
        }
    }

    private func check(_ field: HeaderField) throws(EngineError) {
        guard !field.nameBytes.isEmpty, field.nameBytes.allSatisfy(HTTPToken.isTokenByte) else {
            throw .badHeader(
                field.name, "the name is not a token",
                hint: "A field name is one word of letters, digits and !#$%&'*+-.^_`|~ (RFC 9110 §5.1).")
        }
        // RFC 9110 §5.5: these three could end the field and begin another.
        guard !field.valueBytes.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
            throw .badHeader(
                field.name, "the value contains a line break or a NUL character",
                hint: "A field value is one line; remove the line break.")
        }
    }

    /// nil if a request of this method needs no `Content-Length` (RFC 9110 §8.6), and for a stream of unknown length.
    private func bodyLength(_ body: RequestBody, method: HTTPMethod) throws(EngineError) -> Int64? {
        let length: Int64?
        switch body {
        case .none:
            return method == .post || method == .put || method == .patch ? 0 : nil
        case .bytes(let bytes):
            length = Int64(bytes.count)
        case .file(let path):
            length = try BodyFile.size(path)
        case .pieces(let pieces):
            length = try BodyFile.size(of: pieces)
        case .stream(let stream):
            length = stream.length
        }
        // RFC 9110 §9.3.8 forbids it in TRACE.
        guard method != .head, method != .trace else {
            throw .badBody(
                "a \(method.rawValue) request cannot carry one", hint: "Remove the body or choose another method.")
        }
        return length
    }

    /// Whether the draft asks for chunked framing. A typed length must be the true one (RFC 9110 §8.6).
    private func checkFraming(_ headers: HeaderFields, bodyLength: Int64?) throws(EngineError) -> Bool {
        if headers.isEmpty { return false }
        for value in headers.values("Content-Length")
        where !value.utf8.allSatisfy(ASCII.isDigit) || Int64(value) != bodyLength ?? 0 {
            throw .badHeader(
                "Content-Length", "\(value) is not the length of the body, which is \(bodyLength ?? 0)",
                hint: "Remove the field; the right length is added.")
        }
        guard headers.values("Content-Length").count < 2 else {
            throw .badHeader("Content-Length", "there is more than one", hint: "Remove it; the length is added.")
        }
        let codings = headers.values("Transfer-Encoding")
        guard let coding = codings.first else { return false }
        guard codings.count == 1, coding.lowercased() == "chunked", !headers.contains("Content-Length"),
            bodyLength ?? 0 > 0
        else {
            throw .badHeader(
                "Transfer-Encoding", "only chunked, with a body and without Content-Length, can be sent",
                hint: "Remove the field; the body is framed by its length.")
        }
        return true
    }
}

extension EngineError {
    /// - Parameter part: the part of the request, and why it is too large.
    fileprivate static func headTooLarge(_ part: String) -> EngineError {
        EngineError(
            .requestBuild, "\(part); the head of a request has room for \(byteCount(RequestBuilder.maxHeadBytes)).",
            hint: "Send what is long in the body.")
    }
}
