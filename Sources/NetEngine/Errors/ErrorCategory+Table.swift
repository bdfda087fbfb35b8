/// The one table of what each category means and what the user can try. The ids are the raw values.
extension ErrorCategory {
    /// What the category means, as a heading: without host, number or any other data of the exchange.
    public var title: String { row.title }

    /// The hint if nothing better is known.
    public var hint: String { row.hint }

    /// Whether the same request may succeed when it is sent again unchanged.
    ///
    /// Says nothing about safety: a method that is not idempotent must not be repeated because of it
    /// (`HTTPMethod.isIdempotent`).
    public var isRetryable: Bool { row.isRetryable }

    private var row: (title: String, hint: String, isRetryable: Bool) {
        switch self {
        case .requestBuild:  // The same draft gives the same error.
            ("The request cannot be built", "Correct the named part of the request.", false)
        case .offline:  // A cable or a wireless network comes back.
            ("This machine has no network", "Check the network connection of this machine.", true)
        case .dns:  // Resolvers fail for moments; a wrong name stays wrong, which costs one more try.
            ("The host name was not found", "Check the spelling of the host and the name server.", true)
        case .connect:  // A server that restarts refuses for a moment.
            ("No connection to the server", "Check host and port, and that the server is running.", true)
        case .tls:  // Certificates do not heal by themselves.
            ("No secure connection", "Look at the certificate and the TLS versions of the server.", false)
        case .proxy:
            ("The proxy failed", "Check the address and the login of the proxy.", true)
        case .timeout:
            ("It took too long", "Try again, or raise the limit of the named phase.", true)
        case .protocol:  // A body that was cut can come whole the next time.
            (
                "The response is not correct HTTP",
                "Look at the raw response; the server, or something between, sent it wrong.", true
            )
        case .redirect:
            ("The redirects lead nowhere", "Look at the Location fields of the hops.", false)
        case .clientError:
            ("The server refused the request", "Look at the body of the response for the reason.", false)
        case .serverError:
            ("The server failed", "Try again later, or look at the logs of the server.", true)
        case .unexpectedStatus:
            ("The status is not a success", "Look at the status and the headers of the response.", false)
        case .decoding:
            ("The body is not what was declared", "Compare the body with what the request expects.", false)
        case .api:
            ("The API reports a failure", "Look at the message in the body.", false)
        case .tooLarge:
            ("The response is too large", "Raise the limit, or ask for less.", false)
        case .cache:
            ("The cache has no usable response", "Send without only-if-cached.", false)
        case .cancelled:
            ("Cancelled", "Send it again when you want the response.", true)
        case .internal:
            ("An internal error", "Report it with the code below.", false)
        }
    }
}

extension EngineError {
    /// Whether the same request may succeed when it is sent again unchanged; see `ErrorCategory.isRetryable`.
    /// A client error is worth another try only for 408, 425 and 429 (RFC 9110 §15.5.9, RFC 8470, RFC 6585 §4),
    /// a server error not for 501 and 505 (RFC 9110 §15.6), a proxy's
    /// answer only for its 5xx.
    public var isRetryable: Bool {
        guard let status else { return category.isRetryable }
        switch category {
        case .clientError: return [408, 425, 429].contains(status)
        case .serverError: return ![501, 505].contains(status)
        // A proxy that could not reach the server may do so later; one that forbids it will go on.
        case .proxy: return status >= 500
        default: return category.isRetryable
        }
    }

    package init(
        _ category: ErrorCategory, phase: Phase? = nil, _ sentence: String, hint: String? = nil,
        underlying: UnderlyingCode? = nil, status: Int? = nil, isConnectionLoss: Bool = false
    ) {
        self.init(
            category: category, phase: phase, sentence: sentence, hint: hint ?? category.hint, underlying: underlying,
            status: status, isConnectionLoss: isConnectionLoss)
    }
}
