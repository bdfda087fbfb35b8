/// The sentences of redirects that are not followed.
extension EngineError {
    /// - Parameter what: a clause, or the sentence of another error.
    static func badRedirect(_ what: String) -> EngineError {
        EngineError(
            .redirect, "The redirect cannot be followed: \(what.withoutFullStop).")
    }

    /// The body of a request holds a secret, and a redirect leads to another origin.
    static func secretBody(status: Int, to url: HTTPURL) -> EngineError {
        EngineError(
            .redirect,
            "The redirect was not followed: its status \(status) would send the body, which holds a secret, "
                + "to another server, \(url.origin).",
            hint: "If that server may have it, write \(url.origin) into the URL of the request and send it again.")
    }

    static func tooManyRedirects(limit: Int) -> EngineError {
        EngineError(
            .redirect, limit == 1 ? "More than 1 redirect was sent." : "More than \(limit) redirects were sent."
        ).offering(.raiseRedirectLimit)
    }

    static func redirectLoop(_ url: HTTPURL) -> EngineError {
        EngineError(
            .redirect, "The redirects run in a circle: \(url.withoutUserInfo) was asked for already.",
            hint: "Look at the Location fields of the hops; the server may want a cookie that was not sent.")
    }
}
