/// One request and its response: on the wire, or from the cache.
public struct Hop: Sendable {
    private struct Content: Sendable {
        let cause: Cause
        let request: PreparedRequest
        let sentHead: [UInt8]
        let sentBodyByteCount: Int
        let response: Response?
        let connection: ConnectionFacts?
        let startOffset: Duration
        let timings: PhaseTimings
        let cacheDecision: CacheDecision?
        let validation: Response?
        var heldBack: [String]
    }

    private var content: Shared<Content>

    /// What the request's cookie jar did with each `Set-Cookie` field, in order; empty if the request has no jar, or the
    /// response came from the cache.
    public internal(set) var setCookies: [SetCookieOutcome]

    /// Why this hop was sent.
    public enum Cause: Sendable, Hashable {
        /// The request that was asked for.
        case first
        /// A redirect with this status was followed.
        case redirect(status: Int)
        /// Sent again: a reused connection died before the first byte of the response, the server refused the request without
        /// acting on it, the retry policy said so, or an interceptor did.
        case retry
    }

    /// Why it was sent.
    public var cause: Cause { content.value.cause }
    /// What was sent, after interceptors and checks.
    public var request: PreparedRequest { content.value.request }
    /// The header bytes as sent, from the method to the empty line. For HTTP/2 the fields as libcurl
    /// handed them to the framing layer. Empty if nothing was sent.
    public var sentHead: [UInt8] { content.value.sentHead }
    /// Body bytes that were sent.
    public var sentBodyByteCount: Int { content.value.sentBodyByteCount }
    /// The response, as far as it arrived; nil if none did.
    public var response: Response? { content.value.response }
    /// The connection that carried it; nil if there was none, or the transport does not know.
    public var connection: ConnectionFacts? { content.value.connection }
    /// Whether TLS was agreed with the server, or its response came by https.
    package var usesTLS: Bool {
        request.url.scheme == .https && (connection?.tlsVersion != nil || response != nil)
    }
    /// From the start of the exchange to the start of this hop.
    public var startOffset: Duration { content.value.startOffset }
    /// Of this hop alone; `total` from its start to its end.
    public var timings: PhaseTimings { content.value.timings }
    /// From the start of work on the connection to the last byte of the response: the time of the network and the server,
    /// without the wait for a free connection. Nil if the cache answered and no server was asked. Where the hop ended while
    /// it waited for a connection, that wait.
    public var networkTime: Duration? {
        let timings = timings
        // The transport always measures how long a request waited for it.
        if cacheDecision?.isFromCache == true, timings.queue == nil { return nil }
        let hasBegun =
            timings.dns != nil || timings.connect != nil || timings.tls != nil || timings.send != nil
            || timings.wait != nil || timings.receive != nil
        return hasBegun ? timings.total : max(timings.queue ?? .zero, timings.total)
    }
    /// What the cache did, and why; nil if the engine has no cache.
    public var cacheDecision: CacheDecision? { content.value.cacheDecision }
    /// What the server sent, if `response` combines it with what was stored: a 304, the rest of a part, or the error
    /// that a stale response replaces.
    public var validation: Response? { content.value.validation }

    /// Names of the header fields that the redirect to this hop left out, because they hold credentials or secrets and
    /// it leads to another origin; empty for every other hop.
    public internal(set) var heldBack: [String] {
        get { content.value.heldBack }
        set {
            var new = content.value
            new.heldBack = newValue
            content = Shared(new)
        }
    }

    /// A hop as the engine makes them: for tests.
    public init(
        cause: Cause, request: PreparedRequest, sentHead: [UInt8], sentBodyByteCount: Int, response: Response?,
        connection: ConnectionFacts?, startOffset: Duration, timings: PhaseTimings,
        cacheDecision: CacheDecision? = nil, validation: Response? = nil, setCookies: [SetCookieOutcome] = [],
        heldBack: [String] = []
    ) {
        self.setCookies = setCookies
        content = Shared(
            Content(
                cause: cause, request: request, sentHead: sentHead, sentBodyByteCount: sentBodyByteCount,
                response: response, connection: connection, startOffset: startOffset, timings: timings,
                cacheDecision: cacheDecision, validation: validation, heldBack: heldBack))
    }

    /// The response as the server sent it for this hop; nil if it sent none.
    public var received: Response? {
        if let validation { return validation }
        return cacheDecision?.isFromCache == true ? nil : response
    }

    /// What the server sent for this hop, else what the cache has: for texts about what came of it. Nil if there is neither.
    package var receivedOrStored: Response? { received ?? response }
}
