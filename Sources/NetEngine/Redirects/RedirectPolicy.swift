/// Where a redirect leads and what of the request goes along (RFC 9110 §15.4, and the Fetch standard, "HTTP-redirect
/// fetch"). Pure.
package enum RedirectPolicy {
    /// Whether the response asks for another request: a redirect status with a `Location`.
    package static func isRedirect(status: Int, headers: HeaderFields) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: headers.contains("Location")
        default: false
        }
    }

    /// A request that follows a redirect.
    struct Next {
        var draft: RequestDraft
        /// Names of the fields that are not sent to the other origin, each once, in their order.
        var heldBack: [String] = []
    }

    /// The next request. To another origin go neither credentials nor what the caller marked as secret, because whoever
    /// can write a `Location` would otherwise get them (RFC 9110 §15.4 and §17.16.1): such fields are left out and
    /// named. Nor is the client certificate shown to it, which says who the user is.
    /// - Throws: `redirect` if the `Location` cannot be followed, or would take a secret body to another origin.
    static func next(after request: PreparedRequest, response: Response) throws(EngineError) -> Next {
        let locations = response.headers.lines("Location").map(\.valueBytes)
        guard let location = locations.first, locations.allSatisfy({ $0 == location }) else {
            throw .badRedirect("it has several Location fields that differ")
        }
        var url = try request.url.resolve(location)
        // A login in the URL is for its origin, which an absolute Location names without it.
        if url.userInfo == nil, url.isSameOrigin(as: request.url) { url = url.withUserInfo(request.url.userInfo) }
        var method = request.method
        var headers = HeaderFields(request.headers.fields.filter { isCarriedOn($0) })
        var body = request.body
        let becomesGet =
            switch response.status {
            case 301, 302: method == .post
            case 303: method != .get && method != .head
            default: false
            }
        if becomesGet {
            method = .get
            body = .none
            for name in [
                "Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length",
                "Content-Disposition", "Content-MD5", "Content-Range", "Last-Modified", "Transfer-Encoding", "Expect",
                "Digest", "Content-Digest", "Repr-Digest", "Trailer",
            ] {
                headers.remove(name)
            }
        }
        var options = request.options
        // It was for the URL that the caller wrote, not for what servers name.
        if options.sendsURLAsWritten { options.sendsURLAsWritten = false }
        var heldBack: [String] = []
        if !url.isSameOrigin(as: request.url) {
            guard body == .none || !request.options.bodyIsSecret else {
                throw .secretBody(status: response.status, to: url)
            }
            for field in headers where isHeldBack(field) && !heldBack.contains(field.name) {
                heldBack.append(field.name)
            }
            headers = HeaderFields(headers.fields.filter { !isHeldBack($0) && !$0.isNamed("Host") })
            if options.tls.clientCertificate != nil { options.tls.clientCertificate = nil }
        }
        let draft = RequestDraft(
            method: method.rawValue, url: url.description, headers: headers, body: body, options: options)
        return Next(draft: draft, heldBack: heldBack)
    }

    /// Whether another origin must not see the field.
    private static func isHeldBack(_ field: HeaderField) -> Bool {
        field.isCredential || field.origin == .cookie || field.origin == .environment
    }

    /// Fields from the engine are added again for the next URL.
    private static func isCarriedOn(_ field: HeaderField) -> Bool {
        field.origin != .engine && !(field.origin == .auth && field.isNamed("Authorization"))
    }
}
