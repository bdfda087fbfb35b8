/// Everything that happened between the wish to send a request and its end.
///
/// `Engine.send` always returns one: a failure is an exchange with an `error`, and what had arrived until then
/// (status, headers, the first bytes of a body) is kept beside it.
public struct Exchange: Sendable {
    /// Names the exchange in events and logs; never used twice in a process.
    public let id: ExchangeID
    /// What was asked for, before any interceptor.
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

    /// An exchange as the engine makes them: for tests, and for what stands in for an engine.
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
    /// Redirects that were followed.
    public var redirectCount: Int { hops.count { if case .redirect = $0.cause { true } else { false } } }
    /// Requests that were sent again, whoever wanted it.
    public var retryCount: Int { hops.count { $0.cause == .retry } }
    /// Whether there is no error: a 2xx answer that came whole and could be decoded.
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

    /// Why it was sent.
    public let cause: Cause
    /// What was sent, after interceptors and checks.
    public let request: PreparedRequest
    /// The header bytes as they really left, from the method to the empty line. For HTTP/2 the fields as libcurl
    /// handed them to the framing layer. Empty when nothing was sent.
    public let sentHead: [UInt8]
    /// Body bytes that left.
    public let sentBodyByteCount: Int
    /// The answer, as far as it came; nil where none did.
    public let response: Response?
    /// The connection that carried it; nil where there was none, or the transport cannot tell.
    public let connection: ConnectionFacts?
    /// From the start of the exchange to the start of this hop.
    public let startOffset: Duration
    /// Of this hop alone; `total` from its start to its end.
    public let timings: PhaseTimings
    /// What the cache did, and why; nil where the engine has no cache.
    public let cacheDecision: CacheDecision?
    /// What the server sent where `response` was made of it and of what was stored: a 304, the rest of a part, or the error
    /// in whose place a stale answer stands.
    public let validation: Response?

    /// A hop as the engine makes them: for tests.
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
    /// A valid token (RFC 9110 §9.1).
    public let method: HTTPMethod
    /// Absolute, and legal in every byte.
    public let url: HTTPURL
    /// In sending order, with what the engine added; each field tells its `origin`.
    public let headers: HeaderFields
    /// As drafted.
    public let body: RequestBody
    /// As drafted; `decodesContent` is off where the draft types an `Accept-Encoding`.
    public let options: RequestOptions
    /// What `options.proxy` comes to for this URL.
    public let proxy: ProxyServer?

    /// A request as `RequestBuilder` makes them: for tests of a transport. Nothing is checked here.
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
    /// In the order of arrival, byte for byte; without those of interim answers.
    public let headers: HeaderFields
    /// Fields after a chunked body (RFC 9110 §6.5).
    public let trailers: HeaderFields
    /// The status line and header bytes as received, with the empty line; interim (1xx) answers are in `interimHeads`.
    /// Empty where the transport cannot tell.
    public let rawHead: [UInt8]
    /// The heads of 1xx answers before this one (RFC 9110 §15.2), as received; empty where the transport cannot tell.
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

    /// An answer as a transport makes one.
    /// - Parameter bodyByteCount: default `body.count`.
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

/// The version of HTTP that an answer came in.
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
    /// The port at the other end, 1 to 65535; nil for a unix socket.
    public var remotePort: Int?
    /// This machine's end, 1 to 65535; nil for a unix socket.
    public var localPort: Int?
    /// Whether it had carried an earlier request.
    public var isReused: Bool
    /// For example `TLSv1.3`; nil on plain connections.
    public var tlsVersion: String?
    /// For example `TLS_AES_256_GCM_SHA384`; nil on plain connections, or where libcurl cannot tell.
    public var tlsCipher: String?
    /// The chain as the server sent it, leaf first.
    public var certificates: [CertificateFacts]
    /// The proxy it went through, without login, such as `http://127.0.0.1:3128`.
    public var proxy: String?
    /// The path of the unix socket that was used instead of TCP.
    public var unixSocket: String?

    /// Facts as a transport makes them; what it cannot tell stays nil.
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
    /// The distinguished name of who it was issued to, such as `CN = example.com`.
    public var subject: String
    /// The distinguished name of the authority that signed it.
    public var issuer: String
    /// The first moment at which it is valid, in the TLS library's form.
    public var notBefore: String
    /// The last moment at which it is valid, in the TLS library's form.
    public var notAfter: String
    /// The names and addresses that it stands for (RFC 5280 §4.2.1.6), in one line; nil where it has none.
    public var alternativeNames: String?

    /// The facts of one certificate, as text.
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
