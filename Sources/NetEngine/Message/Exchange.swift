/// Everything that happened between the wish to send a request and its end.
///
/// `Engine.send` always returns one: a failure is an exchange with an `error`, and what had arrived until then
/// (status, headers, the first bytes of a body) is kept beside it.
public struct Exchange: Sendable {
    private struct Content: Sendable {
        let id: ExchangeID
        let draft: RequestDraft
        let startedAt: Timestamp
        let hops: [Hop]
        let timings: PhaseTimings
        let retryWait: Duration
        var error: EngineError?
        let revalidates: ExchangeID?
    }

    private var content: Shared<Content>

    private mutating func change(_ body: (inout Content) -> Void) {
        var new = content.value
        body(&new)
        content = Shared(new)
    }

    public var id: ExchangeID { content.value.id }
    public var draft: RequestDraft { content.value.draft }
    /// When work on it began, by the wall clock.
    public var startedAt: Timestamp { content.value.startedAt }
    /// Every request that went out (or tried to), in order: the first, then one for each redirect or retry.
    /// Empty when the request could not be built.
    public var hops: [Hop] { content.value.hops }
    /// Phases summed over all hops; `total` is the time from the start of work to the end.
    public var timings: PhaseTimings { content.value.timings }
    /// Time between an attempt and the retry after it, summed; part of `timings.total`.
    public var retryWait: Duration { content.value.retryWait }
    /// What went wrong, or nil. A 4xx or 5xx answer has both a response and an error, and so has one whose body could not
    /// be decoded.
    public internal(set) var error: EngineError? {
        get { content.value.error }
        set { change { $0.error = newValue } }
    }
    /// The exchange that was answered with a stored answer past its lifetime, while this one asks the server (RFC 5861 §3);
    /// nil for every exchange that somebody asked for.
    public var revalidates: ExchangeID? { content.value.revalidates }

    public init(
        id: ExchangeID, draft: RequestDraft, startedAt: Timestamp, hops: [Hop], timings: PhaseTimings,
        retryWait: Duration = .zero, error: EngineError?, revalidates: ExchangeID? = nil
    ) {
        content = Shared(
            Content(
                id: id, draft: draft, startedAt: startedAt, hops: hops, timings: timings, retryWait: retryWait,
                error: error, revalidates: revalidates))
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
    }

    private let content: Shared<Content>

    /// Why this hop was sent.
    public enum Cause: Sendable, Hashable {
        case first
        /// A redirect with this status was followed.
        case redirect(status: Int)
        /// Sent again: a kept connection had died before any byte of the answer came, the retry policy said so, or an
        /// interceptor did.
        case retry
    }

    public var cause: Cause { content.value.cause }
    public var request: PreparedRequest { content.value.request }
    /// The header bytes as they really left, from the method to the empty line. For HTTP/2 the fields as libcurl
    /// handed them to the framing layer. Empty when nothing was sent.
    public var sentHead: [UInt8] { content.value.sentHead }
    /// Body bytes that left.
    public var sentBodyByteCount: Int { content.value.sentBodyByteCount }
    public var response: Response? { content.value.response }
    public var connection: ConnectionFacts? { content.value.connection }
    /// From the start of the exchange to the start of this hop.
    public var startOffset: Duration { content.value.startOffset }
    public var timings: PhaseTimings { content.value.timings }
    /// What the cache did, and why; nil where the engine has no cache.
    public var cacheDecision: CacheDecision? { content.value.cacheDecision }
    /// What the server sent where `response` was made of it and of what was stored: a 304, the rest of a part, or the error
    /// in whose place a stale answer stands.
    public var validation: Response? { content.value.validation }

    public init(
        cause: Cause, request: PreparedRequest, sentHead: [UInt8], sentBodyByteCount: Int, response: Response?,
        connection: ConnectionFacts?, startOffset: Duration, timings: PhaseTimings,
        cacheDecision: CacheDecision? = nil, validation: Response? = nil
    ) {
        content = Shared(
            Content(
                cause: cause, request: request, sentHead: sentHead, sentBodyByteCount: sentBodyByteCount,
                response: response, connection: connection, startOffset: startOffset, timings: timings,
                cacheDecision: cacheDecision, validation: validation))
    }

    /// The answer as the server sent it for this hop; nil where it sent none.
    public var received: Response? {
        if let validation { return validation }
        return cacheDecision?.isFromCache == true ? nil : response
    }
}

/// A request that was checked and can be sent.
public struct PreparedRequest: Sendable, Hashable {
    private struct Content: Sendable, Hashable {
        let method: HTTPMethod
        let url: HTTPURL
        let headers: HeaderFields
        let body: RequestBody
        let options: RequestOptions
        let proxy: ProxyServer?
    }

    private let content: Shared<Content>

    public var method: HTTPMethod { content.value.method }
    public var url: HTTPURL { content.value.url }
    public var headers: HeaderFields { content.value.headers }
    public var body: RequestBody { content.value.body }
    public var options: RequestOptions { content.value.options }
    /// What `options.proxy` comes to for this URL.
    public var proxy: ProxyServer? { content.value.proxy }

    public init(
        method: HTTPMethod, url: HTTPURL, headers: HeaderFields, body: RequestBody, options: RequestOptions,
        proxy: ProxyServer? = nil
    ) {
        content = Shared(
            Content(
                method: method, url: url, headers: headers, body: body, options: options, proxy: proxy))
    }

    /// Whether the connection it needs ends on this machine, so that no network is asked for.
    public var staysOnThisMachine: Bool {
        if options.connection.unixSocket != nil { return true }
        return proxy?.isLoopback ?? url.isLoopback
    }
}

/// An answer, as far as it came.
public struct Response: Sendable {
    private struct Content: Sendable {
        let status: Int
        let reason: [UInt8]
        let httpVersion: HTTPVersion?
        let headers: HeaderFields
        let trailers: HeaderFields
        let rawHead: [UInt8]
        let interimHeads: [[UInt8]]
        let body: [UInt8]
        let bodyByteCount: Int
        let wireBodyByteCount: Int?
        let decodedCodings: [String]
        let isComplete: Bool
    }

    private let content: Shared<Content>

    /// 100 to 599 in a correct answer; whatever three digits the server sent otherwise.
    public var status: Int { content.value.status }
    /// The reason phrase of HTTP/1; empty in HTTP/2.
    public var reason: [UInt8] { content.value.reason }
    /// nil where the transport cannot tell.
    public var httpVersion: HTTPVersion? { content.value.httpVersion }
    public var headers: HeaderFields { content.value.headers }
    /// Fields after a chunked body (RFC 9110 §6.5).
    public var trailers: HeaderFields { content.value.trailers }
    /// The status line and header bytes as received, with the empty line; interim (1xx) answers are in `interimHeads`.
    /// Empty where the transport cannot tell.
    public var rawHead: [UInt8] { content.value.rawHead }
    public var interimHeads: [[UInt8]] { content.value.interimHeads }
    /// After content decoding; what came before a failure stays. Empty for a body that was streamed.
    public var body: [UInt8] { content.value.body }
    /// After content decoding; `body.count`, except for a body that was streamed.
    public var bodyByteCount: Int { content.value.bodyByteCount }
    /// Body bytes on the wire, before content decoding and without chunk framing; nil where the transport cannot tell.
    public var wireBodyByteCount: Int? { content.value.wireBodyByteCount }
    /// The content codings that were undone, in the order of the header (RFC 9110 §8.4).
    public var decodedCodings: [String] { content.value.decodedCodings }
    /// Whether the body came to its end as the protocol defines it (RFC 9112 §8).
    public var isComplete: Bool { content.value.isComplete }

    public init(
        status: Int, reason: [UInt8], httpVersion: HTTPVersion?, headers: HeaderFields, trailers: HeaderFields = [],
        rawHead: [UInt8], interimHeads: [[UInt8]] = [], body: [UInt8], bodyByteCount: Int? = nil,
        wireBodyByteCount: Int?, decodedCodings: [String] = [], isComplete: Bool
    ) {
        content = Shared(
            Content(
                status: status, reason: reason, httpVersion: httpVersion, headers: headers, trailers: trailers,
                rawHead: rawHead, interimHeads: interimHeads, body: body, bodyByteCount: bodyByteCount ?? body.count,
                wireBodyByteCount: wireBodyByteCount, decodedCodings: decodedCodings, isComplete: isComplete))
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
    /// In hexadecimal.
    public var serialNumber: String?
    /// Such as `sha256WithRSAEncryption`.
    public var signatureAlgorithm: String?
    /// Such as `RSA 2048` or `EC 256`.
    public var publicKey: String?
    /// What `TLSOptions.pinnedKeys` can hold to accept this key only.
    public var publicKeyPin: PublicKeyPin?

    public init(
        subject: String, issuer: String, notBefore: String, notAfter: String, alternativeNames: String? = nil,
        serialNumber: String? = nil, signatureAlgorithm: String? = nil, publicKey: String? = nil,
        publicKeyPin: PublicKeyPin? = nil
    ) {
        self.subject = subject
        self.issuer = issuer
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.alternativeNames = alternativeNames
        self.serialNumber = serialNumber
        self.signatureAlgorithm = signatureAlgorithm
        self.publicKey = publicKey
        self.publicKeyPin = publicKeyPin
    }
}
