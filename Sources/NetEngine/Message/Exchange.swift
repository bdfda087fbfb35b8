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

    /// Names the exchange in events and logs; never used twice in a process.
    public var id: ExchangeID { content.value.id }
    /// What was asked for, before any interceptor.
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

    /// An exchange as the engine makes them: for tests, and for what stands in for an engine.
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
    /// Redirects that were followed.
    public var redirectCount: Int { hops.count { if case .redirect = $0.cause { true } else { false } } }
    /// Requests that were sent again, whoever wanted it.
    public var retryCount: Int { hops.count { $0.cause == .retry } }
    /// Whether there is no error: a 2xx answer that came whole and could be decoded.
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
        var heldBack: [String]
    }

    private var content: Shared<Content>

    /// What the jar of the request made of the answer's `Set-Cookie` fields, in their order; empty where the request has
    /// no jar, or the answer came out of the cache.
    public internal(set) var setCookies: [SetCookieOutcome]

    /// Why this hop was sent.
    public enum Cause: Sendable, Hashable {
        /// The request that was asked for.
        case first
        /// A redirect with this status was followed.
        case redirect(status: Int)
        /// Sent again: a kept connection had died before any byte of the answer came, the retry policy said so, or an
        /// interceptor did.
        case retry
    }

    /// Why it was sent.
    public var cause: Cause { content.value.cause }
    /// What was sent, after interceptors and checks.
    public var request: PreparedRequest { content.value.request }
    /// The header bytes as they really left, from the method to the empty line. For HTTP/2 the fields as libcurl
    /// handed them to the framing layer. Empty when nothing was sent.
    public var sentHead: [UInt8] { content.value.sentHead }
    /// Body bytes that left.
    public var sentBodyByteCount: Int { content.value.sentBodyByteCount }
    /// The answer, as far as it came; nil where none did.
    public var response: Response? { content.value.response }
    /// The connection that carried it; nil where there was none, or the transport cannot tell.
    public var connection: ConnectionFacts? { content.value.connection }
    /// From the start of the exchange to the start of this hop.
    public var startOffset: Duration { content.value.startOffset }
    /// Of this hop alone; `total` from its start to its end.
    public var timings: PhaseTimings { content.value.timings }
    /// What the cache did, and why; nil where the engine has no cache.
    public var cacheDecision: CacheDecision? { content.value.cacheDecision }
    /// What the server sent where `response` was made of it and of what was stored: a 304, the rest of a part, or the error
    /// in whose place a stale answer stands.
    public var validation: Response? { content.value.validation }

    /// Names of the header fields that the redirect to this hop left out, because they hold credentials or secrets and it leads
    /// to another origin; empty for every other hop.
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

    /// A valid token (RFC 9110 §9.1).
    public var method: HTTPMethod { content.value.method }
    /// Absolute, and legal in every byte.
    public var url: HTTPURL { content.value.url }
    /// In sending order, with what the engine added; each field tells its `origin`.
    public var headers: HeaderFields { content.value.headers }
    /// As drafted.
    public var body: RequestBody { content.value.body }
    /// As drafted; `decodesContent` is off where the draft types an `Accept-Encoding`.
    public var options: RequestOptions { content.value.options }
    /// What `options.proxy` comes to for this URL.
    public var proxy: ProxyServer? { content.value.proxy }

    /// A request as `RequestBuilder` makes them: for tests of a transport. Nothing is checked here.
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
    /// In the order of arrival, byte for byte; without those of interim answers.
    public var headers: HeaderFields { content.value.headers }
    /// Fields after a chunked body (RFC 9110 §6.5).
    public var trailers: HeaderFields { content.value.trailers }
    /// The status line and header bytes as received, with the empty line; interim (1xx) answers are in `interimHeads`.
    /// Empty where the transport cannot tell. Of a head that broke off or was refused (a NUL in it, a line without a colon) all
    /// that came, where the connection is plain HTTP/1; over TLS up to the refused line.
    public var rawHead: [UInt8] { content.value.rawHead }
    /// The heads of 1xx answers before this one (RFC 9110 §15.2), as received; empty where the transport cannot tell.
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

    /// An answer as a transport makes one.
    /// - Parameter bodyByteCount: default `body.count`.
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

/// The version of HTTP that an answer came in.
public enum HTTPVersion: String, Sendable, Hashable {
    /// RFC 1945.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case http1_0 = "1.0"
    /// RFC 9112.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case http1_1 = "1.1"
    /// RFC 9113.
    case http2 = "2"
    /// RFC 9114. Never asked for by the engine; a transport of your own may tell of it.
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
    /// In hexadecimal.
    public var serialNumber: String?
    /// Such as `sha256WithRSAEncryption`.
    public var signatureAlgorithm: String?
    /// Such as `RSA 2048` or `EC 256`.
    public var publicKey: String?
    /// What `TLSOptions.pinnedKeys` can hold to accept this key only.
    public var publicKeyPin: PublicKeyPin?

    /// The facts of one certificate, as text.
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
