/// The sentences of failures that the engine itself finds. One place, so that all of them speak alike.
extension EngineError {
    static func badURL(_ what: String) -> EngineError {
        EngineError(.requestBuild, "URL: \(what).", hint: "Write a URL such as http://host:8080/path?name=value.")
    }

    static func badTarget(_ what: String) -> EngineError {
        EngineError(
            .requestBuild, "Target: \(what).",
            hint: "Send OPTIONS to a URL without path and query, or ask for a resource (RFC 9112 §3.2.4).")
    }

    static func badMethod(_ method: String) -> EngineError {
        EngineError(
            .requestBuild, "Method: \(quoted(method)) is not a method token.",
            hint: "A method is one word of letters, digits and !#$%&'*+-.^_`|~ (RFC 9110 §5.6.2).")
    }

    static func badHeader(_ name: String, _ what: String, hint: String) -> EngineError {
        EngineError(.requestBuild, "Header \(quoted(name)): \(what).", hint: hint)
    }

    static func badBody(_ what: String, hint: String, underlying: UnderlyingCode? = nil) -> EngineError {
        EngineError(.requestBuild, "Body: \(what).", hint: hint, underlying: underlying)
    }

    /// - Parameter what: a clause, or the sentence of another error.
    static func badRedirect(_ what: String) -> EngineError {
        EngineError(
            .redirect, "The redirect cannot be followed: \(what.hasSuffix(".") ? String(what.dropLast()) : what).")
    }

    /// The body of a request holds a secret, and a redirect leads to another origin.
    static func secretBody(status: Int, to url: HTTPURL) -> EngineError {
        EngineError(
            .redirect,
            "The redirect was not followed: its status \(status) would send the body, which holds a secret, "
                + "to another server, \(url.origin).",
            hint: "If that server may have it, write \(url.origin) into the URL of the request and send it again.")
    }

    /// - Parameter part: of the request, with what is too large about it.
    static func headTooLarge(_ part: String) -> EngineError {
        EngineError(
            .requestBuild, "\(part); the head of a request has room for \(byteCount(RequestBuilder.maxHeadBytes)).",
            hint: "Send what is long in the body.")
    }

    static func tooManyRedirects(limit: Int) -> EngineError {
        EngineError(
            .redirect, "More than \(limit) redirects were sent.",
            hint: "Look at the Location fields of the hops, or raise the limit of redirects.")
    }

    static func redirectLoop(_ url: HTTPURL) -> EngineError {
        EngineError(
            .redirect, "The redirects run in a circle: \(url.withoutUserInfo) was asked for already.",
            hint: "Look at the Location fields of the hops; the server may want a cookie that was not sent.")
    }

    static func onlyIfCachedUnmet(_ why: String) -> EngineError {
        EngineError(
            .cache, "Nothing that is stored may be used (\(why)), and only-if-cached forbids to ask the server.",
            hint: "Send it once without only-if-cached.", status: 504)
    }

    package static func cancelled() -> EngineError { EngineError(.cancelled, "The request was cancelled.") }

    static func offline(_ host: String) -> EngineError {
        EngineError(.offline, "This machine has no network connection, so \(host) was not asked.")
    }

    static func noNetworkInTime(_ host: String, limit: Duration?, phase: Phase) -> EngineError {
        let amount = limit.map { " of \(seconds($0))" } ?? ""
        return EngineError(
            .timeout, phase: phase,
            "The total limit\(amount) passed while \(host) could not be asked, for this machine has no network.",
            hint: "Check the network connection of this machine, or raise the total timeout.")
    }

    /// - Parameter isTotal: whether the limit of the whole exchange struck, in whatever phase.
    /// - Parameter proxy: where the time was spent on the proxy and not on the server.
    package static func timeout(
        _ phase: Phase, isTotal: Bool, limit: Duration?, url: HTTPURL, proxy: ProxyServer? = nil
    ) -> EngineError {
        let place = proxy.map { "the proxy \($0)" } ?? url.hostAndPort
        let host = proxy.map { "of the proxy \($0.host)" } ?? url.host
        let doing =
            switch phase {
            case .queue: "before work began"
            case .dns: "while the name \(host) was looked up"
            case .connect: "while connecting to \(place)"
            case .tls: "during the TLS handshake with \(place)"
            case .send: "while the request was sent to \(place)"
            case .wait: "while waiting for the first byte from \(place)"
            case .receive: "while receiving the answer from \(place)"
            case .total: "between two requests"
            }
        let amount = limit.map { " of \(seconds($0))" } ?? ""
        let name = isTotal ? "total" : phase.timeoutName
        return EngineError(
            .timeout, phase: phase, "The \(name) limit\(amount) passed \(doing).",
            hint: "Try again, or raise the \(name) timeout.")
    }

    static func status(_ status: Int) -> EngineError? {
        switch status {
        case 200...299: nil
        case 400...499: EngineError(.clientError, "The server answered with status \(status).", status: status)
        case 500...599: EngineError(.serverError, "The server answered with status \(status).", status: status)
        case 300...399:
            EngineError(
                .unexpectedStatus, "The server answered with status \(status), which is not a success.",
                hint: "Look at the Location field, or let redirects be followed.", status: status)
        default:
            EngineError(
                .unexpectedStatus, "The server answered with status \(status), which is no final status of HTTP.",
                status: status)
        }
    }

    /// `1.5 s`, `250 ms`.
    package static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        if seconds == 0 { return "\(milliseconds) ms" }
        guard milliseconds > 0 else { return "\(seconds) s" }
        var digits = String(milliseconds + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(seconds).\(digits) s"
    }

    /// `256 KiB` where it comes out even, bytes otherwise.
    package static func byteCount(_ count: Int) -> String {
        for (size, unit) in [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
        where count >= size && count.isMultiple(of: size) {
            return "\(count / size) \(unit)"
        }
        return "\(count) bytes"
    }

    /// The text between quotation marks, cut to a length that fits a sentence.
    package static func quoted(_ text: String) -> String {
        text.count > 40 ? "\"\(text.prefix(39))…\"" : "\"\(text)\""
    }
}

extension HTTPURL {
    /// The same URL, without `user:password`: what sentences and logs may show.
    public var withoutUserInfo: HTTPURL {
        HTTPURL(
            scheme: scheme, userInfo: nil, host: host, explicitPort: explicitPort, path: path, query: query)
    }
}
