/// The limits and choices of one request.
public struct RequestOptions: Sendable, Hashable {
    private struct Content: Sendable, Hashable {
        var timeouts: Timeouts
        var followRedirects: Bool
        var maxRedirects: Int
        var bodyIsSecret: Bool
        var maxBodyBytes: Int
        var spooling: BodySpooling?
        var keptWireBytes: Int
        var maxHeaderBytes: Int
        var httpVersion: HTTPVersionPreference
        var verifiesTLS: Bool
        var caFile: String?
        var decodesContent: Bool
        var retry: RetryPolicy?
        var waitsForConnectivity: Bool
        var cacheMode: CacheMode
        var proxy: ProxyChoice
        var connection: ConnectionOptions
        var tls: TLSOptions
        var expects: BodyExpectation
        var cookieJar: CookieJar?
    }

    private var content: Shared<Content>

    private mutating func change(_ body: (inout Content) -> Void) {
        var new = content.value
        body(&new)
        content = Shared(new)
    }

    /// How long each phase, and all together, may take.
    public var timeouts: Timeouts {
        get { content.value.timeouts }
        set { change { $0.timeouts = newValue } }
    }
    /// Whether 3xx responses with a Location are followed (RFC 9110 §15.4). Default true.
    public var followRedirects: Bool {
        get { content.value.followRedirects }
        set { change { $0.followRedirects = newValue } }
    }
    /// Followed hops before the exchange fails with `redirect`. Default 10.
    public var maxRedirects: Int {
        get { content.value.maxRedirects }
        set { change { $0.maxRedirects = newValue } }
    }
    /// Whether the body holds a secret. A redirect that keeps the body (RFC 9110 §15.4: 307, 308, and 301, 302 for
    /// other methods than POST) and leads to another origin then ends the exchange with `redirect`, and the body is not
    /// sent there. Logs leave the body out. Default false.
    public var bodyIsSecret: Bool {
        get { content.value.bodyIsSecret }
        set { change { $0.bodyIsSecret = newValue } }
    }
    /// Decoded body bytes before the exchange fails with `too-large`. Default 64 MiB.
    public var maxBodyBytes: Int {
        get { content.value.maxBodyBytes }
        set { change { $0.maxBodyBytes = newValue } }
    }
    /// Moves a large body to a file while it arrives; nil, the default, keeps all of it in memory. `Response.content` then
    /// gives the bytes without reading them into memory. Raise `maxBodyBytes` too: it limits the file as well.
    ///
    /// Such a body is not stored in a cache. `CurlTransport` does it; other transports keep the body in memory.
    public var spooling: BodySpooling? {
        get { content.value.spooling }
        set { change { $0.spooling = newValue } }
    }
    /// Keeps the first bytes of each response's body as they came, in `Response.wireBody`: with chunk framing and before content
    /// decoding. Default 0, which keeps none. `CurlTransport` does it.
    public var keptWireBytes: Int {
        get { content.value.keptWireBytes }
        set { change { $0.keptWireBytes = newValue } }
    }
    /// The limit of a body that stays in memory.
    package var maxBytesInMemory: Int { min(maxBodyBytes, spooling?.memoryLimit ?? .max) }
    /// Header bytes of one response before the exchange fails with `too-large`. Default 256 KiB. Beyond 300 KiB it has no
    /// effect with `CurlTransport`: libcurl refuses more itself, and any single line of more than 100 KiB.
    public var maxHeaderBytes: Int {
        get { content.value.maxHeaderBytes }
        set { change { $0.maxHeaderBytes = newValue } }
    }
    /// Which version of HTTP to speak. Default `automatic`.
    public var httpVersion: HTTPVersionPreference {
        get { content.value.httpVersion }
        set { change { $0.httpVersion = newValue } }
    }
    /// Whether the server's certificate is checked. Default true.
    public var verifiesTLS: Bool {
        get { content.value.verifiesTLS }
        set { change { $0.verifiesTLS = newValue } }
    }
    /// A PEM file of certificate authorities to trust instead of the system's.
    public var caFile: String? {
        get { content.value.caFile }
        set { change { $0.caFile = newValue } }
    }
    /// Whether gzip, deflate, br and zstd bodies are requested and decoded. Default true. A typed
    /// Accept-Encoding header switches it off for the request: the bytes then stay as received.
    public var decodesContent: Bool {
        get { content.value.decodesContent }
        set { change { $0.decodesContent = newValue } }
    }
    /// When a failed request is sent again; nil, the default, means never. (If a reused connection dies before the first
    /// byte of the response, an idempotent request is sent once more in any case.)
    public var retry: RetryPolicy? {
        get { content.value.retry }
        set { change { $0.retry = newValue } }
    }
    /// Whether a request to another machine waits for a network instead of failing with `offline`; at most until
    /// `Timeouts.total`, which is then the error. Default false.
    public var waitsForConnectivity: Bool {
        get { content.value.waitsForConnectivity }
        set { change { $0.waitsForConnectivity = newValue } }
    }
    /// How the request uses the cache. Default `.default`.
    public var cacheMode: CacheMode {
        get { content.value.cacheMode }
        set { change { $0.cacheMode = newValue } }
    }
    /// Through which proxy it goes. Default none.
    public var proxy: ProxyChoice {
        get { content.value.proxy }
        set { change { $0.proxy = newValue } }
    }
    /// Where and from where the connection is made.
    public var connection: ConnectionOptions {
        get { content.value.connection }
        set { change { $0.connection = newValue } }
    }
    /// Client certificate, pinned keys and oldest version.
    public var tls: TLSOptions {
        get { content.value.tls }
        set { change { $0.tls = newValue } }
    }
    /// What the body of a success must be. Default anything.
    public var expects: BodyExpectation {
        get { content.value.expects }
        set { change { $0.expects = newValue } }
    }

    /// The jar whose cookies go with the request and its redirects, and that stores those of the responses. Default none.
    ///
    /// A request of an engine that has a jar among its interceptors needs none here.
    public var cookieJar: CookieJar? {
        get { content.value.cookieJar }
        set { change { $0.cookieJar = newValue } }
    }

    /// The defaults: 60 s in total, 10 s to connect, 256 KiB of header, 64 MiB of body, 10 redirects, no retry.
    public init(
        timeouts: Timeouts = Timeouts(), followRedirects: Bool = true, maxRedirects: Int = 10,
        bodyIsSecret: Bool = false, maxBodyBytes: Int = 64 << 20, spooling: BodySpooling? = nil,
        keptWireBytes: Int = 0, maxHeaderBytes: Int = 256 << 10,
        httpVersion: HTTPVersionPreference = .automatic, verifiesTLS: Bool = true, caFile: String? = nil,
        decodesContent: Bool = true, retry: RetryPolicy? = nil, waitsForConnectivity: Bool = false,
        cacheMode: CacheMode = .default, proxy: ProxyChoice = .none,
        connection: ConnectionOptions = ConnectionOptions(), tls: TLSOptions = TLSOptions(),
        expects: BodyExpectation = .anything, cookieJar: CookieJar? = nil
    ) {
        content = Shared(
            Content(
                timeouts: timeouts, followRedirects: followRedirects, maxRedirects: maxRedirects,
                bodyIsSecret: bodyIsSecret, maxBodyBytes: maxBodyBytes, spooling: spooling,
                keptWireBytes: keptWireBytes, maxHeaderBytes: maxHeaderBytes, httpVersion: httpVersion,
                verifiesTLS: verifiesTLS, caFile: caFile, decodesContent: decodesContent, retry: retry,
                waitsForConnectivity: waitsForConnectivity, cacheMode: cacheMode, proxy: proxy, connection: connection,
                tls: tls, expects: expects, cookieJar: cookieJar))
    }
}

/// Which HTTP version to speak.
public enum HTTPVersionPreference: String, Sendable, Hashable, CaseIterable {
    /// HTTP/2 where TLS negotiates it, else HTTP/1.1.
    case automatic
    /// HTTP/1.0 (RFC 1945): the connection is not reused.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case http1_0
    /// HTTP/1.1 (RFC 9112), over TLS too.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case http1_1
    /// As `automatic`: a server that does not offer HTTP/2 cannot be made to speak it.
    case http2
    /// HTTP/2 over plain TCP without an upgrade.
    case http2PriorKnowledge
}
