/// The parts of a request that decide how the cache is used, parsed once.
struct CacheRequest: Sendable {
    let method: HTTPMethod
    let key: CacheKey
    let qualifier: String
    let headers: HeaderFields
    let mode: CacheMode
    let control: CacheControl
    /// `Pragma: no-cache`, which counts only where there is no `Cache-Control` (RFC 9111 §5.4).
    let hasPragmaNoCache: Bool
    let hasBody: Bool
    let decodesContent: Bool
    /// Of a body in memory.
    let maxBodyBytes: Int
    /// A larger body goes to a file.
    let largestInMemory: Int
    /// `StoredResponse.authorization` of a response to it.
    let authorization: String?
    private let hasAuthorization: Bool
    /// The bytes of the `Range` field.
    let rangeField: [UInt8]?
    /// nil also if the field asks for several ranges or cannot be read.
    let range: ByteRange?
    let ifRange: [UInt8]?
    let ifNoneMatch: [[UInt8]]
    let ifModifiedSince: [UInt8]?
    /// What the request's log hides wherever it occurs.
    let secrets: [RequestLogOptions.Secret]
    /// `If-Match` or `If-Unmodified-Since`, which a cache does not evaluate (RFC 9111 §4.3.2).
    let originOnlyCondition: String?

    init(_ request: PreparedRequest) {
        method = request.method
        qualifier = CacheKey.qualifier(request)
        key = CacheKey(url: request.url, qualifier: qualifier)
        headers = request.headers
        mode = request.options.cacheMode
        secrets = request.options.log?.secrets ?? []
        hasBody = request.body != .none && request.body != .bytes([])
        decodesContent = request.options.decodesContent
        maxBodyBytes = request.options.maxBytesInMemory
        largestInMemory = request.options.spooling?.threshold ?? .max
        var hasControl = false
        var pragma: [UInt8]?
        var authorization: [UInt8]?
        var cookies: [UInt8]?
        var marked: [UInt8] = []
        var rangeField: [UInt8]?
        var ifRange: [UInt8]?
        var ifNoneMatch: [[UInt8]] = []
        var ifModifiedSince: [UInt8]?
        var originOnlyCondition: String?
        // One pass over the fields: this runs for every request.
        for field in request.headers.fields {
            if !field.isNamed("Authorization"), Self.isLogin(field) {
                marked += field.nameBytes.map(URLEncoding.lowercased) + [0] + field.valueBytes + [0]
            }
            switch field.nameBytes.count {
            case 5 where field.isNamed("Range"): rangeField = field.valueBytes
            case 6 where field.isNamed("Cookie"): Self.append(field, to: &cookies)
            case 6 where field.isNamed("Pragma"): pragma = field.valueBytes
            case 8 where field.isNamed("If-Match"): originOnlyCondition = "If-Match"
            case 8 where field.isNamed("If-Range"): ifRange = field.valueBytes
            case 13 where field.isNamed("Cache-Control"): hasControl = true
            case 13 where field.isNamed("If-None-Match"): ifNoneMatch.append(field.valueBytes)
            case 13 where field.isNamed("Authorization"): Self.append(field, to: &authorization)
            case 17 where field.isNamed("If-Modified-Since"): ifModifiedSince = field.valueBytes
            case 19 where field.isNamed("If-Unmodified-Since"): originOnlyCondition = "If-Unmodified-Since"
            default: break
            }
        }
        control = hasControl ? CacheControl(request.headers) : CacheControl()
        hasPragmaNoCache =
            !hasControl
            && pragma.map { value in
                ListSyntax.split(value).contains { String(decoding: $0, as: UTF8.self).lowercased() == "no-cache" }
            } == true
        hasAuthorization = authorization != nil
        self.authorization = CacheCredentials(authorization: authorization, marked: marked, cookies: cookies).text
        self.rangeField = rangeField
        range = rangeField.flatMap(ByteRange.init)
        self.ifRange = ifRange
        self.ifNoneMatch = ifNoneMatch
        self.ifModifiedSince = ifModifiedSince
        self.originOnlyCondition = originOnlyCondition
    }

    /// Each field of a name counts, so their values are kept as one text.
    private static func append(_ field: HeaderField, to values: inout [UInt8]?) {
        values = (values.map { $0 + [0] } ?? []) + field.valueBytes
    }

    /// Whether a field identifies the user. Cookies are counted separately, unless they are marked as secret or an interceptor logs in
    /// with them.
    private static func isLogin(_ field: HeaderField) -> Bool {
        // The engine's own fields hold no credential by their name, and searching the name takes time.
        if field.origin == .engine || field.origin != .auth && field.isNamed("Cookie") { return field.isSecret }
        return field.isCredential
    }

    /// A response to it, to judge what a shared cache would do.
    func subject(_ status: Int, _ headers: HeaderFields) -> SharedCacheView.Subject {
        SharedCacheView.Subject(
            status: status, headers: headers,
            isStorableByAnybody: (method == .get || method == .head) && !hasBody && !control.noStore,
            hasAuthorization: hasAuthorization)
    }

    /// The field of the caller's own condition, of whatever kind; nil if there is none.
    var conditionField: String? {
        if !ifNoneMatch.isEmpty { return "If-None-Match" }
        if ifModifiedSince != nil { return "If-Modified-Since" }
        return originOnlyCondition ?? (ifRange == nil ? nil : "If-Range")
    }

    var hasOwnCondition: Bool { !ifNoneMatch.isEmpty || ifModifiedSince != nil }
}
