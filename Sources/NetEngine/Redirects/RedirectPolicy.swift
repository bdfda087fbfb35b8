/// Where a redirect leads and what of the request goes along (RFC 9110 §15.4, and the Fetch standard, "HTTP-redirect
/// fetch"). Pure.
package enum RedirectPolicy {
    /// Whether the answer asks for another request: a redirect status with a `Location`.
    package static func isRedirect(status: Int, headers: HeaderFields) -> Bool {
        switch status {
        case 301, 302, 303, 307, 308: headers.contains("Location")
        default: false
        }
    }

    /// The draft of the next hop.
    /// - Throws: `redirect`, when the `Location` cannot be followed.
    static func next(after request: PreparedRequest, response: Response) throws(EngineError) -> RequestDraft {
        let locations = response.headers.values("Location")
        guard let location = locations.first, locations.allSatisfy({ $0 == location }) else {
            throw .badRedirect("it has several Location fields that differ")
        }
        let url = try request.url.resolve(location)
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
                "Transfer-Encoding", "Expect", "Digest", "Content-Digest", "Trailer",
            ] {
                headers.remove(name)
            }
        }
        if !url.isSameOrigin(as: request.url) {
            headers = HeaderFields(
                headers.fields.filter {
                    !CredentialFields.isCredential($0.name) && !$0.isNamed("Host")
                        && ![.auth, .cookie, .environment].contains($0.origin)
                })
        }
        return RequestDraft(
            method: method.rawValue, url: url.description, headers: headers, body: body, options: request.options)
    }

    /// What the engine added is added anew for the next URL.
    private static func isCarriedOn(_ field: HeaderField) -> Bool {
        field.origin != .engine && !(field.origin == .auth && field.isNamed("Authorization"))
    }
}

/// Which header fields carry a secret, as far as their names tell.
public enum CredentialFields {
    private static let words = [
        "authorization", "cookie", "token", "api-key", "apikey", "api_key", "secret", "password", "passwd",
        "credential", "session", "signature", "auth-key", "access-key", "x-auth", "x-csrf", "x-xsrf", "jwt",
    ].map { Array($0.utf8) }

    /// Whether a field of that name is kept from other origins, and from logs.
    public static func isCredential(_ name: String) -> Bool {
        // Byte by byte: a log asks this of every name that it meets, and a search in texts costs a hundred times as much.
        let lower = Array(name.lowercased().utf8)
        return words.contains { ByteSearch.contains($0, in: lower) }
    }
}
