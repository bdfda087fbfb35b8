/// Everything that happened between the wish to send a request and its end.
///
/// `Engine.send` always returns one: a failure is an exchange with an `error`, and what had arrived until then
/// (status, headers, the first bytes of a body) is kept beside it.
public struct Exchange: Sendable {
    public let id: ExchangeID
    public let draft: RequestDraft
    /// When work on it began, by the wall clock.
    public let startedAt: Timestamp
    /// Every request that went out (or tried to), in order: the first, then one for each redirect or retry.
    /// Empty when the request could not be built.
    public let hops: [Hop]
    /// Phases summed over all hops; `total` is the time from the start of work to the end.
    public let timings: PhaseTimings
    /// Time between an attempt and the retry after it, summed; part of `timings.total`.
    public let retryWait: Duration
    /// What went wrong, or nil. A 4xx or 5xx answer has both a response and an error, and so has one whose body could not
    /// be decoded.
    public internal(set) var error: EngineError?
    /// The exchange that was answered with a stored answer past its lifetime, while this one asks the server (RFC 5861 §3);
    /// nil for every exchange that somebody asked for.
    public let revalidates: ExchangeID?

    public init(
        id: ExchangeID, draft: RequestDraft, startedAt: Timestamp, hops: [Hop], timings: PhaseTimings,
        retryWait: Duration = .zero, error: EngineError?, revalidates: ExchangeID? = nil
    ) {
        self.id = id
        self.draft = draft
        self.startedAt = startedAt
        self.hops = hops
        self.timings = timings
        self.retryWait = retryWait
        self.error = error
        self.revalidates = revalidates
    }

    /// What the cache did for the last hop, and why; nil where the engine has no cache, or no hop came about.
    public var cacheDecision: CacheDecision? { hops.last?.cacheDecision }
    /// The last answer, whole or not.
    public var response: Response? { hops.last?.response }
    public var redirectCount: Int { hops.count { if case .redirect = $0.cause { true } else { false } } }
    public var retryCount: Int { hops.count { $0.cause == .retry } }
    public var isSuccess: Bool { error == nil }
}

/// One request and its answer: on the wire, or out of the cache.
public struct Hop: Sendable {
    /// Why this hop was sent.
    public enum Cause: Sendable, Hashable {
        case first
        /// A redirect with this status was followed.
        case redirect(status: Int)
        /// Sent again: a kept connection had died before any byte of the answer came, the retry policy said so, or an
        /// interceptor did.
        case retry
    }

    public let cause: Cause
    public let request: PreparedRequest
    /// The header bytes as they really left, from the method to the empty line. For HTTP/2 the fields as libcurl
    /// handed them to the framing layer. Empty when nothing was sent.
    public let sentHead: [UInt8]
    /// Body bytes that left.
    public let sentBodyByteCount: Int
    public let response: Response?
    public let connection: ConnectionFacts?
    /// From the start of the exchange to the start of this hop.
    public let startOffset: Duration
    public let timings: PhaseTimings
    /// What the cache did, and why; nil where the engine has no cache.
    public let cacheDecision: CacheDecision?
    /// What the server sent where `response` was made of it and of what was stored: a 304, the rest of a part, or the error
    /// in whose place a stale answer stands.
    public let validation: Response?

    public init(
        cause: Cause, request: PreparedRequest, sentHead: [UInt8], sentBodyByteCount: Int, response: Response?,
        connection: ConnectionFacts?, startOffset: Duration, timings: PhaseTimings,
        cacheDecision: CacheDecision? = nil, validation: Response? = nil
    ) {
        self.cause = cause
        self.request = request
        self.sentHead = sentHead
        self.sentBodyByteCount = sentBodyByteCount
        self.response = response
        self.connection = connection
        self.startOffset = startOffset
        self.timings = timings
        self.cacheDecision = cacheDecision
        self.validation = validation
    }

    /// The answer as the server sent it for this hop; nil where it sent none.
    public var received: Response? {
        if let validation { return validation }
        return cacheDecision?.isFromCache == true ? nil : response
    }
}

/// A request that was checked and can be sent.
public struct PreparedRequest: Sendable, Hashable {
    public let method: HTTPMethod
    public let url: HTTPURL
    public let headers: HeaderFields
    public let body: RequestBody
    public let options: RequestOptions
    /// What `options.proxy` comes to for this URL.
    public let proxy: ProxyServer?

    public init(
        method: HTTPMethod, url: HTTPURL, headers: HeaderFields, body: RequestBody, options: RequestOptions,
        proxy: ProxyServer? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.options = options
        self.proxy = proxy
    }

    /// Whether the connection it needs ends on this machine, so that no network is asked for.
    public var staysOnThisMachine: Bool {
        if options.connection.unixSocket != nil { return true }
        return proxy?.isLoopback ?? url.isLoopback
    }
}

/// An answer, as far as it came.
public struct Response: Sendable {
    /// 100 to 599 in a correct answer; whatever three digits the server sent otherwise.
    public let status: Int
    /// The reason phrase of HTTP/1; empty in HTTP/2.
    public let reason: [UInt8]
    /// nil where the transport cannot tell.
    public let httpVersion: HTTPVersion?
    public let headers: HeaderFields
    /// Fields after a chunked body (RFC 9110 §6.5).
    public let trailers: HeaderFields
    /// The status line and header bytes as received, with the empty line; interim (1xx) answers are in `interimHeads`.
    /// Empty where the transport cannot tell.
    public let rawHead: [UInt8]
    public let interimHeads: [[UInt8]]
    /// After content decoding; what came before a failure stays. Empty for a body that was streamed.
    public let body: [UInt8]
    /// After content decoding; `body.count`, except for a body that was streamed.
    public let bodyByteCount: Int
    /// Body bytes on the wire, before content decoding and without chunk framing; nil where the transport cannot tell.
    public let wireBodyByteCount: Int?
    /// The content codings that were undone, in the order of the header (RFC 9110 §8.4).
    public let decodedCodings: [String]
    /// Whether the body came to its end as the protocol defines it (RFC 9112 §8).
    public let isComplete: Bool

    public init(
        status: Int, reason: [UInt8], httpVersion: HTTPVersion?, headers: HeaderFields, trailers: HeaderFields = [],
        rawHead: [UInt8], interimHeads: [[UInt8]] = [], body: [UInt8], bodyByteCount: Int? = nil,
        wireBodyByteCount: Int?, decodedCodings: [String] = [], isComplete: Bool
    ) {
        self.status = status
        self.reason = reason
        self.httpVersion = httpVersion
        self.headers = headers
        self.trailers = trailers
        self.rawHead = rawHead
        self.interimHeads = interimHeads
        self.body = body
        self.bodyByteCount = bodyByteCount ?? body.count
        self.wireBodyByteCount = wireBodyByteCount
        self.decodedCodings = decodedCodings
        self.isComplete = isComplete
    }
}

public enum HTTPVersion: String, Sendable, Hashable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case http1_0 = "1.0"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case http1_1 = "1.1"
    case http2 = "2"
    case http3 = "3"
}

/// What is known of the connection that carried a hop.
public struct ConnectionFacts: Sendable, Hashable {
    /// The other end of the connection: the proxy's where one was used, nil for a unix socket.
    public var remoteAddress: String?
    public var remotePort: Int?
    public var localPort: Int?
    /// Whether it had carried an earlier request.
    public var isReused: Bool
    /// For example `TLSv1.3`; nil on plain connections.
    public var tlsVersion: String?
    public var tlsCipher: String?
    /// The chain as the server sent it, leaf first.
    public var certificates: [CertificateFacts]
    /// The proxy it went through, without login, such as `http://127.0.0.1:3128`.
    public var proxy: String?
    /// The path of the unix socket that was used instead of TCP.
    public var unixSocket: String?

    public init(
        remoteAddress: String? = nil, remotePort: Int? = nil, localPort: Int? = nil, isReused: Bool = false,
        tlsVersion: String? = nil, tlsCipher: String? = nil, certificates: [CertificateFacts] = [],
        proxy: String? = nil, unixSocket: String? = nil
    ) {
        self.remoteAddress = remoteAddress
        self.remotePort = remotePort
        self.localPort = localPort
        self.isReused = isReused
        self.tlsVersion = tlsVersion
        self.tlsCipher = tlsCipher
        self.certificates = certificates
        self.proxy = proxy
        self.unixSocket = unixSocket
    }
}

/// One certificate's facts, as text by the TLS library.
public struct CertificateFacts: Sendable, Hashable {
    public var subject: String
    public var issuer: String
    public var notBefore: String
    public var notAfter: String
    public var alternativeNames: String?

    public init(
        subject: String, issuer: String, notBefore: String, notAfter: String, alternativeNames: String? = nil
    ) {
        self.subject = subject
        self.issuer = issuer
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.alternativeNames = alternativeNames
    }
}
