import NetEngine

/// What this program names itself: error categories, timing phases, what the cache did.
extension Term {
    /// Title and hint are those of the engine's table.
    static let categories: [Term] = ErrorCategory.allCases.map { category in
        Term(.category, category.rawValue, title: category.title, "", "\(meaning(of: category)) Try: \(category.hint)")
    }

    private static func meaning(of category: ErrorCategory) -> String {
        switch category {
        case .requestBuild: "Nothing was sent: a part of the request is not valid, or a variable has no value."
        case .offline: "Nothing was sent: this machine has no route to the network."
        case .dns: "The name server knows no address for the host, or did not respond."
        case .connect:
            "Nobody accepted the connection (refused, unreachable), or it was lost before the first byte of the response."
        case .tls:
            "The connection is there, but its handshake failed or the certificate is not trusted. The TLS tab shows the chain."
        case .proxy: "The proxy refused, wants a login, or could not reach the server."
        case .timeout:
            "A time limit passed; the phase says in which part. first-byte means that the server was silent after the request."
        case .protocol:
            "The response is not correct HTTP, or was cut off: a body shorter than declared, a bad chunk, a coding that cannot be decoded."
        case .redirect: "Too many redirects, a circle, or a target that is neither http nor https."
        case .clientError: "A status from 400 to 499: the server says that the request is wrong."
        case .serverError: "A status from 500 to 599: the server says that it failed itself."
        case .unexpectedStatus:
            "A status that is neither a success nor an error, such as a redirect that is not followed."
        case .decoding: "The response is complete, but its body is not what the request expects (# @expect)."
        case .api: "HTTP says success, but the envelope in the body (# @envelope) or GraphQL's errors say failure."
        case .tooLarge:
            "A limit was passed: of the header, of the body, or of the room on the disk. What came until then is kept."
        case .cache: "only-if-cached was asked for, and nothing stored fits."
        case .cancelled: "You, or the end of the program, cancelled it."
        case .internal: "An error of this program, or of something on this machine that it needs."
        }
    }

    static let phases: [Term] = Phase.allCases.map {
        Term(.phase, $0.rawValue, also: names(of: $0), "", meaning(of: $0))
    }

    private static func names(of phase: Phase) -> [String] { phase == .wait ? [phase.timeoutName, "TTFB"] : [] }

    private static func meaning(of phase: Phase) -> String {
        switch phase {
        case .queue:
            "Waiting for a free connection, before any work. Long where many requests go to one server at a time."
        case .dns:
            "Looking up the host name. Missing for an address and on a reused connection; long the first time, or with a slow name server."
        case .connect: "TCP's handshake: one round trip to the server. Through a proxy its tunnel too."
        case .tls: "The TLS handshake: one round trip with TLS 1.3, two with 1.2. Missing on a reused connection."
        case .send:
            "Until the last byte of the request was handed to the kernel. Long for a large body on a slow uplink."
        case .wait:
            "From the last byte of the request to the first of the response: a round trip and the server's work. Server-Timing may say what it did."
        case .receive:
            "From the first byte of the response to the last. Long for large bodies and, by their nature, for streams."
        case .total: "From the start of work to the end, with all redirects and retries and the time between them."
        }
    }

    static let cacheWords: [Term] =
        CacheDecision.Outcome.allCases.map { Term(.cache, $0.rawValue, "RFC 9111 §4", meaning(of: $0)) } + [
            Term(
                .cache, "fresh", "RFC 9111 §4.2",
                "Its age is below its lifetime: it may be used without asking the server."),
            Term(
                .cache, "age", "RFC 9111 §4.2.3",
                "How long ago the server made the response: the larger of the Age header plus delay and the time since Date, and then the time in this cache."
            ),
            Term(
                .cache, "lifetime", also: ["freshness lifetime"], "RFC 9111 §4.2.1",
                "How long a response is fresh: max-age, or Expires minus Date, or a guess. A shared cache takes s-maxage first."
            ),
            Term(
                .cache, "heuristic", also: ["heuristic freshness"], "RFC 9111 §4.2.2",
                "A lifetime that nobody gave: a tenth of the time since Last-Modified. Send max-age to avoid the guess."
            ),
            Term(
                .cache, "validation", also: ["revalidation", "validator"], "RFC 9111 §4.3",
                "Asking the server whether a stored response is still valid, by its ETag or Last-Modified. 304 says yes and costs no body."
            ),
            Term(
                .cache, "invalidation", "RFC 9111 §4.4",
                "A successful POST, PUT, PATCH or DELETE makes the cache forget what is stored for that URL."),
            Term(
                .cache, "shared cache", "RFC 9111 §1",
                "The cache of a proxy or CDN, for many users. It must not store what is private, or what was requested with Authorization."
            ),
        ]

    private static func meaning(of outcome: CacheDecision.Outcome) -> String {
        switch outcome {
        case .hit: "A stored response that is fresh. The server was not asked."
        case .revalidated:
            "The server was asked whether the stored response is still valid and said 304: only headers were sent."
        case .stale:
            "A stored response past its lifetime, which a rule permits: stale-while-revalidate, stale-if-error, max-stale, or a mode."
        case .miss: "The cache was asked and could not help: nothing stored, another variant, or expired and changed."
        case .bypass: "The cache was not asked: the method, no-store, or the mode says so."
        }
    }
}
