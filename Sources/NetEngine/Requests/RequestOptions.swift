/// The limits and choices of one request.
///
/// They come in three layers, and an option that a later layer sets wins over an earlier one:
/// 1. the engine: `EngineConfiguration.options`,
/// 2. the endpoint (`Endpoint.options`, `timeout`, `cacheMode`, `successStatuses`) or the draft (`RequestDraft.options`),
/// 3. the interceptors, in their order: what one sets in `adapt` holds for the request from there on.
///
/// An option that no layer sets has the default that is named at its property. Each limit of `timeouts` is an option by
/// itself. What was set is part of the value: options are equal if they set the same.
public struct RequestOptions: Sendable, Hashable {
    /// What was set here; nil, or the outer nil where nil itself is a choice, means not set.
    private struct Content: Sendable, Hashable {
        var timeouts = Timeouts()
        var followRedirects: Bool?
        var maxRedirects: Int?
        var successStatuses: ClosedRange<Int>?
        var bodyIsSecret: Bool?
        var maxBodyBytes: Int?
        var spooling: BodySpooling??
        var keptWireBytes: Int?
        var maxHeaderBytes: Int?
        var httpVersion: HTTPVersionPreference?
        var verifiesTLS: Bool?
        var caFile: String??
        var decodesContent: Bool?
        var sendsURLAsWritten: Bool?
        var retry: RetryPolicy??
        var waitsForConnectivity: Bool?
        var cacheMode: CacheMode?
        var proxy: ProxyChoice?
        var connection: ConnectionOptions?
        var tls: TLSOptions?
        var expects: BodyExpectation?
        var cookieJar: CookieJar??
    }

    private static let nothing = Shared(Content())

    private var content: Shared<Content>
    // By itself: it differs from one request to the next, and says nothing about how a request is sent.
    private var logging: Shared<RequestLogOptions>?

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
        get { content.value.followRedirects ?? true }
        set { change { $0.followRedirects = newValue } }
    }
    /// Followed hops before the exchange fails with `redirect`. Default 10.
    public var maxRedirects: Int {
        get { content.value.maxRedirects ?? 10 }
        set { change { $0.maxRedirects = newValue } }
    }
    /// The statuses with which an exchange succeeds. Default 200 to 299; `.any` leaves the status to the caller.
    ///
    /// It decides how the exchange ends, and nothing before that: redirects are followed, a 401 is recovered from, and a 503
    /// is sent again by `retry`, as without it.
    public var successStatuses: ClosedRange<Int> {
        get { content.value.successStatuses ?? 200...299 }
        set { change { $0.successStatuses = newValue } }
    }
    /// Whether the body holds a secret. A redirect that keeps the body (RFC 9110 §15.4: 307, 308, and 301, 302 for
    /// other methods than POST) and leads to another origin then ends the exchange with `redirect`, and the body is not
    /// sent there. Logs leave the body out. Default false.
    public var bodyIsSecret: Bool {
        get { content.value.bodyIsSecret ?? false }
        set { change { $0.bodyIsSecret = newValue } }
    }
    /// Decoded body bytes before the exchange fails with `too-large`. Default 64 MiB.
    public var maxBodyBytes: Int {
        get { content.value.maxBodyBytes ?? 64 << 20 }
        set { change { $0.maxBodyBytes = newValue } }
    }
    /// Moves a large body to a file while it arrives; nil, the default, keeps all of it in memory. `Response.content` then
    /// gives the bytes without reading them into memory. Raise `maxBodyBytes` too: it limits the file as well.
    ///
    /// Such a body is not stored in a cache. `CurlTransport` does it; other transports keep the body in memory.
    public var spooling: BodySpooling? {
        get { content.value.spooling ?? nil }
        set { change { $0.spooling = .some(newValue) } }
    }
    /// Keeps the first bytes of each response's body as they came, in `Response.wireBody`: with chunk framing and before content
    /// decoding. Default 0, which keeps none. `CurlTransport` does it.
    public var keptWireBytes: Int {
        get { content.value.keptWireBytes ?? 0 }
        set { change { $0.keptWireBytes = newValue } }
    }
    /// The limit of a body that stays in memory.
    package var maxBytesInMemory: Int { min(maxBodyBytes, spooling?.memoryLimit ?? .max) }
    /// Header bytes of one response before the exchange fails with `too-large`. Default 256 KiB. Beyond 300 KiB it has no
    /// effect with `CurlTransport`: libcurl refuses more itself, and any single line of more than 100 KiB.
    public var maxHeaderBytes: Int {
        get { content.value.maxHeaderBytes ?? 256 << 10 }
        set { change { $0.maxHeaderBytes = newValue } }
    }
    /// Which version of HTTP to speak. Default `automatic`.
    public var httpVersion: HTTPVersionPreference {
        get { content.value.httpVersion ?? .automatic }
        set { change { $0.httpVersion = newValue } }
    }
    /// Whether the server's certificate is checked. Default true.
    public var verifiesTLS: Bool {
        get { content.value.verifiesTLS ?? true }
        set { change { $0.verifiesTLS = newValue } }
    }
    /// A PEM file of certificate authorities to trust instead of the system's.
    public var caFile: String? {
        get { content.value.caFile ?? nil }
        set { change { $0.caFile = .some(newValue) } }
    }
    /// Whether gzip, deflate, br and zstd bodies are requested and decoded. Default true. A typed
    /// Accept-Encoding header switches it off for the request: the bytes then stay as received. With a typed `Range` the
    /// uncoded bytes are requested (`identity`), and a 206 is not decoded: a part of coded bytes cannot be.
    public var decodesContent: Bool {
        get { content.value.decodesContent ?? true }
        set { change { $0.decodesContent = newValue } }
    }
    /// Whether path and query of the URL are sent as written, even with bytes that a URL may not have (RFC 3986), such as `|`, `[`
    /// or a `%` without two digits after it. Default false: those are percent-encoded.
    ///
    /// Control characters, spaces and bytes that are not ASCII are encoded in any case, and a fragment is left out, so that the
    /// request line stays one line. A redirect is followed as without it: a `Location` is encoded where it must be. An endpoint's
    /// own option counts for its path; its query items are always encoded. URLSession may encode such a URL by itself.
    public var sendsURLAsWritten: Bool {
        get { content.value.sendsURLAsWritten ?? false }
        set { change { $0.sendsURLAsWritten = newValue } }
    }
    /// When a failed request is sent again; nil, the default, means never. (If a reused connection dies before the first
    /// byte of the response, an idempotent request is sent once more in any case.)
    public var retry: RetryPolicy? {
        get { content.value.retry ?? nil }
        set { change { $0.retry = .some(newValue) } }
    }
    /// Whether a request to another machine waits for a network instead of failing with `offline`; at most until
    /// `Timeouts.total`, which is then the error. Default false.
    public var waitsForConnectivity: Bool {
        get { content.value.waitsForConnectivity ?? false }
        set { change { $0.waitsForConnectivity = newValue } }
    }
    /// How the request uses the cache. Default `.default`.
    public var cacheMode: CacheMode {
        get { content.value.cacheMode ?? .default }
        set { change { $0.cacheMode = newValue } }
    }
    /// Through which proxy it goes. Default none.
    public var proxy: ProxyChoice {
        get { content.value.proxy ?? ProxyChoice.none }
        set { change { $0.proxy = newValue } }
    }
    /// Where and from where the connection is made.
    public var connection: ConnectionOptions {
        get { content.value.connection ?? ConnectionOptions() }
        set { change { $0.connection = newValue } }
    }
    /// `connection` if it was set: it is large to copy.
    var chosenConnection: ConnectionOptions? { content.value.connection }
    /// Client certificate, pinned keys and oldest version.
    public var tls: TLSOptions {
        get { content.value.tls ?? TLSOptions() }
        set { change { $0.tls = newValue } }
    }
    /// What the body of a success must be. Default anything.
    public var expects: BodyExpectation {
        get { content.value.expects ?? .anything }
        set { change { $0.expects = newValue } }
    }

    /// The jar whose cookies go with the request and its redirects, and that stores those of the responses. Default none.
    ///
    /// A request of an engine that has a jar among its interceptors needs none here.
    public var cookieJar: CookieJar? {
        get { content.value.cookieJar ?? nil }
        set { change { $0.cookieJar = .some(newValue) } }
    }

    /// What request logs store beside the exchange, and what they hide. Default nil: only what the engine knows.
    public var log: RequestLogOptions? {
        get { logging?.value }
        set { logging = newValue.map { Shared($0) } }
    }

    /// What a request is sent with: equal for requests that need the same settings of a transport.
    var withoutLog: RequestOptions {
        var options = self
        options.logging = nil
        return options
    }

    /// Nothing is set: all options are those of the layer before.
    public init() { content = Self.nothing }

    /// Sets the options that are named.
    ///
    /// nil means not set here, like an option that is left out. Where nil itself is a choice (`retry`, `spooling`, `caFile`,
    /// `cookieJar`), assign it to the property to make it.
    public init(
        timeouts: Timeouts = Timeouts(), followRedirects: Bool? = nil, maxRedirects: Int? = nil,
        successStatuses: ClosedRange<Int>? = nil, bodyIsSecret: Bool? = nil, maxBodyBytes: Int? = nil,
        spooling: BodySpooling? = nil, keptWireBytes: Int? = nil, maxHeaderBytes: Int? = nil,
        httpVersion: HTTPVersionPreference? = nil, verifiesTLS: Bool? = nil, caFile: String? = nil,
        decodesContent: Bool? = nil, sendsURLAsWritten: Bool? = nil, retry: RetryPolicy? = nil,
        waitsForConnectivity: Bool? = nil, cacheMode: CacheMode? = nil, proxy: ProxyChoice? = nil,
        connection: ConnectionOptions? = nil, tls: TLSOptions? = nil, expects: BodyExpectation? = nil,
        cookieJar: CookieJar? = nil, log: RequestLogOptions? = nil
    ) {
        content = Shared(
            Content(
                timeouts: timeouts, followRedirects: followRedirects, maxRedirects: maxRedirects,
                successStatuses: successStatuses, bodyIsSecret: bodyIsSecret, maxBodyBytes: maxBodyBytes,
                spooling: spooling.map(Optional.some), keptWireBytes: keptWireBytes, maxHeaderBytes: maxHeaderBytes,
                httpVersion: httpVersion, verifiesTLS: verifiesTLS, caFile: caFile.map(Optional.some),
                decodesContent: decodesContent, sendsURLAsWritten: sendsURLAsWritten,
                retry: retry.map(Optional.some),
                waitsForConnectivity: waitsForConnectivity,
                cacheMode: cacheMode, proxy: proxy, connection: connection, tls: tls, expects: expects,
                cookieJar: cookieJar.map(Optional.some)))
        logging = log.map { Shared($0) }
    }

    /// These options, and those of the layer before where these set none.
    func over(_ base: RequestOptions) -> RequestOptions {
        var merged = self
        merged.logging = logging ?? base.logging
        if base.content === Self.nothing || base.content === content { return merged }
        if content === Self.nothing {
            merged.content = base.content
            return merged
        }
        let (own, base) = (content.value, base.content.value)
        merged.content = Shared(
            Content(
                timeouts: own.timeouts.over(base.timeouts),
                followRedirects: own.followRedirects ?? base.followRedirects,
                maxRedirects: own.maxRedirects ?? base.maxRedirects,
                successStatuses: own.successStatuses ?? base.successStatuses,
                bodyIsSecret: own.bodyIsSecret ?? base.bodyIsSecret,
                maxBodyBytes: own.maxBodyBytes ?? base.maxBodyBytes,
                spooling: own.spooling ?? base.spooling,
                keptWireBytes: own.keptWireBytes ?? base.keptWireBytes,
                maxHeaderBytes: own.maxHeaderBytes ?? base.maxHeaderBytes,
                httpVersion: own.httpVersion ?? base.httpVersion,
                verifiesTLS: own.verifiesTLS ?? base.verifiesTLS,
                caFile: own.caFile ?? base.caFile,
                decodesContent: own.decodesContent ?? base.decodesContent,
                sendsURLAsWritten: own.sendsURLAsWritten ?? base.sendsURLAsWritten,
                retry: own.retry ?? base.retry,
                waitsForConnectivity: own.waitsForConnectivity ?? base.waitsForConnectivity,
                cacheMode: own.cacheMode ?? base.cacheMode,
                proxy: own.proxy ?? base.proxy,
                connection: own.connection ?? base.connection,
                tls: own.tls ?? base.tls,
                expects: own.expects ?? base.expects,
                cookieJar: own.cookieJar ?? base.cookieJar))
        return merged
    }
}

extension ClosedRange<Int> {
    /// Every status there can be, for `RequestOptions.successStatuses`: the caller looks at it.
    public static var any: ClosedRange<Int> { 100...999 }
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
