/// Transfer codings, which apply to one connection (RFC 9112 §7).
enum TransferCodings {
    /// A registered coding that the bytes may still be in, or nil.
    ///
    /// The field is not stored because it is about one connection; bytes in such a coding would be taken for plain ones.
    /// `chunked` is always undone. An unknown word did nothing to the bytes: they end where the connection
    /// did (RFC 9112 §6.3), and are stored as the caller got them.
    static func leftOver(_ headers: HeaderFields) -> String? {
        for field in headers.lines("Transfer-Encoding") {
            for member in ListSyntax.split(field.valueBytes) {
                let name = member.prefix { $0 != UInt8(ascii: ";") }
                let coding = String(decoding: ListSyntax.trimmed(name), as: UTF8.self).lowercased()
                if registered.contains(coding) { return coding }
            }
        }
        return nil
    }

    private static let registered: Set<String> = ["compress", "deflate", "gzip", "x-compress", "x-gzip"]
}

extension CachePolicy {
    /// How a response is to be stored.
    enum StoringVerdict: Sendable, Hashable {
        case whole
        case part(ContentRange)
        case refused(String)
    }

    /// Whether the response may be stored (RFC 9111 §3).
    static func storing(_ request: CacheRequest, _ response: Response, target: HTTPURL) -> StoringVerdict {
        let control = CacheControl(response.headers)
        if request.mode == .noStore { return .refused("mode no-store") }
        if request.control.noStore { return .refused("the request says no-store") }
        if let why = refusal(method: request, response, control, target) { return .refused(why) }
        if let why = StatusRules.refusal(response.status) { return .refused(why) }
        let isUnderstood = StatusRules.isUnderstood(response.status)
        if control.mustUnderstand, !isUnderstood {
            return .refused("must-understand, and the status \(response.status) is unknown (RFC 9111 §5.2.2.3)")
        }
        if control.noStore, !control.mustUnderstand { return .refused("no-store (RFC 9111 §5.2.2.5)") }
        let hasExpires = response.headers.contains("Expires")
        guard
            control.maxAge.isPresent || hasExpires || control.isPublic || control.isPrivate
                || StatusRules.isHeuristicallyCacheable(response.status)
        else { return .refused("status \(response.status) without max-age, Expires, public or private (RFC 9111 §3)") }
        guard response.isComplete else { return .refused("the body is not complete") }
        guard response.content.array != nil else {
            let size = EngineError.byteCount(response.content.count)
            return .refused("a body that went to a file because it is large (\(size)) is not stored")
        }
        if let coding = TransferCodings.leftOver(response.headers) {
            return .refused("its transfer coding \(coding) was not undone")
        }
        let vary = VaryKey(response: response.headers, request: request.headers)
        if vary.isStar, !response.headers.contains("ETag") { return .refused("Vary: * and no ETag") }
        guard response.status == 206 else { return .whole }
        guard request.rangeField != nil else { return .refused("206 without a Range in the request") }
        guard response.decodedCodings.isEmpty else { return .refused("206 whose bytes were decoded") }
        guard !response.content.isEmpty else { return .refused("206 without a body") }
        guard let range = ContentRange(response.headers) else {
            return .refused("206 without a single readable Content-Range")
        }
        // Fewer are kept, as some servers count one too many, but joined to nothing. Of more, nobody knows where they belong.
        guard response.content.count <= range.last - range.first + 1 else {
            return .refused("206 with more bytes than its Content-Range says (RFC 9110 §14.4)")
        }
        return .part(range)
    }

    /// Whether a response shows the current state of the resource, even if it is not stored. Errors other than 404 and 410 are about the
    /// moment, or about the user; a part and a 304 are about that one request.
    static func isNews(_ response: Response, for request: CacheRequest) -> Bool {
        guard request.method == .get, request.rangeField == nil, response.isComplete else { return false }
        switch response.status {
        case 206, 304: return false
        case 200..<400, 404, 410: return true
        default: return false
        }
    }

    private static func refusal(
        method request: CacheRequest, _ response: Response, _ control: CacheControl, _ target: HTTPURL
    ) -> String? {
        switch request.method {
        case .get: return request.hasBody ? "the request has a body" : nil
        case .head: return "a response to HEAD only renews a stored response to GET"
        case .post:
            // RFC 9110 §9.3.3: equals the response to a GET, if it says so and for how long.
            guard (200..<300).contains(response.status), response.status != 206 else {
                return "a response to POST with the status \(response.status)"
            }
            guard control.maxAge.isPresent || response.headers.contains("Expires") else {
                return "a response to POST without a lifetime"
            }
            guard let location = response.headers["Content-Location"], let url = try? target.resolve(location),
                CacheKey(url: url) == CacheKey(url: target)
            else { return "a response to POST without a Content-Location of the target itself" }
            return nil
        default: return "responses to \(request.method.rawValue) are not stored"
        }
    }

    /// The keys that an unsafe request invalidates (RFC 9111 §4.4): the target, and what `Location` and
    /// `Content-Location` name of the same origin. Empty if the request was safe or failed.
    static func invalidated(_ request: CacheRequest, _ response: Response, target: HTTPURL) -> [CacheKey] {
        guard !request.method.isSafe, (200..<400).contains(response.status) else { return [] }
        var keys = [request.key]
        for name in ["Location", "Content-Location"] {
            for field in response.headers.lines(name) {
                guard let url = try? target.resolve(field.valueBytes), url.isSameOrigin(as: target) else { continue }
                let key = CacheKey(url: url, qualifier: request.qualifier)
                if !keys.contains(key) { keys.append(key) }
            }
        }
        return keys
    }

    /// Which of the nominated stored responses a 304 is about (RFC 9111 §4.3.4); nil if none.
    static func selected(by news: HeaderFields, age: AgeSource, of nominated: [StoredResponse]) -> StoredResponse? {
        let validators = Validators(news, age: age)
        if let tag = validators.etag {
            let matching = nominated.filter { stored in
                stored.validators.etag.map { EntityTag.matchesWeakly($0, tag) } ?? false
            }
            if let newest = matching.min(by: isNewer) { return newest }
            // The request did not ask about this tag, but about others: the 304 is not about those.
            return nominated.contains { $0.validators.etag != nil } ? nil : nominated.min(by: isNewer)
        }
        // Without a tag it can only be about the one in the request.
        return nominated.count == 1 ? nominated.first : nil
    }

    /// Whether a response to HEAD renews a stored response to GET, rather than showing that it has changed (RFC 9111
    /// §4.3.5).
    static func headConfirms(_ stored: StoredResponse, _ news: HeaderFields, age: AgeSource) -> Bool {
        let validators = Validators(news, age: age)
        if let tag = validators.etag, stored.validators.etag != tag { return false }
        if validators.lastModified != nil, stored.validators.lastModified != validators.lastModified { return false }
        if let length = news["Content-Length"], let before = stored.headers["Content-Length"] {
            return length == before
        }
        return true
    }
}
