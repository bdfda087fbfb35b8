extension RequestDraft {
    /// The request with the cookies that the jar in its options has for its URL.
    var withCookiesOfItsJar: RequestDraft {
        guard let jar = options.cookieJar, !jar.isEmpty, let url = try? parsedURL(),
            let fields = jar.adding(to: headers, for: url)
        else { return self }
        var request = self
        request.headers = fields
        return request
    }
}
